//! [`Random`]: the one source of chance.

use std::ops::RangeInclusive;

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// A seeded generator of choices.
///
/// The stream of a seed is part of the contract: the same seed gives the same choices on every
/// machine and in every version of the program, so that a seed can stand for a position in a bug
/// report. Only whole numbers are drawn, and a choice among things depends on their order alone.
///
/// ```
/// use tamerlane::sampling::Random;
/// let numbers = |seed| {
///     let mut random = Random::new(seed);
///     (0..8).map(|_| random.below(100)).collect::<Vec<_>>()
/// };
/// assert_eq!(numbers(1), numbers(1));
/// assert_ne!(numbers(1), numbers(2));
/// ```
#[derive(Clone, Debug)]
pub struct Random(Pcg64);

impl Random {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Self {
        Self(Pcg64::seed_from_u64(seed))
    }

    /// The generator of the item at a place of the series that a seed stands for, so that the
    /// item can be made again without those before it.
    pub fn of_item(seed: u64, index: u64) -> Self {
        // An odd factor takes different places to different seeds.
        let place = index.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self::new(Self::new(seed).0.next_u64() ^ place)
    }

    /// A generator of its own, seeded by this one.
    #[must_use]
    pub fn branch(&mut self) -> Self {
        Self::new(self.seed())
    }

    /// A seed for another generator.
    pub fn seed(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `end`.
    ///
    /// # Panics
    /// When `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        self.0.random_range(0..end)
    }

    /// A number of a range.
    ///
    /// # Panics
    /// When the range is empty.
    pub fn within(&mut self, range: RangeInclusive<usize>) -> usize {
        self.0.random_range(range)
    }

    /// True so many times in so many.
    ///
    /// # Panics
    /// When `out_of` is 0.
    pub fn chance(&mut self, times: usize, out_of: usize) -> bool {
        self.below(out_of) < times
    }

    /// One of the items; `None` when there is none.
    pub fn choose<'t, T>(&mut self, items: &'t [T]) -> Option<&'t T> {
        items.choose(&mut self.0)
    }

    /// The place of one of the weights, each as likely as it is heavy; `None` when all are 0.
    pub fn weighted(&mut self, weights: &[u32]) -> Option<usize> {
        let total: usize = weights.iter().map(|&weight| weight as usize).sum();
        if total == 0 {
            return None;
        }
        let mut left = self.below(total);
        weights.iter().position(|&weight| {
            let here = left < weight as usize;
            left = left.saturating_sub(weight as usize);
            here
        })
    }

    /// Brings the items into any order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        items.shuffle(&mut self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_of_a_seed_does_not_change() {
        let mut random = Random::new(2024);
        let numbers: Vec<usize> = (0..8).map(|_| random.below(1000)).collect();
        let mut order: Vec<u8> = (0..10).collect();
        random.shuffle(&mut order);
        let mut item = Random::of_item(2024, 7);
        let letters: String = (0..6).filter_map(|_| item.choose(&['a', 'b', 'c', 'd'])).collect();
        let weighted: Vec<_> = (0..6).filter_map(|_| item.weighted(&[1, 0, 3])).collect();
        assert_eq!(numbers, [729, 671, 424, 79, 193, 551, 364, 986]);
        assert_eq!(order, [0, 1, 6, 2, 8, 7, 9, 3, 5, 4]);
        assert_eq!(letters, "cbaddb");
        assert_eq!(weighted, [2, 0, 0, 2, 0, 0]);
        assert_eq!(item.branch().within(0..=999), 858);
    }

    #[test]
    fn weights_are_kept() {
        let mut random = Random::new(1);
        let mut counts = [0; 3];
        for _ in 0..4000 {
            counts[random.weighted(&[1, 0, 3]).unwrap()] += 1;
        }
        assert_eq!(counts[1], 0);
        assert!((900..1100).contains(&counts[0]), "{counts:?}");
        assert_eq!(random.weighted(&[0, 0]), None);
        assert_eq!(random.weighted(&[]), None);
    }
}
