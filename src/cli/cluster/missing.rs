//! `tamerlane missing`.

use std::io::Write;

use serde_json::json;

use super::{PlanAndResults, ranges, read_plan, tell_faults};
use crate::cli::Exit;
use crate::cli::output::write_json;
use crate::cluster::Results;

/// Say which units of a plan have no result yet
///
/// Exits with 0 if none is missing, with 4 if some are, and with 5 or 6 if a result is damaged or
/// differs from another. A folder that is not there yet has no results.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    files: PlanAndResults,
    /// Print keys, one a line, as `tamerlane work --unit` takes them
    #[arg(long, conflicts_with_all = ["ranges", "json"])]
    keys: bool,
    /// Print numbers as ranges, as `sbatch --array` takes them
    #[arg(long, conflicts_with = "json")]
    ranges: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(in crate::cli) fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        let plan = read_plan(&self.files.plan)?;
        let folder = &self.files.results;
        let (missing, faults): (Vec<usize>, _) = if folder.exists() {
            let survey = Results::open(folder)?.survey(&plan)?;
            (survey.missing().collect(), survey.faults)
        } else {
            ((0..plan.units.len()).collect(), Vec::new())
        };
        let exit = tell_faults(&faults);
        if self.json {
            let keys: Vec<String> = missing.iter().map(|&n| plan.units[n].key()).collect();
            let units = plan.units.len();
            write_json(out, &json!({ "plan": plan.id, "units": units, "missing": keys }))?;
        } else if self.keys {
            for &number in &missing {
                writeln!(out, "{}", plan.units[number].key())?;
            }
        } else if self.ranges {
            writeln!(out, "{}", ranges(missing.iter().copied()))?;
        } else {
            let (count, all) = (missing.len(), super::units(plan.units.len()));
            let which = if count > 0 { ": " } else { "" };
            writeln!(out, "{count} of {all} missing{which}{}", ranges(missing.iter().copied()))?;
        }
        Ok(match exit {
            Some(exit) => exit,
            None if missing.is_empty() => Exit::Fine,
            None => Exit::Missing,
        })
    }
}
