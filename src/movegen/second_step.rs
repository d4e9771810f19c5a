//! Second steps: capturing a neighbour and stepping on, and the pass.

use super::{Sink, View};
use crate::geometry::Bitboard;
use crate::position::{Action, Move};

impl<B: Bitboard> View<'_, B> {
    /// Moves of two steps. Up to three squares change at once, so each is made and tested unless
    /// nothing could come of it; they are rare.
    #[inline(never)]
    pub(super) fn second_steps(&self, sink: &mut impl Sink<B>) {
        for &kind in &self.rules.second_steppers {
            for from in self.position.men(self.us, kind).squares() {
                let beside = self.rules.neighbours[from.index()];
                if beside.meets(!self.occupied) && !self.in_check() {
                    sink.single(Move::new(from, from, Action::Pass));
                }
                for via in (beside & self.enemy).squares() {
                    let onward = self.rules.neighbours[via.index()];
                    let to = onward & (!self.occupied | self.enemy | B::single(from));
                    for to in to.squares() {
                        let mv = Move::new(from, to, Action::SecondStep).by_way_of(via);
                        if self.leaves_royal_safe(mv) {
                            sink.single(mv);
                        }
                    }
                }
            }
        }
    }
}
