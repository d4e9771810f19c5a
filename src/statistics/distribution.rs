//! [`Distribution`]: how often each number was seen.

use std::collections::BTreeMap;

/// How often each whole number was seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Distribution {
    counts: BTreeMap<u32, u64>,
}

/// Some neighbouring numbers of a [`Distribution`] together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bucket {
    /// The least number.
    pub from: u32,
    /// The greatest number.
    pub to: u32,
    /// How often one of them was seen.
    pub count: u64,
}

impl Distribution {
    /// Notes that a number was seen.
    pub fn add(&mut self, number: u32) {
        *self.counts.entry(number).or_default() += 1;
    }

    /// Adds everything that another has seen.
    pub fn merge(&mut self, other: &Self) {
        for (&number, count) in &other.counts {
            *self.counts.entry(number).or_default() += count;
        }
    }

    /// How many numbers were seen.
    pub fn total(&self) -> u64 {
        self.counts.values().sum()
    }

    /// The least number seen.
    pub fn least(&self) -> Option<u32> {
        self.counts.keys().next().copied()
    }

    /// The greatest number seen.
    pub fn greatest(&self) -> Option<u32> {
        self.counts.keys().next_back().copied()
    }

    /// The mean of the numbers seen.
    pub fn mean(&self) -> Option<f64> {
        let sum: u64 = self.counts.iter().map(|(&number, count)| u64::from(number) * count).sum();
        let total = self.total();
        (total > 0).then(|| sum as f64 / total as f64)
    }

    /// The least number that at least so many in a hundred of all do not exceed; 50 gives the
    /// median.
    pub fn percentile(&self, percent: u64) -> Option<u32> {
        let wanted = (self.total() * percent).div_ceil(100).max(1);
        let mut seen = 0;
        self.counts.iter().find_map(|(&number, count)| {
            seen += count;
            (seen >= wanted).then_some(number)
        })
    }

    /// The numbers from the least to the greatest in at most so many buckets of a round width: 1, 2
    /// or 5 times a power of ten, beginning at a multiple of it.
    pub fn buckets(&self, most: u32) -> Vec<Bucket> {
        let (Some(least), Some(greatest)) = (self.least(), self.greatest()) else {
            return Vec::new();
        };
        let widths = (0..9).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_u32.pow(power)));
        let fits = |width: &u32| greatest / width - least / width < most.max(1);
        let width = widths.into_iter().find(fits).unwrap_or(u32::MAX);
        (least / width..=greatest / width)
            .map(|place| {
                let (from, to) = (place * width, place * width + (width - 1));
                Bucket { from, to, count: self.counts.range(from..=to).map(|(_, n)| n).sum() }
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(numbers: &[u32]) -> Distribution {
        let mut distribution = Distribution::default();
        for &number in numbers {
            distribution.add(number);
        }
        distribution
    }

    #[test]
    fn means_and_percentiles() {
        let numbers = of(&[1, 2, 3, 4, 100]);
        assert_eq!(numbers.mean(), Some(22.0));
        assert_eq!(numbers.percentile(50), Some(3));
        assert_eq!(numbers.percentile(0), Some(1));
        assert_eq!(numbers.percentile(100), Some(100));
        assert_eq!(numbers.percentile(80), Some(4));
        assert_eq!(numbers.percentile(81), Some(100));
        assert_eq!((numbers.least(), numbers.greatest()), (Some(1), Some(100)));
        assert_eq!(of(&[]).mean(), None);
        assert_eq!(of(&[]).percentile(50), None);
    }

    #[test]
    fn buckets_hold_everything_once() {
        let numbers = of(&[7, 12, 19, 20, 51]);
        let buckets = numbers.buckets(10);
        assert_eq!(buckets[0], Bucket { from: 5, to: 9, count: 1 });
        assert_eq!(buckets.len(), 10);
        assert_eq!(buckets.iter().map(|bucket| bucket.count).sum::<u64>(), 5);
        assert_eq!(numbers.buckets(1), [Bucket { from: 0, to: 99, count: 5 }]);
        assert_eq!(of(&[3]).buckets(10), [Bucket { from: 3, to: 3, count: 1 }]);
        assert!(of(&[]).buckets(10).is_empty());
    }

    #[test]
    fn merging_is_adding() {
        let mut one = of(&[1, 2]);
        one.merge(&of(&[2, 9]));
        assert_eq!(one, of(&[1, 2, 2, 9]));
    }
}
