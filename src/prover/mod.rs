//! Proofs: what can be forced, found by looking at every move.
//!
//! [`MateProver`] proves mates in so many moves, [`MaterialProver`] what a few moves win. They take
//! moves, and the ends of games, from the generator; with [`search`](crate::search) they share
//! nothing: no evaluation, no table, and nothing is left out but what cannot change the answer. So
//! they judge it, as [`naive`](crate::naive) judges the generator.
//!
//! A [`Puzzle`] is a position with what was proved of it, a line of an EPD file; a [`Finder`] looks
//! for puzzles in random games and composed positions.
//!
//! ```
//! use tamerlane::geometry::Bitboard;
//! use tamerlane::movegen::{Task, Variant};
//! use tamerlane::prover::{Exhausted, MateProver};
//! use tamerlane::rules::Ruleset;
//!
//! struct Ladder;
//! impl Task for Ladder {
//!     type Output = Result<Option<u32>, Exhausted>;
//!     fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output {
//!         let position = rules.position("7k/8/R7/1R6/8/8/8/4K3 w - - 0 1").unwrap();
//!         let mate = MateProver::new(rules, 1_000_000).mate_within(&position, 3)?;
//!         Ok(mate.map(|mate| mate.moves))
//!     }
//! }
//! let chess = Variant::load("chess").unwrap();
//! assert_eq!(chess.dispatch(Ladder), Ok(Some(2)));
//! ```

mod finder;
mod mate;
mod material;
mod puzzle;

pub use finder::{Finder, Wanted};
pub use mate::{Mate, MateProver};
pub use material::{MARGIN, MaterialProver, Tactic, WIN};
pub use puzzle::{Proof, Puzzle, PuzzleError, Verdict};

/// A proof would have taken more positions than were allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not proved after {0} positions")]
pub struct Exhausted(pub u64);

/// Counts positions against what is allowed.
#[derive(Clone, Copy, Debug)]
struct Budget {
    made: u64,
    most: u64,
}

impl Budget {
    const fn new(most: u64) -> Self {
        Self { made: 0, most }
    }

    /// One position more.
    #[inline]
    const fn spend(&mut self) -> Result<(), Exhausted> {
        self.made += 1;
        if self.made > self.most { Err(Exhausted(self.most)) } else { Ok(()) }
    }
}
