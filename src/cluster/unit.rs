//! [`Unit`]: a piece of work that is done at once, and has a result of its own.

use serde::{Deserialize, Serialize};

use super::Work;
use super::games::{self, PlannedPair};
use crate::perft::identity::unit_id;

/// A piece of work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// Its place in the plan, from 0.
    pub n: u64,
    /// Its name, made from what is to be done: the same work has the same name in any plan.
    pub id: String,
    /// What is to be done.
    #[serde(flatten)]
    pub content: Content,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Content {
    /// To count from these positions: FENs without clocks that run, and how many ways lead to each.
    Positions(Vec<(String, u64)>),
    /// To play these pairs of games.
    Pairs(Vec<PlannedPair>),
}

impl Unit {
    /// A unit of a work.
    ///
    /// # Panics
    /// When the work has no such units.
    pub fn new(work: &Work, n: u64, content: Content) -> Self {
        let id = content.id(work).expect("the unit is one of the work");
        Self { n, id, content }
    }

    /// How many parts it has.
    pub fn size(&self) -> usize {
        match &self.content {
            Content::Positions(positions) => positions.len(),
            Content::Pairs(pairs) => pairs.len(),
        }
    }

    /// The name of its result: `00003-cc97e8f586a0b1c2`.
    pub fn key(&self) -> String {
        format!("{:05}-{}", self.n, self.id)
    }
}

impl Content {
    /// The name of a unit that does this; `None` if the work has no such units.
    pub(super) fn id(&self, work: &Work) -> Option<String> {
        match (work, self) {
            (Work::Perft(perft), Self::Positions(positions)) => {
                let items = positions.iter().map(|(fen, ways)| (fen.as_str(), *ways));
                Some(unit_id(&perft.count.rules, perft.count.rest(), items))
            }
            (Work::Games(games), Self::Pairs(pairs)) => Some(games::unit_id(games, pairs)),
            _ => None,
        }
    }
}
