//! [`Multiset`]: how often each square occurs, in binary, one set for each digit.

use crate::geometry::{Bitboard, Square};

/// Enough digits for more men than a board has, each of whom promotes to all kinds that there can be.
const DIGITS: usize = 13;

/// A multiset of squares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Multiset<B> {
    digits: [B; DIGITS],
    len: usize,
}

impl<B: Bitboard> Multiset<B> {
    pub(super) const fn new() -> Self {
        Self { digits: [B::EMPTY; DIGITS], len: 0 }
    }

    /// Adds each square of a set once.
    #[inline(always)]
    pub(super) fn add(&mut self, set: B) {
        let mut carry = set;
        let mut digit = 0;
        while !carry.is_empty() {
            let sum = self.digits[digit] ^ carry;
            carry &= self.digits[digit];
            self.digits[digit] = sum;
            digit += 1;
        }
        self.len = self.len.max(digit);
    }

    /// The sets of the digits, the lowest first.
    #[inline(always)]
    pub(super) fn digits(&self) -> &[B] {
        &self.digits[..self.len]
    }

    /// How often a square occurs.
    #[inline(always)]
    pub(super) fn of(&self, square: Square) -> i64 {
        let mut count = 0;
        for (digit, squares) in self.digits().iter().enumerate() {
            count += i64::from(squares.contains(square)) << digit;
        }
        count
    }

    /// How many pairs of the same square there are, one of this and one of the other.
    #[inline(always)]
    pub(super) fn pairs(&self, other: &Self) -> i64 {
        let mut count = 0;
        for (digit, &squares) in self.digits().iter().enumerate() {
            count += other.count(squares) << digit;
        }
        count
    }

    /// How often the squares of a set occur together.
    #[inline(always)]
    pub(super) fn count(&self, set: B) -> i64 {
        let mut count = 0;
        for (digit, &squares) in self.digits().iter().enumerate() {
            count += i64::from((squares & set).count()) << digit;
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Square;

    #[test]
    fn counts_what_was_added() {
        let set = |squares: &[u8]| u128::from_squares(squares.iter().copied().map(Square::new));
        let mut multiset = Multiset::new();
        for _ in 0..37 {
            multiset.add(set(&[5, 100]));
        }
        multiset.add(set(&[5, 6]));
        assert_eq!(multiset.count(set(&[5])), 38);
        assert_eq!(multiset.count(set(&[6, 7])), 1);
        assert_eq!(multiset.count(set(&[5, 6, 100])), 38 + 1 + 37);
        assert_eq!(multiset.count(0), 0);
        assert_eq!(multiset.of(Square::new(5)), 38);
        assert_eq!(multiset.of(Square::new(7)), 0);
        let mut other = Multiset::new();
        for _ in 0..3 {
            other.add(set(&[5, 6, 9]));
        }
        assert_eq!(multiset.pairs(&other), 3 * 38 + 3);
    }
}
