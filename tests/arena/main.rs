//! `tamerlane match`, `tournament`, `sprt`, `resume`, `report`, `openings` as processes.
//!
//! Needed are fairy-stockfish and fairymax, as Debian has them, and python3 with python-chess;
//! `scripts/test` installs them. Without them these tests fail.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod books;
mod commands;
mod crashes;
mod disks;
mod misbehaviour;
#[path = "../process/mod.rs"]
mod process;
mod real_programs;

use std::path::{Path, PathBuf};

use process::{run, stderr, stdout};
use serde_json::Value;
use tempfile::TempDir;

/// A folder that is gone after the test, and the path of one in it for a run.
struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    fn run(&self) -> String {
        self.path("run")
    }
}

/// What a run says at its end, and its exit code.
fn played(arguments: &[&str]) -> (Value, Option<i32>) {
    let output = run(&[arguments, &["--json"]].concat());
    let text = stdout(&output);
    let object = serde_json::from_str(text);
    (
        object.unwrap_or_else(|_| panic!("{arguments:?}: {text}{}", stderr(&output))),
        output.status.code(),
    )
}

/// The lines of a file of JSON.
fn lines(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The games of a run's log.
fn games(run: &str) -> Vec<Value> {
    lines(&Path::new(run).join("games.ndjson"))
}

/// The command of a program of these tests.
fn python(file: &str, arguments: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/arena").join(file);
    format!("python3 '{}' {arguments}", path.display())
}
