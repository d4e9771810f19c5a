//! [`Lookups`]: how often a table of counts was asked, and how likely it was wrong.

use std::sync::atomic::{AtomicU64, Ordering};

/// How often a table of counts was asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lookups {
    /// How often it had the count.
    pub hits: u64,
    /// How often it had not.
    pub misses: u64,
    /// How many counts it has room for.
    pub capacity: u64,
}

impl Lookups {
    /// The odds that any count found was another position's, at most: of each lookup that found
    /// nothing, that one of as many keys as the table can hold, of 64 random bits, had been its own.
    /// A table below 5 MiB compares fewer bits, and the odds are higher.
    pub fn odds_of_error(self) -> f64 {
        self.misses as f64 * self.capacity as f64 / 2_f64.powi(64)
    }
}

/// The lookups of all threads.
#[derive(Debug, Default)]
pub(super) struct SharedLookups {
    hits: AtomicU64,
    misses: AtomicU64,
}

impl SharedLookups {
    pub(super) fn add(&self, lookups: Lookups) {
        self.hits.fetch_add(lookups.hits, Ordering::Relaxed);
        self.misses.fetch_add(lookups.misses, Ordering::Relaxed);
    }

    pub(super) fn finish(self, capacity: usize) -> Lookups {
        let (hits, misses) = (self.hits.into_inner(), self.misses.into_inner());
        Lookups { hits, misses, capacity: capacity as u64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_grow_with_misses_and_room() {
        let lookups = Lookups { hits: 5, misses: 1 << 30, capacity: 1 << 24 };
        assert!((lookups.odds_of_error() - 1.0 / 1024.0).abs() < 1e-12);
    }
}
