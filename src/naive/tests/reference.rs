//! Move lists that others have made, compared move by move.
//!
//! `data/reference` holds lists of a third party's program and of an independent naive generator;
//! each line has a position, all its legal moves and its status.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{board, game};
use crate::rules::library;

/// Compares every line of a file, and returns how many there are.
fn compare(name: &str, path: &Path) -> usize {
    let game = game(name);
    let text = fs::read_to_string(path).unwrap();
    for (index, line) in text.lines().enumerate() {
        let context = format!("{}, line {}", path.display(), index + 1);
        let entry: Value = serde_json::from_str(line).unwrap();
        let fen = entry["fen"].as_str().unwrap();
        let board = board(&game, fen);
        assert_eq!(board.setup().fen(&game), fen, "{context}");
        let moves: Vec<String> = board.moves().into_iter().map(|(text, _)| text).collect();
        let expected: Vec<&str> =
            entry["moves"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
        assert_eq!(moves, expected, "{context}: {fen}");
        assert_eq!(board.status(), entry["status"].as_str().unwrap(), "{context}: {fen}");
    }
    text.lines().count()
}

#[test]
fn all_reference_lists_come_out_identical() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/reference");
    for name in library::names() {
        let mut positions = 0;
        for folder in ["jocly", "lists"] {
            let path = root.join(folder).join(name).with_extension("jsonl");
            if path.exists() {
                positions += compare(name, &path);
            }
        }
        assert!(positions >= 200, "only {positions} positions of {name}");
    }
}
