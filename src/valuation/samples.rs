//! [`Filter`]: which positions of a game say something of the worth of its men.

use super::ValuedKinds;
use crate::evaluation::Evaluation;
use crate::geometry::Bitboard;
use crate::position::{Move, Position};
use crate::rules::Ruleset;
use crate::search::Exchange;

/// Which positions are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Not before so many plies of the game.
    pub from: usize,
    /// One in so many plies at most.
    pub every: usize,
    /// Not the last so many plies.
    pub last: usize,
}

/// A position as a regression sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// What White has more than Black, by kind.
    pub difference: Vec<f64>,
    /// How many men there are, as a share of those of the start position; at most 1.
    pub phase: f64,
}

/// Picks the samples of games.
#[derive(Debug)]
pub struct Sampler<'r, B: Bitboard> {
    rules: &'r Ruleset<B>,
    kinds: &'r ValuedKinds,
    evaluation: &'r Evaluation<B>,
    filter: Filter,
    men: f64,
}

impl<'r, B: Bitboard> Sampler<'r, B> {
    /// A sampler for games of these rules; the values of the evaluation say which captures win.
    pub fn new(
        rules: &'r Ruleset<B>,
        kinds: &'r ValuedKinds,
        evaluation: &'r Evaluation<B>,
        filter: Filter,
    ) -> Self {
        let men = f64::from(rules.start().occupied().count());
        Self { rules, kinds, evaluation, filter, men }
    }

    /// The samples of a game: the positions before its moves, where nobody is in check and no capture
    /// or promotion wins anything.
    pub fn samples(&self, start: Position<B>, moves: &[Move]) -> Vec<Sample> {
        let mut position = start;
        let mut samples = Vec::new();
        let end = moves.len().saturating_sub(self.filter.last);
        let mut next = self.filter.from;
        for (ply, &mv) in moves.iter().enumerate().take(end) {
            if ply >= next && self.is_quiet(&position) {
                samples.push(Sample {
                    difference: self.kinds.difference(&position.setup(self.rules)),
                    phase: (f64::from(position.occupied().count()) / self.men).min(1.0),
                });
                next = ply + self.filter.every.max(1);
            }
            position = position.play(self.rules, mv);
        }
        samples
    }

    fn is_quiet(&self, position: &Position<B>) -> bool {
        if !self.rules.checkers(position).is_empty() {
            return false;
        }
        let exchange = Exchange::new(self.rules, self.evaluation, position);
        self.rules.legal_moves(position).into_iter().all(|mv| exchange.value(mv) <= 0)
    }
}
