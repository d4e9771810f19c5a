//! Searches: for a move, to analyse, for a hint, in the opponent's time; and what comes of them.

use std::io::{self, Write};
use std::sync::{Arc, PoisonError};

use super::interface::{Cecp, Mode, Purpose};
use super::thinking::{Progress, Thinking};
use crate::engine::Patience;
use crate::search::{Limits, Outcome};

/// The nodes spent on a hint.
const HINT_NODES: u64 = 20_000;

impl<W: Write + Send + 'static> Cecp<W> {
    pub(super) fn start(&mut self, limits: Limits, patience: Patience, purpose: Purpose) {
        self.number += 1;
        self.search = Some(purpose);
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner) = Progress::default();
        let listener = Thinking {
            output: self.output.clone(),
            notation: Arc::clone(&self.notation),
            post: self.post && matches!(purpose, Purpose::Move | Purpose::Analysis),
            progress: Arc::clone(&self.progress),
            number: self.number,
            events: self.events.0.clone(),
        };
        self.session.start(limits, patience, Box::new(listener));
    }

    /// Takes part in the position, and no more.
    pub(super) fn hold(&mut self) -> io::Result<()> {
        self.give_up();
        self.mode = Mode::Force;
        self.flush_pongs()
    }

    pub(super) fn stop_pondering(&mut self) {
        self.ponders = false;
        if self.search == Some(Purpose::Ponder) {
            self.give_up();
        }
    }

    /// Ends a search whose outcome nobody wants.
    pub(super) fn give_up(&mut self) {
        // What it still says belongs to no search that counts.
        self.number += 1;
        self.search = None;
        self.session.stop();
    }

    pub(super) fn think(&mut self) -> io::Result<()> {
        if self.is_bad || self.claim()? {
            return Ok(());
        }
        let mut limits = self.clocks.limits(self.plies(), self.overhead);
        if self.nodes > 0 {
            limits = Limits { nodes: Some(self.nodes), depth: limits.depth, ..Limits::default() };
        }
        let legal = self.legal();
        if self.only_shown && legal.iter().any(|listed| !listed.shown) {
            limits.moves = legal.iter().filter(|l| l.shown).map(|listed| listed.mv).collect();
        }
        self.start(limits, Patience::None, Purpose::Move);
        Ok(())
    }

    pub(super) fn analyse(&mut self) {
        self.give_up();
        if self.is_bad {
            return;
        }
        let limits = Limits { lines: self.lines, ..Limits::default() };
        self.start(limits, Patience::UntilStopped, Purpose::Analysis);
    }

    /// Thinks about the position behind the answer that is expected.
    pub(super) fn ponder(&mut self) {
        let (true, Some(expected)) = (self.ponders, self.expected.clone()) else { return };
        let legal = self.legal();
        let Some(listed) = legal.iter().find(|listed| listed.told == expected) else { return };
        let before = self.session.line.clone();
        self.play(listed);
        self.start(Limits::default(), Patience::UntilStopped, Purpose::Ponder);
        self.session.line = before;
    }

    pub(super) fn hint(&mut self) -> io::Result<()> {
        if let Some(expected) = &self.expected {
            return self.output.line(&format!("Hint: {expected}"));
        }
        if self.search.is_none() && !self.is_bad {
            self.start(Limits::nodes(HINT_NODES), Patience::None, Purpose::Hint);
        }
        Ok(())
    }

    /// A search is over.
    pub(super) fn searched(&mut self, outcome: &Outcome) -> io::Result<()> {
        let purpose = self.search.take();
        self.session.wait();
        let legal = self.legal();
        let best = outcome.best().and_then(|best| legal.iter().find(|listed| listed.mv == best));
        match (purpose, best) {
            (Some(Purpose::Move), Some(listed)) => {
                self.score = outcome.score();
                self.play(listed);
                // Each leg is a command of its own; all but the last end with a comma.
                let legs = listed.told.replace(',', ",\nmove ");
                self.output.line(&format!("move {legs}"))?;
                self.after_change();
                let reply = outcome.reply();
                self.expected =
                    self.legal().into_iter().find(|l| Some(l.mv) == reply).map(|l| l.told);
                if !self.claim()? {
                    self.ponder();
                }
            }
            (Some(Purpose::Hint), Some(listed)) => {
                self.output.line(&format!("Hint: {}", listed.told))?;
            }
            _ => {}
        }
        self.flush_pongs()
    }

    /// Tells how far analysis has come.
    pub(super) fn status(&self) -> io::Result<()> {
        if self.search != Some(Purpose::Analysis) {
            return Ok(());
        }
        let progress = *self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        let centiseconds = progress.time.as_millis() / 10;
        let moves = self.legal().len();
        // Which move of the root is looked at is not told: as if all were done.
        self.output.line(&format!(
            "stat01: {centiseconds} {} {} 0 {moves}",
            progress.nodes, progress.depth
        ))
    }

    pub(super) fn ping(&mut self, number: &str) -> io::Result<()> {
        let pong = format!("pong {number}");
        if self.search == Some(Purpose::Move) {
            // Not before the move.
            self.pongs.push(pong);
            return Ok(());
        }
        self.output.line(&pong)
    }

    pub(super) fn flush_pongs(&mut self) -> io::Result<()> {
        self.pongs.drain(..).try_for_each(|pong| self.output.line(&pong))
    }
}
