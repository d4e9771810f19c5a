//! [`Wide`]: sets of up to 192 squares, for boards that do not fit a `u128`.
//!
//! Three words and never four: a fill costs half as much again as on two words, on four it costs
//! twice as much.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::{Bitboard, LANES, Lanes, Mailbox, Shift, Square, Words};

/// A set of up to 192 squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wide([u64; 3]);

impl Wide {
    /// The lower two words at once: searching a bit in them is one operation.
    #[inline(always)]
    fn low(self) -> u128 {
        u128::from(self.0[0]) | u128::from(self.0[1]) << 64
    }
}

impl BitAnd for Wide {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1], self.0[2] & other.0[2]])
    }
}

impl BitOr for Wide {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1], self.0[2] | other.0[2]])
    }
}

impl BitXor for Wide {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self([self.0[0] ^ other.0[0], self.0[1] ^ other.0[1], self.0[2] ^ other.0[2]])
    }
}

impl Not for Wide {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl BitAndAssign for Wide {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for Wide {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitXorAssign for Wide {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl Mailbox for [u8; 192] {
    #[inline]
    fn filled(value: u8) -> Self {
        [value; 192]
    }
    #[inline(always)]
    fn get(&self, square: Square) -> u8 {
        self[square.index()]
    }
    #[inline(always)]
    fn set(&mut self, square: Square, value: u8) {
        self[square.index()] = value;
    }
}

impl Bitboard for Wide {
    const CAPACITY: usize = 192;
    const EMPTY: Self = Self([0; 3]);
    type Mailbox = [u8; 192];
    type Lanes = Words<3>;
    type PerWord<T: Copy> = [T; 3];

    #[inline(always)]
    fn repeat<T: Copy>(value: T) -> [T; 3] {
        [value; 3]
    }
    #[inline(always)]
    fn words(self) -> [u64; 3] {
        self.0
    }
    #[inline(always)]
    fn from_words(words: &[u64; 3]) -> Self {
        Self(*words)
    }

    #[inline(always)]
    fn single(square: Square) -> Self {
        let mut words = [0; 3];
        let index = square.index();
        // The word is picked without a branch, and without a bounds check for index 192 and more.
        for (number, word) in words.iter_mut().enumerate() {
            *word = u64::from(index / 64 == number) << (index % 64);
        }
        Self(words)
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones()
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }
    #[inline(always)]
    fn lowest(self) -> Square {
        let low = self.low();
        // 128 + 64 for the empty set: no square of any board.
        let index = if low == 0 { 128 + self.0[2].trailing_zeros() } else { low.trailing_zeros() };
        Square::new(index as u8)
    }
    #[inline(always)]
    fn highest(self) -> Square {
        let index = if self.0[2] == 0 {
            // 127 - 128 leaves no index in range: 255.
            127_u8.wrapping_sub(self.low().leading_zeros() as u8)
        } else {
            191 - self.0[2].leading_zeros() as u8
        };
        Square::new(index)
    }
    #[inline(always)]
    fn without_lowest(self) -> Self {
        let [a, b, c] = self.0;
        if a != 0 {
            Self([a & (a - 1), b, c])
        } else if b != 0 {
            Self([0, b & (b - 1), c])
        } else {
            Self([0, 0, c & c.wrapping_sub(1)])
        }
    }
    #[inline(always)]
    fn up(self, by: u32) -> Self {
        debug_assert!(by < 64, "a shift stays within a word");
        let [a, b, c] = self.0;
        let carry = |word: u64| word >> 1 >> (63 - by);
        Self([a << by, b << by | carry(a), c << by | carry(b)])
    }
    #[inline(always)]
    fn down(self, by: u32) -> Self {
        debug_assert!(by < 64, "a shift stays within a word");
        let [a, b, c] = self.0;
        let carry = |word: u64| word << 1 << (63 - by);
        Self([a >> by | carry(b), b >> by | carry(c), c >> by])
    }
    #[inline(always)]
    fn moved(self, by: i32) -> Self {
        if by >= 0 { self.up(by as u32) } else { self.down(by.unsigned_abs()) }
    }
}

impl From<[Wide; LANES]> for Words<3> {
    fn from(sets: [Wide; LANES]) -> Self {
        Self::of([0, 1, 2].map(|word| sets.map(|set| set.0[word])))
    }
}

impl Lanes<Wide> for Words<3> {
    #[inline(always)]
    fn splat(set: Wide) -> Self {
        Self::of(set.0.map(|word| [word; LANES]))
    }
    #[inline(always)]
    fn load(lanes: &Self) -> Self {
        *lanes
    }
    #[inline(always)]
    fn masked(set: Wide, lanes: &[u64; LANES]) -> Self {
        <Self as Lanes<Wide>>::splat(set).and(Self::of([*lanes; 3]))
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.and(other)
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.or(other)
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.xor(other)
    }
    #[inline(always)]
    fn up(self, by: &Shift) -> Self {
        self.up(by)
    }
    #[inline(always)]
    fn down(self, by: &Shift) -> Self {
        self.down(by)
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.count()
    }
    #[inline(always)]
    fn union(self) -> Wide {
        Wide(self.union())
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self.is_empty()
    }
    #[inline(always)]
    fn sets(self) -> [Wide; LANES] {
        [0, 1, 2, 3].map(|lane| Lanes::<Wide>::lane(self, lane))
    }
    #[inline(always)]
    fn lane(self, lane: usize) -> Wide {
        Wide(self.words().map(|word| word[lane]))
    }
    #[inline(always)]
    fn store(self) -> Self {
        self
    }
    #[inline(always)]
    fn holding(&self, square: Square) -> u32 {
        self.holding(square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(squares: &[u8]) -> Wide {
        Wide::from_squares(squares.iter().copied().map(Square::new))
    }

    #[test]
    fn every_single_square() {
        for index in 0..192 {
            let square = Square::new(index);
            let single = Wide::single(square);
            assert_eq!((single.lowest(), single.highest(), single.count()), (square, square, 1));
            assert!(single.contains(square));
            assert!(single.without_lowest().is_empty());
        }
        assert!(Wide::EMPTY.lowest().index() >= Wide::CAPACITY);
        assert!(Wide::EMPTY.highest().index() >= Wide::CAPACITY);
        assert_eq!(Wide::EMPTY.without_lowest(), Wide::EMPTY);
    }

    #[test]
    fn squares_come_in_order() {
        let squares = [3, 63, 64, 127, 128, 191];
        assert_eq!(set(&squares).squares().map(Square::raw).collect::<Vec<_>>(), squares);
        assert_eq!(set(&squares).highest(), Square::new(191));
        assert!(set(&squares).has_many());
    }

    #[test]
    fn shifts_cross_words_and_lose_what_leaves() {
        for by in [0, 1, 11, 13, 37, 63] {
            let squares: [u8; 5] = [0, 60, 70, 130, 191];
            let up = squares.iter().filter(|&&s| u32::from(s) + by < 192).map(|&s| s + by as u8);
            assert_eq!(set(&squares).up(by), set(&up.collect::<Vec<_>>()), "{by}");
            let down = squares.iter().filter(|&&s| u32::from(s) >= by).map(|&s| s - by as u8);
            assert_eq!(set(&squares).down(by), set(&down.collect::<Vec<_>>()), "{by}");
        }
    }

    #[test]
    fn operators_work_on_all_words() {
        let (a, b) = (set(&[1, 65, 130]), set(&[1, 66, 130]));
        assert_eq!(a & b, set(&[1, 130]));
        assert_eq!(a | b, set(&[1, 65, 66, 130]));
        assert_eq!(a ^ b, set(&[65, 66]));
        assert_eq!(!(!a), a);
        assert!(!(a & !b).contains(Square::new(130)));
    }
}
