//! Where things are: squares, sets of squares and the shape of a board.
//!
//! Nothing here knows what a piece is. A square is an index, a set of squares is a [`Bitboard`],
//! and a [`Board`] says which squares exist, what they are called and which lie beside which.

mod bitboard;
mod board;
mod four_words;
mod instructions;
mod lanes;
mod square;
mod wide;

pub use bitboard::{Bitboard, Mailbox, Squares};
pub(crate) use board::file_letter;
pub use board::{Board, BoardError, ExtraSquare, MAX_FILES, MAX_SQUARES};
pub use instructions::{Avx512, Instructions};
pub use lanes::{LANES, LaneWords, Lanes, Shift, Words};
pub use square::{Offset, Square};
pub use wide::Wide;
