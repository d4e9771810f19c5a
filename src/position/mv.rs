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
    /// One more than the index of the kind promoted to, or 0; or the square of [`Move::via`].
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
    /// Captures a neighbour on [`Move::via`] and steps on to the target, which may be the square it
    /// came from; captures there too.
    SecondStep,
    /// Steps to an empty neighbour and back: nothing changes but the turn.
    Pass,
    /// A pawn waiting on its last rank is put on the target, in place of whoever stands there.
    Relocate,
    /// A pawn steps to its last rank and is transferred from there, or waits there.
    Arrive,
    /// A pawn waiting on its last rank is transferred to the target, in place of whoever stands
    /// there.
    Transfer,
    /// A royal man enters the enemy's citadel and at once changes places with its side's lower
    /// royal man on [`Move::via`].
    CitadelExchange,
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

    /// The same move by way of a square.
    #[inline(always)]
    #[must_use]
    pub const fn by_way_of(self, via: Square) -> Self {
        Self { extra: via.raw(), ..self }
    }

    /// The move as a number, the same for equal moves only and 0 for none of them.
    #[inline(always)]
    pub const fn bits(self) -> u32 {
        u32::from_le_bytes([self.from.raw(), self.to.raw(), self.extra, self.action as u8])
    }

    /// The square left by the move of a number; of no meaning for a number that is no move's.
    #[inline(always)]
    pub(crate) const fn left_by(bits: u32) -> Square {
        Square::new(bits.to_le_bytes()[0])
    }

    /// Whether it only passes the turn.
    pub const fn is_pass(self) -> bool {
        matches!(self.action, Action::Pass)
    }

    /// The second square of a [`SecondStep`](Action::SecondStep) or a
    /// [`CitadelExchange`](Action::CitadelExchange).
    #[inline(always)]
    pub const fn via(self) -> Option<Square> {
        match self.action {
            Action::SecondStep | Action::CitadelExchange => Some(Square::new(self.extra)),
            _ => None,
        }
    }

    /// What the mover becomes, if it promotes.
    #[inline(always)]
    pub const fn promotion(self) -> Option<Kind> {
        match self.action {
            Action::SecondStep | Action::CitadelExchange => None,
            _ if self.extra == 0 => None,
            _ => Some(Kind::new(self.extra as usize - 1)),
        }
    }
}

const _: () = assert!(size_of::<Move>() == 4);
