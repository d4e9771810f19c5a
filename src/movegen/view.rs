//! [`View`]: a position as its side to move sees it.

use super::constraints::Constraints;
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
        let mut view = Self::without_attacks(rules, position);
        view.attacked = rules.attack_map(position, !view.us, view.occupied & !view.royal);
        view
    }

    /// Looks at a position but for what the enemy attacks.
    #[inline(always)]
    pub(super) fn without_attacks(rules: &'a Ruleset<B>, position: &'a Position<B>) -> Self {
        Self::of_side(rules, position, position.turn())
    }

    /// Looks at a position as one side would if it were its turn, but for what the enemy attacks.
    #[inline(always)]
    pub(super) fn of_side(rules: &'a Ruleset<B>, position: &'a Position<B>, us: Color) -> Self {
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
            constraints: constraints(rules, position, us, royal),
        }
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
        let tables = &self.rules.movement.kinds[self.us.index()][kind.index()];
        let movement = &self.rules.movement;
        let empty = !self.occupied;
        let mut targets = B::EMPTY;
        if !tables.both.is_empty {
            targets |= movement.reach(&tables.both, from, self.occupied) & (empty | self.enemy);
        }
        if !tables.quiet.is_empty {
            targets |= movement.reach(&tables.quiet, from, self.occupied) & empty;
        }
        if !tables.capture.is_empty {
            targets |= movement.reach(&tables.capture, from, self.occupied) & self.enemy;
        }
        targets
    }
}

/// What an enemy's attacks leave to the men of a side with one royal man.
#[inline(always)]
fn constraints<B: Bitboard>(
    rules: &Ruleset<B>,
    position: &Position<B>,
    us: Color,
    royal: B,
) -> Constraints<B> {
    let them = !us;
    let (occupied, own) = (position.occupied(), position.side(us));
    let movement = &rules.movement;
    let mut constraints = Constraints::new();
    if royal.is_empty() {
        return constraints;
    }
    let royal = royal.lowest();
    for &kind in &movement.leapers[them.index()] {
        let tables = &movement.kinds[them.index()][kind.index()];
        let checkers = position.men(them, kind) & tables.leaps_onto[royal.index()];
        for from in checkers.squares() {
            constraints.leap(B::single(from));
        }
    }
    for line in &movement.lines[them.index()] {
        for from in (position.men(them, line.kind) & line.onto[royal.index()]).squares() {
            let between = movement.between(line, royal, from);
            if line.hops {
                constraints.hop(from, between, occupied, own);
            } else {
                constraints.slide(from, between, occupied, own);
            }
        }
    }
    constraints
}
