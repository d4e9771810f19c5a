//! `tamerlane play`.

use std::io::Write;

use super::Exit;
use super::args::{PositionArgs, play_all};
use super::game_command::GameCommand;
use super::moves::describe;
use super::output::write_json;
use crate::geometry::Bitboard;
use crate::rules::Ruleset;

/// Play moves and print the position they lead to
///
/// Moves are in engine notation: from-square, to-square, letter of a promotion; two legs have a comma
/// between them, a pass is e5e5 or @@@@. A move that is not legal is named, with those that are.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The moves
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
    /// Print one JSON object: {"fen", "status", "result", "moves"}, the moves being those that are
    /// legal now, status and result as `tamerlane moves` has them
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        let variant = self.position.variant.load()?;
        self.dispatch(&variant, out)
    }
}

impl GameCommand for Args {
    fn run_on<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        out: &mut impl Write,
    ) -> anyhow::Result<Exit> {
        let start = self.position.position(rules)?;
        let position = play_all(rules, start, &self.moves)?;
        if self.json {
            write_json(out, &describe(rules, &position))?;
        } else {
            writeln!(out, "{}", position.fen(rules))?;
        }
        Ok(Exit::Fine)
    }
}
