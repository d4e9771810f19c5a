//! `tamerlane compare` against real programs and against programs with planted faults.
//!
//! Needed are fairy-stockfish, stockfish and sjaakii, as Debian has them, and python3;
//! `scripts/test` installs them. Without them these tests fail.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod exports;
mod faults;
mod misbehaviour;
#[path = "../process/mod.rs"]
mod process;
mod real_programs;

use process::{run, search_path, stderr, stdout};
use serde_json::Value;

/// Fails with a clear message where a program is missing.
fn need(program: &str) {
    let found =
        search_path().split(':').any(|folder| std::path::Path::new(folder).join(program).exists());
    assert!(
        found,
        "\"{program}\" is missing; scripts/test installs it (Debian has it as a package)"
    );
}

/// Runs a comparison that must agree, and returns its JSON.
fn agrees(arguments: &[&str]) -> Value {
    let output = run(&[&["compare", "--json"], arguments].concat());
    let (text, errors) = (stdout(&output), stderr(&output));
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}{text}");
    let object: Value = serde_json::from_str(text).unwrap();
    assert_eq!(object["agrees"], true);
    object
}

/// Runs a comparison that must find something, and returns its JSON.
fn differs(arguments: &[&str]) -> Value {
    let output = run(&[&["compare", "--json"], arguments].concat());
    let (text, errors) = (stdout(&output), stderr(&output));
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {errors}{text}");
    let object: Value = serde_json::from_str(text).unwrap();
    assert_eq!(object["agrees"], false);
    object["finding"].clone()
}

/// The moves of a list of a place, with their reasons.
fn moves(place: &Value, list: &str) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let entries = place[list].as_array().unwrap();
    entries.iter().map(|entry| (text(&entry["move"]), text(&entry["reason"]))).collect()
}
