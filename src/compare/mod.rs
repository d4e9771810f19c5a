//! Holding another program's move generator against this one, to the first move that differs.
//!
//! [`Comparison`] asks the other program for its divide of a position, descends into the smallest
//! subtree whose count differs until the lists of moves differ, and takes men off the board as long
//! as the difference stays. What it finds is a [`Finding`]; [`why_legal`] and [`why_illegal`] say
//! what this project thinks of a move, by its naive generator. [`Preset`] knows how to speak to some
//! programs, [`Notation`] how programs write.

mod finding;
mod legality;
mod notation;
mod peer;
mod preset;
mod search;
mod shrink;
mod travel;

pub use finding::{Fault, Finding, ListDifference, Place};
pub use legality::{why_illegal, why_legal};
pub use notation::{Notation, Translator};
pub use peer::{Peer, PeerMove};
pub use preset::{Preset, PresetError};
pub use search::{Comparison, Progress};

use crate::external::ExternalError;

/// Why a comparison could not go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CompareError {
    /// The other program failed.
    #[error(transparent)]
    External(#[from] ExternalError),
    /// The other program gave something that is no move.
    #[error(
        "\"{command}\" lists \"{said}\" among the moves of \"{fen}\", which is no move; expected \
         from-square, to-square and the letter of a promotion, as in e2e4 or b10b11q"
    )]
    Move {
        /// The command.
        command: String,
        /// The position as it was given.
        fen: String,
        /// What it said.
        said: String,
    },
    /// Somebody asked to stop while we were counting.
    #[error("interrupted")]
    Interrupted,
}

impl CompareError {
    /// Whether somebody asked to stop.
    pub fn is_interrupt(&self) -> bool {
        matches!(self, Self::Interrupted | Self::External(ExternalError::Interrupted { .. }))
    }
}
