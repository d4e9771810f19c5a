//! The order in which moves are tried: the table's move, captures that win something, killers, the
//! counter of the last move, quiet moves by their history, captures that lose something.

use super::exchange::Exchange;
use super::worker::{Here, Worker};
use crate::geometry::Bitboard;
use crate::movegen::{List, View};
use crate::position::{Action, Move};

/// The move that the table knows.
const FROM_TABLE: i32 = i32::MAX;
/// Captures and promotions, until the exchange says otherwise.
const TACTICAL: i32 = 1 << 26;
/// Quiet moves that refuted a sister position.
const KILLER: i32 = 1 << 20;
/// The quiet move that last refuted the same move.
const COUNTER: i32 = KILLER - 2;
/// Captures that lose something.
const LOSING: i32 = -(1 << 26);

/// Least depth at which the order asks for the move two plies before: near the end of the tree it
/// costs more time than it saves.
const FOLLOWING_DEPTH: i32 = 4;

/// How much more the prize weighs than the man that takes it.
const PRIZE: i32 = 16;

/// A move that was picked, and what is known of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Picked {
    pub(super) mv: Move,
    /// Whether it wins something at first sight.
    pub(super) tactical: bool,
    /// Whether it is a capture that loses something.
    pub(super) losing: bool,
    /// Whether it refuted a sister position, or the same move elsewhere.
    pub(super) refuted: bool,
}

impl<B: Bitboard> Worker<'_, B> {
    /// Lists all legal moves behind those that are listed; whether there are any. The attacks of the
    /// enemy must be known to the view.
    #[inline(always)]
    pub(super) fn list_all(&mut self, view: &View<'_, B>) -> bool {
        let moves = &mut self.memory.moves;
        let first = moves.len();
        view.generate(&mut List::new(self.rules, view.us(), moves));
        if moves.len() == first {
            view.rescues(|mv| moves.push(mv));
        }
        moves.len() > first
    }

    /// Gives the moves of the list from `first` on their places in the order.
    pub(super) fn rate(&mut self, here: Here<'_, B>, first: usize, from_table: u32, depth: i32) {
        let Here { position, ply, .. } = here;
        let exchange = Exchange::new(self.rules, self.evaluation, position);
        let occupied = position.occupied();
        let mut before = self.before(ply);
        if depth < FOLLOWING_DEPTH {
            before[1] = None;
        }
        let killers = self.memory.plies[ply].killers;
        let counter = self.memory.history.counter(position.turn(), before[0]);
        let following = self.memory.history.after(before);
        self.memory.ratings.truncate(first);
        for &mv in &self.memory.moves[first..] {
            let bits = mv.bits();
            let steps = matches!(mv.action, Action::Step | Action::DoubleStep | Action::Jump);
            let nothing = steps && mv.promotion().is_none() && !occupied.contains(mv.to);
            let gain = if nothing { 0 } else { exchange.gain(mv) };
            let mover = position.at(mv.from);
            let rating = if bits == from_table {
                FROM_TABLE
            } else if gain > 0 {
                let value = mover.map_or(0, |man| self.evaluation.value(man.kind));
                TACTICAL + gain * PRIZE - value
            } else if let Some(place) = killers.iter().position(|&killer| killer == bits) {
                KILLER - place as i32
            } else if bits == counter {
                COUNTER
            } else {
                mover.map_or(0, |man| following.of(man, mv)) + gain
            };
            self.memory.ratings.push(rating);
        }
    }

    /// The first move of those from `next` on that gives check by the man moved and does not lose him,
    /// brought to the place `next`.
    pub(super) fn next_check(
        &mut self,
        here: Here<'_, B>,
        next: usize,
        attacked: B,
    ) -> Option<Picked> {
        let position = here.position;
        let us = position.turn();
        let royal = position.sole_royal(self.rules, !us).squares().next()?;
        let occupied = position.occupied();
        let exchange = Exchange::new(self.rules, self.evaluation, position);
        let place = (next..self.memory.moves.len()).find(|&place| {
            let mv = self.memory.moves[place];
            let Some(mover) = position.at(mv.from) else { return false };
            let kind = mv.promotion().unwrap_or(mover.kind);
            let left = occupied & !B::single(mv.from);
            self.rules.would_attack(kind, us, (mv.to, royal), left)
                && (!attacked.contains(mv.to) || exchange.is_at_least(mv, 0))
        })?;
        self.memory.moves.swap(next, place);
        self.memory.ratings.swap(next, place);
        let mv = self.memory.moves[next];
        Some(Picked { mv, tactical: exchange.gain(mv) > 0, losing: false, refuted: true })
    }

    /// The table's move, before anything is listed: nothing if that does not show it to be legal. Its
    /// man's ordinary moves are listed for that, and forgotten.
    #[inline]
    pub(super) fn early(
        &mut self,
        here: Here<'_, B>,
        view: &View<'_, B>,
        bits: u32,
    ) -> Option<Picked> {
        let moves = &mut self.memory.moves;
        let first = moves.len();
        let mut list = List::new(self.rules, view.us(), moves);
        view.ordinary_moves_of(Move::left_by(bits), &mut list);
        let mv = moves[first..].iter().copied().find(|mv| mv.bits() == bits);
        moves.truncate(first);
        let mv = mv?;
        let exchange = Exchange::new(self.rules, self.evaluation, here.position);
        Some(Picked { mv, tactical: exchange.gain(mv) > 0, losing: false, refuted: false })
    }

    /// The best move of those from `next` on, brought to the place `next`. Nothing is taken back on
    /// squares that are not in `attacked`.
    #[inline]
    pub(super) fn pick(&mut self, here: Here<'_, B>, next: usize, attacked: B) -> Option<Picked> {
        loop {
            let (best, most) = first_greatest(&self.memory.ratings[next..])?;
            let mv = self.memory.moves[next + best];
            if most > KILLER && most != FROM_TABLE && attacked.contains(mv.to) {
                let exchange = Exchange::new(self.rules, self.evaluation, here.position);
                if !exchange.is_at_least(mv, 0) {
                    self.memory.ratings[next + best] = most - TACTICAL + LOSING;
                    continue;
                }
            }
            self.memory.moves.swap(next, next + best);
            self.memory.ratings.swap(next, next + best);
            let losing = most < LOSING / 2;
            let exchange = Exchange::new(self.rules, self.evaluation, here.position);
            let tactical =
                losing || (most > KILLER && (most != FROM_TABLE || exchange.gain(mv) > 0));
            let refuted = (COUNTER..=KILLER).contains(&most);
            return Some(Picked { mv, tactical, losing, refuted });
        }
    }
}

/// The place and value of the first of the greatest numbers. Three passes that the compiler makes
/// vectors of take half the time of one that it does not.
#[inline(always)]
fn first_greatest(numbers: &[i32]) -> Option<(usize, i32)> {
    const WIDTH: usize = 16;
    let most = numbers.iter().copied().max()?;
    let holds = |part: &[i32]| part.iter().map(|&n| u32::from(n == most)).sum::<u32>() > 0;
    let (parts, rest) = numbers.as_chunks::<WIDTH>();
    let skipped = parts.iter().take_while(|part| !holds(*part)).count() * WIDTH;
    let part = parts.get(skipped / WIDTH).map_or(rest, |part| part.as_slice());
    part.iter().position(|&number| number == most).map(|place| (skipped + place, most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_the_greatest_is_found() {
        assert_eq!(first_greatest(&[]), None);
        for length in 1..70 {
            for place in 0..length {
                let mut numbers: Vec<i32> = (0..length).map(|n| -n).collect();
                numbers[place as usize..].fill(7);
                assert_eq!(first_greatest(&numbers), Some((place as usize, 7)));
            }
        }
    }
}
