//! [`Event`]: what the engine reacts to.

use std::io;

use crate::search::Outcome;

/// A command or the end of a search, one after the other.
#[derive(Debug)]
pub(super) enum Event {
    /// A line was read.
    Line(String),
    /// There are no more lines.
    End(io::Result<()>),
    /// The search of a number is over.
    Searched(u64, Outcome),
}
