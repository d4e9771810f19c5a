//! Games and positions: what the commands do to them that set out, play and take back.

use std::io::{self, Write};
use std::sync::Arc;

use super::interface::{Cecp, Mode, Purpose};
use super::moves::Listed;
use super::options::NORMAL;
use super::result;
use crate::compare::why_illegal;
use crate::engine::{GameLine, Session, Settings};
use crate::movegen::GameResult;
use crate::pieces::Color;
use crate::position::Setup;

impl<W: Write + Send + 'static> Cecp<W> {
    /// The GUI knows one game that needs no name.
    pub(super) fn new_game(&mut self) -> io::Result<()> {
        self.give_up();
        if self.mode != Mode::Analyses {
            self.mode = Mode::Plays(Color::Black);
        }
        self.clocks.new_game();
        self.against_program = false;
        self.choose(NORMAL, "new")?;
        self.after_change();
        Ok(())
    }

    pub(super) fn variant(&mut self, name: &str, line: &str) -> io::Result<()> {
        self.give_up();
        for text in self.choose(name, line)? {
            self.output.line(&text)?;
        }
        self.after_change();
        Ok(())
    }

    /// Starts a game of a name and returns what is to be told of it.
    pub(super) fn choose(&mut self, name: &str, line: &str) -> io::Result<Vec<String>> {
        self.expected = None;
        self.is_bad = false;
        self.score = 0;
        let chosen = match self.games.choose(name) {
            Ok(chosen) => chosen,
            Err(reason) => {
                self.error(&reason, line)?;
                return Ok(Vec::new());
            }
        };
        if *chosen.variant.game() == *self.session.game() {
            self.session.new_game();
            return Ok(chosen.lines);
        }
        // Values were given for another game.
        let settings = Settings { values: None, ..self.session.settings().clone() };
        match Session::new(chosen.variant, settings) {
            Ok(session) => {
                self.session = session;
                self.notation = Arc::new(chosen.notation);
            }
            Err(error) => self.error(&error.to_string(), line)?,
        }
        Ok(chosen.lines)
    }

    pub(super) fn set_board(&mut self, line: &str) -> io::Result<()> {
        self.give_up();
        let fen = line.trim().strip_prefix("setboard").unwrap_or_default().trim();
        match self.position(fen) {
            Ok(line) => {
                self.session.line = line;
                self.is_bad = false;
            }
            Err(reason) => {
                self.is_bad = true;
                self.output.line(&format!("tellusererror Illegal position: {reason}"))?;
            }
        }
        self.after_change();
        Ok(())
    }

    pub(super) fn position(&self, fen: &str) -> Result<GameLine, String> {
        let game = self.session.game();
        let setup = self.notation.read_fen(game, fen)?;
        let line = |setup: &Setup| GameLine::from_fen(self.session.variant(), &setup.fen(game));
        // `XBoard` sometimes tells a square that nobody has passed.
        let without = Setup { en_passant: None, ..setup.clone() };
        line(&setup).or_else(|_| line(&without)).map_err(|error| error.to_string())
    }

    /// The position as `XBoard` would tell it.
    pub(super) fn fen(&self) -> String {
        let game = self.session.game();
        let ours = self.session.line.fen(self.session.variant());
        Setup::parse(game, &ours).map_or(ours, |setup| self.notation.fen(game, &setup))
    }

    pub(super) fn take_back(&mut self, plies: usize, line: &str) -> io::Result<()> {
        self.give_up();
        if self.plies() < plies {
            self.error("command not legal now", line)?;
        } else {
            for _ in 0..plies {
                self.session.line.take_back();
            }
        }
        self.after_change();
        Ok(())
    }

    /// What follows whenever the position is another one.
    pub(super) fn after_change(&mut self) {
        self.expected = None;
        self.lifted = None;
        if self.mode == Mode::Analyses {
            self.analyse();
        }
    }

    pub(super) fn user_move(&mut self, text: &str) -> io::Result<()> {
        if self.search == Some(Purpose::Move) {
            return self.error("command not legal now", text);
        }
        self.give_up();
        let found = self.legal().into_iter().find(|listed| self.notation.is_meant(listed, text));
        match found.filter(|_| !self.is_bad) {
            None => self.refuse(text)?,
            Some(listed) => {
                self.play(&listed);
                self.after_change();
                if let Mode::Plays(side) = self.mode
                    && !self.claim()?
                    && side == self.session.line.turn()
                {
                    return self.think();
                }
            }
        }
        if self.mode == Mode::Analyses {
            self.analyse();
        }
        Ok(())
    }

    /// Says why a move is not legal.
    pub(super) fn refuse(&self, text: &str) -> io::Result<()> {
        let game = self.session.game();
        let reason = if self.is_bad {
            "the position is not one of this game".to_owned()
        } else if let Some(ours) = self.notation.coordinates(game, text) {
            match Setup::parse(game, &self.session.line.fen(self.session.variant())) {
                Ok(setup) => why_illegal(game, &setup, &ours),
                Err(error) => error.to_string(),
            }
        } else {
            "expected two squares of this board".to_owned()
        };
        self.output.line(&format!("Illegal move ({}): {text}", reason.replace(['(', ')'], "")))
    }

    pub(super) fn play(&mut self, listed: &Listed) {
        let mut line = self.session.line.clone();
        // It is one of the legal moves.
        if line.play(self.session.variant(), &listed.text).is_ok() {
            self.session.line = line;
        }
    }

    /// Tells the result of a game that is over, and whether it is.
    pub(super) fn claim(&mut self) -> io::Result<bool> {
        let Some(claim) = result::claim(self.session.variant(), &self.session.line) else {
            return Ok(false);
        };
        // `XBoard` takes a claim to have won for false if it does not see it, and it does not see
        // that a King may not jump out of check. A program that has lost says so itself.
        let is_won = self.mode == Mode::Plays(!self.session.line.turn())
            && matches!(claim.result, GameResult::Win(side) if side != self.session.line.turn());
        let is_seen = self.session.game().jump.is_none();
        self.mode = Mode::Force;
        if !(self.against_program && is_won && !is_seen) {
            self.output.line(&claim.to_string())?;
        }
        Ok(true)
    }
}
