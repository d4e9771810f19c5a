//! [`Step`]: a step of a whole set of men at once.

use crate::geometry::{Bitboard, Board, Offset};

/// A step of a whole set of men at once, for kinds that many men are of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step<B> {
    /// By how much the index of a square changes.
    pub(crate) delta: i32,
    /// The squares from which the step stays on the board.
    pub(crate) from: B,
}

impl<B: Bitboard> Step<B> {
    pub(super) fn new(board: &Board, offset: Offset) -> Self {
        let from = board.rectangle().filter(|&square| board.step(square, offset).is_some());
        Self {
            delta: i32::from(offset.rank) * i32::from(board.files()) + i32::from(offset.file),
            from: B::from_squares(from),
        }
    }

    /// Where the men of a set arrive.
    #[inline(always)]
    pub(crate) fn of(&self, men: B) -> B {
        shift(men & self.from, self.delta)
    }

    /// From where men arrived on such squares, each of which the step does reach.
    #[inline(always)]
    pub(crate) fn back(&self, squares: B) -> B {
        shift(squares, -self.delta)
    }
}

/// The steps of a kind that consists of nothing else, such as a pawn.
#[derive(Debug)]
pub(crate) struct Steps<B> {
    pub(crate) quiet: Vec<Step<B>>,
    pub(crate) capture: Vec<Step<B>>,
}

/// Every square moved by so many indices, at most 63.
#[inline(always)]
pub(super) fn shift<B: Bitboard>(squares: B, delta: i32) -> B {
    if delta >= 0 { squares.up(delta as u32) } else { squares.down(-delta as u32) }
}
