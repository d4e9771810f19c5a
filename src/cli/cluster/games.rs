//! Games in `tamerlane plan` and `tamerlane merge`.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde_json::json;

use crate::arena::{Contest, Journal, LogWriter, Plan, Schedule};
use crate::cli::Exit;
use crate::cli::arena::{ContestArgs, begin, summary};
use crate::cli::args::number;
use crate::cli::game_command::GameCommand;
use crate::cli::output::write_json;
use crate::cluster::games::{self, GamesWork};
use crate::cluster::{PlanFile, ResultText};
use crate::geometry::Bitboard;
use crate::report::Summary;
use crate::rules::Ruleset;

/// Plan games, as `tamerlane match` and `tournament` play them
///
/// Example: `tamerlane plan games -p "engine nodes=20000" -p "engine nodes=20000 values=a.toml" --pairs
/// 5000 --seed 1 -o plan.jsonl`. A unit is some pairs of games with their openings; which they are
/// depends on the plan alone. `tamerlane merge --out DIR` makes of the results the log that one machine
/// would have written.
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../arena/players.txt"))]
pub(super) struct GamesArgs {
    /// How many pairs of games each two opponents play
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number::<1, 100_000_000>)]
    pairs: u32,
    /// The first player meets each of the others, who do not meet each other
    #[arg(long)]
    gauntlet: bool,
    #[command(flatten)]
    games: ContestArgs,
    /// How many pairs a unit has
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = number::<1, 1_000_000>)]
    pairs_in_unit: u32,
    /// The file to write
    #[arg(short, long, value_name = "FILE", default_value = "plan.jsonl")]
    output: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl GamesArgs {
    pub(super) fn run(&self, out: &mut impl Write) -> anyhow::Result<Exit> {
        let variant = self.games.variant.load()?;
        let contest = if self.gauntlet { Contest::Gauntlet } else { Contest::RoundRobin };
        let plan = self.games.plan(variant.game(), contest, Some(self.pairs.into()), None, None)?;
        Planning { args: self, plan }.dispatch(&variant, out)
    }
}

struct Planning<'a> {
    args: &'a GamesArgs,
    plan: Plan,
}

impl GameCommand for Planning<'_> {
    fn run_on<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        out: &mut impl Write,
    ) -> anyhow::Result<Exit> {
        let args = self.args;
        let run = begin(rules, &self.plan)?;
        let work = GamesWork { plan: run.plan, programs: run.programs };
        let plan = games::plan(rules, work, args.pairs_in_unit.into())?;
        plan.write(&args.output)?;
        let pairs = Schedule::new(&self.plan).pairs().unwrap_or_default();
        let (path, variant) = (args.output.display(), &self.plan.variant);
        if args.json {
            let object = json!({
                "plan": path.to_string(),
                "id": plan.id,
                "variant": variant,
                "seed": self.plan.seed,
                "pairs": pairs,
                "units": plan.units.len(),
                "deterministic": plan.work.is_deterministic(),
            });
            write_json(out, &object)?;
        } else {
            let (units, seed) = (super::units(plan.units.len()), self.plan.seed);
            writeln!(out, "{path}: {pairs} pairs of games of {variant} in {units}, seed {seed}")?;
        }
        Ok(Exit::Fine)
    }
}

/// Makes the log of a run of the results of all units, and tells what came out.
pub(super) fn merge(
    plan: &PlanFile,
    results: &[ResultText],
    folder: Option<&Path>,
    json: bool,
    out: &mut impl Write,
) -> anyhow::Result<Exit> {
    let folder = folder.context("games are put into the folder of a run: expected --out DIR")?;
    let (run, games, failures) = games::log(plan, results).context("a result is of no games")?;
    LogWriter::put(folder, &run, &games, &failures)?;
    let journal = Journal::read(folder)?;
    let valid = Summary::of(&journal)?.state.valid;
    if json {
        write_json(out, &summary::json(&journal)?)?;
    } else {
        summary::print(out, &journal)?;
    }
    Ok(if valid { Exit::Fine } else { Exit::Invalid })
}
