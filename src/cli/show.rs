//! `tamerlane show`.

use std::io::Write;

use serde_json::json;

use super::Exit;
use super::args::PositionArgs;
use super::output::write_json;
use crate::geometry::Bitboard;
use crate::movegen::Task;
use crate::rules::Ruleset;

/// Draw a position
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Print one JSON object: {"variant", "fen", "status", "board"}
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        let variant = self.position.variant.load()?;
        variant.dispatch(Run { args: &self, out })
    }
}

struct Run<'a, W> {
    args: &'a Args,
    out: &'a mut W,
}

impl<W: Write> Task for Run<'_, W> {
    type Output = anyhow::Result<Exit>;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output {
        let game = rules.game();
        let position = self.args.position.position(rules)?;
        let board = position.setup(rules).diagram(game);
        let status = rules.status(&position);
        if self.args.json {
            let object = json!({
                "variant": game.name,
                "fen": position.fen(rules),
                "status": status.word(),
                "board": board.lines().collect::<Vec<_>>(),
            });
            write_json(self.out, &object)?;
        } else {
            writeln!(self.out, "{board}")?;
            writeln!(self.out, "{}, {} to move, {status}", game.title, position.turn().name())?;
            writeln!(self.out, "{}", position.fen(rules))?;
        }
        Ok(Exit::Fine)
    }
}
