//! [`Runs`]: fills along the four directions of a quad at once.

use crate::geometry::{Bitboard, Lanes};
use crate::rules::Quad;

/// Empty runs along the directions of a quad, from which fills of any men are made.
#[derive(Clone, Copy)]
pub(crate) struct Runs<'q, B: Bitboard, L> {
    pub(crate) quad: &'q Quad<B>,
    arrivals: L,
    /// Squares whose last one, two, three, four squares of the way are empty.
    empty: [L; 4],
}

impl<'q, B: Bitboard, L: Lanes<B>> Runs<'q, B, L> {
    /// The runs of a board.
    #[inline(always)]
    pub(crate) fn new(quad: &'q Quad<B>, occupied: B) -> Self {
        let arrivals = L::load(&quad.arrivals);
        let one = L::splat(!occupied).and(arrivals);
        let mut runs = Self { quad, arrivals, empty: [one; 4] };
        runs.empty[1] = one.and(runs.step(one, 1));
        runs.empty[2] = one.and(runs.step(runs.empty[1], 1));
        runs.empty[3] = runs.empty[1].and(runs.step(runs.empty[1], 2));
        runs
    }

    /// All squares some steps on.
    #[inline(always)]
    fn step(&self, squares: L, steps: usize) -> L {
        if self.quad.ascends {
            squares.up(&self.quad.shifts[steps - 1])
        } else {
            squares.down(&self.quad.shifts[steps - 1])
        }
    }

    /// The squares from which men stand, and all empty ones that they reach.
    #[inline(always)]
    pub(crate) fn fill(&self, from: L) -> L {
        let mut filled = from;
        for (steps, empty) in [(1, 0), (2, 1), (4, 3), (3, 2)] {
            filled = filled.or(self.empty[empty].and(self.step(filled, steps)));
        }
        filled
    }

    /// One step on, to any square.
    #[inline(always)]
    pub(crate) fn next(&self, from: L) -> L {
        self.step(from, 1).and(self.arrivals)
    }

    /// One step on, to empty squares, so many times.
    #[inline(always)]
    pub(crate) fn skip(&self, mut from: L, steps: u32) -> L {
        for _ in 0..steps {
            from = self.step(from, 1).and(self.empty[0]);
        }
        from
    }

    /// What riders reach, the men they stop at included.
    #[inline(always)]
    pub(crate) fn ride(&self, from: L, skips: u32) -> L {
        self.next(self.fill(self.skip(from, skips)))
    }
}
