//! Tamerlane: exact and fast perft, analysis and self-play for the Tamerlane family of great
//! chess games.
//!
//! A game is read from a text file ([`rules`]), compiled to tables for the narrowest board that
//! holds it ([`movegen::Variant`]), and played on positions ([`position`]) whose legal moves the
//! generator lists or counts ([`movegen`]). [`perft`] counts trees of them; [`naive`] is a second,
//! slow generator that judges the first; [`sampling`] makes the positions that it is judged on;
//! [`drawing`] tells and draws games for people. The `tamerlane` program is [`cli`].
//!
//! # A game and its width
//!
//! Boards are sets of squares, and how wide a set is is a type: `u128` for up to 128 squares,
//! [`geometry::Wide`] for up to 192. [`Variant::load`](movegen::Variant::load) finds out which one a
//! game needs, and [`Variant::dispatch`](movegen::Variant::dispatch) runs a [`Task`](movegen::Task)
//! of yours, written once for all widths, with the game's [`Ruleset`](rules::Ruleset):
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
//! let variant = Variant::load("wild-tamerlane")?;
//! assert_eq!(variant.dispatch(Replies), 2696);
//! # Ok::<(), tamerlane::rules::VariantError>(())
//! ```
//!
//! # Positions and moves
//!
//! A ruleset reads positions, lists legal moves, finds the one that a text means, and says how a
//! position stands. Playing a move gives a new position; nothing is taken back.
//!
//! ```
//! use tamerlane::geometry::Bitboard;
//! use tamerlane::movegen::{Status, Task, Variant};
//! use tamerlane::rules::Ruleset;
//!
//! /// A mated King of Tamerlane II changes places with a Prince.
//! struct Succession;
//!
//! impl Task for Succession {
//!     type Output = Result<String, Box<dyn std::error::Error>>;
//!     fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output {
//!         let mated = rules.position("10k/11/11/11/11/4I6/11/11/11/10r/K2r7 w - - 0 1")?;
//!         assert_eq!(rules.status(&mated), Status::Check);
//!         assert_eq!(rules.legal_moves(&mated).len(), 1);
//!         let succession = rules.move_named(&mated, "a1e6").ok_or("a1e6 is not legal")?;
//!         Ok(mated.play(rules, succession).fen(rules))
//!     }
//! }
//!
//! let fen = Variant::load("tamerlane2").unwrap().dispatch(Succession).unwrap();
//! assert_eq!(fen, "10k/11/11/11/11/4K6/11/11/11/10r/I2r7 b - - 1 1");
//! ```
//!
//! # Games of your own
//!
//! [`rules::parse`] reads a game from a text, [`rules::load`] from a file; both refuse what cannot
//! be, with file, line and key. The format is explained in `data/README.md`.
//!
//! ```
//! use tamerlane::movegen::Variant;
//! use tamerlane::rules;
//!
//! let text = r#"
//!     name = "wizard-chess"
//!     extends = "chess"
//!     start = "rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR w KQkq - 0 1"
//!     [kinds.wizard]
//!     letter = "M"
//!     move = "FC"
//! "#;
//! let variant = Variant::new(rules::parse(text, "wizard-chess.toml")?)?;
//! assert_eq!(variant.game().kinds.len(), 7);
//! # Ok::<(), rules::VariantError>(())
//! ```
//!
//! # Who judges whom
//!
//! [`naive::NaiveBoard`] finds legal moves by trying every one, from the same description of a game
//! and from nothing else that the fast generator uses. The tests compare the two on thousands of
//! positions of every game; so can you, on positions of yours.

pub mod arena;
pub mod cecp;
pub mod cli;
pub mod cluster;
pub mod compare;
pub mod drawing;
pub mod engine;
pub mod estimation;
pub mod evaluation;
pub mod export;
pub mod external;
pub mod geometry;
pub mod movegen;
pub mod naive;
pub mod perft;
pub mod pgn;
pub mod pieces;
pub mod position;
pub mod prover;
pub mod rating;
pub mod report;
pub mod rules;
pub mod sampling;
pub mod search;
pub mod statistics;
pub mod uci;
pub mod valuation;
pub mod values;
