//! [`Journal`]: the files of a run, read.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::Schedule;
use super::log::{FORMAT, FailedGame, Outcome, PlayedGame, Run};

/// The name of the file that says what was asked.
pub const RUN: &str = "run.json";
/// The name of the file of finished games.
pub const GAMES: &str = "games.ndjson";
/// The name of the file of games that could not be finished.
pub const FAILURES: &str = "failures.ndjson";

/// The names of all files of a run.
pub const FILES: [&str; 3] = [RUN, GAMES, FAILURES];

/// How often a pair is begun at most: it is repeated twice.
pub const ATTEMPTS: u32 = 3;

/// Why the files of a run cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// A file cannot be read or written.
    #[error("\"{path}\" cannot be {done}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// `"opened"`, `"read"` or `"written"`.
        done: &'static str,
        /// What the system says.
        error: io::Error,
    },
    /// There is no run in the folder.
    #[error("\"{0}\" holds no run: expected the folder of a match, with {RUN} in it")]
    NoRun(PathBuf),
    /// There is a run in a folder where one is to begin.
    #[error(
        "\"{0}\" holds a run already: go on with it by `tamerlane resume {0}`, or give another folder"
    )]
    Occupied(PathBuf),
    /// Another program has the run open.
    #[error("\"{0}\" is in use by another run")]
    InUse(PathBuf),
    /// The run is of another version or of nothing that we know.
    #[error("\"{path}\": {reason}")]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// A line is damaged.
    #[error("\"{path}\", line {line}: damaged, expected a game of run {run}")]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: u64,
        /// The run's name.
        run: String,
    },
    /// Two lines tell the same game differently.
    #[error("\"{path}\", line {line}: another end of game {game} of pair {pair} than above")]
    Conflict {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: u64,
        /// The pair.
        pair: u64,
        /// The game of it.
        game: u8,
    },
}

/// What is kept in memory of a game, and where the rest is.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    attempt: u32,
    outcome: Outcome,
    sum: String,
    place: u64,
    length: usize,
}

/// The files of a run. Games stay in their file until they are asked for.
#[derive(Debug)]
pub struct Journal {
    folder: PathBuf,
    run: Run,
    games: Option<File>,
    /// By pair and game: the latest attempt.
    entries: BTreeMap<(u64, u8), Entry>,
    failures: Vec<FailedGame>,
    /// By pair: the latest attempt that failed.
    failed: HashMap<u64, u32>,
    /// Whether the file of games has a last line without an end.
    is_torn: bool,
    /// How many bytes of the two growing files are whole lines.
    pub(super) whole: [u64; 2],
}

/// A pair that counts: its number, and the outcomes of its games.
pub type PairOutcome = (u64, [Outcome; 2]);

impl Journal {
    /// Reads the files of a run. A last line that has no end is passed over: whoever was writing it
    /// was killed.
    ///
    /// # Errors
    /// When there is no run in the folder, or one of its files cannot be read or is damaged.
    pub fn read(folder: &Path) -> Result<Self, JournalError> {
        let run = read_run(folder)?;
        let mut journal = Self {
            folder: folder.to_owned(),
            run,
            games: None,
            entries: BTreeMap::new(),
            failures: Vec::new(),
            failed: HashMap::new(),
            is_torn: false,
            whole: [0; 2],
        };
        journal.whole[1] = journal.read_failures()?;
        journal.whole[0] = journal.read_games()?;
        if let Some(file) = &journal.games {
            let path = journal.path(GAMES);
            let failed = |error| JournalError::File { path, done: "read", error };
            journal.is_torn = file.metadata().map_err(failed)?.len() > journal.whole[0];
        }
        Ok(journal)
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What was asked.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// Whether the last line of the file of games had no end when it was read. It does not count.
    pub fn is_torn(&self) -> bool {
        self.is_torn
    }

    /// The games that could not be finished.
    pub fn failures(&self) -> &[FailedGame] {
        &self.failures
    }

    /// Which attempt at a pair is to be made, from 1; more than [`ATTEMPTS`] when it is given up.
    pub fn attempt(&self, pair: u64) -> u32 {
        self.failed.get(&pair).map_or(1, |failed| failed + 1)
    }

    /// Whether a game was finished that counts if its pair is.
    pub fn has_game(&self, pair: u64, game: u8) -> bool {
        self.entry(pair, game).is_some()
    }

    fn entry(&self, pair: u64, game: u8) -> Option<&Entry> {
        self.entries.get(&(pair, game)).filter(|entry| entry.attempt == self.attempt(pair))
    }

    /// The pairs that were given up, in order.
    pub fn given_up(&self) -> Vec<u64> {
        let given_up = self.failed.iter().filter(|&(_, &failed)| failed >= ATTEMPTS);
        let mut pairs: Vec<u64> = given_up.map(|(&pair, _)| pair).collect();
        pairs.sort_unstable();
        pairs
    }

    /// Whether every pair that was asked for is finished or given up. A run that a test decides asks for
    /// no number of pairs; of that this says nothing.
    pub fn is_settled(&self) -> bool {
        let settled = self.pairs().count() + self.given_up().len();
        Schedule::new(&self.run.plan).pairs().is_none_or(|asked| settled as u64 >= asked)
    }

    /// The pairs that count, in order: those of which both games were finished in one attempt.
    pub fn pairs(&self) -> impl Iterator<Item = PairOutcome> {
        self.entries.keys().filter(|&&(_, game)| game == 0).filter_map(|&(pair, _)| {
            let outcome = |game| Some(self.entry(pair, game)?.outcome);
            Some((pair, [outcome(0)?, outcome(1)?]))
        })
    }

    /// The games that were finished of pairs that were not: the pair, which game, how it ended.
    pub fn single_games(&self) -> impl Iterator<Item = (u64, u8, Outcome)> {
        self.entries.keys().filter_map(|&(pair, game)| {
            let outcome = self.entry(pair, game)?.outcome;
            (!self.has_game(pair, 1 - game)).then_some((pair, game, outcome))
        })
    }

    /// The games of the pairs that count, in order.
    ///
    /// # Errors
    /// Each is read from the file, which may fail.
    pub fn games(&self) -> impl Iterator<Item = Result<PlayedGame, JournalError>> {
        self.pairs().flat_map(|(pair, _)| [0, 1].map(|game| self.game(pair, game)))
    }

    /// A game of a pair that counts.
    fn game(&self, pair: u64, game: u8) -> Result<PlayedGame, JournalError> {
        let path = self.path(GAMES);
        let failed = |error| JournalError::File { path: path.clone(), done: "read", error };
        let lost = || io::Error::from(io::ErrorKind::NotFound);
        let entry = self.entry(pair, game).ok_or_else(|| failed(lost()))?;
        let mut file = self.games.as_ref().ok_or_else(|| failed(lost()))?;
        let mut bytes = vec![0; entry.length];
        file.seek(SeekFrom::Start(entry.place)).map_err(failed)?;
        file.read_exact(&mut bytes).map_err(failed)?;
        let changed = || failed(io::Error::other("it has changed meanwhile"));
        let text = std::str::from_utf8(&bytes).ok().ok_or_else(changed)?;
        PlayedGame::read(text, &self.run.id).ok_or_else(changed)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn read_games(&mut self) -> Result<u64, JournalError> {
        let path = self.path(GAMES);
        let Some(file) = open(&path)? else { return Ok(0) };
        let run = self.run.id.clone();
        let mut lines = 0;
        let mut place = 0;
        let whole = each_line(&file, &path, |text| {
            lines += 1;
            let corrupt =
                || JournalError::Corrupt { path: path.clone(), line: lines, run: run.clone() };
            let game = text.and_then(|text| PlayedGame::read(text, &run)).ok_or_else(corrupt)?;
            let length = text.map_or(0, str::len);
            let entry =
                Entry { attempt: game.attempt, outcome: game.result, sum: game.sum, place, length };
            place += length as u64 + 1;
            let (pair, number) = (game.pair, game.game);
            let known = self.entries.get(&(pair, number));
            match known.map(|known| (known.attempt.cmp(&entry.attempt), known.sum == entry.sum)) {
                Some((std::cmp::Ordering::Equal, false)) => {
                    let path = path.clone();
                    Err(JournalError::Conflict { path, line: lines, pair, game: number })
                }
                Some((std::cmp::Ordering::Greater | std::cmp::Ordering::Equal, _)) => Ok(()),
                Some((std::cmp::Ordering::Less, _)) | None => {
                    self.entries.insert((pair, number), entry);
                    Ok(())
                }
            }
        })?;
        self.games = Some(file);
        Ok(whole)
    }

    fn read_failures(&mut self) -> Result<u64, JournalError> {
        let path = self.path(FAILURES);
        let Some(file) = open(&path)? else { return Ok(0) };
        let run = self.run.id.clone();
        let mut lines = 0;
        each_line(&file, &path, |text| {
            lines += 1;
            let failure: Option<FailedGame> = text.and_then(|text| serde_json::from_str(text).ok());
            let corrupt =
                || JournalError::Corrupt { path: path.clone(), line: lines, run: run.clone() };
            let failure = failure.ok_or_else(corrupt)?;
            let failed = self.failed.entry(failure.pair).or_default();
            *failed = failure.attempt.max(*failed);
            self.failures.push(failure);
            Ok(())
        })
    }
}

/// Reads what was asked for.
fn read_run(folder: &Path) -> Result<Run, JournalError> {
    let path = folder.join(RUN);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(JournalError::NoRun(folder.to_owned()));
        }
        Err(error) => return Err(JournalError::File { path, done: "read", error }),
    };
    let foreign = |reason: String| JournalError::Foreign { path: path.clone(), reason };
    let value: serde_json::Value =
        serde_json::from_str(&text).map_err(|error| foreign(format!("no run: {error}")))?;
    match value["format"].as_str() {
        Some(FORMAT) => {}
        Some(other) => {
            return Err(foreign(format!("its format is \"{other}\", expected \"{FORMAT}\"")));
        }
        None => return Err(foreign(format!("no run, expected \"format\":\"{FORMAT}\""))),
    }
    let run: Run = serde_json::from_value(value).map_err(|error| foreign(error.to_string()))?;
    if run.id != run.plan.id() {
        return Err(foreign(format!("run {} is not that of its plan: it was changed", run.id)));
    }
    Ok(run)
}

/// A file, if there is one.
fn open(path: &Path) -> Result<Option<File>, JournalError> {
    match File::open(path) {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(JournalError::File { path: path.to_owned(), done: "opened", error }),
    }
}

/// Hands on each whole line without its end, `None` where it is no text; returns how many bytes they
/// fill.
fn each_line(
    file: &File,
    path: &Path,
    mut take: impl FnMut(Option<&str>) -> Result<(), JournalError>,
) -> Result<u64, JournalError> {
    let mut reader = BufReader::new(file);
    let mut bytes = Vec::new();
    let mut whole = 0;
    loop {
        bytes.clear();
        let count = reader.read_until(b'\n', &mut bytes).map_err(|error| {
            let path = path.to_owned();
            JournalError::File { path, done: "read", error }
        })?;
        if bytes.pop() != Some(b'\n') {
            return Ok(whole);
        }
        take(std::str::from_utf8(&bytes).ok())?;
        whole += count as u64;
    }
}
