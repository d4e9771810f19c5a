//! [`Runs`]: fills along the four directions of a quad at once.

use crate::geometry::{Bitboard, Lanes};
use crate::rules::Quad;

/// Empty runs along the directions of a quad, from which fills of any men are made. `UP` tells whether
/// the quad ascends, so that no step asks for it.
#[derive(Clone, Copy)]
pub(crate) struct Runs<'q, B: Bitboard, L, const UP: bool> {
    pub(crate) quad: &'q Quad<B>,
    arrivals: L,
    /// Squares whose last one, two, three, four squares of the way are empty.
    empty: [L; 4],
}

impl<'q, B: Bitboard, L: Lanes<B>, const UP: bool> Runs<'q, B, L, UP> {
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
        let by = &self.quad.shifts[steps - 1];
        if UP { squares.up(by) } else { squares.down(by) }
    }

    /// The squares from which men stand, and all empty ones that they reach.
    #[inline(always)]
    pub(crate) fn fill(&self, from: L) -> L {
        // Not a loop: in large functions the compiler leaves it one.
        let filled = self.fill_by(from, 1);
        let filled = self.fill_by(filled, 2);
        let filled = self.fill_by(filled, 4);
        self.fill_by(filled, 3)
    }

    /// The same squares, and those so many steps on with nobody on the way.
    #[inline(always)]
    fn fill_by(&self, from: L, steps: usize) -> L {
        from.or(self.empty[steps - 1].and(self.step(from, steps)))
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
