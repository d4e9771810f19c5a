//! [`Thinking`]: hears the search, writes lines of thinking, and tells when it is over.

use std::fmt::Write as _;
use std::io::Write;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::event::Event;
use super::notation::Notation;
use crate::engine::{Listener, SharedWriter};
use crate::rules::Game;
use crate::search::{Info, Outcome, ScoreBound, moves_to_mate};

/// What a mate in no moves is told as; each move is one more.
const MATE: i32 = 100_000;

/// How far a search has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Progress {
    pub(super) time: Duration,
    pub(super) nodes: u64,
    pub(super) depth: u32,
}

/// A progress that two threads know.
pub(super) type SharedProgress = Arc<Mutex<Progress>>;

/// Hears one search.
pub(super) struct Thinking<W> {
    pub(super) output: SharedWriter<W>,
    pub(super) notation: Arc<Notation>,
    /// Whether lines are written.
    pub(super) post: bool,
    pub(super) progress: SharedProgress,
    /// Which search it is.
    pub(super) number: u64,
    pub(super) events: Sender<Event>,
}

impl<W: Write + Send> Listener for Thinking<W> {
    fn info(&mut self, _: &Game, info: &Info<'_>) {
        let progress = Progress { time: info.time, nodes: info.nodes, depth: info.depth };
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner) = progress;
        if self.post {
            // Who reads no more needs no answer.
            let _ = self.output.line(&line(&self.notation, info));
        }
    }

    fn done(&mut self, _: &Game, outcome: &Outcome) {
        // Who has left does not wait for it.
        let _ = self.events.send(Event::Searched(self.number, outcome.clone()));
    }
}

/// A line of thinking: depth, score, centiseconds, nodes, greatest depth, nodes a second, table hits;
/// behind a tabulator the moves.
fn line(notation: &Notation, info: &Info<'_>) -> String {
    let millis = info.time.as_millis();
    let speed = (u128::from(info.nodes) * 1000).checked_div(millis).unwrap_or(0);
    let mut text = format!(
        "{} {} {} {} {} {speed} 0\t",
        info.depth,
        score(info.score),
        millis / 10,
        info.nodes,
        info.selective_depth
    );
    for (index, &mv) in info.moves.iter().enumerate() {
        let blank = if index == 0 { "" } else { " " };
        // Writing to a string cannot fail.
        let _ = write!(text, "{blank}{}", notation.loose_text(mv));
    }
    text += match info.bound {
        Some(ScoreBound::Lower) => " !",
        Some(ScoreBound::Upper) => " ?",
        None => "",
    };
    text
}

/// A score in hundredths; mates are far beyond.
fn score(score: i32) -> i32 {
    match moves_to_mate(score) {
        None => score,
        Some(moves) if score > 0 => MATE + moves,
        Some(moves) => -MATE + moves,
    }
}
