//! [`View`]: a position as its side to move sees it.

use super::constraints::{Constraints, Threatened};
use crate::geometry::{Bitboard, Square};
use crate::pieces::{Color, Kind};
use crate::position::Position;
use crate::rules::Ruleset;

/// A position, with what generation needs to know of it, computed once.
#[derive(Debug)]
pub struct View<'a, B: Bitboard> {
    pub(crate) rules: &'a Ruleset<B>,
    pub(crate) position: &'a Position<B>,
    pub(crate) us: Color,
    pub(crate) own: B,
    /// The enemy's men that can be captured.
    pub(crate) enemy: B,
    pub(crate) occupied: B,
    /// Our only royal man; nothing if we have several.
    pub(crate) royal: B,
    /// What the enemy attacks with our only royal man lifted off the board.
    pub(crate) attacked: B,
    pub(crate) constraints: Constraints<B>,
}

impl<'a, B: Bitboard> View<'a, B> {
    /// Looks at a position.
    #[inline(always)]
    pub fn new(rules: &'a Ruleset<B>, position: &'a Position<B>) -> Self {
        let mut view = Self::unconstrained(rules, position, position.turn());
        view.constrain();
        view.attacked = rules.attack_map(position, !view.us, view.occupied & !view.royal);
        view
    }

    /// Looks at a position as one side would if it were its turn, but for what the enemy attacks and
    /// constrains: that is for [`View::constrain`], apart from this so that the list of constrained
    /// men is never copied.
    #[inline(always)]
    pub(crate) fn unconstrained(
        rules: &'a Ruleset<B>,
        position: &'a Position<B>,
        us: Color,
    ) -> Self {
        let occupied = position.occupied();
        let royal = position.sole_royal(rules, us);
        let own = position.side(us);
        Self {
            rules,
            position,
            us,
            own,
            enemy: position.side(!us) & !position.waiting(rules, !us),
            occupied,
            royal,
            attacked: B::EMPTY,
            constraints: Constraints::new(),
        }
    }

    /// Finds what the enemy attacks, which generating all moves needs.
    #[inline(always)]
    pub(crate) fn look_at_attacks(&mut self) {
        let lifted = self.occupied & !self.royal;
        self.attacked = self.rules.filled_attack_map(self.position, !self.us, lifted);
    }

    /// What the enemy attacks with our only royal man lifted off the board.
    pub(crate) fn attacked(&self) -> B {
        self.attacked
    }

    /// The side to move.
    pub(crate) fn us(&self) -> Color {
        self.us
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.constraints.in_check
    }

    /// The men that may go wherever all may: not constrained, and not our only royal man.
    #[inline(always)]
    pub(super) fn free(&self) -> B {
        self.own & !self.constraints.constrained & !self.royal
    }

    /// Where a man could go, were there no royal man to think of.
    #[inline(always)]
    pub(crate) fn targets(&self, kind: Kind, from: Square) -> B {
        self.targets_among(kind, from, self.occupied, self.enemy)
    }

    /// Where a man could go among other men than there are.
    #[inline(always)]
    pub(super) fn targets_among(&self, kind: Kind, from: Square, occupied: B, enemy: B) -> B {
        let tables = &self.rules.movement.kinds[self.us.index()][kind.index()];
        let empty = !occupied;
        (tables.both.from(from, occupied) & (empty | enemy))
            | (tables.quiet.mostly_leaps_from(from, occupied) & empty)
            | (tables.capture.mostly_leaps_from(from, occupied) & enemy)
    }

    /// The same, not made part of the function that asks.
    #[inline(never)]
    pub(super) fn targets_apart(&self, kind: Kind, from: Square, occupied: B, enemy: B) -> B {
        self.targets_among(kind, from, occupied, enemy)
    }

    /// Finds out what the enemy's attacks leave to the men of a side with one royal man.
    #[inline(never)]
    pub(crate) fn constrain(&mut self) {
        self.constrain_noting(|_, _, _| {});
    }

    /// The same, noting each line to the royal man on which an enemy man stands that would attack
    /// along it on an empty board: whether by hopping, that man, and the squares between.
    #[inline(always)]
    pub(super) fn constrain_noting(&mut self, note: impl FnMut(bool, Square, B)) {
        if self.royal.is_empty() {
            return;
        }
        let (position, them) = (self.position, !self.us);
        let threatened = Threatened {
            movement: &self.rules.movement,
            royal: self.royal.lowest(),
            by: them,
            occupied: self.occupied,
            own: self.own,
        };
        let royal = threatened.royal;
        self.constraints.find(&threatened, |onto| position.onto(them, royal, onto), note);
    }
}
