//! [`Unit`]: a piece of work that is done at once, and has a result of its own.

use serde::{Deserialize, Serialize};

use super::Work;
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
}

impl Unit {
    /// A unit of a work.
    pub fn new(work: &Work, n: u64, content: Content) -> Self {
        let id = content.id(work);
        Self { n, id, content }
    }

    /// How many parts it has.
    pub fn size(&self) -> usize {
        let Content::Positions(positions) = &self.content;
        positions.len()
    }

    /// The name of its result: `00003-cc97e8f586a0b1c2`.
    pub fn key(&self) -> String {
        format!("{:05}-{}", self.n, self.id)
    }
}

impl Content {
    /// The name of a unit that does this.
    pub(super) fn id(&self, work: &Work) -> String {
        let Work::Perft(perft) = work;
        let Self::Positions(positions) = self;
        let items = positions.iter().map(|(fen, multiplicity)| (fen.as_str(), *multiplicity));
        unit_id(&perft.count.rules, perft.count.rest(), items)
    }
}
