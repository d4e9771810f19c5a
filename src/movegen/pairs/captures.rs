//! Captures: the replies of the captured man go, and recaptures come.

use super::constrained::Men;
use super::onto::moves_of;
use super::outlook::Known;
use super::replies::Replies;
use super::stops::Stops;
use crate::geometry::{Bitboard, Lanes, Square};
use crate::movegen::View;
use crate::pieces::{Kind, Piece};

impl<B: Bitboard, L: Lanes<B>> Replies<'_, '_, B, L> {
    /// The replies to captures of a man.
    #[inline(never)]
    pub(super) fn captures(&self, kind: Kind, from: Square, captures: B, stops: &Stops<B>) -> i64 {
        if captures.is_empty() {
            return 0;
        }
        let leaves_lines = self.rides.leaving.contains(from);
        let mut total = i64::from(captures.count()) * (self.base + stops.change);
        for to in captures.squares() {
            let Some(victim) = self.replier.position.at(to) else { continue };
            let mut recaptures = self.rides.recaptures(to) + self.leaper_recaptures(to);
            if leaves_lines {
                recaptures += self.rides.recaptures_through(from, to, stops);
            }
            total +=
                recaptures + self.effects.capturing(to) - self.replies_of_victim(victim, to, from);
        }
        if leaves_lines {
            total += self.rides.same_line_of_hops(from, captures);
            total += self.rides.same_line_of_skipping(from, captures);
        }
        total + self.zone.changes(kind, from, captures)
    }

    /// How many moves of free leapers end on a square once an enemy man stands there.
    #[inline(always)]
    fn leaper_recaptures(&self, square: Square) -> i64 {
        let (position, us) = (self.replier.position, self.replier.us);
        if !self.replier.constraints.allowed.contains(square) {
            return 0;
        }
        let men = position.onto(us, square, &self.side.recaptures) & self.free;
        if self.side.promoting.contains(square) {
            moves_of(men, square, self.replier)
        } else {
            i64::from(men.count())
        }
    }

    /// How many of the replies that the sums know belong to the victim of a capture. They know what
    /// the captor's leaving gives to a free man, the victim included.
    #[inline(always)]
    fn replies_of_victim(&self, victim: Piece, square: Square, from: Square) -> i64 {
        let (replier, constraints) = (self.replier, &self.replier.constraints);
        let men = Men { occupied: replier.occupied, enemy: replier.enemy };
        if constraints.constrained.contains(square) {
            self.mobility(victim, square, men, constraints.of(square))
        } else {
            self.mobility(victim, square, men.without(from), constraints.allowed)
        }
    }
}

/// The squares on which the moves of a man depend: where it rides, hops or steps. The moves of a
/// leaper that both moves and captures depend on none.
#[inline(never)]
pub(super) fn seen_by<B: Bitboard>(
    view: &View<'_, B>,
    known: &Known<'_, B>,
    kind: Kind,
    square: Square,
) -> B {
    let tables = &view.rules.movement.kinds[view.us.index()][kind.index()];
    if tables.leaps_only {
        return B::EMPTY;
    }
    let mut seen = known.looked_at(view, kind, square, view.occupied);
    for reach in [&tables.both, &tables.quiet, &tables.capture] {
        seen |= reach.leaps[square.index()];
    }
    for double in &view.rules.double_steps[view.us.index()] {
        if double.kind == kind {
            let passed = double.step(B::single(square) & double.from);
            seen |= passed | double.step(passed);
        }
    }
    seen
}
