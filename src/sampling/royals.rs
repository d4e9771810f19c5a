//! Royal men of a [`Draft`], and the citadels that they may stand in.

use super::draft::{Draft, is_edge};
use crate::geometry::{Bitboard, Square};
use crate::pieces::{Color, Kind, Piece};
use crate::rules::Citadel;

impl<'r, B: Bitboard> Draft<'r, B> {
    /// The royal kinds, the highest first.
    pub(super) fn royal_kinds(&self) -> Vec<Kind> {
        let game = self.game();
        let mut kinds: Vec<Kind> = game.royals().iter().collect();
        kinds.sort_by_key(|&kind| game.kind(kind).royal);
        kinds
    }

    /// The royal kind of the highest rank.
    pub(super) fn highest_kind(&self) -> Option<Kind> {
        self.royal_kinds().first().copied()
    }

    /// A kind for the only royal man of a side: mostly the highest, for that one comes first.
    pub(super) fn royal_kind(&mut self) -> Option<Kind> {
        let kinds = self.royal_kinds();
        if kinds.len() == 1 || self.random.chance(2, 3) {
            return kinds.first().copied();
        }
        self.random.choose(&kinds).copied()
    }

    /// The royal men of a side and where they stand, citadels included.
    pub(super) fn royals(&self, color: Color) -> Vec<(Square, Kind)> {
        let royals = self.game().royals();
        let men =
            self.board().squares().filter_map(|square| Some((square, self.setup.at(square)?)));
        men.filter(|(_, man)| man.color == color && royals.contains(man.kind))
            .map(|(square, man)| (square, man.kind))
            .collect()
    }

    /// The square of a side's only royal man.
    pub(super) fn royal(&self, color: Color) -> Option<Square> {
        match self.royals(color).as_slice() {
            &[(square, _)] => Some(square),
            _ => None,
        }
    }

    /// Puts a royal man of a side where its kind starts, at the edge, or anywhere.
    fn place_somewhere(&mut self, color: Color, kind: Kind) -> Option<Square> {
        let home = &self.game().kind(kind).home;
        let board = self.board();
        let square = match self.random.below(4) {
            0 => self.open_square(|square| home.contains(color, square)),
            1 => self.open_square(|square| is_edge(board, square)),
            _ => None,
        };
        let square = match square {
            Some(square) => square,
            None => self.open_square(|_| true)?,
        };
        self.place(Piece { color, kind }, square)?;
        Some(square)
    }

    /// Puts the only royal man of a side.
    pub(super) fn place_royal(&mut self, color: Color) -> Option<Square> {
        let kind = self.royal_kind()?;
        self.place_somewhere(color, kind)
    }

    /// Puts the only royal man of a side on a square.
    pub(super) fn place_royal_at(&mut self, color: Color, square: Square) -> Option<()> {
        let kind = self.royal_kind()?;
        self.place(Piece { color, kind }, square)
    }

    /// Puts a royal man of each side, and perhaps more of the other side; returns that of the side
    /// to move.
    pub(super) fn place_royals(&mut self) -> Option<Square> {
        let ours = self.place_royal(self.us())?;
        self.place_their_royals()?;
        Some(ours)
    }

    /// Puts a royal man of the side that has moved, and perhaps more.
    pub(super) fn place_their_royals(&mut self) -> Option<()> {
        let them = self.them();
        self.place_royal(them)?;
        if self.game().has_several_royals() && self.random.chance(1, 5) {
            self.join_royals(them, 1);
        }
        Some(())
    }

    /// Puts up to so many royal men of a side, each of a kind that it lacks, now and then in a
    /// citadel.
    pub(super) fn join_royals(&mut self, color: Color, men: usize) {
        let present: Vec<Kind> = self.royals(color).into_iter().map(|(_, kind)| kind).collect();
        let mut kinds = self.royal_kinds();
        kinds.retain(|kind| !present.contains(kind));
        self.random.shuffle(&mut kinds);
        for kind in kinds.into_iter().take(men) {
            if !(self.random.chance(1, 8) && self.lodge(Piece { color, kind })) {
                self.place_somewhere(color, kind);
            }
        }
    }

    /// Puts a royal man into a citadel that it may stand in, if there is one, and if the game is not
    /// over by that.
    fn lodge(&mut self, man: Piece) -> bool {
        let game = self.game();
        let rank = |kind: Kind| game.kind(kind).royal;
        let is_highest =
            self.royals(man.color).iter().all(|&(_, kind)| rank(kind) > rank(man.kind));
        let Some(citadel) = self.random.choose(&game.citadels) else { return false };
        let over = is_highest && citadel.owner != man.color;
        !over && self.place(man, citadel.square).is_some()
    }

    /// A citadel of a side, and the squares beside it.
    pub(super) fn citadel(&mut self, owner: Color) -> Option<(Square, &'r [Square])> {
        let game = self.game();
        let citadels: Vec<&Citadel> =
            game.citadels.iter().filter(|citadel| citadel.owner == owner).collect();
        let square = self.random.choose(&citadels)?.square;
        let place = game.board.beyond().position(|other| other == square)?;
        Some((square, &game.board.extra()[place].neighbours))
    }
}
