//! Counting distinct positions: how many different ones can stand on the board after each ply.

use std::hash::{BuildHasherDefault, Hasher};
use std::num::NonZeroUsize;

use dashmap::DashSet;
use rayon::prelude::*;

use super::{PerftError, Watch, thread_pool};
use crate::geometry::Bitboard;
use crate::position::{Move, Position};
use crate::rules::Ruleset;

/// How many plies are looked at one after another before the threads share the rest.
const SHARED_FROM: u32 = 2;

/// A request to count distinct positions.
///
/// Two positions are the same when the same men stand on the same squares, the same side moves, the
/// same rights stand, and the same square can be captured onto en passant by a man that stands ready
/// for it; the clocks do not count. They are told apart by 128 bits of hash, 64 of them those of
/// [`Position::hash`]: among a billion positions the chance that two are taken for one is less than
/// 1 in 10^20.
///
/// Each position is expanded once a ply, by whichever thread comes to it first, so what is kept is 16
/// bytes for each position and what the table needs besides, about 40 bytes in all.
#[derive(Clone, Copy, Debug)]
pub struct Unique {
    /// How many plies.
    pub depth: u32,
    /// How many threads count. The result does not depend on it.
    pub threads: NonZeroUsize,
}

/// What came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UniqueReport {
    /// The number of distinct positions after 0, 1, 2 and so on plies. If the count was stopped these
    /// are as many as were met.
    pub positions: Vec<u64>,
    /// Whether everything was counted.
    pub is_complete: bool,
}

/// Takes a key as its own hash: it is one.
#[derive(Clone, Copy, Debug, Default)]
struct Identity(u64);

impl Hasher for Identity {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u128(&mut self, key: u128) {
        self.0 = key as u64;
    }
}

type Keys = DashSet<u128, BuildHasherDefault<Identity>>;

struct Search<'a, B: Bitboard> {
    rules: &'a Ruleset<B>,
    watch: &'a Watch,
    /// The keys of the positions met after each ply.
    met: Vec<Keys>,
}

impl Unique {
    /// Counts from a position.
    ///
    /// # Errors
    /// When the system does not start the threads.
    pub fn run<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        position: &Position<B>,
        watch: &Watch,
    ) -> Result<UniqueReport, PerftError> {
        let met = (0..=self.depth).map(|_| Keys::default()).collect();
        let search = Search { rules, watch, met };
        search.met[0].insert(key(rules, position));
        let mut frontier = vec![*position];
        for ply in 0..SHARED_FROM.min(self.depth) {
            let mut next = Vec::new();
            for position in &frontier {
                search.expand(position, ply, &mut Vec::new(), |position, _| {
                    next.push(*position);
                    Some(())
                });
            }
            frontier = next;
        }
        let finished: Vec<Option<()>> = if self.depth <= SHARED_FROM {
            Vec::new()
        } else {
            let whole = frontier.len() as u64;
            let visit = |position: &Position<B>| {
                let done = search.visit(position, SHARED_FROM, &mut Vec::with_capacity(1024));
                watch.add(1, whole);
                done
            };
            thread_pool(self.threads)?
                .install(|| frontier.par_iter().with_max_len(1).map(visit).collect())
        };
        Ok(UniqueReport {
            positions: search.met.iter().map(|keys| keys.len() as u64).collect(),
            is_complete: finished.iter().all(Option::is_some),
        })
    }
}

impl<B: Bitboard> Search<'_, B> {
    /// Goes on from a position met for the first time at its ply; `None` when asked to stop.
    fn visit(&self, position: &Position<B>, ply: u32, moves: &mut Vec<Move>) -> Option<()> {
        if ply as usize + 1 == self.met.len() {
            return Some(());
        }
        if self.watch.is_stopped() {
            return None;
        }
        self.expand(position, ply, moves, |next, moves| self.visit(next, ply + 1, moves))
    }

    /// Does something with each position after a move that nobody has met at that ply.
    fn expand(
        &self,
        position: &Position<B>,
        ply: u32,
        moves: &mut Vec<Move>,
        mut each: impl FnMut(&Position<B>, &mut Vec<Move>) -> Option<()>,
    ) -> Option<()> {
        let first = moves.len();
        self.rules.legal_moves_into(position, moves);
        for index in first..moves.len() {
            let next = position.play(self.rules, moves[index]);
            if self.met[ply as usize + 1].insert(key(self.rules, &next)) {
                each(&next, moves)?;
            }
        }
        moves.truncate(first);
        Some(())
    }
}

/// 128 bits that stand for a position.
fn key<B: Bitboard>(rules: &Ruleset<B>, position: &Position<B>) -> u128 {
    let mut sum = mixed(u64::from(position.rights()) << 8 | position.turn().index() as u64);
    for square in position.occupied().squares() {
        if let Some(man) = position.at(square) {
            let place = u64::from(square.raw());
            let man = (man.kind.index() as u64) << 1 | man.color.index() as u64;
            sum = sum.wrapping_add(mixed(1 << 62 | man << 8 | place));
        }
    }
    let passed = position.en_passant_target();
    if let Some(target) = passed.filter(|&square| !position.catchers(rules, square).is_empty()) {
        sum = sum.wrapping_add(mixed(1 << 63 | u64::from(target.raw())));
    }
    u128::from(sum) << 64 | u128::from(position.hash(rules))
}

/// A one-to-one scrambling of 64 bits: the output step of the `SplitMix64` generator (Steele, Lea
/// and Flood, 2014).
const fn mixed(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ value >> 31
}
