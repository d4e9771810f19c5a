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
    #[command(flatten)]
    units: PairsArgs,
}

/// How pairs become a plan.
#[derive(Debug, clap::Args)]
pub(super) struct PairsArgs {
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

impl PairsArgs {
    /// Plans the games of a run, writes the plan, and says so; with the folder that games are to be merged
    /// into, where only one will do.
    pub(super) fn plan<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        plan: &Plan,
        stage: Option<&Path>,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        let run = begin(rules, plan)?;
        let work = GamesWork { plan: run.plan, programs: run.programs };
        let file = games::plan(rules, work, self.pairs_in_unit.into())?;
        file.write(&self.output)?;
        let pairs = Schedule::new(plan).pairs().unwrap_or_default();
        let (path, variant, seed) = (self.output.display(), &plan.variant, plan.seed);
        if self.json {
            let mut object = json!({
                "plan": path.to_string(),
                "id": file.id,
                "variant": variant,
                "seed": seed,
                "pairs": pairs,
                "units": file.units.len(),
                "deterministic": file.work.is_deterministic(),
            });
            if let Some(stage) = stage {
                object["stage"] = stage.display().to_string().into();
            }
            return write_json(out, &object);
        }
        let units = super::units(file.units.len());
        writeln!(out, "{path}: {pairs} pairs of games of {variant} in {units}, seed {seed}")?;
        if let Some(stage) = stage {
            writeln!(out, "merge them into {}", stage.display())?;
        }
        Ok(())
    }
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
        self.args.units.plan(rules, &self.plan, None, out)?;
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
    let valid = summary::tell(out, &journal, json)?;
    Ok(if valid { Exit::Fine } else { Exit::Invalid })
}
