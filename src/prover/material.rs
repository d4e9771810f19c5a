//! [`MaterialProver`]: what a few moves win, by looking at every one of them and at every capture
//! after.

use super::{Budget, Exhausted};
use crate::geometry::Bitboard;
use crate::movegen::Status;
use crate::pieces::Color;
use crate::position::{Action, Move, Position};
use crate::rules::{Ruleset, Stalemate};
use crate::values::PieceValues;

/// The value of having won; being mated in a number of plies is the negative of it, and a unit more
/// for each ply.
pub const WIN: i32 = 1_000_000;

/// By how much a move must be better than every other to be the only good one, in five-hundredths of
/// a rook.
pub const MARGIN: i32 = 200;

/// Captures are followed so many plies far at most, checks and their evasions with them.
const MOST_CAPTURES: u32 = 24;

/// The only good move of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tactic {
    /// The move.
    pub best: Move,
    /// What it comes to for the side that plays it: men of its own less men of the enemy, by their
    /// values; near [`WIN`] where it mates.
    pub value: i32,
    /// The most that any other move comes to, or a bound of it: at least [`MARGIN`] less.
    pub others: i32,
}

/// Finds what moves come to by trying all of them, a number of plies deep, and after that all that
/// change what men come to, which are captures and promotions; in check every move. A side need not
/// capture. Values are exact for that depth: what is left out cannot change them.
///
/// Repetitions and the count of quiet moves are left out of account.
#[derive(Clone, Debug)]
pub struct MaterialProver<'r, B: Bitboard> {
    rules: &'r Ruleset<B>,
    /// By place of the kind.
    values: Vec<i32>,
    stalemate_loses: bool,
    budget: Budget,
}

/// Values below and above which it does not matter how far.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    alpha: i32,
    beta: i32,
}

impl Bounds {
    const ALL: Self = Self { alpha: -2 * WIN, beta: 2 * WIN };

    const fn turned(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

impl<'r, B: Bitboard> MaterialProver<'r, B> {
    /// A prover with values of men that gives up after making so many positions, all its proofs
    /// together.
    pub fn new(rules: &'r Ruleset<B>, values: &PieceValues, most_positions: u64) -> Self {
        Self {
            rules,
            values: values.all().iter().map(|value| value.neutral()).collect(),
            stalemate_loses: rules.game().endings.stalemate == Stalemate::Loss,
            budget: Budget::new(most_positions),
        }
    }

    /// The positions made so far.
    pub const fn positions(&self) -> u64 {
        self.budget.made
    }

    /// The men of the side to move less those of the enemy, by their values.
    pub fn balance(&self, position: &Position<B>) -> i32 {
        let us = position.turn();
        let worth = |color: Color| -> i32 {
            let kinds = self.rules.game().all_kinds();
            kinds
                .map(|kind| position.men(color, kind).count() as i32 * self.values[kind.index()])
                .sum()
        };
        worth(us) - worth(!us)
    }

    /// What a position comes to for its side to move, so many plies deep.
    ///
    /// # Errors
    /// When it takes more positions than were allowed.
    pub fn value(&mut self, position: &Position<B>, plies: u32) -> Result<i32, Exhausted> {
        self.of(position, (plies, 0), Bounds::ALL)
    }

    /// The move that is better than every other by [`MARGIN`] at least, looked at so many plies deep,
    /// if there is one. The depth counts from the position, 1 at least.
    ///
    /// # Errors
    /// When it takes more positions than were allowed.
    pub fn only_good_move(
        &mut self,
        position: &Position<B>,
        plies: u32,
    ) -> Result<Option<Tactic>, Exhausted> {
        let mut moves = self.ordered(position, false);
        let mut best: Option<(Move, i32)> = None;
        for &mv in &moves {
            self.budget.spend()?;
            let next = position.play(self.rules, mv);
            let alpha = best.map_or(-2 * WIN, |(_, value)| value);
            let bounds = Bounds { alpha, beta: 2 * WIN };
            let value = -self.of(&next, (plies - 1, 1), bounds.turned())?;
            if value > alpha {
                best = Some((mv, value));
            }
        }
        let Some((best, value)) = best else { return Ok(None) };
        moves.retain(|&mv| mv != best);
        let limit = value - MARGIN;
        let mut others = -2 * WIN;
        for mv in moves {
            self.budget.spend()?;
            let next = position.play(self.rules, mv);
            let bounds = Bounds { alpha: limit, beta: limit + 1 };
            let other = -self.of(&next, (plies - 1, 1), bounds.turned())?;
            if other > limit {
                return Ok(None);
            }
            others = others.max(other);
        }
        Ok(Some(Tactic { best, value, others }))
    }

    /// Legal moves, perhaps only those that may change what men come to; captures of much by little
    /// first.
    fn ordered(&self, position: &Position<B>, forcing: bool) -> Vec<Move> {
        let mut moves = self.rules.legal_moves(position);
        if forcing {
            moves.retain(|&mv| wins_something(position, mv));
        }
        let worth = |square| position.at(square).map_or(0, |man| self.values[man.kind.index()]);
        moves.sort_by_cached_key(|&mv| {
            let wins = forcing || wins_something(position, mv);
            let taken = if wins { worth(mv.to) } else { -1 };
            (-taken, if wins { worth(mv.from) } else { 0 }, mv.bits())
        });
        moves
    }

    /// What a position comes to for its side to move: so many plies deep, so many from the root.
    /// Exact between the bounds.
    fn of(
        &mut self,
        position: &Position<B>,
        (plies, ply): (u32, u32),
        bounds: Bounds,
    ) -> Result<i32, Exhausted> {
        let status = self.rules.status(position);
        let lost = match status {
            Status::Checkmate => true,
            Status::Stalemate => self.stalemate_loses,
            Status::CitadelDraw => return Ok(0),
            Status::Ongoing | Status::Check => {
                return if plies > 0 {
                    self.best(position, (plies - 1, ply + 1), bounds)
                } else {
                    self.captures(position, (0, ply), status == Status::Check, bounds)
                };
            }
        };
        Ok(if lost { ply as i32 - WIN } else { 0 })
    }

    fn best(
        &mut self,
        position: &Position<B>,
        left: (u32, u32),
        mut bounds: Bounds,
    ) -> Result<i32, Exhausted> {
        let mut best = -2 * WIN;
        for mv in self.ordered(position, false) {
            self.budget.spend()?;
            let next = position.play(self.rules, mv);
            best = best.max(-self.of(&next, left, bounds.turned())?);
            bounds.alpha = bounds.alpha.max(best);
            if best >= bounds.beta {
                break;
            }
        }
        Ok(best)
    }

    /// What captures and promotions come to, `depth` plies after the last full one.
    fn captures(
        &mut self,
        position: &Position<B>,
        (depth, ply): (u32, u32),
        in_check: bool,
        mut bounds: Bounds,
    ) -> Result<i32, Exhausted> {
        let standing = self.balance(position);
        let mut best = if in_check { -2 * WIN } else { standing };
        if best >= bounds.beta {
            return Ok(best);
        }
        if depth >= MOST_CAPTURES {
            return Ok(standing);
        }
        bounds.alpha = bounds.alpha.max(best);
        for mv in self.ordered(position, !in_check) {
            self.budget.spend()?;
            let next = position.play(self.rules, mv);
            if !in_check && self.balance(&next) == -standing {
                continue;
            }
            let value = match self.rules.status(&next) {
                Status::Checkmate => WIN - (ply as i32 + 1),
                Status::Stalemate if self.stalemate_loses => WIN - (ply as i32 + 1),
                Status::Stalemate | Status::CitadelDraw => 0,
                status => {
                    let in_check = status == Status::Check;
                    -self.captures(&next, (depth + 1, ply + 1), in_check, bounds.turned())?
                }
            };
            best = best.max(value);
            bounds.alpha = bounds.alpha.max(best);
            if best >= bounds.beta {
                break;
            }
        }
        Ok(best)
    }
}

/// Whether a legal move may change what men come to: captures, promotes, or removes a man in another
/// way.
fn wins_something<B: Bitboard>(position: &Position<B>, mv: Move) -> bool {
    match mv.action {
        Action::EnPassant
        | Action::SecondStep
        | Action::Relocate
        | Action::Arrive
        | Action::Transfer => true,
        Action::Step => {
            mv.promotion().is_some()
                || position.at(mv.to).is_some_and(|man| man.color != position.turn())
        }
        Action::DoubleStep => mv.promotion().is_some(),
        Action::Jump
        | Action::Castle
        | Action::Exchange
        | Action::Pass
        | Action::CitadelExchange => false,
    }
}
