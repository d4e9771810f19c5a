//! What the engine writes: lines of a search, and its end.

use std::fmt::Write as _;
use std::io::{self, Write};

use crate::engine::{Listener, SharedWriter};
use crate::rules::Game;
use crate::search::{Info, Outcome, ScoreBound, moves_to_mate};

/// Where answers go.
#[derive(Debug)]
pub(super) struct Output<W>(SharedWriter<W>);

impl<W> Clone for Output<W> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<W: Write> Output<W> {
    pub(super) fn new(writer: W) -> Self {
        Self(SharedWriter::new(writer))
    }

    /// Writes a line, or several, at once and whole.
    pub(super) fn line(&self, text: &str) -> io::Result<()> {
        self.0.line(text)
    }

    /// Tells what cannot be done.
    pub(super) fn error(&self, what: impl std::fmt::Display) -> io::Result<()> {
        let text = what.to_string();
        let one_line: Vec<&str> = text.split_whitespace().collect();
        self.line(&format!("info string error: {}", one_line.join(" ")))
    }
}

impl<W: Write + Send> Listener for Output<W> {
    fn info(&mut self, game: &Game, info: &Info<'_>) {
        // Who reads no more needs no answer.
        let _ = self.line(&info_line(game, info));
    }

    fn done(&mut self, game: &Game, outcome: &Outcome) {
        let best = outcome.best().map_or("(none)".to_owned(), |mv| mv.text(game));
        let reply = outcome.reply().map(|mv| format!(" ponder {}", mv.text(game)));
        let _ = self.line(&format!("bestmove {best}{}", reply.unwrap_or_default()));
    }
}

/// A line that tells how a search stands.
pub(super) fn info_line(game: &Game, info: &Info<'_>) -> String {
    let millis = info.time.as_millis();
    let nps = (u128::from(info.nodes) * 1000).checked_div(millis).unwrap_or(0);
    let mut text = format!(
        "info depth {} seldepth {} multipv {} score {}",
        info.depth,
        info.selective_depth,
        info.line,
        score_text(info.score)
    );
    match info.bound {
        Some(ScoreBound::Lower) => text += " lowerbound",
        Some(ScoreBound::Upper) => text += " upperbound",
        None => {}
    }
    // Writing to a string cannot fail.
    let _ = write!(text, " nodes {}", info.nodes);
    if nps > 0 {
        let _ = write!(text, " nps {nps}");
    }
    let _ = write!(text, " hashfull {} time {millis} pv", info.fullness);
    for mv in info.moves {
        let _ = write!(text, " {}", mv.text(game));
    }
    text
}

/// `cp 35` or `mate -3`.
fn score_text(score: i32) -> String {
    moves_to_mate(score).map_or_else(|| format!("cp {score}"), |moves| format!("mate {moves}"))
}
