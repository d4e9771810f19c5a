//! Two runs of one plan, held against each other.

use std::path::Path;

use crate::cluster::{PlanFile, ResultError, ResultText, Results, Survey};

/// What two runs agree about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Agreement {
    /// Units of which both have a result, and the same.
    pub(super) units: usize,
    /// How many of these owe nothing to hash keys: one was counted without a table, or both with other
    /// keys.
    pub(super) other_keys: usize,
    /// How many of these were made on different machines.
    pub(super) other_hosts: usize,
    /// Units that the second run has no result of.
    pub(super) missing: usize,
}

/// Compares results, unit by unit; and what is wrong with the second.
pub(super) fn compare(
    plan: &PlanFile,
    first: (&Results, &Survey),
    second: &Path,
) -> Result<(Agreement, Vec<ResultError>), ResultError> {
    let (first_folder, first) = first;
    let second_folder = Results::open(second)?;
    let mut second = second_folder.survey(plan)?;
    let mut agreement = Agreement { missing: second.missing().count(), ..Agreement::default() };
    for ((unit, one), other) in plan.units.iter().zip(&first.results).zip(&second.results) {
        let (Some(one), Some(other)) = (one, other) else { continue };
        if let Some(line) = one.difference(other) {
            let (path, other_path) = (first_folder.path(unit), second_folder.path(unit));
            let text = |result: &ResultText| result.lines.get(line).cloned().unwrap_or_default();
            let reason = format!("line {}, {} and {}", line + 2, text(one), text(other));
            second.faults.push(ResultError::Conflict { path, other: other_path, reason });
            continue;
        }
        agreement.units += 1;
        let keys = (one.made.keys, other.made.keys);
        agreement.other_keys += usize::from(keys.0.is_none() || keys.0 != keys.1);
        agreement.other_hosts += usize::from(one.made.host != other.made.host);
    }
    Ok((agreement, second.faults))
}
