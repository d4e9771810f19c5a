//! [`PlanFile`]: what is to be done, unit by unit, in a file.
//!
//! ```text
//! {"format":"tamerlane plan 1","id":"9e1…","tool":"tamerlane 0.1.0","units":40,"work":{"perft":{…}}}
//! {"n":0,"id":"cc97e8f586a0b1c2","positions":[["FEN",2],…]}
//! {"n":1,…}
//! ```
//!
//! The first line says what it is all about, each further line is a [`Unit`].

use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::games::GamesWork;
use super::{Content, Unit, tool};
use crate::perft::Header;
use crate::perft::identity::digest;

/// What the first line begins with.
const FORMAT: &str = "tamerlane plan 1";

/// What is to be done, unit by unit.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanFile {
    /// The name of the plan, made from all that it says.
    pub id: String,
    /// The program that made it.
    pub tool: String,
    /// What it is all about.
    pub work: Work,
    /// The units, by their numbers.
    pub units: Vec<Unit>,
}

/// What a plan is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    /// Counting.
    Perft(PerftWork),
    /// Playing.
    Games(Box<GamesWork>),
}

/// A count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PerftWork {
    /// The game: a built-in name or the path of a variant file.
    pub variant: String,
    /// Which count.
    pub count: Header,
}

impl Work {
    /// The game: a built-in name or the path of a variant file.
    pub fn variant(&self) -> &str {
        match self {
            Self::Perft(perft) => &perft.variant,
            Self::Games(games) => &games.plan.variant,
        }
    }

    /// The name of its rules.
    pub fn rules(&self) -> &str {
        match self {
            Self::Perft(perft) => &perft.count.rules,
            Self::Games(games) => &games.plan.rules,
        }
    }

    fn is_sound(&self) -> bool {
        match self {
            Self::Perft(perft) => perft.count.is_sound(),
            Self::Games(games) => games.plan.players.len() >= 2,
        }
    }

    /// Whether the same results come out each time.
    pub fn is_deterministic(&self) -> bool {
        match self {
            Self::Perft(_) => true,
            Self::Games(games) => games.plan.is_deterministic(),
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FirstLine {
    format: String,
    id: String,
    tool: String,
    units: u64,
    work: Work,
}

/// Why a file is no plan that can be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// It cannot be read or written.
    #[error("\"{path}\" cannot be {done}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// `"read"` or `"written"`.
        done: &'static str,
        /// What the system says.
        error: io::Error,
    },
    /// Something else has the name.
    #[error("\"{0}\" is there already, and is not this plan; give another name")]
    Occupied(PathBuf),
    /// It is no plan.
    #[error("\"{path}\" is no plan: {reason}")]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// It is damaged.
    #[error("\"{path}\", line {line}: damaged: {reason}")]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
}

impl PlanFile {
    /// A plan of some units.
    ///
    /// # Panics
    /// Never: texts and numbers are JSON.
    pub fn new(work: Work, contents: impl IntoIterator<Item = Content>) -> Self {
        let contents = contents.into_iter().enumerate();
        let units: Vec<Unit> =
            contents.map(|(n, content)| Unit::new(&work, n as u64, content)).collect();
        Self { id: plan_id(&work, &units), tool: tool(), work, units }
    }

    /// A unit by its number or its key.
    pub fn unit(&self, name: &str) -> Option<&Unit> {
        match name.parse::<usize>() {
            Ok(number) => self.units.get(number),
            Err(_) => self.units.iter().find(|unit| unit.key() == name),
        }
    }

    /// The units of one of so many shards: those whose number leaves that rest.
    pub fn shard(&self, index: u64, of: u64) -> impl Iterator<Item = &Unit> {
        self.units.iter().filter(move |unit| unit.n % of == index)
    }

    /// Reads a plan.
    ///
    /// # Errors
    /// When the file cannot be read, is no plan, or is damaged in any way.
    pub fn read(path: &Path) -> Result<Self, PlanError> {
        let failed = |error| PlanError::File { path: path.to_owned(), done: "read", error };
        let corrupt =
            |line, reason: String| PlanError::Corrupt { path: path.to_owned(), line, reason };
        let foreign = |reason: String| PlanError::Foreign { path: path.to_owned(), reason };
        let file = std::fs::File::open(path).map_err(failed)?;
        let mut lines = BufReader::new(file).lines();
        let first =
            lines.next().ok_or_else(|| foreign("it is empty".to_owned()))?.map_err(failed)?;
        let value: serde_json::Value =
            serde_json::from_str(&first).map_err(|_| foreign(expected("another first line")))?;
        match value["format"].as_str() {
            Some(FORMAT) => {}
            Some(other) => return Err(foreign(expected(&format!("the format \"{other}\"")))),
            None => return Err(foreign(expected("another first line"))),
        }
        let first: FirstLine =
            serde_json::from_value(value).map_err(|error| corrupt(1, error.to_string()))?;
        if !first.work.is_sound() {
            return Err(corrupt(1, "what it is about cannot be".to_owned()));
        }
        let mut units = Vec::new();
        for (index, line) in lines.enumerate() {
            let (line, number) = (line.map_err(failed)?, index + 2);
            let unit: Unit =
                serde_json::from_str(&line).map_err(|error| corrupt(number, error.to_string()))?;
            if unit.n != index as u64 || Some(&unit.id) != unit.content.id(&first.work).as_ref() {
                let reason = format!("not the unit that it is called, {}", unit.key());
                return Err(corrupt(number, reason));
            }
            units.push(unit);
        }
        if units.len() as u64 != first.units {
            let reason = format!("{} units, expected {}", units.len(), first.units);
            return Err(corrupt(units.len() + 1, reason));
        }
        let id = plan_id(&first.work, &units);
        if id != first.id {
            return Err(corrupt(1, format!("called {}, but it is {id}", first.id)));
        }
        Ok(Self { id, tool: first.tool, work: first.work, units })
    }

    /// Writes the plan: the file is there whole, or not at all. If the same plan is there already, it
    /// stays.
    ///
    /// # Errors
    /// When it cannot be written, or something else is there.
    pub fn write(&self, path: &Path) -> Result<(), PlanError> {
        let failed = |error| PlanError::File { path: path.to_owned(), done: "written", error };
        if path.exists() {
            return match Self::read(path) {
                Ok(other) if other.id == self.id => Ok(()),
                _ => Err(PlanError::Occupied(path.to_owned())),
            };
        }
        let folder = super::results::folder_of(path);
        let mut draft = super::results::draft(folder, "plan").map_err(failed)?;
        let write = |out: &mut dyn Write| -> io::Result<()> {
            let first = FirstLine {
                format: FORMAT.to_owned(),
                id: self.id.clone(),
                tool: self.tool.clone(),
                units: self.units.len() as u64,
                work: self.work.clone(),
            };
            writeln!(out, "{}", serde_json::to_string(&first)?)?;
            for unit in &self.units {
                writeln!(out, "{}", serde_json::to_string(unit)?)?;
            }
            out.flush()
        };
        write(&mut io::BufWriter::new(draft.as_file_mut())).map_err(failed)?;
        draft.as_file().sync_all().map_err(failed)?;
        match draft.persist_noclobber(path) {
            Ok(_) => Ok(()),
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
                Err(PlanError::Occupied(path.to_owned()))
            }
            Err(error) => Err(failed(error.error)),
        }
    }
}

fn expected(found: &str) -> String {
    format!("expected a first line with \"format\":\"{FORMAT}\", found {found}")
}

/// The name of a plan.
fn plan_id(work: &Work, units: &[Unit]) -> String {
    let work = serde_json::to_string(work).expect("texts and numbers are JSON");
    digest(["plan 1", &work].into_iter().chain(units.iter().map(|unit| unit.id.as_str())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> PlanFile {
        let count = Header {
            variant: "game".to_owned(),
            rules: "r".to_owned(),
            fen: "start".to_owned(),
            depth: 5,
            split: 2,
            positions: 3,
            count: crate::perft::identity::count_id("r", "start", 5),
        };
        let work = Work::Perft(PerftWork { variant: "game".to_owned(), count });
        let unit = |fens: &[&str]| {
            Content::Positions(fens.iter().map(|fen| ((*fen).to_owned(), 2)).collect())
        };
        PlanFile::new(work, [unit(&["a", "c"]), unit(&["b"])])
    }

    #[test]
    fn plans_are_read_back_and_any_change_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plan.jsonl");
        let plan = plan();
        plan.write(&path).unwrap();
        assert_eq!(PlanFile::read(&path).unwrap(), plan);
        plan.write(&path).unwrap();
        let other = PlanFile::new(plan.work.clone(), [plan.units[0].content.clone()]);
        assert!(matches!(other.write(&path), Err(PlanError::Occupied(_))));
        let text = std::fs::read_to_string(&path).unwrap();
        let mut seen = 0;
        for (place, _) in text.char_indices().filter(|(_, c)| c.is_ascii_alphanumeric()) {
            let mut changed = text.clone().into_bytes();
            changed[place] = if changed[place] == b'7' { b'8' } else { b'7' };
            std::fs::write(&path, &changed).unwrap();
            let changed = String::from_utf8(changed).unwrap();
            // Who made it does not matter.
            let is_tool =
                changed.lines().next().unwrap().find("\"units\"").is_some_and(|end| {
                    place < end && place > text.find("\"tool\":\"").unwrap() + 7
                });
            if !is_tool {
                assert!(PlanFile::read(&path).is_err(), "{changed}");
                seen += 1;
            }
        }
        assert!(seen > 200, "{seen}");
        for lines in [0, 1, 2] {
            let some: Vec<&str> = text.lines().take(lines).collect();
            std::fs::write(&path, some.join("\n")).unwrap();
            assert!(PlanFile::read(&path).is_err());
        }
    }

    #[test]
    fn units_are_found() {
        let plan = plan();
        assert_eq!(plan.unit("1"), Some(&plan.units[1]));
        assert_eq!(plan.unit(&plan.units[0].key()), Some(&plan.units[0]));
        assert_eq!((plan.unit("2"), plan.unit("00000-abc")), (None, None));
        let shards: usize = (0..3).map(|index| plan.shard(index, 3).count()).sum();
        assert_eq!(shards, 2);
    }
}
