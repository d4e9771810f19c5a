//! [`Lanes`]: four sets of squares side by side.

use super::Bitboard;

/// How many sets stand side by side.
pub const LANES: usize = 4;

/// Four sets of squares, word by word, so that one vector instruction works on all four.
pub trait Lanes<B: Bitboard>: Copy {
    /// The same set in every lane.
    fn splat(set: B) -> Self;
    /// A set for each lane.
    fn new(sets: &[B; LANES]) -> Self;
    /// The set in the lanes that are all ones, nothing in those that are zero.
    fn masked(set: B, lanes: &[u64; LANES]) -> Self;
    /// Squares in both.
    #[must_use]
    fn and(self, other: Self) -> Self;
    /// Squares in either.
    #[must_use]
    fn or(self, other: Self) -> Self;
    /// Every lane moved towards higher indices by its own distance, below 64.
    #[must_use]
    fn up(self, by: &[u64; LANES]) -> Self;
    /// Every lane moved towards lower indices by its own distance, below 64.
    #[must_use]
    fn down(self, by: &[u64; LANES]) -> Self;
    /// How many squares are in all lanes together.
    fn count(self) -> u32;
    /// Squares in any lane.
    fn union(self) -> B;
}

/// Lanes in plain Rust, of `W` words each.
#[derive(Clone, Copy, Debug)]
pub struct Words<const W: usize>([[u64; LANES]; W]);

impl<const W: usize> Words<W> {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|w| std::array::from_fn(|l| f(self.0[w][l], other.0[w][l]))))
    }

    #[inline(always)]
    fn up(self, by: &[u64; LANES]) -> Self {
        Self(std::array::from_fn(|w| {
            std::array::from_fn(|l| {
                let own = self.0[w][l] << (by[l] & 63);
                if w == 0 { own } else { own | (self.0[w - 1][l] >> 1 >> (63 - (by[l] & 63))) }
            })
        }))
    }

    #[inline(always)]
    fn down(self, by: &[u64; LANES]) -> Self {
        Self(std::array::from_fn(|w| {
            std::array::from_fn(|l| {
                let own = self.0[w][l] >> (by[l] & 63);
                if w + 1 == W { own } else { own | (self.0[w + 1][l] << 1 << (63 - (by[l] & 63))) }
            })
        }))
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().flatten().map(|word| word.count_ones()).sum()
    }
}

impl Lanes<u128> for Words<2> {
    #[inline(always)]
    fn splat(set: u128) -> Self {
        Self([[set as u64; LANES], [(set >> 64) as u64; LANES]])
    }
    #[inline(always)]
    fn new(sets: &[u128; LANES]) -> Self {
        Self([sets.map(|set| set as u64), sets.map(|set| (set >> 64) as u64)])
    }
    #[inline(always)]
    fn masked(set: u128, lanes: &[u64; LANES]) -> Self {
        Self([lanes.map(|lane| lane & set as u64), lanes.map(|lane| lane & (set >> 64) as u64)])
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
    #[inline(always)]
    fn up(self, by: &[u64; LANES]) -> Self {
        self.up(by)
    }
    #[inline(always)]
    fn down(self, by: &[u64; LANES]) -> Self {
        self.down(by)
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.count()
    }
    #[inline(always)]
    fn union(self) -> u128 {
        let [low, high] = self.0.map(|word| word[0] | word[1] | word[2] | word[3]);
        u128::from(low) | u128::from(high) << 64
    }
}
