//! [`Summary`]: what a run came to.

use std::collections::BTreeMap;

use serde::Serialize;

use super::course::Course;
use super::openings::Played;
use super::players::Players;
use super::{CoursePoint, Meeting, Openings, PlayerRow, Score, TestSummary, words};
use crate::arena::{
    Contest, FailedGame, Journal, JournalError, Outcome, PlayedGame, Reason, Schedule,
};
use crate::pieces::Color;
use crate::rating::{RatingList, Results, Strength};
use crate::statistics::Distribution;

/// The most buckets of lengths.
const BUCKETS: u32 = 20;

/// A run is invalid where more than one pair in so many was given up.
const TOLERATED: u64 = 20;

/// What a run came to. In JSON, numbers that are infinite are null.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// What was asked.
    #[serde(flatten)]
    pub run: RunSummary,
    /// How far it is.
    #[serde(flatten)]
    pub state: State,
    /// A row for each player, in the order of the plan.
    pub players: Vec<PlayerRow>,
    /// What each two did that met.
    pub pairings: Vec<Meeting>,
    /// Ratings of three players and more; their numbers are places in `players`.
    pub ratings: Option<RatingList>,
    /// What moving the white men was worth.
    pub white: WhiteSummary,
    /// How many games ended in which way.
    pub reasons: BTreeMap<Reason, u64>,
    /// The same with their results.
    pub endings: Vec<ReasonRow>,
    /// Games that were lost by a fault.
    pub forfeits: Vec<Forfeit>,
    /// How long they were.
    pub lengths: Lengths,
    /// Where they began.
    pub openings: Openings,
    /// The sequential test, if there is one.
    pub test: Option<TestSummary>,
    /// How a run of two players went: some moments in order. Empty for more players.
    pub course: Vec<CoursePoint>,
}

/// What was asked.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RunSummary {
    /// The name of the plan.
    #[serde(rename = "run")]
    pub id: String,
    /// The game.
    pub variant: String,
    /// The program that played, with its version.
    pub tool: String,
    /// When it began, in UTC.
    pub started: String,
    /// The machine: its name and processor.
    pub machine: String,
    /// The seed.
    pub seed: u64,
    /// Whether the same games come out again from the same seed.
    pub deterministic: bool,
    /// Where games begin, in words.
    pub begins: String,
    /// Who meets whom: `match`, `round robin` or `gauntlet`.
    pub contest: &'static str,
}

/// How far a run is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct State {
    /// Games that count.
    pub games: u64,
    /// Pairs that count.
    pub pairs: u64,
    /// Pairs that were asked for; none where a test decides.
    pub planned: Option<u64>,
    /// Whether all is played that was asked for, or the test has ended.
    pub complete: bool,
    /// Pairs that were given up because a program failed.
    pub given_up: Vec<u64>,
    /// Games that a failing program ended; they count for nobody.
    pub failures: Vec<FailedGame>,
    /// Whether so few pairs were given up that the others say something.
    pub valid: bool,
    /// Whether the last line of the log has no end: whoever wrote it was killed. It does not count.
    pub torn: bool,
}

/// What the white men were worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct WhiteSummary {
    /// How White did in all games.
    #[serde(flatten)]
    pub score: Score,
    /// The share of games that were drawn.
    pub draw_ratio: Option<f64>,
    /// The advantage, from pairs.
    pub advantage: Option<Strength>,
}

/// How often games ended in one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ReasonRow {
    /// The way.
    pub reason: Reason,
    /// Told of White.
    #[serde(flatten)]
    pub white: Score,
}

/// Games that a player lost by a fault of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Forfeit {
    /// The player.
    pub player: String,
    /// The fault.
    pub reason: Reason,
    /// How many games.
    pub count: u64,
}

/// How long games were, in plies with those of the opening.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Lengths {
    /// The shortest.
    pub least: Option<u32>,
    /// The mean.
    pub mean: Option<f64>,
    /// Half of all games are not longer.
    pub median: Option<u32>,
    /// Nineteen of twenty are not longer.
    pub percentile95: Option<u32>,
    /// The longest.
    pub greatest: Option<u32>,
    /// From, to, and how many games.
    pub buckets: Vec<(u32, u32, u64)>,
    /// The mean length of a game, in seconds.
    pub seconds: Option<f64>,
}

impl Summary {
    /// What the files of a run say. Every number is made from them.
    ///
    /// # Errors
    /// When a game cannot be read again.
    pub fn of(journal: &Journal) -> Result<Self, JournalError> {
        let run = journal.run();
        let plan = &run.plan;
        let mut reading = Reading::new(Players::new(plan));
        let mut first: Option<PlayedGame> = None;
        for game in journal.games() {
            let game = game?;
            match first.take() {
                Some(before) => reading.add_pair([&before, &game]),
                None => first = Some(game),
            }
        }
        for failure in journal.failures() {
            reading.players.add_failure(&failure.player);
        }
        let course = (plan.players.len() == 2)
            .then(|| Course::of(&reading.pairs, settled_in_order(journal), plan.test.as_ref()));
        let Course { points, test } = course.unwrap_or_default();
        let decided = test.as_ref().is_some_and(|test| test.verdict.is_some());
        let given_up = journal.given_up();
        let pairs = reading.pairs.len() as u64;
        let settled = pairs + given_up.len() as u64;
        let planned = Schedule::new(plan).pairs();
        let state = State {
            games: 2 * pairs,
            pairs,
            planned,
            complete: decided || planned.is_some_and(|planned| settled >= planned),
            valid: given_up.len() as u64 * TOLERATED <= settled,
            given_up,
            failures: journal.failures().to_vec(),
            torn: journal.is_torn(),
        };
        let ratings = reading.players.ratings();
        let players = reading.players.rows(ratings.as_ref());
        let endings = reading.endings();
        Ok(Self {
            run: RunSummary {
                id: run.id.clone(),
                variant: plan.variant.clone(),
                tool: run.tool.clone(),
                started: run.started.clone(),
                machine: format!("{}, {}", run.machine.host, run.machine.processor),
                seed: plan.seed,
                deterministic: plan.is_deterministic(),
                begins: words::openings(&plan.openings),
                contest: match plan.contest {
                    _ if plan.players.len() == 2 => "match",
                    Contest::RoundRobin => "round robin",
                    Contest::Gauntlet => "gauntlet",
                },
            },
            state,
            pairings: reading.players.meetings(),
            white: reading.white(),
            reasons: endings.iter().map(|row| (row.reason, row.white.games())).collect(),
            endings,
            forfeits: forfeits(&players),
            players,
            ratings,
            lengths: reading.lengths(),
            openings: reading.openings.finished(),
            test,
            course: points,
        })
    }
}

/// How many pairs that count come before the first that is neither finished nor given up.
fn settled_in_order(journal: &Journal) -> usize {
    let given_up = journal.given_up();
    let mut next = 0;
    let mut count = 0;
    for (pair, _) in journal.pairs() {
        while given_up.binary_search(&next).is_ok() {
            next += 1;
        }
        if pair != next {
            break;
        }
        next += 1;
        count += 1;
    }
    count
}

fn forfeits(players: &[PlayerRow]) -> Vec<Forfeit> {
    let of_one = |player: &PlayerRow| {
        let name = player.name.clone();
        let faults = player.lost_by.iter().filter(|(reason, _)| reason.is_forfeit());
        let forfeit = |(&reason, &count)| Forfeit { player: name.clone(), reason, count };
        faults.map(forfeit).collect::<Vec<_>>()
    };
    players.iter().flat_map(of_one).collect()
}

/// Everything that is counted while games are read.
struct Reading<'p> {
    players: Players<'p>,
    openings: Played,
    /// By pair, in order: the half points of the first player, or of the pair's first.
    pairs: Vec<usize>,
    /// By pair: the half points of White.
    white_pairs: [u64; 5],
    reasons: [Score; Reason::ALL.len()],
    plies: Distribution,
    seconds: f64,
}

impl<'p> Reading<'p> {
    fn new(players: Players<'p>) -> Self {
        Self {
            players,
            openings: Played::default(),
            pairs: Vec::new(),
            white_pairs: [0; 5],
            reasons: [Score::default(); Reason::ALL.len()],
            plies: Distribution::default(),
            seconds: 0.0,
        }
    }

    fn add_pair(&mut self, games: [&PlayedGame; 2]) {
        let half_points = |game: &PlayedGame| {
            let first = self.players.place(&game.white) < self.players.place(&game.black);
            game.result.half_points(if first { Color::White } else { Color::Black }) as usize
        };
        self.pairs.push(games.map(half_points).iter().sum());
        let white = |result: Outcome| result.half_points(Color::White) as usize;
        self.white_pairs[games.iter().map(|game| white(game.result)).sum::<usize>()] += 1;
        for game in games {
            let place = Reason::ALL.iter().position(|&reason| reason == game.reason);
            self.reasons[place.unwrap_or(0)].add(game.result, Color::White);
            self.plies.add(game.plies() as u32);
            self.seconds += game.seconds;
        }
        self.players.add_pair(games);
        self.openings.add_pair(games);
    }

    fn white(&self) -> WhiteSummary {
        let score = self.reasons.iter().fold(Score::default(), |sum, &score| sum.plus(score));
        WhiteSummary {
            score,
            draw_ratio: (score.games() > 0).then(|| score.drawn as f64 / score.games() as f64),
            advantage: Strength::of(&Results::Pairs(self.white_pairs)),
        }
    }

    fn endings(&self) -> Vec<ReasonRow> {
        let rows = Reason::ALL.into_iter().zip(self.reasons);
        let rows = rows.map(|(reason, white)| ReasonRow { reason, white });
        rows.filter(|row| row.white.games() > 0).collect()
    }

    fn lengths(&self) -> Lengths {
        let games = self.plies.total();
        let buckets = self.plies.buckets(BUCKETS);
        Lengths {
            least: self.plies.least(),
            mean: self.plies.mean(),
            median: self.plies.percentile(50),
            percentile95: self.plies.percentile(95),
            greatest: self.plies.greatest(),
            buckets: buckets.iter().map(|b| (b.from, b.to, b.count)).collect(),
            seconds: (games > 0).then(|| self.seconds / games as f64),
        }
    }
}
