//! `tamerlane values imbalance` as a process: the same seed gives the same values on any number of
//! threads and after any stop, real games give values in the order that everybody knows, and bad input
//! is refused.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod process;

use std::fs;
use std::path::Path;

use process::{refused, run, stderr, stdout};
use serde_json::Value;

/// Few positions a move and few games: the values mean little, but everything happens.
fn ask(folder: &Path, more: &[&str]) -> (Option<i32>, Value) {
    let folder = folder.to_str().unwrap();
    let words = ["values", "imbalance", "-v", "chess", "--nodes", "60", "--seed", "5", "--json"];
    let output = run(&[&words[..], &["--out", folder], more].concat());
    let value = serde_json::from_str(stdout(&output));
    (output.status.code(), value.unwrap_or_else(|_| panic!("{}", stderr(&output))))
}

#[test]
fn the_same_seed_gives_the_same_values_on_any_threads_and_after_any_stop() {
    let place = tempfile::tempdir().unwrap();
    let folder = |name: &str| place.path().join(name);
    let asked = ["--precision", "2", "--pairs", "400", "--threads"];
    let (code, one) = ask(&folder("one"), &[&asked[..], &["1"]].concat());
    let (_, two) = ask(&folder("two"), &[&asked[..], &["2"]].concat());
    assert_eq!(one, two);
    assert_eq!(one["format"], "tamerlane values 1");
    let widest = |value: &Value| {
        let pieces = value["pieces"].as_array().unwrap().iter();
        let half = |piece: &Value| {
            let [low, high] = ["low", "high"].map(|end| piece["value"][end].as_f64().unwrap());
            (high - low) / 2.0
        };
        pieces.map(half).fold(0.0, f64::max)
    };
    // Either it is as precise as was asked, or it says that it is not.
    assert_eq!(code, Some(if widest(&one) <= 2.0 { 0 } else { 4 }));
    let stages = one["stages"].as_array().unwrap();
    assert!(stages.len() >= 3, "{stages:?}");
    assert_eq!(stages[0]["values"], "prior mobility");
    assert_eq!(stages[1]["values"], "prior flat");
    assert!(stages[2]["values"].as_str().unwrap().starts_with("estimates of "));

    // A kill in the second stage: half of its games, a torn line, and nothing of the third.
    let broken = folder("two");
    fs::remove_dir_all(broken.join("stage-3")).unwrap();
    let log = broken.join("stage-2/games.ndjson");
    let text = fs::read_to_string(&log).unwrap();
    fs::write(&log, &text[..text.len() / 2]).unwrap();
    for file in ["values.json", "values.csv", "values.md", "values.toml"] {
        fs::remove_file(broken.join(file)).unwrap();
    }
    let path = broken.to_str().unwrap();
    let words = ["values", "imbalance", "--resume", path, "--json", "--precision", "2"];
    let output = run(&[&words[..], &["--pairs", "400", "--threads", "2"]].concat());
    let again: Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!(again, one);
    // Everything that is played is an ordinary run.
    let stage = folder("one").join("stage-1");
    let report = run(&["report", stage.to_str().unwrap(), "--json"]);
    assert_eq!(report.status.code(), Some(0), "{}", stderr(&report));
    // The estimates are values that the search takes, and files are as they were printed.
    let values = folder("one").join("values.toml");
    let search = ["analyse", "-v", "chess", "--depth", "2", "--values", values.to_str().unwrap()];
    assert_eq!(run(&search).status.code(), Some(0));
    let kept = fs::read_to_string(folder("one").join("values.json")).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&kept).unwrap(), one);
    let csv = fs::read_to_string(folder("one").join("values.csv")).unwrap();
    assert_eq!(csv.lines().count(), 1 + one["pieces"].as_array().unwrap().len());
}

#[test]
fn real_games_put_pieces_into_the_order_that_everybody_knows() {
    let place = tempfile::tempdir().unwrap();
    let (_, found) = ask(&place.path().join("run"), &["--precision", "1.2", "--pairs", "400"]);
    let pieces = found["pieces"].as_array().unwrap();
    let at = |name: &str| pieces.iter().position(|piece| piece["kind"] == name).unwrap();
    for (more, less) in
        [("queen", "rook"), ("rook", "knight"), ("rook", "bishop"), ("knight", "pawn")]
    {
        let chance = found["greater"][at(more)][at(less)].as_f64().unwrap();
        assert!(chance >= 0.975, "{more} above {less}: {chance}");
    }
    assert_eq!(pieces[at("rook")]["value"]["value"], 5.0);
    let games = found["games"].as_u64().unwrap();
    assert_eq!(games, 2 * found["pairs"].as_u64().unwrap());
}

#[test]
fn bad_input_is_refused_and_leaves_files_alone() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("run");
    let path = folder.to_str().unwrap();
    let imbalance = |more: &[&'static str]| {
        [&["values", "imbalance", "-v", "chess", "--out", path][..], more].concat()
    };
    refused(&imbalance(&["--precision", "0"]), &["\u{27}0\u{27}", "0.01 to 10"]);
    refused(&imbalance(&["--prior", "nothing.toml"]), &["nothing.toml", "mobility"]);
    refused(&imbalance(&["--nodes", "0"]), &["whole number"]);
    refused(&["values", "imbalance", "--resume", path], &[path, "holds no question"]);
    assert!(!folder.exists());
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("question.json"), "{}").unwrap();
    refused(&imbalance(&[]), &["holds a question already"]);
    refused(&["values", "imbalance", "--resume", path], &["question.json"]);
    assert_eq!(fs::read_to_string(folder.join("question.json")).unwrap(), "{}");
}
