//! [`Tally`]: what men and their squares come to, kept up from move to move.

use super::{Evaluation, Score};
use crate::geometry::{Bitboard, Square};
use crate::pieces::{Color, Piece};
use crate::position::{Action, Move, Position};

/// The sum over all men of what each is worth where it stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// White's less Black's.
    pub(super) score: Score,
    /// How much of the middle game is left, pawns aside; see [`Evaluation::phase`].
    pub(super) phase: i32,
}

impl Tally {
    fn put<B: Bitboard>(&mut self, evaluation: &Evaluation<B>, man: Piece, square: Square) {
        let score = evaluation.squares[man.color.index()][man.kind.index()][square.index()];
        match man.color {
            Color::White => self.score += score,
            Color::Black => self.score -= score,
        }
        self.phase += evaluation.phases[man.kind.index()];
    }

    fn lift<B: Bitboard>(&mut self, evaluation: &Evaluation<B>, man: Piece, square: Square) {
        let score = evaluation.squares[man.color.index()][man.kind.index()][square.index()];
        match man.color {
            Color::White => self.score -= score,
            Color::Black => self.score += score,
        }
        self.phase -= evaluation.phases[man.kind.index()];
    }
}

impl<B: Bitboard> Evaluation<B> {
    /// The tally of a position, from nothing.
    pub fn tally(&self, position: &Position<B>) -> Tally {
        let mut tally = Tally::default();
        for square in position.occupied().squares() {
            if let Some(man) = position.at(square) {
                tally.put(self, man, square);
            }
        }
        tally
    }

    /// The tally after a move that led from one position to another.
    #[inline]
    pub fn tally_after(
        &self,
        tally: Tally,
        before: &Position<B>,
        mv: Move,
        after: &Position<B>,
    ) -> Tally {
        let simple =
            matches!(mv.action, Action::Step | Action::DoubleStep | Action::Jump | Action::Pass);
        if !simple {
            return self.tally(after);
        }
        let mut next = tally;
        // A pass leaves and enters the same square.
        for square in [mv.from, mv.to] {
            if let Some(man) = before.at(square) {
                next.lift(self, man, square);
            }
            if let Some(man) = after.at(square) {
                next.put(self, man, square);
            }
        }
        next
    }
}
