//! [`Evaluations`]: evaluations a thread has worked out, for when it comes by again.

use crate::perft::prefetch;

/// How many are kept: a quarter of a megabyte, which stays near the processor.
const ENTRIES: usize = 1 << 14;

/// Evaluations by the hash of the position; the newest of a place stays.
#[derive(Clone, Debug)]
pub(super) struct Evaluations {
    entries: Vec<(u64, i32)>,
}

impl Evaluations {
    pub(super) fn new() -> Self {
        Self { entries: vec![(0, 0); ENTRIES] }
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.entries.fill((0, 0));
    }

    /// Tells that a position will be asked for soon.
    #[inline(always)]
    pub(super) fn expect(&self, key: u64) {
        prefetch(&self.entries[key as usize % ENTRIES]);
    }

    #[inline(always)]
    pub(super) fn get(&self, key: u64) -> Option<i32> {
        let (known, evaluation) = self.entries[key as usize % ENTRIES];
        // The hash 0 stands for an empty place; who has it is evaluated each time.
        (known == key && key != 0).then_some(evaluation)
    }

    #[inline(always)]
    pub(super) fn put(&mut self, key: u64, evaluation: i32) {
        self.entries[key as usize % ENTRIES] = (key, evaluation);
    }
}
