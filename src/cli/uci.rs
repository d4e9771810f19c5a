//! `tamerlane uci`.

use std::io;

use super::Exit;
use super::args::VariantArgs;
use crate::uci::Uci;

/// Speak the universal chess interface with a graphical program or a match manager
///
/// Reads commands from standard input until "quit". The game is chosen with the option `UCI_Variant`,
/// or -v before; `VariantPath` adds a variant file of your own. "go perft N", "d" (draw the board) and
/// "bench" work as in other engines. Scores are in five-hundredths of a rook.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    variant: VariantArgs,
}

impl Args {
    pub(super) fn run(self) -> anyhow::Result<Exit> {
        let variant = self.variant.load()?;
        Uci::new(variant, io::stdout())?.run(io::stdin().lock())?;
        Ok(Exit::Fine)
    }
}
