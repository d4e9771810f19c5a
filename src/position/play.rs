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
        next.become_after(self, rules, mv);
        next
    }

    /// Plays a move of a position equal to this one. Where positions are made by the million this saves
    /// a copy that [`Self::play`] makes.
    pub(crate) fn become_after(&mut self, before: &Self, rules: &Ruleset<B>, mv: Move) {
        let us = before.turn;
        let mover = before.at(mv.from).expect("a move leaves an occupied square");
        let mut resets = rules.pawns.contains(mover.kind);
        self.en_passant = None;
        match mv.action {
            Action::Step => {
                if let Some(victim) = before.at(mv.to) {
                    self.lift(rules, victim, mv.to);
                    resets = true;
                }
                self.travel(rules, mover, mv);
            }
            Action::Jump => self.travel(rules, mover, mv),
            Action::DoubleStep => {
                self.travel(rules, mover, mv);
                let target = Square::new(mv.from.raw().midpoint(mv.to.raw()));
                self.en_passant = Some(EnPassant { target, victim: mv.to });
            }
            Action::EnPassant => {
                let passed = before.en_passant.expect("en passant needs a double step before it");
                let victim = before.at(passed.victim).expect("a double step leaves a man");
                self.lift(rules, victim, passed.victim);
                self.travel(rules, mover, mv);
                resets = true;
            }
            Action::Castle => {
                let (from, to) = rules.castling(us, (mv.from, mv.to)).rook;
                let partner = before.at(from).expect("castling has a partner");
                // Each may arrive where the other stood, so both leave first.
                self.lift(rules, mover, mv.from);
                self.lift(rules, partner, from);
                self.put(rules, mover, mv.to);
                self.put(rules, partner, to);
            }
            Action::Exchange => {
                let partner = before.at(mv.to).expect("an exchange has a partner");
                self.lift(rules, mover, mv.from);
                self.lift(rules, partner, mv.to);
                self.put(rules, mover, mv.to);
                self.put(rules, partner, mv.from);
                self.keep_rights(rules, !rules.swap_right[us.index()]);
            }
            Action::Pass => {}
            Action::SecondStep => {
                self.second_step(rules, mover, mv);
                resets = true;
            }
            Action::Relocate | Action::Transfer => {
                let becomes = rules.becomes(us, mover.kind);
                self.replace(rules, mover, mv.from, Piece { kind: becomes, ..mover }, mv.to);
            }
            Action::Arrive => self.arrive(rules, mover, mv),
            Action::CitadelExchange => {
                let via = mv.via().expect("an exchange in a citadel has a partner");
                let partner = before.at(via).expect("an exchange in a citadel has a partner");
                self.lift(rules, mover, mv.from);
                self.lift(rules, partner, via);
                self.put(rules, mover, via);
                self.put(rules, partner, mv.to);
                self.keep_rights(rules, !rules.citadel_right[us.index()]);
            }
        }
        self.keep_rights(rules, rules.rights_kept(us, mover.kind, mv.from, mv.to));
        self.halfmove = if resets { 0 } else { before.halfmove + 1 };
        if us == Color::Black {
            self.fullmove += 1;
        }
        self.turn = !us;
        self.key ^= rules.zobrist.black_to_move();
    }

    /// The position as if the side to move had passed.
    pub(crate) fn passed(&self, rules: &Ruleset<B>) -> Self {
        let mut next = *self;
        next.en_passant = None;
        next.turn = !self.turn;
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

    /// Captures on two squares, and perhaps goes nowhere.
    fn second_step(&mut self, rules: &Ruleset<B>, mover: Piece, mv: Move) {
        let via = mv.via().expect("a second step has a first one");
        let victim = self.at(via).expect("the first step captures");
        self.lift(rules, victim, via);
        self.keep_rights(rules, rules.rights_kept(victim.color, victim.kind, via, via));
        if mv.to != mv.from {
            self.replace(rules, mover, mv.from, mover, mv.to);
        }
    }

    /// A pawn arrives on its last rank, and is transferred or waits there.
    fn arrive(&mut self, rules: &Ruleset<B>, mover: Piece, mv: Move) {
        self.replace(rules, mover, mv.from, mover, mv.to);
        let Some(transfer) = rules.transfer(mover.color, mover.kind) else { return };
        if self.is_free_for_transfer(rules, transfer.to) {
            let becomes = Piece { kind: transfer.becomes, ..mover };
            self.replace(rules, mover, mv.to, becomes, transfer.to);
            self.keep_rights(rules, rules.rights_kept(mover.color, mover.kind, mv.to, transfer.to));
        }
    }

    /// Lifts a man and puts another on a square, in place of whoever stands there.
    fn replace(
        &mut self,
        rules: &Ruleset<B>,
        man: Piece,
        from: Square,
        becomes: Piece,
        to: Square,
    ) {
        self.lift(rules, man, from);
        if let Some(removed) = self.at(to) {
            self.lift(rules, removed, to);
        }
        self.put(rules, becomes, to);
    }

    /// Whether a pawn may be transferred to a square now: no royal man and no waiting pawn stands
    /// there, and nobody else where such men are not removed.
    pub(crate) fn is_free_for_transfer(&self, rules: &Ruleset<B>, to: Square) -> bool {
        let Some(man) = self.at(to) else { return true };
        rules.game().relocation.transfer_removes
            && rules.game().kind(man.kind).royal.is_none()
            && !self.waiting(rules, man.color).contains(to)
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
