//! `tamerlane values`: what pieces are worth, and how that is found out.

mod export;
mod imbalance;
mod mobility;
mod question;
mod regress;
mod spsa;

use std::io::Write;

pub(super) use question::{Asked, QuestionArgs};

use super::Exit;
use super::args::{ValuesArgs, VariantArgs};
use super::output::write_json;

/// Print what the pieces of a game are worth, or find it out
///
/// Without a method, prints the table that evaluation, exchanges and move ordering use: a value for
/// the middle game and one for the endgame, of which 500 is that of a man that rides like a rook.
/// Without --values they are derived from how the kinds move (crowded-board mobility). The output can
/// be changed and passed to --values of other commands, whole or in part.
///
/// The methods find values out: see `tamerlane values METHOD --help`.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_value_name = "METHOD")]
pub(super) struct Args {
    #[command(subcommand)]
    method: Option<Method>,
    #[command(flatten)]
    table: TableArgs,
}

#[derive(Debug, clap::Subcommand)]
enum Method {
    Mobility(mobility::Args),
    Imbalance(Box<imbalance::Args>),
    Regress(regress::Args),
    Spsa(Box<spsa::Args>),
    Export(export::Args),
}

/// Which table to print.
#[derive(Debug, clap::Args)]
struct TableArgs {
    #[command(flatten)]
    variant: VariantArgs,
    #[command(flatten)]
    values: ValuesArgs,
    /// Print one JSON object: {"variant", "kinds": {"pawn": {"middlegame", "endgame"}, ...}}
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        match self.method {
            None => self.table.run(out),
            Some(Method::Mobility(args)) => args.run(out),
            Some(Method::Imbalance(args)) => args.run(out),
            Some(Method::Regress(args)) => args.run(out),
            Some(Method::Spsa(args)) => args.run(out),
            Some(Method::Export(args)) => args.run(out),
        }
    }
}

impl TableArgs {
    fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        let variant = self.variant.load()?;
        let game = variant.game();
        let values = self.values.load(game)?;
        if self.json {
            write_json(out, &values.json(game))?;
        } else {
            write!(out, "{}", values.toml(game))?;
        }
        Ok(Exit::Fine)
    }
}
