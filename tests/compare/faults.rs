//! Planted faults are found, named, and shrunk.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::process::{run, stdout};
use super::{agrees, differs, moves, need};

/// The longest that finding a fault may take.
const LONGEST: Duration = Duration::from_mins(1);
/// The most men of a position that shows a fault.
const MEN: u64 = 8;

fn script(name: &str, arguments: &str) -> String {
    need("python3");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compare").join(name);
    format!("python3 '{}' {arguments}", path.display())
}

/// The smallest place that shows a planted fault.
fn place_of(fault: &str, variant: &str) -> Value {
    need("fairy-stockfish");
    let engine = script("faulty_engine.py", &format!("{fault} {variant}"));
    let begin = Instant::now();
    let finding = differs(&["--engine", &engine, "-v", variant, "--depth", "3"]);
    assert!(begin.elapsed() < LONGEST, "{fault}: {:?}", begin.elapsed());
    assert_eq!(finding["shrinking_ended"], Value::Null, "{fault}");
    let place = if finding["smaller"].is_null() { &finding["place"] } else { &finding["smaller"] };
    println!("{fault} in {variant}: {} in {:.1?}", place["fen"], begin.elapsed());
    assert!(place["men"].as_u64().unwrap() <= MEN, "{fault}: {place}");
    seen_again(place);
    place.clone()
}

/// The command that a report names must show the fault again.
fn seen_again(place: &Value) {
    let again = shlex::split(place["again"].as_str().unwrap()).unwrap();
    let arguments: Vec<&str> = again[1..].iter().map(String::as_str).collect();
    let output = run(&arguments);
    assert_eq!(output.status.code(), Some(1), "{again:?}: {}", stdout(&output));
}

#[test]
fn the_wrapper_without_a_fault_agrees() {
    need("fairy-stockfish");
    let engine = script("faulty_engine.py", "none shako");
    agrees(&["--engine", &engine, "-v", "shako", "--depth", "2", "--positions", "20"]);
}

#[test]
fn a_hidden_move_of_a_knight() {
    for variant in ["chess", "shako"] {
        let place = place_of("hides", variant);
        assert!(moves(&place, "only_theirs").is_empty(), "{place}");
        let lacking = moves(&place, "only_ours");
        assert!(!lacking.is_empty());
        for (mv, reason) in lacking {
            assert!(reason.contains("knight on "), "{mv}: {reason}");
            assert!(reason.contains("attacked"), "{mv}: {reason}");
        }
    }
}

#[test]
fn an_illegal_move_of_a_pawn() {
    let place = place_of("adds", "shako");
    assert!(moves(&place, "only_ours").is_empty(), "{place}");
    let added = moves(&place, "only_theirs");
    assert!(!added.is_empty());
    for (mv, reason) in added {
        assert!(
            reason.contains("White pawn on ") && reason.contains("does not move so"),
            "{mv}: {reason}"
        );
    }
}

#[test]
fn en_passant_alone() {
    for variant in ["chess", "shako"] {
        let place = place_of("en-passant", variant);
        let lacking = moves(&place, "only_ours");
        assert!(!lacking.is_empty());
        for (mv, reason) in lacking {
            assert!(reason.contains("which a double step has just passed"), "{mv}: {reason}");
        }
    }
}

#[test]
fn a_move_listed_twice() {
    let place = place_of("twice", "chess");
    assert!(!place["twice"].as_array().unwrap().is_empty(), "{place}");
}

#[test]
fn a_move_that_is_played_wrongly() {
    let place = place_of("forgets", "chess");
    // The position as a FEN is answered rightly; only after the double step is the capture gone.
    assert_eq!(place["played"].as_array().unwrap().len(), 1, "{place}");
    assert_eq!(moves(&place, "only_ours").len(), 1, "{place}");
    let (_, reason) = &moves(&place, "only_ours")[0];
    assert!(reason.contains("which a double step has just passed"), "{reason}");
}

#[test]
fn a_generator_of_a_newcomer() {
    let engine = script("broken_knight.py", "");
    let game = "tests/compare/knights.toml";
    let finding = differs(&["--engine", &engine, "--protocol", "lines", "-v", game]);
    let place = if finding["smaller"].is_null() { &finding["place"] } else { &finding["smaller"] };
    assert!(place["men"].as_u64().unwrap() <= 3, "{place}");
    for (mv, reason) in moves(place, "only_theirs") {
        assert!(
            reason.contains("knight on ") && reason.contains("does not move so (N)"),
            "{mv}: {reason}"
        );
    }
    seen_again(place);
    let output = run(&["compare", "--engine", &engine, "--protocol", "lines", "-v", game]);
    let text = stdout(&output);
    for word in
        ["It lacks", "It alone has", "knight on", "See it again:  tamerlane compare --engine"]
    {
        assert!(text.contains(word), "no {word:?} in {text}");
    }
}

#[test]
fn letters_and_ranks_of_another_program() {
    let binary = env!("CARGO_BIN_EXE_tamerlane");
    let variant = "wild-tamerlane";
    let engine = script("translating.py", &format!("'{binary}' {variant}"));
    let known = ["--engine", &engine, "--protocol", "lines", "-v", variant, "--positions", "30"];
    let map = ["--map", "camel=J,eagle=H", "--rank-offset", "-1"];
    agrees(&[&known[..], &map].concat());
    // Without them it does not even read the position.
    let output = run(&[&["compare"], &known[..]].concat());
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
}

#[test]
fn the_same_seed_finds_the_same_position() {
    need("fairy-stockfish");
    let engine = script("faulty_engine.py", "hides shako");
    let arguments = ["--engine", &engine, "-v", "shako", "--seed", "7", "--depth", "1"];
    assert_eq!(differs(&arguments), differs(&arguments));
}
