//! The counts of `data/perft`, up to a size that a test can afford; `tamerlane suite data/perft`
//! checks them all. `PERFT_LIMIT` sets the size.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use tamerlane::geometry::Bitboard;
use tamerlane::movegen::{Task, Variant};
use tamerlane::perft::suite::{Case, parse};
use tamerlane::perft::{Perft, Watch};
use tamerlane::rules::{KEY_SEED, Ruleset, library};

/// Counts above this are left to the release build.
const LIMIT: u128 = 1_500_000;
/// Classes are found move by move.
const CLASSES_LIMIT: u128 = 200_000;

/// Every way to count, and whether it gives the classes.
const WAYS: &[(u64, bool, usize)] =
    &[(0, true, 1), (0, true, 2), (1 << 20, true, 1), (0, false, 1)];

struct Check<'a> {
    name: &'a str,
    case: &'a Case,
    limit: u128,
}

impl Task for Check<'_> {
    type Output = usize;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> usize {
        let Self { name, case, limit } = self;
        let position = match case.fen.as_str() {
            "startpos" => rules.start(),
            fen => rules.position(fen).unwrap_or_else(|e| panic!("{name} {}: {e}", case.line)),
        };
        let mut checked = 0;
        for &(depth, expected) in case.perft.iter().filter(|(_, expected)| *expected <= limit) {
            for (index, &(hash_bytes, bulk, threads)) in WAYS.iter().enumerate() {
                // The first way for all, the others in turn.
                if index > 0 && (case.line + depth as usize) % (WAYS.len() - 1) != index - 1 {
                    continue;
                }
                let threads = NonZeroUsize::new(threads).unwrap();
                let perft = Perft { threads, hash_bytes, bulk, ..Perft::new(depth) };
                let report = perft.run(rules, &position, &Watch::default()).unwrap();
                assert_eq!(report.nodes, expected, "{name} {} depth {depth}", case.id);
                let sum: u128 = report.divide.iter().map(|(_, nodes)| nodes).sum();
                assert!(depth == 0 || sum == expected, "{name} {} depth {depth}", case.id);
            }
            checked += 1;
        }
        for (depth, known) in &case.classes {
            let nodes = case.perft.iter().find(|(d, _)| d == depth).map(|(_, nodes)| *nodes);
            if nodes.is_none_or(|nodes| nodes > limit.min(CLASSES_LIMIT)) {
                continue;
            }
            let perft = Perft { classes: true, ..Perft::new(*depth) };
            let report = perft.run(rules, &position, &Watch::default()).unwrap();
            let found = report.classes.unwrap().each();
            for (class, count) in known {
                assert!(
                    found.contains(&(class.as_str(), *count)),
                    "{name} {} depth {depth}: expected {count} {class}, found {found:?}",
                    case.id
                );
                checked += 1;
            }
        }
        checked
    }
}

fn perft_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            perft_files(&path, found);
        } else {
            found.push(path);
        }
    }
}

#[test]
fn reference_counts_come_out() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let limit = std::env::var("PERFT_LIMIT").map_or(LIMIT, |limit| limit.parse().unwrap());
    let mut files = Vec::new();
    perft_files(&root.join("data/perft"), &mut files);
    files.sort();
    let mut checked = 0;
    let mut games = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        for case in parse(&text).unwrap_or_else(|error| panic!("{name}: {error}")) {
            let game = case.variant.clone().unwrap();
            // Paths in the files are relative to the project's root.
            let variant = if game.contains('/') {
                Variant::load(root.join(&game).to_str().unwrap())
            } else {
                Variant::load(&game)
            };
            let variant = variant.unwrap_or_else(|error| panic!("{name}: {error}"));
            checked += variant.dispatch(Check { name, case: &case, limit });
            games.push(game);
        }
    }
    println!("{checked} counts of {} positions agree", games.len());
    assert!(checked > 100, "only {checked} counts");
    for name in library::names() {
        assert!(games.iter().any(|game| game == name), "no counts for {name}");
    }
}

/// The hash of the start position.
struct StartHash;

impl Task for StartHash {
    type Output = u64;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> u64 {
        rules.start().hash(rules)
    }
}

#[test]
fn other_seeds_make_other_keys() {
    let hashes: Vec<u64> = [1, 2, KEY_SEED]
        .map(|seed| Variant::load_with_keys(library::DEFAULT, seed).unwrap().dispatch(StartHash))
        .into();
    assert_eq!(hashes[2], Variant::load(library::DEFAULT).unwrap().dispatch(StartHash));
    assert!(hashes[0] != hashes[1] && hashes[1] != hashes[2] && hashes[0] != hashes[2]);
}
