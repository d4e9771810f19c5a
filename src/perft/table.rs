//! [`CountTable`]: counts of positions met before, shared by all threads without locks.

use std::sync::atomic::{AtomicU64, Ordering};

/// A table of a fixed size; newer counts replace older ones.
///
/// An entry is two words, `key ^ count` and `count`. A reader that meets half of one store and
/// half of another finds that the words do not belong to its key, and takes it for a miss (R. Hyatt's
/// way). Two positions whose 64-bit keys are equal would be taken for one: with n positions in a
/// count the odds are about n * n / 2^65, one in 37 for a thousand million of them.
#[derive(Debug)]
pub struct CountTable {
    entries: Vec<[AtomicU64; 2]>,
    mask: u64,
}

impl CountTable {
    /// A table of at most so many bytes, and at least one entry; the number of entries is a power
    /// of two. `None` when the system does not give that much memory.
    pub fn new(bytes: u64) -> Option<Self> {
        let wanted = (bytes / size_of::<[AtomicU64; 2]>() as u64).max(1);
        let count = 1_u64 << wanted.ilog2();
        let mut entries = Vec::new();
        entries.try_reserve_exact(usize::try_from(count).ok()?).ok()?;
        entries.resize_with(count as usize, Default::default);
        Some(Self { entries, mask: count - 1 })
    }

    /// The bytes the table takes.
    pub fn bytes(&self) -> u64 {
        self.entries.len() as u64 * size_of::<[AtomicU64; 2]>() as u64
    }

    /// The key of a position's count to a depth.
    #[inline]
    pub fn key(hash: u64, depth: u32) -> u64 {
        // Odd multiples of the golden ratio keep depths apart in all bits.
        hash ^ (u64::from(depth) * 2 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// The count stored under a key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<u64> {
        let [check, count] = &self.entries[(key & self.mask) as usize];
        let count = count.load(Ordering::Relaxed);
        (check.load(Ordering::Relaxed) ^ count == key).then_some(count)
    }

    /// Stores a count.
    #[inline]
    pub fn put(&self, key: u64, count: u64) {
        let [check, stored] = &self.entries[(key & self.mask) as usize];
        check.store(key ^ count, Ordering::Relaxed);
        stored.store(count, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_put_and_nothing_else() {
        let table = CountTable::new(1000).unwrap();
        assert_eq!(table.bytes(), 512);
        assert_eq!(table.get(5), None);
        table.put(5, 123);
        assert_eq!(table.get(5), Some(123));
        assert_eq!(table.get(5 + 32), None);
        table.put(5 + 32, 7);
        assert_eq!((table.get(5), table.get(5 + 32)), (None, Some(7)));
    }

    #[test]
    fn depths_have_keys_of_their_own() {
        let keys: std::collections::HashSet<u64> =
            (0..64).map(|depth| CountTable::key(42, depth)).collect();
        assert_eq!(keys.len(), 64);
    }
}
