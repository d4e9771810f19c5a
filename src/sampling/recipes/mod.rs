//! The recipes of the themes: what is put on the board on purpose.
//!
//! "We" are the side to move throughout.

pub(super) mod arrivals;
pub(super) mod boards;
pub(super) mod checks;
pub(super) mod citadels;
pub(super) mod endings;
pub(super) mod passing;
pub(super) mod second_step;
pub(super) mod several;
pub(super) mod special;
pub(super) mod swaps;
pub(super) mod waiting;
