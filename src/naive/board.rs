//! [`NaiveBoard`], the state of a game, and what a move leaves of it.

use super::change::Change;
use crate::geometry::Square;
use crate::pieces::{Color, Piece};
use crate::position::Setup;
use crate::rules::{Game, Right, RightNeeds};

/// A position as the naive generator plays it: the rules, and everything that a FEN says.
#[derive(Clone, Debug)]
pub struct NaiveBoard<'g> {
    pub(super) game: &'g Game,
    pub(super) state: Setup,
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

    /// Whether a side may capture what stands on a square: an enemy man that does not wait there,
    /// nor sits beyond the rectangle.
    pub(super) fn is_capturable(&self, square: Square, by: Color) -> bool {
        self.game.board.in_rectangle(square)
            && self.at(square).is_some_and(|man| man.color != by && !self.game.waits(man, square))
    }

    /// Puts a man on a square in place of whatever stands there, or lifts what stands there.
    pub(super) fn put(&mut self, square: Square, man: Option<Piece>) {
        self.state.pieces[square.index()] = man;
    }

    /// The men of a side and where they stand, those beyond the rectangle included.
    pub(super) fn men(&self, color: Color) -> impl Iterator<Item = (Square, Piece)> {
        let standing =
            self.game.board.squares().filter_map(|square| Some((square, self.at(square)?)));
        standing.filter(move |(_, man)| man.color == color)
    }

    /// Whether the right at a place of [`Game::rights`] still stands.
    pub(super) fn has_right(&self, index: usize) -> bool {
        self.state.rights >> index & 1 != 0
    }

    /// The place of a right of the side to move that lasts until it is used, if it still stands.
    pub(super) fn unused_right(&self, needs: &RightNeeds) -> Option<usize> {
        self.game.right(self.state.turn, needs).filter(|&right| self.has_right(right))
    }

    /// The position after a move.
    pub(super) fn after(&self, change: &Change) -> Self {
        let side = self.state.turn;
        let mut after = self.clone();
        for carried in change.carried() {
            after.put(carried.from, None);
        }
        for &square in &change.removed {
            after.put(square, None);
        }
        for carried in change.carried() {
            after.put(carried.to, Some(Piece { color: side, kind: carried.becomes }));
        }
        for (index, right) in self.game.rights.iter().enumerate() {
            let founded = right.is_founded(|square| after.at(square));
            if change.spent == Some(index) || self.loses(right, change) || !founded {
                after.state.rights &= !(1 << index);
            }
        }
        after.state.en_passant = change.passed;
        let captures = after.count_men() < self.count_men();
        // Who is carried along does not count: neither a succession nor a swap is a pawn move.
        let by_pawn = self.game.kind(change.mover.man.kind).pawn;
        after.state.halfmove = if captures || by_pawn { 0 } else { self.state.halfmove + 1 };
        if side == Color::Black {
            after.state.fullmove += 1;
        }
        after.state.turn = !side;
        after
    }

    fn count_men(&self) -> usize {
        self.state.pieces.iter().flatten().count()
    }

    /// Whether a right that rests on unmoved men ends with a move.
    fn loses(&self, right: &Right, change: &Change) -> bool {
        match &right.needs {
            RightNeeds::KindOn(kind, _) => {
                right.color == self.state.turn
                    && change.carried().any(|carried| carried.man.kind == *kind)
            }
            RightNeeds::MenOn(men) => {
                men.iter().any(|&(_, square)| change.touched().any(|touched| touched == square))
            }
            RightNeeds::Swap | RightNeeds::CitadelExchange => false,
        }
    }
}
