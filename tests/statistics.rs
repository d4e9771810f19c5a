//! `tamerlane perft --unique`, `stats` and `sample`.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod process;

use std::collections::HashSet;
use std::num::NonZeroUsize;

use process::{printed, printed_json, refused};
use serde_json::Value;
use tamerlane::geometry::Bitboard;
use tamerlane::movegen::{Task, Variant};
use tamerlane::perft::{Unique, Watch};
use tamerlane::position::Position;
use tamerlane::rules::{Ruleset, library};

/// A JSON object without the time it took.
fn timeless_json(arguments: &[&str]) -> Value {
    let mut object = printed_json(arguments);
    object.as_object_mut().unwrap().remove("seconds").unwrap();
    object
}

/// Distinct positions of chess after so many plies: OEIS A083276.
const CHESS: [u64; 5] = [1, 20, 400, 5362, 72_078];

#[test]
fn distinct_positions_of_chess() {
    let printed = printed(&["perft", "4", "-v", "chess", "--unique"]);
    let expected: Vec<String> =
        (0..).zip(CHESS).map(|(ply, count)| format!("unique({ply}) = {count}")).collect();
    assert!(printed.starts_with(&expected.join("\n")), "{printed}");
}

/// Counts distinct positions by their FENs, with the en passant square only where somebody stands
/// ready to capture onto it, which the hash tells.
struct ByFen {
    depth: u32,
}

impl Task for ByFen {
    type Output = (Vec<u64>, Vec<u64>);

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output {
        let start = rules.start();
        let identity = |position: &Position<B>| {
            let mut setup = position.setup(rules);
            (setup.halfmove, setup.fullmove) = (0, 1);
            let mut without = setup.clone();
            without.en_passant = None;
            let bare = rules.admit(&without).unwrap();
            if bare.hash(rules) == position.hash(rules) {
                bare.fen(rules)
            } else {
                setup.fen(rules.game())
            }
        };
        let mut counts = vec![1];
        let mut layer = vec![start];
        for _ in 0..self.depth {
            let mut seen = HashSet::new();
            let mut next = Vec::new();
            for position in &layer {
                for mv in rules.legal_moves(position) {
                    let after = position.play(rules, mv);
                    if seen.insert(identity(&after)) {
                        next.push(after);
                    }
                }
            }
            counts.push(next.len() as u64);
            layer = next;
        }
        let counted = |threads| {
            let threads = NonZeroUsize::new(threads).unwrap();
            let request = Unique { depth: self.depth, threads };
            let report = request.run(rules, &start, &Watch::default()).unwrap();
            assert!(report.is_complete);
            report.positions
        };
        assert_eq!(counted(1), counted(4), "{}", rules.game().name);
        (counts, counted(2))
    }
}

#[test]
fn distinct_positions_are_those_of_distinct_fens() {
    for name in library::names() {
        let variant = Variant::load(name).unwrap();
        // The slow way takes its time on the larger boards.
        let depth = if variant.game().board.len() <= 100 { 3 } else { 2 };
        let (by_fen, counted) = variant.dispatch(ByFen { depth });
        assert_eq!(by_fen, counted, "{name}");
    }
}

#[test]
fn a_count_that_is_stopped_says_so() {
    struct Stopped;
    impl Task for Stopped {
        type Output = bool;
        fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> bool {
            let watch = Watch::default();
            watch.stop();
            let request = Unique { depth: 4, threads: NonZeroUsize::MIN };
            request.run(rules, &rules.start(), &watch).unwrap().is_complete
        }
    }
    assert!(!Variant::load("wild-tamerlane").unwrap().dispatch(Stopped));
}

#[test]
fn statistics_add_up_and_do_not_depend_on_threads() {
    for name in ["wild-tamerlane", "tamerlane-historic", "chess"] {
        let arguments =
            ["stats", "-v", name, "--games", "12", "--plies", "150", "--json", "--seed", "5"];
        let one = timeless_json(&[&arguments[..], &["--threads", "1"]].concat());
        assert_eq!(one, timeless_json(&[&arguments[..], &["--threads", "3"]].concat()), "{name}");
        assert_eq!(one["games"], 12);
        let sum = |list: &Value| -> u64 {
            list.as_array().unwrap().iter().map(|bucket| bucket["count"].as_u64().unwrap()).sum()
        };
        assert_eq!(sum(&one["length"]["histogram"]), 12, "{name}");
        assert_eq!(sum(&one["branching"]["histogram"]), one["moves"].as_u64().unwrap(), "{name}");
        let endings: u64 =
            one["endings"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum();
        assert_eq!(endings, 12, "{name}");
        assert!(one["length"]["most"].as_u64().unwrap() <= 150);
        assert!(one["classes"]["captures"].as_u64().unwrap() > 0);
        assert_ne!(one, timeless_json(&[&arguments[..9], &["6", "--threads", "1"]].concat()));
    }
    let text = printed(&["stats", "-v", "chess", "--games", "3", "--plies", "40"]);
    for word in ["3 random games, seed 1", "plies a game", "moves a position", "captures", "####"] {
        assert!(text.contains(word), "no {word:?} in {text}");
    }
}

#[test]
fn the_first_positions_of_a_game_have_known_numbers_of_moves() {
    // One ply from the start of chess: twenty moves to choose from, whatever the game.
    let one = timeless_json(&["stats", "-v", "chess", "--games", "9", "--plies", "1", "--json"]);
    assert_eq!(one["branching"]["mean"], 20.0);
    assert_eq!(one["length"]["mean"], 1.0);
    assert_eq!(one["endings"]["cap"], 9);
    assert_eq!(one["moves"], 9);
}

#[test]
fn samples_are_positions_and_do_not_change() {
    let list = printed(&["sample", "-v", "tamerlane2", "--positions", "40", "--seed", "3"]);
    assert_eq!(list.lines().count(), 40);
    assert_eq!(list, printed(&["sample", "-v", "tamerlane2", "--positions", "40", "--seed", "3"]));
    let json =
        printed(&["sample", "-v", "tamerlane2", "--positions", "40", "--seed", "3", "--json"]);
    for (fen, object) in list.lines().zip(json.lines()) {
        let object: Value = serde_json::from_str(object).unwrap();
        assert_eq!(object["fen"], fen);
        assert!(object["source"].is_string() && object["tags"].is_array(), "{object}");
    }
    refused(&["sample", "--positions", "0"], &["'0'", "from 1 to 10000000"]);
}
