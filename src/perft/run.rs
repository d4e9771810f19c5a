//! [`Perft::run`]: a count is cut into units, the units are counted on all cores, and the results
//! are added up.

use rayon::prelude::*;

use super::count::{Counter, Tally};
use super::identity::unit_id;
use super::lookups::SharedLookups;
use super::split::{MAX_SPLIT, Split, Unit};
use super::verify::Verification;
use super::{
    Checkpoint, CheckpointError, Classes, CountTable, Header, Memory, Perft, PerftError, Record,
    Report, Watch, thread_pool,
};
use crate::geometry::Bitboard;
use crate::position::Position;
use crate::rules::Ruleset;

/// Units are at least so deep, so that each is worth handing to a thread.
const LEAST_UNIT_DEPTH: u32 = 3;
/// Without merging, more units bring nothing.
const UNMERGED_SPLIT: u32 = 2;

impl Perft {
    /// Counts from a position.
    ///
    /// # Errors
    /// When the system does not give the memory or the threads, or the checkpoint cannot be used.
    pub fn run<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        position: &Position<B>,
        watch: &Watch,
    ) -> Result<Report, PerftError> {
        if self.depth == 0 {
            return Ok(Report { nodes: 1, fresh: 1, ..self.empty_report() });
        }
        if self.depth == 1 && self.classes {
            return Ok(self.classes_of_moves(rules, position));
        }
        let merges = (self.hash_bytes > 0 || self.checkpoint.is_some()) && !self.classes;
        let plies = self.split_plies(merges);
        let split = Split::new(rules, position, plies, merges);
        let mut memory = match self.hash_bytes {
            0 => None,
            bytes => Some(Memory::new(bytes).ok_or(PerftError::Memory(bytes))?),
        };
        let table = memory.as_mut().map(CountTable::new);
        let lookups = SharedLookups::default();
        let verification = self.verify_hash.then(Verification::default);
        let job = Job {
            perft: self,
            rules,
            position,
            watch,
            table,
            lookups: &lookups,
            verification: verification.as_ref(),
            depth: self.depth - plies,
        };
        let mut report = match &self.checkpoint {
            Some(path) => {
                let fen = position.core(rules).fen(rules);
                let units = split.units.len();
                let header = Header::new(rules.game(), fen, self.depth, plies, units);
                let checkpoint = Checkpoint::open(path, header)?;
                job.resume(&split, &checkpoint)?
            }
            None => job.count_all(&split)?,
        };
        report.lookups = table.map(|table| lookups.finish(table.capacity()));
        report.verified = verification.map(Verification::finish);
        Ok(report)
    }

    /// How many plies are split off.
    fn split_plies(&self, merges: bool) -> u32 {
        // The classes of a move are seen from where it is made, so its ply is not split off.
        let least = if self.classes { 1 } else { LEAST_UNIT_DEPTH };
        if merges {
            merged_plies(self.depth)
        } else {
            self.depth.saturating_sub(least).clamp(1, UNMERGED_SPLIT)
        }
    }

    /// A count to depth 1 with classes, which are those of the first moves.
    fn classes_of_moves<B: Bitboard>(&self, rules: &Ruleset<B>, position: &Position<B>) -> Report {
        let moves = rules.legal_moves(position);
        let each = moves.iter().map(|&mv| Classes::of(rules, position, mv));
        Report {
            nodes: moves.len() as u128,
            fresh: moves.len() as u128,
            classes: Some(each.fold(Classes::default(), Classes::plus)),
            divide: moves.into_iter().map(|mv| (mv, 1)).collect(),
            ..self.empty_report()
        }
    }

    fn empty_report(&self) -> Report {
        Report {
            nodes: 0,
            divide: Vec::new(),
            classes: self.classes.then(Classes::default),
            is_complete: true,
            units: 0,
            resumed: 0,
            fresh: 0,
            lookups: None,
            verified: None,
        }
    }
}

/// How many plies are split off a count of this depth where equal positions are merged.
pub(super) fn merged_plies(depth: u32) -> u32 {
    depth.saturating_sub(LEAST_UNIT_DEPTH).clamp(1, MAX_SPLIT as u32)
}

/// What all threads of a count share.
struct Job<'a, B: Bitboard> {
    perft: &'a Perft,
    rules: &'a Ruleset<B>,
    position: &'a Position<B>,
    watch: &'a Watch,
    table: Option<CountTable<'a>>,
    lookups: &'a SharedLookups,
    verification: Option<&'a Verification>,
    /// The depth of the units.
    depth: u32,
}

impl<B: Bitboard> Job<'_, B> {
    /// Counts all units, without a checkpoint.
    fn count_all(&self, split: &Split) -> Result<Report, PerftError> {
        let all: Vec<usize> = (0..split.units.len()).collect();
        let tallies = self.each(split, &all, |_, unit| {
            Ok(if self.perft.classes { self.classify(unit) } else { self.count(unit) })
        })?;
        Ok(self.report(split, &tallies))
    }

    /// Counts the units that a checkpoint does not have, and adds them to it.
    fn resume(&self, split: &Split, checkpoint: &Checkpoint) -> Result<Report, PerftError> {
        let multiplicities = split.multiplicities();
        let game_rules = &checkpoint.header().rules;
        let fen =
            |unit: &Unit| unit.position(self.rules, self.position).core(self.rules).fen(self.rules);
        let ids: Vec<String> = split
            .units
            .iter()
            .zip(&multiplicities)
            .map(|(unit, &multiplicity)| {
                unit_id(game_rules, self.depth, [(fen(unit).as_str(), multiplicity)])
            })
            .collect();
        let mut tallies: Vec<Option<Tally>> = ids
            .iter()
            .map(|id| checkpoint.finished(id).map(|record| Tally::of_nodes(record.nodes)))
            .collect();
        let open: Vec<usize> = (0..ids.len()).filter(|&unit| tallies[unit].is_none()).collect();
        let counted = self.each(split, &open, |index, unit| {
            let Some(tally) = self.count(unit) else { return Ok(None) };
            let (id, multiplicity) = (ids[index].clone(), multiplicities[index]);
            checkpoint.add(&Record { id, multiplicity, nodes: tally.nodes })?;
            Ok(Some(tally))
        })?;
        checkpoint.sync()?;
        let before = weighted(&tallies, &multiplicities);
        for (&unit, tally) in open.iter().zip(counted) {
            tallies[unit] = tally;
        }
        let report = self.report(split, &tallies);
        Ok(Report { resumed: ids.len() - open.len(), fresh: report.fresh - before, ..report })
    }

    /// Does something with each of some units, on all threads; their order stays.
    fn each<T: Send>(
        &self,
        split: &Split,
        units: &[usize],
        work: impl Fn(usize, &Unit) -> Result<T, CheckpointError> + Sync,
    ) -> Result<Vec<T>, PerftError> {
        let whole = units.iter().map(|&unit| split.units[unit].weight).sum();
        let one = |&index: &usize| {
            let unit = &split.units[index];
            let done = work(index, unit)?;
            self.watch.add(unit.weight, whole);
            Ok(done)
        };
        let threads = self.perft.threads;
        if threads.get() == 1 {
            return units.iter().map(one).collect();
        }
        thread_pool(threads)?.install(|| units.par_iter().with_max_len(1).map(one).collect())
    }

    fn counter(&self) -> Counter<'_, B> {
        let Self { perft, rules, watch, table, verification, .. } = *self;
        Counter::new(rules, table, verification, perft.bulk, watch)
    }

    fn count(&self, unit: &Unit) -> Option<Tally> {
        let position = unit.position(self.rules, self.position);
        let mut counter = self.counter();
        let count = counter.count(&position, self.depth);
        self.lookups.add(counter.lookups());
        count.map(Tally::of_nodes)
    }

    fn classify(&self, unit: &Unit) -> Option<Tally> {
        let position = unit.position(self.rules, self.position);
        self.counter().classify(&position, self.depth)
    }

    fn report(&self, split: &Split, tallies: &[Option<Tally>]) -> Report {
        let add = |sum: u128, tally: Tally, times: u32| sum + tally.nodes * u128::from(times);
        let sums = split.sums(tallies, add);
        let divide: Vec<_> =
            split.roots.iter().zip(sums).filter_map(|(&mv, sum)| Some((mv, sum?))).collect();
        let classes = tallies.iter().flatten().map(|tally| tally.classes);
        Report {
            nodes: divide.iter().map(|(_, nodes)| nodes).sum(),
            is_complete: divide.len() == split.roots.len(),
            divide,
            classes: self.perft.classes.then(|| classes.fold(Classes::default(), Classes::plus)),
            units: split.units.len(),
            fresh: weighted(tallies, &split.multiplicities()),
            ..self.perft.empty_report()
        }
    }
}

/// The sequences of all units that are finished.
fn weighted(tallies: &[Option<Tally>], multiplicities: &[u64]) -> u128 {
    tallies
        .iter()
        .zip(multiplicities)
        .map(|(tally, &times)| tally.map_or(0, |tally| tally.nodes * u128::from(times)))
        .sum()
}
