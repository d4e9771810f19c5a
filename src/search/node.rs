//! One position inside the tree: principal-variation search with pruning.

use arrayvec::ArrayVec;

use super::exchange::Exchange;
use super::ordering::Picked;
use super::score::{INFINITE, MAX_PLY, Window, from_table, is_mate, is_mated, mated_in, to_table};
use super::table::{Bound, Entry};
use super::worker::{Here, Worker};
use crate::geometry::Bitboard;
use crate::movegen::View;
use crate::position::{Move, Position};
use crate::rules::Stalemate;

/// Deepest at which a good evaluation alone ends a node.
const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// Deepest at which a bad evaluation leaves captures only.
const RAZORING_DEPTH: i32 = 3;
/// Least depth of a null move.
const NULL_MOVE_DEPTH: i32 = 3;
/// A side with so many pieces has hardly ever nothing better than to pass.
const MANY_PIECES: u32 = 3;
/// Least depth at which a null move is verified in any case.
const VERIFIED_DEPTH: i32 = 14;
/// Deepest at which quiet moves are left out that cannot bring the score up.
const FUTILITY_DEPTH: i32 = 7;
/// Deepest at which moves late in the order are left out.
const LATE_DEPTH: i32 = 8;
/// Least depth at which moves that give check are tried where all others are left out.
const CHECKS_DEPTH: i32 = 2;
/// Deepest at which moves are left out that lose something at once.
const EXCHANGE_DEPTH: i32 = 8;
/// Deepest at which quiet moves of a bad history are left out.
const HISTORY_DEPTH: i32 = 4;
/// Least depth at which the table's move may be found to be the only good one.
const SINGULAR_DEPTH: i32 = 8;
/// Least depth at which a node without a move in the table is searched less deep.
const INTERNAL_DEPTH: i32 = 4;

/// What is known of a node before its moves are tried.
#[derive(Clone, Copy, Debug)]
struct Node {
    key: u64,
    window: Window,
    depth: i32,
    in_check: bool,
    /// Whether the side to move stands better than two plies before.
    improving: bool,
    /// Whether a move is expected to end the node at once.
    cut: bool,
    entry: Option<Entry>,
    /// The evaluation; of no meaning in check.
    evaluation: i32,
    excluded: u32,
}

/// What can be hoped for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hope {
    Some,
    NoneOfIt,
    NoneOfTheRest,
}

/// How the moves of a node came out.
struct Found {
    score: i32,
    best: Option<Move>,
    alpha: i32,
    /// How many moves were tried, or left out as without hope.
    tried: usize,
    /// The quiet ones that were tried and did not end the node.
    quiets: ArrayVec<Move, 64>,
}

impl Found {
    /// Before the first move.
    const fn nothing(window: Window) -> Self {
        let quiets = ArrayVec::new_const();
        Self { score: -INFINITE, best: None, alpha: window.alpha, tried: 0, quiets }
    }
}

impl<B: Bitboard> Worker<'_, B> {
    /// The score of a position for its side to move, searched to a depth: exact inside the window,
    /// a bound outside.
    pub(super) fn node(&mut self, here: Here<'_, B>, window: Window, depth: i32, cut: bool) -> i32 {
        if depth <= 0 {
            return self.quiesce(here, window);
        }
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
        // No mate is nearer than one that has been found.
        let window = Window {
            alpha: window.alpha.max(mated_in(ply)),
            beta: window.beta.min(-mated_in(ply + 1)),
        };
        if window.alpha >= window.beta {
            return window.alpha;
        }
        // Looked at before the table is: what is expected of it takes a while to arrive.
        let mut view = View::unconstrained(self.rules, position, position.turn());
        view.constrain();
        let in_check = view.in_check();
        let excluded = self.memory.plies[ply].excluded;
        let entry = if excluded == 0 { self.table.get(key) } else { None };
        if let Some(score) = entry.and_then(|entry| usable(entry, window, depth, ply))
            && !self.is_near_draw(position)
        {
            return score;
        }
        let evaluation = if in_check {
            self.memory.plies[ply].evaluation = None;
            self.inherit_terms(ply);
            -INFINITE
        } else {
            let evaluation = self.evaluate(here, key, window);
            self.memory.plies[ply].evaluation = Some(evaluation);
            entry.map_or(evaluation, |entry| better_known(entry, evaluation))
        };
        let improving = !in_check && self.is_improving(ply, evaluation);
        let mut node =
            Node { key, window, depth, in_check, improving, cut, entry, evaluation, excluded };
        if in_check {
            node.depth += i32::from(ply < 2 * self.root_depth as usize);
        } else {
            if let Some(score) = self.prune(here, &node) {
                return score;
            }
            if self.has_stopped() {
                return 0;
            }
            if entry.is_none_or(|entry| entry.best == 0) && depth >= INTERNAL_DEPTH {
                node.depth -= 1;
            }
        }
        self.expand(here, &node, &mut view)
    }

    fn is_improving(&self, ply: usize, evaluation: i32) -> bool {
        let earlier = ply.checked_sub(2).and_then(|ply| self.memory.plies[ply].evaluation);
        earlier.is_none_or(|earlier| evaluation > earlier)
    }

    /// Ends a node off the principal variation before any move, where that is safe enough.
    fn prune(&mut self, here: Here<'_, B>, node: &Node) -> Option<i32> {
        let Node { window, depth, evaluation, .. } = *node;
        if window.is_open() || node.excluded != 0 {
            return None;
        }
        let (alpha, beta) = (window.alpha, window.beta);
        if depth <= REVERSE_FUTILITY_DEPTH
            && !is_mate(beta)
            && evaluation - self.parameters.reverse_futility * (depth - i32::from(node.improving))
                >= beta
            && !is_mate(evaluation)
        {
            return Some(evaluation);
        }
        if depth <= RAZORING_DEPTH
            && evaluation + self.parameters.razoring * depth < alpha
            && !is_mate(alpha)
        {
            let score = self.quiesce(here, Window::null(alpha));
            if score <= alpha {
                return Some(score);
            }
        }
        self.try_null_move(here, node)
    }

    /// Lets the enemy move twice: if even that does not help him, a real move will do.
    fn try_null_move(&mut self, here: Here<'_, B>, node: &Node) -> Option<i32> {
        let Node { window, depth, evaluation, .. } = *node;
        let beta = window.beta;
        let moved = here.ply > 0 && self.memory.plies[here.ply - 1].arrival.is_some();
        let pieces = self.evaluation.count_pieces(self.rules, here.position, here.position.turn());
        if depth < NULL_MOVE_DEPTH
            || evaluation < beta
            || is_mate(beta)
            || !moved
            || pieces == 0
            || self.memory.plies[here.ply].must_move
        {
            return None;
        }
        let reduction = 3 + depth / 4 + ((evaluation - beta) / self.parameters.null_move).min(3);
        let (next, barrier) = self.make_pass(here, node.key);
        let there = Here { position: &next, tally: here.tally, ply: here.ply + 1 };
        let window = Window::null(beta - 1).turned();
        let score = -self.node(there, window, depth - 1 - reduction, !node.cut);
        self.take_back_pass(barrier);
        if score < beta || self.has_stopped() {
            return None;
        }
        let score = if is_mate(score) { beta } else { score };
        // With few pieces it may be best not to have to move: a real move must do as well.
        if pieces >= MANY_PIECES && depth < VERIFIED_DEPTH {
            return Some(score);
        }
        self.memory.plies[here.ply].must_move = true;
        let verified = self.node(here, Window::null(beta - 1), depth - reduction, false);
        self.memory.plies[here.ply].must_move = false;
        (verified >= beta && !self.has_stopped()).then_some(score)
    }

    /// Tries the moves of a node: that of the table before the others are listed, which often need not
    /// be then.
    fn expand(&mut self, here: Here<'_, B>, node: &Node, view: &mut View<'_, B>) -> i32 {
        let from_table = node.entry.map_or(0, |entry| entry.best);
        let mut found = Found::nothing(node.window);
        // Where a move is left out, the table was not asked.
        let early = if from_table == 0 { None } else { self.early(here, view, from_table) };
        let is_settled =
            early.is_some_and(|picked| self.try_picked(here, node, picked, &mut found));
        if !is_settled {
            let first = self.memory.moves.len();
            self.memory.history.expect_after(self.before(here.ply)[0]);
            view.look_at_attacks();
            if !self.list_all(view) {
                return self.without_moves(here.ply, node.in_check);
            }
            self.rate(here, first, from_table, node.depth);
            self.try_moves(here, node, (first, early), view.attacked(), &mut found);
            self.memory.moves.truncate(first);
            self.memory.ratings.truncate(first);
        }
        if self.has_stopped() {
            return 0;
        }
        if node.excluded == 0 {
            let bound = match found.score {
                score if score >= node.window.beta => Bound::Lower,
                _ if found.alpha > node.window.alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            let entry = Entry {
                best: found.best.map_or(0, Move::bits),
                score: to_table(found.score, here.ply),
                depth: node.depth,
                bound,
            };
            self.table.put(node.key, entry);
        }
        found.score
    }

    /// The score of a side that has no move.
    pub(super) fn without_moves(&self, ply: usize, in_check: bool) -> i32 {
        if in_check || self.stalemate_loses() { mated_in(ply) } else { 0 }
    }

    /// Whether the side that has no move loses though it is not in check.
    pub(super) fn stalemate_loses(&self) -> bool {
        self.rules.game().endings.stalemate == Stalemate::Loss
    }

    /// Tries the moves of the list from `first` on, but for one that has been tried early.
    fn try_moves(
        &mut self,
        here: Here<'_, B>,
        node: &Node,
        (first, early): (usize, Option<Picked>),
        attacked: B,
        found: &mut Found,
    ) {
        let mut next = first;
        if let Some(early) = early {
            let picked = self.pick(here, next, attacked);
            debug_assert_eq!(picked.map(|picked| picked.mv), Some(early.mv));
            next += 1;
        }
        let mut checks_only = false;
        loop {
            let picked = if checks_only {
                self.next_check(here, next, attacked)
            } else {
                self.pick(here, next, attacked)
            };
            let Some(picked) = picked else { break };
            next += 1;
            let mv = picked.mv;
            if mv.bits() == node.excluded {
                continue;
            }
            if found.tried > 0 && !checks_only && !is_mated(found.score) {
                let safe = !attacked.contains(mv.to);
                match self.hope(here, node, picked, (found.tried + 1, safe)) {
                    Hope::Some => {}
                    Hope::NoneOfIt => {
                        found.tried += 1;
                        continue;
                    }
                    Hope::NoneOfTheRest if node.depth < CHECKS_DEPTH => break,
                    Hope::NoneOfTheRest => {
                        // But a check may be mate: this move and those behind it are asked.
                        checks_only = true;
                        next -= 1;
                        continue;
                    }
                }
            }
            if self.try_picked(here, node, picked, found) {
                break;
            }
        }
        // All but the excluded move may have been left out.
        if found.score == -INFINITE {
            found.score = node.window.alpha;
        }
    }

    /// Searches the position after a move and takes note of what comes of it; whether the node needs no
    /// other move, or the search has been stopped.
    fn try_picked(
        &mut self,
        here: Here<'_, B>,
        node: &Node,
        picked: Picked,
        found: &mut Found,
    ) -> bool {
        let (mv, ply) = (picked.mv, here.ply);
        found.tried += 1;
        let longer = self.extension(here, node, mv);
        if self.has_stopped() {
            return true;
        }
        self.expect_after(here.position, mv);
        let mut child = *here.position;
        child.become_after(here.position, self.rules, mv);
        let tally = self.made(here, node.key, mv, &child);
        let there = Here { position: &child, tally, ply: ply + 1 };
        let window = Window { alpha: found.alpha, beta: node.window.beta };
        let score = self.try_move(there, node, picked, found.tried, (window, longer));
        self.take_back();
        if self.has_stopped() {
            return true;
        }
        if score > found.score {
            found.score = score;
            if score > found.alpha {
                found.best = Some(mv);
                found.alpha = score;
                if node.window.is_open() {
                    self.extend_line(ply, mv);
                }
                if score >= node.window.beta {
                    if !picked.tactical {
                        self.remember(here, node, mv, &found.quiets);
                    }
                    return true;
                }
            }
        }
        if !picked.tactical {
            // The longest list of tried moves is long enough.
            let _ = found.quiets.try_push(mv);
        }
        false
    }

    /// Whether a move after the first, or any move after it, is worth making: all are on the
    /// principal variation and in check. On a `safe` square nothing is lost.
    fn hope(
        &self,
        here: Here<'_, B>,
        node: &Node,
        picked: Picked,
        (place, safe): (usize, bool),
    ) -> Hope {
        let Node { window, depth, evaluation, improving, in_check, .. } = *node;
        if window.is_open() || in_check {
            return Hope::Some;
        }
        let parameters = self.parameters;
        let loses = |most: i32| {
            let exchange = Exchange::new(self.rules, self.evaluation, here.position);
            !safe && depth <= EXCHANGE_DEPTH && !exchange.is_at_least(picked.mv, -most * depth)
        };
        if picked.tactical {
            return if picked.losing && loses(parameters.capture_loss) {
                Hope::NoneOfIt
            } else {
                Hope::Some
            };
        }
        // What comes behind in the order is worse, or loses something.
        let enough = (parameters.late_moves + 2 * depth * depth) / if improving { 1 } else { 2 };
        if depth <= LATE_DEPTH && place as i32 > enough {
            return Hope::NoneOfTheRest;
        }
        if picked.refuted {
            return Hope::Some;
        }
        let most = evaluation + parameters.futility + parameters.futility_per_ply * depth;
        if depth <= FUTILITY_DEPTH && most <= window.alpha {
            return Hope::NoneOfTheRest;
        }
        if depth <= HISTORY_DEPTH
            && let Some(mover) = here.position.at(picked.mv.from)
            && self.memory.history.of(mover, picked.mv, self.before(here.ply))
                < -parameters.bad_history * depth
        {
            return Hope::NoneOfTheRest;
        }
        if loses(parameters.quiet_loss) { Hope::NoneOfIt } else { Hope::Some }
    }

    /// A ply more for the table's move where every other falls short of it.
    fn extension(&mut self, here: Here<'_, B>, node: &Node, mv: Move) -> i32 {
        let Some(entry) = node.entry else { return 0 };
        if node.depth < SINGULAR_DEPTH
            || entry.best != mv.bits()
            || node.excluded != 0
            || entry.bound == Bound::Upper
            || entry.depth < node.depth - 3
            || here.ply >= 2 * self.root_depth as usize
        {
            return 0;
        }
        let score = from_table(entry.score, here.ply);
        if is_mate(score) {
            return 0;
        }
        let least = score - 2 * node.depth;
        let (moves, ratings) = (self.memory.moves.len(), self.memory.ratings.len());
        let arrival = self.memory.plies[here.ply].arrival;
        self.memory.plies[here.ply].excluded = mv.bits();
        let others = self.node(here, Window::null(least - 1), (node.depth - 1) / 2, node.cut);
        self.memory.plies[here.ply].excluded = 0;
        self.memory.plies[here.ply].arrival = arrival;
        debug_assert_eq!((moves, ratings), (self.memory.moves.len(), self.memory.ratings.len()));
        i32::from(others < least)
    }

    /// Searches the position after a move: late moves first less deep and only for whether they are
    /// better than what is known.
    fn try_move(
        &mut self,
        there: Here<'_, B>,
        node: &Node,
        picked: Picked,
        place: usize,
        (window, longer): (Window, i32),
    ) -> i32 {
        let depth = node.depth - 1 + longer;
        let null = Window::null(window.alpha).turned();
        if place == 1 {
            let cut = !window.is_open() && !node.cut;
            return -self.node(there, window.turned(), depth, cut);
        }
        let reduction = self.reduction(there, node, picked, place);
        let mut score = -self.node(there, null, depth - reduction, true);
        if score > window.alpha && reduction > 0 {
            score = -self.node(there, null, depth, !node.cut);
        }
        if score > window.alpha && score < window.beta {
            score = -self.node(there, window.turned(), depth, false);
        }
        score
    }

    /// By how many plies a move after the first is searched less deep.
    fn reduction(&self, there: Here<'_, B>, node: &Node, picked: Picked, place: usize) -> i32 {
        if node.depth < 3 || (picked.tactical && !picked.losing) {
            return 0;
        }
        let mut parts = self.reductions.of(node.depth, place);
        if node.window.is_open() {
            parts -= 1024;
        }
        if node.cut {
            parts += 1024;
        }
        if !node.improving {
            parts += 512;
        }
        if picked.refuted {
            parts -= 1024;
        }
        if !picked.tactical
            && let Some(man) = there.position.at(picked.mv.to)
        {
            let history = self.memory.history.of(man, picked.mv, self.before(there.ply - 1));
            parts -= 1024 * history / self.parameters.history_per_ply;
        }
        if gives_check(self, there.position) {
            parts -= 1024;
        }
        (parts / 1024).clamp(0, node.depth - 2)
    }

    /// Takes note of a quiet move that ended a node, and of those that did not before it.
    fn remember(&mut self, here: Here<'_, B>, node: &Node, mv: Move, tried: &[Move]) {
        let Here { position, ply, .. } = here;
        let Some(mover) = position.at(mv.from) else { return };
        let before = self.before(ply);
        let bonus = (16 * node.depth * node.depth + 64 * node.depth).min(2_000);
        let killers = &mut self.memory.plies[ply].killers;
        if killers[0] != mv.bits() {
            *killers = [mv.bits(), killers[0]];
        }
        let history = &mut self.memory.history;
        history.set_counter(position.turn(), before[0], mv);
        history.note(mover, mv, before, bonus);
        for &other in tried {
            if let Some(man) = position.at(other.from) {
                history.note(man, other, before, -bonus);
            }
        }
    }
}

/// Whether the side to move of a position is in check.
fn gives_check<B: Bitboard>(worker: &Worker<'_, B>, position: &Position<B>) -> bool {
    !worker.rules.checkers(position).is_empty()
}

/// The score of a table's entry where it settles a node off the principal variation.
pub(super) fn usable(entry: Entry, window: Window, depth: i32, ply: usize) -> Option<i32> {
    if window.is_open() || entry.depth < depth {
        return None;
    }
    let score = from_table(entry.score, ply);
    let settles = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    };
    settles.then_some(score)
}

/// An evaluation, or the score of a table's entry where its bound tells more.
pub(super) fn better_known(entry: Entry, evaluation: i32) -> i32 {
    let tells = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score > evaluation,
        Bound::Upper => entry.score < evaluation,
    };
    if tells && !is_mate(entry.score) { entry.score } else { evaluation }
}
