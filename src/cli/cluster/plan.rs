//! `tamerlane plan`.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::{core_time, games, imbalance};
use crate::cli::Exit;
use crate::cli::args::{PositionArgs, number, play_all};
use crate::cli::game_command::GameCommand;
use crate::cli::output::{json_count, write_json};
use crate::cli::perft::parse_size;
use crate::cluster::estimate::{Estimate, estimate};
use crate::cluster::{PlanFile, counts};
use crate::geometry::Bitboard;
use crate::perft::Frontier;
use crate::rules::Ruleset;

/// How many seconds of processor time a unit shall take.
const UNIT_SECONDS: f64 = 30.0;

/// Cut work into units for many machines
///
/// A plan is a file of units. `tamerlane work` does some of them on any machine that has the plan,
/// `tamerlane missing` says what is still to be done, and `tamerlane merge` adds up. A unit may be
/// started twice, stopped or killed: it counts once. `tamerlane submit` prints what Slurm or GNU
/// parallel need.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    #[command(subcommand)]
    kind: Kind,
}

#[derive(Debug, clap::Subcommand)]
enum Kind {
    Perft(PerftArgs),
    Games(Box<games::GamesArgs>),
    Imbalance(Box<imbalance::ImbalanceArgs>),
}

/// Plan a count, as `tamerlane perft` makes it
///
/// Example: `tamerlane plan perft 8 -o eight.jsonl`. The positions three plies on, each once, are dealt
/// to units of about half a minute. A sample of them is counted to say how long all will take.
#[derive(Debug, clap::Args)]
struct PerftArgs {
    /// How many plies, 1 to 64
    #[arg(value_parser = number::<1, { crate::perft::MAX_DEPTH }>)]
    depth: u32,
    #[command(flatten)]
    position: PositionArgs,
    /// Moves to play first, in engine notation: e3e5 b10a8 ...
    #[arg(long, num_args = 1.., value_name = "MOVE")]
    moves: Vec<String>,
    /// How many units; if not given, such that each takes about half a minute here
    #[arg(long, value_name = "N", value_parser = number::<1, 100_000_000>)]
    units: Option<u32>,
    /// Say how long it takes with a table of this size for each worker, `work --hash`
    #[arg(long, value_name = "SIZE", default_value = "0", value_parser = parse_size)]
    hash: u64,
    /// Do not count a sample to say how long it takes; needs --units
    #[arg(long, requires = "units", conflicts_with = "hash")]
    no_estimate: bool,
    /// The file to write
    #[arg(short, long, value_name = "FILE", default_value = "plan.jsonl")]
    output: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(in crate::cli) fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        match self.kind {
            Kind::Perft(args) => args.dispatch(&args.position.variant.load()?, out),
            Kind::Games(args) => args.run(out),
            Kind::Imbalance(args) => args.run(out),
        }
    }
}

impl GameCommand for PerftArgs {
    fn run_on<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        out: &mut impl Write,
    ) -> anyhow::Result<Exit> {
        let start = self.position.position(rules)?;
        let position = play_all(rules, start, &self.moves)?;
        let frontier = Frontier::new(rules, &position, self.depth);
        let sampled = (!self.no_estimate).then(|| estimate(rules, &frontier, self.hash));
        let estimate = sampled.transpose()?;
        let positions = frontier.positions.len();
        let units = match (self.units, estimate) {
            (Some(units), _) => units as usize,
            (None, Some(estimate)) => (estimate.cpu_seconds / UNIT_SECONDS).ceil() as usize,
            (None, None) => 1,
        };
        let plan = counts::plan(&self.position.variant.variant, frontier, units);
        plan.write(&self.output)?;
        let told = Told { plan: &plan, path: &self.output, depth: self.depth, positions, estimate };
        if self.json {
            told.json(out)?;
        } else {
            told.print(out)?;
        }
        Ok(Exit::Fine)
    }
}

struct Told<'a> {
    plan: &'a PlanFile,
    path: &'a Path,
    depth: u32,
    positions: usize,
    estimate: Option<Estimate>,
}

impl Told<'_> {
    fn json(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let object = json!({
            "plan": self.path.display().to_string(),
            "id": self.plan.id,
            "variant": self.plan.work.variant(),
            "depth": self.depth,
            "units": self.plan.units.len(),
            "positions": json_count(self.positions as u128),
            "cpu_seconds": self.estimate.map(|estimate| estimate.cpu_seconds),
            "sample": self.estimate.map(|estimate| estimate.sample),
        });
        write_json(out, &object)
    }

    fn print(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let (path, units) = (self.path.display(), self.plan.units.len());
        let (variant, depth) = (self.plan.work.variant(), self.depth);
        writeln!(
            out,
            "{path}: perft({depth}) of {variant}, {} positions in {}",
            self.positions,
            super::units(units)
        )?;
        if let Some(estimate) = self.estimate {
            let Estimate { cpu_seconds, sample, guessed } = estimate;
            let each = cpu_seconds / units.max(1) as f64;
            let how = match guessed {
                0 => format!("{sample} positions were counted"),
                _ => format!(
                    "{sample} positions were counted to {guessed} plies less, the rest is a guess"
                ),
            };
            let (whole, each) = (core_time(cpu_seconds), core_time(each));
            writeln!(out, "about {whole} on this machine, {each} a unit ({how})")?;
        }
        Ok(())
    }
}
