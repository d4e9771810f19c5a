//! What a run came to, as tables for people, JSON for programs, and one page with a plot and all
//! games on a board. Everything is made from the log: see [`Summary::of`].
//!
//! * [`Summary`] counts and rates; as JSON it is what `tamerlane report --json` prints.
//! * [`tables`] makes [`Table`]s of it, which are written as plain text, as Markdown or as HTML.
//! * [`page`] is one HTML file that needs nothing else: no network, no other file.

mod course;
mod openings;
mod page;
mod players;
mod plot;
mod score;
mod summary;
mod table;
mod tables;
mod viewer;
mod words;

pub use course::{CoursePoint, TestSummary};
pub use openings::{OpeningRow, Openings};
pub(crate) use page::STYLE;
pub use page::page;
pub use players::{Meeting, PlayerRow, Thinking};
pub use score::Score;
pub use summary::{Forfeit, Lengths, ReasonRow, RunSummary, State, Summary, WhiteSummary};
pub use table::Table;
pub(crate) use table::escaped;
pub use tables::{headline, markdown, tables, text};
pub use viewer::{Viewer, ViewerError};
