//! Reports of runs: every number is that of the log, whatever it is written as.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod log;
mod numbers;
mod pages;
mod states;

use std::path::Path;

use log::{Log, Recipe};
use tamerlane::arena::{Journal, TestPlan};
use tamerlane::rating::EloScale;
use tamerlane::report::Summary;
use tempfile::TempDir;

/// A log on disk, and what is made of it.
struct Reported {
    folder: TempDir,
    log: Log,
    summary: Summary,
}

impl Reported {
    fn of(mut log: Log) -> Self {
        let folder = tempfile::tempdir().unwrap();
        log.write(folder.path());
        let summary = summary(folder.path());
        Self { folder, log, summary }
    }
}

fn journal(folder: &Path) -> Journal {
    Journal::read(folder).unwrap()
}

fn summary(folder: &Path) -> Summary {
    Summary::of(&journal(folder)).unwrap()
}

/// A test of two players, one of whom is better.
fn two_players() -> Log {
    let test =
        TestPlan { elo0: 0.0, elo1: 40.0, alpha: 0.05, beta: 0.05, scale: EloScale::Normalized };
    let players = ["new <b>values</b>", "old \"values\" & all"];
    let recipe = Recipe {
        variant: "chess",
        players: &players,
        rounds: 120,
        chances: [25, 30, 45],
        test: Some(test),
        seed: 3,
    };
    recipe.log()
}

/// A round robin of three players.
fn three_players() -> Log {
    let recipe = Recipe {
        variant: "chess",
        players: &["A", "B", "C"],
        rounds: 40,
        chances: [20, 30, 50],
        test: None,
        seed: 5,
    };
    recipe.log()
}
