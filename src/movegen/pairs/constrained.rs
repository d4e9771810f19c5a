//! Moves after which other men of the side that replies are constrained than before.

use super::replies::Replies;
use crate::geometry::{Bitboard, Lanes, Square};
use crate::movegen::constraints::{Constraints, Threatened};
use crate::movegen::{Count, Sink};
use crate::pieces::{Kind, Piece};

/// The men in the way of the side that replies, and those it can capture.
#[derive(Clone, Copy)]
pub(super) struct Men<B> {
    pub(super) occupied: B,
    pub(super) enemy: B,
}

impl<B: Bitboard, L: Lanes<B>> Replies<'_, '_, B, L> {
    /// By how much the replies change because other men are constrained after a move, or `None` if
    /// that is not worked out: after checks, and where the squares allowed to everybody change.
    ///
    /// The sums know the moves of each free man after the move as if it stayed free, and count those
    /// of a constrained man as they were. So for a man whose squares change, what the sums know is
    /// taken away and what it has is added.
    pub(super) fn constrained_change(&self, kind: Kind, from: Square, to: Square) -> Option<i64> {
        if !self.works_out_constraints {
            return None;
        }
        let (before, replier) = (&self.replier.constraints, self.replier);
        let mut after = Constraints::new();
        self.constrain_after(kind, from, to, &mut after);
        if after.in_check || after.allowed != before.allowed {
            return None;
        }
        let now = Men { occupied: replier.occupied, enemy: replier.enemy };
        let then = now.after(from, to);
        let mut change = 0;
        for (man, squares) in before.each().filter(|&(man, _)| man != to) {
            if let Some(piece) = replier.position.at(man) {
                change += self.mobility(piece, man, then, after.of(man))
                    - self.mobility(piece, man, now, squares);
            }
        }
        for (man, squares) in after.each().filter(|&(man, _)| !before.constrained.contains(man)) {
            if let Some(piece) = replier.position.at(man) {
                change += self.mobility(piece, man, then, squares)
                    - self.mobility(piece, man, then, after.allowed);
            }
        }
        Some(change)
    }

    /// What the mover's attacks leave to the replier's men after a move.
    #[inline(always)]
    fn constrain_after(
        &self,
        kind: Kind,
        from: Square,
        to: Square,
        constraints: &mut Constraints<B>,
    ) {
        let (us, position) = (self.mover.us, self.mover.position);
        let (left, arrived) = (B::single(from), B::single(to));
        let threatened = Threatened {
            movement: &self.mover.rules.movement,
            royal: self.replier.royal.lowest(),
            by: us,
            occupied: (self.mover.occupied & !left) | arrived,
            own: self.replier.own & !arrived,
        };
        let men = |of: Kind| {
            let men = position.men(us, of);
            if of == kind { (men & !left) | arrived } else { men }
        };
        constraints.find(&threatened, men, |_, _, _| {});
    }

    /// How many replies a man has among some squares.
    #[inline(never)]
    pub(super) fn mobility(&self, man: Piece, square: Square, men: Men<B>, allowed: B) -> i64 {
        let replier = self.replier;
        let mut count = Count::new(replier.rules, replier.us);
        let targets = replier.targets_among(man.kind, square, men.occupied, men.enemy);
        count.targets(man.kind, square, targets & allowed);
        for double in &replier.rules.double_steps[replier.us.index()] {
            if double.kind == man.kind {
                let able = replier.able_to_double_step(double) & B::single(square);
                let passed = double.step(able) & !men.occupied;
                count.targets(man.kind, square, double.step(passed) & !men.occupied & allowed);
            }
        }
        count.moves() as i64
    }
}

impl<B: Bitboard> Men<B> {
    /// The men after the enemy has moved.
    #[inline(always)]
    fn after(self, from: Square, to: Square) -> Self {
        let Self { occupied, enemy } = self.without(from);
        let arrived = B::single(to);
        Self { occupied: occupied | arrived, enemy: enemy | arrived }
    }

    /// The men after an enemy man has left.
    #[inline(always)]
    pub(super) fn without(self, from: Square) -> Self {
        let left = B::single(from);
        Self { occupied: self.occupied & !left, enemy: self.enemy & !left }
    }
}
