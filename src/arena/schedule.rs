//! [`Schedule`]: who meets whom in which pair of games.

use super::{Contest, Plan};
use crate::sampling::Random;

/// Who meets whom. All of it follows from the plan and the number of a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    rounds: Option<u64>,
    seed: u64,
}

/// A pair of games of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Its number, from 0.
    pub number: u64,
    /// Its round, from 0: in each every pairing plays a pair. It is also the number of the opening.
    pub round: u64,
    /// The number of its pairing.
    pub pairing: usize,
    /// Places in the list of players: who has White in the first game, and who in the second.
    pub players: [usize; 2],
    /// A seed of its own.
    pub seed: u64,
}

impl Schedule {
    /// The schedule of a plan.
    pub fn new(plan: &Plan) -> Self {
        let count = plan.players.len();
        let pairings = match plan.contest {
            Contest::Gauntlet => (1..count).map(|other| [0, other]).collect(),
            Contest::RoundRobin => {
                let all = |first| (first + 1..count).map(move |second| [first, second]);
                (0..count).flat_map(all).collect()
            }
        };
        Self { pairings, rounds: plan.rounds, seed: plan.seed }
    }

    /// Two places in the list of players for each two that meet.
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// How many pairs there are; `None` where nobody says.
    pub fn pairs(&self) -> Option<u64> {
        Some(self.rounds? * self.pairings.len() as u64)
    }

    /// A pair by its number.
    pub fn pair(&self, number: u64) -> Pair {
        let count = self.pairings.len().max(1) as u64;
        let pairing = (number % count) as usize;
        let players = self.pairings.get(pairing).copied().unwrap_or_default();
        let seed = Random::of_item(self.seed, number).seed();
        Pair { number, round: number / count, pairing, players, seed }
    }
}
