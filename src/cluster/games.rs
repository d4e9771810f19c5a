//! Games by units: how pairs of games are planned, played and put into the log of one run.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::counts::Done;
use super::{Content, Made, PlanFile, Published, ResultError, ResultText, Results, Unit, Work};
use crate::arena::log::FORMAT;
use crate::arena::openings::{Openings, OpeningsError};
use crate::arena::pairs::{Desk, SettledPair, play_pairs};
use crate::arena::{
    ArenaError, Conditions, FailedGame, Opening, OtherProgram, Plan, PlayedGame, Run, Schedule,
    here,
};
use crate::geometry::Bitboard;
use crate::perft::identity::digest;
use crate::rules::Ruleset;

/// Games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamesWork {
    /// What is played.
    pub plan: Plan,
    /// The players that are other programs, as they were when the plan was made.
    pub programs: Vec<OtherProgram>,
}

/// A pair of games of a unit. Its players and its seed follow from the plan and its number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedPair {
    /// The number of the pair in its run, from 0.
    pub number: u64,
    /// Where it begins.
    pub opening: Opening,
    /// Where its second game begins, if elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<Opening>,
}

impl PlannedPair {
    /// Where its two games begin.
    pub fn openings(&self) -> [&Opening; 2] {
        [&self.opening, self.second.as_ref().unwrap_or(&self.opening)]
    }
}

/// A plan of all pairs of a run, so many in a unit. Openings are drawn here, for none may come up twice.
///
/// # Errors
/// When there are not enough openings.
///
/// # Panics
/// When the plan does not say how many pairs there are.
pub fn plan<B: Bitboard>(
    rules: &Ruleset<B>,
    work: GamesWork,
    pairs_in_unit: u64,
) -> Result<PlanFile, OpeningsError> {
    let schedule = Schedule::new(&work.plan);
    let count = schedule.pairs().expect("the plan says how many");
    let mut openings = Openings::new(rules, &work.plan.openings, work.plan.seed)?;
    let mut units: Vec<Content> = Vec::new();
    for first in (0..count).step_by(pairs_in_unit.max(1) as usize) {
        let numbers = first..(first + pairs_in_unit.max(1)).min(count);
        let pair = |number| {
            let [opening, second] = openings.of_round(schedule.pair(number).round)?;
            let second = (second != opening).then_some(second);
            Ok(PlannedPair { number, opening, second })
        };
        units.push(Content::Pairs(numbers.map(pair).collect::<Result<_, OpeningsError>>()?));
    }
    Ok(PlanFile::new(Work::Games(Box::new(work)), units))
}

/// The name of a unit.
pub(super) fn unit_id(work: &GamesWork, pairs: &[PlannedPair]) -> String {
    let run = work.plan.id();
    let pair =
        |pair: &PlannedPair| serde_json::to_string(pair).expect("texts and numbers are JSON");
    let pairs: Vec<String> = pairs.iter().map(pair).collect();
    digest(["games unit 1", &run].into_iter().chain(pairs.iter().map(String::as_str)))
}

/// The sums of the lines of a result; the place of the first that does not belong to the unit.
pub(super) fn line_sums(
    work: &GamesWork,
    pairs: &[PlannedPair],
    lines: &[String],
) -> Result<Vec<String>, usize> {
    let run = work.plan.id();
    let mut settled: HashMap<u64, SettledPair> = HashMap::new();
    let mut sums = Vec::with_capacity(lines.len());
    for (index, line) in lines.iter().enumerate() {
        let (number, game, opening, sum) = match Line::read(line, &run) {
            Some(Line::Game(game)) => {
                let (number, opening, sum) = (game.pair, game.opening.clone(), game.sum.clone());
                let which = game.game;
                settled.entry(number).or_default().games.push(*game);
                (number, which, opening, sum)
            }
            Some(Line::Failure(failed)) => {
                let (number, which) = (failed.pair, failed.game);
                let opening = failed.opening.clone();
                settled.entry(number).or_default().failures.push(*failed);
                (number, which, opening, digest([line.as_str()]))
            }
            None => return Err(index),
        };
        let begins = |pair: &PlannedPair| {
            pair.openings().get(usize::from(game)).is_some_and(|known| **known == opening)
        };
        if !pairs.iter().any(|pair| pair.number == number && begins(pair)) {
            return Err(index);
        }
        sums.push(sum);
    }
    let is_settled =
        |pair: &PlannedPair| settled.get(&pair.number).is_some_and(SettledPair::is_whole);
    if pairs.iter().all(is_settled) { Ok(sums) } else { Err(lines.len()) }
}

/// A line of a result.
enum Line {
    Game(Box<PlayedGame>),
    Failure(Box<FailedGame>),
}

impl Line {
    fn read(line: &str, run: &str) -> Option<Self> {
        match PlayedGame::read(line, run) {
            Some(game) => Some(Self::Game(Box::new(game))),
            None => serde_json::from_str(line).ok().map(|failed| Self::Failure(Box::new(failed))),
        }
    }
}

/// Plays the pairs of those of some units that have no result yet, and writes their results, until the
/// brake is on.
///
/// # Errors
/// When a player cannot be had, or a result cannot be written.
pub fn work<B: Bitboard>(
    rules: &Ruleset<B>,
    plan: &PlanFile,
    units: &[&Unit],
    results: &Results,
    conditions: Conditions<'_>,
    tell: &mut dyn FnMut(&Unit),
) -> Result<Done, GamesError> {
    let Work::Games(work) = &plan.work else { return Ok(Done::default()) };
    let mut desk = UnitDesk {
        plan,
        run: work.plan.id(),
        results,
        units: units.iter().copied().collect(),
        waiting: std::collections::VecDeque::new(),
        open: HashMap::new(),
        unit_of: HashMap::new(),
        done: Done::default(),
        error: None,
        tell,
    };
    play_pairs(rules, &work.plan, conditions, &mut desk)?;
    match desk.error {
        Some(error) => Err(error.into()),
        None => Ok(desk.done),
    }
}

/// Why games cannot be played.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GamesError {
    /// A player cannot be had.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// A result cannot be written.
    #[error(transparent)]
    Result(#[from] ResultError),
}

/// A unit of which pairs are played.
struct OpenUnit<'a> {
    unit: &'a Unit,
    started: String,
    pairs: HashMap<u64, SettledPair>,
}

struct UnitDesk<'a> {
    plan: &'a PlanFile,
    run: String,
    results: &'a Results,
    units: std::collections::VecDeque<&'a Unit>,
    waiting: std::collections::VecDeque<&'a PlannedPair>,
    open: HashMap<u64, OpenUnit<'a>>,
    unit_of: HashMap<u64, u64>,
    done: Done,
    error: Option<ResultError>,
    tell: &'a mut dyn FnMut(&Unit),
}

impl Desk for UnitDesk<'_> {
    fn next(&mut self) -> Option<(u64, [Opening; 2])> {
        loop {
            if let Some(pair) = self.waiting.pop_front() {
                return Some((pair.number, pair.openings().map(Opening::clone)));
            }
            let unit = self.units.pop_front()?;
            match self.results.find(self.plan, unit) {
                Ok(None) => {}
                Ok(Some(_)) => {
                    self.done.before += 1;
                    continue;
                }
                Err(fault) => {
                    self.done.faults.push(fault);
                    continue;
                }
            }
            let Content::Pairs(pairs) = &unit.content else { continue };
            let started = here::now();
            self.open.insert(unit.n, OpenUnit { unit, started, pairs: HashMap::new() });
            self.unit_of.extend(pairs.iter().map(|pair| (pair.number, unit.n)));
            self.waiting.extend(pairs);
        }
    }

    fn take(&mut self, number: u64, pair: SettledPair) -> bool {
        let Some(n) = self.unit_of.remove(&number) else { return true };
        let Some(open) = self.open.get_mut(&n) else { return true };
        open.pairs.insert(number, pair);
        if open.pairs.len() < open.unit.size() {
            return true;
        }
        let Some(open) = self.open.remove(&n) else { return true };
        match self.publish(open) {
            Ok(()) => true,
            Err(fault @ (ResultError::Conflict { .. } | ResultError::Corrupt { .. })) => {
                self.done.faults.push(fault);
                true
            }
            Err(error) => {
                self.error = Some(error);
                false
            }
        }
    }
}

impl UnitDesk<'_> {
    fn publish(&mut self, open: OpenUnit<'_>) -> Result<(), ResultError> {
        let mut pairs: Vec<(u64, SettledPair)> = open.pairs.into_iter().collect();
        pairs.sort_by_key(|(number, _)| *number);
        let (mut lines, mut seconds) = (Vec::new(), 0.0);
        for (_, mut pair) in pairs {
            pair.games.sort_by_key(|game| (game.attempt, game.game));
            for game in &mut pair.games {
                seconds += game.times.iter().sum::<u64>() as f64 / 1e6;
                lines.push(game.line(&self.run).trim_end().to_owned());
            }
            lines.extend(pair.failures.iter().map(|failed| failed.line().trim_end().to_owned()));
        }
        let made = Made::here(open.started, seconds, None);
        let result = ResultText::new(&self.plan.work, &self.plan.id, open.unit, lines, made);
        if self.results.publish(self.plan, open.unit, &result)? == Published::First {
            (self.tell)(open.unit);
        }
        self.done.counted += 1;
        Ok(())
    }
}

/// The log of a run, made from results of all its units: what the run is, the lines of its games, and
/// those of games that could not be finished.
pub fn log(plan: &PlanFile, results: &[ResultText]) -> Option<(Run, String, String)> {
    let Work::Games(work) = &plan.work else { return None };
    let id = work.plan.id();
    let (mut games, mut failures) = (String::new(), String::new());
    for line in results.iter().flat_map(|result| &result.lines) {
        let text = match Line::read(line, &id)? {
            Line::Game(_) => &mut games,
            Line::Failure(_) => &mut failures,
        };
        *text += line;
        *text += "\n";
    }
    let started = results.iter().map(|result| result.made.started.clone()).min();
    let run = Run {
        format: FORMAT.to_owned(),
        id,
        tool: super::tool(),
        started: started.unwrap_or_else(here::now),
        machine: here::machine(),
        programs: work.programs.clone(),
        plan: work.plan.clone(),
    };
    Some((run, games, failures))
}
