//! Tamerlane: exact and fast perft, analysis and self-play for the Tamerlane family of great
//! chess games.
//!
//! A game is read from a text file ([`rules`]), compiled to tables for the narrowest board that
//! holds it ([`movegen::Variant`]), and played on positions ([`position`]) whose legal moves the
//! generator lists or counts ([`movegen`]). [`perft`] counts trees of them; [`naive`] is a second,
//! slow generator that judges the first.
//!
//! ```
//! use tamerlane::movegen::{Task, Variant};
//! use tamerlane::{geometry::Bitboard, rules::Ruleset};
//!
//! /// Counts the replies to each first move.
//! struct Replies;
//!
//! impl Task for Replies {
//!     type Output = u64;
//!     fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> u64 {
//!         let start = rules.start();
//!         rules.legal_moves(&start).iter().map(|&mv| rules.count_moves(&start.play(rules, mv))).sum()
//!     }
//! }
//!
//! let variant = Variant::load("wild-tamerlane").unwrap();
//! assert_eq!(variant.dispatch(Replies), 2696);
//! ```

pub mod cli;
pub mod drawing;
pub mod geometry;
pub mod movegen;
pub mod naive;
pub mod perft;
pub mod pieces;
pub mod position;
pub mod rules;
pub mod sampling;
