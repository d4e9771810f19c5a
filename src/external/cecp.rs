//! [`Cecp`]: the protocol of `XBoard`, with the `perft` command of Sjaak II.

use std::time::Duration;

use super::divider::{Divide, cecp_row};
use super::{ExternalError, Features, Limits, Process};

/// A program that speaks CECP.
#[derive(Debug)]
pub struct Cecp {
    pub(super) process: Process,
    pub(super) features: Features,
    pings: u32,
    /// How many moves of the game that is played it knows.
    pub(super) told: usize,
}

impl Cecp {
    /// Starts a command and greets it.
    ///
    /// # Errors
    /// When it cannot be started, or does not answer.
    pub fn start(command: &str, limits: Limits) -> Result<Self, ExternalError> {
        let mut process = Process::start(command, limits)?;
        process.send("xboard");
        process.send_also("protover 2");
        let mut cecp = Self { process, features: Features::default(), pings: 0, told: 0 };
        let mut features = Features::default();
        cecp.ping(|line| {
            features.note(line);
        })?;
        cecp.features = features;
        Ok(cecp)
    }

    /// What it has said it can do.
    pub fn features(&self) -> &Features {
        &self.features
    }

    /// How long answers to what is asked from now on are waited for.
    pub fn wait_for(&mut self, answer: Duration) {
        self.process.wait_for(answer);
    }

    /// Chooses a game.
    ///
    /// # Errors
    /// When it does not know the game.
    pub fn variant(&mut self, name: &str) -> Result<(), ExternalError> {
        self.process.send(&format!("variant {name}"));
        self.process.send_also("force");
        self.accepted()
    }

    /// Sets an option.
    ///
    /// # Errors
    /// When it does not know the option.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), ExternalError> {
        self.process.send(&format!("option {name}={value}"));
        self.accepted()
    }

    /// The FEN of the position it stands at, by the command `fen` of Sjaak II; `None` if it does
    /// not know that.
    ///
    /// # Errors
    /// When it does not answer at all.
    pub fn shown_fen(&mut self) -> Result<Option<String>, ExternalError> {
        self.process.send("fen");
        let mut fen = None;
        self.ping(|line| {
            if line.contains('/') && line.split_whitespace().count() >= 4 {
                fen = Some(line.trim().to_owned());
            }
        })?;
        Ok(fen)
    }

    /// The divide of a position.
    ///
    /// A move that is only nearly legal is listed with a count of 0, and so is one that mates;
    /// which it is shows at depth 1, and the program counts all depths on the way.
    ///
    /// # Errors
    /// When it does not answer in time or not as it should.
    pub fn divide(&mut self, fen: &str, depth: u32) -> Result<Divide, ExternalError> {
        self.process.send(&format!("setboard {fen}"));
        self.accepted()?;
        self.process.send(&format!("perft {depth} 1"));
        let mut legal = Vec::new();
        let mut divide = Divide::default();
        let mut depths = 0;
        let mut wrong = None;
        self.ping(|line| match cecp_row(line) {
            Some((mv, nodes)) if depths == 0 => {
                if nodes > 0 {
                    legal.push(mv.clone());
                }
                divide.moves.push((mv, nodes));
            }
            Some((mv, nodes)) if depths + 1 == depth => divide.moves.push((mv, nodes)),
            Some(_) => {}
            None if is_block_end(line) => {
                depths += 1;
                if depths < depth {
                    divide.moves.clear();
                }
            }
            None if line.trim().is_empty() => {}
            None => wrong = Some(line.to_owned()),
        })?;
        if depths != depth {
            let line = wrong.unwrap_or_default();
            return Err(self.process.rubbish(line, format!("the counts of {depth} depths")));
        }
        divide.moves.retain(|(mv, nodes)| *nodes > 0 || legal.contains(mv));
        Ok(divide)
    }

    /// Waits until everything sent so far has been done, and hands on what was said meanwhile.
    fn ping(&mut self, mut said: impl FnMut(&str)) -> Result<(), ExternalError> {
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.process.send_also(&format!("ping {}", self.pings));
        self.process.read_until(|line| {
            if line.trim() == pong {
                return Ok(Some(()));
            }
            said(line);
            Ok(None)
        })
    }

    /// Waits until what was sent has been done, and asks whether it was understood.
    pub(super) fn accepted(&mut self) -> Result<(), ExternalError> {
        let mut complaint = None;
        self.ping(|line| {
            if is_complaint(line) {
                complaint = Some(line.to_owned());
            }
        })?;
        match complaint {
            Some(line) => Err(self.process.refused(&line)),
            None => Ok(()),
        }
    }
}

/// Whether a line says that something was not understood.
fn is_complaint(line: &str) -> bool {
    let line = line.trim_start().to_ascii_lowercase();
    ["error", "illegal", "tellusererror"].iter().any(|word| line.starts_with(word))
}

/// Whether a line ends the counts of a depth: `" 2  400  0.00  8163265.31nps"`.
fn is_block_end(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    matches!(words.as_slice(), [depth, nodes, ..]
        if depth.parse::<u32>().is_ok() && nodes.parse::<u64>().is_ok() && words.len() >= 3)
}
