//! Matches and tournaments between players: ours, and other programs.
//!
//! What is played is a [`Plan`]; what was played is a log on disk, of which everything else is made
//! ([`log`] says what it looks like, [`Journal`] reads it).

mod adjudicator;
mod armies;
pub mod book;
pub mod book_maker;
mod brake;
mod game;
pub mod game_csv;
pub mod game_pgn;
pub mod here;
pub mod journal;
pub mod log;
pub mod openings;
mod ours;
pub mod pairs;
mod plan;
mod player;
mod run;
mod schedule;
pub mod standing;
mod theirs;
mod worker;
mod writer;

pub(crate) use armies::mirrored_men;
pub use brake::Brake;
pub use journal::{Journal, JournalError};
pub use log::{
    FailedGame, Failure, Machine, Opening, OtherProgram, Outcome, PlayedGame, Reason, Run,
};
pub use plan::{
    Adjudication, ArmiesPlan, CommandPlan, Contest, Difference, DrawRule, Limit, OpeningsPlan,
    Plan, PlayProtocol, PlayerPlan, Program, ResignRule, TestPlan, Timeouts, ValuesPlan,
};
pub use run::{Arena, ArenaError, Conditions, End};
pub use schedule::{Pair, Schedule};
pub use standing::{Decision, PairCounts, Standing};
pub use worker::probe;
pub use writer::LogWriter;
