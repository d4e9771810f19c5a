//! [`ResultText`]: what a unit came to, as the text of a file.
//!
//! ```text
//! {"format":"tamerlane result 1","plan":"9e1…","n":3,"id":"cc97e8f586a0b1c2"}
//! {"id":"0f3…","multiplicity":2,"nodes":"7442998","sum":"0123456789abcdef"}
//! …
//! {"lines":1942,"sum":"89abcdef01234567","tool":"tamerlane 0.1.0","host":"n1","started":"…","cpu_seconds":12.5,"keys":null}
//! ```
//!
//! Lines in between are those of a checkpoint ([`Record`]), or of the log of a run
//! ([`log`](crate::arena::log)). The last line closes the file, so nothing
//! can be missing; its sum is over the plan, the unit and all lines. Time and machine are outside, so
//! that two honest runs agree.

use serde::{Deserialize, Serialize};

use super::games;
use super::{Content, PerftWork, Unit, Work, tool};
use crate::perft::identity::digest;
use crate::perft::{Frontier, Record};

/// What the first line begins with.
const FORMAT: &str = "tamerlane result 1";

/// How a result was made: not part of what two runs must agree about.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    /// By which program.
    pub tool: String,
    /// On which machine.
    pub host: String,
    /// From when on, in UTC.
    pub started: String,
    /// Seconds of processor time.
    pub cpu_seconds: f64,
    /// The seed of the hash keys, where a table was trusted.
    pub keys: Option<u64>,
}

/// What a unit came to.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultText {
    /// The lines, without line feeds.
    pub lines: Vec<String>,
    /// A sum for each: what two honest runs agree about.
    pub sums: Vec<String>,
    /// A sum over plan, unit and lines.
    pub sum: String,
    /// How it was made.
    pub made: Made,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FirstLine {
    format: String,
    plan: String,
    n: u64,
    id: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LastLine {
    lines: usize,
    sum: String,
    tool: String,
    host: String,
    started: String,
    cpu_seconds: f64,
    /// In decimal: readers of JSON lose digits of long numbers.
    keys: Option<String>,
}

/// Why a text is not the result of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// It is that of something else.
    Foreign(String),
    /// It is damaged.
    Corrupt(String),
}

impl ResultText {
    /// A result of lines that belong to the unit.
    ///
    /// # Panics
    /// When a line is not one of this unit's.
    pub fn new(work: &Work, plan: &str, unit: &Unit, lines: Vec<String>, made: Made) -> Self {
        let sums = line_sums(work, unit, &lines).expect("the lines are those of the unit");
        Self { sum: sum(plan, unit, &sums), lines, sums, made }
    }

    /// The text of the file.
    ///
    /// # Panics
    /// Never: texts and numbers are JSON.
    pub fn text(&self, plan: &str, unit: &Unit) -> String {
        let first = FirstLine {
            format: FORMAT.to_owned(),
            plan: plan.to_owned(),
            n: unit.n,
            id: unit.id.clone(),
        };
        let Made { tool, host, started, cpu_seconds, keys } = self.made.clone();
        let last = LastLine {
            lines: self.lines.len(),
            sum: self.sum.clone(),
            tool,
            host,
            started,
            cpu_seconds,
            keys: keys.map(|keys| keys.to_string()),
        };
        let mut text = serde_json::to_string(&first).expect("texts and numbers are JSON") + "\n";
        for line in &self.lines {
            text += line;
            text += "\n";
        }
        text + &serde_json::to_string(&last).expect("texts and numbers are JSON") + "\n"
    }

    /// Reads the file of a unit.
    pub(super) fn read(work: &Work, plan: &str, unit: &Unit, bytes: &[u8]) -> Result<Self, Fault> {
        let corrupt = |reason: &str| Fault::Corrupt(reason.to_owned());
        let text = std::str::from_utf8(bytes).map_err(|_| corrupt("it is no text"))?;
        let mut lines: Vec<&str> = text.split('\n').collect();
        let first = serde_json::from_str::<FirstLine>(lines[0])
            .map_err(|_| corrupt("its first line is not that of a result"))?;
        if first.format != FORMAT {
            let reason = format!("its format is \"{}\", expected \"{FORMAT}\"", first.format);
            return Err(Fault::Foreign(reason));
        }
        if first.plan != plan {
            let reason = format!("it is a result of plan {}, expected {plan}", first.plan);
            return Err(Fault::Foreign(reason));
        }
        if (first.n, &first.id) != (unit.n, &unit.id) {
            let other = format!("{:05}-{}", first.n, first.id);
            return Err(Fault::Foreign(format!("it is the result of unit {other}")));
        }
        if lines.pop() != Some("") || lines.len() < 2 {
            return Err(corrupt("it has no end"));
        }
        let last = lines.pop().unwrap_or_default();
        let last: LastLine = serde_json::from_str(last).map_err(|_| corrupt("it has no end"))?;
        let lines: Vec<String> = lines[1..].iter().map(|&line| line.to_owned()).collect();
        if lines.len() != last.lines {
            return Err(corrupt(&format!("{} lines, expected {}", lines.len(), last.lines)));
        }
        let sums = line_sums(work, unit, &lines).map_err(|line| {
            corrupt(&format!("line {} is not that of a result of this unit", line + 2))
        })?;
        let found = sum(plan, unit, &sums);
        if found != last.sum {
            return Err(corrupt(&format!("its sum is {found}, expected {}", last.sum)));
        }
        let keys = last.keys.and_then(|keys| keys.parse().ok());
        let LastLine { tool, host, started, cpu_seconds, .. } = last;
        Ok(Self { lines, sums, sum: found, made: Made { tool, host, started, cpu_seconds, keys } })
    }

    /// The counts of the positions of a unit, in their order; none of another work.
    pub fn records(&self, work: &Work) -> Vec<Record> {
        let Work::Perft(perft) = work else { return Vec::new() };
        self.lines.iter().filter_map(|line| Record::read(line, &perft.count.count)).collect()
    }

    /// The first line in which two results of a unit differ, from 0; `None` if they agree.
    pub fn difference(&self, other: &Self) -> Option<usize> {
        let longest = self.sums.len().max(other.sums.len());
        (0..longest).find(|&index| self.sums.get(index) != other.sums.get(index))
    }
}

impl Made {
    /// By this program on this machine.
    pub fn here(started: String, cpu_seconds: f64, keys: Option<u64>) -> Self {
        Self { tool: tool(), host: super::host(), started, cpu_seconds, keys }
    }
}

/// The sum of a result.
fn sum(plan: &str, unit: &Unit, sums: &[String]) -> String {
    let unit = unit.key();
    digest(["result 1", plan, &unit].into_iter().chain(sums.iter().map(String::as_str)))
}

/// The sums of its lines; the place of the first line that does not belong to the unit, if one does not.
fn line_sums(work: &Work, unit: &Unit, lines: &[String]) -> Result<Vec<String>, usize> {
    match (work, &unit.content) {
        (Work::Perft(perft), Content::Positions(positions)) => count_sums(perft, positions, lines),
        (Work::Games(games), Content::Pairs(pairs)) => games::line_sums(games, pairs, lines),
        _ => Err(0),
    }
}

fn count_sums(
    perft: &PerftWork,
    positions: &[(String, u64)],
    lines: &[String],
) -> Result<Vec<String>, usize> {
    let count = &perft.count;
    if lines.len() != positions.len() {
        return Err(lines.len().min(positions.len()));
    }
    let mut sums = Vec::with_capacity(lines.len());
    for (index, (line, (fen, multiplicity))) in lines.iter().zip(positions).enumerate() {
        let record = Record::read(line, &count.count).ok_or(index)?;
        let id = Frontier::id(count, fen, *multiplicity);
        if (&record.id, record.multiplicity) != (&id, *multiplicity) {
            return Err(index);
        }
        sums.push(record.sum(&count.count));
    }
    Ok(sums)
}
