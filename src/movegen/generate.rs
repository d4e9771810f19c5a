//! Generation of the ordinary moves; the others are in `special`.

use super::{Count, Sink, View};
use crate::geometry::{Bitboard, Lanes, Square};
use crate::pieces::Kind;
use crate::position::Action;
use crate::rules::{DoubleStep, Ruleset, Steps};

impl<B: Bitboard> View<'_, B> {
    /// Sends all legal moves to a sink, but for those that exist only where there is no other.
    #[inline(always)]
    pub fn generate(&self, sink: &mut impl Sink<B>) {
        if self.must_not_move(sink) {
            return;
        }
        self.men(self.free(), self.constraints.allowed, sink);
        self.others(sink);
    }

    /// Sends the ordinary legal moves of one man to a sink: none of the only royal man, none of rules
    /// that few games have. The attacks of the enemy need not be known.
    #[inline(always)]
    pub(crate) fn ordinary_moves_of(&self, man: Square, sink: &mut impl Sink<B>) {
        if self.royal.contains(man) || self.must_not_move(sink) {
            return;
        }
        self.men(B::single(man) & self.own, self.constraints.of(man), sink);
    }

    /// All moves but those of the free men: of the only royal man, of constrained men, and special
    /// ones.
    #[inline(always)]
    pub(super) fn others(&self, sink: &mut impl Sink<B>) {
        for royal in self.royal.squares() {
            let Some(man) = self.position.at(royal) else { continue };
            sink.targets(man.kind, royal, self.targets(man.kind, royal) & !self.attacked);
        }
        self.constrained_men(sink);
        self.rare(sink);
        if self.position.rights() != 0 {
            self.jump(sink);
            self.castle(self.attacked, sink);
            self.swap_in_check(sink);
        }
    }

    /// Moves of rules that most games do not have, or most positions: their code stays out of the
    /// way of the others.
    #[inline(always)]
    pub(super) fn rare(&self, sink: &mut impl Sink<B>) {
        if self.position.en_passant().is_some() {
            self.en_passant(sink);
        }
        if !self.rules.second_steppers.is_empty() {
            self.second_steps(sink);
        }
        if self.rules.stages[self.us.index()].is_used() {
            self.stages(sink);
        }
        if !self.rules.citadels[self.us.index()].is_empty() {
            self.citadels(sink);
        }
    }

    /// The moves of constrained men.
    #[inline(always)]
    pub(super) fn constrained_men(&self, sink: &mut impl Sink<B>) {
        for (man, squares) in self.constraints.each() {
            self.men(B::single(man), squares, sink);
        }
    }

    /// Whether nothing of the ordinary may be played: the game is over by a royal man in a citadel,
    /// or a relocation must be made and is sent to the sink.
    #[inline(always)]
    pub(super) fn must_not_move(&self, sink: &mut impl Sink<B>) -> bool {
        self.rules.is_citadel_draw(self.position)
            || (self.rules.game().relocation.must && self.relocations(sink))
    }

    /// The moves of some men, the only royal man not among them, to some squares.
    #[inline(never)]
    fn men(&self, men: B, allowed: B, sink: &mut impl Sink<B>) {
        self.steps(men, allowed, sink);
        for &kind in &self.rules.movement.movers[self.us.index()] {
            for from in (self.position.men(self.us, kind) & men).squares() {
                sink.targets(kind, from, self.targets(kind, from) & allowed);
            }
        }
    }

    /// The double steps of some men, and all moves of those whose kind has nothing but steps.
    #[inline(always)]
    pub(super) fn steps<S: Sink<B>>(&self, men: B, allowed: B, sink: &mut S) {
        for &kind in &self.rules.movement.steppers[self.us.index()] {
            let tables = &self.rules.movement.kinds[self.us.index()][kind.index()];
            let Some(steps) = &tables.steps else { continue };
            if !S::ONLY_COUNTS {
                self.steps_of(kind, steps, self.position.men(self.us, kind) & men, allowed, sink);
            } else if steps.kinds[0] == kind {
                let alike = self.position.men_of(self.us, &steps.kinds);
                self.steps_of(kind, steps, alike & men, allowed, sink);
            }
        }
        self.double_steps(men, !self.occupied & allowed, sink);
    }

    /// The number of moves that [`Self::steps`] finds.
    #[inline(never)]
    pub(super) fn count_steps(&self, men: B, allowed: B) -> u64 {
        let mut count = Count::new(self.rules, self.us);
        let (empty, prey) = (!self.occupied & allowed, self.enemy & allowed);
        let mut moves = 0;
        for &kind in &self.rules.movement.steppers[self.us.index()] {
            let tables = &self.rules.movement.kinds[self.us.index()][kind.index()];
            let Some(steps) = tables.steps.as_ref().filter(|steps| steps.kinds[0] == kind) else {
                continue;
            };
            let men = self.position.men_of(self.us, &steps.kinds) & men;
            if men.is_empty() {
                continue;
            }
            let promotion = self.rules.promotions[self.us.index()][kind.index()].as_ref();
            for quad in &steps.quads {
                let to = quad.of(men, empty, prey);
                moves += to.count();
                if let Some(promotion) = promotion {
                    let promoting = to.and(<B::Lanes as Lanes<B>>::splat(promotion.zone));
                    if !promoting.is_empty() {
                        moves += promoting.count() * (promotion.choices - 1);
                    }
                }
            }
        }
        self.double_steps(men, empty, &mut count);
        count.moves() + u64::from(moves)
    }

    /// The steps of men that step like a kind.
    #[inline(always)]
    fn steps_of(&self, kind: Kind, steps: &Steps<B>, men: B, allowed: B, sink: &mut impl Sink<B>) {
        for step in &steps.quiet {
            let to = step.of(men) & !self.occupied & allowed;
            sink.shifted(kind, step.delta, to, Action::Step);
        }
        for step in &steps.capture {
            let to = step.of(men) & self.enemy & allowed;
            sink.shifted(kind, step.delta, to, Action::Step);
        }
    }

    #[inline(always)]
    fn double_steps(&self, men: B, empty: B, sink: &mut impl Sink<B>) {
        for double in &self.rules.double_steps[self.us.index()] {
            let men = self.able_to_double_step(double) & men;
            let passed = double.step(men) & !self.occupied;
            let to = double.step(passed) & empty;
            sink.shifted(double.kind, 2 * double.delta, to, Action::DoubleStep);
        }
    }

    /// The men of a kind that may make a double step if their way is free.
    #[inline(always)]
    pub(super) fn able_to_double_step(&self, double: &DoubleStep<B>) -> B {
        let mut men = self.position.men(self.us, double.kind) & double.from;
        for &(square, right) in &double.needs {
            if self.position.rights() & right == 0 {
                men &= !B::single(square);
            }
        }
        men
    }
}

/// Whether any legal move exists that is no rescue.
pub(crate) fn has_moves<B: Bitboard>(rules: &Ruleset<B>, view: &View<'_, B>) -> bool {
    let mut count = Count::new(rules, view.us);
    view.generate(&mut count);
    count.moves() > 0
}
