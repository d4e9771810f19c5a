//! [`Claim`]: the result of a game that the rules have ended.

use std::fmt;

use crate::engine::GameLine;
use crate::geometry::Bitboard;
use crate::movegen::{GameResult, Task, Variant};
use crate::pieces::Color;
use crate::rules::Ruleset;
use crate::search::Ending;

/// How a game has ended by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    pub(super) result: GameResult,
    pub(super) ending: Ending,
}

impl fmt::Display for Claim {
    /// `1-0 {White mates}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let comment = match (self.result, self.ending) {
            (GameResult::Win(side), Ending::Checkmate) => format!("{} mates", side.name()),
            (GameResult::Win(side), other) => format!("{} wins: {other}", side.name()),
            (_, Ending::Stalemate) => "Stalemate".to_owned(),
            (_, other) => format!("Draw by {other}"),
        };
        write!(f, "{} {{{comment}}}", self.result.word())
    }
}

/// How a game has ended; `None` while it goes on.
pub(super) fn claim(variant: &Variant, line: &GameLine) -> Option<Claim> {
    let ending = line.ending(variant)?;
    let result = variant.dispatch(ResultOf { ending, turn: line.turn() });
    Some(Claim { result, ending })
}

struct ResultOf {
    ending: Ending,
    turn: Color,
}

impl Task for ResultOf {
    type Output = GameResult;
    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> GameResult {
        self.ending.result(rules, self.turn)
    }
}
