//! Generation of captures and promotions alone, for searches that look at nothing else.

use super::{Sink, View};
use crate::geometry::Bitboard;
use crate::pieces::Kind;
use crate::position::{Action, Move};

impl<B: Bitboard> View<'_, B> {
    /// Sends all legal captures and promotions to a sink, and sometimes a quiet move of the same man
    /// to the same place: a promotion that may be declined is sent with its other choice, second
    /// steps with the pass. Of men that neither promote nor step, only captures of `prizes` are sent.
    /// The attacks of the enemy need not be known.
    #[inline(always)]
    pub(crate) fn captures(&self, prizes: B, sink: &mut impl Sink<B>) {
        if self.must_not_move(sink) {
            return;
        }
        self.captures_of(self.free(), self.constraints.allowed, prizes, sink);
        for (man, squares) in self.constraints.each() {
            self.captures_of(B::single(man), squares, prizes, sink);
        }
        for royal in self.royal.squares() {
            let Some(man) = self.position.at(royal) else { continue };
            for to in (self.targets(man.kind, royal) & self.enemy).squares() {
                let mv = Move::new(royal, to, Action::Step);
                if self.leaves_royal_safe(mv) {
                    sink.promotable(man.kind, mv);
                }
            }
        }
        self.en_passant(sink);
        self.second_steps(sink);
        self.arrivals(sink);
    }

    /// The captures and promotions of some men, the only royal man not among them, to some squares.
    #[inline(always)]
    fn captures_of(&self, men: B, allowed: B, prizes: B, sink: &mut impl Sink<B>) {
        let movement = &self.rules.movement;
        let targets = self.enemy & allowed;
        for &kind in &movement.steppers[self.us.index()] {
            let tables = &movement.kinds[self.us.index()][kind.index()];
            let Some(steps) = &tables.steps else { continue };
            let men = self.position.men(self.us, kind) & men;
            for step in &steps.capture {
                sink.shifted(kind, step.delta, step.of(men) & targets, Action::Step);
            }
            let zone = self.promotion_zone(kind) & allowed & !self.occupied;
            if !zone.is_empty() {
                for step in &steps.quiet {
                    sink.shifted(kind, step.delta, step.of(men) & zone, Action::Step);
                }
            }
        }
        let prizes = targets & prizes;
        for &kind in &movement.movers[self.us.index()] {
            let tables = &movement.kinds[self.us.index()][kind.index()];
            let zone = self.promotion_zone(kind);
            if zone.is_empty() && prizes.is_empty() {
                continue;
            }
            for from in (self.position.men(self.us, kind) & men).squares() {
                let to = if zone.is_empty() {
                    let reached = tables.both.from(from, self.occupied)
                        | tables.capture.mostly_leaps_from(from, self.occupied);
                    reached & prizes
                } else {
                    self.targets(kind, from) & allowed & (self.enemy | zone)
                };
                sink.targets(kind, from, to);
            }
        }
    }

    /// Where a kind promotes.
    #[inline(always)]
    fn promotion_zone(&self, kind: Kind) -> B {
        let promotion = &self.rules.promotions[self.us.index()][kind.index()];
        promotion.as_ref().map_or(B::EMPTY, |promotion| promotion.zone)
    }
}
