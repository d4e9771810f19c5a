//! Counting by units: how a count is planned, done and added up.

use std::collections::HashMap;
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Mutex;

use cpu_time::ThreadTime;
use rayon::prelude::*;

use super::{
    Content, Made, PerftWork, PlanFile, Published, ResultError, ResultText, Results, Unit, Work,
};
use crate::arena::here;
use crate::geometry::Bitboard;
use crate::movegen::AdmitError;
use crate::perft::{Frontier, Header, PerftError, Record, Subtotals, Subtrees, Watch, thread_pool};
use crate::position::Position;
use crate::rules::Ruleset;

/// Why a plan cannot be worked on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// There is not enough memory, or there are no threads.
    #[error(transparent)]
    Perft(#[from] PerftError),
    /// A result cannot be written.
    #[error(transparent)]
    Result(#[from] ResultError),
    /// A position is none.
    #[error(transparent)]
    Position(#[from] AdmitError),
    /// The plan does not hold what its count needs.
    #[error("the plan is not that of its count: {0}")]
    NotWhole(String),
}

/// A plan of a count: positions dealt to so many units, at most one for each.
pub fn plan(variant: &str, frontier: Frontier, units: usize) -> PlanFile {
    let Frontier { header, positions } = frontier;
    let units = units.clamp(1, positions.len().max(1));
    // Positions met one after the other are alike, and as heavy: so units even out.
    let mut dealt = vec![Vec::new(); if positions.is_empty() { 0 } else { units }];
    for (index, position) in positions.into_iter().enumerate() {
        dealt[index % units].push(position);
    }
    let work = Work::Perft(PerftWork { variant: variant.to_owned(), count: header });
    PlanFile::new(work, dealt.into_iter().map(Content::Positions))
}

/// How units are counted. No result depends on it.
#[derive(Clone, Copy)]
pub struct Conditions<'a> {
    /// How many threads count.
    pub threads: NonZeroUsize,
    /// The size of a table of counts in bytes; 0 for none.
    pub hash_bytes: u64,
    /// The seed of the keys that the rules were loaded with.
    pub key_seed: u64,
    /// Stops the count, and is told how far it is.
    pub watch: &'a Watch,
    /// Is told of each unit that was counted.
    pub tell: Teller<'a>,
}

impl fmt::Debug for Conditions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { threads, hash_bytes, key_seed, watch, .. } = self;
        let fields = (threads, hash_bytes, key_seed, watch);
        f.debug_tuple("Conditions").field(&fields).finish_non_exhaustive()
    }
}

/// What was done of some units.
#[derive(Debug, Default)]
pub struct Done {
    /// How many units were counted, and are there now.
    pub counted: usize,
    /// How many units were there before.
    pub before: usize,
    /// What is wrong with results that were there before.
    pub faults: Vec<ResultError>,
}

/// What a watcher is told of a unit that was counted: the sequences, each position as often as it is
/// reached, and the seconds of processor time.
pub type Teller<'a> = &'a (dyn Fn(&Unit, u128, f64) + Sync);

/// Counts those of some units that have no result yet, and writes their results, until the watch is
/// stopped.
///
/// # Errors
/// When there is not enough memory, a position of the plan is none, or a result cannot be written.
///
/// # Panics
/// When another thread has panicked.
pub fn work<B: Bitboard>(
    rules: &Ruleset<B>,
    plan: &PlanFile,
    units: &[&Unit],
    results: &Results,
    conditions: Conditions<'_>,
) -> Result<Done, CountError> {
    let mut memory = Subtrees::<B>::memory(conditions.hash_bytes)?;
    let watch = conditions.watch;
    let subtrees = Subtrees::new(rules, memory.as_mut(), watch);
    let job = Job { rules, plan, subtrees, results, conditions };
    let done = Mutex::new(Done::default());
    let lock = || done.lock().expect("no thread panics with the lock");
    let whole: usize = units.iter().map(|unit| unit.size()).sum();
    let one = |unit: &&Unit| -> Result<(), CountError> {
        if watch.is_stopped() {
            return Ok(());
        }
        // Looked for now and not at the start: another worker may have done it meanwhile.
        match results.find(plan, unit) {
            Ok(None) => {
                let outcome = job.count(unit, whole as u64);
                match outcome {
                    Ok(true) => lock().counted += 1,
                    Ok(false) => {}
                    Err(CountError::Result(
                        fault @ (ResultError::Conflict { .. } | ResultError::Corrupt { .. }),
                    )) => lock().faults.push(fault),
                    Err(error) => {
                        watch.stop();
                        return Err(error);
                    }
                }
            }
            Ok(Some(_)) => {
                lock().before += 1;
                watch.add(unit.size() as u64, whole as u64);
            }
            Err(fault) => lock().faults.push(fault),
        }
        Ok(())
    };
    let pool = thread_pool(conditions.threads)?;
    pool.install(|| units.par_iter().with_max_len(1).try_for_each(one))?;
    Ok(done.into_inner().expect("no thread panics with the lock"))
}

struct Job<'a, B: Bitboard> {
    rules: &'a Ruleset<B>,
    plan: &'a PlanFile,
    subtrees: Subtrees<'a, B>,
    results: &'a Results,
    conditions: Conditions<'a>,
}

impl<B: Bitboard> Job<'_, B> {
    /// Counts a unit, its positions on all threads that have nothing else to do; whether it was finished.
    fn count(&self, unit: &Unit, whole: u64) -> Result<bool, CountError> {
        let (Work::Perft(PerftWork { count, .. }), Content::Positions(positions)) =
            (&self.plan.work, &unit.content)
        else {
            return Ok(false);
        };
        let started = here::now();
        let one = |(fen, multiplicity): &(String, u64)| -> Result<_, CountError> {
            let position = self.rules.position(fen)?;
            let begin = ThreadTime::now();
            let Some(nodes) = self.subtrees.count(&position, count.rest()) else { return Ok(None) };
            let seconds = begin.elapsed().as_secs_f64();
            self.conditions.watch.add(1, whole);
            let id = Frontier::id(count, fen, *multiplicity);
            Ok(Some((Record { id, multiplicity: *multiplicity, nodes }, seconds)))
        };
        let counted: Vec<_> =
            positions.par_iter().with_max_len(1).map(one).collect::<Result<_, _>>()?;
        let Some(counted): Option<Vec<_>> = counted.into_iter().collect() else {
            return Ok(false);
        };
        let seconds = counted.iter().map(|(_, seconds)| seconds).sum();
        let nodes = counted.iter().map(|(record, _)| record.whole()).sum();
        let line = |(record, _): &(Record, f64)| record.line(&count.count).trim_end().to_owned();
        let lines = counted.iter().map(line).collect();
        let keys = (self.conditions.hash_bytes > 0).then_some(self.conditions.key_seed);
        let made = Made::here(started, seconds, keys);
        let result = ResultText::new(&self.plan.work, &self.plan.id, unit, lines, made);
        let published = self.results.publish(self.plan, unit, &result)?;
        if published == Published::First {
            (self.conditions.tell)(unit, nodes, seconds);
        }
        Ok(true)
    }
}

/// What a count came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Total {
    /// The number of sequences.
    pub nodes: u128,
    /// The same by first moves.
    pub subtotals: Subtotals,
}

/// Adds up a count of which every unit has a result; subtotals by so many first moves.
///
/// # Errors
/// When the plan is not that of its count: positions are missing, or come up more or less often.
pub fn total<B: Bitboard>(
    rules: &Ruleset<B>,
    plan: &PlanFile,
    results: &[ResultText],
    plies: u32,
) -> Result<Total, CountError> {
    let Work::Perft(PerftWork { count, .. }) = &plan.work else {
        return Err(CountError::NotWhole("it is about something else".to_owned()));
    };
    let position: Position<B> = rules.position(&count.fen)?;
    let mut counts = HashMap::new();
    let mut weighted = 0;
    for (unit, result) in plan.units.iter().zip(results) {
        let Content::Positions(positions) = &unit.content else { continue };
        for ((fen, _), record) in positions.iter().zip(result.records(&plan.work)) {
            weighted += record.whole();
            if counts.insert(fen.as_str(), record.nodes).is_some() {
                return Err(CountError::NotWhole(format!("\"{fen}\" is there twice")));
            }
        }
    }
    let missing = |fen| CountError::NotWhole(format!("\"{fen}\" is missing"));
    let subtotals =
        Frontier::subtotals(rules, &position, count, plies, &counts).map_err(missing)?;
    let nodes = subtotals.iter().map(|(_, nodes)| nodes).sum();
    if nodes != weighted {
        let reason = format!("its positions come to {weighted}, all moves to {nodes}");
        return Err(CountError::NotWhole(reason));
    }
    Ok(Total { nodes, subtotals })
}

/// The results of some units as the text of a checkpoint of the whole count.
pub fn checkpoint(count: &Header, results: &[ResultText]) -> String {
    let mut text = count.line();
    for line in results.iter().flat_map(|result| &result.lines) {
        text += line;
        text += "\n";
    }
    text
}
