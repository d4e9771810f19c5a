//! [`LogWriter`]: the files of a run, written.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::journal::{FAILURES, GAMES, Journal, JournalError, RUN};
use super::log::{FailedGame, PlayedGame, Run};

/// The files of a run, open for more. No other program can write to them meanwhile.
#[derive(Debug)]
pub struct LogWriter {
    run: Run,
    games: Growing,
    failures: Growing,
}

impl LogWriter {
    /// Begins a run in a folder, which is made if need be.
    ///
    /// # Errors
    /// When there is a run already, or a file cannot be written.
    pub fn begin(folder: &Path, run: Run) -> Result<Self, JournalError> {
        fs::create_dir_all(folder).map_err(failed(folder, "made"))?;
        let path = folder.join(RUN);
        if path.exists() {
            return Err(JournalError::Occupied(folder.to_owned()));
        }
        // First the file that is locked: of two who begin at once one is refused.
        let games = Growing::open(folder.join(GAMES), 0, true)?;
        if path.exists() {
            return Err(JournalError::Occupied(folder.to_owned()));
        }
        write_whole(folder, &path, &run)?;
        Ok(Self { run, games, failures: Growing::later(folder.join(FAILURES)) })
    }

    /// Writes the files of a run that was played elsewhere: lines of games, and of games that could not be
    /// finished. The folder is that of a run once all of it is there.
    ///
    /// # Errors
    /// When there is a run already, or a file cannot be written.
    pub fn put(folder: &Path, run: &Run, games: &str, failures: &str) -> Result<(), JournalError> {
        fs::create_dir_all(folder).map_err(failed(folder, "made"))?;
        let path = folder.join(RUN);
        if path.exists() {
            return Err(JournalError::Occupied(folder.to_owned()));
        }
        let mut log = Growing::open(folder.join(GAMES), 0, true)?;
        log.add(games)?;
        if !failures.is_empty() {
            Growing::open(folder.join(FAILURES), 0, true)?.add(failures)?;
        }
        write_whole(folder, &path, run)
    }

    /// Goes on with a run: reads its files, and takes what has no end off them.
    ///
    /// # Errors
    /// As [`Journal::read`]; when a file cannot be written, or another program has it open.
    pub fn resume(folder: &Path) -> Result<(Self, Journal), JournalError> {
        // Locked before it is read, so that nobody adds to it in between.
        if !folder.join(RUN).exists() {
            return Err(JournalError::NoRun(folder.to_owned()));
        }
        let mut games = Growing::open(folder.join(GAMES), 0, false)?;
        let journal = Journal::read(folder)?;
        let [whole, whole_failures] = journal.whole;
        games.cut(whole)?;
        let path = folder.join(FAILURES);
        let failures = if path.exists() {
            let mut failures = Growing::open(path, whole_failures, false)?;
            failures.cut(whole_failures)?;
            failures
        } else {
            Growing::later(path)
        };
        Ok((Self { run: journal.run().clone(), games, failures }, journal))
    }

    /// What was asked.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// Plays more pairs, or fewer, than was asked at first.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn set_rounds(&mut self, folder: &Path, rounds: Option<u64>) -> Result<(), JournalError> {
        let mut run = self.run.clone();
        run.plan.rounds = rounds;
        write_whole(folder, &folder.join(RUN), &run)?;
        self.run = run;
        Ok(())
    }

    /// Adds a finished game, and forces it to the disk.
    ///
    /// # Errors
    /// When it cannot be written; the file is as it was before then.
    pub fn add(&mut self, game: &mut PlayedGame) -> Result<(), JournalError> {
        let line = game.line(&self.run.id);
        self.games.add(&line)
    }

    /// Adds a game that could not be finished.
    ///
    /// # Errors
    /// When it cannot be written; the file is as it was before then.
    pub fn add_failure(&mut self, failure: &FailedGame) -> Result<(), JournalError> {
        self.failures.add(&failure.line())
    }
}

/// A file to which lines are added.
#[derive(Debug)]
struct Growing {
    path: PathBuf,
    file: Option<File>,
    /// How many bytes of whole lines it has.
    length: u64,
}

impl Growing {
    /// A file that is made when there is something to write.
    const fn later(path: PathBuf) -> Self {
        Self { path, file: None, length: 0 }
    }

    fn open(path: PathBuf, length: u64, must_be_new: bool) -> Result<Self, JournalError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(&path).map_err(failed(&path, "opened"))?;
        // On a file system without locks whoever starts two runs in one folder is on their own.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(JournalError::InUse(path));
        }
        let size = file.metadata().map_err(failed(&path, "read"))?.len();
        if must_be_new && size > 0 {
            let reason = "games of a run that nobody asked for; give another folder".to_owned();
            return Err(JournalError::Foreign { path, reason });
        }
        Ok(Self { path, file: Some(file), length })
    }

    /// Takes off what is no whole line.
    fn cut(&mut self, whole: u64) -> Result<(), JournalError> {
        let Some(file) = &self.file else { return Ok(()) };
        let size = file.metadata().map_err(failed(&self.path, "read"))?.len();
        if size != whole {
            file.set_len(whole).map_err(failed(&self.path, "written"))?;
        }
        self.length = whole;
        Ok(())
    }

    fn add(&mut self, line: &str) -> Result<(), JournalError> {
        if self.file.is_none() {
            *self = Self::open(self.path.clone(), 0, false)?;
        }
        let Some(file) = &mut self.file else { return Ok(()) };
        let mut write = || {
            file.seek(SeekFrom::Start(self.length))?;
            file.write_all(line.as_bytes())?;
            file.sync_data()
        };
        let written: io::Result<()> = write();
        if let Err(error) = written {
            // A disk that is full takes part of a line; what is left is read without it anyway.
            let _ = file.set_len(self.length);
            return Err(failed(&self.path, "written")(error));
        }
        self.length += line.len() as u64;
        Ok(())
    }
}

/// Writes a file so that it is there whole or not at all.
fn write_whole(folder: &Path, path: &Path, run: &Run) -> Result<(), JournalError> {
    let cannot = |error| failed(path, "written")(error);
    let text = serde_json::to_string_pretty(run).map_err(|error| cannot(error.into()))? + "\n";
    let draft = path.with_extension("json.draft");
    let write = || {
        let mut file = File::create(&draft)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&draft, path)
    };
    if let Err(error) = write() {
        let _ = fs::remove_file(&draft);
        return Err(cannot(error));
    }
    // The folder's own entry; where folders cannot be opened, there is nothing to force.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

fn failed(path: &Path, done: &'static str) -> impl FnOnce(io::Error) -> JournalError {
    let path = path.to_owned();
    move |error| JournalError::File { path, done, error }
}
