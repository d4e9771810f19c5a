//! [`Evidence`]: the games of all stages, as observations.

use std::collections::BTreeMap;

use super::ValuedKinds;
use crate::arena::{
    Difference, Journal, JournalError, OpeningsPlan, Outcome as GameOutcome, Program, ValuesPlan,
};
use crate::estimation::{Observation, Outcome};
use crate::position::Setup;
use crate::rules::Game;

/// A pair of games that armies of different men played.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedPair {
    /// How they differed.
    pub difference: Difference,
    /// The stage, from 0.
    pub stage: usize,
    /// The two games, White's view. Their cluster is that of the pair.
    pub games: [Observation; 2],
}

/// The games of all stages, in the order of stages and pairs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evidence {
    /// The pairs that count.
    pub pairs: Vec<PlayedPair>,
    /// For each stage the values of its players: what they were called, and the text.
    pub stages: Vec<ValuesPlan>,
    /// How many games ended how.
    pub reasons: BTreeMap<String, u64>,
    /// How long all games took together, in seconds of one thread.
    pub seconds: f64,
    /// How many plies they had.
    pub plies: u64,
}

impl Evidence {
    /// Reads the games of the stages.
    ///
    /// # Errors
    /// When a log cannot be read.
    pub fn of(game: &Game, kinds: &ValuedKinds, stages: &[Journal]) -> Result<Self, JournalError> {
        let mut evidence = Self::default();
        for (stage, journal) in stages.iter().enumerate() {
            evidence.stages.push(values_of(journal));
            let mut open: Option<Observation> = None;
            for played in journal.games() {
                let played = played?;
                *evidence.reasons.entry(played.reason.words().to_owned()).or_default() += 1;
                evidence.seconds += played.seconds;
                evidence.plies += played.moves.len() as u64;
                // Positions of a run have passed the rules when they were made.
                let Ok(setup) = Setup::parse(game, &played.opening.fen) else { continue };
                let mut features = kinds.difference(&setup);
                features.push(1.0);
                let observation = Observation {
                    features,
                    outcome: outcome(played.result),
                    cluster: (stage as u64) << 40 | played.pair,
                    weight: 1.0,
                };
                match open.take() {
                    None => open = Some(observation),
                    Some(first) => evidence.pairs.push(PlayedPair {
                        difference: difference_of(journal, played.pair),
                        stage,
                        games: [first, observation],
                    }),
                }
            }
        }
        Ok(evidence)
    }

    /// The pairs of some stages, by their number from 0.
    #[must_use]
    pub fn of_stages(&self, is_wanted: impl Fn(usize) -> bool) -> Self {
        let pairs = self.pairs.iter().filter(|pair| is_wanted(pair.stage));
        Self { pairs: pairs.cloned().collect(), ..self.clone() }
    }

    /// All games.
    pub fn observations(&self) -> Vec<Observation> {
        self.pairs.iter().flat_map(|pair| pair.games.clone()).collect()
    }
}

/// How a game ended for White.
pub(super) fn outcome(result: GameOutcome) -> Outcome {
    match result {
        GameOutcome::White => Outcome::Win,
        GameOutcome::Black => Outcome::Loss,
        GameOutcome::Draw => Outcome::Draw,
    }
}

/// The values of a run's players.
fn values_of(journal: &Journal) -> ValuesPlan {
    let first = journal.run().plan.players.first();
    match first.map(|player| &player.program) {
        Some(Program::Engine { values: Some(values), .. }) => values.clone(),
        _ => ValuesPlan { file: String::new(), text: String::new() },
    }
}

fn difference_of(journal: &Journal, pair: u64) -> Difference {
    match &journal.run().plan.openings {
        OpeningsPlan::Armies(armies) if !armies.order.is_empty() => {
            let place = armies.order[(pair % armies.order.len() as u64) as usize];
            armies.differences.get(place as usize).cloned().unwrap_or_default()
        }
        _ => Difference::default(),
    }
}
