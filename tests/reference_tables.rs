//! The tables in `results/perft`: every game has one, and the naive generator agrees on every
//! position. `scripts/reference-tables` counts everything again.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;

use rayon::prelude::*;
use serde_json::Value;
use tamerlane::naive::NaiveBoard;
use tamerlane::position::Setup;
use tamerlane::rules::{self, library};

/// The depth that the tables say the naive generator was asked for.
const NAIVE_DEPTH: u64 = 2;

fn table(name: &str) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("results/perft");
    let text = std::fs::read_to_string(folder.join(format!("{name}.json")));
    let text = text.unwrap_or_else(|error| panic!("{name}.json: {error}"));
    serde_json::from_str(&text).unwrap()
}

#[test]
fn the_naive_generator_agrees() {
    let names: Vec<&str> = library::names().collect();
    let checked: usize = names
        .par_iter()
        .map(|name| {
            let table = table(name);
            let game = rules::load(name).unwrap();
            let positions = table["positions"].as_array().unwrap();
            assert_eq!(positions.len(), 20, "{name}");
            let all = positions.iter().chain(std::iter::once(&table["start"]));
            let mut checked = 0;
            for position in all {
                let fen = position["fen"].as_str().unwrap();
                let setup = Setup::parse(&game, fen).unwrap();
                let board = NaiveBoard::new(&game, &setup);
                let counts = position["counts"].as_array().unwrap();
                assert!(counts.len() >= 3, "{name}: {fen}");
                for count in counts.iter().filter(|c| c["depth"].as_u64().unwrap() <= NAIVE_DEPTH) {
                    let depth = count["depth"].as_u64().unwrap() as u32;
                    let nodes = count["nodes"].as_u64().unwrap();
                    assert_eq!(board.perft(depth), nodes, "{name}: {fen}, depth {depth}");
                    checked += 1;
                }
            }
            checked
        })
        .sum();
    assert_eq!(checked, names.len() * 21 * 2);
}
