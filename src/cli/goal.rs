//! Whether a search has found what a puzzle asks for.

use crate::geometry::Bitboard;
use crate::prover::{Proof, Puzzle};
use crate::search::{Outcome, moves_to_mate};

/// Whether a search found a best move of a puzzle, and a mate as near as it says; `None` when nothing
/// was asked for.
pub(super) fn is_met<B: Bitboard>(puzzle: &Puzzle<B>, outcome: &Outcome) -> Option<bool> {
    let mate = match puzzle.proof {
        Some(Proof::Mate(moves)) => Some(moves),
        Some(Proof::Material { .. }) | None => None,
    };
    if puzzle.best.is_empty() && mate.is_none() {
        return None;
    }
    let moves =
        puzzle.best.is_empty() || outcome.best().is_some_and(|best| puzzle.best.contains(&best));
    let mates = mate.is_none_or(|asked| {
        let found = outcome.best().and_then(|_| moves_to_mate(outcome.score()));
        found.and_then(|moves| u32::try_from(moves).ok()).is_some_and(|n| (1..=asked).contains(&n))
    });
    Some(moves && mates)
}
