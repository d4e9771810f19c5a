//! The state of a game: who stands where, whose turn it is, and what else the FEN says.
//!
//! A [`Setup`] is anything a FEN can say; a [`Position`] is one that can be played on, in the form
//! the generator wants. Which moves are legal is not known here.

mod diagram;
mod fen;
mod mv;
mod notation;
mod play;
mod setup;
mod state;

pub use fen::FenError;
pub use mv::{Action, Move};
pub use setup::{PositionError, Setup};
pub use state::Position;
