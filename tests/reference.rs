//! Move lists that others have made, compared move by move.
//!
//! `data/reference` holds lists of a third party's program and of an independent naive generator;
//! each line has a position, all its legal moves and its status.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::path::Path;

use serde_json::Value;
use tamerlane::geometry::Bitboard;
use tamerlane::movegen::{Task, Variant};
use tamerlane::rules::{Ruleset, library};

struct Compare<'a> {
    name: &'a str,
    text: &'a str,
}

impl Task for Compare<'_> {
    type Output = usize;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> usize {
        let mut checked = 0;
        for (index, line) in self.text.lines().enumerate() {
            let context = format!("{}, line {}", self.name, index + 1);
            let entry: Value = serde_json::from_str(line).unwrap();
            let fen = entry["fen"].as_str().unwrap();
            let position = rules.position(fen).unwrap_or_else(|error| panic!("{context}: {error}"));
            assert_eq!(position.fen(rules), fen, "{context}");
            let mut moves: Vec<String> =
                rules.legal_moves(&position).iter().map(|mv| mv.text(rules.game())).collect();
            moves.sort_unstable();
            let expected: Vec<&str> =
                entry["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
            assert_eq!(moves, expected, "{context}: {fen}");
            assert_eq!(rules.count_moves(&position), moves.len() as u64, "{context}: {fen}");
            let status = entry["status"].as_str().unwrap();
            assert_eq!(rules.status(&position).word(), status, "{context}: {fen}");
            checked += 1;
        }
        checked
    }
}

#[test]
fn all_reference_lists_come_out_identical() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/reference");
    let mut files = 0;
    let mut positions = 0;
    for folder in ["jocly", "lists"] {
        let mut entries: Vec<_> =
            fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path()).collect();
        entries.sort();
        for path in entries {
            let name = path.file_stem().unwrap().to_str().unwrap();
            if library::text(name).is_none() {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let variant = Variant::load(name).unwrap();
            positions += variant.dispatch(Compare { name: path.to_str().unwrap(), text: &text });
            files += 1;
        }
    }
    println!("{positions} positions of {files} files agree");
    assert!(files >= 12, "only {files} files");
    assert!(positions > 2400, "only {positions} positions");
}
