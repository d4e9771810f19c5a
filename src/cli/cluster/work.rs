//! `tamerlane work`.

use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};

use anyhow::{Context, bail};
use serde_json::json;

use super::{PlanAndResults, read_plan, tell_faults, variant_of};
use crate::arena::{self, Brake};
use crate::cli::arena::programs;
use crate::cli::args::number;
use crate::cli::output::write_json;
use crate::cli::perft::parse_size;
use crate::cli::{Exit, progress};
use crate::cluster::counts::{self, Done};
use crate::cluster::{PlanFile, Results, Unit, Work, games};
use crate::geometry::Bitboard;
use crate::movegen::{Task, Variant};
use crate::rules::{KEY_SEED, Ruleset};

/// Variables in which schedulers say which task of an array this is.
const TASKS: [&str; 2] = ["SLURM_ARRAY_TASK_ID", "HQ_TASK_ID"];

/// Do units of a plan
///
/// Example: `tamerlane work --plan eight.jsonl --results res --shard 3/40` does units 3, 43, 83 and so
/// on. Units that have a result are passed over, so the same command goes on where it was stopped. Each
/// result is a file that is there whole or not at all.
///
/// Without --unit, --shard and --all the unit is the number in `SLURM_ARRAY_TASK_ID` or `HQ_TASK_ID`.
///
/// Exit codes besides those of all commands: 75 when stopped by a signal (what is finished is written,
/// what is in hand is dropped); 5 and 6 when a result that is there is damaged or differs.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    files: PlanAndResults,
    /// These units: numbers from 0, or keys as `tamerlane missing --keys` prints them
    #[arg(long, value_name = "N|KEY", num_args = 1.., conflicts_with_all = ["shard", "all"])]
    unit: Vec<String>,
    /// Each M-th unit from unit I on: 0/40, 1/40 ... 39/40
    #[arg(long, value_name = "I/M", value_parser = parse_shard, conflicts_with = "all")]
    shard: Option<(u64, u64)>,
    /// All units
    #[arg(long)]
    all: bool,
    /// How many threads, 1 to 1024; all cores if not given
    #[arg(short = 'j', long, value_name = "N", value_parser = number::<1, 1024>)]
    threads: Option<u32>,
    /// A table of counts of this size, for all threads together: 256M, 4G; 0 for none
    #[arg(long, value_name = "SIZE", default_value = "0", value_parser = parse_size)]
    hash: u64,
    /// The seed of the hash keys: results made with other keys owe nothing to keys that collide
    #[arg(long, value_name = "N", default_value_t = KEY_SEED, hide_default_value = true)]
    key_seed: u64,
    /// Print one JSON object at the end
    #[arg(long)]
    json: bool,
}

fn parse_shard(text: &str) -> Result<(u64, u64), String> {
    let numbers = text.split_once('/').and_then(|(index, of)| {
        let (index, of): (u64, u64) = (index.parse().ok()?, of.parse().ok()?);
        (index < of).then_some((index, of))
    });
    numbers.ok_or_else(|| "expected I/M with I from 0 to M - 1, such as 3/40".to_owned())
}

impl Args {
    pub(in crate::cli) fn run(self, out: &mut (impl Write + Send)) -> anyhow::Result<Exit> {
        let plan = read_plan(&self.files.plan)?;
        let units = self.units(&plan)?;
        let variant = variant_of(&plan.work, self.key_seed)?;
        let results = Results::make(&self.files.results)?;
        let given = self.threads.and_then(|threads| (threads as usize).try_into().ok());
        let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let threads = given.unwrap_or_else(cores);
        let job = Job { plan: &plan, units: &units, results: &results, variant: &variant, threads };
        let done = match &plan.work {
            Work::Perft(_) => self.count(&job, out),
            Work::Games(_) => self.play(&job, out),
        };
        let done = done.with_context(|| format!("\"{}\"", self.files.plan.display()))?;
        // A unit at fault is to be done again, once somebody has looked at it.
        let left = units.len() - done.counted - done.before;
        let exit = tell_faults(&done.faults);
        if self.json {
            let faults: Vec<String> = done.faults.iter().map(ToString::to_string).collect();
            let object = json!({
                "plan": plan.id, "units": units.len(), "done": done.counted,
                "before": done.before, "left": left, "faults": faults,
            });
            write_json(out, &object)?;
        } else {
            let (all, counted, before) = (super::units(units.len()), done.counted, done.before);
            writeln!(out, "{all}: {counted} done, {before} were done before, {left} left")?;
        }
        Ok(match exit {
            Some(exit) => exit,
            None if left > 0 => Exit::Stopped,
            None => Exit::Fine,
        })
    }

    /// Counts units.
    fn count(&self, job: &Job<'_>, out: &mut (impl Write + Send)) -> anyhow::Result<Done> {
        let watch = progress::interruptible_watch()?;
        let shared = (!self.json).then(|| Mutex::new(out));
        let tell = |unit: &Unit, nodes: u128, seconds: f64| {
            let Some(out) = &shared else { return };
            let Ok(mut out) = out.lock() else { return };
            // Whoever read this may have gone; the results are elsewhere.
            let _ = writeln!(out, "{} {nodes} nodes, {seconds:.1} core-seconds", unit.key());
            let _ = out.flush();
        };
        let conditions = counts::Conditions {
            threads: job.threads,
            hash_bytes: self.hash,
            key_seed: self.key_seed,
            watch: &watch,
            tell: &tell,
        };
        progress::with_bar(&watch, || job.variant.dispatch(Counting { job, conditions }))
    }

    /// Plays units.
    fn play(&self, job: &Job<'_>, out: &mut impl Write) -> anyhow::Result<Done> {
        if self.hash > 0 {
            bail!("--hash is for counts: the players of the plan have tables of their own");
        }
        let brake = Arc::new(Brake::default());
        let slammed = Arc::clone(&brake);
        ctrlc::set_handler(move || slammed.slam())?;
        let bar = progress::counting_bar(job.units.len() as u64);
        let mut tell = |unit: &Unit| {
            bar.inc(1);
            if !self.json {
                let _ = writeln!(out, "{} {} pairs", unit.key(), unit.size());
                let _ = out.flush();
            }
        };
        let conditions = arena::Conditions { threads: job.threads.get(), brake: &brake };
        let done = job.variant.dispatch(Playing { job, conditions, tell: &mut tell });
        bar.finish_and_clear();
        done
    }

    /// The units that are asked for.
    fn units<'p>(&self, plan: &'p PlanFile) -> anyhow::Result<Vec<&'p Unit>> {
        let find = |name: &str| {
            let last = plan.units.len().saturating_sub(1);
            plan.unit(name).with_context(|| {
                format!(
                    "\"{name}\" is no unit of the plan: expected a number from 0 to {last} or a key"
                )
            })
        };
        if self.all {
            return Ok(plan.units.iter().collect());
        }
        if let Some((index, of)) = self.shard {
            return Ok(plan.shard(index, of).collect());
        }
        if !self.unit.is_empty() {
            return self.unit.iter().map(|name| find(name)).collect();
        }
        for task in TASKS {
            if let Ok(name) = std::env::var(task) {
                return Ok(vec![find(&name).with_context(|| task.to_owned())?]);
            }
        }
        let [slurm, hq] = TASKS;
        bail!("which units? expected --unit, --shard or --all, or a number in {slurm} or {hq}")
    }
}

/// What is to be done, and where.
struct Job<'a> {
    plan: &'a PlanFile,
    units: &'a [&'a Unit],
    results: &'a Results,
    variant: &'a Variant,
    threads: NonZeroUsize,
}

struct Counting<'a> {
    job: &'a Job<'a>,
    conditions: counts::Conditions<'a>,
}

impl Task for Counting<'_> {
    type Output = anyhow::Result<Done>;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output {
        let Job { plan, units, results, .. } = self.job;
        Ok(counts::work(rules, plan, units, results, self.conditions)?)
    }
}

struct Playing<'a> {
    job: &'a Job<'a>,
    conditions: arena::Conditions<'a>,
    tell: &'a mut dyn FnMut(&Unit),
}

impl Task for Playing<'_> {
    type Output = anyhow::Result<Done>;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output {
        let Job { plan, units, results, .. } = self.job;
        if let Work::Games(work) = &plan.work {
            // A program that this machine does not have is no result.
            programs(rules, &work.plan)?;
        }
        Ok(games::work(rules, plan, units, results, self.conditions, self.tell)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards() {
        assert_eq!(parse_shard("3/40"), Ok((3, 40)));
        assert_eq!(parse_shard("0/1"), Ok((0, 1)));
        for text in ["", "3", "40/40", "/4", "3/", "-1/4", "1/4/5", "0/0"] {
            assert!(parse_shard(text).is_err(), "{text}");
        }
    }
}
