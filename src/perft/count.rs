//! [`Counter`]: one thread's way down a subtree.

use super::{Classes, CountTable, Watch};
use crate::geometry::Bitboard;
use crate::position::{Move, Position};
use crate::rules::Ruleset;

/// The least depth at which a table of counts is asked: below, counting is faster.
const LEAST_HASHED_DEPTH: u32 = 2;

/// What is counted of a subtree.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub(super) nodes: u128,
    pub(super) classes: Classes,
}

/// Counts subtrees, with a stack of moves that it keeps.
pub(super) struct Counter<'a, B: Bitboard> {
    rules: &'a Ruleset<B>,
    table: Option<&'a CountTable>,
    bulk: bool,
    watch: &'a Watch,
    moves: Vec<Move>,
}

impl<'a, B: Bitboard> Counter<'a, B> {
    pub(super) fn new(
        rules: &'a Ruleset<B>,
        table: Option<&'a CountTable>,
        bulk: bool,
        watch: &'a Watch,
    ) -> Self {
        Self { rules, table, bulk, watch, moves: Vec::with_capacity(1024) }
    }

    /// The number of sequences of a length; `None` when asked to stop on the way.
    pub(super) fn count(&mut self, position: &Position<B>, depth: u32) -> Option<u128> {
        if depth == 0 {
            return Some(1);
        }
        if depth == 1 && self.bulk {
            return Some(u128::from(self.rules.count_moves(position)));
        }
        if depth > 2 && self.watch.is_stopped() {
            return None;
        }
        let table = self.table.filter(|_| depth >= LEAST_HASHED_DEPTH);
        let entry = table.map(|table| (table, CountTable::key(position.hash(self.rules), depth)));
        if let Some((table, key)) = entry
            && let Some(count) = table.get(key)
        {
            return Some(u128::from(count));
        }
        let count = if depth == 2 && self.bulk {
            u128::from(self.rules.count_pairs(position, &mut self.moves))
        } else {
            self.children(position, depth)?
        };
        if let Some((table, key)) = entry
            && let Ok(count) = u64::try_from(count)
        {
            table.put(key, count);
        }
        Some(count)
    }

    fn children(&mut self, position: &Position<B>, depth: u32) -> Option<u128> {
        let first = self.moves.len();
        self.rules.legal_moves_into(position, &mut self.moves);
        let mut sum = 0;
        for index in first..self.moves.len() {
            let next = position.play(self.rules, self.moves[index]);
            sum += self.count(&next, depth - 1)?;
        }
        self.moves.truncate(first);
        Some(sum)
    }

    /// The same with the classes of the last moves, for a depth of at least 1.
    pub(super) fn classify(&mut self, position: &Position<B>, depth: u32) -> Option<Tally> {
        if self.watch.is_stopped() {
            return None;
        }
        let mut tally = Tally::default();
        for mv in self.rules.legal_moves(position) {
            let part = if depth <= 1 {
                Tally { nodes: 1, classes: Classes::of(self.rules, position, mv) }
            } else {
                self.classify(&position.play(self.rules, mv), depth - 1)?
            };
            tally.nodes += part.nodes;
            tally.classes = tally.classes.plus(part.classes);
        }
        Some(tally)
    }
}
