//! Perft: how many sequences of legal moves of a given length start from a position.
//!
//! The number is what move generators are checked by. [`Perft::run`] counts it on all cores, move
//! by move; [`Classes`] sorts the last moves by what they are; [`suite`] reads files of counts.
//! Counts that take long remember positions in a [`CountTable`] and keep what is finished in a
//! [`Checkpoint`].

pub mod bench;
mod checkpoint;
mod class;
mod count;
mod frontier;
pub mod identity;
mod lookups;
mod memory;
mod prefetch;
mod record;
mod run;
mod split;
mod subtrees;
pub mod suite;
mod table;
mod threads;
mod unique;
mod verify;
mod watch;

use std::num::NonZeroUsize;
use std::path::PathBuf;

pub use checkpoint::{Checkpoint, CheckpointError, Header};
pub use class::Classes;
pub use frontier::{Frontier, Subtotals};
pub use lookups::Lookups;
pub use memory::Memory;
pub(crate) use prefetch::prefetch;
pub use record::Record;
pub use subtrees::Subtrees;
pub use table::CountTable;
pub(crate) use threads::thread_pool;
pub use unique::{Unique, UniqueReport};
pub use verify::{Mismatch, Verified};
pub use watch::Watch;

use crate::position::Move;
use crate::rules::Game;

/// Depths beyond this are refused: no count comes near it.
pub const MAX_DEPTH: u32 = 64;

/// What to count, and how.
///
/// ```
/// use std::num::NonZeroUsize;
/// use tamerlane::perft::Perft;
///
/// let perft = Perft { hash_bytes: 256 << 20, ..Perft::new(6) };
/// assert_eq!(perft.threads, NonZeroUsize::MIN);
/// ```
#[derive(Clone, Debug)]
pub struct Perft {
    /// The length of the sequences, in plies.
    pub depth: u32,
    /// How many threads count. The result does not depend on it.
    pub threads: NonZeroUsize,
    /// The size of the table of counts met before, in bytes; 0 for none. With a table or a
    /// checkpoint, equal positions some plies on are also counted once.
    pub hash_bytes: u64,
    /// Whether a sample of the counts from the table is made again without it.
    pub verify_hash: bool,
    /// Whether the moves of the last ply are counted without being listed and made.
    pub bulk: bool,
    /// Whether to sort the last moves into [`Classes`]; they are then listed and made one by one,
    /// without table and checkpoint.
    pub classes: bool,
    /// The file that keeps what is finished, see [`Checkpoint`].
    pub checkpoint: Option<PathBuf>,
}

impl Perft {
    /// A count by one thread, without a table or anything else that is not needed.
    pub fn new(depth: u32) -> Self {
        Self {
            depth,
            threads: NonZeroUsize::MIN,
            hash_bytes: 0,
            verify_hash: false,
            bulk: true,
            classes: false,
            checkpoint: None,
        }
    }
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
    /// How many units the count was cut into.
    pub units: usize,
    /// How many of them the checkpoint had.
    pub resumed: usize,
    /// The number of sequences that this run has counted: all but those of the checkpoint, and also
    /// those of first moves that were not finished.
    pub fresh: u128,
    /// How often the table was asked, if there was one.
    pub lookups: Option<Lookups>,
    /// What the check of the table found, if asked for.
    pub verified: Option<Verified>,
}

impl Report {
    /// The [`divide`](Self::divide) with the text of each move, sorted by it.
    pub fn divide_by_text(&self, game: &Game) -> Vec<(String, Move, u128)> {
        let mut divide: Vec<_> =
            self.divide.iter().map(|&(mv, nodes)| (mv.text(game), mv, nodes)).collect();
        divide.sort_unstable_by(|one, other| one.0.cmp(&other.0));
        divide
    }
}

/// Why nothing was counted, or counting ended.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PerftError {
    /// The system does not give the memory for the table.
    #[error("a table of {0} bytes does not fit into memory")]
    Memory(u64),
    /// The system does not start the threads.
    #[error("{0} threads cannot be started: {1}")]
    Threads(usize, String),
    /// The checkpoint cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}
