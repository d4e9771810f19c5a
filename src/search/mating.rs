//! Looking for a mate in so many moves, and for nothing else.
//!
//! The search leaves out or looks late at quiet moves that win nothing, and a mate may begin with
//! just these: where a mate in so many moves is asked for, all moves are tried.

use super::score::{MATE, is_mated};
use super::worker::{Here, Worker};
use crate::geometry::Bitboard;
use crate::movegen::{GameResult, View};
use crate::position::Position;

/// So many plies beyond the mate the search goes by itself: most mates are found on the way.
const PATIENCE: u64 = 4;

impl<B: Bitboard> Worker<'_, B> {
    /// Looks for the mate that is asked for, once a depth has been finished that is far enough beyond
    /// it, with no more positions than the search has had so far: where there are more to look at, the
    /// next depth comes first. The move found is put before the others; whether there is one.
    pub(super) fn seek_mate(&mut self, here: Here<'_, B>, depth: i32) -> bool {
        let Some(most) = self.limits.mate else { return false };
        if self.has_no_mate || (depth as u64) < 2 * u64::from(most) + PATIENCE {
            return false;
        }
        self.last_of_mating = 2 * self.nodes;
        let key = here.position.hash(self.rules);
        for moves in 1..=most {
            for place in 0..self.root_moves.len() {
                let mv = self.root_moves[place].mv;
                let child = here.position.play(self.rules, mv);
                let tally = self.made(here, key, mv, &child);
                let loses = self.loses(Here { position: &child, tally, ply: 1 }, moves - 1);
                self.take_back();
                if loses {
                    let root = &mut self.root_moves[place];
                    root.score = MATE - (2 * moves as i32 - 1);
                    root.line.clear();
                    root.line.push(mv);
                    root.line.extend(&self.memory.lines[1]);
                    self.root_moves[..=place].rotate_right(1);
                    return true;
                }
                if self.is_spent() {
                    return false;
                }
            }
        }
        self.has_no_mate = true;
        false
    }

    /// Whether the side to move mates within so many moves, at least one.
    fn mates(&mut self, here: Here<'_, B>, moves: u32) -> bool {
        let Here { position, ply, .. } = here;
        self.memory.lines[ply].clear();
        let key = position.hash(self.rules);
        if self.is_spent() || self.decided(here, key).is_some() {
            return false;
        }
        let first = self.memory.moves.len();
        self.list_all(&View::new(self.rules, position));
        // Ratings have the places of the moves; here nobody asks for them.
        self.memory.ratings.resize(self.memory.moves.len(), 0);
        let mut found = false;
        // Checks leave the enemy least, and at the end only they mate.
        let only_checks = moves == 1 && !self.stalemate_loses();
        let passes: &[bool] = if only_checks { &[true] } else { &[true, false] };
        'found: for &checks in passes {
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
                    self.has_lost(&child)
                };
                self.take_back();
                if found {
                    self.extend_line(ply, mv);
                }
                if found || self.is_spent() {
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
        if self.is_spent() {
            return false;
        }
        if let Some(score) = self.decided(here, key) {
            return is_mated(score);
        }
        let first = self.memory.moves.len();
        if !self.list_all(&View::new(self.rules, position)) {
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
        all
    }

    /// Whether the side to move has lost as the position stands.
    fn has_lost(&self, position: &Position<B>) -> bool {
        let turn = position.turn();
        let result = self.rules.status(position).result(turn, self.rules.game().endings);
        result == GameResult::Win(!turn)
    }

    /// Whether all the positions are made that a look for a mate may make.
    fn is_spent(&mut self) -> bool {
        self.is_stopping() || self.nodes >= self.last_of_mating
    }
}
