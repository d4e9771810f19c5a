//! Matches and tournaments between players: ours, and other programs.
//!
//! What is played is a [`Plan`]; what was played is a log on disk, of which everything else is made
//! ([`log`] says what it looks like, [`Journal`] reads it).

pub mod journal;
pub mod log;
mod plan;

pub use journal::{Journal, JournalError};
pub use log::{FailedGame, Failure, Machine, Opening, Outcome, PlayedGame, Reason, Run};
pub use plan::{
    Adjudication, CommandPlan, Contest, DrawRule, EloScale, Limit, OpeningsPlan, Plan,
    PlayProtocol, PlayerPlan, Program, ResignRule, TestPlan, Timeouts, ValuesPlan,
};
