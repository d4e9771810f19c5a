//! [`MateProver`]: whether the side to move mates within so many moves, whatever the enemy does.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::{Budget, Exhausted};
use crate::geometry::Bitboard;
use crate::movegen::Status;
use crate::position::{Move, Position};
use crate::rules::{Ruleset, Stalemate};

/// A mate that can be forced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mate {
    /// In how many moves of the side to move, its last one included; no fewer will do.
    pub moves: u32,
    /// Every first move that mates in so many, sorted by its bits.
    pub keys: Vec<Move>,
}

/// Proves mates by trying every move of the side to move and every answer.
///
/// To mate is to leave the enemy in a position that its game calls lost: checkmate, and stalemate
/// where that loses. Repetitions and the count of quiet moves are left out of account: a shortest
/// mate repeats nothing, and a position is taken as one from which the count starts anew.
#[derive(Clone, Debug)]
pub struct MateProver<'r, B: Bitboard> {
    rules: &'r Ruleset<B>,
    stalemate_loses: bool,
    /// Whether moves are left out that neither give check nor end the game.
    checks_only: bool,
    budget: Budget,
    /// By hash: a position and what is known of its side to move. A position whose place another has
    /// taken is not remembered, so that equal hashes do no harm.
    known: HashMap<u64, (Position<B>, Known)>,
    /// By moves left: the reply that last refuted a try.
    refutations: Vec<Option<Move>>,
}

/// What is known of a side that is to mate.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// It does not mate within so many moves.
    fails: u32,
    /// It mates within so many moves.
    mates: Option<u32>,
}

impl<'r, B: Bitboard> MateProver<'r, B> {
    /// A prover that gives up after making so many positions, all its proofs together.
    pub fn new(rules: &'r Ruleset<B>, most_positions: u64) -> Self {
        Self {
            rules,
            stalemate_loses: rules.game().endings.stalemate == Stalemate::Loss,
            checks_only: false,
            budget: Budget::new(most_positions),
            known: HashMap::new(),
            refutations: Vec::new(),
        }
    }

    /// A prover that leaves out all moves but checks, and the last. What it finds is a mate, but there
    /// may be a shorter one; where it finds none there may be one all the same.
    pub(super) fn by_checks(rules: &'r Ruleset<B>, most_positions: u64) -> Self {
        Self { checks_only: true, ..Self::new(rules, most_positions) }
    }

    /// The positions made so far.
    pub const fn positions(&self) -> u64 {
        self.budget.made
    }

    /// The shortest mate of the side to move, if there is one within so many moves.
    ///
    /// # Errors
    /// When it takes more positions than were allowed.
    pub fn mate_within(
        &mut self,
        position: &Position<B>,
        most: u32,
    ) -> Result<Option<Mate>, Exhausted> {
        for moves in 1..=most {
            if self.wins(position, moves)? {
                let keys = self.keys(position, moves)?;
                return Ok(Some(Mate { moves, keys }));
            }
        }
        Ok(None)
    }

    /// Every first move that mates within so many moves.
    fn keys(&mut self, position: &Position<B>, moves: u32) -> Result<Vec<Move>, Exhausted> {
        let mut keys = Vec::new();
        for mv in self.rules.legal_moves(position) {
            let next = self.play(position, mv)?;
            if self.loses(&next, moves - 1)? {
                keys.push(mv);
            }
        }
        keys.sort_by_key(|mv| mv.bits());
        Ok(keys)
    }

    /// A line of best play from a position that is mate in so many moves: the first key, the reply
    /// that holds out longest, and so on to the mate.
    ///
    /// # Errors
    /// When it takes more positions than were allowed.
    pub fn line(&mut self, position: &Position<B>, moves: u32) -> Result<Vec<Move>, Exhausted> {
        let mut line = Vec::new();
        let mut position = *position;
        for left in (0..moves).rev() {
            let Some(&key) = self.keys(&position, left + 1)?.first() else { break };
            line.push(key);
            position = self.play(&position, key)?;
            let mut longest = None;
            for reply in self.rules.legal_moves(&position) {
                let next = self.play(&position, reply)?;
                if left > 0 && (left == 1 || !self.wins(&next, left - 1)?) {
                    longest = Some((reply, next));
                    break;
                }
            }
            let Some((reply, next)) = longest else { break };
            line.push(reply);
            position = next;
        }
        Ok(line)
    }

    fn play(&mut self, position: &Position<B>, mv: Move) -> Result<Position<B>, Exhausted> {
        self.budget.spend()?;
        Ok(position.play(self.rules, mv))
    }

    /// Whether the side to move mates within so many moves, at least one.
    fn wins(&mut self, position: &Position<B>, moves: u32) -> Result<bool, Exhausted> {
        if moves == 1 {
            return self.wins_at_once(position);
        }
        let (key, core) = (position.hash(self.rules), position.core(self.rules));
        if let Some((known_core, known)) = self.known.get(&key)
            && *known_core == core
        {
            if known.mates.is_some_and(|mates| mates <= moves) {
                return Ok(true);
            }
            if known.fails >= moves {
                return Ok(false);
            }
        }
        let wins = self.some_move_wins(position, moves)?;
        let known = match self.known.entry(key) {
            Entry::Vacant(place) => &mut place.insert((core, Known::default())).1,
            Entry::Occupied(place) => {
                let (known_core, known) = place.into_mut();
                if *known_core != core {
                    return Ok(wins);
                }
                known
            }
        };
        if wins {
            known.mates = Some(known.mates.map_or(moves, |mates| mates.min(moves)));
        } else {
            known.fails = known.fails.max(moves);
        }
        Ok(wins)
    }

    /// Whether some move mates.
    fn wins_at_once(&mut self, position: &Position<B>) -> Result<bool, Exhausted> {
        for mv in self.rules.legal_moves(position) {
            let next = self.play(position, mv)?;
            if self.has_lost(&next) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the side to move has lost.
    fn has_lost(&self, position: &Position<B>) -> bool {
        // Nothing but check can be mate where stalemate is none, and it is quickly seen.
        if !self.stalemate_loses && self.rules.checkers(position).is_empty() {
            return false;
        }
        match self.rules.status(position) {
            Status::Checkmate => true,
            Status::Stalemate => self.stalemate_loses,
            Status::Ongoing | Status::Check | Status::CitadelDraw => false,
        }
    }

    /// Whether some move leaves the enemy lost within as many moves less one, at least one. Those
    /// that leave him the fewest replies are tried first.
    fn some_move_wins(&mut self, position: &Position<B>, moves: u32) -> Result<bool, Exhausted> {
        let mut tries = Vec::new();
        for mv in self.rules.legal_moves(position) {
            let next = self.play(position, mv)?;
            let replies = self.rules.count_moves(&next);
            if self.checks_only && replies > 0 && self.rules.checkers(&next).is_empty() {
                continue;
            }
            tries.push((replies, mv.bits(), next));
        }
        tries.sort_unstable_by_key(|&(replies, bits, _)| (replies, bits));
        for (_, _, next) in tries {
            if self.loses(&next, moves - 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the side to move has lost, or every reply of it is answered by a mate within so many
    /// moves.
    fn loses(&mut self, position: &Position<B>, moves: u32) -> Result<bool, Exhausted> {
        let mut replies = self.rules.legal_moves(position);
        if replies.is_empty() {
            return Ok(self.has_lost(position));
        }
        if moves == 0 {
            return Ok(false);
        }
        // What refuted a sister try is likely to refute this one.
        let place = moves as usize;
        if self.refutations.len() <= place {
            self.refutations.resize(place + 1, None);
        }
        let likely = self.refutations[place];
        replies.sort_unstable_by_key(|&reply| {
            let captures = position.at(reply.to).is_some_and(|man| man.color != position.turn());
            (likely != Some(reply), !captures, reply.bits())
        });
        for reply in replies {
            let next = self.play(position, reply)?;
            if !self.wins(&next, moves)? {
                self.refutations[place] = Some(reply);
                return Ok(false);
            }
        }
        Ok(true)
    }
}
