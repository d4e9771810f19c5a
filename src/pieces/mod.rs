//! What a kind of piece can do, apart from any board and any game.
//!
//! [`betza`] turns a movement string into a [`Movement`], the description that everything else is
//! built from: the tables of the fast generator as well as the walks of the naive one.

pub mod betza;
mod kind;
mod movement;

pub use betza::BetzaError;
pub(crate) use kind::by_kind;
pub use kind::{ByKind, Color, Kind, KindSet, MAX_KINDS, Piece};
pub use movement::{Movement, Part, Path, UNLIMITED};
