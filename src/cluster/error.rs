//! [`ResultError`]: why a result does not count.

use std::io;
use std::path::PathBuf;

/// Why a result does not count.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResultError {
    /// A file cannot be read or written.
    #[error("\"{path}\" cannot be {done}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// `"read"`, `"made"` or `"written"`.
        done: &'static str,
        /// What the system says.
        error: io::Error,
    },
    /// It is the result of something else.
    #[error("\"{path}\" belongs to something else: {reason}")]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it is instead.
        reason: String,
    },
    /// It is damaged.
    #[error("\"{path}\" is damaged: {reason}; remove it and do the unit again")]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// Another result of the same unit says something else.
    #[error("\"{path}\" and \"{other}\" are results of the same unit and differ: {reason}")]
    Conflict {
        /// The file.
        path: PathBuf,
        /// The other file.
        other: PathBuf,
        /// What they differ in.
        reason: String,
    },
}
