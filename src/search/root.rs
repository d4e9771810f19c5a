//! The root of a search: deeper and deeper, with a window around the last score, one best line after
//! the other.

use super::report::{Info, Line};
use super::score::{INFINITE, MATE, MAX_PLY, Window, is_mate, moves_to_mate};
use super::table::{Bound, Entry};
use super::worker::{Here, Worker};
use crate::geometry::Bitboard;
use crate::position::{Move, Position};

/// Least depth at which a window around the last score is tried.
const ASPIRATION_DEPTH: i32 = 5;

/// Bounds of a score are told only after so much time: before, the score comes soon enough.
const TELL_BOUNDS_AFTER: std::time::Duration = std::time::Duration::from_secs(3);

/// A first move and how it came out.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// The score at this depth; [`-INFINITE`](INFINITE) if it is only known not to be the best.
    pub(super) score: i32,
    /// The score at the last depth.
    previous: i32,
    /// The moves that are expected, this one first.
    pub(super) line: Vec<Move>,
    selective_depth: usize,
}

impl RootMove {
    pub(super) fn new(mv: Move) -> Self {
        Self { mv, score: -INFINITE, previous: -INFINITE, line: vec![mv], selective_depth: 0 }
    }

    /// The score of the deepest search that gave one.
    fn known_score(&self) -> i32 {
        if self.score == -INFINITE { self.previous } else { self.score }
    }
}

impl<B: Bitboard> Worker<'_, B> {
    /// Searches deeper and deeper until a limit is reached; gives the last depth that was finished.
    pub(super) fn iterate(
        &mut self,
        position: &Position<B>,
        report: &mut dyn FnMut(&Info<'_>),
    ) -> u32 {
        let here = Here { position, tally: self.evaluation.tally(position), ply: 0 };
        self.evaluate_root(here);
        let most = self.limits.depth.map_or(MAX_PLY as i32 - 1, |depth| depth.max(1) as i32);
        let most = most.min(MAX_PLY as i32 - 1);
        let lines = self.limits.line_count().min(self.root_moves.len());
        let mut finished = 0;
        let (mut same_for, mut last_best, mut last_score) = (0, None, None);
        for depth in 1..=most {
            // Threads beside the first one skip depths, to look elsewhere than it does.
            if self.number > 0 && depth > 3 && (depth as usize + self.number).is_multiple_of(3) {
                continue;
            }
            for root in &mut self.root_moves {
                root.previous = root.known_score();
                root.score = -INFINITE;
            }
            self.root_depth = depth;
            for line in 0..lines {
                self.selective_depth = 0;
                self.aspire(here, depth, line, report);
                if self.has_stopped() {
                    break;
                }
            }
            if self.has_stopped() {
                break;
            }
            finished = depth as u32;
            if self.number > 0 {
                continue;
            }
            self.tell(depth, lines, None, report);
            if self.seek_mate(here, depth) {
                self.tell(depth, lines, None, report);
            }
            let best = &self.root_moves[0];
            let fallen = last_score.map_or(0, |last: i32| last - best.score);
            same_for = if last_best == Some(best.mv) { same_for + 1 } else { 0 };
            (last_best, last_score) = (Some(best.mv), Some(best.score));
            let score = best.score;
            self.timer.settle(same_for, fallen);
            if self.is_enough(score, depth) {
                break;
            }
        }
        finished
    }

    /// The best lines as far as they are known. A search that ended before it had looked at any move
    /// has one of a single move, with the evaluation of the position for its score.
    pub(super) fn lines(&self, position: &Position<B>) -> Vec<Line> {
        let searched = self.root_moves.iter().filter(|root| root.known_score() != -INFINITE);
        let lines = searched.take(self.limits.line_count());
        let lines = lines.map(|root| Line { score: root.known_score(), moves: root.line.clone() });
        let mut lines: Vec<Line> = lines.collect();
        if lines.is_empty() {
            let tally = self.evaluation.tally(position);
            let score = self.evaluation.evaluate(self.rules, position, tally);
            lines.extend(self.root_moves.first().map(|root| Line { score, moves: vec![root.mv] }));
        }
        lines
    }

    /// Whether nothing is left to look for, or no time.
    fn is_enough(&mut self, score: i32, depth: i32) -> bool {
        let asked = self.limits.mate;
        let mates = moves_to_mate(score).is_some_and(|moves| {
            asked.is_some_and(|asked| moves > 0 && moves.unsigned_abs() <= asked)
        });
        // A mate that is nearer than the depth searched is the nearest.
        let settled = is_mate(score) && MATE - score.abs() < depth - 2;
        let by_clock = self.limits.clock.is_some();
        let forced = by_clock && self.root_moves.len() == 1;
        mates || (by_clock && settled) || forced || self.is_late() || self.is_over()
    }

    /// Searches one line to a depth, in a window around its last score that widens until the score
    /// lies in it.
    fn aspire(
        &mut self,
        here: Here<'_, B>,
        depth: i32,
        line: usize,
        report: &mut dyn FnMut(&Info<'_>),
    ) {
        let expected = self.root_moves[line].previous;
        let mut reach = self.parameters.aspiration;
        let mut window = Window::FULL;
        if depth >= ASPIRATION_DEPTH && !is_mate(expected) && expected != -INFINITE {
            window = Window { alpha: expected - reach, beta: expected + reach };
        }
        loop {
            let score = self.root(here, window, depth, line);
            // Stable: moves that are only known not to be the best keep their order.
            self.root_moves[line..].sort_by_key(|root| -root.score);
            if self.has_stopped() {
                return;
            }
            reach *= 3;
            let bound = if score <= window.alpha {
                window.alpha = if reach > 1_000 { -INFINITE } else { score - reach };
                window.beta = i32::midpoint(window.beta.min(INFINITE), score).max(score + 1);
                Bound::Upper
            } else if score >= window.beta {
                window.beta = if reach > 1_000 { INFINITE } else { score + reach };
                Bound::Lower
            } else {
                return;
            };
            if self.number == 0 && self.timer.elapsed() > TELL_BOUNDS_AFTER {
                self.tell(depth, line + 1, Some(bound), report);
            }
        }
    }

    /// Searches the first moves from a place on.
    fn root(&mut self, here: Here<'_, B>, window: Window, depth: i32, line: usize) -> i32 {
        let key = here.position.hash(self.rules);
        let mut best = -INFINITE;
        let mut alpha = window.alpha;
        for place in line..self.root_moves.len() {
            let mv = self.root_moves[place].mv;
            let child = here.position.play(self.rules, mv);
            let tally = self.made(here, key, mv, &child);
            let there = Here { position: &child, tally, ply: 1 };
            let is_first = place == line;
            let score = self.root_move(
                there,
                (Window { alpha, beta: window.beta }, depth),
                is_first,
                place,
            );
            self.take_back();
            if self.has_stopped() {
                return best;
            }
            let selective_depth = self.selective_depth;
            let root = &mut self.root_moves[place];
            root.score = -INFINITE;
            if is_first || score > alpha {
                root.score = score;
                root.selective_depth = selective_depth;
                root.line.clear();
                root.line.push(mv);
                root.line.extend(&self.memory.lines[1]);
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                if score >= window.beta {
                    break;
                }
            }
        }
        self.remember_root(key, best, window, (depth, line));
        best
    }

    /// Searches the position after a first move.
    fn root_move(
        &mut self,
        there: Here<'_, B>,
        (window, depth): (Window, i32),
        is_first: bool,
        place: usize,
    ) -> i32 {
        if is_first {
            return -self.node(there, window.turned(), depth - 1, false);
        }
        let late = self.limits.line_count() + 3;
        let mut reduction = 0;
        if depth >= 3 && place >= late && self.rules.checkers(there.position).is_empty() {
            reduction = (self.reductions.of(depth, place) / 1024 - 1).clamp(0, depth - 2);
        }
        let null = Window::null(window.alpha).turned();
        let mut score = -self.node(there, null, depth - 1 - reduction, true);
        if score > window.alpha && reduction > 0 {
            score = -self.node(there, null, depth - 1, true);
        }
        if score > window.alpha {
            score = -self.node(there, window.turned(), depth - 1, false);
        }
        score
    }

    /// Stores the root in the table, for the line that is the best of all moves.
    fn remember_root(&mut self, key: u64, best: i32, window: Window, (depth, line): (i32, usize)) {
        if line > 0 || !self.limits.moves.is_empty() {
            return;
        }
        let bound = match best {
            _ if best >= window.beta => Bound::Lower,
            _ if best > window.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let leading = self.root_moves.iter().max_by_key(|root| root.score);
        let mv = leading.map_or(0, |root| root.mv.bits());
        self.table.put(key, Entry { best: mv, score: best, depth, bound });
    }

    /// Tells how the lines stand.
    fn tell(
        &mut self,
        depth: i32,
        lines: usize,
        bound: Option<Bound>,
        report: &mut dyn FnMut(&Info<'_>),
    ) {
        let nodes = self.all_nodes();
        let time = self.timer.elapsed();
        let fullness = self.table.fullness();
        let first = if bound.is_some() { lines - 1 } else { 0 };
        for (place, root) in self.root_moves.iter().enumerate().take(lines).skip(first) {
            report(&Info {
                depth: depth as u32,
                selective_depth: root.selective_depth as u32,
                line: place + 1,
                score: root.score,
                bound: bound.map(Line::bound),
                nodes,
                time,
                fullness,
                moves: &root.line,
            });
        }
    }
}
