//! [`ExternalError`]: what can go wrong with another program.

/// What went wrong with another program. Every message names the command.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExternalError {
    /// The command is not one.
    #[error("command \"{command}\": {reason}")]
    Command {
        /// The command as it was given.
        command: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// The system does not start it.
    #[error("\"{command}\" cannot be started: {source}")]
    Start {
        /// The command.
        command: String,
        /// Why.
        source: std::io::Error,
    },
    /// It did not answer in time.
    #[error("\"{command}\" did not answer \"{request}\" within {seconds} s{last}")]
    Timeout {
        /// The command.
        command: String,
        /// What it was asked last.
        request: String,
        /// How long it was waited for.
        seconds: u64,
        /// The last it said, or nothing.
        last: String,
    },
    /// It ended, or closed its output.
    #[error("\"{command}\" {how} before it answered \"{request}\"{last}")]
    Died {
        /// The command.
        command: String,
        /// How it ended: `ended with exit code 1`.
        how: String,
        /// What it was asked last.
        request: String,
        /// The last it said on standard error, or nothing.
        last: String,
    },
    /// It answered something that is not of the protocol.
    #[error("\"{command}\" answered \"{request}\" with \"{line}\"; expected {expected}")]
    Rubbish {
        /// The command.
        command: String,
        /// What it was asked last.
        request: String,
        /// What it said.
        line: String,
        /// What it should have said.
        expected: String,
    },
    /// It said that it cannot do what it was asked.
    #[error("\"{command}\" refuses \"{request}\": {line}")]
    Refused {
        /// The command.
        command: String,
        /// What it was asked last.
        request: String,
        /// What it said.
        line: String,
    },
    /// Somebody asked to stop while it was waited for.
    #[error("interrupted while \"{command}\" was waited for")]
    Interrupted {
        /// The command.
        command: String,
    },
}
