//! [`Uci`]: the protocol of Stockfish and its many relatives.

use std::time::Duration;

use super::answer::{Answer, Said, Thought, TimeControl};
use super::divider::{Divide, Total, move_and_count, total_line};
use super::{ExternalError, Limits, Process};

/// How a UCI program is asked for a divide; the protocol itself has no command for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PerftCommand {
    /// `go perft N`, answered by `e2e4: 20` for each move and `Nodes searched: 400`.
    GoPerft,
    /// `divide N`, answered by `e2e4: 20` or `e2e4 20` for each move; the end is found by asking
    /// `isready`.
    Divide,
}

/// A program that speaks UCI.
#[derive(Debug)]
pub struct Uci {
    process: Process,
    name: String,
    /// What it has said of its options: `"UCI_Variant type combo default chess var chess"`.
    options: Vec<String>,
}

impl Uci {
    /// Starts a command and greets it.
    ///
    /// # Errors
    /// When it cannot be started, or does not answer `uci` by `uciok`.
    pub fn start(command: &str, limits: Limits) -> Result<Self, ExternalError> {
        let mut process = Process::start(command, limits)?;
        process.send("uci");
        let mut name = String::new();
        let mut options = Vec::new();
        process.read_until(|line| {
            if let Some(rest) = line.strip_prefix("id name ") {
                rest.trim().clone_into(&mut name);
            }
            options.extend(line.strip_prefix("option name ").map(str::to_owned));
            Ok((line.trim() == "uciok").then_some(()))
        })?;
        Ok(Self { process, name, options })
    }

    /// What it calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it has an option.
    pub fn has_option(&self, name: &str) -> bool {
        self.description(name).is_some()
    }

    /// Whether an option may have a value, as far as it has said.
    pub fn offers(&self, option: &str, value: &str) -> bool {
        let description = self.description(option).unwrap_or_default();
        description.split(" var ").skip(1).any(|offered| offered.trim() == value)
    }

    /// What it has said of an option.
    fn description(&self, option: &str) -> Option<&str> {
        let rest = |line: &'_ String| line.to_ascii_lowercase().find(" type ");
        let named = self.options.iter().find(|line| {
            rest(line).is_some_and(|end| line[..end].trim().eq_ignore_ascii_case(option))
        });
        named.map(|line| &line[rest(line).unwrap_or_default()..])
    }

    /// How long answers to what is asked from now on are waited for.
    pub fn wait_for(&mut self, answer: Duration) {
        self.process.wait_for(answer);
    }

    /// Tells it that another game begins, and waits until it is ready.
    ///
    /// # Errors
    /// As [`Uci::is_ready`].
    pub fn new_game(&mut self) -> Result<(), ExternalError> {
        self.process.send("ucinewgame");
        self.is_ready()
    }

    /// Has it think where it stands, and waits for what it says.
    ///
    /// # Errors
    /// When it does not answer in time, or has ended.
    pub fn go(&mut self, time: &TimeControl) -> Result<Answer, ExternalError> {
        self.process.send(&format!("go {}", go_words(time)));
        let mut thought = Thought::default();
        loop {
            let line = self.process.read()?;
            let mut words = line.split_whitespace();
            match words.next() {
                Some("info") => thought.note_info(&line),
                Some("bestmove") => {
                    let said = match words.next() {
                        Some("(none)" | "0000" | "NULL") => Said::Claim(line.trim().to_owned()),
                        Some(text) => Said::Move(text.to_owned()),
                        None => Said::Rubbish(line.trim().to_owned()),
                    };
                    return Ok(Answer { said, thought });
                }
                _ => {}
            }
        }
    }

    /// The error of a program that cannot do what is asked.
    pub fn refuse(&self, reason: &str) -> ExternalError {
        self.process.refused(reason)
    }

    /// Sets an option. A program that does not know it says so, or nothing.
    pub fn set_option(&mut self, name: &str, value: &str) {
        self.process.send(&format!("setoption name {name} value {value}"));
    }

    /// Waits until everything sent so far has been read.
    ///
    /// # Errors
    /// When it does not answer, or says that it did not understand something.
    pub fn is_ready(&mut self) -> Result<(), ExternalError> {
        self.process.send("isready");
        loop {
            let line = self.process.read()?;
            if line.trim() == "readyok" {
                return Ok(());
            }
            if is_complaint(&line) {
                return Err(self.process.refused(&line));
            }
        }
    }

    /// Sets a position and the moves played from it; `None` is the start position.
    pub fn position(&mut self, fen: Option<&str>, moves: &[String]) {
        let mut line =
            fen.map_or("position startpos".to_owned(), |fen| format!("position fen {fen}"));
        if !moves.is_empty() {
            line += " moves ";
            line += &moves.join(" ");
        }
        self.process.send(&line);
    }

    /// The FEN of the position it stands at, by the command `d` of Stockfish; `None` if it does not
    /// know that.
    ///
    /// # Errors
    /// When it does not answer at all.
    pub fn shown_fen(&mut self) -> Result<Option<String>, ExternalError> {
        self.process.send("d");
        self.process.send_also("isready");
        let mut fen = None;
        self.process.read_until(|line| {
            if let Some(rest) = line.strip_prefix("Fen:") {
                fen = Some(rest.trim().to_owned());
            }
            Ok((line.trim() == "readyok").then_some(()))
        })?;
        Ok(fen)
    }

    /// The divide of the position it stands at.
    ///
    /// # Errors
    /// When it does not answer in time or not as it should.
    pub fn divide(&mut self, command: PerftCommand, depth: u32) -> Result<Divide, ExternalError> {
        match command {
            PerftCommand::GoPerft => self.process.send(&format!("go perft {depth}")),
            PerftCommand::Divide => {
                self.process.send(&format!("divide {depth}"));
                self.process.send_also("isready");
            }
        }
        let mut divide = Divide::default();
        loop {
            let line = self.process.read()?;
            if command == PerftCommand::Divide && line.trim() == "readyok" {
                return Ok(divide);
            }
            if is_complaint(&line) {
                return Err(self.process.refused(&line));
            }
            match total_line(&line) {
                Some(Total(total)) => {
                    divide.check_total(total).map_err(|wrong| self.process.rubbish(line, wrong))?;
                    if command == PerftCommand::GoPerft {
                        return Ok(divide);
                    }
                }
                // Banners and information stand between the moves of some programs.
                None => divide.moves.extend(move_and_count(&line)),
            }
        }
    }
}

/// What stands behind `go`.
fn go_words(time: &TimeControl) -> String {
    match *time {
        TimeControl::Nodes(nodes) => format!("nodes {nodes}"),
        TimeControl::Depth(depth) => format!("depth {depth}"),
        TimeControl::Movetime(time) => format!("movetime {}", time.as_millis().max(1)),
        TimeControl::Clock { left, increment, .. } => {
            let [white, black] = left.map(|left| left.as_millis().max(1));
            let [white_adds, black_adds] = increment.map(|increment| increment.as_millis());
            format!("wtime {white} btime {black} winc {white_adds} binc {black_adds}")
        }
    }
}

/// Whether a line says that something was not understood.
fn is_complaint(line: &str) -> bool {
    let line = line.trim_start().to_ascii_lowercase();
    ["unknown command", "no such option", "error", "illegal"]
        .iter()
        .any(|word| line.starts_with(word))
}
