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
    let asked = ["--precision", "3", "--pairs", "150", "--threads"];
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
    // Either it is as precise as was asked, or it says that it could not be.
    assert!(code == Some(4) || code == Some(0) && widest(&one) <= 3.0, "{code:?}");
    let stages = one["stages"].as_array().unwrap();
    assert!(stages.len() >= 3, "{stages:?}");
    assert_eq!(stages[0]["values"], "prior mobility");
    assert_eq!(stages[1]["values"], "prior flat");

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
    let words = ["values", "imbalance", "--resume", path, "--json", "--precision", "3"];
    let output = run(&[&words[..], &["--pairs", "150", "--threads", "2"]].concat());
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
    let folder = place.path().join("run");
    let words = ["values", "imbalance", "-v", "chess", "--nodes", "1000", "--seed", "1", "--json"];
    let more = ["--precision", "0.8", "--pairs", "400", "--prior", "mobility"];
    let output = run(&[&words[..], &more, &["--out", folder.to_str().unwrap()]].concat());
    let found: Value = serde_json::from_str(stdout(&output)).unwrap();
    let pieces = found["pieces"].as_array().unwrap();
    let at = |name: &str| pieces.iter().position(|piece| piece["kind"] == name).unwrap();
    for (more, less) in [("queen", "rook"), ("rook", "knight"), ("rook", "bishop")] {
        let chance = found["greater"][at(more)][at(less)].as_f64().unwrap();
        assert!(chance >= 0.975, "{more} above {less}: {chance}");
    }
    assert_eq!(pieces[at("rook")]["value"]["value"], 5.0);
    let games = found["games"].as_u64().unwrap();
    assert_eq!(games, 2 * found["pairs"].as_u64().unwrap());
}

#[test]
fn regress_reads_logs_and_pgn_and_results_are_written_in_every_form() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("run");
    ask(&folder, &["--precision", "5", "--pairs", "120"]);
    let path = folder.to_str().unwrap();
    let json = |words: &[&str]| -> Value {
        let output = run(&[&["values", "regress"], words, &["--json"]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        serde_json::from_str(stdout(&output)).unwrap()
    };
    let log = json(&[path]);
    assert_eq!((&log["method"], &log["variant"]), (&"regress".into(), &"chess".into()));
    let pieces = log["pieces"].as_array().unwrap();
    for piece in pieces.iter().filter(|piece| piece["kind"] != "rook") {
        let sandwich = piece["value"]["error"].as_f64().unwrap();
        let bootstrap = piece["bootstrap"].as_f64().unwrap();
        assert!((0.5..2.0).contains(&(bootstrap / sandwich)), "{piece}");
    }
    // The same games as PGN give the same values; only pairs are not known there.
    let pgn = place.path().join("games.pgn");
    let pgn = pgn.to_str().unwrap();
    let stage = folder.join("stage-1");
    let stage = stage.to_str().unwrap();
    assert_eq!(run(&["report", stage, "--pgn", pgn]).status.code(), Some(0));
    let (one, other) = (json(&[stage]), json(&[pgn, "-v", "chess"]));
    // So few games hold too little, and it is said.
    assert!(one["limits"].to_string().contains("too little imbalance"), "{}", one["limits"]);
    let values = |result: &Value| -> Vec<f64> {
        let pieces = result["pieces"].as_array().unwrap();
        pieces.iter().map(|piece| piece["value"]["value"].as_f64().unwrap()).collect()
    };
    for (one, other) in values(&one).into_iter().zip(values(&other)) {
        assert!((one - other).abs() < 1e-6, "{one} {other}");
    }
    assert_eq!(one["games"], other["games"]);
    assert_eq!(json(&[path, "--link", "tanh"])["method"], "regress");

    let written = |form: &str| {
        let output = run(&["values", "export", path, "--to", form]);
        assert_eq!(output.status.code(), Some(0), "{form}: {}", stderr(&output));
        stdout(&output).to_owned()
    };
    let result: Value =
        serde_json::from_str(&fs::read_to_string(folder.join("values.json")).unwrap()).unwrap();
    let pieces = result["pieces"].as_array().unwrap();
    for form in ["text", "markdown", "html", "svg", "fairy-max", "sjaak", "jocly", "values"] {
        let text = written(form);
        for piece in pieces {
            assert!(text.contains(piece["kind"].as_str().unwrap()), "{form}: {piece}");
        }
    }
    assert!(written("fairy-stockfish").contains("pieceValueMg = p:"));
    assert!(written("fairy-stockfish").contains(" r:1276 "));
    assert!(written("fairy-max").contains("\nr:500 # rook\n"));
    assert!(written("sjaak").contains("# rook\nValue: 500\n"));
    assert!(written("jocly").contains("\nvalue: 5.00, // rook\n"));
    let page = written("html");
    for word in ["http-equiv", "Zillions of Games", "Which is worth more"] {
        assert!(page.contains(word), "{word}");
    }
    assert!(!page.contains("src=") && !page.contains("href="), "nothing is loaded");
    // A picture by itself is a whole document.
    assert!(written("svg").starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    refused(&["values", "export", stage], &["values.json"]);
    refused(&["values", "regress", place.path().to_str().unwrap()], &["holds no run"]);
}

/// Takes a minute or so: `scripts/test` runs it.
#[test]
fn a_clone_of_the_knight_is_worth_a_knight() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("run");
    let words = ["values", "imbalance", "-v", "tests/chess-with-a-clone.toml", "--nodes", "100"];
    let more = ["--seed", "3", "--json", "--precision", "1.2", "--pairs", "500"];
    let output = [&words[..], &more, &["--prior", "mobility", "--out", folder.to_str().unwrap()]];
    let output = run(&output.concat());
    let found: Value = serde_json::from_str(stdout(&output)).unwrap();
    let pieces = found["pieces"].as_array().unwrap();
    let at = |name: &str| pieces.iter().position(|piece| piece["kind"] == name).unwrap();
    let (knight, clone) = (at("knight"), at("clone"));
    let covariance = |one: usize, other: usize| found["covariance"][one][other].as_f64().unwrap();
    let variance =
        covariance(knight, knight) + covariance(clone, clone) - 2.0 * covariance(knight, clone);
    let value = |place: usize| pieces[place]["value"]["value"].as_f64().unwrap();
    let apart = value(knight) - value(clone);
    assert!(apart.abs() <= 1.96 * variance.sqrt(), "{apart} +- {}", variance.sqrt());
    // Narrow enough to mean something.
    assert!(variance.sqrt() < 1.2, "{variance}");
}

#[test]
fn a_tuning_that_is_killed_is_the_tuning_that_was_not() {
    let place = tempfile::tempdir().unwrap();
    let folder = |name: &str| place.path().join(name).display().to_string();
    let (one, two) = (folder("one"), folder("two"));
    let words = ["values", "spsa", "-v", "chess", "--nodes", "40", "--batch", "2", "--seed", "9"];
    let tune = |out: &str| {
        let output = run(&[&words[..], &["--iterations", "6", "--out", out]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stdout(&output).to_owned()
    };
    let whole = tune(&one);
    assert!(whole.contains("rook = { middlegame = 500, endgame = 500 }"), "{whole}");
    let course = fs::read_to_string(format!("{one}/course.ndjson")).unwrap();
    assert_eq!(course.lines().count(), 6);
    assert_eq!(tune(&two), whole);
    // As a kill leaves it: three lines and a part of the fourth.
    let torn: usize = course.split_inclusive('\n').take(3).map(str::len).sum();
    fs::write(format!("{two}/course.ndjson"), &course[..torn + 20]).unwrap();
    let output = run(&["values", "spsa", "--resume", &two]);
    assert_eq!(stdout(&output), whole, "{}", stderr(&output));
    assert_eq!(fs::read_to_string(format!("{two}/course.ndjson")).unwrap(), course);
    refused(&["values", "spsa", "-v", "chess", "--out", &one], &["holds a tuning already"]);
}

#[test]
fn parameters_of_the_search_are_tuned_alone_or_with_values() {
    let place = tempfile::tempdir().unwrap();
    let folder = |name: &str| place.path().join(name).display().to_string();
    let tune = |out: &str, more: &[&str]| {
        let words =
            ["values", "spsa", "-v", "chess", "--nodes", "150", "--batch", "2", "--seed", "9"];
        let output =
            run(&[&words[..], &["--iterations", "4", "--c-end", "0.6", "--out", out], more]
                .concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stdout(&output).to_owned()
    };
    let (alone, both) = (folder("alone"), folder("both"));
    let text = tune(
        &alone,
        &["--hold-values", "--parameter", "expectation", "--parameter", "capture_margin"],
    );
    // Held: what mobility says of a queen, whatever the games say.
    assert!(text.contains("queen = { middlegame = 850, endgame = 850 }"), "{text}");
    let words = text.lines().find_map(|line| line.strip_prefix("# ")).unwrap();
    let course = fs::read_to_string(format!("{alone}/course.ndjson")).unwrap();
    let last: Value = serde_json::from_str(course.lines().last().unwrap()).unwrap();
    let tuned: Vec<f64> =
        last["parameters"].as_array().unwrap().iter().map(|n| n.as_f64().unwrap()).collect();
    // In the order of the list of all, whatever the order of the words.
    let [margin, expectation] = [tuned[0].round(), tuned[1].round()];
    assert_eq!(words, format!("search.capture_margin={margin} search.expectation={expectation}"));
    assert!((tuned[0] - 140.0).abs() > 1e-6 && (tuned[1] - 40.0).abs() > 1e-6, "{tuned:?}");
    // The words are those of a player.
    let player = format!("engine name=tuned nodes=50 {words}");
    let out = folder("match");
    let played = run(&[
        "match",
        "-v",
        "chess",
        "-p",
        &player,
        "-p",
        "engine nodes=50",
        "--pairs",
        "1",
        "--seed",
        "3",
        "--out",
        &out,
    ]);
    assert_eq!(played.status.code(), Some(0), "{}", stderr(&played));
    assert!(fs::read_to_string(format!("{out}/run.json")).unwrap().contains("\"expectation\""));
    let text = tune(&both, &["--parameter", "all"]);
    assert_eq!(text.matches("search.").count(), 17, "{text}");
    refused(
        &["values", "spsa", "-v", "chess", "--out", &folder("none"), "--parameter", "luck"],
        &["\"luck\"", "razoring", "all"],
    );
    refused(&["match", "-p", "engine search.luck=1", "-p", "engine"], &["\"luck\"", "futility"]);
    refused(
        &["match", "-p", "engine search.razoring=1", "-p", "engine"],
        &["\"razoring=1\"", "from 40 to 1000"],
    );
}

#[test]
fn a_damaged_tuning_is_refused() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("tuning").display().to_string();
    let words = ["values", "spsa", "-v", "chess", "--nodes", "40", "--batch", "2", "--seed", "9"];
    let more = ["--iterations", "2", "--parameter", "futility", "--out", &folder];
    assert_eq!(run(&[&words[..], &more].concat()).status.code(), Some(0));
    let files = ["tuning.json", "course.ndjson"].map(|name| format!("{folder}/{name}"));
    let texts = files.each_ref().map(|file| fs::read_to_string(file).unwrap());
    let damaged = |number: usize, from: &str, to: &str, said: &str| {
        assert!(texts[number].contains(from), "{from}");
        fs::write(&files[number], texts[number].replacen(from, to, 1)).unwrap();
        refused(&["values", "spsa", "--resume", &folder], &[said]);
        fs::write(&files[number], &texts[number]).unwrap();
    };
    damaged(0, "\"batch\": 2", "\"batch\": 0", "batch");
    damaged(0, "\"c_end\": 0.08", "\"c_end\": -3", "c_end");
    damaged(0, "\"iterations\": 2", "\"iterations\": 1", "course.ndjson");
    damaged(0, "90", "9000", "futility=9000");
    damaged(0, "\"futility\"", "\"luck\"", "luck");
    damaged(1, "\"won\":", "\"won\":9", "line 1");
    damaged(1, "\"values\":[", "\"values\":[1.0,", "line 1");
    assert_eq!(run(&["values", "spsa", "--resume", &folder]).status.code(), Some(0));
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
