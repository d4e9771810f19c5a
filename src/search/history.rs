//! [`History`]: which quiet moves were good before, for putting them in order.

use crate::geometry::Square;
use crate::perft::prefetch;
use crate::pieces::{Color, Kind, Piece};
use crate::position::Move;

/// No history goes beyond this, up or down.
const MOST: i32 = 8_192;

/// A man that went to a square: a move as what follows it is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arrival {
    /// Its place in the tables.
    index: usize,
}

/// What a thread remembers of quiet moves.
#[derive(Clone, Debug)]
pub(super) struct History {
    squares: usize,
    arrivals: usize,
    /// By side, the square left and the square entered.
    ways: Vec<i16>,
    /// By the move before, then by the move; at the end a row of zeros for no move before.
    replies: Vec<i16>,
    /// By the move before: the quiet move that last answered it best, as its bits.
    counters: Vec<u32>,
}

impl History {
    /// Nothing remembered, for a game with so many kinds and squares.
    pub(super) fn new(kinds: usize, squares: usize) -> Self {
        let arrivals = kinds * squares;
        Self {
            squares,
            arrivals,
            ways: vec![0; 2 * squares * squares],
            replies: vec![0; (arrivals + 1) * arrivals],
            counters: vec![0; 2 * arrivals],
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.ways.fill(0);
        self.replies.fill(0);
        self.counters.fill(0);
    }

    /// A man of a kind that went to a square.
    #[inline(always)]
    pub(super) fn arrival(&self, kind: Kind, to: Square) -> Arrival {
        Arrival { index: kind.index() * self.squares + to.index() }
    }

    #[inline(always)]
    fn way(&self, side: Color, mv: Move) -> usize {
        (side.index() * self.squares + mv.from.index()) * self.squares + mv.to.index()
    }

    /// How good a move of a man is thought to be, given the moves before it: the last one and the one
    /// before that.
    #[inline(always)]
    pub(super) fn of(&self, man: Piece, mv: Move, before: [Option<Arrival>; 2]) -> i32 {
        self.after(before).of(man, mv)
    }

    /// What is remembered of moves that follow those: to be asked for many moves.
    #[inline(always)]
    pub(super) fn after(&self, before: [Option<Arrival>; 2]) -> Following<'_> {
        let replies = before.map(|last| {
            // Nothing is remembered of what follows no move.
            let row = last.map_or(self.arrivals, |last| last.index);
            &self.replies[row * self.arrivals..][..self.arrivals]
        });
        Following { history: self, replies }
    }

    /// Tells that what is remembered of the moves that follow one will be asked for soon.
    #[inline(always)]
    pub(super) fn expect_after(&self, last: Option<Arrival>) {
        /// So many entries lie in one line of the processor's cache.
        const LINE: usize = 32;
        let Some(last) = last else { return };
        for line in self.replies[last.index * self.arrivals..][..self.arrivals].chunks(LINE) {
            prefetch(&line[0]);
        }
    }

    /// Takes note that a move was good, or bad, by so much.
    pub(super) fn note(&mut self, man: Piece, mv: Move, before: [Option<Arrival>; 2], bonus: i32) {
        let way = self.way(man.color, mv);
        nudge(&mut self.ways[way], bonus);
        let own = self.arrival(man.kind, mv.to).index;
        for last in before.iter().flatten() {
            nudge(&mut self.replies[last.index * self.arrivals + own], bonus);
        }
    }

    /// The quiet move that last answered a move best, as its bits.
    #[inline(always)]
    pub(super) fn counter(&self, side: Color, before: Option<Arrival>) -> u32 {
        before.map_or(0, |last| self.counters[side.index() * self.arrivals + last.index])
    }

    /// Takes note of the best answer to a move.
    pub(super) fn set_counter(&mut self, side: Color, before: Option<Arrival>, mv: Move) {
        if let Some(last) = before {
            self.counters[side.index() * self.arrivals + last.index] = mv.bits();
        }
    }
}

/// What is remembered of the moves of one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Following<'h> {
    history: &'h History,
    /// The rows of the last move and of the one before it.
    replies: [&'h [i16]; 2],
}

impl Following<'_> {
    /// How good a move of a man is thought to be.
    #[inline(always)]
    pub(super) fn of(&self, man: Piece, mv: Move) -> i32 {
        let own = self.history.arrival(man.kind, mv.to).index;
        let way = i32::from(self.history.ways[self.history.way(man.color, mv)]);
        self.replies.iter().fold(way, |sum, row| sum + i32::from(row[own]))
    }
}

/// Moves an entry by a bonus, the less the nearer it is to its end.
#[inline(always)]
fn nudge(entry: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-MOST, MOST);
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / MOST) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_in_range() {
        let mut entry = 0_i16;
        for _ in 0..100 {
            nudge(&mut entry, 5_000);
        }
        assert!(entry > 8_000 && i32::from(entry) <= MOST, "{entry}");
        for _ in 0..100 {
            nudge(&mut entry, -50_000);
        }
        assert!(i32::from(entry) >= -MOST && entry < -8_000, "{entry}");
    }
}
