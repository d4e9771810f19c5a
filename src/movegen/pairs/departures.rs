//! [`Departure`]: what a man's leaving does to the constraints of the side that replies, worked out
//! once for all its moves that touch nothing else.

use super::replies::Replies;
use crate::geometry::{Bitboard, Lanes, Square};
use crate::movegen::View;
use crate::movegen::constraints::Constraints;
use crate::pieces::Piece;

/// What leaving a square does, wherever the man goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Departure<B> {
    /// The squares of which that is not true.
    pub(super) apart: B,
    /// By how much the number of replies changes because other men are constrained.
    pub(super) change: i64,
}

impl<B: Bitboard, L: Lanes<B>> Replies<'_, '_, B, L> {
    /// What a man's leaving does to the constraints. Where a man arrives who sees the royal man from
    /// there, or stands on a line to it, or whom a constrained man sees, is another matter.
    #[inline(never)]
    pub(super) fn departure(&self, from: Square) -> Departure<B> {
        let everywhere = Departure { apart: !B::EMPTY, change: 0 };
        if !self.works_out_constraints || self.seen_by_constrained.contains(from) {
            return everywhere;
        }
        let (replier, left) = (self.replier, B::single(from));
        let mut after = View {
            enemy: replier.enemy & !left,
            occupied: replier.occupied & !left,
            constraints: Constraints::new(),
            ..*replier
        };
        // Back on a line that it was on, the man may change it again.
        let mut apart = B::EMPTY;
        for line in self.lines.each().iter().filter(|line| line.from != from) {
            if line.between.contains(from) {
                apart |= line.between;
            }
            let men = (after.occupied, after.own);
            after.constraints.line(line.hops, line.from, line.between, men);
        }
        let (before, now) = (&replier.constraints, &after.constraints);
        if now.is_same(before) {
            return Departure { apart, change: 0 };
        }
        // Where men may go who could not before, and the other way round. Only empty squares: there a
        // man who arrives elsewhere takes moves away, but gives none.
        let (gained, lost) = (now.allowed & !before.allowed, before.allowed & !now.allowed);
        let is_simple = now.constrained.is_empty() && before.constrained.is_empty();
        if now.in_check || self.may_swap || !is_simple || (gained | lost).meets(after.occupied) {
            return everywhere;
        }
        let change = self.moves_onto_open(gained, &after, &mut apart)
            - self.moves_onto_open(lost, &after, &mut apart);
        Departure { apart, change }
    }

    /// How many moves free men have onto some empty squares; the squares on which that depends are
    /// added to others.
    fn moves_onto_open(&self, squares: B, after: &View<'_, B>, depends_on: &mut B) -> i64 {
        if squares.is_empty() {
            return 0;
        }
        *depends_on |= squares;
        for double in &after.rules.double_steps[after.us.index()] {
            *depends_on |= double.back(squares);
        }
        let mut arriving = B::EMPTY;
        let moves = self.moves_onto(squares, after.free(), after, |men| arriving |= men);
        for from in arriving.squares() {
            if let Some(Piece { kind, .. }) = after.position.at(from) {
                *depends_on |= B::single(from);
                *depends_on |= self.known.looked_at(after, kind, from, after.occupied);
            }
        }
        moves
    }
}
