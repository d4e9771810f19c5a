//! [`NaiveBoard`], the state of a game, and [`Change`], what a move does to it.

use crate::geometry::Square;
use crate::pieces::{Color, Kind, Piece};
use crate::position::Setup;
use crate::rules::{Game, Right, RightNeeds};

/// A position as the naive generator plays it: the rules, and everything that a FEN says.
#[derive(Clone, Debug)]
pub struct NaiveBoard<'g> {
    pub(super) game: &'g Game,
    pub(super) state: Setup,
}

/// A man that a move carries from one square to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Carried {
    pub(super) man: Piece,
    pub(super) from: Square,
    pub(super) to: Square,
    /// What it is when it arrives.
    pub(super) becomes: Kind,
}

impl Carried {
    /// A man that stays what it is.
    pub(super) const fn unchanged(man: Piece, from: Square, to: Square) -> Self {
        Self { man, from, to, becomes: man.kind }
    }
}

/// What a move does to the board.
#[derive(Clone, Debug)]
pub(super) struct Change {
    /// The man that moves, of whom the notation speaks.
    pub(super) mover: Carried,
    /// Another man of the same side that the move carries along.
    pub(super) companion: Option<Carried>,
    /// Where a man is captured on whose square nobody arrives.
    pub(super) captured_beside: Option<Square>,
    /// The square that a double step passed over.
    pub(super) passed: Option<Square>,
}

impl Change {
    /// One man goes somewhere, and nothing else happens but the capture of what stands there.
    pub(super) const fn of(mover: Carried) -> Self {
        Self { mover, companion: None, captured_beside: None, passed: None }
    }

    /// Two men of one side go somewhere.
    pub(super) const fn of_both(mover: Carried, companion: Carried) -> Self {
        Self { companion: Some(companion), ..Self::of(mover) }
    }

    fn carried(&self) -> impl Iterator<Item = &Carried> {
        std::iter::once(&self.mover).chain(&self.companion)
    }

    /// The move in engine notation: from, to, and what the man becomes if it becomes something.
    pub(super) fn text(&self, game: &Game) -> String {
        let Carried { man, from, to, becomes } = self.mover;
        let mut text = game.board.name(from) + &game.board.name(to);
        if becomes != man.kind {
            text += &game.kind(becomes).letter.to_lowercase();
        }
        text
    }
}

impl<'g> NaiveBoard<'g> {
    /// The board of a setup that passed [`Setup::check`].
    pub fn new(game: &'g Game, setup: &Setup) -> Self {
        Self { game, state: setup.clone() }
    }

    /// The position as a FEN would say it, clocks included.
    pub fn setup(&self) -> Setup {
        self.state.clone()
    }

    /// Who stands on a square.
    pub(super) fn at(&self, square: Square) -> Option<Piece> {
        self.state.at(square)
    }

    /// Whether nobody stands on a square.
    pub(super) fn is_empty(&self, square: Square) -> bool {
        self.at(square).is_none()
    }

    /// Whether a man of a side stands on a square.
    pub(super) fn holds(&self, color: Color, square: Square) -> bool {
        self.at(square).is_some_and(|man| man.color == color)
    }

    /// Puts a man on a square in place of whatever stands there, or lifts what stands there.
    pub(super) fn put(&mut self, square: Square, man: Option<Piece>) {
        self.state.pieces[square.index()] = man;
    }

    /// The men of a side and where they stand.
    pub(super) fn men(&self, color: Color) -> impl Iterator<Item = (Square, Piece)> {
        let standing =
            self.game.board.squares().filter_map(|square| Some((square, self.at(square)?)));
        standing.filter(move |(_, man)| man.color == color)
    }

    /// Whether the right at a place of [`Game::rights`] still stands.
    pub(super) fn has_right(&self, index: usize) -> bool {
        self.state.rights >> index & 1 != 0
    }

    /// The position after a move.
    pub(super) fn after(&self, change: &Change) -> Self {
        let side = self.state.turn;
        let mut after = self.clone();
        for carried in change.carried() {
            after.put(carried.from, None);
        }
        for carried in change.carried() {
            after.put(carried.to, Some(Piece { color: side, kind: carried.becomes }));
        }
        if let Some(square) = change.captured_beside {
            after.put(square, None);
        }
        for (index, right) in self.game.rights.iter().enumerate() {
            if self.loses(right, change) {
                after.state.rights &= !(1 << index);
            }
        }
        after.state.en_passant = change.passed;
        let captures = change.captured_beside.is_some()
            || change.carried().any(|carried| self.holds(!side, carried.to));
        // Who is carried along does not count: a succession is no pawn move, whoever succeeds.
        let by_pawn = self.game.kind(change.mover.man.kind).pawn;
        after.state.halfmove = if captures || by_pawn { 0 } else { self.state.halfmove + 1 };
        if side == Color::Black {
            after.state.fullmove += 1;
        }
        after.state.turn = !side;
        after
    }

    /// Whether a right ends with a move.
    fn loses(&self, right: &Right, change: &Change) -> bool {
        match &right.needs {
            RightNeeds::KindOn(kind, _) => {
                right.color == self.state.turn
                    && change.carried().any(|carried| carried.man.kind == *kind)
            }
            RightNeeds::MenOn(men) => men.iter().any(|&(_, square)| {
                change.carried().any(|carried| carried.from == square || carried.to == square)
            }),
            RightNeeds::Swap | RightNeeds::CitadelExchange => false,
        }
    }
}
