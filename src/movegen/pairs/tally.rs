//! [`Tally`]: how often squares were added up, in binary, all lanes at once.

use super::multiset::Multiset;
use crate::geometry::{Bitboard, Lanes};

/// So many digits are kept; what is carried on is weighed at once.
const DIGITS: usize = 3;

/// How often the squares of some sets are in a multiset: the sets are added up first, which costs less
/// than weighing each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tally<'m, B, L> {
    multiset: &'m Multiset<B>,
    digits: [L; DIGITS],
    weighed: i64,
}

impl<'m, B: Bitboard, L: Lanes<B>> Tally<'m, B, L> {
    #[inline(always)]
    pub(super) fn new(multiset: &'m Multiset<B>) -> Self {
        Self { multiset, digits: [L::splat(B::EMPTY); DIGITS], weighed: 0 }
    }

    /// Adds the squares of all lanes.
    #[inline(always)]
    pub(super) fn add(&mut self, squares: L) {
        // Not a loop: in large functions the compiler leaves it one.
        let carry = self.add_to(0, squares);
        let carry = self.add_to(1, carry);
        let carry = self.add_to(2, carry);
        if !carry.is_empty() {
            self.weighed += self.weigh(carry) << DIGITS;
        }
    }

    #[inline(always)]
    fn add_to(&mut self, digit: usize, squares: L) -> L {
        let carry = self.digits[digit].and(squares);
        self.digits[digit] = self.digits[digit].xor(squares);
        carry
    }

    #[inline(always)]
    fn weigh(&self, squares: L) -> i64 {
        i64::from(squares.weigh(self.multiset.digits()))
    }

    /// Adds the squares of all lanes so many times, or takes them away.
    #[inline(always)]
    pub(super) fn add_times(&mut self, squares: L, times: i64) {
        self.weighed += times * self.weigh(squares);
    }

    /// How often they are in the multiset.
    #[inline(always)]
    pub(super) fn total(&self) -> i64 {
        let [one, two, four] = self.digits;
        self.weighed + self.weigh(one) + (self.weigh(two) << 1) + (self.weigh(four) << 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Square, Words};

    #[test]
    fn sums_are_those_of_each_set_weighed() {
        let set = |squares: &[u8]| u128::from_squares(squares.iter().copied().map(Square::new));
        let mut landings = Multiset::new();
        for _ in 0..5 {
            landings.add(set(&[3, 70]));
        }
        let three = Words::from([set(&[3, 4]), 0, set(&[70]), set(&[3])]);
        let mut tally = Tally::new(&landings);
        // More often than the digits can say.
        for _ in 0..20 {
            tally.add(three);
        }
        tally.add_times(three, -2);
        assert_eq!(tally.total(), (20 - 2) * 3 * 5);
    }
}
