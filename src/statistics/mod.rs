//! What games of a ruleset are like, measured over random games: how long they are, how they end,
//! how many moves there are to choose from, and of what sort the moves are.
//!
//! Nothing here says how good a game is. It says what a program for the game must cope with.

mod distribution;
mod games;

pub use distribution::{Bucket, Distribution};
pub use games::{Ending, GameStatistics, Request};
