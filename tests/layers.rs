//! The direction of dependencies, the names of games, and the length of files: what
//! ARCHITECTURE.md promises of the source tree.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::path::{Path, PathBuf};

/// Modules from the lowest to the highest; each may use those before it and itself.
const LAYERS: &[&str] = &[
    "geometry",
    "pieces",
    "rules",
    "position",
    "drawing",
    "movegen",
    "naive",
    "sampling",
    "pgn",
    "perft",
    "values",
    "prover",
    "evaluation",
    "search",
    "engine",
    "uci",
    "statistics",
    "estimation",
    "rating",
    "export",
    "external",
    "compare",
    "cecp",
    "arena",
    "report",
    "valuation",
    "cluster",
    "cli",
];

/// A file longer than this holds more than one noun.
const MAX_LINES: usize = 600;

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

fn all_sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    sources(&root, &mut found);
    assert!(found.len() > 40, "only {} files below src", found.len());
    found
        .into_iter()
        // Unit tests that fill files of their own.
        .filter(|path| !path.iter().any(|part| part == "tests"))
        .map(|path| {
            let name = path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
            (name, fs::read_to_string(&path).unwrap())
        })
        .collect()
}

/// The lines of a file that are code: neither comment nor documentation, nor unit tests.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.split("#[cfg(test)]")
        .next()
        .unwrap_or_default()
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
}

#[test]
fn modules_use_only_what_is_below_them() {
    let mut uses = 0;
    for (name, text) in all_sources() {
        let Some((module, _)) = name.split_once('/') else { continue };
        let own = LAYERS.iter().position(|layer| *layer == module);
        let own = own.unwrap_or_else(|| panic!("src/{module} is in no layer"));
        for line in code(&text) {
            for path in line.split("crate::").skip(1) {
                let used: String =
                    path.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                assert!(!used.is_empty(), "{name}: write one `use crate::module` a line: {line}");
                let layer = LAYERS.iter().position(|layer| *layer == used);
                let layer = layer.unwrap_or_else(|| panic!("{name}: no layer \"{used}\": {line}"));
                assert!(layer <= own, "{name} uses {used}, which is above it: {line}");
                uses += 1;
            }
        }
    }
    assert!(uses > 100, "only {uses} uses were looked at");
}

#[test]
fn the_naive_generator_shares_nothing_with_the_fast_one() {
    let allowed = ["geometry", "pieces", "rules", "position", "naive"];
    // Of the layers below it, these belong to the fast generator.
    let forbidden = ["Ruleset", "Position", "Bitboard", "MovementTables", "FillTables", "Move"];
    let mut files = 0;
    for (name, text) in all_sources().iter().filter(|(name, _)| name.starts_with("naive/")) {
        files += 1;
        for line in code(text) {
            for path in line.split("crate::").skip(1) {
                assert!(allowed.iter().any(|module| path.starts_with(module)), "{name}: {line}");
            }
            let words = line.split(|c: char| !c.is_alphanumeric());
            for word in words {
                assert!(!forbidden.contains(&word), "{name} uses {word}: {line}");
            }
        }
    }
    assert!(files >= 3, "only {files} files below src/naive");
}

#[test]
fn no_game_is_asked_for_by_name() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut names = Vec::new();
    for entry in fs::read_dir(root.join("data/variants")).unwrap() {
        let path = entry.unwrap().path();
        names.push(path.file_stem().unwrap().to_str().unwrap().to_owned());
    }
    assert!(names.len() >= 7, "only {} variant files", names.len());
    for (name, text) in all_sources() {
        if name == "rules/library.rs" {
            continue;
        }
        for line in code(&text) {
            for game in &names {
                let quoted = format!("\"{game}\"");
                assert!(!line.contains(&quoted), "{name} names the game {game}: {line}");
            }
        }
    }
}

#[test]
fn every_variant_file_is_built_in() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<String> = fs::read_dir(root.join("data/variants"))
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    files.sort();
    let mut built_in: Vec<String> = tamerlane::rules::library::names().map(str::to_owned).collect();
    built_in.sort();
    assert_eq!(files, built_in);
}

#[test]
fn files_hold_one_noun() {
    for (name, text) in all_sources() {
        let lines = text.lines().count();
        assert!(lines <= MAX_LINES, "src/{name} has {lines} lines");
    }
}
