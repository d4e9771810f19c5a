//! [`Record`]: what a unit of work came to, as a line of a file.
//!
//! ```text
//! {"id":"cc97e8f586a0b1c2","multiplicity":2,"nodes":"7442998","sum":"0123456789abcdef"}
//! ```
//!
//! The sum is over the count the line belongs to and all the line says, so neither a damaged line
//! nor one of another count is taken for what it is not.

use serde::{Deserialize, Serialize};

use super::identity::digest;

/// What a unit came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The unit's name, see [`unit_id`](super::identity::unit_id).
    pub id: String,
    /// In how many ways the unit is reached. `nodes` does not contain it.
    pub multiplicity: u64,
    /// The number of sequences.
    pub nodes: u128,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: String,
    multiplicity: u64,
    /// In decimal: readers of JSON lose digits of long numbers.
    nodes: String,
    sum: String,
}

impl Record {
    /// The line, with the line feed at its end; `count` is the name of the count it belongs to.
    ///
    /// # Panics
    /// Never: texts and numbers are JSON.
    pub fn line(&self, count: &str) -> String {
        let line = Line {
            id: self.id.clone(),
            multiplicity: self.multiplicity,
            nodes: self.nodes.to_string(),
            sum: self.sum(count),
        };
        serde_json::to_string(&line).expect("texts and numbers are JSON") + "\n"
    }

    /// Reads a line of a count; `None` if it is damaged or another count's.
    pub fn read(line: &str, count: &str) -> Option<Self> {
        let line: Line = serde_json::from_str(line).ok()?;
        let nodes = line.nodes.parse().ok()?;
        let record = Self { id: line.id, multiplicity: line.multiplicity, nodes };
        (line.nodes == nodes.to_string() && line.sum == record.sum(count)).then_some(record)
    }

    /// The number of sequences by all ways that lead to the unit.
    pub fn whole(&self) -> u128 {
        self.nodes.saturating_mul(self.multiplicity.into())
    }

    /// The sum of the line of a count.
    pub fn sum(&self, count: &str) -> String {
        let multiplicity = self.multiplicity.to_string();
        digest(["record 1", count, &self.id, &multiplicity, &self.nodes.to_string()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Record {
        Record { id: "cc97e8f586a0b1c2".to_owned(), multiplicity: 2, nodes: u128::MAX }
    }

    #[test]
    fn lines_are_read_back() {
        let line = record().line("count");
        assert_eq!(Record::read(&line, "count"), Some(record()));
        assert_eq!(Record::read(&line, "other"), None);
    }

    #[test]
    fn no_change_goes_unseen() {
        let line = record().line("count");
        let mut seen = 0;
        for (index, old) in line.trim_end().bytes().enumerate() {
            for new in [b'0', b'7', b'a', b'"', b' ', b'}'] {
                if new == old {
                    continue;
                }
                let mut changed = line.clone().into_bytes();
                changed[index] = new;
                let changed = String::from_utf8(changed).unwrap();
                let read = Record::read(&changed, "count");
                assert!(read.is_none(), "{changed}");
                seen += 1;
            }
            assert_eq!(Record::read(&line[..index], "count"), None);
        }
        assert!(seen > 400);
    }
}
