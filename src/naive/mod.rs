//! The naive generator: every legal move of a position, written to be read beside the rules.
//!
//! A [`NaiveBoard`] holds a [`Setup`](crate::position::Setup) and walks the
//! [`Movement`](crate::pieces::Movement) of each man square by square. Whether a square is attacked
//! is found by walking every enemy man; whether a move is legal, by making it on a copy and looking
//! at the result; whether a relocated pawn attacks a man that cannot move, by looking for moves of
//! that man on such a copy. It is the yardstick that the fast generator is measured by.
//!
//! Not here: speed, sets of squares, tables, pins, anything kept from one move to the next. The
//! only things shared with the fast generator are the rules as they are read
//! ([`Game`](crate::rules::Game)) and the meaning of a FEN ([`Setup`](crate::position::Setup)).
//!
//! ```
//! use tamerlane::naive::NaiveBoard;
//! use tamerlane::{position::Setup, rules};
//! let game = rules::load("wild-tamerlane").unwrap();
//! let setup = Setup::parse(&game, game.start()).unwrap();
//! assert_eq!(NaiveBoard::new(&game, &setup).perft(2), 2696);
//! ```

mod attack;
mod board;
mod change;
mod citadels;
mod exchanges;
mod moves;
mod reasons;
mod royals;
mod second_step;
mod special;
#[cfg(test)]
mod tests;
mod waiting;
mod walk;

pub use board::NaiveBoard;
pub use reasons::Attack;
