//! [`Worker`]: one thread of a search, and what it keeps from search to search.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use arrayvec::ArrayVec;

use super::evaluations::Evaluations;
use super::history::{Arrival, History};
use super::limits::{Control, Limits};
use super::parameters::Parameters;
use super::reductions::Reductions;
use super::root::RootMove;
use super::score::{DRAW, MAX_PLY, Window, mated_in};
use super::table::TranspositionTable;
use super::time::Timer;
use crate::evaluation::{Evaluation, FIFTY_MOVES, Tally, seen_by};
use crate::geometry::Bitboard;
use crate::movegen::Status;
use crate::position::{Move, Position};
use crate::rules::{Game, Repetition, Ruleset};

/// After how many positions a thread looks whether to stop.
const CHECK_EVERY: u64 = 512;

/// So many plies before a draw by the count of quiet moves the table settles nothing.
const DISTRUST: u32 = 12;

/// A line of moves from some ply on.
pub(super) type Variation = ArrayVec<Move, MAX_PLY>;

/// What a thread keeps of a ply on its way.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ply {
    /// What the evaluation says, or nothing in check.
    pub(super) evaluation: Option<i32>,
    /// What the last close evaluation on the way there found beyond men and squares, as White sees
    /// it.
    terms: i32,
    /// The move made there; none for a null move.
    pub(super) arrival: Option<Arrival>,
    /// The quiet moves that refuted a position at this ply, as their bits.
    pub(super) killers: [u32; 2],
    /// The move that the ply is searched without, as its bits; 0 for none.
    pub(super) excluded: u32,
    /// Whether a null move has just been tried there and is being verified.
    pub(super) must_move: bool,
}

/// What a thread keeps from search to search.
#[derive(Debug)]
pub(super) struct Memory {
    pub(super) history: History,
    evaluations: Evaluations,
    /// The moves of all plies, each behind those of the ply before, and their places in the order.
    pub(super) moves: Vec<Move>,
    pub(super) ratings: Vec<i32>,
    pub(super) plies: Vec<Ply>,
    /// The best line found from each ply on.
    pub(super) lines: Vec<Variation>,
}

impl Memory {
    pub(super) fn new(game: &Game) -> Self {
        Self {
            history: History::new(game.kinds.len(), game.board.len()),
            evaluations: Evaluations::new(),
            moves: Vec::with_capacity(4096),
            ratings: Vec::with_capacity(4096),
            plies: vec![Ply::default(); MAX_PLY + 2],
            lines: vec![Variation::new(); MAX_PLY + 2],
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.history.clear();
        self.evaluations.clear();
        self.forget_way();
    }

    /// Forgets what belongs to one search.
    pub(super) fn forget_way(&mut self) {
        self.moves.clear();
        self.ratings.clear();
        self.plies.fill(Ply::default());
    }
}

/// A position on a thread's way, its tally, and how far it is from the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Here<'p, B: Bitboard> {
    pub(super) position: &'p Position<B>,
    pub(super) tally: Tally,
    pub(super) ply: usize,
}

/// What all threads of a search share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shared<'a, B: Bitboard> {
    pub(super) rules: &'a Ruleset<B>,
    pub(super) evaluation: &'a Evaluation<B>,
    pub(super) table: TranspositionTable<'a>,
    pub(super) reductions: &'a Reductions,
    pub(super) parameters: &'a Parameters,
    pub(super) limits: &'a Limits,
    /// How others end the search.
    pub(super) control: &'a Control,
    pub(super) progress: &'a Progress,
}

/// What the threads of a search tell each other.
#[derive(Debug, Default)]
pub(super) struct Progress {
    /// Positions made by all of them, brought up to date now and then.
    nodes: AtomicU64,
    /// Whether the first thread has finished, and with it the search.
    finished: AtomicBool,
}

/// One thread of a search.
#[derive(Debug)]
pub(super) struct Worker<'a, B: Bitboard> {
    pub(super) rules: &'a Ruleset<B>,
    pub(super) evaluation: &'a Evaluation<B>,
    pub(super) table: TranspositionTable<'a>,
    pub(super) reductions: &'a Reductions,
    pub(super) parameters: &'a Parameters,
    pub(super) limits: &'a Limits,
    control: &'a Control,
    progress: &'a Progress,
    pub(super) memory: &'a mut Memory,
    /// 0 for the thread that reports and decides.
    pub(super) number: usize,
    pub(super) timer: Timer,
    /// The hashes of the positions before the one looked at, the game's first.
    keys: Vec<u64>,
    /// How many of them are the game's.
    played: usize,
    /// Nothing before this place of them can come up again: a null move lies between.
    barrier: usize,
    has_fifty_moves: bool,
    pub(super) nodes: u64,
    /// A look for a mate ends when so many positions have been made.
    pub(super) last_of_mating: u64,
    /// Whether it has been found out that there is no mate as it is asked for.
    pub(super) has_no_mate: bool,
    told_nodes: u64,
    stopping: bool,
    pub(super) selective_depth: usize,
    pub(super) root_depth: i32,
    pub(super) root_moves: Vec<RootMove>,
}

impl<'a, B: Bitboard> Worker<'a, B> {
    pub(super) fn new(
        shared: Shared<'a, B>,
        memory: &'a mut Memory,
        number: usize,
        keys: &[u64],
        root_moves: Vec<RootMove>,
        timer: Timer,
    ) -> Self {
        memory.forget_way();
        Self {
            rules: shared.rules,
            evaluation: shared.evaluation,
            table: shared.table,
            reductions: shared.reductions,
            parameters: shared.parameters,
            limits: shared.limits,
            control: shared.control,
            progress: shared.progress,
            memory,
            number,
            timer,
            keys: keys.to_vec(),
            played: keys.len(),
            barrier: 0,
            has_fifty_moves: shared.rules.game().endings.repetition == Repetition::Fide,
            nodes: 0,
            last_of_mating: 0,
            has_no_mate: false,
            told_nodes: 0,
            stopping: false,
            selective_depth: 0,
            root_depth: 0,
            root_moves,
        }
    }

    /// The positions made by all threads so far.
    pub(super) fn all_nodes(&mut self) -> u64 {
        self.tell_nodes();
        self.told_by_all()
    }

    fn tell_nodes(&mut self) {
        self.progress.nodes.fetch_add(self.nodes - self.told_nodes, Ordering::Relaxed);
        self.told_nodes = self.nodes;
    }

    fn told_by_all(&self) -> u64 {
        self.progress.nodes.load(Ordering::Relaxed)
    }

    /// Whether the search is being broken off, asked once for each position.
    #[inline]
    pub(super) fn is_stopping(&mut self) -> bool {
        if self.stopping {
            return true;
        }
        // With several threads the limit is for all of them together, as far as they have told.
        let others = if self.limits.nodes.is_some() && self.number == 0 {
            self.told_by_all().saturating_sub(self.told_nodes)
        } else {
            0
        };
        if self.limits.nodes.is_some_and(|most| self.nodes + others >= most) {
            self.stopping = true;
        } else if self.nodes - self.told_nodes >= CHECK_EVERY {
            self.tell_nodes();
            self.stopping = self.is_over();
        }
        self.stopping
    }

    /// Whether somebody has asked the search to end, or its time is over.
    pub(super) fn is_over(&mut self) -> bool {
        self.control.is_stopped()
            || self.progress.finished.load(Ordering::Relaxed)
            || self.timer.is_over(self.control.is_pondering())
    }

    /// Whether the thread has broken off.
    pub(super) const fn has_stopped(&self) -> bool {
        self.stopping
    }

    /// Whether a new depth had better not be begun.
    pub(super) fn is_late(&mut self) -> bool {
        self.timer.is_late(self.control.is_pondering())
    }

    /// Tells the other threads that the search is over.
    pub(super) fn finish(&self) {
        self.progress.finished.store(true, Ordering::Relaxed);
    }

    /// Tells that what is known of the position after a move will be asked for soon: while the move is
    /// being played it is fetched.
    #[inline(always)]
    pub(super) fn expect_after(&self, position: &Position<B>, mv: Move) {
        self.expect(position.hash_guessed_after(self.rules, mv));
    }

    #[inline(always)]
    fn expect(&self, key: u64) {
        self.table.expect(key);
        self.memory.evaluations.expect(key);
    }

    /// The evaluation of a position below the root. What is found beyond men and squares changes
    /// little from move to move: where that of the ply before puts the position outside a window, it
    /// is not found anew.
    #[inline]
    pub(super) fn evaluate(&mut self, here: Here<'_, B>, key: u64, window: Window) -> i32 {
        let Here { position, tally, ply } = here;
        let turn = position.turn();
        let rough = self.evaluation.rough(position, tally);
        let expected = rough + seen_by(turn, self.memory.plies[ply - 1].terms);
        // A position farther than this from a window is not looked at more closely.
        let most = self.parameters.expectation;
        let score = if expected < window.alpha - most || expected > window.beta + most {
            self.inherit_terms(ply);
            expected
        } else {
            let known = self.memory.evaluations.get(key);
            let score = known.unwrap_or_else(|| {
                let score = self.evaluation.close(self.rules, position, tally);
                self.memory.evaluations.put(key, score);
                score
            });
            self.memory.plies[ply].terms = seen_by(turn, score - rough);
            score
        };
        self.evaluation.scaled(self.rules, position, score)
    }

    /// Takes what is known of the ply before for a ply below the root.
    #[inline(always)]
    pub(super) fn inherit_terms(&mut self, ply: usize) {
        self.memory.plies[ply].terms = self.memory.plies[ply - 1].terms;
    }

    /// Takes note of what is found beyond men and squares at the root.
    pub(super) fn evaluate_root(&mut self, here: Here<'_, B>) {
        let Here { position, tally, .. } = here;
        let close = self.evaluation.close(self.rules, position, tally);
        let rough = self.evaluation.rough(position, tally);
        self.memory.plies[0].terms = seen_by(position.turn(), close - rough);
    }

    /// Takes note of a move that leads to a position, and gives the tally of that.
    /// [`Self::take_back`] must follow.
    #[inline(always)]
    pub(super) fn made(
        &mut self,
        here: Here<'_, B>,
        key: u64,
        mv: Move,
        next: &Position<B>,
    ) -> Tally {
        let tally = self.evaluation.tally_after(here.tally, here.position, mv, next);
        let mover = here.position.at(mv.from);
        let arrival = mover.map(|man| self.memory.history.arrival(man.kind, mv.to));
        self.memory.plies[here.ply].arrival = arrival;
        self.keys.push(key);
        self.nodes += 1;
        tally
    }

    /// Forgets the last move.
    #[inline]
    pub(super) fn take_back(&mut self) {
        self.keys.pop();
    }

    /// Passes the turn: what was before cannot come up again until it is taken back. Gives what
    /// [`Self::take_back_pass`] wants.
    pub(super) fn make_pass(&mut self, here: Here<'_, B>, key: u64) -> (Position<B>, usize) {
        let barrier = self.barrier;
        self.memory.plies[here.ply].arrival = None;
        self.keys.push(key);
        self.barrier = self.keys.len();
        self.nodes += 1;
        let next = here.position.passed(self.rules);
        self.expect(next.hash(self.rules));
        (next, barrier)
    }

    pub(super) fn take_back_pass(&mut self, barrier: usize) {
        self.keys.pop();
        self.barrier = barrier;
    }

    /// What was moved one and two plies before.
    #[inline(always)]
    pub(super) fn before(&self, ply: usize) -> [Option<Arrival>; 2] {
        let arrival = |back: usize| {
            ply.checked_sub(back).and_then(|earlier| self.memory.plies[earlier].arrival)
        };
        [arrival(1), arrival(2)]
    }

    /// The score of a position that is decided by a rule: a royal man in a citadel, a repetition,
    /// fifty moves.
    ///
    /// A position that came up before on the way from the root counts as drawn at once: who could not
    /// avoid it once cannot the next time. One of the game must have come up twice. So it is in games
    /// without this draw too: there a repetition leads nowhere, which the side that stands better
    /// should see.
    #[inline]
    pub(super) fn decided(&self, here: Here<'_, B>, key: u64) -> Option<i32> {
        let position = here.position;
        if self.rules.is_citadel_draw(position) {
            return Some(DRAW);
        }
        let quiet = position.halfmove();
        if self.has_fifty_moves && quiet >= FIFTY_MOVES {
            let mated = self.rules.status(position) == Status::Checkmate;
            return Some(if mated { mated_in(here.ply) } else { DRAW });
        }
        let end = self.keys.len();
        let first = self.barrier.max(end.saturating_sub(quiet as usize));
        let mut seen = 0;
        let mut place = end;
        while place >= first + 2 {
            place -= 2;
            if self.keys[place] == key {
                seen += if place >= self.played { 2 } else { 1 };
                if seen >= 2 {
                    return Some(DRAW);
                }
            }
        }
        None
    }

    /// Whether so many quiet moves lie behind that what the table knows of the position may be no
    /// longer true: it was found with other counts of them.
    #[inline(always)]
    pub(super) fn is_near_draw(&self, position: &Position<B>) -> bool {
        self.has_fifty_moves && position.halfmove() >= FIFTY_MOVES - DISTRUST
    }

    /// Puts a move before the best line of the next ply.
    #[inline]
    pub(super) fn extend_line(&mut self, ply: usize, mv: Move) {
        let (here, next) = self.memory.lines.split_at_mut(ply + 1);
        let (line, rest) = (&mut here[ply], &next[0]);
        line.clear();
        line.push(mv);
        for &following in rest {
            if line.try_push(following).is_err() {
                break;
            }
        }
    }
}
