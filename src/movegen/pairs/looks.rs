//! [`Look`]: what one man sees of some watched squares along one ray, and which changes of the board
//! would let it see others.

use crate::geometry::{Bitboard, Square};
use crate::rules::MovementTables;

/// The way along which a man looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way<B> {
    /// Where the man stands.
    pub(super) man: Square,
    /// Where the ray starts: there, or at an elbow.
    pub(super) start: Square,
    /// Whether the start is an elbow, which must be empty.
    pub(super) bends: bool,
    pub(super) ray: usize,
    pub(super) opposite: usize,
    pub(super) hops: bool,
    /// The squares at the start of the ray on which it cannot stop.
    pub(super) skipped: B,
}

/// One man's view along one ray.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look<B> {
    pub(super) way: Way<B>,
    /// The watched squares that it attacks.
    pub(super) hits: B,
    /// Squares whose filling changes that.
    pub(super) filled: B,
    /// Squares whose emptying changes it.
    pub(super) emptied: B,
}

impl<B: Bitboard> Look<B> {
    /// What a man sees of the watched squares.
    #[inline(always)]
    pub(super) fn new(movement: &MovementTables<B>, way: Way<B>, watched: B, occupied: B) -> Self {
        let Way { start, bends, ray, hops, skipped, .. } = way;
        let mut look = Self { way, hits: B::EMPTY, filled: B::EMPTY, emptied: B::EMPTY };
        let along = |from: Square| movement.along(ray, from, occupied);
        let first = along(start);
        let screen = first & occupied;
        if hops {
            look.filled = look.before_last(movement, first & watched) & first;
            if screen.is_empty() {
                return look;
            }
            let second = along(screen.lowest());
            let victim = second & occupied;
            look.hits = second & watched;
            let behind = |man: B| !man.is_empty() && along(man.lowest()).meets(watched);
            if !look.hits.is_empty() {
                look.filled |= first | (look.before_last(movement, look.hits) & second);
                look.emptied |= screen;
            }
            if behind(victim) {
                look.emptied |= screen | victim;
            }
        } else if bends && occupied.contains(start) {
            if (first & !skipped).meets(watched) {
                look.emptied = B::single(start);
            }
        } else {
            look.hits = first & watched & !skipped;
            if !look.hits.is_empty() {
                look.filled = look.before_last(movement, look.hits) & first;
                if bends {
                    look.filled |= B::single(start);
                }
            }
            if !screen.is_empty() && (along(screen.lowest()) & !skipped).meets(watched) {
                look.emptied = screen;
            }
        }
        look
    }

    /// The squares of the ray's line before the last of some squares of it.
    #[inline(always)]
    fn before_last(&self, movement: &MovementTables<B>, squares: B) -> B {
        let last =
            if movement.rays[self.way.ray].ascends { squares.highest() } else { squares.lowest() };
        movement.rays[self.way.opposite].squares[last.index()]
    }

    /// Whether a move changes what it sees, the man's own moves aside.
    #[inline(always)]
    pub(super) fn changes(&self, from: Square, to: Square) -> bool {
        self.filled.contains(to) || self.emptied.contains(from)
    }

    /// What it sees of the watched squares on another board.
    #[inline(always)]
    pub(super) fn on(&self, movement: &MovementTables<B>, watched: B, occupied: B) -> B {
        if self.way.bends && occupied.contains(self.way.start) {
            return B::EMPTY;
        }
        let first = movement.along(self.way.ray, self.way.start, occupied);
        if !self.way.hops {
            return first & watched & !self.way.skipped;
        }
        let screen = first & occupied;
        if screen.is_empty() {
            return B::EMPTY;
        }
        movement.along(self.way.ray, screen.lowest(), occupied) & watched
    }
}
