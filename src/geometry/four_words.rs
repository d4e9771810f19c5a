//! Four words side by side: what [`Words`](super::Words) are made of.
//!
//! Where the program is built for AVX2, each operation is one instruction, or a few. Compilers make
//! the same of plain loops, but in large functions not always: then it is a dozen.

use super::LANES;

/// Four words of 64 bits.
pub(super) type FourWords = [u64; LANES];

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub(super) use vectors::{and, any_of, count, holding, is_zero, left, or, right, union, xor};

#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub(super) use loops::{and, count, holding, is_zero, left, or, right, union, xor};

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod vectors {
    use safe_arch::{
        add_i8_m256i, add_i64_m128i, cast_to_m128i_from_m256i, cast_to_m256d_from_m256i,
        extract_m128i_m256i, get_i64_from_m128i_s, load_unaligned_m256i, m256i, move_mask_m256d,
        set_i64_m128i_s, set_splat_i8_m256i, shl_all_u64_m256i, shl_each_u64_m256i,
        shr_each_u64_m256i, shr_imm_u16_m256i, shuffle_av_i8z_half_m256i, sum_of_u8_abs_diff_m256i,
        testz_m256i, unpack_high_i64_m128i,
    };

    use zerocopy::{FromBytes, IntoBytes};

    use super::FourWords;

    /// How many bits the numbers 0 to 15 have, in each half of a register.
    const BITS: [u8; 32] = [
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3,
        3, 4,
    ];

    #[inline(always)]
    pub(in super::super) fn and(one: FourWords, other: FourWords) -> FourWords {
        (m256i::from(one) & m256i::from(other)).into()
    }

    #[inline(always)]
    pub(in super::super) fn or(one: FourWords, other: FourWords) -> FourWords {
        (m256i::from(one) | m256i::from(other)).into()
    }

    #[inline(always)]
    pub(in super::super) fn xor(one: FourWords, other: FourWords) -> FourWords {
        (m256i::from(one) ^ m256i::from(other)).into()
    }

    /// Each word moved towards higher bits; nothing is left of it after 64 places.
    #[inline(always)]
    pub(in super::super) fn left(words: FourWords, by: &FourWords) -> FourWords {
        shl_each_u64_m256i(words.into(), (*by).into()).into()
    }

    /// Each word moved towards lower bits; nothing is left of it after 64 places.
    #[inline(always)]
    pub(in super::super) fn right(words: FourWords, by: &FourWords) -> FourWords {
        shr_each_u64_m256i(words.into(), (*by).into()).into()
    }

    /// How many bits are set in up to 31 times four words.
    #[inline(always)]
    pub(in super::super) fn count(words: &[FourWords]) -> u32 {
        let table = m256i::from(BITS);
        let low = set_splat_i8_m256i(15);
        let mut sums = m256i::default();
        for &four in words {
            let four = m256i::from(four);
            let high = shr_imm_u16_m256i::<4>(four) & low;
            sums = add_i8_m256i(sums, shuffle_av_i8z_half_m256i(table, four & low));
            sums = add_i8_m256i(sums, shuffle_av_i8z_half_m256i(table, high));
        }
        let sums = sum_of_u8_abs_diff_m256i(sums, m256i::default());
        let halves = add_i64_m128i(cast_to_m128i_from_m256i(sums), extract_m128i_m256i::<1>(sums));
        get_i64_from_m128i_s(add_i64_m128i(halves, unpack_high_i64_m128i(halves, halves))) as u32
    }

    /// All four in one.
    #[inline(always)]
    pub(in super::super) fn union(words: FourWords) -> u64 {
        let words = m256i::from(words);
        let halves = cast_to_m128i_from_m256i(words) | extract_m128i_m256i::<1>(words);
        get_i64_from_m128i_s(halves | unpack_high_i64_m128i(halves, halves)) as u64
    }

    /// Whether no bit is set.
    #[inline(always)]
    pub(in super::super) fn is_zero(words: FourWords) -> bool {
        let words = m256i::from(words);
        testz_m256i(words, words) != 0
    }

    /// See [`Bitboard::any_of`](crate::geometry::Bitboard::any_of): two sets at once.
    #[inline(always)]
    pub(in super::super) fn any_of(sets: &[u128], others: &[u128]) -> u128 {
        let mut all = m256i::default();
        for (two, others) in pairs(sets).iter().zip(pairs(others)) {
            all |= load_unaligned_m256i(two) & load_unaligned_m256i(others);
        }
        let halves = cast_to_m128i_from_m256i(all) | extract_m128i_m256i::<1>(all);
        let [low, high]: [u64; 2] = halves.into();
        u128::from(low) | u128::from(high) << 64
    }

    /// Sets two by two, as they lie in memory.
    #[inline(always)]
    fn pairs(sets: &[u128]) -> &[[i8; 32]] {
        <[[i8; 32]]>::ref_from_bytes(sets.as_bytes()).expect("an even number of sets")
    }

    /// Which words have a bit, 0 to 63: a bit for each.
    #[inline(always)]
    pub(in super::super) fn holding(words: &FourWords, bit: usize) -> u32 {
        let top = shl_all_u64_m256i((*words).into(), set_i64_m128i_s(63 - bit as i64));
        move_mask_m256d(cast_to_m256d_from_m256i(top)) as u32
    }
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "avx2"))))]
mod loops {
    use super::FourWords;

    #[inline(always)]
    pub(in super::super) fn and(mut one: FourWords, other: FourWords) -> FourWords {
        for (word, other) in one.iter_mut().zip(other) {
            *word &= other;
        }
        one
    }

    #[inline(always)]
    pub(in super::super) fn or(mut one: FourWords, other: FourWords) -> FourWords {
        for (word, other) in one.iter_mut().zip(other) {
            *word |= other;
        }
        one
    }

    #[inline(always)]
    pub(in super::super) fn xor(mut one: FourWords, other: FourWords) -> FourWords {
        for (word, other) in one.iter_mut().zip(other) {
            *word ^= other;
        }
        one
    }

    /// Each word moved towards higher bits; nothing is left of it after 64 places.
    #[inline(always)]
    pub(in super::super) fn left(mut words: FourWords, by: &FourWords) -> FourWords {
        for (word, &by) in words.iter_mut().zip(by) {
            *word = if by < 64 { *word << by } else { 0 };
        }
        words
    }

    /// Each word moved towards lower bits; nothing is left of it after 64 places.
    #[inline(always)]
    pub(in super::super) fn right(mut words: FourWords, by: &FourWords) -> FourWords {
        for (word, &by) in words.iter_mut().zip(by) {
            *word = if by < 64 { *word >> by } else { 0 };
        }
        words
    }

    /// How many bits are set.
    #[inline(always)]
    pub(in super::super) fn count(words: &[FourWords]) -> u32 {
        words.iter().flatten().map(|word| word.count_ones()).sum()
    }

    /// All four in one.
    #[inline(always)]
    pub(in super::super) fn union(words: FourWords) -> u64 {
        words.iter().fold(0, |all, word| all | word)
    }

    /// Whether no bit is set.
    #[inline(always)]
    pub(in super::super) fn is_zero(words: FourWords) -> bool {
        union(words) == 0
    }

    /// Which words have a bit, 0 to 63: a bit for each.
    #[inline(always)]
    pub(in super::super) fn holding(words: &FourWords, bit: usize) -> u32 {
        let mut holding = 0;
        for (place, word) in words.iter().enumerate() {
            holding |= ((word >> bit & 1) as u32) << place;
        }
        holding
    }
}

#[cfg(all(test, target_arch = "x86_64", target_feature = "avx2"))]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;

    #[test]
    fn vectors_do_what_loops_do() {
        let mut random = Pcg64::seed_from_u64(1);
        for _ in 0..1000 {
            let mut four = || -> FourWords { std::array::from_fn(|_| random.random()) };
            let (a, b) = (four(), four());
            let by = four().map(|word| word % 65);
            assert_eq!(and(a, b), loops::and(a, b));
            assert_eq!(or(a, b), loops::or(a, b));
            assert_eq!(xor(a, b), loops::xor(a, b));
            assert_eq!(left(a, &by), loops::left(a, &by));
            assert_eq!(right(a, &by), loops::right(a, &by));
            assert_eq!(union(a), loops::union(a));
            assert_eq!(count(&[a, b, by]), loops::count(&[a, b, by]));
            for bit in 0..64 {
                assert_eq!(holding(&a, bit), loops::holding(&a, bit));
            }
            let single = by.map(|by| u64::from(by == 64));
            assert_eq!(is_zero(single), loops::is_zero(single));
        }
        assert!(is_zero([0; 4]) && !is_zero([0, 0, 1 << 63, 0]));
        assert_eq!(count(&[[u64::MAX; 4]; 3]), 768);
    }
}
