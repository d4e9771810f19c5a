//! [`Cecp`]: reads commands and does them.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use super::clock::Clocks;
use super::event::Event;
use super::games::Games;
use super::highlight::Lifted;
use super::moves::{self, Listed};
use super::notation::Notation;
use super::options::{self, DEFAULT_OVERHEAD, NORMAL};
use super::thinking::SharedProgress;
use crate::engine::{Session, Settings, SharedWriter};
use crate::pieces::Color;

/// A draw is accepted by a side whose score is no better than this.
const DRAWISH: i32 = -30;

/// Why the engine cannot start.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct CecpError(String);

/// Whether to go on reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Read,
    Quit,
}

/// What the engine does when it is its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Nothing: it only takes part in the position.
    Force,
    /// It plays a side.
    Plays(Color),
    /// It thinks about every position, and never moves.
    Analyses,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Move,
    Analysis,
    Hint,
    /// To know more when the opponent has moved.
    Ponder,
}

/// The engine as the protocol sees it.
#[derive(Debug)]
pub struct Cecp<W: Write + Send + 'static> {
    pub(super) output: SharedWriter<W>,
    pub(super) games: Games,
    pub(super) session: Session,
    pub(super) notation: Arc<Notation>,
    pub(super) mode: Mode,
    pub(super) clocks: Clocks,
    pub(super) overhead: Duration,
    /// The nodes that each move may take; 0 for no limit.
    pub(super) nodes: u64,
    /// How many lines analysis tells.
    pub(super) lines: usize,
    pub(super) only_shown: bool,
    pub(super) post: bool,
    pub(super) ponders: bool,
    /// Whether the opponent is a program too.
    pub(super) against_program: bool,
    /// The number of the last search started, and what it is for while it runs.
    pub(super) number: u64,
    pub(super) search: Option<Purpose>,
    pub(super) progress: SharedProgress,
    /// The answer that is expected from the opponent.
    pub(super) expected: Option<String>,
    /// What the engine thought of its last move.
    pub(super) score: i32,
    /// Answers to `ping` that wait for a move.
    pub(super) pongs: Vec<String>,
    pub(super) lifted: Option<Lifted>,
    /// Whether the last position set up could not be.
    pub(super) is_bad: bool,
    pub(super) events: (Sender<Event>, Receiver<Event>),
}

impl<W: Write + Send + 'static> Cecp<W> {
    /// An engine that knows the games of these files besides the built-in ones, and writes to
    /// `writer`.
    ///
    /// # Errors
    /// When a file cannot be read, or the system does not give the memory or the thread.
    pub fn new(files: &[String], writer: W) -> Result<Self, CecpError> {
        let mut games = Games::new();
        for file in files {
            games.add(file).map_err(CecpError)?;
        }
        let chosen = games.choose(NORMAL).map_err(CecpError)?;
        let session = Session::new(chosen.variant, Settings::default());
        Ok(Self {
            output: SharedWriter::new(writer),
            games,
            session: session.map_err(|error| CecpError(error.to_string()))?,
            notation: Arc::new(chosen.notation),
            mode: Mode::Plays(Color::Black),
            clocks: Clocks::default(),
            overhead: Duration::from_millis(DEFAULT_OVERHEAD),
            nodes: 0,
            lines: 1,
            only_shown: true,
            post: false,
            ponders: false,
            against_program: false,
            number: 0,
            search: None,
            progress: SharedProgress::default(),
            expected: None,
            score: 0,
            pongs: Vec::new(),
            lifted: None,
            is_bad: false,
            events: channel(),
        })
    }

    /// Does what the lines of the input say until `quit` or the end of the input.
    ///
    /// # Errors
    /// When the input cannot be read or the output not written.
    pub fn run(&mut self, input: impl BufRead + Send + 'static) -> io::Result<()> {
        let sender = self.events.0.clone();
        std::thread::Builder::new().spawn(move || read(input, &sender))?;
        loop {
            // This end of the channel is ours too: it does not close.
            let Ok(event) = self.events.1.recv() else { return Ok(()) };
            match event {
                Event::Line(line) => {
                    if self.command(&line)? == Next::Quit {
                        break;
                    }
                }
                Event::Searched(number, outcome) if number == self.number => {
                    self.searched(&outcome)?;
                }
                // A search that was given up.
                Event::Searched(..) => {}
                Event::End(result) => {
                    result?;
                    break;
                }
            }
        }
        self.give_up();
        Ok(())
    }

    fn command(&mut self, line: &str) -> io::Result<Next> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [command, rest @ ..] = words.as_slice() else { return Ok(Next::Read) };
        match *command {
            "xboard" | "accepted" | "rejected" | "random" | "name" | "rating" | "ics" => {}
            "computer" => self.against_program = true,
            "protover" => self.output.line(&options::features(&self.games))?,
            "new" => self.new_game()?,
            "variant" => self.variant(rest.first().unwrap_or(&NORMAL), line)?,
            "quit" => return Ok(Next::Quit),
            "force" | "result" => self.hold()?,
            "go" => {
                self.give_up();
                self.mode = Mode::Plays(self.session.line.turn());
                self.think()?;
            }
            "playother" => {
                self.give_up();
                self.mode = Mode::Plays(!self.session.line.turn());
                self.ponder();
            }
            "level" | "st" | "sd" | "nps" | "time" | "otim" => {
                let plies = self.session.line.moves().len();
                if self.clocks.set(command, rest, plies).is_none() {
                    self.error("wrong parameters", line)?;
                }
            }
            "usermove" => match rest {
                [text, ..] => self.user_move(text)?,
                [] => self.error("no move", line)?,
            },
            // The search says what it has found, which comes as an event.
            "?" if self.search == Some(Purpose::Move) => self.session.stop(),
            "?" | "pause" | "resume" | "white" | "black" if rest.is_empty() => {}
            "ping" => self.ping(rest.first().unwrap_or(&""))?,
            "draw" => {
                if self.score <= DRAWISH && matches!(self.mode, Mode::Plays(_)) {
                    self.output.line("offer draw")?;
                }
            }
            "setboard" => self.set_board(line)?,
            "hint" => self.hint()?,
            "fen" => self.output.line(&self.fen())?,
            "bk" => self.output.line(" There is no book.\n ")?,
            "undo" => self.take_back(1, line)?,
            "remove" => self.take_back(2, line)?,
            "hard" => self.ponders = true,
            "easy" => self.stop_pondering(),
            "post" => self.post = true,
            "nopost" => self.post = false,
            "analyze" => {
                self.mode = Mode::Analyses;
                self.analyse();
            }
            "exit" => {
                if self.mode == Mode::Analyses {
                    self.give_up();
                    self.mode = Mode::Force;
                }
            }
            "." => self.status()?,
            "memory" | "cores" => self.set_resources(command, rest, line)?,
            "option" => self.set_option(line)?,
            "lift" | "put" | "hover" => self.hand(command, rest)?,
            text if self.notation.coordinates(self.session.game(), text).is_some() => {
                self.user_move(text)?;
            }
            _ => self.error("unknown command", line)?,
        }
        Ok(Next::Read)
    }

    pub(super) fn error(&self, what: &str, line: &str) -> io::Result<()> {
        self.output.line(&format!("Error ({what}): {}", line.trim()))
    }

    pub(super) fn legal(&self) -> Vec<Listed> {
        moves::legal(self.session.variant(), &self.notation, &self.session.line)
    }

    pub(super) fn plies(&self) -> usize {
        self.session.line.moves().len()
    }
}

/// Hands on the lines of an input.
fn read(input: impl BufRead, events: &Sender<Event>) {
    for line in input.split(b'\n') {
        let event = match line {
            // Whatever is no UTF-8 is no command either.
            Ok(line) => Event::Line(String::from_utf8_lossy(&line).into_owned()),
            Err(error) => Event::End(Err(error)),
        };
        let is_end = matches!(event, Event::End(_));
        if events.send(event).is_err() || is_end {
            return;
        }
    }
    // Nobody may be listening any more.
    let _ = events.send(Event::End(Ok(())));
}
