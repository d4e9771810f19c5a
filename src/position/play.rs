//! Playing a move: the only code that changes a position.

use super::state::EnPassant;
use super::{Action, Move, Position};
use crate::geometry::{Bitboard, Square};
use crate::pieces::{Color, Piece};
use crate::rules::Ruleset;

impl<B: Bitboard> Position<B> {
    /// The position after a legal move.
    ///
    /// # Panics
    /// When no man stands on the square that the move leaves.
    #[inline]
    #[must_use]
    pub fn play(&self, rules: &Ruleset<B>, mv: Move) -> Self {
        let mut next = *self;
        let us = self.turn;
        let mover = self.at(mv.from).expect("a move leaves an occupied square");
        let mut resets = rules.pawns.contains(mover.kind);
        next.en_passant = None;
        match mv.action {
            Action::Step => {
                if let Some(victim) = self.at(mv.to) {
                    next.lift(rules, victim, mv.to);
                    resets = true;
                }
                next.travel(rules, mover, mv);
            }
            Action::Jump => next.travel(rules, mover, mv),
            Action::DoubleStep => {
                next.travel(rules, mover, mv);
                let target = Square::new(mv.from.raw().midpoint(mv.to.raw()));
                next.en_passant = Some(EnPassant { target, victim: mv.to });
            }
            Action::EnPassant => {
                let passed = self.en_passant.expect("en passant needs a double step before it");
                let victim = self.at(passed.victim).expect("a double step leaves a man");
                next.lift(rules, victim, passed.victim);
                next.travel(rules, mover, mv);
                resets = true;
            }
            Action::Castle => {
                let (from, to) = rules.castling(us, (mv.from, mv.to)).rook;
                let partner = self.at(from).expect("castling has a partner");
                // Each may arrive where the other stood, so both leave first.
                next.lift(rules, mover, mv.from);
                next.lift(rules, partner, from);
                next.put(rules, mover, mv.to);
                next.put(rules, partner, to);
            }
            Action::Exchange => {
                let partner = self.at(mv.to).expect("an exchange has a partner");
                next.lift(rules, mover, mv.from);
                next.lift(rules, partner, mv.to);
                next.put(rules, mover, mv.to);
                next.put(rules, partner, mv.from);
            }
        }
        next.keep_rights(rules, rules.rights_kept(us, mover.kind, mv.from, mv.to));
        next.halfmove = if resets { 0 } else { self.halfmove + 1 };
        if us == Color::Black {
            next.fullmove += 1;
        }
        next.turn = !us;
        next.key ^= rules.zobrist.black_to_move();
        next
    }

    /// Moves a man to an empty square, as what it becomes there.
    #[inline(always)]
    fn travel(&mut self, rules: &Ruleset<B>, mover: Piece, mv: Move) {
        self.lift(rules, mover, mv.from);
        let kind = mv.promotion().unwrap_or(mover.kind);
        self.put(rules, Piece { kind, ..mover }, mv.to);
    }

    #[inline(always)]
    fn keep_rights(&mut self, rules: &Ruleset<B>, kept: u32) {
        let lost = self.rights & !kept;
        if lost != 0 {
            self.key ^= rules.zobrist.rights(lost);
            self.rights &= kept;
        }
    }
}
