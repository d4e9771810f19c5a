//! Looking for a mate in so many moves, and for nothing else.
//!
//! The search leaves out or looks late at quiet moves that win nothing, and a mate may begin with
//! just these: where a mate in so many moves is asked for, all moves are tried.

use super::score::{MATE, is_mated};
use super::worker::{Here, Worker};
use crate::geometry::Bitboard;
use crate::movegen::{List, Status, View};
use crate::position::Position;
use crate::rules::Stalemate;

/// So many plies beyond the mate the search goes by itself: most mates are found on the way.
const PATIENCE: u32 = 4;

impl<B: Bitboard> Worker<'_, B> {
    /// Where the depth just finished is the one for it, looks for the mate that is asked for. The
    /// move found is put before the others; whether there is one.
    pub(super) fn seek_mate(&mut self, here: Here<'_, B>, depth: i32) -> bool {
        let Some(most) = self.limits.mate else { return false };
        if i64::from(depth) != 2 * i64::from(most) + i64::from(PATIENCE) {
            return false;
        }
        let key = here.position.hash(self.rules);
        for moves in 1..=most {
            for place in 0..self.root_moves.len() {
                let mv = self.root_moves[place].mv;
                let child = here.position.play(self.rules, mv);
                let tally = self.made(here, key, mv, &child);
                let loses = self.loses(Here { position: &child, tally, ply: 1 }, moves - 1);
                self.take_back();
                if self.has_stopped() {
                    return false;
                }
                if loses {
                    let root = &mut self.root_moves[place];
                    root.score = MATE - (2 * moves as i32 - 1);
                    root.line.clear();
                    root.line.push(mv);
                    root.line.extend(&self.memory.lines[1]);
                    self.root_moves[..=place].rotate_right(1);
                    return true;
                }
            }
        }
        false
    }

    /// Whether the side to move mates within so many moves, at least one.
    fn mates(&mut self, here: Here<'_, B>, moves: u32) -> bool {
        let Here { position, ply, .. } = here;
        self.memory.lines[ply].clear();
        let key = position.hash(self.rules);
        if self.is_stopping() || self.decided(here, key).is_some() {
            return false;
        }
        let first = self.list(position);
        // Ratings have the places of the moves; here nobody asks for them.
        self.memory.ratings.resize(self.memory.moves.len(), 0);
        let mut found = false;
        // Checks leave the enemy least.
        'found: for checks in [true, false] {
            for place in first..self.memory.moves.len() {
                let mv = self.memory.moves[place];
                let child = position.play(self.rules, mv);
                if self.rules.checkers(&child).is_empty() == checks {
                    continue;
                }
                let tally = self.made(here, key, mv, &child);
                found = if moves > 1 {
                    self.loses(Here { position: &child, tally, ply: ply + 1 }, moves - 1)
                } else {
                    self.memory.lines[ply + 1].clear();
                    (checks || self.stalemate_loses()) && self.has_lost(&child)
                };
                self.take_back();
                if self.has_stopped() {
                    found = false;
                    break 'found;
                }
                if found {
                    self.extend_line(ply, mv);
                    break 'found;
                }
            }
        }
        self.memory.moves.truncate(first);
        self.memory.ratings.truncate(first);
        found
    }

    /// Whether the side to move is mated, or will be within so many moves whatever it does.
    fn loses(&mut self, here: Here<'_, B>, moves: u32) -> bool {
        let Here { position, ply, .. } = here;
        self.memory.lines[ply].clear();
        if moves == 0 {
            return self.has_lost(position);
        }
        let key = position.hash(self.rules);
        if self.is_stopping() {
            return false;
        }
        if let Some(score) = self.decided(here, key) {
            return is_mated(score);
        }
        let first = self.list(position);
        if self.memory.moves.len() == first {
            return self.has_lost(position);
        }
        // What answered a sister position may answer this one.
        let answer = self.memory.plies[ply].killers[0];
        self.rate(here, first, answer, 0);
        let mut next = first;
        let mut longest = 0;
        let mut all = true;
        while let Some(picked) = self.pick(here, next, !B::EMPTY) {
            next += 1;
            let child = position.play(self.rules, picked.mv);
            let tally = self.made(here, key, picked.mv, &child);
            all = self.mates(Here { position: &child, tally, ply: ply + 1 }, moves);
            self.take_back();
            if !all {
                self.memory.plies[ply].killers[0] = picked.mv.bits();
                break;
            }
            let length = self.memory.lines[ply + 1].len();
            if length > longest {
                longest = length;
                self.extend_line(ply, picked.mv);
            }
        }
        self.memory.moves.truncate(first);
        self.memory.ratings.truncate(first);
        all && !self.has_stopped()
    }

    /// Lists all moves of a position; where in the list they begin.
    fn list(&mut self, position: &Position<B>) -> usize {
        let first = self.memory.moves.len();
        let view = View::new(self.rules, position);
        view.generate(&mut List::new(self.rules, position.turn(), &mut self.memory.moves));
        if self.memory.moves.len() == first {
            view.rescues(|mv| self.memory.moves.push(mv));
        }
        first
    }

    fn stalemate_loses(&self) -> bool {
        self.rules.game().endings.stalemate == Stalemate::Loss
    }

    /// Whether the side to move has lost as the position stands.
    fn has_lost(&self, position: &Position<B>) -> bool {
        match self.rules.status(position) {
            Status::Checkmate => true,
            Status::Stalemate => self.stalemate_loses(),
            _ => false,
        }
    }
}
