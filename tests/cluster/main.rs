//! `tamerlane plan`, `work`, `missing`, `merge` as processes: results that are damaged, killed workers,
//! full disks. A real Slurm and machines by ssh are in `scripts/cluster/test`.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod bench;
mod counts;
mod disks;
mod faults;
mod games;
#[path = "../process/mod.rs"]
mod process;

use std::path::{Path, PathBuf};
use std::process::Output;

use process::{printed, run, stderr, stdout};
use tempfile::TempDir;

/// A folder with a plan and results, gone after the test.
struct Place {
    folder: TempDir,
    plan: String,
    results: String,
}

impl Place {
    /// With a plan that these words make.
    fn planned(words: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        let (plan, results) = (path("plan.jsonl"), path("results"));
        printed(&[&["plan"], words, &["-o", &plan]].concat());
        Self { folder, plan, results }
    }

    /// With a plan of perft(4) of chess in seven units.
    fn new() -> Self {
        Self::planned(&["perft", "4", "-v", "chess", "--units", "7", "--no-estimate"])
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    /// A command with plan and results, and more words.
    fn run(&self, command: &str, words: &[&str]) -> Output {
        run(&[&[command, "--plan", &self.plan, "--results", &self.results], words].concat())
    }

    /// What a command prints that ends well.
    fn printed(&self, command: &str, words: &[&str]) -> String {
        let output = self.run(command, words);
        assert_eq!(output.status.code(), Some(0), "{command} {words:?}: {}", stderr(&output));
        stdout(&output).to_owned()
    }

    /// Asserts that a command ends with a code, nothing on standard output, and these words.
    fn refused(&self, command: &str, words: &[&str], code: i32, expected: &[&str]) {
        let output = self.run(command, words);
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{command} {words:?}: {message}");
        for word in expected {
            assert!(message.contains(word), "{command} {words:?}: no {word:?} in: {message}");
        }
        if command == "merge" {
            assert_eq!(stdout(&output), "");
        }
    }

    /// The files of results, in order.
    fn files(&self) -> Vec<PathBuf> {
        files(Path::new(&self.results), "ndjson")
    }
}

/// The files of a folder that end so, in order.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|found| found == ending));
    files.sort();
    files
}
