//! What a search tells while it runs ([`Info`]) and when it is over ([`Outcome`]).

use std::time::Duration;

use super::score::moves_to_mate;
use super::table::Bound;
use crate::position::Move;

/// How a line stands after a depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Info<'a> {
    /// Plies of full depth.
    pub depth: u32,
    /// The most plies from the root that were looked at.
    pub selective_depth: u32,
    /// Which line it is, counted from 1: the best, the second best and so on.
    pub line: usize,
    /// The score for the side to move, see [`Line::score`].
    pub score: i32,
    /// Whether the score is only a bound.
    pub bound: Option<ScoreBound>,
    /// The positions made so far by all threads.
    pub nodes: u64,
    /// The time since the start.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub fullness: u32,
    /// The moves that are expected.
    pub moves: &'a [Move],
}

/// What a score that is not exact says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScoreBound {
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// A first move with what is expected to follow, and its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The score for the side to move, in five-hundredths of a rook; a mate in so many plies is
    /// [`MATE`](super::MATE) less these plies, being mated the negative of that.
    pub score: i32,
    /// The moves, at least one.
    pub moves: Vec<Move>,
}

impl Line {
    pub(super) const fn bound(bound: Bound) -> ScoreBound {
        match bound {
            Bound::Upper => ScoreBound::Upper,
            Bound::Lower | Bound::Exact => ScoreBound::Lower,
        }
    }

    /// In how many moves the line mates: negative where the side to move is mated.
    pub const fn mate(&self) -> Option<i32> {
        moves_to_mate(self.score)
    }
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The best lines, the best first; none where there is no legal move.
    pub lines: Vec<Line>,
    /// The last depth that was finished; 0 if none was.
    pub depth: u32,
    /// The positions made by all threads.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

impl Outcome {
    /// The best move.
    pub fn best(&self) -> Option<Move> {
        self.lines.first().map(|line| line.moves[0])
    }

    /// The answer that is expected to the best move.
    pub fn reply(&self) -> Option<Move> {
        self.lines.first().and_then(|line| line.moves.get(1).copied())
    }

    /// The score of the best move for the side to move; 0 where there is none.
    pub fn score(&self) -> i32 {
        self.lines.first().map_or(0, |line| line.score)
    }
}
