//! [`Counter`]: one thread's way down a subtree.

use super::verify::Verification;
use super::{Classes, CountTable, Lookups, Watch};
use crate::geometry::Bitboard;
use crate::movegen::Outlook;
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

impl Tally {
    /// A count that knows no classes.
    pub(super) fn of_nodes(nodes: u128) -> Self {
        Self { nodes, ..Self::default() }
    }
}

/// Counts subtrees, with a stack of moves that it keeps.
pub(super) struct Counter<'a, B: Bitboard> {
    rules: &'a Ruleset<B>,
    table: Option<CountTable<'a>>,
    verification: Option<&'a Verification>,
    bulk: bool,
    watch: &'a Watch,
    moves: Vec<Move>,
    /// Of the position whose children are counted two plies at a time.
    outlook: Outlook<B>,
    lookups: Lookups,
}

/// The depth of positions that are counted in one go.
const PAIR: u32 = 2;

impl<'a, B: Bitboard> Counter<'a, B> {
    pub(super) fn new(
        rules: &'a Ruleset<B>,
        table: Option<CountTable<'a>>,
        verification: Option<&'a Verification>,
        bulk: bool,
        watch: &'a Watch,
    ) -> Self {
        Self {
            rules,
            table,
            verification,
            bulk,
            watch,
            moves: Vec::with_capacity(1024),
            outlook: Outlook::new(),
            lookups: Lookups::default(),
        }
    }

    /// How often the table was asked so far.
    pub(super) fn lookups(&self) -> Lookups {
        self.lookups
    }

    /// The number of sequences of a length; `None` when asked to stop on the way.
    pub(super) fn count(&mut self, position: &Position<B>, depth: u32) -> Option<u128> {
        // Nobody has looked at the position before this one.
        self.outlook.forget();
        match self.table {
            Some(table) if depth >= LEAST_HASHED_DEPTH => {
                let key = CountTable::key(position.hash(self.rules), depth);
                self.count_hashed(table, position, key, depth)
            }
            _ => self.count_plain(position, depth),
        }
    }

    /// The same without asking a table.
    fn count_plain(&mut self, position: &Position<B>, depth: u32) -> Option<u128> {
        match depth {
            0 => return Some(1),
            1 if self.bulk => return Some(u128::from(self.rules.count_moves(position))),
            PAIR if self.bulk => {
                let Self { rules, outlook, moves, .. } = self;
                return Some(u128::from(rules.count_pairs_after(position, outlook, moves)));
            }
            1 | PAIR => {}
            _ if self.watch.is_stopped() => return None,
            _ => {}
        }
        let first = self.moves.len();
        self.look_before_pairs(position, depth);
        self.rules.legal_moves_into(position, &mut self.moves);
        let mut sum = 0;
        for index in first..self.moves.len() {
            let mut next = *position;
            next.become_after(position, self.rules, self.moves[index]);
            sum += self.count_plain(&next, depth - 1)?;
        }
        self.moves.truncate(first);
        Some(sum)
    }

    /// Looks at a position if its children are counted two plies at a time.
    fn look_before_pairs(&mut self, position: &Position<B>, depth: u32) {
        if self.bulk && depth == PAIR + 1 {
            self.outlook.look(self.rules, position);
        }
    }

    /// The same, asking the table first and telling it in the end.
    fn count_hashed(
        &mut self,
        table: CountTable<'a>,
        position: &Position<B>,
        key: u64,
        depth: u32,
    ) -> Option<u128> {
        if let Some(count) = table.get(key, depth) {
            self.lookups.hits += 1;
            return self.verified(position, key, depth, u128::from(count));
        }
        self.lookups.misses += 1;
        let count = if depth == LEAST_HASHED_DEPTH {
            self.count_plain(position, depth)?
        } else {
            if self.watch.is_stopped() {
                return None;
            }
            self.children_hashed(table, position, depth)?
        };
        if let Ok(count) = u64::try_from(count) {
            table.put(key, depth, count);
        }
        Some(count)
    }

    /// Each child's place in the table is asked for while the child before it is counted.
    fn children_hashed(
        &mut self,
        table: CountTable<'a>,
        position: &Position<B>,
        depth: u32,
    ) -> Option<u128> {
        let first = self.moves.len();
        self.look_before_pairs(position, depth);
        self.rules.legal_moves_into(position, &mut self.moves);
        let mut sum = 0;
        let mut next = None;
        for index in first..=self.moves.len() {
            let after = self.moves.get(index).map(|&mv| {
                let child = position.play(self.rules, mv);
                let key = CountTable::key(child.hash(self.rules), depth - 1);
                table.prefetch(key, depth - 1);
                (child, key)
            });
            if let Some((child, key)) = next {
                sum += self.count_hashed(table, &child, key, depth - 1)?;
            }
            next = after;
        }
        self.moves.truncate(first);
        Some(sum)
    }

    /// A count from the table; in a sample of cases counted again.
    #[inline(always)]
    fn verified(
        &mut self,
        position: &Position<B>,
        key: u64,
        depth: u32,
        stored: u128,
    ) -> Option<u128> {
        match self.verification {
            Some(verification) if Verification::is_due(key) => {
                let counted = self.count_plain(position, depth)?;
                let fen = || position.core(self.rules).fen(self.rules);
                verification.compare(depth, stored, counted, fen);
                Some(counted)
            }
            _ => Some(stored),
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::{Task, Variant};
    use crate::perft::Memory;
    use crate::rules::library;

    /// Counts with a table that holds a wrong count for every child of the start.
    struct Spoilt;

    impl Task for Spoilt {
        type Output = ();

        fn run<B: Bitboard>(self, rules: &Ruleset<B>) {
            let mut memory = Memory::new(1 << 20).unwrap();
            let table = CountTable::new(&mut memory);
            let start = rules.start();
            let mut due = 0;
            for mv in rules.legal_moves(&start) {
                let key = CountTable::key(start.play(rules, mv).hash(rules), 2);
                table.put(key, 2, 1);
                due += u64::from(Verification::is_due(key));
            }
            assert!(due > 0, "none of the spoilt counts belongs to the sample");
            let watch = Watch::default();
            let moves = rules.count_moves(&start);

            let mut trusting = Counter::new(rules, Some(table), None, true, &watch);
            assert_eq!(trusting.count(&start, 3), Some(u128::from(moves)));

            let verification = Verification::default();
            let mut memory = Memory::new(1 << 20).unwrap();
            let table = CountTable::new(&mut memory);
            for mv in rules.legal_moves(&start) {
                table.put(CountTable::key(start.play(rules, mv).hash(rules), 2), 2, 1);
            }
            let mut careful = Counter::new(rules, Some(table), Some(&verification), true, &watch);
            assert!(careful.count(&start, 3) > Some(u128::from(moves)));
            let verified = verification.finish();
            assert_eq!((verified.recounted, verified.mismatches.len() as u64), (due, due.min(10)));
            assert_eq!((verified.mismatches[0].stored, verified.mismatches[0].depth), (1, 2));
        }
    }

    #[test]
    fn wrong_counts_in_the_table_are_found() {
        Variant::load(library::DEFAULT).unwrap().dispatch(Spoilt);
    }
}
