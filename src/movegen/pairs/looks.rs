//! [`Look`]: what one man sees of some watched squares along one ray, and which changes of the board
//! would let it see others.

use crate::geometry::{Bitboard, Square};
use crate::rules::{MovementTables, down, up};

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
    pub(super) fn new<const UP: bool>(
        [squares, opposite]: [&[B; 256]; 2],
        way: Way<B>,
        watched: B,
        occupied: B,
    ) -> Self {
        let Way { start, bends, hops, skipped, .. } = way;
        let mut look = Self { way, hits: B::EMPTY, filled: B::EMPTY, emptied: B::EMPTY };
        let along = |from: Square| {
            if UP { up(squares, from, occupied) } else { down(squares, from, occupied) }
        };
        let before_last =
            |squares: B| opposite[if UP { squares.highest() } else { squares.lowest() }.index()];
        let first = along(start);
        let screen = first & occupied;
        if hops {
            look.filled = before_last(first & watched) & first;
            if screen.is_empty() {
                return look;
            }
            let second = along(screen.lowest());
            let victim = second & occupied;
            look.hits = second & watched;
            let behind = |man: B| !man.is_empty() && along(man.lowest()).meets(watched);
            if !look.hits.is_empty() {
                look.filled |= first | (before_last(look.hits) & second);
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
                look.filled = before_last(look.hits) & first;
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
