//! Perft: how many sequences of legal moves of a given length start from a position.
//!
//! The number is what move generators are checked by. [`Perft::run`] counts it on all cores, move
//! by move; [`Classes`] sorts the last moves by what they are; [`suite`] reads files of counts.

mod class;
mod count;
pub mod suite;
mod table;

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

pub use class::Classes;
pub use table::CountTable;

use crate::geometry::Bitboard;
use crate::position::{Move, Position};
use crate::rules::Ruleset;
use count::{Counter, Tally};

/// Depths beyond this are refused: no count comes near it.
pub const MAX_DEPTH: u32 = 64;

/// What to count, and how.
#[derive(Clone, Debug)]
pub struct Perft {
    /// The length of the sequences, in plies.
    pub depth: u32,
    /// How many threads count. The result does not depend on it.
    pub threads: NonZeroUsize,
    /// The size of the table of counts met before, in bytes; 0 for none.
    pub hash_bytes: u64,
    /// Whether the moves of the last ply are counted without being listed and made.
    pub bulk: bool,
    /// Whether to sort the last moves into [`Classes`]; they are then listed and made one by one.
    pub classes: bool,
}

/// What came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The number of sequences, as far as counted.
    pub nodes: u128,
    /// The number of sequences that start with each legal move, in the order of generation;
    /// those that were not finished are missing. Empty at depth 0.
    pub divide: Vec<(Move, u128)>,
    /// What the last moves are, if asked for; of what is finished.
    pub classes: Option<Classes>,
    /// Whether everything was counted.
    pub is_complete: bool,
}

/// Why nothing was counted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PerftError {
    /// The system does not give the memory for the table.
    #[error("a table of {0} bytes does not fit into memory")]
    Memory(u64),
    /// The system does not start the threads.
    #[error("{0} threads cannot be started: {1}")]
    Threads(usize, String),
}

/// Lets somebody watch a count and stop it.
#[derive(Debug, Default)]
pub struct Watch {
    stop: AtomicBool,
    /// Parts of the work done, out of [`Watch::WHOLE`].
    done: AtomicU64,
}

impl Watch {
    /// What [`Watch::done`] comes to at the end.
    pub const WHOLE: u64 = 1 << 40;

    /// Asks the count to stop soon.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the count was asked to stop.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// How much of the work is done, out of [`Watch::WHOLE`].
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    fn add(&self, part: u64) {
        self.done.fetch_add(part, Ordering::Relaxed);
    }
}

/// A subtree: the place of its root move, and the position where it starts.
struct Subtree<B: Bitboard> {
    root: usize,
    position: Position<B>,
    weight: u64,
}

impl Perft {
    /// Counts from a position.
    ///
    /// # Errors
    /// When the system does not give the memory or the threads.
    pub fn run<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        position: &Position<B>,
        watch: &Watch,
    ) -> Result<Report, PerftError> {
        if self.depth == 0 {
            let classes = self.classes.then(Classes::default);
            return Ok(Report { nodes: 1, divide: Vec::new(), classes, is_complete: true });
        }
        let roots = rules.legal_moves(position);
        if self.depth == 1 {
            return Ok(self.moves_only(rules, position, &roots));
        }
        let table = match self.hash_bytes {
            0 => None,
            bytes => Some(CountTable::new(bytes).ok_or(PerftError::Memory(bytes))?),
        };
        // The classes of a move are seen from where it is made, so its ply is not split off.
        let plies = if self.classes { 2.min(self.depth - 1) } else { 2 };
        let subtrees = split(rules, position, &roots, plies);
        let tally = |subtree: &Subtree<B>| {
            let mut counter = Counter::new(rules, table.as_ref(), self.bulk, watch);
            let depth = self.depth - plies;
            let tally = if self.classes {
                counter.classify(&subtree.position, depth)?
            } else {
                Tally { nodes: counter.count(&subtree.position, depth)?, ..Tally::default() }
            };
            watch.add(subtree.weight);
            Some(tally)
        };
        let tallies: Vec<Option<Tally>> = if self.threads.get() == 1 {
            subtrees.iter().map(tally).collect()
        } else {
            rayon::ThreadPoolBuilder::new()
                .num_threads(self.threads.get())
                .build()
                .map_err(|error| PerftError::Threads(self.threads.get(), error.to_string()))?
                .install(|| subtrees.par_iter().with_max_len(1).map(tally).collect())
        };
        Ok(self.report(&roots, &subtrees, &tallies))
    }

    /// A count to depth 1.
    fn moves_only<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        position: &Position<B>,
        roots: &[Move],
    ) -> Report {
        let each = roots.iter().map(|&mv| Classes::of(rules, position, mv));
        Report {
            nodes: roots.len() as u128,
            divide: roots.iter().map(|&mv| (mv, 1)).collect(),
            classes: self.classes.then(|| each.fold(Classes::default(), Classes::plus)),
            is_complete: true,
        }
    }

    fn report<B: Bitboard>(
        &self,
        roots: &[Move],
        subtrees: &[Subtree<B>],
        tallies: &[Option<Tally>],
    ) -> Report {
        // A root move without a reply has no subtree two plies on and is finished at once.
        let mut sums = vec![Some(0_u128); roots.len()];
        let mut classes = Classes::default();
        for (subtree, tally) in subtrees.iter().zip(tallies) {
            let sum = &mut sums[subtree.root];
            *sum = sum.zip(*tally).map(|(sum, tally)| sum + tally.nodes);
            classes = classes.plus(tally.unwrap_or_default().classes);
        }
        let divide: Vec<_> =
            roots.iter().zip(sums).filter_map(|(&mv, sum)| Some((mv, sum?))).collect();
        Report {
            nodes: divide.iter().map(|(_, nodes)| nodes).sum(),
            is_complete: divide.len() == roots.len(),
            divide,
            classes: self.classes.then_some(classes),
        }
    }
}

/// The positions some plies on. Each weighs its share of its parent's weight.
fn split<B: Bitboard>(
    rules: &Ruleset<B>,
    position: &Position<B>,
    roots: &[Move],
    plies: u32,
) -> Vec<Subtree<B>> {
    let share = |weight: u64, moves: usize| weight / moves.max(1) as u64;
    let mut subtrees = Vec::new();
    for (root, &mv) in roots.iter().enumerate() {
        let position = position.play(rules, mv);
        let weight = share(Watch::WHOLE, roots.len());
        if plies == 1 {
            subtrees.push(Subtree { root, position, weight });
            continue;
        }
        let replies = rules.legal_moves(&position);
        subtrees.extend(replies.iter().map(|&reply| Subtree {
            root,
            position: position.play(rules, reply),
            weight: share(weight, replies.len()),
        }));
    }
    subtrees
}
