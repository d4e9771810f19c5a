//! Moves after which other men of the side that replies are constrained than before.

use super::replies::Replies;
use crate::geometry::{Bitboard, Lanes, Square};
use crate::movegen::constraints::Constraints;
use crate::movegen::{Count, Sink, View};
use crate::pieces::{Kind, Piece};

/// The men in the way of the side that replies, and those it can capture.
#[derive(Clone, Copy)]
pub(super) struct Men<B> {
    pub(super) occupied: B,
    pub(super) enemy: B,
}

/// What becomes of the replies when a move constrains other men than before.
#[derive(Clone, Copy, Debug)]
pub(super) enum Outcome {
    /// There are so many more or fewer than the sums know.
    Change(i64),
    /// There are so many in all.
    Replies(i64),
    /// It is not worked out.
    Unclear,
}

impl<B: Bitboard, L: Lanes<B>> Replies<'_, '_, B, L> {
    /// What becomes of the replies because other men are constrained after a move.
    pub(super) fn constrained(&self, kind: Kind, from: Square, to: Square) -> Outcome {
        if !self.works_out_constraints {
            return Outcome::Unclear;
        }
        let (left, arrived) = (B::single(from), B::single(to));
        let replier = self.replier;
        let mut after = View {
            own: replier.own & !arrived,
            enemy: (replier.enemy & !left) | arrived,
            occupied: (replier.occupied & !left) | arrived,
            constraints: Constraints::new(),
            ..*replier
        };
        self.constrain_after(kind, from, to, &mut after);
        if self.may_swap && self.might_swap(to, &after) {
            return Outcome::Unclear;
        }
        if after.in_check() {
            let replies = self.replies_to_check(kind, from, to, &after);
            // Where there is none, a rare rule may know one.
            return if replies > 0 { Outcome::Replies(replies) } else { Outcome::Unclear };
        }
        Outcome::Change(self.constrained_change(to, &after))
    }

    /// Whether the replier's royal man, which has the right, may swap after a move: in check, or since
    /// nothing else can move. Two leapers at least can, where they are asked for at all; the move may
    /// take one of them away, and constrain another.
    #[inline(never)]
    fn might_swap(&self, to: Square, after: &View<'_, B>) -> bool {
        let before = &self.replier.constraints;
        let lost = (after.constraints.constrained & !before.constrained).count()
            + u32::from(self.replier.own.contains(to));
        after.in_check() || after.constraints.allowed != before.allowed || lost > 1
    }

    /// What the mover's attacks leave to the replier's men after a move.
    #[inline(always)]
    fn constrain_after(&self, kind: Kind, from: Square, to: Square, after: &mut View<'_, B>) {
        let (movement, us) = (&self.mover.rules.movement, self.mover.us);
        let men = (after.occupied, after.own);
        let royal = self.replier.royal.lowest();
        for line in self.lines.each().iter().filter(|line| line.from != from) {
            after.constraints.line(line.hops, line.from, line.between, men);
        }
        if movement.kinds[us.index()][kind.index()].leap_attacks[to.index()].contains(royal) {
            after.constraints.leap(to);
        }
        if self.sensitive.may_look(kind, to) {
            movement.lines_of((us, kind), to, royal, |hops, between| {
                after.constraints.line(hops, to, between, men);
            });
        }
    }

    /// By how much the replies change because other men are constrained after a move to a square.
    ///
    /// The sums know the moves of each free man after the move as if it stayed free, and count those
    /// of a constrained man as they were. So for a man whose squares change, what the sums know is
    /// taken away and what it has is added.
    #[inline(always)]
    fn constrained_change(&self, to: Square, after: &View<'_, B>) -> i64 {
        let (before, replier) = (&self.replier.constraints, self.replier);
        let now = Men { occupied: replier.occupied, enemy: replier.enemy };
        let then = Men { occupied: after.occupied, enemy: after.enemy };
        let mut change = 0;
        for (man, squares) in before.each().filter(|&(man, _)| man != to) {
            if let Some(piece) = replier.position.at(man) {
                change += self.mobility(piece, man, then, after.constraints.of(man))
                    - self.mobility(piece, man, now, squares);
            }
        }
        for (man, squares) in
            after.constraints.each().filter(|&(man, _)| !before.constrained.contains(man))
        {
            if let Some(piece) = replier.position.at(man) {
                change += self.mobility(piece, man, then, squares)
                    - self.mobility(piece, man, then, before.allowed);
            }
        }
        let (allowed, allowed_before) = (after.constraints.allowed, before.allowed);
        if allowed != allowed_before {
            let free = after.free() & !before.constrained;
            change += self.moves_onto(allowed & !allowed_before, free, after, |_| {})
                - self.moves_onto(allowed_before & !allowed, free, after, |_| {});
        }
        change
    }

    /// All replies to a move that gives check.
    #[inline(always)]
    fn replies_to_check(&self, kind: Kind, from: Square, to: Square, after: &View<'_, B>) -> i64 {
        let then = Men { occupied: after.occupied, enemy: after.enemy };
        let mut replies = self.zone.steps_after(kind, from, to)
            + self.moves_onto(after.constraints.allowed, after.free(), after, |_| {});
        for (man, squares) in after.constraints.each().filter(|(_, squares)| !squares.is_empty()) {
            if let Some(piece) = after.position.at(man) {
                replies += self.mobility(piece, man, then, squares);
            }
        }
        replies
    }

    /// How many replies a man has among some squares.
    #[inline(never)]
    pub(super) fn mobility(&self, man: Piece, square: Square, men: Men<B>, allowed: B) -> i64 {
        let replier = self.replier;
        let mut count = Count::new(replier.rules, replier.us);
        let targets = self.known.targets(replier, man.kind, square, men);
        count.targets(man.kind, square, targets & allowed);
        let tables = &replier.rules.movement.kinds[replier.us.index()][man.kind.index()];
        if !tables.double_steps {
            return count.moves() as i64;
        }
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
    /// The men after an enemy man has left.
    #[inline(always)]
    pub(super) fn without(self, from: Square) -> Self {
        let left = B::single(from);
        Self { occupied: self.occupied & !left, enemy: self.enemy & !left }
    }
}
