//! Random games, composed positions and broken texts, each from a seed.
//!
//! Everything here is found in the rules: no game and no kind of piece is known by name, so what
//! works for the built-in games works for a variant file that nobody has thought of. The same
//! seed gives the same positions on every machine.
//!
//! * [`RandomGame`] plays at random, in one of a few [`Style`]s.
//! * [`compose`] makes positions about a [`Theme`]: pins, hoppers, en passant, mates, second steps,
//!   several royal men, waiting pawns, swaps, citadels, all of which random games show too seldom to
//!   test anything.
//! * [`Sampler`] takes from both in turn, for tests that want a bit of everything.
//! * [`Tags`] says which rare things a position shows, so that a test can demand all of them.
//! * [`reshaped`] makes a game of another one, with other ways to move and other rules for pawns
//!   that wait.
//! * [`broken_fen`] and [`broken_variant`] spoil texts that a reader must refuse or take, but never
//!   stumble over.

mod aiming;
mod breakage;
mod composed;
mod draft;
mod features;
mod games;
mod inspection;
mod lines;
mod random;
mod recipes;
mod reshape;
mod royals;
mod sampler;
mod tag;
mod tags;
#[cfg(test)]
mod tests;
mod theme;

pub use breakage::{broken_fen, broken_variant};
pub use composed::{Composer, compose};
pub use games::{Conduct, Ply, RandomGame, Style};
pub use random::Random;
pub use reshape::reshaped;
pub use sampler::{Sample, Sampler, Source};
pub use tag::Tag;
pub use tags::Tags;
pub use theme::Theme;

use crate::geometry::Bitboard;
use crate::position::{Move, Position};
use crate::rules::Ruleset;

/// All legal moves in the order of their texts, which does not depend on the generator's.
pub fn ordered_moves<B: Bitboard>(rules: &Ruleset<B>, position: &Position<B>) -> Vec<Move> {
    let mut moves = rules.legal_moves(position);
    moves.sort_by_cached_key(|mv| mv.text(rules.game()));
    moves
}
