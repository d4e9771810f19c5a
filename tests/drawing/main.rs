//! Pictures of positions, diagrams of movements, and the rules of games in words.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod command;
mod diagrams;
mod elements;
mod pages;
mod pictures;
#[path = "../process/mod.rs"]
mod process;

use tamerlane::position::Setup;
use tamerlane::rules::{self, Game, library};

fn all_games() -> Vec<Game> {
    library::names().map(|name| rules::load(name).unwrap()).collect()
}

fn start(game: &Game) -> Setup {
    Setup::parse(game, game.start()).unwrap()
}

/// A folder of its own for a test, removed afterwards.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tamerlane-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        std::fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
