//! [`Exit`]: how a command ended, as the process tells it.

use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All is well.
    Fine,
    /// A difference was found, such as a count that is not the one in the file.
    Difference,
    /// The input cannot be used.
    BadInput,
    /// It was interrupted, and has printed what was finished.
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Fine => 0,
            Exit::Difference => 1,
            Exit::BadInput => 2,
            Exit::Interrupted => 3,
        })
    }
}
