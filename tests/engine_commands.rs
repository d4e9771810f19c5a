//! `analyse`, `values` and `bench` as processes.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod process;

use process::{printed, printed_json, refused, run_with_input, stderr, stdout};
use serde_json::Value;

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn analyse_looks_for_mates_that_are_asked_for() {
    let fen = "7k/8/R7/1R6/8/8/8/4K3 w - - 0 1";
    let end = |mate: &str| {
        let words = ["analyse", "-v", "chess", "--fen", fen, "--nodes", "200000", "--mate", mate];
        objects(&printed(&words)).pop().unwrap()
    };
    // It ends as soon as there is one, and else by the limit.
    let found = end("2");
    assert_eq!(found["mate"], 2, "{found}");
    assert!(found["nodes"].as_u64().unwrap() < 10_000, "{found}");
    assert!(end("1")["depth"].as_u64() > found["depth"].as_u64());
    refused(&["analyse", "--mate", "0"], &["\u{27}0\u{27}", "1..=30"]);
}

#[test]
fn analyse_tells_each_depth_and_the_end() {
    let lines = objects(&printed(&["analyse", "--depth", "4", "--multipv", "2", "--hash", "1M"]));
    assert_eq!(lines.len(), 4 * 2 + 1);
    for (index, line) in lines[..8].iter().enumerate() {
        assert_eq!(line["depth"], index / 2 + 1);
        assert_eq!(line["line"], index % 2 + 1);
        assert!(line["score"].is_i64() && line["nodes"].is_u64(), "{line}");
        assert!(!line["moves"].as_array().unwrap().is_empty(), "{line}");
    }
    let end = &lines[8];
    assert_eq!(end["best"], lines[6]["moves"][0]);
    assert_eq!(end["depth"], 4);
    // The same again: one thread, a limit of depth.
    let again = objects(&printed(&["analyse", "--depth", "4", "--multipv", "2", "--hash", "1M"]));
    assert_eq!(end["nodes"], again[8]["nodes"]);
}

#[test]
fn moves_before_count_and_mates_are_told_as_such() {
    let mated =
        printed(&["analyse", "-v", "chess", "--depth", "3", "--moves", "f2f3", "e7e5", "g2g4"]);
    let end = objects(&mated).pop().unwrap();
    assert_eq!((&end["best"], &end["mate"]), (&Value::from("d8h4"), &Value::from(1)));
    let over =
        &["analyse", "-v", "chess", "--depth", "3", "--moves", "f2f3", "e7e5", "g2g4", "d8h4"];
    let end = objects(&printed(over)).pop().unwrap();
    assert_eq!(end["best"], Value::Null);
    assert!(end.get("score").is_none() && end.get("mate").is_none(), "{end}");
}

#[test]
fn a_file_of_goals_is_scored() {
    let fen = "k7/8/1K6/8/8/8/8/7R w - -";
    let file = format!(
        "# comment\n{fen} bm h1h8; dm 1; id \"one\";\n\n{fen} bm h1h2; id \"two\";\n{fen}\n"
    );
    let output = run_with_input(&["analyse", "-v", "chess", "--depth", "3", "--input", "-"], &file);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let found = objects(stdout(&output));
    assert_eq!(found.len(), 3);
    assert_eq!((&found[0]["id"], &found[0]["solved"]), (&"one".into(), &true.into()));
    assert_eq!((&found[1]["id"], &found[1]["solved"]), (&"two".into(), &false.into()));
    assert!(found[2].get("solved").is_none());
    for (line, words) in [
        ("8/8/8 w", "line 1"),
        ("k7/8/1K6/8/8/8/8/7R w - - bm h1h9;", "\"h1h9\" is not legal"),
        ("k7/8/1K6/8/8/8/8/7R w - - dm soon;", "\"soon\""),
    ] {
        let output =
            run_with_input(&["analyse", "-v", "chess", "--depth", "1", "--input", "-"], line);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    }
}

#[test]
fn values_by_mobility() {
    let text = printed(&["values", "mobility", "--empty", "0.8"]);
    assert!(text.starts_with("Wild Tamerlane on 11x11, a square is empty with probability 0.8\n"));
    let cannon: Vec<&str> =
        text.lines().find(|line| line.contains("cannon")).unwrap().split_whitespace().collect();
    assert_eq!(cannon, ["cannon", "3.24", "4.47", "3.12"]);
    let swept = printed_json(&["values", "mobility", "-v", "chess", "--sweep", "--json"]);
    let tables = swept["tables"].as_array().unwrap();
    assert_eq!(tables.len(), 11);
    for table in tables {
        assert_eq!(table["kinds"]["rook"]["moves"], 5.0, "{table}");
    }
    // 336 knight moves against 896 rook moves.
    assert_eq!(tables[10]["empty"], 1.0);
    assert_eq!(tables[10]["kinds"]["knight"]["reach"], 1.875);
    for wrong in ["1.1", "-0.1", "many"] {
        refused(&["values", "mobility", &format!("--empty={wrong}")], &[wrong, "0 to 1"]);
    }
    refused(&["values", "mobility", "--sweep", "--empty", "0.5"], &["--sweep", "--empty"]);
}

#[test]
fn values_can_be_changed_and_passed_back() {
    let toml = printed(&["values", "-v", "shako"]);
    assert!(toml.contains("rook = { middlegame = 500, endgame = 500 }"), "{toml}");
    let json = printed_json(&["values", "-v", "shako", "--json"]);
    assert_eq!(json["kinds"]["rook"]["endgame"], 500);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("values.toml");
    let path = file.to_str().unwrap();
    std::fs::write(&file, toml.replace("queen = {", "queen = { middlegame = 1, endgame = 2 } #"))
        .unwrap();
    let changed = printed(&["values", "-v", "shako", "--values", path]);
    assert!(changed.contains("queen = { middlegame = 1, endgame = 2 }"), "{changed}");
    // The values reach the search: a queen more is next to nothing.
    let fen = "4k5/10/10/10/2q7/10/10/10/10/4K5 b - - 0 1";
    let with = ["analyse", "-v", "shako", "--fen", fen, "--depth", "1", "--values", path];
    let without = &with[..7];
    let score =
        |arguments: &[&str]| objects(&printed(arguments)).pop().unwrap()["score"].as_i64().unwrap();
    assert!(score(without) > score(&with) + 300);
    std::fs::write(&file, "[kinds]\nquean = { middlegame = 1, endgame = 2 }").unwrap();
    refused(&["values", "-v", "shako", "--values", path], &["\"quean\"", "queen"]);
    std::fs::remove_file(&file).unwrap();
    refused(&["values", "--values", path], &["cannot read", path]);
}

#[test]
fn bench_ends_with_its_count() {
    let first = printed(&["bench", "--depth", "2", "-v", "chess"]);
    let last = first.lines().last().unwrap();
    let words: Vec<&str> = last.split(' ').collect();
    let [nodes, "nodes", nps, "nps"] = words.as_slice() else { panic!("{last}") };
    assert!(nodes.parse::<u64>().unwrap() > 0 && nps.parse::<u64>().unwrap() > 0);
    let again = printed_json(&["bench", "--depth", "2", "-v", "chess", "--json"]);
    assert_eq!(again["nodes"].to_string(), *nodes);
    let signature = format!("signature {}", again["signature"].as_str().unwrap());
    assert!(first.lines().any(|line| line == signature), "{first}");
    refused(&["bench", "-v", "draughts"], &["\"draughts\""]);
    refused(&["analyse", "--movetime", "soon"], &["soon", "500ms"]);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_an_analysis_with_what_was_found() {
    let output = process::interrupted(&["analyse", "--hash", "1M"]);
    assert_eq!(output.status.code(), Some(3));
    let end = objects(stdout(&output)).pop().unwrap();
    assert!(end["best"].is_string() && end["depth"].as_u64().unwrap() > 0, "{end}");
}
