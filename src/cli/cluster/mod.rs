//! `tamerlane plan`, `work`, `missing`, `merge`, `submit`: work for many machines.

mod cross_check;
mod games;
mod imbalance;
mod merge;
mod missing;
mod plan;
mod submit;
mod work;

use std::path::PathBuf;

use anyhow::bail;

use super::Exit;
use crate::cluster::{PlanFile, ResultError, Work};
use crate::movegen::Variant;
use crate::perft::identity::rules_id;

pub(super) use merge::Args as MergeArgs;
pub(super) use missing::Args as MissingArgs;
pub(super) use plan::Args as PlanArgs;
pub(super) use submit::Args as SubmitArgs;
pub(super) use work::Args as WorkArgs;

/// A plan, and the folder of its results.
#[derive(Debug, clap::Args)]
struct PlanAndResults {
    /// The plan, a file that `tamerlane plan` has written
    #[arg(long, value_name = "FILE")]
    plan: PathBuf,
    /// The folder of results
    #[arg(long, value_name = "DIR")]
    results: PathBuf,
}

/// The game of a work, with the keys of a seed, if this program has the same one.
fn variant_of(work: &Work, key_seed: u64) -> anyhow::Result<Variant> {
    let variant = Variant::load_with_keys(work.variant(), key_seed)?;
    let rules = rules_id(variant.game());
    if rules != work.rules() {
        let (name, expected) = (work.variant(), work.rules());
        bail!("the rules of \"{name}\" are {rules} here, and the plan was made with {expected}");
    }
    Ok(variant)
}

/// Tells what is wrong with results, and how a command ends by that: by the worst of it.
fn tell_faults(faults: &[ResultError]) -> Option<Exit> {
    for fault in faults {
        eprintln!("error: {}", super::output::one_line(&fault.to_string()));
    }
    let exits = faults.iter().map(exit_of);
    exits.max_by_key(|exit| exit.code())
}

/// How a command ends by a fault of a result.
pub(super) fn exit_of(fault: &ResultError) -> Exit {
    match fault {
        ResultError::Conflict { .. } => Exit::Conflict,
        ResultError::Corrupt { .. } => Exit::Corrupt,
        _ => Exit::BadInput,
    }
}

/// How many of what: `1 unit`, `40 units`.
fn units(count: usize) -> String {
    if count == 1 { "1 unit".to_owned() } else { format!("{count} units") }
}

/// A time for people: `31 s`, `2.5 core-hours`.
fn core_time(seconds: f64) -> String {
    match seconds {
        _ if seconds >= 3600.0 => format!("{:.1} core-hours", seconds / 3600.0),
        _ if seconds >= 60.0 => format!("{:.1} core-minutes", seconds / 60.0),
        _ => format!("{seconds:.1} core-seconds"),
    }
}

/// The units of a plan by their numbers, short: `0-3,7`.
fn ranges(numbers: impl Iterator<Item = usize>) -> String {
    let mut ranges: Vec<[usize; 2]> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some([_, last]) if *last + 1 == number => *last = number,
            _ => ranges.push([number, number]),
        }
    }
    let text = |[first, last]: [usize; 2]| {
        if first == last { first.to_string() } else { format!("{first}-{last}") }
    };
    ranges.into_iter().map(text).collect::<Vec<_>>().join(",")
}

/// Reads a plan.
fn read_plan(path: &std::path::Path) -> anyhow::Result<PlanFile> {
    Ok(PlanFile::read(path)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_as_ranges() {
        assert_eq!(ranges([0, 1, 2, 3, 7, 9, 10].into_iter()), "0-3,7,9-10");
        assert_eq!(ranges([].into_iter()), "");
    }
}
