//! En passant, the royal man's jump, castling.

use super::{Sink, View};
use crate::geometry::{Bitboard, Square};
use crate::pieces::Color;
use crate::position::{Action, Move, Position};
use crate::rules::{JumpPath, Ruleset};

impl<B: Bitboard> View<'_, B> {
    /// Captures of the man that has just made a double step. Two men leave their squares at once,
    /// so each is made and tested; they are rare.
    #[inline(never)]
    pub(super) fn en_passant(&self, sink: &mut impl Sink<B>) {
        let Some(passed) = self.position.en_passant() else { return };
        for from in self.position.catchers(self.rules, passed.target).squares() {
            let Some(catcher) = self.position.at(from) else { continue };
            let mv = Move::new(from, passed.target, Action::EnPassant);
            if self.leaves_royal_safe(mv) {
                sink.promotable(catcher.kind, mv);
            }
        }
    }

    /// The unmoved royal piece's jump, see [`Jump`](crate::rules::Jump).
    #[inline(never)]
    pub(super) fn jump(&self, sink: &mut impl Sink<B>) {
        let Some(royal) = self.royal.squares().next() else { return };
        for to in self.jump_targets(royal, self.attacked).squares() {
            sink.single(Move::new(royal, to, Action::Jump));
        }
    }

    /// Where the royal man may jump, given what the enemy attacks with it lifted.
    #[inline(always)]
    pub(super) fn jump_targets(&self, royal: Square, attacked: B) -> B {
        let Some(jump) = &self.rules.jumps[self.us.index()] else { return B::EMPTY };
        if self.position.rights() & jump.right == 0 || self.in_check() {
            return B::EMPTY;
        }
        let targets = jump.targets[royal.index()] & !self.occupied & !attacked;
        let unsafe_squares = match jump.path {
            JumpPath::Virtual => attacked,
            JumpPath::Static => {
                self.rules.attack_map(self.position, !self.us, self.occupied) & !self.enemy
            }
            JumpPath::Unchecked => B::EMPTY,
        };
        let safe = |to: &Square| jump.passed(royal, *to).meets(!unsafe_squares);
        B::from_squares(targets.squares().filter(safe))
    }

    #[inline(never)]
    pub(super) fn castle(&self, attacked: B, sink: &mut impl Sink<B>) {
        for way in &self.rules.castlings[self.us.index()] {
            let may = self.position.rights() & way.right != 0;
            if !may || way.empty.meets(self.occupied) || way.safe.meets(attacked) {
                continue;
            }
            let mv = Move::new(way.king.0, way.king.1, Action::Castle);
            // The partner's departure may open a line along the rank.
            if self.leaves_royal_safe(mv) {
                sink.single(mv);
            }
        }
    }

    /// Makes a move and looks whether the only royal man of its side is attacked then.
    pub(super) fn leaves_royal_safe(&self, mv: Move) -> bool {
        let next = self.position.play(self.rules, mv);
        !is_attacked(self.rules, &next, self.us)
    }
}

/// Whether a side's only royal man is attacked, whoever's turn it is.
pub(super) fn is_attacked<B: Bitboard>(
    rules: &Ruleset<B>,
    position: &Position<B>,
    side: Color,
) -> bool {
    let royal = position.sole_royal(rules, side);
    royal.squares().any(|square| !rules.attackers(position, square, !side).is_empty())
}
