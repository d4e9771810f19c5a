//! [`Uci`]: the protocol of Stockfish and its many relatives.

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
        process.read_until(|line| {
            if let Some(rest) = line.strip_prefix("id name ") {
                rest.trim().clone_into(&mut name);
            }
            Ok((line.trim() == "uciok").then_some(()))
        })?;
        Ok(Self { process, name })
    }

    /// What it calls itself.
    pub fn name(&self) -> &str {
        &self.name
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

/// Whether a line says that something was not understood.
fn is_complaint(line: &str) -> bool {
    let line = line.trim_start().to_ascii_lowercase();
    ["unknown command", "no such option", "error", "illegal"]
        .iter()
        .any(|word| line.starts_with(word))
}
