//! Exchanges: what captures on one square come to, before anybody looks at a position after them.

use crate::evaluation::Evaluation;
use crate::geometry::{Bitboard, Square};
use crate::pieces::{Color, Kind, Piece};
use crate::position::{Action, Move, Position};
use crate::rules::Ruleset;

/// Works out exchanges in a position.
///
/// An exchange on a square is a game by itself: the sides capture there in turn, with any man that
/// attacks the square as the board then stands, until one stops. Who attacks is asked anew after each
/// capture, because a capture takes a man away that may have stood in the way of a rider or a bent
/// rider, or been the screen of a hopper: it may take an attack away as well as add one. Every order
/// of capturing counts, since the cheapest man is not always the right one where there are hoppers.
///
/// Left out are pins, promotions but that of the first move, and what men do on other squares. An
/// only royal man captures nothing that is still guarded.
#[derive(Clone, Copy, Debug)]
pub struct Exchange<'a, B: Bitboard> {
    rules: &'a Ruleset<B>,
    evaluation: &'a Evaluation<B>,
    position: &'a Position<B>,
}

impl<'a, B: Bitboard> Exchange<'a, B> {
    /// Exchanges in a position, with the values of an evaluation.
    pub fn new(
        rules: &'a Ruleset<B>,
        evaluation: &'a Evaluation<B>,
        position: &'a Position<B>,
    ) -> Self {
        Self { rules, evaluation, position }
    }

    /// What the exchange that a legal move begins comes to for its side.
    pub fn value(&self, mv: Move) -> i32 {
        let gain = self.gain(mv);
        let Some(first) = self.first(mv) else { return gain };
        let most = i32::MAX / 2;
        gain - self.best(first.target, first.occupied, first.them, first.at_risk, (-most, most))
    }

    /// Whether the exchange that a legal move begins comes to at least so much for its side.
    #[inline]
    pub fn is_at_least(&self, mv: Move, threshold: i32) -> bool {
        let gain = self.gain(mv);
        if gain < threshold {
            return false;
        }
        let Some(first) = self.first(mv) else { return true };
        let spare = gain - threshold;
        if first.at_risk <= spare {
            return true;
        }
        let window = (spare, spare + 1);
        self.best(first.target, first.occupied, first.them, first.at_risk, window) <= spare
    }

    /// What a move gains at once: the men it takes and what it promotes to, less men of its own side
    /// that it removes.
    #[inline]
    pub(super) fn gain(&self, mv: Move) -> i32 {
        let us = self.position.turn();
        let value = |square: Square| match self.position.at(square) {
            Some(man) if man.color == us => -self.evaluation.value(man.kind),
            Some(man) => self.evaluation.value(man.kind),
            None => 0,
        };
        let mut gain = match mv.action {
            Action::Step | Action::Relocate | Action::Arrive | Action::Transfer => value(mv.to),
            Action::EnPassant => {
                self.position.en_passant().map_or(0, |passed| value(passed.victim))
            }
            Action::SecondStep => {
                let beyond = if mv.to == mv.from { 0 } else { value(mv.to) };
                mv.via().map_or(0, value) + beyond
            }
            Action::DoubleStep
            | Action::Jump
            | Action::Castle
            | Action::Exchange
            | Action::Pass
            | Action::CitadelExchange => 0,
        };
        if let (Some(kind), Some(man)) = (mv.promotion(), self.position.at(mv.from)) {
            gain += self.evaluation.value(kind) - self.evaluation.value(man.kind);
        }
        gain
    }

    /// How the board stands after the first move, if its man can be captured where it ends.
    #[inline]
    fn first(&self, mv: Move) -> Option<First<B>> {
        let us = self.position.turn();
        let mover = self.position.at(mv.from)?;
        let mut occupied = self.position.occupied() & !B::single(mv.from);
        match mv.action {
            Action::Step | Action::DoubleStep => {}
            Action::EnPassant => {
                let passed = self.position.en_passant()?;
                occupied &= !B::single(passed.victim);
            }
            Action::SecondStep => occupied &= !B::single(mv.via()?),
            // They end where nothing follows from their square alone, or not on it at all.
            Action::Jump
            | Action::Castle
            | Action::Exchange
            | Action::Pass
            | Action::Relocate
            | Action::Arrive
            | Action::Transfer
            | Action::CitadelExchange => return None,
        }
        // A legal move does not leave an only royal man attacked.
        if self.is_sole_royal(mover) {
            return None;
        }
        let becomes = mv.promotion().unwrap_or(mover.kind);
        Some(First {
            target: mv.to,
            occupied: occupied | B::single(mv.to),
            them: !us,
            at_risk: self.evaluation.value(becomes),
        })
    }

    /// The most that a side gets by capturing on a square, where a man worth `prize` stands, or by
    /// leaving it; exact between the ends of the window.
    fn best(
        &self,
        target: Square,
        occupied: B,
        side: Color,
        prize: i32,
        window: (i32, i32),
    ) -> i32 {
        let (alpha, beta) = window;
        // Nobody has to capture, and nobody gets more than the prize.
        if beta <= 0 {
            return 0;
        }
        if prize <= alpha {
            return prize;
        }
        let mut best = 0;
        let attackers = self.rules.attackers_among(self.position, target, side, occupied);
        if attackers.is_empty() {
            return best;
        }
        let mut done = B::EMPTY;
        while let Some((from, kind)) = self.cheapest(side, attackers & !done) {
            done |= B::single(from);
            let left = occupied & !B::single(from);
            let gain = if self.is_sole_royal(Piece { color: side, kind }) {
                if !self.rules.attackers_among(self.position, target, !side, left).is_empty() {
                    continue;
                }
                prize
            } else {
                let risk = self.evaluation.value(kind);
                let window = (prize - beta, prize - best.max(alpha));
                prize - self.best(target, left, !side, risk, window)
            };
            best = best.max(gain);
            if best >= beta || best >= prize {
                break;
            }
        }
        best
    }

    /// The man of least value of a side among some.
    #[inline]
    fn cheapest(&self, side: Color, men: B) -> Option<(Square, Kind)> {
        let mut cheapest = None;
        let mut least = i32::MAX;
        for square in men.squares() {
            let Some(man) = self.position.at(square) else { continue };
            let royal = self.is_sole_royal(Piece { color: side, kind: man.kind });
            let value = if royal { i32::MAX - 1 } else { self.evaluation.value(man.kind) };
            if value < least {
                least = value;
                cheapest = Some((square, man.kind));
            }
        }
        cheapest
    }

    /// Whether a man is the only royal one of its side.
    #[inline(always)]
    fn is_sole_royal(&self, man: Piece) -> bool {
        self.rules.royals.contains(&man.kind)
            && !self.position.royals(self.rules, man.color).has_many()
    }
}

/// The board after the first move of an exchange.
struct First<B> {
    target: Square,
    occupied: B,
    them: Color,
    at_risk: i32,
}
