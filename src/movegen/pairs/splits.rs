//! [`Effects`]: what filling and emptying a square does to steps that only move or only capture,
//! such as a pawn's, and to double steps.

use super::multiset::Multiset;
use crate::geometry::{Bitboard, Square};
use crate::movegen::View;
use crate::pieces::Kind;

/// All of them.
#[derive(Debug)]
pub(super) struct Effects<B> {
    /// The squares of moves that need them empty: an enemy man who lands there takes such a move
    /// away, one who leaves adds it. What lands comes to an empty square, what leaves from a man's, so
    /// both are in one.
    quiet: Multiset<B>,
    /// The squares of moves that need an enemy man there.
    captures: Multiset<B>,
    /// Squares whose emptying matters.
    pub(super) leaving: B,
    /// Squares on which double steps depend. Filling one and emptying another is not the sum of
    /// both.
    pub(super) double_steps: B,
}

impl<B: Bitboard> Effects<B> {
    /// The effects on the free men of a side.
    #[inline(never)]
    pub(super) fn new(view: &View<'_, B>, free: B) -> Self {
        let (quiet, captures) = (Multiset::new(), Multiset::new());
        let mut effects = Self { quiet, captures, leaving: B::EMPTY, double_steps: B::EMPTY };
        let Some(pairs) = &view.rules.pairs else { return effects };
        let allowed = view.constraints.allowed;
        for split in &pairs.sides[view.us.index()].splits {
            let kind = split.kinds[0];
            let men = view.position.men_of(view.us, &split.kinds) & free;
            if men.is_empty() {
                continue;
            }
            for step in &split.quiet {
                let squares = step.of(men) & allowed;
                effects.leaving |= squares;
                add(&mut effects.quiet, view, kind, squares);
            }
            for step in &split.capture {
                let squares = step.of(men) & allowed;
                effects.leaving |= squares;
                add(&mut effects.captures, view, kind, squares);
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
            let open = double.step(passed & empty) & allowed;
            add(&mut self.quiet, view, kind, open);
            let promotion = view.rules.promotions[view.us.index()][kind.index()].as_ref();
            let targets = targets & allowed & empty;
            let first = double.back(targets) & passed;
            self.quiet.add(first);
            if let Some(promotion) = promotion {
                let first = double.back(targets & promotion.zone) & passed;
                for _ in 1..promotion.choices {
                    self.quiet.add(first);
                }
            }
            self.leaving |= open | first;
        }
    }

    /// By how much the replies change when enemy men land on squares, each as often as the multiset
    /// says, one at a time.
    #[inline(always)]
    pub(super) fn landings(&self, landings: &Multiset<B>) -> i64 {
        self.captures.pairs(landings) - self.quiet.pairs(landings)
    }

    /// By how much they change when an enemy man leaves a square.
    #[inline(always)]
    pub(super) fn leaving_of(&self, square: Square) -> i64 {
        self.quiet.of(square) - self.captures.of(square)
    }

    /// By how much they change when an enemy man captures on a square.
    #[inline(always)]
    pub(super) fn capturing(&self, square: Square) -> i64 {
        self.captures.of(square)
    }
}

/// Adds the squares of moves of a kind, each as often as it stands for moves.
#[inline(always)]
fn add<B: Bitboard>(moves: &mut Multiset<B>, view: &View<'_, B>, kind: Kind, squares: B) {
    moves.add(squares);
    if let Some(promotion) = &view.rules.promotions[view.us.index()][kind.index()] {
        for _ in 1..promotion.choices {
            moves.add(squares & promotion.zone);
        }
    }
}
