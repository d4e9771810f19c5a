//! [`TranspositionTable`]: what searches found out about positions, shared by all threads without
//! locks.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::perft::{Memory, prefetch};

/// How many entries lie side by side, in one line of the processor's cache.
const CLUSTER: usize = 4;

/// Searches are told apart by so many numbers.
const AGES: u8 = 64;

/// What a stored score says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// It is the true score.
    Exact,
}

/// What is stored of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The best move found, as [`Move::bits`](crate::position::Move::bits); 0 for none.
    pub(super) best: u32,
    pub(super) score: i32,
    pub(super) depth: i32,
    pub(super) bound: Bound,
}

/// An entry is two words, `key ^ data` and `data`: halves of different stores do not fit together
/// and are taken for a miss (R. Hyatt's way).
type Cluster = [[AtomicU64; 2]; CLUSTER];

/// A table that fills some memory: a position replaces the one in its place that was searched least
/// deep and longest ago.
#[derive(Clone, Copy, Debug)]
pub(super) struct TranspositionTable<'m> {
    clusters: &'m [Cluster],
    /// The number of this search.
    age: u8,
}

impl<'m> TranspositionTable<'m> {
    /// The table in some memory: what earlier searches stored there is found, but is the first to be
    /// replaced if their number is another.
    pub(super) fn new(memory: &'m mut Memory, search: u32) -> Self {
        let (pairs, _) = memory.words().as_chunks::<2>();
        let (clusters, _) = pairs.as_chunks::<CLUSTER>();
        // A power of two, so that the lower bits of a key choose.
        let count = 1 << clusters.len().ilog2();
        Self { clusters: &clusters[..count], age: (search % u32::from(AGES)) as u8 }
    }

    /// Forgets everything.
    pub(super) fn clear(&self) {
        for word in self.clusters.as_flattened().as_flattened() {
            word.store(0, Ordering::Relaxed);
        }
    }

    /// How full the table is with entries of this search, in thousandths, by a sample.
    pub(super) fn fullness(&self) -> u32 {
        let sample = self.clusters.len().min(250);
        let entries = self.clusters[..sample].as_flattened().iter();
        let used = entries.filter(|[_, data]| {
            let data = data.load(Ordering::Relaxed);
            data != 0 && age_of(data) == self.age
        });
        (used.count() * 1000 / (sample * CLUSTER)) as u32
    }

    #[inline(always)]
    fn cluster(&self, key: u64) -> &Cluster {
        &self.clusters[key as usize & (self.clusters.len() - 1)]
    }

    /// Tells that a position will be asked for soon.
    #[inline(always)]
    pub(super) fn expect(&self, key: u64) {
        prefetch(self.cluster(key));
    }

    /// What is stored of a position.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        for [check, data] in self.cluster(key) {
            let data = data.load(Ordering::Relaxed);
            if data != 0 && check.load(Ordering::Relaxed) ^ data == key {
                return Some(unpack(data));
            }
        }
        None
    }

    /// Stores what was found of a position.
    #[inline]
    pub(super) fn put(&self, key: u64, entry: Entry) {
        let age = self.age;
        let mut entry = entry;
        let mut place = 0;
        let mut least = i32::MAX;
        let cluster = self.cluster(key);
        for (index, [check, data]) in cluster.iter().enumerate() {
            let stored = data.load(Ordering::Relaxed);
            if stored == 0 {
                place = index;
                break;
            }
            let known = unpack(stored);
            if check.load(Ordering::Relaxed) ^ stored == key {
                let old = age_of(stored) != age;
                if entry.best == 0 {
                    entry.best = known.best;
                }
                // A much deeper result of this search is worth more than a new bound.
                if entry.bound != Bound::Exact && !old && known.depth > entry.depth + 3 {
                    return;
                }
                place = index;
                break;
            }
            let past = i32::from((AGES + age - age_of(stored)) % AGES);
            let worth = known.depth - 8 * past;
            if worth < least {
                least = worth;
                place = index;
            }
        }
        let data = pack(entry, age);
        let [check, stored] = &cluster[place];
        check.store(key ^ data, Ordering::Relaxed);
        stored.store(data, Ordering::Relaxed);
    }
}

/// Bits 0-31 the move, 32-47 the score, 48-55 the depth, 56-57 the bound, 58-63 the age. An entry is
/// never 0: its bound is not.
#[inline(always)]
fn pack(entry: Entry, age: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    u64::from(entry.best)
        | u64::from(entry.score as i16 as u16) << 32
        | u64::from(entry.depth.clamp(0, 255) as u8) << 48
        | bound << 56
        | u64::from(age) << 58
}

#[inline(always)]
fn unpack(data: u64) -> Entry {
    Entry {
        best: data as u32,
        score: i32::from((data >> 32) as u16 as i16),
        depth: i32::from((data >> 48) as u8),
        bound: match data >> 56 & 3 {
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => Bound::Upper,
        },
    }
}

#[inline(always)]
fn age_of(data: u64) -> u8 {
    (data >> 58) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(best: u32, depth: i32) -> Entry {
        Entry { best, score: -31_999, depth, bound: Bound::Lower }
    }

    #[test]
    fn entries_come_back_as_they_were() {
        let mut memory = Memory::new(1 << 12).unwrap();
        let table = TranspositionTable::new(&mut memory, 0);
        assert_eq!(table.clusters.len(), 64);
        for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
            let entry = Entry { best: u32::MAX, score: 12_345, depth: 99, bound };
            table.put(77, entry);
            assert_eq!(table.get(77), Some(entry));
        }
        assert_eq!(table.get(78), None);
        table.clear();
        assert_eq!(table.get(77), None);
    }

    #[test]
    fn the_shallowest_and_oldest_is_replaced() {
        let mut memory = Memory::new(1).unwrap();
        let table = TranspositionTable::new(&mut memory, 0);
        let key = |number: u64| number << 32;
        for (number, depth) in [(1, 9), (2, 3), (3, 7), (4, 8)] {
            table.put(key(number), entry(1, depth));
        }
        table.put(key(5), entry(1, 1));
        assert_eq!(table.get(key(2)), None);
        let table = TranspositionTable::new(&mut memory, 1);
        table.put(key(6), entry(1, 1));
        assert_eq!(table.get(key(5)), None, "the shallowest of the old ones");
        assert!(table.get(key(6)).is_some() && table.get(key(1)).is_some());
    }

    #[test]
    fn a_store_without_a_move_keeps_the_old_one() {
        let mut memory = Memory::new(1).unwrap();
        let table = TranspositionTable::new(&mut memory, 0);
        table.put(1, entry(42, 5));
        table.put(1, Entry { best: 0, ..entry(0, 6) });
        assert_eq!(table.get(1), Some(entry(42, 6)));
    }
}
