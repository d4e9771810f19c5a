//! Games as other programs read them: Fairy-Stockfish's `variants.ini` and Sjaak II's text.
//!
//! Everything is made from a [`Game`](crate::rules::Game); what the other program cannot say is
//! refused with the reason, never left out. Those programs have the letters of the game that is
//! given; rename them before if they need others.

mod error;
mod fairy_stockfish;
mod features;
mod shape;
mod sjaak;

pub use error::ExportError;
pub use fairy_stockfish::fairy_stockfish;
pub use sjaak::sjaak;

/// A game as another program reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    /// What the game is called there.
    pub name: String,
    /// The text of the file.
    pub text: String,
    /// What old versions of the program do not understand in it, if anything.
    pub needs_recent: Option<String>,
}

/// What a game is called in files for other programs: a name that none of their own games has.
fn exported_name(game: &crate::rules::Game) -> String {
    format!("tamerlane-{}", game.name)
}
