//! Counting and seeing with AVX-512, where the processor has it.
//!
//! The kernels are the portable ones, with [`Vectors`] as their [`Lanes`]: a register of 256 bits
//! for each word holds four sets side by side, and a shift across words is one instruction. The
//! compiler finds such code for the portable lanes too, but not within functions as large as these.
#![expect(unsafe_code, reason = "vector instructions: measured, see ARCHITECTURE.md")]

use std::arch::x86_64::{
    __m256i, _mm_add_epi64, _mm_cvtsi64_si128, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64,
    _mm256_add_epi64, _mm256_and_si256, _mm256_castsi256_si128, _mm256_extracti128_si256,
    _mm256_loadu_si256, _mm256_or_si256, _mm256_popcnt_epi64, _mm256_set1_epi64x,
    _mm256_setzero_si256, _mm256_shldv_epi64, _mm256_shrdv_epi64, _mm256_sll_epi64,
    _mm256_sllv_epi64, _mm256_srlv_epi64, _mm256_storeu_si256, _mm256_testz_si256,
    _mm256_xor_si256,
};

use super::Outlook;
use super::sight::{Sight, filled_attacks, filled_sights};
use crate::geometry::{Avx512, Bitboard, LANES, LaneWords, Lanes, Shift, Square};
use crate::pieces::Color;
use crate::position::{Move, Position};
use crate::rules::{FillTables, PairTables, Ruleset};

/// The legal moves of a position, counted.
#[inline(always)]
pub(super) fn count_moves<B: Bitboard>(
    _: Avx512,
    rules: &Ruleset<B>,
    position: &Position<B>,
    fills: &FillTables<B>,
) -> u64 {
    // SAFETY: the token proves that the processor has these features.
    unsafe { moves(rules, position, fills) }
}

/// The pairs of legal moves of a position, if they can be counted together.
#[inline(always)]
pub(super) fn count_pairs<B: Bitboard>(
    _: Avx512,
    rules: &Ruleset<B>,
    position: &Position<B>,
    tables: (&FillTables<B>, &PairTables<B>),
    outlook: &Outlook<B>,
    list: &mut Vec<Move>,
) -> Option<u64> {
    // SAFETY: the token proves that the processor has these features.
    unsafe { pairs(rules, position, tables, outlook, list) }
}

#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx512vbmi2,avx512vpopcntdq")]
#[inline(never)]
fn moves<B: Bitboard>(rules: &Ruleset<B>, position: &Position<B>, fills: &FillTables<B>) -> u64 {
    rules.count_filled::<Vectors<B>>(position, fills)
}

#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx512vbmi2,avx512vpopcntdq")]
#[inline(never)]
fn pairs<B: Bitboard>(
    rules: &Ruleset<B>,
    position: &Position<B>,
    tables: (&FillTables<B>, &PairTables<B>),
    outlook: &Outlook<B>,
    list: &mut Vec<Move>,
) -> Option<u64> {
    let replies = |next: &Position<B>| moves(rules, next, tables.0);
    rules.count_together::<Vectors<B>>(position, tables, outlook, list, replies)
}

/// What both sides see along lines.
#[inline(always)]
pub(super) fn sights<B: Bitboard>(
    _: Avx512,
    position: &Position<B>,
    fills: &FillTables<B>,
    targets: ([B; 2], [B; 2]),
) -> [Sight; 2] {
    // SAFETY: the token proves that the processor has these features.
    unsafe { seen(position, fills, targets) }
}

/// What a side attacks along lines.
#[inline(always)]
pub(super) fn attacks<B: Bitboard>(
    _: Avx512,
    position: &Position<B>,
    fills: &FillTables<B>,
    by: Color,
    occupied: B,
) -> B {
    // SAFETY: the token proves that the processor has these features.
    unsafe { attacked(position, fills, by, occupied) }
}

#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx512vbmi2,avx512vpopcntdq")]
#[inline(never)]
fn seen<B: Bitboard>(
    position: &Position<B>,
    fills: &FillTables<B>,
    targets: ([B; 2], [B; 2]),
) -> [Sight; 2] {
    filled_sights::<B, Vectors<B>>(position, fills, targets)
}

#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx512vbmi2,avx512vpopcntdq")]
#[inline(never)]
fn attacked<B: Bitboard>(
    position: &Position<B>,
    fills: &FillTables<B>,
    by: Color,
    occupied: B,
) -> B {
    filled_attacks::<B, Vectors<B>>(position, fills, by, occupied)
}

/// Four sets side by side, a register for each word.
///
/// Private, and named only in the functions above: so the instructions of its methods exist
/// wherever they run, which is what every `unsafe` below relies on.
#[derive(Clone, Copy, Debug)]
struct Vectors<B: Bitboard>(B::PerWord<__m256i>);

// No closures and no adaptors below: what is not sure to be inlined is compiled without these
// instructions, and each of them becomes a call.
impl<B: Bitboard> Vectors<B> {
    #[inline(always)]
    fn empty() -> Self {
        // SAFETY: see the type.
        let zero = unsafe { _mm256_setzero_si256() };
        Self(B::repeat(zero))
    }

    #[inline(always)]
    fn word(&self, word: usize) -> __m256i {
        self.0.as_ref()[word]
    }

    #[inline(always)]
    fn set_word(&mut self, word: usize, lanes: __m256i) {
        self.0.as_mut()[word] = lanes;
    }

    #[inline(always)]
    fn words(&self) -> usize {
        self.0.as_ref().len()
    }

    /// How many squares are in each lane.
    #[inline(always)]
    fn counts(&self) -> __m256i {
        // SAFETY: see the type.
        unsafe {
            let mut counts = _mm256_popcnt_epi64(self.word(0));
            for word in 1..self.words() {
                counts = _mm256_add_epi64(counts, _mm256_popcnt_epi64(self.word(word)));
            }
            counts
        }
    }
}

/// The sum of four numbers.
#[inline(always)]
fn sum(lanes: __m256i) -> u32 {
    // SAFETY: see the type.
    unsafe {
        let halves =
            _mm_add_epi64(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
        _mm_cvtsi128_si64(_mm_add_epi64(halves, _mm_unpackhi_epi64(halves, halves))) as u32
    }
}

#[inline(always)]
fn load(lanes: &[u64; LANES]) -> __m256i {
    // SAFETY: see the type; four words lie behind the reference, and any alignment will do.
    unsafe { _mm256_loadu_si256(std::ptr::from_ref(lanes).cast()) }
}

#[inline(always)]
fn store(lanes: __m256i) -> [u64; LANES] {
    let mut words = [0; LANES];
    // SAFETY: see the type; four words lie behind the reference, and any alignment will do.
    unsafe { _mm256_storeu_si256(std::ptr::from_mut(&mut words).cast(), lanes) };
    words
}

/// All lanes in one.
#[inline(always)]
fn union(lanes: __m256i) -> u64 {
    // SAFETY: see the type.
    unsafe {
        let halves =
            _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
        let all = _mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves));
        _mm_cvtsi128_si64(all) as u64
    }
}

impl<B: Bitboard> Lanes<B> for Vectors<B> {
    #[inline(always)]
    fn splat(set: B) -> Self {
        let words = set.words();
        let mut lanes = Self::empty();
        for word in 0..lanes.words() {
            // SAFETY: see the type.
            lanes.set_word(word, unsafe { _mm256_set1_epi64x(words.as_ref()[word] as i64) });
        }
        lanes
    }

    #[inline(always)]
    fn load(lanes: &B::Lanes) -> Self {
        let mut loaded = Self::empty();
        for word in 0..loaded.words() {
            loaded.set_word(word, load(lanes.word(word)));
        }
        loaded
    }

    #[inline(always)]
    fn masked(set: B, lanes: &[u64; LANES]) -> Self {
        let mask = load(lanes);
        let mut masked = Self::splat(set);
        for word in 0..masked.words() {
            // SAFETY: see the type.
            masked.set_word(word, unsafe { _mm256_and_si256(masked.word(word), mask) });
        }
        masked
    }

    #[inline(always)]
    fn and(mut self, other: Self) -> Self {
        for word in 0..self.words() {
            // SAFETY: see the type.
            self.set_word(word, unsafe { _mm256_and_si256(self.word(word), other.word(word)) });
        }
        self
    }

    #[inline(always)]
    fn or(mut self, other: Self) -> Self {
        for word in 0..self.words() {
            // SAFETY: see the type.
            self.set_word(word, unsafe { _mm256_or_si256(self.word(word), other.word(word)) });
        }
        self
    }

    #[inline(always)]
    fn xor(mut self, other: Self) -> Self {
        for word in 0..self.words() {
            // SAFETY: see the type.
            self.set_word(word, unsafe { _mm256_xor_si256(self.word(word), other.word(word)) });
        }
        self
    }

    #[inline(always)]
    fn up(self, by: &Shift) -> Self {
        let by = load(by.by());
        let mut moved = self;
        // SAFETY: see the type.
        moved.set_word(0, unsafe { _mm256_sllv_epi64(self.word(0), by) });
        for word in 1..self.words() {
            // SAFETY: see the type.
            moved.set_word(word, unsafe {
                _mm256_shldv_epi64(self.word(word), self.word(word - 1), by)
            });
        }
        moved
    }

    #[inline(always)]
    fn down(self, by: &Shift) -> Self {
        let by = load(by.by());
        let mut moved = self;
        let last = self.words() - 1;
        for word in 0..last {
            // SAFETY: see the type.
            moved.set_word(word, unsafe {
                _mm256_shrdv_epi64(self.word(word), self.word(word + 1), by)
            });
        }
        // SAFETY: see the type.
        moved.set_word(last, unsafe { _mm256_srlv_epi64(self.word(last), by) });
        moved
    }

    #[inline(always)]
    fn count(self) -> u32 {
        sum(self.counts())
    }

    #[inline(always)]
    fn weigh(self, digits: &[B]) -> u32 {
        // SAFETY: see the type.
        let mut sums = unsafe { _mm256_setzero_si256() };
        for (digit, &set) in digits.iter().enumerate() {
            let counts = self.and(Self::splat(set)).counts();
            // SAFETY: see the type.
            sums = unsafe {
                _mm256_add_epi64(sums, _mm256_sll_epi64(counts, _mm_cvtsi64_si128(digit as i64)))
            };
        }
        sum(sums)
    }

    #[inline(always)]
    fn union(self) -> B {
        let mut words = B::repeat(0);
        for word in 0..self.words() {
            words.as_mut()[word] = union(self.word(word));
        }
        B::from_words(&words)
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        // SAFETY: see the type.
        unsafe {
            let mut all = self.word(0);
            for word in 1..self.words() {
                all = _mm256_or_si256(all, self.word(word));
            }
            _mm256_testz_si256(all, all) != 0
        }
    }

    #[inline(always)]
    fn sets(self) -> [B; LANES] {
        [self.lane(0), self.lane(1), self.lane(2), self.lane(3)]
    }

    #[inline(always)]
    fn lane(self, lane: usize) -> B {
        let mut words = B::repeat(0);
        for word in 0..self.words() {
            words.as_mut()[word] = store(self.word(word))[lane];
        }
        B::from_words(&words)
    }

    #[inline(always)]
    fn store(self) -> B::Lanes {
        let mut lanes = B::Lanes::default();
        for word in 0..self.words() {
            *lanes.word_mut(word) = store(self.word(word));
        }
        lanes
    }

    #[inline(always)]
    fn holding(&self, square: Square) -> u32 {
        let lanes = store(self.word(square.index() / 64 % self.words()));
        let mut holding = 0;
        for (lane, set) in lanes.iter().enumerate() {
            holding |= ((set >> (square.index() % 64) & 1) as u32) << lane;
        }
        holding
    }
}
