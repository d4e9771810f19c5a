//! Other programs: started, spoken to, and ended when they misbehave.
//!
//! A [`Process`] is a child process that is written to and read from line by line. Every wait has
//! an end: what comes too late, or not at all, is an [`ExternalError`] that names the command. The
//! child and whatever it has started are killed when the `Process` is dropped.
//!
//! [`Uci`], [`Cecp`] and [`Lines`] speak a protocol each; [`Divider`] asks any of them for a divide,
//! the count of each first move; [`Uci::go`] and [`Cecp::go`] have it play.

mod answer;
mod cecp;
mod cecp_game;
mod divider;
mod error;
mod features;
mod lines;
mod process;
mod uci;

pub use answer::{Answer, Said, Thought, TimeControl};
pub use cecp::Cecp;
pub use divider::{Divide, Divider, Protocol};
pub use error::ExternalError;
pub use features::Features;
pub use lines::Lines;
pub use process::{Limits, Process};
pub use uci::{PerftCommand, Uci};
