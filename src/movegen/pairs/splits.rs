//! [`Effects`]: what filling and emptying a square does to steps that only move or only capture,
//! such as a pawn's, and to double steps.

use super::multiset::Multiset;
use super::storage::EffectList;
use crate::geometry::{Bitboard, Square};
use crate::movegen::View;
use crate::pieces::Kind;

/// By how much the number of replies changes when the enemy touches one of some squares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effect<B> {
    pub(super) squares: B,
    /// An enemy man lands on the empty square.
    pub(super) landing: i64,
    /// An enemy man leaves it.
    pub(super) leaving: i64,
    /// An enemy man captures there.
    pub(super) capturing: i64,
}

/// All of them.
#[derive(Debug)]
pub(super) struct Effects<'v, B> {
    each: &'v mut EffectList<B>,
    /// Squares whose emptying matters.
    pub(super) leaving: B,
    /// Squares on which double steps depend. Filling one and emptying another is not the sum of
    /// both.
    pub(super) double_steps: B,
    /// Whether there were too many.
    pub(super) overflows: bool,
}

impl<'v, B: Bitboard> Effects<'v, B> {
    /// The effects on the free men of a side.
    #[inline(never)]
    pub(super) fn new(view: &View<'_, B>, free: B, each: &'v mut EffectList<B>) -> Self {
        let mut effects =
            Self { each, leaving: B::EMPTY, double_steps: B::EMPTY, overflows: false };
        let Some(pairs) = &view.rules.pairs else { return effects };
        let allowed = view.constraints.allowed;
        for split in &pairs.sides[view.us.index()].splits {
            let kind = split.kinds[0];
            let men = view.position.men_of(view.us, &split.kinds) & free;
            if men.is_empty() {
                continue;
            }
            for step in &split.quiet {
                let effect =
                    Effect { squares: step.of(men), landing: -1, leaving: 1, capturing: 0 };
                effects.add(view, kind, allowed, effect);
            }
            for step in &split.capture {
                let effect =
                    Effect { squares: step.of(men), landing: 1, leaving: -1, capturing: 1 };
                effects.add(view, kind, allowed, effect);
            }
        }
        effects.double_steps(view, free);
        effects
    }

    fn double_steps(&mut self, view: &View<'_, B>, free: B) {
        let empty = !view.occupied;
        for double in &view.rules.double_steps[view.us.index()] {
            let men = view.able_to_double_step(double) & free;
            let (kind, allowed) = (double.kind, view.constraints.allowed);
            let passed = double.step(men);
            let targets = double.step(passed);
            self.double_steps |= passed | targets;
            // What a double step needs: both squares empty, and the second one allowed. One set
            // for the second square, and one for the first, told by the second.
            let open = double.step(passed & empty);
            let there = |squares, leaving| Effect { squares, landing: -1, leaving, capturing: 0 };
            self.add(view, kind, allowed, there(open & empty, 0));
            self.add(view, kind, allowed, Effect { landing: 0, ..there(open & !empty, 1) });
            for (target_set, weight) in Self::weights(view, kind, targets & allowed & empty) {
                let first = double.back(target_set) & passed;
                self.push(first & empty, -weight, 0, 0);
                self.push(first & !empty, 0, weight, 0);
            }
        }
    }

    /// Adds an effect, restricted to allowed squares, with the weight of promotions.
    #[inline(always)]
    fn add(&mut self, view: &View<'_, B>, kind: Kind, allowed: B, effect: Effect<B>) {
        for (squares, weight) in Self::weights(view, kind, effect.squares & allowed) {
            let Effect { landing, leaving, capturing, .. } = effect;
            self.push(squares, weight * landing, weight * leaving, weight * capturing);
        }
    }

    /// The squares where a move stands for one, and those where it stands for several.
    #[inline(always)]
    fn weights(view: &View<'_, B>, kind: Kind, squares: B) -> [(B, i64); 2] {
        match &view.rules.promotions[view.us.index()][kind.index()] {
            Some(promotion) => [
                (squares & !promotion.zone, 1),
                (squares & promotion.zone, i64::from(promotion.choices)),
            ],
            None => [(squares, 1), (B::EMPTY, 0)],
        }
    }

    #[inline(always)]
    fn push(&mut self, squares: B, landing: i64, leaving: i64, capturing: i64) {
        if squares.is_empty() {
            return;
        }
        if leaving != 0 {
            self.leaving |= squares;
        }
        let effect = Effect { squares, landing, leaving, capturing };
        self.overflows |= self.each.try_push(effect).is_err();
    }

    /// By how much the replies change when enemy men land on squares, each as often as the multiset
    /// says, one at a time.
    #[inline(always)]
    pub(super) fn landings(&self, landings: &Multiset<B>) -> i64 {
        let changing = self.each.iter().filter(|effect| effect.landing != 0);
        changing.map(|effect| effect.landing * landings.count(effect.squares)).sum()
    }

    /// By how much they change when an enemy man leaves a square.
    #[inline(always)]
    pub(super) fn leaving_of(&self, square: Square) -> i64 {
        let there = self.each.iter().filter(|effect| effect.squares.contains(square));
        there.map(|effect| effect.leaving).sum()
    }

    /// By how much they change when an enemy man captures on a square.
    #[inline(always)]
    pub(super) fn capturing(&self, square: Square) -> i64 {
        let there = self.each.iter().filter(|effect| effect.squares.contains(square));
        there.map(|effect| effect.capturing).sum()
    }
}
