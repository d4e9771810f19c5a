//! Sets of squares: the [`Bitboard`] trait and its implementation for `u128`.
//!
//! The width is a type, chosen once when rules are loaded: up to 128 squares fit a `u128`. All
//! generation code is written once, against the trait.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
use super::four_words;
use super::{LANES, LaneWords, Lanes, Square, Words};

/// A set of squares, one bit each; bit `n` is the square of index `n`.
///
/// The bits beyond the board's last square mean nothing: [`Not`] sets them, and whoever uses it
/// intersects with something that has none of them.
pub trait Bitboard:
    Copy
    + Debug
    + Default
    + Eq
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
{
    /// How many squares fit.
    const CAPACITY: usize;
    /// The set without squares.
    const EMPTY: Self;
    /// One byte for each square, for looking up what stands there.
    type Mailbox: Mailbox;
    /// Four sets side by side, in plain Rust.
    type Lanes: Lanes<Self> + LaneWords + Default + From<[Self; LANES]> + Debug + Send + Sync;
    /// One value for each word of 64 bits, for kernels that work word by word.
    type PerWord<T: Copy>: Copy + AsRef<[T]> + AsMut<[T]>;

    /// The same value for each word.
    fn repeat<T: Copy>(value: T) -> Self::PerWord<T>;
    /// The words of the set, the lowest first.
    fn words(self) -> Self::PerWord<u64>;
    /// The set of such words.
    fn from_words(words: &Self::PerWord<u64>) -> Self;

    /// The set of one square, which must be below [`Self::CAPACITY`].
    fn single(square: Square) -> Self;
    /// How many squares are in the set.
    fn count(self) -> u32;
    /// Whether no square is in the set.
    fn is_empty(self) -> bool;
    /// The square of the lowest index. Of the empty set: an index at or above
    /// [`Self::CAPACITY`], where every table of 256 entries holds the empty set.
    fn lowest(self) -> Square;
    /// The square of the highest index. Of the empty set: as [`Self::lowest`].
    fn highest(self) -> Square;
    /// The set without its lowest square; the empty set stays empty.
    #[must_use]
    fn without_lowest(self) -> Self;
    /// Every square moved up by `by` indices, at most 63; what leaves is lost.
    #[must_use]
    fn up(self, by: u32) -> Self;
    /// Every square moved down by `by` indices, at most 63; what leaves is lost.
    #[must_use]
    fn down(self, by: u32) -> Self;
    /// Every square moved by so many indices, at most 63 up or down. None may leave the set: what
    /// becomes of such a square is not said.
    #[must_use]
    fn moved(self, by: i32) -> Self;

    /// Whether the square is in the set.
    #[inline(always)]
    fn contains(self, square: Square) -> bool {
        !(self & Self::single(square)).is_empty()
    }

    /// How many sets [`Bitboard::any_of`] goes through in the time that one takes by itself.
    const PACE_OF_ANY: usize = 1;

    /// The squares that are in some set and in the one at the same place of an equally long, even
    /// number of others.
    #[inline(always)]
    fn any_of(sets: &[Self], others: &[Self]) -> Self {
        let pairs = sets.iter().zip(others);
        pairs.fold(Self::EMPTY, |all, (&set, &other)| all | (set & other))
    }

    /// Whether two sets share a square.
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Whether two squares or more are in the set.
    #[inline(always)]
    fn has_many(self) -> bool {
        !self.without_lowest().is_empty()
    }

    /// The squares of the set by rising index.
    #[inline(always)]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }

    /// The set of the given squares.
    fn from_squares(squares: impl IntoIterator<Item = Square>) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::single(square))
    }
}

/// Iterator over the squares of a set, see [`Bitboard::squares`].
#[derive(Clone, Debug)]
pub struct Squares<B>(B);

impl<B: Bitboard> Iterator for Squares<B> {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl<B: Bitboard> ExactSizeIterator for Squares<B> {}

/// One byte for each square of a board.
pub trait Mailbox: Copy + Debug + Eq + Send + Sync + 'static {
    /// Every square holding `value`.
    fn filled(value: u8) -> Self;
    /// What the square holds.
    fn get(&self, square: Square) -> u8;
    /// Puts `value` on the square.
    fn set(&mut self, square: Square, value: u8);
}

impl Mailbox for [u8; 128] {
    #[inline]
    fn filled(value: u8) -> Self {
        [value; 128]
    }
    #[inline(always)]
    fn get(&self, square: Square) -> u8 {
        self[square.index() & 127]
    }
    #[inline(always)]
    fn set(&mut self, square: Square, value: u8) {
        self[square.index() & 127] = value;
    }
}

impl Bitboard for u128 {
    const CAPACITY: usize = 128;
    const EMPTY: Self = 0;
    type Mailbox = [u8; 128];
    type Lanes = Words<2>;
    type PerWord<T: Copy> = [T; 2];

    #[inline(always)]
    fn repeat<T: Copy>(value: T) -> [T; 2] {
        [value; 2]
    }
    #[inline(always)]
    fn words(self) -> [u64; 2] {
        [self as u64, (self >> 64) as u64]
    }
    #[inline(always)]
    fn from_words(words: &[u64; 2]) -> Self {
        u128::from(words[0]) | u128::from(words[1]) << 64
    }

    #[inline(always)]
    fn single(square: Square) -> Self {
        1 << (square.raw() & 127)
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == 0
    }
    #[inline(always)]
    fn lowest(self) -> Square {
        Square::new(self.trailing_zeros() as u8)
    }
    #[inline(always)]
    fn highest(self) -> Square {
        // 127 - 128 leaves no index in range: 255.
        Square::new(127_u8.wrapping_sub(self.leading_zeros() as u8))
    }
    #[inline(always)]
    fn without_lowest(self) -> Self {
        self & self.wrapping_sub(1)
    }
    #[inline(always)]
    fn up(self, by: u32) -> Self {
        self << by
    }
    #[inline(always)]
    fn down(self, by: u32) -> Self {
        self >> by
    }
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    const PACE_OF_ANY: usize = 4;
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    #[inline(always)]
    fn any_of(sets: &[Self], others: &[Self]) -> Self {
        four_words::any_of(sets, others)
    }
    #[inline(always)]
    fn moved(self, by: i32) -> Self {
        // No question of the direction.
        self.rotate_left((by & 127) as u32)
    }
    #[inline(always)]
    fn contains(self, square: Square) -> bool {
        // Half the instructions of making a set of the square.
        self >> (square.raw() & 127) & 1 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_a_set_and_of_none() {
        let set = u128::from_squares([3, 64, 120].map(Square::new));
        assert_eq!(set.count(), 3);
        assert_eq!(set.lowest(), Square::new(3));
        assert_eq!(set.highest(), Square::new(120));
        assert_eq!(set.without_lowest().lowest(), Square::new(64));
        assert!(u128::EMPTY.lowest().index() >= u128::CAPACITY);
        assert!(u128::EMPTY.highest().index() >= u128::CAPACITY);
        assert_eq!(u128::EMPTY.without_lowest(), u128::EMPTY);
    }

    #[test]
    fn any_of_takes_each_set_with_the_one_beside_it() {
        let sets = [[1, 90], [2, 91], [90, 127], [1, 64]]
            .map(|two| u128::from_squares(two.map(Square::new)));
        let others = [[90, 2], [91, 90], [64, 127], [2, 90]]
            .map(|two| u128::from_squares(two.map(Square::new)));
        let any = u128::from_squares([90, 91, 127].map(Square::new));
        assert_eq!(u128::any_of(&sets, &others), any);
        assert_eq!(u128::any_of(&[], &[]), u128::EMPTY);
    }

    #[test]
    fn squares_come_in_order() {
        let squares: Vec<u8> = u128::from_squares([99, 0, 127, 64].map(Square::new))
            .squares()
            .map(Square::raw)
            .collect();
        assert_eq!(squares, [0, 64, 99, 127]);
    }

    #[test]
    fn shifts_cross_the_middle_and_lose_what_leaves() {
        let set = u128::from_squares([60, 127].map(Square::new));
        assert_eq!(set.up(11), u128::single(Square::new(71)));
        assert_eq!(set.down(61), u128::single(Square::new(66)));
        let set = u128::single(Square::new(60));
        assert_eq!(set.moved(11), u128::single(Square::new(71)));
        assert_eq!(set.moved(-11), u128::single(Square::new(49)));
    }
}
