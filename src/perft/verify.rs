//! [`Verification`]: counts from a table, a sample of them made again without it.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// One count from the table in so many is made again.
const ONE_IN: u64 = 16;
/// So many differences are kept; one is a defect or a collision, more show nothing new.
const KEPT: usize = 10;

/// A count from the table that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The position.
    pub fen: String,
    /// The length of the sequences, in plies.
    pub depth: u32,
    /// What the table said.
    pub stored: u128,
    /// What is right.
    pub counted: u128,
}

/// What came out of a check of the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// How many counts from the table were made again.
    pub recounted: u64,
    /// Which of them differed; at most ten are told.
    pub mismatches: Vec<Mismatch>,
}

/// Collects what all threads find.
#[derive(Debug, Default)]
pub(super) struct Verification {
    recounted: AtomicU64,
    mismatches: Mutex<Vec<Mismatch>>,
}

impl Verification {
    /// Whether the count under a key belongs to the sample. One depth costs as much as another:
    /// there are fewer deep ones, and each takes longer.
    #[inline(always)]
    pub(super) fn is_due(key: u64) -> bool {
        key.is_multiple_of(ONE_IN)
    }

    /// Compares what the table said with what is right.
    pub(super) fn compare(
        &self,
        depth: u32,
        stored: u128,
        counted: u128,
        fen: impl FnOnce() -> String,
    ) {
        self.recounted.fetch_add(1, Ordering::Relaxed);
        if stored == counted {
            return;
        }
        let mut mismatches = self.mismatches.lock().expect("no thread panics with the lock");
        if mismatches.len() < KEPT {
            mismatches.push(Mismatch { fen: fen(), depth, stored, counted });
        }
    }

    pub(super) fn finish(self) -> Verified {
        let mismatches = self.mismatches.into_inner().expect("no thread panics with the lock");
        Verified { recounted: self.recounted.into_inner(), mismatches }
    }
}
