//! `tamerlane sample`.

use std::io::Write;

use serde_json::json;

use super::Exit;
use super::args::{VariantArgs, number};
use super::game_command::GameCommand;
use super::output::write_json;
use crate::geometry::Bitboard;
use crate::rules::Ruleset;
use crate::sampling::{Sampler, Tag, Tags};

/// Print random positions to test a program with
///
/// Some are the ends of random games, some are composed: pins, screens, double checks, en passant
/// that opens a line, promotions, and whatever else is rare in the game. One FEN a line; with --json
/// one object a line, {"fen", "source", "tags"}: where it comes from, and what it shows. The same
/// seed gives the same positions; `tamerlane compare` uses them too.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    variant: VariantArgs,
    /// How many positions
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = number::<1, 10_000_000>)]
    positions: u32,
    /// The seed of the positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        let variant = self.variant.load()?;
        self.dispatch(&variant, out)
    }
}

impl GameCommand for Args {
    fn run_on<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        out: &mut impl Write,
    ) -> anyhow::Result<Exit> {
        for sample in Sampler::new(rules, self.seed).take(self.positions as usize) {
            let fen = sample.position.fen(rules);
            if self.json {
                let tags = Tags::of(rules, &sample.position);
                let tags: Vec<&str> = tags.iter().map(Tag::name).collect();
                let source = sample.source.name();
                write_json(out, &json!({ "fen": fen, "source": source, "tags": tags }))?;
            } else {
                writeln!(out, "{fen}")?;
            }
        }
        Ok(Exit::Fine)
    }
}
