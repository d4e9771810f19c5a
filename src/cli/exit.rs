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

impl Exit {
    /// The number that the process tells.
    pub const fn code(self) -> u8 {
        match self {
            Self::Fine => 0,
            Self::Difference => 1,
            Self::BadInput => 2,
            Self::Interrupted => 3,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}
