//! [`CountTable`]: counts of positions met before, shared by all threads without locks.
//!
//! # Layout
//!
//! Nearly all entries are counts to two plies, and these are small. So most of the memory holds
//! them in one word each: 48 bits of the key and 16 of the count, eight to a bucket, a bucket to a
//! cache line of 64 bytes. The rest holds the counts to three plies and more, in two words each,
//! four to a bucket: `key ^ count` and `count`. A reader that meets half of one store and half of
//! another finds that the words do not belong to its key, and takes it for a miss (R. Hyatt's way).
//!
//! The upper bits of the key choose the bucket, the lower ones are the check. Where a table has at
//! least 2^16 buckets (4 MiB), the two cover all 64 bits.
//!
//! # The odds of an error
//!
//! Two positions whose 64 bits are equal are taken for one. A lookup that finds nothing compares
//! its key with those of the bucket, which is as good as comparing with the whole table. So with
//! `m` such lookups in a table of `n` entries the odds that any took a wrong count are at most
//! `m * n / 2^64` ([`Lookups`](super::Lookups) tells them). A count that must be sure is made twice with other keys
//! ([`Ruleset::with_keys`](crate::rules::Ruleset::with_keys)), which squares the odds.

use std::sync::atomic::{AtomicU64, Ordering};

use super::memory::Memory;
use super::prefetch::prefetch;

/// One word in so many holds counts to three plies and more.
const DEEP_SHARE: usize = 8;
/// The bits of a count to two plies.
const PAIR_BITS: u32 = 16;

/// The place of entries that share a cache line.
type PairBucket = [AtomicU64; 8];
type DeepBucket = [[AtomicU64; 2]; 4];

/// A table of a fixed size; newer counts replace older ones.
#[derive(Clone, Copy, Debug)]
pub struct CountTable<'m> {
    pairs: &'m [PairBucket],
    deep: &'m [DeepBucket],
}

impl<'m> CountTable<'m> {
    /// A table that fills some memory.
    pub fn new(memory: &'m mut Memory) -> Self {
        let (buckets, _) = memory.words().as_chunks::<8>();
        let (deep, pairs) = buckets.split_at(buckets.len().div_ceil(DEEP_SHARE));
        let (deep, _) = deep.as_flattened().as_chunks::<2>();
        let (deep, _) = deep.as_chunks::<4>();
        Self { pairs, deep }
    }

    /// How many counts the table has room for.
    pub fn capacity(&self) -> usize {
        self.pairs.as_flattened().len() + self.deep.as_flattened().len()
    }

    /// The key of a position's count to a depth.
    #[inline(always)]
    pub fn key(hash: u64, depth: u32) -> u64 {
        // Odd multiples of the golden ratio keep depths apart in all bits.
        hash ^ (u64::from(depth) * 2 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// Asks for the cache line where a count would be.
    #[inline(always)]
    pub fn prefetch(&self, key: u64, depth: u32) {
        if depth == 2 {
            prefetch(bucket(self.pairs, key));
        } else {
            prefetch(bucket(self.deep, key));
        }
    }

    /// The count to a depth of at least 2 that is stored under a key.
    #[inline(always)]
    pub fn get(&self, key: u64, depth: u32) -> Option<u64> {
        if depth == 2 {
            return bucket(self.pairs, key).iter().find_map(|entry| pair(entry, key));
        }
        bucket(self.deep, key).iter().find_map(|entry| deep(entry, key))
    }

    /// Stores a count to a depth of at least 2, in place of an older or cheaper one. A count to two
    /// plies of more than 16 bits is not stored.
    #[inline(always)]
    pub fn put(&self, key: u64, depth: u32, count: u64) {
        if depth == 2 {
            self.put_pair(key, count);
        } else {
            self.put_deep(key, count);
        }
    }

    fn put_pair(&self, key: u64, count: u64) {
        if count >> PAIR_BITS != 0 {
            return;
        }
        let bucket = bucket(self.pairs, key);
        let free = bucket.iter().find(|entry| entry.load(Ordering::Relaxed) == 0);
        // The check's lowest bits are as good as chance.
        let entry = free.unwrap_or(&bucket[key as usize % bucket.len()]);
        entry.store(key << PAIR_BITS | count, Ordering::Relaxed);
    }

    fn put_deep(&self, key: u64, count: u64) {
        let bucket = bucket(self.deep, key);
        // The smallest count was the cheapest to make; a free place holds 0.
        let [check, stored] = bucket
            .iter()
            .min_by_key(|[_, count]| count.load(Ordering::Relaxed))
            .expect("a bucket has places");
        check.store(key ^ count, Ordering::Relaxed);
        stored.store(count, Ordering::Relaxed);
    }
}

/// The bucket of a key: its upper bits, spread over any number of buckets.
#[inline(always)]
fn bucket<T>(buckets: &[T], key: u64) -> &T {
    &buckets[((u128::from(key) * buckets.len() as u128) >> 64) as usize]
}

#[inline(always)]
fn pair(entry: &AtomicU64, key: u64) -> Option<u64> {
    let entry = entry.load(Ordering::Relaxed);
    // A free place would be the count 0 of a key whose check is 0: taken for a miss.
    let is_hit = (entry ^ key << PAIR_BITS) >> PAIR_BITS == 0 && entry != 0;
    is_hit.then_some(entry & ((1 << PAIR_BITS) - 1))
}

#[inline(always)]
fn deep([check, count]: &[AtomicU64; 2], key: u64) -> Option<u64> {
    let count = count.load(Ordering::Relaxed);
    let check = check.load(Ordering::Relaxed);
    (check ^ count == key && check | count != 0).then_some(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys of one bucket of a table of any size: their upper bits are equal.
    fn keys(count: u64) -> impl Iterator<Item = u64> {
        (0..count).map(|low| 0x5555_0000_0000_0000 | low << 20 | low)
    }

    #[test]
    fn finds_what_was_put_and_nothing_else() {
        let mut memory = Memory::new(4096).unwrap();
        let table = CountTable::new(&mut memory);
        assert_eq!(table.capacity(), 56 * 8 + 8 * 4);
        for depth in [2, 3, 9] {
            let key = CountTable::key(5, depth);
            assert_eq!(table.get(key, depth), None);
            table.put(key, depth, 123);
            assert_eq!(table.get(key, depth), Some(123));
            assert_eq!(table.get(key ^ 1, depth), None);
        }
    }

    #[test]
    fn the_keys_of_empty_places_are_not_found() {
        let mut memory = Memory::new(4096).unwrap();
        let table = CountTable::new(&mut memory);
        assert_eq!((table.get(0, 2), table.get(0, 3)), (None, None));
        // No count at all is a count, for any other key.
        table.put(7, 2, 0);
        table.put(7, 3, 0);
        assert_eq!((table.get(7, 2), table.get(7, 3)), (Some(0), Some(0)));
    }

    #[test]
    fn a_bucket_of_pairs_holds_eight() {
        let mut memory = Memory::new(1 << 20).unwrap();
        let table = CountTable::new(&mut memory);
        for key in keys(9) {
            table.put(key, 2, 1 + (key & 0xF));
        }
        let found = keys(9).filter(|&key| table.get(key, 2) == Some(1 + (key & 0xF))).count();
        assert_eq!(found, 8);
        assert_eq!(table.get(keys(9).last().unwrap(), 2), Some(9), "the newest replaces");
    }

    #[test]
    fn counts_too_large_for_their_place_are_not_stored() {
        let mut memory = Memory::new(4096).unwrap();
        let table = CountTable::new(&mut memory);
        table.put(1 << 20, 2, 0xFFFF);
        table.put(2 << 20, 2, 0x1_0000);
        assert_eq!(table.get(1 << 20, 2), Some(0xFFFF));
        assert_eq!(table.get(2 << 20, 2), None);
        table.put(2 << 20, 3, u64::MAX);
        assert_eq!(table.get(2 << 20, 3), Some(u64::MAX));
    }

    #[test]
    fn the_cheapest_deep_count_goes_first() {
        let mut memory = Memory::new(1 << 20).unwrap();
        let table = CountTable::new(&mut memory);
        for (key, count) in keys(5).zip([50, 10, 40, 30, 20]) {
            table.put(key, 3, count);
        }
        let found: Vec<Option<u64>> = keys(5).map(|key| table.get(key, 3)).collect();
        assert_eq!(found, [Some(50), None, Some(40), Some(30), Some(20)]);
    }

    #[test]
    fn all_bits_of_a_key_count() {
        // 2^16 buckets of pairs are 4 MiB; the deep ones take an eighth more.
        let mut memory = Memory::new(5 << 20).unwrap();
        let table = CountTable::new(&mut memory);
        for depth in [2, 3] {
            for key in [0x0123_4567_89AB_CDEF, u64::MAX, 1] {
                table.put(key, depth, 3);
                for bit in 0..64 {
                    assert_eq!(table.get(key ^ 1 << bit, depth), None, "bit {bit} of {key:x}");
                }
            }
        }
    }

    #[test]
    fn depths_have_keys_of_their_own() {
        let keys: std::collections::HashSet<u64> =
            (0..64).map(|depth| CountTable::key(42, depth)).collect();
        assert_eq!(keys.len(), 64);
    }
}
