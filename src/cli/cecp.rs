//! `tamerlane cecp`.
#![expect(clippy::doc_markdown, reason = "the help is not markdown")]

use std::io;

use super::Exit;
use crate::cecp::Cecp;

/// Speak the protocol of XBoard and WinBoard
///
/// Reads commands from standard input until "quit". XBoard is told the board, the pieces and their
/// moves of every game, so it needs no configuration:
///
///   xboard -fcp "tamerlane cecp" -variant wild-tamerlane
///
/// A game of your own is added with -v and then chosen by the name in its file. Scores are in
/// five-hundredths of a rook.
#[derive(Debug, clap::Args)]
#[command(visible_alias = "xboard", verbatim_doc_comment)]
pub(super) struct Args {
    /// A variant file to offer besides the built-in games; may be given several times
    #[arg(short, long, value_name = "FILE")]
    variant: Vec<String>,
}

impl Args {
    pub(super) fn run(self) -> anyhow::Result<Exit> {
        // Not locked: another thread reads.
        let input = io::BufReader::new(io::stdin());
        Cecp::new(&self.variant, io::stdout())?.run(input)?;
        Ok(Exit::Fine)
    }
}
