//! [`Exit`]: how a command ended, as the process tells it.

use std::process::ExitCode;

use crate::arena::{ArenaError, JournalError};
use crate::cluster::counts::CountError;
use crate::cluster::games::GamesError;
use crate::cluster::{PlanError, ResultError};
use crate::perft::{CheckpointError, PerftError};
use crate::valuation::QuestionError;

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
    /// There are too few results to say what was asked.
    Missing,
    /// A file that keeps results is damaged.
    Corrupt,
    /// Two results of the same work differ.
    Conflict,
    /// So much went wrong in a run that its results say nothing.
    Invalid,
    /// A worker was stopped by a signal; what it had finished is there.
    Stopped,
}

impl Exit {
    /// How a command ends that an error has stopped.
    pub(super) fn of_error(error: &anyhow::Error) -> Self {
        let checkpoint = error.chain().find_map(|cause| match cause.downcast_ref()? {
            PerftError::Checkpoint(error) => Some(error),
            _ => None,
        });
        let journal = error.chain().find_map(|cause| match cause.downcast_ref() {
            Some(ArenaError::Journal(error)) => Some(error),
            _ => match cause.downcast_ref() {
                Some(QuestionError::Journal(error)) => Some(error),
                _ => cause.downcast_ref(),
            },
        });
        let result: Option<&ResultError> =
            error.chain().find_map(|cause| match cause.downcast_ref() {
                Some(CountError::Result(error)) => Some(error),
                _ => match cause.downcast_ref() {
                    Some(GamesError::Result(error)) => Some(error),
                    _ => cause.downcast_ref(),
                },
            });
        if let Some(error) = result {
            return super::cluster::exit_of(error);
        }
        if let Some(PlanError::Corrupt { .. }) = error.downcast_ref() {
            return Self::Corrupt;
        }
        match journal {
            Some(JournalError::Corrupt { .. }) => return Self::Corrupt,
            Some(JournalError::Conflict { .. }) => return Self::Conflict,
            _ => {}
        }
        match checkpoint {
            Some(CheckpointError::Corrupt { .. }) => Self::Corrupt,
            Some(CheckpointError::Conflict { .. }) => Self::Conflict,
            _ => Self::BadInput,
        }
    }
}

impl Exit {
    /// The number that the process tells.
    pub const fn code(self) -> u8 {
        match self {
            Self::Fine => 0,
            Self::Difference => 1,
            Self::BadInput => 2,
            Self::Interrupted => 3,
            Self::Missing => 4,
            Self::Corrupt => 5,
            Self::Conflict => 6,
            Self::Invalid => 7,
            // What sendmail and its like call a failure that may go by itself.
            Self::Stopped => 75,
        }
    }
}

impl Exit {
    /// The end that a number tells; `None` if no command of ours ends so.
    pub(super) fn of_code(code: i32) -> Option<Self> {
        let all = [
            Self::Fine,
            Self::Difference,
            Self::BadInput,
            Self::Interrupted,
            Self::Missing,
            Self::Corrupt,
            Self::Conflict,
            Self::Invalid,
            Self::Stopped,
        ];
        all.into_iter().find(|exit| i32::from(exit.code()) == code)
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}
