//! Games as people and their programs keep them: PGN, read and written.
//!
//! Moves are written in short algebraic notation where the game's moves can be said so: `Nf3`, `exd5`,
//! `e8=Q`, `O-O`. Moves that have no such form, an exchange or a move of two legs, stand as they do
//! everywhere else in this program: `e5e6,e6f7`.

mod read;
mod san;
mod write;

pub use read::{PgnGame, PgnReader};
pub use write::Writer;
