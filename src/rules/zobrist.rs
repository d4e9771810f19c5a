//! [`Zobrist`]: the random keys that a position's hash is the exclusive or of.

use crate::geometry::Square;
use crate::pieces::Piece;

/// One stream of 64-bit keys for everything a position can hold.
#[derive(Clone, Debug)]
pub(crate) struct Zobrist {
    men: Vec<[u64; 256]>,
    kinds: usize,
    rights: [u64; 32],
    en_passant: [u64; 256],
    black_to_move: u64,
}

impl Zobrist {
    /// The keys of a seed, for so many kinds.
    pub(super) fn new(kinds: usize, seed: u64) -> Self {
        let mut state = seed;
        let mut next = || split_mix(&mut state);
        Self {
            men: (0..2 * kinds).map(|_| std::array::from_fn(|_| next())).collect(),
            kinds,
            rights: std::array::from_fn(|_| next()),
            en_passant: std::array::from_fn(|_| next()),
            black_to_move: next(),
        }
    }

    /// The key of a man on a square.
    #[inline(always)]
    pub(crate) fn man(&self, piece: Piece, square: Square) -> u64 {
        self.men[piece.color.index() * self.kinds + piece.kind.index()][square.index()]
    }

    /// The key of a set of rights.
    #[inline]
    pub(crate) fn rights(&self, rights: u32) -> u64 {
        let mut key = 0;
        let mut left = rights;
        while left != 0 {
            key ^= self.rights[left.trailing_zeros() as usize & 31];
            left &= left - 1;
        }
        key
    }

    /// The key of a square that was passed by a double step.
    #[inline(always)]
    pub(crate) fn en_passant(&self, square: Square) -> u64 {
        self.en_passant[square.index()]
    }

    /// The key of Black to move.
    #[inline(always)]
    pub(crate) fn black_to_move(&self) -> u64 {
        self.black_to_move
    }
}

/// The next number of Steele, Lea and Flood's `SplitMix64`.
pub(crate) fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn split_mix_as_published() {
        // The first outputs of the reference implementation for the seed 1234567.
        let mut state = 1_234_567;
        let outputs: Vec<u64> = (0..3).map(|_| split_mix(&mut state)).collect();
        assert_eq!(
            outputs,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }
}
