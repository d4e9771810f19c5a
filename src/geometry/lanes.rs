//! [`Lanes`]: four sets of squares side by side.

use super::{Bitboard, Square, four_words};

/// How many sets stand side by side.
pub const LANES: usize = 4;

/// Four sets of squares, word by word, so that one vector instruction works on all four.
///
/// Tables hold them in plain Rust, as [`Bitboard::Lanes`]; kernels may work on registers of the
/// machine instead.
pub trait Lanes<B: Bitboard>: Copy {
    /// The same set in every lane.
    fn splat(set: B) -> Self;
    /// The lanes as tables hold them.
    fn load(lanes: &B::Lanes) -> Self;
    /// The set in the lanes that are all ones, nothing in those that are zero.
    fn masked(set: B, lanes: &[u64; LANES]) -> Self;
    /// Squares in both.
    #[must_use]
    fn and(self, other: Self) -> Self;
    /// Squares in either.
    #[must_use]
    fn or(self, other: Self) -> Self;
    /// Squares in one of them, but not in both.
    #[must_use]
    fn xor(self, other: Self) -> Self;
    /// Every lane moved towards higher indices by its own distance.
    #[must_use]
    fn up(self, by: &Shift) -> Self;
    /// Every lane moved towards lower indices by its own distance.
    #[must_use]
    fn down(self, by: &Shift) -> Self;
    /// How many squares are in all lanes together.
    fn count(self) -> u32;
    /// How many squares are in all lanes together, each as often as a number in binary says that has
    /// a set for each digit, the lowest first.
    #[inline(always)]
    fn weigh(self, digits: &[B]) -> u32 {
        let mut sum = 0;
        for (digit, &set) in digits.iter().enumerate() {
            sum += self.and(Self::splat(set)).count() << digit;
        }
        sum
    }
    /// Squares in any lane.
    fn union(self) -> B;
    /// Whether no square is in any lane.
    fn is_empty(self) -> bool;
    /// The set of each lane.
    fn sets(self) -> [B; LANES];
    /// The set of one lane.
    fn lane(self, lane: usize) -> B;
    /// The lanes as tables hold them.
    fn store(self) -> B::Lanes;
    /// Which lanes hold a square: a bit for each.
    fn holding(&self, square: Square) -> u32;
}

/// Lanes word by word, as they lie in memory.
pub trait LaneWords {
    /// A word of each lane; word 0 is the lowest.
    fn word(&self, word: usize) -> &[u64; LANES];
    /// A word of each lane, to be changed.
    fn word_mut(&mut self, word: usize) -> &mut [u64; LANES];
}

/// How far each lane moves, 0 to 63 places.
#[derive(Clone, Copy, Debug)]
pub struct Shift {
    /// The distances.
    by: [u64; LANES],
    /// What is left of a word, for the bits that cross into the next.
    rest: [u64; LANES],
}

impl Shift {
    /// # Panics
    /// When a distance is above 63.
    pub fn new(by: [u64; LANES]) -> Self {
        assert!(by.iter().all(|&by| by < 64), "a shift stays within a word");
        Self { by, rest: by.map(|by| 64 - by) }
    }

    /// The distance of each lane.
    pub fn by(&self) -> &[u64; LANES] {
        &self.by
    }
}

/// Lanes in plain Rust, of `W` words each.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub struct Words<const W: usize>([[u64; LANES]; W]);

impl From<[u128; LANES]> for Words<2> {
    fn from(sets: [u128; LANES]) -> Self {
        Self([sets.map(|set| set as u64), sets.map(|set| (set >> 64) as u64)])
    }
}

impl<const W: usize> Default for Words<W> {
    #[inline(always)]
    fn default() -> Self {
        Self([[0; LANES]; W])
    }
}

impl<const W: usize> LaneWords for Words<W> {
    #[inline(always)]
    fn word(&self, word: usize) -> &[u64; LANES] {
        &self.0[word]
    }
    #[inline(always)]
    fn word_mut(&mut self, word: usize) -> &mut [u64; LANES] {
        &mut self.0[word]
    }
}

impl<const W: usize> Words<W> {
    #[inline(always)]
    pub(super) const fn of(words: [[u64; LANES]; W]) -> Self {
        Self(words)
    }

    #[inline(always)]
    pub(super) const fn words(self) -> [[u64; LANES]; W] {
        self.0
    }

    #[inline(always)]
    pub(super) fn and(mut self, other: Self) -> Self {
        for word in 0..W {
            self.0[word] = four_words::and(self.0[word], other.0[word]);
        }
        self
    }

    #[inline(always)]
    pub(super) fn or(mut self, other: Self) -> Self {
        for word in 0..W {
            self.0[word] = four_words::or(self.0[word], other.0[word]);
        }
        self
    }

    #[inline(always)]
    pub(super) fn xor(mut self, other: Self) -> Self {
        for word in 0..W {
            self.0[word] = four_words::xor(self.0[word], other.0[word]);
        }
        self
    }

    #[inline(always)]
    pub(super) fn up(self, by: &Shift) -> Self {
        let mut moved = self;
        for word in 0..W {
            moved.0[word] = four_words::left(self.0[word], &by.by);
        }
        for word in 1..W {
            let crossing = four_words::right(self.0[word - 1], &by.rest);
            moved.0[word] = four_words::or(moved.0[word], crossing);
        }
        moved
    }

    #[inline(always)]
    pub(super) fn down(self, by: &Shift) -> Self {
        let mut moved = self;
        for word in 0..W {
            moved.0[word] = four_words::right(self.0[word], &by.by);
        }
        for word in 1..W {
            let crossing = four_words::left(self.0[word], &by.rest);
            moved.0[word - 1] = four_words::or(moved.0[word - 1], crossing);
        }
        moved
    }

    #[inline(always)]
    pub(super) fn holding(&self, square: Square) -> u32 {
        four_words::holding(&self.0[square.index() / 64 % W], square.index() % 64)
    }

    #[inline(always)]
    pub(super) fn count(self) -> u32 {
        four_words::count(&self.0)
    }

    #[inline(always)]
    pub(super) fn union(self) -> [u64; W] {
        self.0.map(four_words::union)
    }

    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        let mut all = self.0[0];
        for word in 1..W {
            all = four_words::or(all, self.0[word]);
        }
        four_words::is_zero(all)
    }
}

impl Lanes<u128> for Words<2> {
    #[inline(always)]
    fn splat(set: u128) -> Self {
        Self([[set as u64; LANES], [(set >> 64) as u64; LANES]])
    }
    #[inline(always)]
    fn load(lanes: &Self) -> Self {
        *lanes
    }
    #[inline(always)]
    fn masked(set: u128, lanes: &[u64; LANES]) -> Self {
        Self::splat(set).and(Self([*lanes; 2]))
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
    fn union(self) -> u128 {
        let [low, high] = self.union();
        u128::from(low) | u128::from(high) << 64
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self.is_empty()
    }
    #[inline(always)]
    fn sets(self) -> [u128; LANES] {
        [0, 1, 2, 3].map(|lane| self.lane(lane))
    }
    #[inline(always)]
    fn lane(self, lane: usize) -> u128 {
        let [low, high] = self.0;
        u128::from(low[lane]) | u128::from(high[lane]) << 64
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
