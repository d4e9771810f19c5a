//! One game, refereed by our rules.

use std::time::{Duration, Instant};

use super::adjudicator::{Adjudicator, PlyScore};
use super::openings::position_after;
use super::player::{Deed, Player, Table, Trouble, Turn, time_control};
use super::{Adjudication, Failure, Limit, Opening, Outcome, PlayedGame, Reason, here};
use crate::geometry::Bitboard;
use crate::pieces::Color;
use crate::rules::Ruleset;
use crate::search::{Control, Ending, Record};

/// A game to play.
#[derive(Debug)]
pub(super) struct Task<'g> {
    pub(super) pair: u64,
    pub(super) game: u8,
    pub(super) attempt: u32,
    /// White's name and Black's.
    pub(super) names: [&'g str; 2],
    /// White's limit and Black's.
    pub(super) limits: [Limit; 2],
    pub(super) opening: &'g Opening,
    pub(super) adjudication: Adjudication,
    pub(super) control: &'g Control,
    pub(super) host: &'g str,
}

/// Why a game was not finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unfinished {
    /// A player failed.
    Failed {
        /// Whose fault it was.
        side: Color,
        failure: Failure,
        detail: String,
        moves: Vec<String>,
    },
    /// Somebody asked to stop at once.
    Interrupted,
}

/// Plays a game; `players` are White and Black.
pub(super) fn play<B: Bitboard>(
    rules: &Ruleset<B>,
    task: &Task<'_>,
    players: [&mut Player<'_, B>; 2],
) -> Result<PlayedGame, Unfinished> {
    let mut game = Game::new(rules, task);
    let (outcome, reason, detail) = game.play(players)?;
    let Game { moves, scores, depths, nodes, times, begin, started, .. } = game;
    let [white, black] = task.names.map(str::to_owned);
    Ok(PlayedGame {
        pair: task.pair,
        game: task.game,
        attempt: task.attempt,
        white,
        black,
        opening: task.opening.clone(),
        moves: moves[task.opening.moves.len()..].to_vec(),
        result: outcome,
        reason,
        detail,
        scores,
        depths,
        nodes,
        times,
        started,
        seconds: begin.elapsed().as_secs_f64(),
        host: task.host.to_owned(),
        sum: String::new(),
    })
}

/// How a game ended, with what there is to say of it.
type End = (Outcome, Reason, Option<String>);

struct Game<'g, B: Bitboard> {
    rules: &'g Ruleset<B>,
    task: &'g Task<'g>,
    record: Record<B>,
    /// All moves from the opening's position on.
    moves: Vec<String>,
    /// What the clocks show, White's first.
    left: [Duration; 2],
    scores: Vec<Option<i32>>,
    depths: Vec<Option<u32>>,
    nodes: Vec<Option<u64>>,
    times: Vec<u64>,
    begin: Instant,
    started: String,
}

impl<'g, B: Bitboard> Game<'g, B> {
    fn new(rules: &'g Ruleset<B>, task: &'g Task<'g>) -> Self {
        let record = position_after(rules, task.opening);
        let left = task.limits.map(|limit| match limit {
            Limit::Clock { milliseconds, .. } => Duration::from_millis(milliseconds),
            _ => Duration::ZERO,
        });
        Self {
            rules,
            task,
            record,
            moves: task.opening.moves.clone(),
            left,
            scores: Vec::new(),
            depths: Vec::new(),
            nodes: Vec::new(),
            times: Vec::new(),
            begin: Instant::now(),
            started: here::now(),
        }
    }

    fn mover(&self) -> Color {
        self.record.position().turn()
    }

    /// The game as a side is told it.
    fn table(&self, side: Color) -> Table<'_, B> {
        let margin = match self.task.limits[side.index()] {
            Limit::Movetime { margin, .. } | Limit::Clock { margin, .. } => margin,
            Limit::Nodes(_) | Limit::Depth(_) => 0,
        };
        Table {
            rules: self.rules,
            fen: &self.task.opening.fen,
            moves: &self.moves,
            record: &self.record,
            time: time_control(self.task.limits, self.left, side.index()),
            margin: Duration::from_millis(margin),
        }
    }

    fn play(&mut self, players: [&mut Player<'_, B>; 2]) -> Result<End, Unfinished> {
        let [white, black] = players;
        for (side, player) in [(Color::White, &mut *white), (Color::Black, &mut *black)] {
            let ready = player.new_game(&self.table(side));
            ready.map_err(|trouble| self.unfinished(side, trouble))?;
        }
        let mut adjudicator = Adjudicator::new(self.task.adjudication);
        loop {
            if let Some(end) = self.ended_by_rules() {
                return Ok(end);
            }
            let side = self.mover();
            let player = if side == Color::White { &mut *white } else { &mut *black };
            let turn = player.turn(&self.table(side), self.task.control);
            let turn = turn.map_err(|trouble| self.unfinished(side, trouble))?;
            if let Some(end) = self.take(side, turn) {
                return Ok(end);
            }
            if self.record.ending(self.rules).is_none() {
                let played = self.scores.len();
                let end = adjudicator.note(PlyScore {
                    mover: side,
                    score: self.scores.last().copied().flatten(),
                    resets: self.record.position().halfmove() == 0,
                    plies: self.moves.len() as u32,
                    played: played as u32,
                });
                if let Some((outcome, reason)) = end {
                    return Ok((outcome, reason, None));
                }
            }
        }
    }

    fn unfinished(&self, side: Color, trouble: Trouble) -> Unfinished {
        match trouble {
            Trouble::Interrupted => Unfinished::Interrupted,
            Trouble::Failed(failure, detail) => {
                let moves = self.moves[self.task.opening.moves.len()..].to_vec();
                Unfinished::Failed { side, failure, detail, moves }
            }
        }
    }

    fn ended_by_rules(&self) -> Option<End> {
        let ending = self.record.ending(self.rules)?;
        let outcome = Outcome::of(ending.result(self.rules, self.mover()))?;
        let reason = match ending {
            Ending::Checkmate => Reason::Checkmate,
            Ending::Stalemate => Reason::Stalemate,
            Ending::CitadelDraw => Reason::CitadelDraw,
            Ending::Repetition => Reason::Repetition,
            Ending::FiftyMoves => Reason::FiftyMoves,
        };
        Some((outcome, reason, None))
    }

    /// Takes what a side did; how the game ends by that.
    fn take(&mut self, side: Color, turn: Turn) -> Option<End> {
        // The flag before everything else: whoever mates too late has lost.
        if let Some(late) = self.lateness(side, &turn) {
            return Some((Outcome::lost_by(side), Reason::Time, Some(late)));
        }
        let lost = |reason, detail| Some((Outcome::lost_by(side), reason, detail));
        match turn.deed {
            Deed::Move(mv) => {
                self.moves.push(mv.text(self.rules.game()));
                self.record.play(self.rules, mv);
                self.scores.push(turn.thought.score);
                self.depths.push(turn.thought.depth);
                self.nodes.push(turn.thought.nodes);
                self.times.push(turn.time.as_micros() as u64);
                if let Limit::Clock { increment, .. } = self.task.limits[side.index()] {
                    let left = self.left[side.index()].saturating_sub(turn.time);
                    self.left[side.index()] = left + Duration::from_millis(increment);
                }
                None
            }
            Deed::Illegal(text) => lost(Reason::IllegalMove, Some(text)),
            Deed::Claim(line) => lost(Reason::FalseClaim, Some(line)),
            Deed::Rubbish(line) => lost(Reason::Rubbish, Some(line)),
            Deed::Resigns => lost(Reason::Resignation, None),
            Deed::Nothing => lost(Reason::Time, Some("no answer".to_owned())),
        }
    }

    /// What there is to say of a flag that has fallen.
    fn lateness(&self, side: Color, turn: &Turn) -> Option<String> {
        let (allowed, margin) = match self.task.limits[side.index()] {
            Limit::Nodes(_) | Limit::Depth(_) => return None,
            Limit::Movetime { milliseconds, margin } => {
                (Duration::from_millis(milliseconds), margin)
            }
            Limit::Clock { margin, .. } => (self.left[side.index()], margin),
        };
        let took = turn.time;
        (took > allowed + Duration::from_millis(margin))
            .then(|| format!("{} ms where {} ms were left", took.as_millis(), allowed.as_millis()))
    }
}
