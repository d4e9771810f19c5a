//! The end of the tree: captures and promotions until nothing is left to win, and all moves in
//! check.

use super::exchange::Exchange;
use super::node::{better_known, usable};
use super::score::{INFINITE, MAX_PLY, Window, is_mated, to_table};
use super::table::{Bound, Entry};
use super::worker::{Here, Worker};
use crate::geometry::{Bitboard, Square};
use crate::movegen::{List, View};
use crate::position::Move;

/// Depth as the table keeps it.
const DEPTH: i32 = 0;

/// After so many plies only what has just captured is taken. A board full of Queens has no end of
/// captures otherwise.
const LONG: usize = 4;

/// Where the end of the tree began, and what has just happened there.
#[derive(Clone, Copy, Debug)]
struct Since {
    /// The ply it began at.
    ply: usize,
    /// Where the last move went to; nothing at the beginning.
    arrived: Option<Square>,
}

impl Since {
    /// Whether it has gone on for so long that little is looked at.
    const fn is_long(self, ply: usize) -> bool {
        ply >= self.ply + LONG
    }
}

impl<B: Bitboard> Worker<'_, B> {
    /// The score of a position where only captures and promotions are looked at.
    pub(super) fn quiesce(&mut self, here: Here<'_, B>, window: Window) -> i32 {
        self.quiesce_since(here, window, Since { ply: here.ply, arrived: None })
    }

    fn quiesce_since(&mut self, here: Here<'_, B>, window: Window, since: Since) -> i32 {
        let Here { position, ply, .. } = here;
        self.memory.lines[ply].clear();
        if self.is_stopping() {
            return 0;
        }
        self.selective_depth = self.selective_depth.max(ply);
        let key = position.hash(self.rules);
        if let Some(score) = self.decided(here, key) {
            return score;
        }
        if ply >= MAX_PLY - 1 {
            return self.evaluate(here, key, Window::FULL);
        }
        let mut view = View::unconstrained(self.rules, position, position.turn());
        view.constrain();
        let in_check = view.in_check();
        let entry = self.table.get(key);
        if let Some(score) = entry.and_then(|entry| usable(entry, window, DEPTH, ply))
            && !self.is_near_draw(position)
        {
            return score;
        }
        let mut best = -INFINITE;
        let mut alpha = window.alpha;
        if in_check {
            self.inherit_terms(ply);
        } else {
            best = self.evaluate(here, key, window);
            best = entry.map_or(best, |entry| better_known(entry, best));
            if best >= window.beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        // What is worth less would not bring the score up to the window: at most to its lower end.
        let them = !position.turn();
        let prizes = if in_check {
            position.side(them)
        } else {
            self.evaluation.worth_more(
                position,
                them,
                alpha - best - self.parameters.capture_margin,
            )
        };
        let least = if prizes == position.side(them) { -INFINITE } else { alpha };
        let first = self.memory.moves.len();
        if !self.list_forcing(&mut view, in_check, prizes) {
            return if in_check { self.without_moves(ply, true) } else { best.max(least) };
        }
        let from_table = entry.map_or(0, |entry| entry.best);
        if in_check {
            self.rate(here, first, from_table, DEPTH);
        } else {
            self.rate_captures(here, first, from_table);
        }
        let found =
            self.try_forcing(here, key, since, (first, in_check), (best, alpha, window.beta));
        self.memory.moves.truncate(first);
        self.memory.ratings.truncate(first);
        if self.has_stopped() {
            return 0;
        }
        let (score, best_move) = (found.0.max(least), found.1);
        let bound = if score >= window.beta { Bound::Lower } else { Bound::Upper };
        // What was left out may be better than the best found, but does no harm to what is good enough.
        if bound == Bound::Upper && since.is_long(ply) {
            return score;
        }
        self.table.put(
            key,
            Entry {
                best: best_move.map_or(0, Move::bits),
                score: to_table(score, ply),
                depth: DEPTH,
                bound,
            },
        );
        score
    }

    /// Lists captures of prizes and promotions, or in check all moves; whether there are any.
    fn list_forcing(&mut self, view: &mut View<'_, B>, in_check: bool, prizes: B) -> bool {
        if in_check {
            view.look_at_attacks();
            return self.list_all(view);
        }
        let moves = &mut self.memory.moves;
        let first = moves.len();
        view.captures(prizes, &mut List::new(self.rules, view.us(), moves));
        moves.len() > first
    }

    /// Tries them; gives the best score and move.
    fn try_forcing(
        &mut self,
        here: Here<'_, B>,
        key: u64,
        since: Since,
        (first, in_check): (usize, bool),
        (standing, mut alpha, beta): (i32, i32, i32),
    ) -> (i32, Option<Move>) {
        let (mut best, mut best_move) = (standing, None);
        let mut next = first;
        let mut quiet_evasions = 0;
        let only_onto = since.arrived.filter(|_| since.is_long(here.ply));
        while let Some(picked) = self.pick(here, next, !B::EMPTY) {
            next += 1;
            let is_left_out = only_onto.is_some_and(|square| square != picked.mv.to);
            if is_left_out && !(in_check && is_mated(best)) {
                continue;
            }
            if !in_check {
                let gain =
                    Exchange::new(self.rules, self.evaluation, here.position).gain(picked.mv);
                if !picked.tactical || picked.losing || gain <= 0 {
                    continue;
                }
                let most = standing + gain + self.parameters.capture_margin;
                if most <= alpha {
                    best = best.max(most);
                    continue;
                }
            } else if !picked.tactical && !is_mated(best) {
                quiet_evasions += 1;
                if quiet_evasions > 2 {
                    continue;
                }
            }
            self.expect_after(here.position, picked.mv);
            let mut child = *here.position;
            child.become_after(here.position, self.rules, picked.mv);
            let tally = self.made(here, key, picked.mv, &child);
            let there = Here { position: &child, tally, ply: here.ply + 1 };
            let since = Since { arrived: Some(picked.mv.to), ..since };
            let score = -self.quiesce_since(there, Window { alpha, beta }.turned(), since);
            self.take_back();
            if self.has_stopped() {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(picked.mv);
                    self.extend_line(here.ply, picked.mv);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        (best, best_move)
    }
}
