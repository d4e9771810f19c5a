//! Scores of a search: what they mean beyond the evaluation.

use crate::evaluation::MAX_EVALUATION;

/// The most plies from the root of a search.
pub const MAX_PLY: usize = 128;

/// The score of a side that has mated its enemy; of one that will, a point less for each ply.
pub const MATE: i32 = 32_000;

/// Beyond any score.
pub(super) const INFINITE: i32 = MATE + 1;

/// The score of a draw.
pub(super) const DRAW: i32 = 0;

/// Scores at least this far from zero are mates.
const LEAST_MATE: i32 = MATE - 2 * MAX_PLY as i32;

const _: () = assert!(LEAST_MATE > MAX_EVALUATION && MATE < i16::MAX as i32);

/// Whether a score is a mate, given or suffered.
pub(super) const fn is_mate(score: i32) -> bool {
    score.abs() >= LEAST_MATE
}

/// Whether a score is a mate suffered.
pub(super) const fn is_mated(score: i32) -> bool {
    score <= -LEAST_MATE
}

/// The score of the side to move that has lost, so many plies from the root.
pub(super) const fn mated_in(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// In how many moves a score mates: positive for the side to move, negative against it; `None` for
/// other scores. A side already mated has 0.
pub const fn moves_to_mate(score: i32) -> Option<i32> {
    if !is_mate(score) {
        return None;
    }
    let plies = MATE - score.abs();
    let moves = (plies + 1) / 2;
    Some(if score > 0 { moves } else { -moves })
}

/// A score as a table keeps it: mates counted from the position instead of the root.
pub(super) const fn to_table(score: i32, ply: usize) -> i32 {
    match score {
        _ if score >= LEAST_MATE => score + ply as i32,
        _ if score <= -LEAST_MATE => score - ply as i32,
        _ => score,
    }
}

/// The reverse of [`to_table`].
pub(super) const fn from_table(score: i32, ply: usize) -> i32 {
    match score {
        _ if score >= LEAST_MATE => score - ply as i32,
        _ if score <= -LEAST_MATE => score + ply as i32,
        _ => score,
    }
}

/// The scores that a search is asked to tell apart: between `alpha` and `beta`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    pub(super) const FULL: Self = Self { alpha: -INFINITE, beta: INFINITE };

    /// The window that only asks whether a score is above `alpha`.
    pub(super) const fn null(alpha: i32) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// The window as the enemy sees it.
    pub(super) const fn turned(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// Whether exact scores can lie in it: whether the node is expected on the principal variation.
    pub(super) const fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(moves_to_mate(MATE - 1), Some(1));
        assert_eq!(moves_to_mate(MATE - 3), Some(2));
        assert_eq!(moves_to_mate(mated_in(0)), Some(0));
        assert_eq!(moves_to_mate(mated_in(2)), Some(-1));
        assert_eq!(moves_to_mate(MAX_EVALUATION), None);
    }

    #[test]
    fn table_scores_keep_the_distance_of_a_mate() {
        let score = MATE - 7;
        // Found 4 plies from the root, the mate is 3 plies from the position.
        assert_eq!(to_table(score, 4), MATE - 3);
        assert_eq!(from_table(to_table(score, 4), 10), MATE - 13);
        assert_eq!(from_table(to_table(-score, 4), 4), -score);
        assert_eq!(to_table(123, 4), 123);
    }
}
