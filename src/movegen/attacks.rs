//! Which squares a side attacks, and who attacks a square.

use crate::geometry::{Bitboard, Square};
use crate::pieces::{Color, Kind};
use crate::position::Position;
use crate::rules::Ruleset;

impl<B: Bitboard> Ruleset<B> {
    /// Everything a side attacks, its own men's squares included, with `occupied` as the men that
    /// stand in the way.
    #[inline(always)]
    pub(crate) fn attack_map(&self, position: &Position<B>, by: Color, occupied: B) -> B {
        let liners = &self.movement.liners[by.index()];
        self.leap_attacks(position, by) | self.line_attacks(position, by, occupied, liners)
    }

    /// What a side attacks by leaps.
    #[inline(always)]
    pub(super) fn leap_attacks(&self, position: &Position<B>, by: Color) -> B {
        let mut attacked = B::EMPTY;
        for leaper in &self.movement.leapers[by.index()] {
            attacked |= leaper.attacked(position.men(by, leaper.kind));
        }
        attacked
    }

    /// What some kinds attack along lines.
    #[inline(never)]
    pub(super) fn line_attacks(
        &self,
        position: &Position<B>,
        by: Color,
        occupied: B,
        kinds: &[Kind],
    ) -> B {
        let mut attacked = B::EMPTY;
        for &kind in kinds {
            let tables = &self.movement.kinds[by.index()][kind.index()];
            for from in position.men(by, kind).squares() {
                attacked |= tables.both.from(from, occupied);
                attacked |= tables.capture.mostly_leaps_from(from, occupied);
            }
        }
        attacked
    }

    /// What a man of a kind attacks from a square, its own side's men included.
    #[inline(always)]
    pub(super) fn attack(&self, kind: Kind, by: Color, from: Square, occupied: B) -> B {
        let tables = &self.movement.kinds[by.index()][kind.index()];
        // Leaps to where more happens than a capture are not among the others.
        tables.leap_attacks[from.index()]
            | tables.both.from(from, occupied)
            | tables.capture.mostly_leaps_from(from, occupied)
    }

    /// The men of a side that attack a square, pinned ones included.
    pub fn attackers(&self, position: &Position<B>, square: Square, by: Color) -> B {
        self.attackers_among(position, square, by, position.occupied())
    }

    /// The men of a side that would attack a square if nobody but those on `occupied` were there.
    #[inline]
    pub(crate) fn attackers_among(
        &self,
        position: &Position<B>,
        square: Square,
        by: Color,
        occupied: B,
    ) -> B {
        let mut attackers =
            position.onto(by, square, &self.movement.leaps_onto[by.index()]) & occupied;
        for lines in &self.movement.lines[by.index()] {
            let men = position.onto(by, square, &lines.onto) & occupied;
            for from in men.squares() {
                let between = self.movement.between(lines, square, from) & occupied;
                if lines.are_open(between) {
                    attackers |= B::single(from);
                }
            }
        }
        attackers
    }

    /// Whether a man of a kind would attack a square from another if only those on `occupied` stood
    /// in the way.
    #[inline]
    pub(crate) fn would_attack(
        &self,
        kind: Kind,
        by: Color,
        (from, onto): (Square, Square),
        occupied: B,
    ) -> bool {
        let tables = &self.movement.kinds[by.index()][kind.index()];
        if tables.leaps_onto[onto.index()].contains(from) {
            return true;
        }
        let lines = self.movement.lines[by.index()].iter();
        lines.filter(|lines| lines.onto.of(kind, onto).contains(from)).any(|lines| {
            let between = self.movement.between(lines, onto, from) & occupied;
            lines.are_open(between)
        })
    }

    /// The men that give check to the side to move. A side with several royal men is never in check.
    pub fn checkers(&self, position: &Position<B>) -> B {
        let us = position.turn();
        let royal = position.sole_royal(self, us);
        royal.squares().fold(B::EMPTY, |men, square| men | self.attackers(position, square, !us))
    }
}
