//! [`ExportError`]: why a game cannot be said to another program.

/// Why a game cannot be said to another program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{game} cannot be said to {program}: {}", list(.reasons))]
pub struct ExportError {
    /// The name of the game.
    pub game: String,
    /// The name of the program.
    pub program: &'static str,
    /// Everything that stands against it, at least one.
    pub reasons: Vec<String>,
}

/// How many reasons a message names.
const NAMED: usize = 6;

fn list(reasons: &[String]) -> String {
    let named = reasons[..reasons.len().min(NAMED)].join("; ");
    match reasons.len().saturating_sub(NAMED) {
        0 => named,
        more => format!("{named}; and {more} more reasons"),
    }
}
