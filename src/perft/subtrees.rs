//! [`Subtrees`]: counts from single positions, for those who have cut a count into parts.

use super::count::Counter;
use super::{CountTable, Memory, PerftError, Watch};
use crate::geometry::Bitboard;
use crate::position::Position;
use crate::rules::Ruleset;

/// Counts from single positions, in as many threads as there are callers. They share a table.
#[derive(Debug)]
pub struct Subtrees<'a, B: Bitboard> {
    rules: &'a Ruleset<B>,
    table: Option<CountTable<'a>>,
    watch: &'a Watch,
}

impl<'a, B: Bitboard> Subtrees<'a, B> {
    /// The memory of a table of so many bytes; none for 0.
    ///
    /// # Errors
    /// When the system does not give it.
    pub fn memory(bytes: u64) -> Result<Option<Memory>, PerftError> {
        match bytes {
            0 => Ok(None),
            bytes => Memory::new(bytes).map(Some).ok_or(PerftError::Memory(bytes)),
        }
    }

    /// Counts by rules, until the watch is stopped.
    pub fn new(rules: &'a Ruleset<B>, memory: Option<&'a mut Memory>, watch: &'a Watch) -> Self {
        Self { rules, table: memory.map(CountTable::new), watch }
    }

    /// The number of sequences of a length; `None` when asked to stop on the way.
    pub fn count(&self, position: &Position<B>, depth: u32) -> Option<u128> {
        Counter::new(self.rules, self.table, None, true, self.watch).count(position, depth)
    }
}
