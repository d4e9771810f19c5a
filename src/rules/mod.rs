//! Which game is played: variant files, what they mean, and the tables compiled from that.
//!
//! The way of a ruleset: text → [`document`] (values that know their line) → [`Game`] (the
//! meaning, checked) → [`Ruleset`] (tables for a width of board, read-only from then on). Nothing
//! here knows a position, and no game is asked for by name outside [`library`].

mod document;
mod error;
mod fills;
mod game;
mod inherit;
pub mod library;
mod onto;
mod options;
mod pairs;
pub(crate) mod placement;
mod reach;
mod read;
mod ruleset;
mod stages;
mod steps;
mod tables;
mod zobrist;
mod zone;

pub use error::{Origin, VariantError};
pub(crate) use fills::{FillTables, PlainLeaper, Quad, SideFills, Turn, Twin};
pub use game::{
    Castling, Citadel, Endings, Game, Jump, JumpPath, KindRules, Promotion, Relocation, Repetition,
    Right, RightNeeds, Stage, Stalemate, Start, SwapWhen, Unmoved,
};
pub use inherit::{load, parse};
pub(crate) use onto::Onto;
pub(crate) use pairs::{Approaches, Lookers, PairSide, PairTables};
pub(crate) use reach::{Reach, down, up};
pub(crate) use ruleset::DoubleStep;
pub use ruleset::{KEY_SEED, Ruleset};
pub(crate) use stages::Then;
pub(crate) use steps::Steps;
pub(crate) use tables::{Leaper, MovementTables};
pub use zone::{Symmetry, Zone};
