//! `tamerlane merge`.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail};
use serde_json::{Value, json};

use super::cross_check::{self, Agreement};
use super::{PlanAndResults, core_time, games, ranges, read_plan, tell_faults, variant_of};
use crate::cli::Exit;
use crate::cli::args::number;
use crate::cli::output::{json_count, write_json};
use crate::cluster::counts::{self, Total};
use crate::cluster::{PerftWork, PlanFile, ResultText, Results, Work};
use crate::geometry::Bitboard;
use crate::movegen::Task;
use crate::rules::{KEY_SEED, Ruleset};

/// Add up the results of a plan
///
/// Every unit must have a result, and nothing else may be in the folder: results that are damaged,
/// belong to something else or differ from one another are named, and nothing is added up.
///
/// Exit codes: 0 fine; 4 results are missing, 5 a result is damaged, 6 two results of the same unit
/// differ, 2 a result belongs to something else.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    files: PlanAndResults,
    /// Compare with the results of another run of the same plan, unit by unit: on another machine, or
    /// with other hash keys (`work --key-seed`)
    #[arg(long, value_name = "DIR2")]
    cross_check: Option<PathBuf>,
    /// Print the count of each first move, or of each first two moves
    #[arg(
        long, value_name = "PLIES", num_args = 0..=1, default_missing_value = "1",
        value_parser = number::<1, 2>,
    )]
    divide: Option<u32>,
    /// Write what is there as a checkpoint, from which `tamerlane perft --checkpoint FILE` goes on; also
    /// when results are missing
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Where games are put: the folder of a run, as `tamerlane match` makes it, which must not hold one yet
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(in crate::cli) fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        let plan = read_plan(&self.files.plan)?;
        let folder = Results::open(&self.files.results)?;
        let mut survey = folder.survey(&plan)?;
        let mut faults = std::mem::take(&mut survey.faults);
        let mut agreement = None;
        if let Some(second) = &self.cross_check {
            if !plan.work.is_deterministic() {
                bail!(
                    "the games of this plan differ each time: players have clocks, threads or are others"
                );
            }
            let (found, more) = cross_check::compare(&plan, (&folder, &survey), second)?;
            agreement = Some(found);
            faults.extend(more);
        }
        if let Some(exit) = tell_faults(&faults) {
            return Ok(exit);
        }
        let missing: Vec<usize> = survey.missing().collect();
        let results: Vec<ResultText> = survey.results.into_iter().flatten().collect();
        if let (Some(path), Work::Perft(perft)) = (&self.checkpoint, &plan.work) {
            let text = counts::checkpoint(&perft.count, &results);
            // One that is there may have something that the results do not have.
            let file = std::fs::File::create_new(path);
            file.and_then(|mut file| file.write_all(text.as_bytes()))
                .with_context(|| format!("\"{}\" cannot be written", path.display()))?;
        }
        let unchecked = agreement.as_ref().map_or(0, |agreement| agreement.missing);
        if !missing.is_empty() || unchecked > 0 {
            tell_missing(&self.files.results, &plan, &missing);
            if unchecked > 0 {
                eprintln!("error: the second run has no result of {}", super::units(unchecked));
            }
            return Ok(Exit::Missing);
        }
        let Work::Perft(perft) = &plan.work else {
            if let Some(agreement) = &agreement {
                eprintln!("cross-check: {} agree", super::units(agreement.units));
            }
            return games::merge(&plan, &results, self.out.as_deref(), self.json, out);
        };
        let variant = variant_of(&plan.work, KEY_SEED)?;
        let task = Adding { plan: &plan, results: &results, plies: self.divide.unwrap_or(1) };
        let total =
            variant.dispatch(task).with_context(|| format!("\"{}\"", self.files.plan.display()))?;
        let merged = Merged { plan: &plan, perft, results: &results, total, agreement };
        if self.json {
            write_json(out, &merged.json())?;
        } else {
            merged.print(out, self.divide.is_some())?;
        }
        Ok(Exit::Fine)
    }
}

fn tell_missing(folder: &std::path::Path, plan: &PlanFile, missing: &[usize]) {
    if missing.is_empty() {
        return;
    }
    let (count, all) = (missing.len(), super::units(plan.units.len()));
    let numbers = ranges(missing.iter().copied());
    let message = format!("\"{}\": {count} of {all} missing: {numbers}", folder.display());
    eprintln!("error: {}", crate::cli::output::one_line(&message));
}

struct Adding<'a> {
    plan: &'a PlanFile,
    results: &'a [ResultText],
    plies: u32,
}

impl Task for Adding<'_> {
    type Output = anyhow::Result<Total>;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output {
        Ok(counts::total(rules, self.plan, self.results, self.plies)?)
    }
}

struct Merged<'a> {
    plan: &'a PlanFile,
    perft: &'a PerftWork,
    results: &'a [ResultText],
    total: Total,
    agreement: Option<Agreement>,
}

impl Merged<'_> {
    fn cpu_seconds(&self) -> f64 {
        self.results.iter().map(|result| result.made.cpu_seconds).sum()
    }

    fn hosts(&self) -> Vec<&str> {
        let mut hosts: Vec<&str> =
            self.results.iter().map(|result| result.made.host.as_str()).collect();
        hosts.sort_unstable();
        hosts.dedup();
        hosts
    }

    /// The sums by first moves, in the order of their texts.
    fn divide(&self) -> Vec<(String, u128)> {
        let subtotals = self.total.subtotals.iter();
        let mut divide: Vec<(String, u128)> =
            subtotals.map(|(moves, nodes)| (moves.join(" "), *nodes)).collect();
        divide.sort_unstable();
        divide
    }

    fn json(&self) -> Value {
        let count = &self.perft.count;
        let divide = self.divide().into_iter();
        let divide: Vec<Value> = divide
            .map(|(text, nodes)| json!({ "move": text, "nodes": json_count(nodes) }))
            .collect();
        let cross_check = self.agreement.as_ref().map(|agreement| {
            json!({
                "units": agreement.units,
                "other_keys": agreement.other_keys,
                "other_hosts": agreement.other_hosts,
            })
        });
        json!({
            "plan": self.plan.id,
            "variant": self.plan.work.variant(),
            "fen": count.fen,
            "depth": count.depth,
            "nodes": json_count(self.total.nodes),
            "units": self.results.len(),
            "positions": count.positions,
            "cpu_seconds": self.cpu_seconds(),
            "hosts": self.hosts(),
            "divide": divide,
            "cross_check": cross_check,
        })
    }

    fn print(&self, out: &mut impl Write, divide: bool) -> anyhow::Result<()> {
        let count = &self.perft.count;
        if divide {
            for (text, nodes) in self.divide() {
                writeln!(out, "{text} {nodes}")?;
            }
            writeln!(out)?;
        }
        writeln!(out, "perft({}) = {}", count.depth, self.total.nodes)?;
        let (variant, units) = (self.plan.work.variant(), super::units(self.results.len()));
        let (time, hosts) = (core_time(self.cpu_seconds()), self.hosts().join(", "));
        writeln!(out, "{variant}: {units}, {time}, on {hosts}")?;
        if let Some(agreement) = &self.agreement {
            let Agreement { units, other_keys, other_hosts, .. } = agreement;
            writeln!(
                out,
                "cross-check: {} agree; {other_keys} do not rest on the same hash keys, {other_hosts} \
                 were done on two machines",
                super::units(*units)
            )?;
        }
        Ok(())
    }
}
