//! Captures: the replies of the captured man go, and recaptures come.

use super::replies::Replies;
use crate::geometry::{Bitboard, Lanes, Square};
use crate::movegen::{Count, List, Sink, View};
use crate::pieces::{Kind, Piece};
use crate::position::{Action, Move};

impl<B: Bitboard, L: Lanes<B>> Replies<'_, '_, B, L> {
    /// The replies to captures of a man; those that are not worked out go to the list.
    #[inline(always)]
    pub(super) fn captures(
        &self,
        kind: Kind,
        from: Square,
        captures: B,
        full: &mut List<'_, B>,
    ) -> i64 {
        if captures.is_empty() {
            return 0;
        }
        let mut total = 0;
        let base = self.base + self.leaving(from);
        for to in captures.squares() {
            let Some(victim) = self.replier.position.at(to) else { continue };
            if self.depends_on(victim, to, from) || self.promotes_by_riding(to) {
                full.promotable(kind, Move::new(from, to, Action::Step));
                continue;
            }
            let mut recaptures = self.rides.recaptures(to) + self.leaper_recaptures(to);
            if self.rides.leaving.contains(from) {
                recaptures += self.rides.recaptures_through(from, to);
            }
            total += base + recaptures + self.effects.capturing(to) - self.mobility(victim, to)
                + self.royal_changes(kind, from, B::single(to));
        }
        total
    }

    /// Whether the replies of a man on a square depend on another square: then both going at once is
    /// not the sum of each going.
    #[inline(always)]
    fn depends_on(&self, man: Piece, square: Square, on: Square) -> bool {
        seen_by(self.replier, man.kind, square).contains(on)
    }

    /// Whether a bent rider that lands on a square promotes there.
    #[inline(always)]
    fn promotes_by_riding(&self, square: Square) -> bool {
        let us = self.replier.us.index();
        self.replier.rules.riding_promotions[us].contains(square)
    }

    /// How many moves of free leapers end on a square once an enemy man stands there.
    #[inline(always)]
    fn leaper_recaptures(&self, square: Square) -> i64 {
        let (rules, us) = (self.replier.rules, self.replier.us);
        if !self.replier.constraints.allowed.contains(square) {
            return 0;
        }
        let mut moves = 0;
        for &kind in &rules.movement.leapers[us.index()] {
            let tables = &rules.movement.kinds[us.index()][kind.index()];
            if tables.splits {
                continue;
            }
            let men = self.replier.position.men(us, kind) & self.free;
            let count = i64::from((men & tables.leaps_onto[square.index()]).count());
            let weight = rules.promotions[us.index()][kind.index()]
                .as_ref()
                .filter(|promotion| promotion.zone.contains(square))
                .map_or(1, |promotion| i64::from(promotion.choices));
            moves += count * weight;
        }
        moves
    }

    /// How many replies a free man has.
    #[inline(always)]
    fn mobility(&self, man: Piece, square: Square) -> i64 {
        let replier = self.replier;
        let allowed = replier.constraints.allowed;
        let mut count = Count::new(replier.rules, replier.us);
        count.targets(man.kind, square, replier.targets(man.kind, square) & allowed);
        for double in &replier.rules.double_steps[replier.us.index()] {
            if double.kind == man.kind {
                let men = replier.able_to_double_step(double) & B::single(square);
                let passed = double.step(men) & !replier.occupied;
                let to = double.step(passed) & !replier.occupied & allowed;
                count.targets(man.kind, square, to);
            }
        }
        count.moves() as i64
    }
}

/// The squares on which the moves of a man depend: where it rides, hops or steps. The moves of a
/// leaper that both moves and captures depend on none.
#[inline(always)]
pub(super) fn seen_by<B: Bitboard>(view: &View<'_, B>, kind: Kind, square: Square) -> B {
    let movement = &view.rules.movement;
    let tables = &movement.kinds[view.us.index()][kind.index()];
    if tables.leaps_only {
        return B::EMPTY;
    }
    let mut seen = B::EMPTY;
    for reach in [&tables.both, &tables.quiet, &tables.capture] {
        seen |= movement.looked_at(reach, square, view.occupied) | reach.leaps[square.index()];
    }
    for double in &view.rules.double_steps[view.us.index()] {
        if double.kind == kind {
            let passed = double.step(B::single(square));
            seen |= passed | double.step(passed);
        }
    }
    seen
}
