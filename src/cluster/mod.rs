//! Work for many machines: a plan is cut into units, any program that starts commands has them done, and
//! the results are added up.
//!
//! There is no queue, no server and no heartbeat here. Every scheduler may do a unit twice, or say that
//! it is done when its result is lost. So only files count:
//!
//! * A *plan* ([`PlanFile`]) is a file of units. A [`Unit`] has a name that is made from what it is.
//! * A *result* ([`ResultText`]) is a file of its own for each unit, in a folder ([`Results`]). It is
//!   there whole or not at all, the first that is written stays, and a second is held against it.
//! * Whatever is to be known is read from plan and results alone.
//!
//! So a unit may be started any number of times, anywhere, and stopped by force: it counts once.

pub mod counts;
mod error;
pub mod estimate;
pub mod games;
mod plan;
mod result;
mod results;
pub mod submit;
mod unit;

pub use error::ResultError;
pub use plan::{PerftWork, PlanError, PlanFile, Work};
pub use result::{Made, ResultText};
pub use results::{Published, Results, Survey};
pub use unit::{Content, Unit};

/// The program, with its version, as files name it.
pub fn tool() -> String {
    format!("tamerlane {}", env!("CARGO_PKG_VERSION"))
}

/// The machine, as files name it: the node where Slurm says, for several can be on one machine.
pub fn host() -> String {
    std::env::var("SLURMD_NODENAME").unwrap_or_else(|_| crate::arena::here::host())
}
