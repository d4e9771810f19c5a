//! [`Standing`]: how a run stands, pair by pair.

use std::collections::{BTreeMap, HashMap};

use super::{Journal, Outcome, Schedule};
use crate::pieces::Color;
use crate::rating::{Results, Sprt, Verdict};

/// How often a pair of games came to 0, 1/2, 1, 3/2 and 2 points for the first of the opponents.
pub type PairCounts = [u64; 5];

/// A run is invalid if more than one in so many pairs was given up.
const TOLERATED: u64 = 20;
/// Nothing is said of a run that is not over before so many pairs were given up.
const FEWEST: u64 = 3;

/// Where a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// What it says: [`Verdict::Pass`] or [`Verdict::Fail`].
    pub verdict: Verdict,
    /// The pairs up to the one that decided, those given up left out.
    pub counts: PairCounts,
}

/// How a run stands: only pairs count of which both games were finished.
#[derive(Clone, Debug)]
pub struct Standing {
    pairings: Vec<[usize; 2]>,
    counts: Vec<PairCounts>,
    /// By pairing: games that its first player has won, drawn and lost.
    games: Vec<[u64; 3]>,
    planned: Option<u64>,
    given_up: u64,
    failures: u64,
    /// Pairs of which one game is finished.
    open: HashMap<u64, [Option<Outcome>; 2]>,
    /// Pairs that are settled, while one before them is not: their place in the counts, or none.
    waiting: BTreeMap<u64, Option<usize>>,
    /// All pairs before this one are settled.
    next: u64,
    in_order: PairCounts,
    decision: Option<Decision>,
    running: usize,
    test: Option<Sprt>,
}

impl Standing {
    /// The standing of a run that has not begun.
    pub fn new(schedule: &Schedule, test: Option<Sprt>) -> Self {
        let pairings = schedule.pairings().to_vec();
        Self {
            counts: vec![[0; 5]; pairings.len()],
            games: vec![[0; 3]; pairings.len()],
            pairings,
            planned: schedule.pairs(),
            given_up: 0,
            failures: 0,
            open: HashMap::new(),
            waiting: BTreeMap::new(),
            next: 0,
            in_order: [0; 5],
            decision: None,
            running: 0,
            test,
        }
    }

    /// The standing of a run as it was left.
    pub fn of(schedule: &Schedule, journal: &Journal, test: Option<Sprt>) -> Self {
        let mut standing = Self::new(schedule, test);
        standing.failures = journal.failures().len() as u64;
        let done: BTreeMap<u64, Option<[Outcome; 2]>> = journal
            .pairs()
            .map(|(pair, outcomes)| (pair, Some(outcomes)))
            .chain(journal.given_up().into_iter().map(|pair| (pair, None)))
            .collect();
        for (pair, outcomes) in done {
            standing.settle(schedule, pair, outcomes);
        }
        for (pair, game, outcome) in journal.single_games() {
            standing.open.entry(pair).or_default()[usize::from(game)] = Some(outcome);
        }
        standing
    }

    /// Takes note of a finished game.
    pub(super) fn note(&mut self, schedule: &Schedule, (pair, game, outcome): (u64, u8, Outcome)) {
        let open = self.open.entry(pair).or_default();
        open[usize::from(game)] = Some(outcome);
        if let [Some(first), Some(second)] = *open {
            self.open.remove(&pair);
            self.settle(schedule, pair, Some([first, second]));
        }
    }

    /// Takes note of a game that could not be finished: its pair begins anew, or is given up.
    pub(super) fn note_failure(&mut self, schedule: &Schedule, pair: u64, is_given_up: bool) {
        self.failures += 1;
        self.open.remove(&pair);
        if is_given_up {
            self.settle(schedule, pair, None);
        }
    }

    fn settle(&mut self, schedule: &Schedule, number: u64, outcomes: Option<[Outcome; 2]>) {
        let pairing = schedule.pair(number).pairing;
        let place = outcomes.map(|[one, two]| {
            let points = [one.half_points(Color::White), two.half_points(Color::Black)];
            for points in points {
                self.games[pairing][2 - points as usize] += 1;
            }
            (points[0] + points[1]) as usize
        });
        match place {
            Some(place) => self.counts[pairing][place] += 1,
            None => self.given_up += 1,
        }
        self.waiting.insert(number, place);
        while let Some(place) = self.waiting.remove(&self.next) {
            self.next += 1;
            let Some(place) = place else { continue };
            self.in_order[place] += 1;
            if self.decision.is_none() {
                let counts = self.in_order;
                let verdict = self.log_likelihood_ratio().zip(self.test);
                let verdict = verdict.map(|(ratio, test)| test.verdict(ratio));
                let verdict = verdict.filter(|&verdict| verdict != Verdict::Continue);
                self.decision = verdict.map(|verdict| Decision { verdict, counts });
            }
        }
    }

    pub(super) fn set_running(&mut self, games: usize) {
        self.running = games;
    }

    /// How many pairs are being played.
    pub fn running(&self) -> usize {
        self.running
    }

    /// Two places in the list of players for each two that meet, with how often each result of a pair
    /// occurred, and how many games the first of the two has won, drawn and lost.
    pub fn pairings(&self) -> impl Iterator<Item = ([usize; 2], PairCounts, [u64; 3])> {
        let counts = self.counts.iter().copied();
        let both = self.pairings.iter().copied().zip(counts).zip(self.games.iter().copied());
        both.map(|((players, counts), games)| (players, counts, games))
    }

    /// How many pairs count.
    pub fn pairs(&self) -> u64 {
        self.counts.iter().flatten().sum()
    }

    /// How many pairs were asked for; `None` where a test ends the run.
    pub fn planned(&self) -> Option<u64> {
        self.planned
    }

    /// How many pairs were given up because a program failed again and again.
    pub fn given_up(&self) -> u64 {
        self.given_up
    }

    /// How many games a failing program ended.
    pub fn failures(&self) -> u64 {
        self.failures
    }

    /// The counts of all pairs before the first that is not settled.
    pub fn in_order(&self) -> PairCounts {
        self.in_order
    }

    /// The test that ends the run, if there is one.
    pub fn test(&self) -> Option<Sprt> {
        self.test
    }

    /// What the test has come to, or had when it ended: the logarithm of the likelihood ratio.
    pub fn log_likelihood_ratio(&self) -> Option<f64> {
        let counts = self.decision.map_or(self.in_order, |decision| decision.counts);
        Some(self.test?.log_likelihood_ratio(&Results::Pairs(counts)))
    }

    /// Where the test ended, if it has. It looks at pairs in the order of their numbers, so it ends
    /// at the same pair however many are played at once.
    pub fn decision(&self) -> Option<Decision> {
        self.decision
    }

    /// Whether so many pairs were given up that the others say nothing.
    pub fn is_invalid(&self) -> bool {
        self.given_up * TOLERATED > self.given_up + self.pairs()
    }

    /// Whether it will be so at the end.
    pub fn is_hopeless(&self) -> bool {
        let all = self.planned.unwrap_or(self.given_up + self.pairs());
        self.given_up >= FEWEST && self.given_up * TOLERATED > all
    }
}
