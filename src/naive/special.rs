//! Moves that the pieces' ways of moving do not say: the jump and castling, and who is captured en
//! passant.

use super::NaiveBoard;
use super::change::{Carried, Change};
use crate::geometry::{Offset, Square};
use crate::pieces::Piece;
use crate::rules::{Castling, Jump, JumpPath};

impl NaiveBoard<'_> {
    /// Where the man stands that has just made a double step: beyond the square it passed.
    pub(super) fn en_passant_victim(&self) -> Option<Square> {
        self.step(self.state.en_passant?, self.game.forward(!self.state.turn))
    }

    /// The jumps of the royal piece; whether it is safe where it lands is not asked here.
    pub(super) fn jumps(&self) -> Vec<Change> {
        let side = self.state.turn;
        let Some(jump) = &self.game.jump else { return Vec::new() };
        let allowed = self.game.jump_right(side).is_some_and(|right| self.has_right(right));
        if !allowed || self.in_check() {
            return Vec::new();
        }
        let mut changes = Vec::new();
        for (from, man) in self.men(side).filter(|(_, man)| man.kind == jump.kind) {
            for &offset in &jump.offsets {
                let Some(to) = self.step(from, self.game.oriented(offset, side)) else { continue };
                if self.is_empty(to) && self.may_pass(jump, offset, man, from) {
                    changes.push(Change::of(Carried::unchanged(man, from, to)));
                }
            }
        }
        changes
    }

    /// Whether one of the squares that a jump passes is safe.
    fn may_pass(&self, jump: &Jump, offset: Offset, man: Piece, from: Square) -> bool {
        let passed = Jump::passed(offset);
        let mut squares = passed
            .iter()
            .filter_map(|&offset| self.step(from, self.game.oriented(offset, man.color)));
        squares.any(|square| match jump.path {
            JumpPath::Virtual => self.is_safe_if_put(man, from, square),
            JumpPath::Static => {
                self.holds(!man.color, square) || !self.is_attacked(square, !man.color)
            }
            JumpPath::Unchecked => true,
        })
    }

    /// Whether a man would be safe if it were lifted from its square and put on another, in place
    /// of whatever stands there.
    fn is_safe_if_put(&self, man: Piece, from: Square, square: Square) -> bool {
        let mut board = self.clone();
        board.put(from, None);
        board.put(square, Some(man));
        !board.is_attacked(square, !man.color)
    }

    /// The ways to castle; whether the royal piece is safe in the end is not asked here.
    pub(super) fn castlings(&self) -> Vec<Change> {
        let castlings = self.game.castlings.iter();
        castlings.filter_map(|castling| self.castling(castling)).collect()
    }

    fn castling(&self, castling: &Castling) -> Option<Change> {
        let &Castling {
            color, right, king: (king_from, king_to), rook: (rook_from, rook_to), ..
        } = castling;
        if color != self.state.turn || !self.has_right(right) {
            return None;
        }
        let (king, partner) = (self.at(king_from)?, self.at(rook_from)?);
        let is_free = |square| square == king_from || square == rook_from || self.is_empty(square);
        let is_safe = |square| self.is_safe_if_put(king, king_from, square);
        let may = castling.empty.iter().all(|&square| is_free(square))
            && castling.safe.iter().all(|&square| is_safe(square));
        may.then(|| {
            Change::of_both(
                Carried::unchanged(king, king_from, king_to),
                Carried::unchanged(partner, rook_from, rook_to),
            )
        })
    }
}
