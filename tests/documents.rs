//! What the pages for people say: the examples load, and the counts are those of the files.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::path::Path;

use tamerlane::movegen::Variant;
use tamerlane::perft::suite;
use tamerlane::rules::{self, library};

fn page(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

#[test]
fn variant_files_in_the_pages_load() {
    let mut files = 0;
    for name in ["README.md", "data/README.md"] {
        for block in page(name).split("```toml\n").skip(1) {
            let text = block.split("```").next().unwrap();
            // Others are parts of files.
            if text.starts_with("name = ") {
                let game = rules::parse(text, name).unwrap_or_else(|e| panic!("{e}:\n{text}"));
                Variant::new(game).unwrap_or_else(|e| panic!("{name}: {e}:\n{text}"));
                files += 1;
            }
        }
    }
    assert!(files >= 6, "only {files} variant files");
}

/// The counts of a row of the README, without the marks around those nobody else has.
fn row(game: &str) -> Vec<u128> {
    let page = page("README.md");
    let counts = page.split("## Counts").nth(1).unwrap();
    let start = format!("| `{game}` |");
    let row = counts.lines().find(|line| line.starts_with(&start));
    let row = row.unwrap_or_else(|| panic!("no counts of {game}"));
    row.split('|')
        .skip(2)
        .take(5)
        .map(|cell| cell.trim().trim_matches('*').parse().unwrap())
        .collect()
}

#[test]
fn the_counts_of_the_readme_are_those_of_the_files() {
    for game in library::names() {
        let row = row(game);
        let cases = suite::parse(&page(&format!("data/perft/{game}.perft"))).unwrap();
        let start = cases.iter().find(|case| case.fen == "startpos").unwrap();
        let mut compared = 0;
        for &(depth, count) in start.perft.iter().filter(|(depth, _)| (1..=5).contains(depth)) {
            assert_eq!(row[depth as usize - 1], count, "{game}, depth {depth}");
            compared += 1;
        }
        assert!(compared >= 3, "{game}: only {compared} counts");
    }
}

#[test]
fn every_game_is_in_the_tables() {
    for name in ["README.md", "data/README.md"] {
        let page = page(name);
        for game in library::names() {
            assert!(page.contains(&format!("`{game}`")), "{name} does not name {game}");
        }
    }
}
