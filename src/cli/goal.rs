//! [`Goal`]: what the operations of an EPD line say is to be found.

use anyhow::{Context, bail};

use crate::geometry::Bitboard;
use crate::position::{Move, Position};
use crate::rules::Ruleset;
use crate::search::{Outcome, moves_to_mate};

/// What a position of a test suite asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Goal {
    /// The name of the position.
    pub(super) id: Option<String>,
    /// The moves of which one is to be found; any if empty.
    best: Vec<Move>,
    /// In how many moves a mate is to be found.
    mate: Option<i32>,
}

impl Goal {
    /// Reads the operations `bm`, `dm` and `id`; others are skipped.
    pub(super) fn read<B: Bitboard>(
        rules: &Ruleset<B>,
        position: &Position<B>,
        operations: &str,
    ) -> anyhow::Result<Self> {
        let mut goal = Self::default();
        for operation in operations.split(';') {
            let words: Vec<&str> = operation.split_whitespace().collect();
            match words.as_slice() {
                ["bm", texts @ ..] if !texts.is_empty() => {
                    for text in texts {
                        let mv = rules.move_named(position, text);
                        goal.best.push(mv.with_context(|| format!("bm: \"{text}\" is not legal"))?);
                    }
                }
                ["dm", number] => {
                    let moves = number.parse().ok().filter(|&moves| moves > 0);
                    let expected = || format!("dm: \"{number}\": expected a number of moves");
                    goal.mate = Some(moves.with_context(expected)?);
                }
                ["bm" | "dm", ..] => bail!("\"{}\" says nothing", operation.trim()),
                ["id", name @ ..] => goal.id = Some(name.join(" ").trim_matches('"').to_owned()),
                _ => {}
            }
        }
        Ok(goal)
    }

    /// Whether a search found it; `None` when nothing was asked for.
    pub(super) fn is_met(&self, outcome: &Outcome) -> Option<bool> {
        if self.best.is_empty() && self.mate.is_none() {
            return None;
        }
        let moves =
            self.best.is_empty() || outcome.best().is_some_and(|best| self.best.contains(&best));
        let mates = self.mate.is_none_or(|asked| {
            outcome.best().is_some()
                && moves_to_mate(outcome.score()).is_some_and(|moves| (1..=asked).contains(&moves))
        });
        Some(moves && mates)
    }
}
