//! [`Uci`]: reads commands and does them.

use std::io::{self, BufRead, Write};
use std::num::NonZeroUsize;
use std::time::Duration;

use super::go::{self, Go};
use super::options::{self, DEFAULT_OVERHEAD, MAX_HASH, MAX_OVERHEAD, Setting};
use super::output::Output;
use crate::engine::{GameLine, Session, Settings};
use crate::geometry::Bitboard;
use crate::movegen::{Task, Variant};
use crate::perft::{Perft, Watch};
use crate::pieces::Color;
use crate::rules::{Ruleset, library};
use crate::search::bench::{self, Bench, BenchError};
use crate::search::{MAX_LINES, MAX_THREADS};

/// The engine as the protocol sees it.
#[derive(Debug)]
pub struct Uci<W: Write + Send + 'static> {
    output: Output<W>,
    session: Session,
    lines: usize,
    overhead: Duration,
    /// The user's own game: its name, and the path of its file.
    own: Option<(String, String)>,
}

/// Whether to go on reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Read,
    Quit,
}

impl<W: Write + Send + 'static> Uci<W> {
    /// An engine that starts with a game and writes to `writer`.
    ///
    /// # Errors
    /// When the system does not give the memory or the thread.
    pub fn new(variant: Variant, writer: W) -> Result<Self, crate::engine::SessionError> {
        Ok(Self {
            output: Output::new(writer),
            session: Session::new(variant, Settings::default())?,
            lines: 1,
            overhead: Duration::from_millis(DEFAULT_OVERHEAD),
            own: None,
        })
    }

    /// Does what the lines of the input say until `quit` or the end of the input.
    ///
    /// # Errors
    /// When the input cannot be read or the output not written.
    pub fn run(&mut self, input: impl BufRead) -> io::Result<()> {
        for line in input.split(b'\n') {
            // Whatever is no UTF-8 is no command either.
            let line = line?;
            if self.command(&String::from_utf8_lossy(&line))? == Next::Quit {
                break;
            }
        }
        self.session.stop();
        Ok(())
    }

    fn command(&mut self, line: &str) -> io::Result<Next> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let mut rest = words.as_slice();
        // Words before a command are skipped.
        while let [word, behind @ ..] = rest {
            rest = behind;
            match *word {
                "uci" => self.introduce()?,
                "isready" => self.output.line("readyok")?,
                "setoption" => self.set_option(behind)?,
                "ucinewgame" => self.session.new_game(),
                "position" => self.position(behind)?,
                "go" => self.go(behind)?,
                "stop" => self.session.stop(),
                "ponderhit" => self.session.ponder_hit(),
                "d" => self.draw()?,
                "bench" => self.bench()?,
                "debug" | "register" => {}
                "quit" => return Ok(Next::Quit),
                _ => continue,
            }
            break;
        }
        Ok(Next::Read)
    }

    fn introduce(&self) -> io::Result<()> {
        let own = self.own.as_ref().map(|(name, _)| name.as_str());
        self.output.line(&format!(
            "id name Tamerlane {}\nid author the Tamerlane authors\n{}uciok",
            env!("CARGO_PKG_VERSION"),
            options::describe(own)
        ))
    }

    fn set_option(&mut self, words: &[&str]) -> io::Result<()> {
        let Some(Setting { name, value }) = options::parse(words) else {
            return self.output.error("setoption: expected \"name\" and the name of an option");
        };
        let number = |least: u64, most: u64| {
            let number = value.parse::<u64>().ok().filter(|n| (least..=most).contains(n));
            number.ok_or_else(|| {
                format!("option {name}: \"{value}\" is no number from {least} to {most}")
            })
        };
        let result = match name.to_lowercase().as_str() {
            "hash" => number(1, MAX_HASH)
                .and_then(|size| self.configure(|settings| settings.table_bytes = size << 20)),
            "threads" => number(1, MAX_THREADS as u64)
                .and_then(|threads| self.configure(|settings| settings.threads = threads as usize)),
            "multipv" => number(1, MAX_LINES as u64).map(|lines| self.lines = lines as usize),
            "move overhead" => {
                number(0, MAX_OVERHEAD).map(|time| self.overhead = Duration::from_millis(time))
            }
            "clear hash" => self.configure(|_| {}),
            "uci_variant" => self.choose(&value),
            "variantpath" => self.load(&value)?,
            "piecevalues" => self.take_values(&value),
            // Whether it may ponder is told with each search.
            "ponder" => Ok(()),
            _ => Err(format!("there is no option \"{name}\"")),
        };
        result.or_else(|error| self.output.error(error))
    }

    fn configure(&mut self, change: impl FnOnce(&mut Settings)) -> Result<(), String> {
        let mut settings = self.session.settings().clone();
        change(&mut settings);
        self.session.configure(settings).map_err(|error| error.to_string())
    }

    /// Takes another game.
    fn choose(&mut self, name: &str) -> Result<(), String> {
        let own = self.own.as_ref().filter(|(own, _)| own == name).map(|(_, path)| path);
        if own.is_none() && !library::names().any(|known| known == name) {
            return Err(format!("option UCI_Variant: there is no game \"{name}\""));
        }
        if self.session.game().name == name {
            return Ok(());
        }
        let variant = Variant::load(own.map_or(name, String::as_str));
        let variant = variant.map_err(|error| error.to_string())?;
        self.session.stop();
        // Values were given for another game.
        let settings = Settings { values: None, ..self.session.settings().clone() };
        self.session = Session::new(variant, settings).map_err(|error| error.to_string())?;
        Ok(())
    }

    /// Adds a game of the user's own to those that can be chosen.
    fn load(&mut self, path: &str) -> io::Result<Result<(), String>> {
        if path.is_empty() || path == "<empty>" {
            self.own = None;
            return Ok(Ok(()));
        }
        match Variant::load(path) {
            Err(error) => Ok(Err(error.to_string())),
            Ok(variant) => {
                let name = variant.game().name.clone();
                self.output.line(&options::variants(Some(&name)))?;
                self.own = Some((name, path.to_owned()));
                Ok(Ok(()))
            }
        }
    }

    fn take_values(&mut self, path: &str) -> Result<(), String> {
        if path.is_empty() || path == "<empty>" {
            return self.configure(|settings| settings.values = None);
        }
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("option PieceValues: \"{path}\": {error}"))?;
        self.configure(|settings| settings.values = Some(text))
    }

    /// `position startpos|fen F [moves M ...]`.
    fn position(&mut self, words: &[&str]) -> io::Result<()> {
        self.session.stop();
        let moves_at = words.iter().position(|word| *word == "moves");
        let (place, moves) =
            moves_at.map_or((words, &words[..0]), |at| (&words[..at], &words[at + 1..]));
        let variant = self.session.variant();
        let line = match place {
            ["startpos", ..] => Ok(GameLine::from_start(variant)),
            ["fen", fen @ ..] => GameLine::from_fen(variant, &fen.join(" ")),
            _ => return self.output.error("position: expected \"startpos\" or \"fen\""),
        };
        let line = line.and_then(|mut line| {
            // The game may go on from where it was.
            if line.start() == self.session.line.start() {
                line = self.session.line.clone();
            }
            line.replay(variant, moves)?;
            Ok(line)
        });
        match line {
            Ok(line) => self.session.line = line,
            Err(error) => self.output.error(error)?,
        }
        Ok(())
    }

    fn go(&mut self, words: &[&str]) -> io::Result<()> {
        self.session.stop();
        let line = &self.session.line;
        let legal = line.legal_moves(self.session.variant());
        let find = |text: &str| legal.iter().find(|(known, _)| known == text).map(|&(_, mv)| mv);
        match go::parse(words, line.turn(), self.overhead, find) {
            Go::Search { mut limits, patience } => {
                limits.lines = self.lines;
                self.session.start(limits, patience, Box::new(self.output.clone()));
                Ok(())
            }
            Go::Perft(depth) => self.perft(depth),
        }
    }

    fn perft(&mut self, depth: u32) -> io::Result<()> {
        let threads = NonZeroUsize::new(self.session.settings().threads);
        let perft = Perft { threads: threads.unwrap_or(NonZeroUsize::MIN), ..Perft::new(depth) };
        let count = Count { perft, line: &self.session.line };
        match self.session.variant().dispatch(count) {
            Ok(text) => self.output.line(&text),
            Err(error) => self.output.error(error),
        }
    }

    fn draw(&mut self) -> io::Result<()> {
        self.session.stop();
        let text = self.session.variant().dispatch(Draw(&self.session.line));
        self.output.line(&text)
    }

    fn bench(&mut self) -> io::Result<()> {
        self.session.stop();
        let output = self.output.clone();
        let mut bench = Bench::new(bench::DEPTH);
        for name in library::names() {
            let variant = match Variant::load(name) {
                Ok(variant) => variant,
                Err(error) => return self.output.error(error),
            };
            match bench.search(&variant, &mut |result| output.line(&result.to_string())) {
                Ok(()) => {}
                Err(BenchError::Output(error)) => return Err(error),
                Err(error) => return self.output.error(error),
            }
        }
        self.output.line(&bench.to_string())
    }
}

/// Counts move sequences as `go perft` tells them.
struct Count<'a> {
    perft: Perft,
    line: &'a GameLine,
}

impl Task for Count<'_> {
    type Output = Result<String, String>;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output {
        let record = self.line.record(rules).map_err(|error| error.to_string())?;
        let report = self.perft.run(rules, record.position(), &Watch::default());
        let report = report.map_err(|error| error.to_string())?;
        let game = rules.game();
        let each = report.divide.iter().map(|(mv, nodes)| format!("{}: {nodes}", mv.text(game)));
        let mut lines: Vec<String> = each.collect();
        lines.sort_unstable();
        lines.push(format!("\nNodes searched: {}", report.nodes));
        Ok(lines.join("\n"))
    }
}

/// Draws the board.
struct Draw<'a>(&'a GameLine);

impl Task for Draw<'_> {
    type Output = String;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> String {
        let Ok(record) = self.0.record(rules) else { return String::new() };
        let position = record.position();
        let game = rules.game();
        let mover = match position.turn() {
            Color::White => "White",
            Color::Black => "Black",
        };
        let ending = record.ending(rules).map_or(String::new(), |ending| format!(", {ending}"));
        format!(
            "{}\n{}, {mover} to move{ending}\nFen: {}\nKey: {:016x}",
            position.setup(rules).diagram(game),
            game.title,
            position.fen(rules),
            position.hash(rules)
        )
    }
}
