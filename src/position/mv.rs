//! [`Move`]: one legal move, in four bytes.

use crate::geometry::Square;
use crate::pieces::Kind;

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The square the mover leaves.
    pub from: Square,
    /// The square in its text: where the mover ends, or the partner of an exchange.
    pub to: Square,
    /// One more than the index of the kind promoted to, or 0.
    extra: u8,
    /// What kind of move it is.
    pub action: Action,
}

/// What a move does besides putting a man on another square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Nothing else; it captures what stands on the target.
    Step,
    /// Two steps forward, which opens the square passed to en passant.
    DoubleStep,
    /// Captures the man that has just made a double step.
    EnPassant,
    /// The royal piece's jump from its start.
    Jump,
    /// The royal piece and a partner move past each other; the target is the royal piece's.
    Castle,
    /// Changes places with one's own man on the target.
    Exchange,
}

impl Move {
    /// A move that does not promote.
    #[inline(always)]
    pub const fn new(from: Square, to: Square, action: Action) -> Self {
        Self { from, to, extra: 0, action }
    }

    /// The same move, promoting.
    #[inline(always)]
    #[must_use]
    pub const fn promoting(self, kind: Kind) -> Self {
        Self { extra: kind.index() as u8 + 1, ..self }
    }

    /// What the mover becomes, if it promotes.
    #[inline(always)]
    pub const fn promotion(self) -> Option<Kind> {
        if self.extra == 0 { None } else { Some(Kind::new(self.extra as usize - 1)) }
    }
}

const _: () = assert!(size_of::<Move>() == 4);
