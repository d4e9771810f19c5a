//! [`Lines`]: the plainest protocol there is, for programs of twenty lines in any language.
//!
//! We write a FEN, a tab and a depth on a line; the program answers a line `move nodes` for each
//! legal move, and an empty line. It goes on until its input ends.

use super::divider::{Divide, move_and_count};
use super::{ExternalError, Limits, Process};

/// A program that speaks the protocol of lines.
#[derive(Debug)]
pub struct Lines {
    process: Process,
}

impl Lines {
    /// Starts a command. Nothing is said before the first question.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(command: &str, limits: Limits) -> Result<Self, ExternalError> {
        Ok(Self { process: Process::start(command, limits)? })
    }

    /// The divide of a position.
    ///
    /// # Errors
    /// When it does not answer in time or not as it should.
    pub fn divide(&mut self, fen: &str, depth: u32) -> Result<Divide, ExternalError> {
        self.process.send(&format!("{fen}\t{depth}"));
        let mut divide = Divide::default();
        self.process.read_until(|line| {
            if line.trim().is_empty() {
                return Ok(Some(()));
            }
            match move_and_count(line) {
                Some(entry) => divide.moves.push(entry),
                None => {
                    return Err(
                        "a move and a number, as in \"e2e4 20\", or an empty line after the last \
                         move; write everything else to standard error"
                            .to_owned(),
                    );
                }
            }
            Ok(None)
        })?;
        Ok(divide)
    }
}
