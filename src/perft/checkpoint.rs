//! [`Checkpoint`]: a file that keeps what is finished of a long count.
//!
//! The first line says which count it is, each further line is the [`Record`] of a finished unit, a
//! position some plies on. Plans of work for many machines have the same [`Header`], and their results
//! the same lines, so either can be made from the other.
//! Lines are only added, each with one write as its unit ends; so a run that is killed loses the
//! units in work and nothing else. A last line without its end is what a killed run was writing:
//! it is dropped. Everything else that is not right is refused, and the file stays as it is.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde::{Deserialize, Serialize};

use super::identity::{count_id, rules_id};
use super::{MAX_DEPTH, Record};
use crate::rules::Game;

/// What the first line begins with.
const FORMAT: &str = "tamerlane checkpoint 1";
/// The file is forced to the disk each time so many nodes are counted, some seconds' work.
const SYNC_NODES: u128 = 1 << 36;

/// The first line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FirstLine {
    /// Which kind of file it is, and the version of its form.
    format: String,
    perft: Header,
}

/// Which count results belong to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The name of the game, for people.
    pub variant: String,
    /// See [`rules_id`].
    pub rules: String,
    /// The position, without clocks that run.
    pub fen: String,
    /// The length of the sequences, in plies.
    pub depth: u32,
    /// How many plies on the positions are that are counted for themselves.
    pub split: u32,
    /// How many different ones there are.
    pub positions: usize,
    /// See [`count_id`].
    pub count: String,
}

impl Header {
    /// The first line of a count's file.
    pub fn new(game: &Game, fen: String, depth: u32, split: u32, positions: usize) -> Self {
        let rules = rules_id(game);
        let count = count_id(&rules, &fen, depth);
        let variant = game.name.clone();
        Self { variant, rules, fen, depth, split, positions, count }
    }

    /// Whether it can be: one that comes from outside need not.
    pub fn is_sound(&self) -> bool {
        let depths = self.split..=MAX_DEPTH;
        depths.contains(&self.depth) && self.count == count_id(&self.rules, &self.fen, self.depth)
    }

    /// How deep each of the positions is counted.
    pub fn rest(&self) -> u32 {
        self.depth - self.split
    }

    /// The first line of a checkpoint of the count, with the line feed at its end.
    ///
    /// # Panics
    /// Never: texts and numbers are JSON.
    pub fn line(&self) -> String {
        let first = FirstLine { format: FORMAT.to_owned(), perft: self.clone() };
        serde_json::to_string(&first).expect("texts and numbers are JSON") + "\n"
    }
}

/// Why a file cannot keep a count.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// It cannot be read or written.
    #[error("\"{path}\" cannot be {done}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// `"opened"`, `"read"` or `"written"`.
        done: &'static str,
        /// What the system says.
        error: io::Error,
    },
    /// Another run has it open.
    #[error("\"{0}\" is in use by another run")]
    InUse(PathBuf),
    /// It is no checkpoint, or one of another count.
    #[error("\"{path}\" {reason}; give this count a file of its own")]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it is instead.
        reason: String,
    },
    /// A line is damaged.
    #[error("\"{path}\", line {line}: damaged, expected the record of a unit of this count")]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
    },
    /// Two lines say different things of one unit.
    #[error("\"{path}\", line {line}: unit {id} has {second} nodes, but {first} above")]
    Conflict {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// The unit.
        id: String,
        /// What an earlier line says.
        first: u128,
        /// What this line says.
        second: u128,
    },
}

/// A file that keeps what is finished of a count. No other run can open it meanwhile.
#[derive(Debug)]
pub struct Checkpoint {
    path: PathBuf,
    header: Header,
    finished: HashMap<String, Record>,
    open: Mutex<Open>,
}

#[derive(Debug)]
struct Open {
    file: File,
    /// Nodes counted since the file was last forced to the disk.
    unsynced: u128,
}

impl Checkpoint {
    /// Opens the file of a count, or begins it.
    ///
    /// # Errors
    /// When the file cannot be opened, belongs to something else, or is damaged.
    pub fn open(path: &Path, header: Header) -> Result<Self, CheckpointError> {
        let failed = |done| {
            let path = path.to_owned();
            move |error| CheckpointError::File { path, done, error }
        };
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(failed("opened"))?;
        // On a file system without locks, two runs at once only do the work twice.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(CheckpointError::InUse(path.to_owned()));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed("read"))?;
        let (finished, whole) = read(path, &header, &bytes)?;
        // What a killed run was writing.
        file.set_len(whole as u64).map_err(failed("written"))?;
        file.seek(SeekFrom::End(0)).map_err(failed("written"))?;
        if whole == 0 {
            file.write_all(header.line().as_bytes()).map_err(failed("written"))?;
        }
        let open = Mutex::new(Open { file, unsynced: 0 });
        Ok(Self { path: path.to_owned(), header, finished, open })
    }

    /// Which count it keeps.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// What a unit came to, if it is finished.
    pub fn finished(&self, id: &str) -> Option<&Record> {
        self.finished.get(id)
    }

    /// Adds a finished unit.
    ///
    /// # Errors
    /// When the file cannot be written.
    ///
    /// # Panics
    /// When another thread has panicked here.
    pub fn add(&self, record: &Record) -> Result<(), CheckpointError> {
        let line = record.line(&self.header.count);
        let mut open = self.open.lock().expect("no thread panics with the lock");
        let mut written = open.file.write_all(line.as_bytes());
        open.unsynced += record.nodes;
        if open.unsynced >= SYNC_NODES {
            written = written.and_then(|()| open.file.sync_data());
            open.unsynced = 0;
        }
        written.map_err(|error| self.not_written(error))
    }

    /// Forces everything to the disk.
    ///
    /// # Errors
    /// When the system cannot.
    ///
    /// # Panics
    /// When another thread has panicked in [`add`](Self::add).
    pub fn sync(&self) -> Result<(), CheckpointError> {
        let open = self.open.lock().expect("no thread panics with the lock");
        open.file.sync_data().map_err(|error| self.not_written(error))
    }

    fn not_written(&self, error: io::Error) -> CheckpointError {
        CheckpointError::File { path: self.path.clone(), done: "written", error }
    }
}

/// The records of a file, and how many of its bytes are whole lines.
fn read(
    path: &Path,
    header: &Header,
    bytes: &[u8],
) -> Result<(HashMap<String, Record>, usize), CheckpointError> {
    let foreign = |reason: String| Err(CheckpointError::Foreign { path: path.to_owned(), reason });
    let mut finished = HashMap::new();
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    if whole == 0 {
        // Nothing, or what was written of the first line.
        let is_begun = header.line().as_bytes().starts_with(bytes);
        return if is_begun { Ok((finished, 0)) } else { foreign("is no checkpoint".to_owned()) };
    }
    let mut lines = bytes[..whole - 1].split(|&byte| byte == b'\n').enumerate();
    let (_, first) = lines.next().expect("a text has a first line");
    match serde_json::from_slice::<FirstLine>(first) {
        Ok(first) if first.format != FORMAT => return foreign("is no checkpoint".to_owned()),
        Ok(first) if first.perft == *header => {}
        Ok(first) => return foreign(difference(header, &first.perft)),
        Err(_) => return foreign("is no checkpoint".to_owned()),
    }
    for (index, bytes) in lines {
        let line = index + 1;
        let record = std::str::from_utf8(bytes)
            .ok()
            .and_then(|text| Record::read(text, &header.count))
            .ok_or_else(|| CheckpointError::Corrupt { path: path.to_owned(), line })?;
        let (id, second) = (record.id.clone(), record.nodes);
        match finished.insert(id.clone(), record) {
            Some(Record { nodes: first, .. }) if first != second => {
                let path = path.to_owned();
                return Err(CheckpointError::Conflict { path, line, id, first, second });
            }
            _ => {}
        }
    }
    Ok((finished, whole))
}

/// Why one count's file is not another's.
fn difference(ours: &Header, theirs: &Header) -> String {
    if theirs.rules != ours.rules {
        return format!(
            "keeps a count of \"{}\" by other rules than this program's \"{}\"",
            theirs.variant, ours.variant
        );
    }
    if theirs.fen != ours.fen {
        return format!("keeps the count of another position, \"{}\"", theirs.fen);
    }
    if theirs.depth != ours.depth {
        return format!("keeps the count to depth {}, not {}", theirs.depth, ours.depth);
    }
    "keeps this count in other parts than this version of the program".to_owned()
}
