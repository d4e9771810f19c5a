//! [`Results`]: a folder of results, one file a unit.
//!
//! A result is written under another name, forced to the disk, and given its name only if nobody has it
//! yet, in one step of the file system. Where two machines do the same unit the second finds the first,
//! and is held against it. A file system on a network may say that the step failed when it has worked;
//! then what is found is what was written, and all is well too.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::result::{Fault, ResultText};
use super::{PlanFile, ResultError, Unit, host};

/// How the file of a result ends.
const ENDING: &str = "ndjson";
/// How the file of a result ends that differs from the one before it.
const CONFLICT: &str = "conflict";

/// A folder of results.
#[derive(Clone, Debug)]
pub struct Results {
    folder: PathBuf,
}

/// What became of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Published {
    /// It is there now.
    First,
    /// Somebody had written the same before.
    Again,
}

/// What is in a folder.
#[derive(Debug, Default)]
pub struct Survey {
    /// By the number of the unit; none where there is none that counts.
    pub results: Vec<Option<ResultText>>,
    /// What is wrong with files.
    pub faults: Vec<ResultError>,
}

impl Survey {
    /// The numbers of units without a result.
    pub fn missing(&self) -> impl Iterator<Item = usize> {
        let results = self.results.iter().enumerate();
        results.filter(|(_, result)| result.is_none()).map(|(number, _)| number)
    }
}

impl Results {
    /// A folder to read from.
    ///
    /// # Errors
    /// When there is none.
    pub fn open(folder: &Path) -> Result<Self, ResultError> {
        fs::read_dir(folder).map_err(failed(folder, "read"))?;
        Ok(Self { folder: folder.to_owned() })
    }

    /// A folder to write to, which is made if need be.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn make(folder: &Path) -> Result<Self, ResultError> {
        fs::create_dir_all(folder).map_err(failed(folder, "made"))?;
        Ok(Self { folder: folder.to_owned() })
    }

    /// The file of a unit's result.
    pub fn path(&self, unit: &Unit) -> PathBuf {
        self.folder.join(unit.key()).with_extension(ENDING)
    }

    /// The result of a unit, if there is one.
    ///
    /// # Errors
    /// When the file of its name cannot be read, is damaged, or that of something else.
    pub fn find(&self, plan: &PlanFile, unit: &Unit) -> Result<Option<ResultText>, ResultError> {
        let path = self.path(unit);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(&path, "read")(error)),
        };
        match ResultText::read(&plan.work, &plan.id, unit, &bytes) {
            Ok(result) => Ok(Some(result)),
            Err(Fault::Foreign(reason)) => Err(ResultError::Foreign { path, reason }),
            Err(Fault::Corrupt(reason)) => Err(ResultError::Corrupt { path, reason }),
        }
    }

    /// Writes a result, unless there is one. The file is there whole or not at all.
    ///
    /// # Errors
    /// When it cannot be written, or another is there that differs or is damaged. One that differs is
    /// kept beside it, with the name of the machine.
    pub fn publish(
        &self,
        plan: &PlanFile,
        unit: &Unit,
        result: &ResultText,
    ) -> Result<Published, ResultError> {
        let path = self.path(unit);
        let text = result.text(&plan.id, unit);
        match self.write_new(&path, unit, &text) {
            Ok(()) => return Ok(Published::First),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(failed(&path, "written")(error)),
        }
        let before = self.find(plan, unit)?;
        if !plan.work.is_deterministic() || before.is_some_and(|before| before.sum == result.sum) {
            return Ok(Published::Again);
        }
        let name = format!("{}.{}-{}.{CONFLICT}", unit.key(), host(), std::process::id());
        let other = self.folder.join(name);
        self.write_new(&other, unit, &text).map_err(failed(&other, "written"))?;
        let reason = "the second was kept beside the first".to_owned();
        Err(ResultError::Conflict { path, other, reason })
    }

    fn write_new(&self, path: &Path, unit: &Unit, text: &str) -> io::Result<()> {
        let mut draft = draft(&self.folder, &unit.key())?;
        draft.write_all(text.as_bytes())?;
        draft.as_file().sync_all()?;
        draft.persist_noclobber(path).map_err(|error| error.error)?;
        // The folder's own entry; where folders cannot be opened, there is nothing to force.
        if let Ok(folder) = File::open(&self.folder) {
            let _ = folder.sync_all();
        }
        Ok(())
    }

    /// Reads all results of a plan, and looks for files that have no place in it.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn survey(&self, plan: &PlanFile) -> Result<Survey, ResultError> {
        let mut survey = Survey::default();
        let mut names: HashSet<PathBuf> = HashSet::new();
        for unit in &plan.units {
            names.insert(self.path(unit));
            match self.find(plan, unit) {
                Ok(result) => survey.results.push(result),
                Err(fault) => {
                    survey.results.push(None);
                    survey.faults.push(fault);
                }
            }
        }
        let mut others = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(failed(&self.folder, "read"))? {
            others.push(entry.map_err(failed(&self.folder, "read"))?.path());
        }
        others.retain(|path| !names.contains(path));
        others.sort();
        for other in others {
            match other.extension().and_then(|ending| ending.to_str()) {
                Some(ENDING) => {
                    let reason = "no unit of the plan has its name".to_owned();
                    survey.faults.push(ResultError::Foreign { path: other, reason });
                }
                Some(CONFLICT) => {
                    let name = other.file_name().unwrap_or_default().to_string_lossy();
                    let key = name.split('.').next().unwrap_or_default().to_owned();
                    let path = self.folder.join(key).with_extension(ENDING);
                    let reason = "find out which is right, and remove the other".to_owned();
                    survey.faults.push(ResultError::Conflict { path, other, reason });
                }
                _ => {}
            }
        }
        Ok(survey)
    }
}

/// The folder that a file is in.
pub(super) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// A file without its name yet, which vanishes if it gets none.
pub(super) fn draft(folder: &Path, name: &str) -> io::Result<NamedTempFile> {
    let prefix = format!(".{name}.{}.", host());
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".tmp");
    // Others shall read results, as far as the user's mask allows.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

fn failed(path: &Path, done: &'static str) -> impl FnOnce(io::Error) -> ResultError {
    let path = path.to_owned();
    move |error| ResultError::File { path, done, error }
}
