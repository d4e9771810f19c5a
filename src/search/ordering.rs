//! The order in which moves are tried: the table's move, captures that win something, killers, the
//! counter of the last move, quiet moves by their history, captures that lose something.

use super::exchange::Exchange;
use super::worker::{Here, Worker};
use crate::evaluation::Evaluation;
use crate::geometry::Bitboard;
use crate::movegen::{List, View};
use crate::position::{Action, Move, Position};
use crate::rules::Ruleset;

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
        let mut before = self.before(ply);
        let history = &self.memory.history;
        let counter = history.counter(position.turn(), before[0]);
        // Near the end of the tree what followed other moves costs more time than it saves.
        let least = [self.parameters.reply_depth, self.parameters.follow_depth];
        for (before, least) in before.iter_mut().zip(least) {
            *before = before.filter(|_| depth >= least);
        }
        let following = history.after(before);
        let killers = self.memory.plies[ply].killers;
        let moves = &self.memory.moves[first..];
        // The history of all, whether needed or not: its tables are large, and without a question in
        // between the processor fetches many of its entries at a time.
        self.memory.ratings.truncate(first);
        let rated = moves.iter().map(|&mv| {
            let mover = position.at(mv.from);
            mover.map_or(0, |man| following.of(man, mv))
        });
        self.memory.ratings.extend(rated);
        let capturing = Capturing::new(self.rules, self.evaluation, position);
        for (rating, &mv) in self.memory.ratings[first..].iter_mut().zip(moves) {
            let bits = mv.bits();
            let gain = capturing.gain(mv);
            if bits == from_table {
                *rating = FROM_TABLE;
            } else if gain > 0 {
                *rating = capturing.rating(mv, gain);
            } else if let Some(place) = killers.iter().position(|&killer| killer == bits) {
                *rating = KILLER - place as i32;
            } else if bits == counter {
                *rating = COUNTER;
            } else {
                *rating += gain;
            }
        }
    }

    /// The same where captures and promotions are all there is.
    pub(super) fn rate_captures(&mut self, here: Here<'_, B>, first: usize, from_table: u32) {
        let capturing = Capturing::new(self.rules, self.evaluation, here.position);
        let rated = self.memory.moves[first..].iter().map(|&mv| {
            let gain = capturing.gain(mv);
            match gain {
                _ if mv.bits() == from_table => FROM_TABLE,
                1.. => capturing.rating(mv, gain),
                _ => gain,
            }
        });
        self.memory.ratings.truncate(first);
        self.memory.ratings.extend(rated);
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

/// What captures come to at first sight.
struct Capturing<'a, B: Bitboard> {
    evaluation: &'a Evaluation<B>,
    exchange: Exchange<'a, B>,
    position: &'a Position<B>,
    occupied: B,
}

impl<'a, B: Bitboard> Capturing<'a, B> {
    fn new(
        rules: &'a Ruleset<B>,
        evaluation: &'a Evaluation<B>,
        position: &'a Position<B>,
    ) -> Self {
        let exchange = Exchange::new(rules, evaluation, position);
        Self { evaluation, exchange, position, occupied: position.occupied() }
    }

    /// What a move gains at once.
    #[inline(always)]
    fn gain(&self, mv: Move) -> i32 {
        let steps = matches!(mv.action, Action::Step | Action::DoubleStep | Action::Jump);
        let nothing = steps && mv.promotion().is_none() && !self.occupied.contains(mv.to);
        if nothing { 0 } else { self.exchange.gain(mv) }
    }

    /// The place of a move that gains something: the prize first, and then the cheapest man that
    /// takes it.
    #[inline(always)]
    fn rating(&self, mv: Move, gain: i32) -> i32 {
        let value = self.position.at(mv.from).map_or(0, |man| self.evaluation.value(man.kind));
        TACTICAL + gain * PRIZE - value
    }
}

/// The place and value of the first of the greatest numbers. Three passes that the compiler makes
/// vectors of take half the time of one that it does not.
#[inline(always)]
fn first_greatest(numbers: &[i32]) -> Option<(usize, i32)> {
    const WIDTH: usize = 16;
    let most = numbers.iter().copied().max()?;
    let (parts, rest) = numbers.as_chunks::<WIDTH>();
    let mut skipped = 0;
    for part in parts {
        if part.iter().map(|&number| u32::from(number == most)).sum::<u32>() > 0 {
            return first_of(part, most).map(|place| (skipped + place, most));
        }
        skipped += WIDTH;
    }
    first_of(rest, most).map(|place| (skipped + place, most))
}

#[inline(always)]
fn first_of(numbers: &[i32], wanted: i32) -> Option<usize> {
    numbers.iter().position(|&number| number == wanted)
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
