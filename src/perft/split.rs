//! [`Split`]: a count cut into units, the positions some plies on.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use arrayvec::ArrayVec;

use crate::geometry::Bitboard;
use crate::position::{Move, Position};
use crate::rules::Ruleset;

/// The most plies that are split off.
pub(super) const MAX_SPLIT: usize = 3;

/// A position to count from, and how heavy that is.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    /// One way to it. Positions are large; walking the way again costs less than keeping them.
    line: ArrayVec<Move, MAX_SPLIT>,
    /// How much work it is, guessed from its number of moves.
    pub(super) weight: u64,
}

/// In how many ways a unit is reached through a first move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paths {
    /// The place of the first move.
    pub(super) root: u32,
    /// The place of the unit.
    pub(super) unit: u32,
    /// How many sequences of moves lead to it.
    pub(super) count: u32,
}

/// All units of a count.
#[derive(Debug)]
pub(super) struct Split {
    /// The first moves, in the order of generation.
    pub(super) roots: Vec<Move>,
    /// The units, in the order in which they are first met.
    pub(super) units: Vec<Unit>,
    pub(super) paths: Vec<Paths>,
}

impl Split {
    /// The units some plies on from a position, at most [`MAX_SPLIT`]. With `merges` equal
    /// positions are one unit, reached in several ways; otherwise each sequence has its own.
    pub(super) fn new<B: Bitboard>(
        rules: &Ruleset<B>,
        position: &Position<B>,
        plies: u32,
        merges: bool,
    ) -> Self {
        let roots = rules.legal_moves(position);
        let split = Self { roots: Vec::new(), units: Vec::new(), paths: Vec::new() };
        let mut splitter = Splitter {
            rules,
            start: position,
            seen: merges.then(HashMap::default),
            last_path: Vec::new(),
            split,
        };
        for (root, &mv) in roots.iter().enumerate() {
            let mut line = ArrayVec::new();
            line.push(mv);
            splitter.walk(root as u32, &position.play(rules, mv), &mut line, plies - 1);
        }
        Self { roots, ..splitter.split }
    }

    /// In how many ways each unit is reached.
    pub(super) fn multiplicities(&self) -> Vec<u64> {
        let mut multiplicities = vec![0; self.units.len()];
        for paths in &self.paths {
            multiplicities[paths.unit as usize] += u64::from(paths.count);
        }
        multiplicities
    }

    /// Adds up what the units came to, by first move: `None` where a unit is missing. `add` adds
    /// a unit's count, so many times, to a sum.
    pub(super) fn sums<T: Copy, S: Copy + Default>(
        &self,
        counts: &[Option<T>],
        add: impl Fn(S, T, u32) -> S,
    ) -> Vec<Option<S>> {
        // A first move without a reply has no units and is finished at once.
        let mut sums = vec![Some(S::default()); self.roots.len()];
        for paths in &self.paths {
            let sum = &mut sums[paths.root as usize];
            let count = counts[paths.unit as usize];
            *sum = sum.zip(count).map(|(sum, count)| add(sum, count, paths.count));
        }
        sums
    }
}

impl Unit {
    /// The position, from where the count starts.
    pub(super) fn position<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        start: &Position<B>,
    ) -> Position<B> {
        self.line.iter().fold(*start, |position, &mv| position.play(rules, mv))
    }
}

struct Splitter<'a, B: Bitboard> {
    rules: &'a Ruleset<B>,
    start: &'a Position<B>,
    /// By hash, the units met; `None` where equal positions are not merged.
    seen: Option<HashMap<u64, u32, BuildHasherDefault<HashOfHash>>>,
    /// By unit, the place of its last paths.
    last_path: Vec<u32>,
    split: Split,
}

impl<B: Bitboard> Splitter<'_, B> {
    fn walk(
        &mut self,
        root: u32,
        position: &Position<B>,
        line: &mut ArrayVec<Move, MAX_SPLIT>,
        plies: u32,
    ) {
        if plies == 0 {
            let unit = self.unit(position, line);
            self.reach(root, unit);
            return;
        }
        for mv in self.rules.legal_moves(position) {
            line.push(mv);
            self.walk(root, &position.play(self.rules, mv), line, plies - 1);
            line.pop();
        }
    }

    /// The unit of a position: one that is known, or a new one.
    fn unit(&mut self, position: &Position<B>, line: &ArrayVec<Move, MAX_SPLIT>) -> u32 {
        let next = self.split.units.len() as u32;
        if let Some(seen) = &mut self.seen {
            let known = *seen.entry(position.hash(self.rules)).or_insert(next);
            if known != next {
                let other = self.split.units[known as usize].position(self.rules, self.start);
                // Equal hashes are no proof. Should they ever lie, the position has its own unit.
                if other.core(self.rules) == position.core(self.rules) {
                    return known;
                }
            }
        }
        let weight = self.rules.count_moves(position).max(1);
        self.split.units.push(Unit { line: line.clone(), weight });
        self.last_path.push(u32::MAX);
        next
    }

    /// One more way to a unit.
    fn reach(&mut self, root: u32, unit: u32) {
        let last = &mut self.last_path[unit as usize];
        match self.split.paths.get_mut(*last as usize) {
            Some(paths) if paths.root == root => paths.count += 1,
            _ => {
                *last = self.split.paths.len() as u32;
                self.split.paths.push(Paths { root, unit, count: 1 });
            }
        }
    }
}

/// The hasher of keys that are hashes already.
#[derive(Default)]
struct HashOfHash(u64);

impl Hasher for HashOfHash {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::{Task, Variant};
    use crate::rules::library;

    /// Compares the split with all sequences of three moves.
    struct Merged;

    impl Task for Merged {
        type Output = (usize, usize);

        fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output {
            let start = rules.start();
            let single = Split::new(rules, &start, 3, false);
            let merged = Split::new(rules, &start, 3, true);
            assert_eq!(single.multiplicities().iter().max(), Some(&1));
            let ways: u64 = merged.multiplicities().iter().sum();
            assert_eq!(ways, single.units.len() as u64);
            // Each position is there once, and its ways are those of all sequences.
            let cores = |split: &Split| -> Vec<String> {
                let core = |unit: &Unit| unit.position(rules, &start).core(rules).fen(rules);
                split.units.iter().map(core).collect()
            };
            let mut expected: HashMap<(u32, String), u32> = HashMap::new();
            let names = cores(&single);
            for paths in &single.paths {
                *expected.entry((paths.root, names[paths.unit as usize].clone())).or_default() += 1;
            }
            let names = cores(&merged);
            let distinct: std::collections::HashSet<&String> = names.iter().collect();
            assert_eq!(distinct.len(), names.len());
            assert_eq!(merged.paths.len(), expected.len());
            for paths in &merged.paths {
                let ways = expected[&(paths.root, names[paths.unit as usize].clone())];
                assert_eq!(paths.count, ways);
            }
            (single.units.len(), merged.units.len())
        }
    }

    #[test]
    fn equal_positions_are_merged() {
        // 5,362 is the number of positions of chess after three plies, en passant squares told
        // apart only where a pawn can capture (perft projects of 2004, and many since).
        let chess = library::names().find(|name| *name == "chess").unwrap();
        assert_eq!(Variant::load(chess).unwrap().dispatch(Merged), (8902, 5362));
    }
}
