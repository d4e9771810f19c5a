//! `analyse`, `values` and `bench` as processes.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tamerlane"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A child that reads nothing closes its end; that is its right.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// What a command prints when it ends well.
fn printed(arguments: &[&str]) -> String {
    let output = run(arguments, "");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout).to_owned()
}

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Asserts that bad input ends with code 2, nothing printed, and one sentence with these words.
fn refused(arguments: &[&str], words: &[&str]) {
    let output = run(arguments, "");
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    assert_eq!(text(&output.stdout), "", "{arguments:?}");
    for word in words {
        assert!(message.contains(word), "{arguments:?}: no {word:?} in: {message}");
    }
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
    let output = run(&["analyse", "-v", "chess", "--depth", "3", "--input", "-"], &file);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let found = objects(text(&output.stdout));
    assert_eq!(found.len(), 3);
    assert_eq!((&found[0]["id"], &found[0]["solved"]), (&"one".into(), &true.into()));
    assert_eq!((&found[1]["id"], &found[1]["solved"]), (&"two".into(), &false.into()));
    assert!(found[2].get("solved").is_none());
    for (line, words) in [
        ("8/8/8 w", "line 1"),
        ("k7/8/1K6/8/8/8/8/7R w - - bm h1h9;", "\"h1h9\" is not legal"),
        ("k7/8/1K6/8/8/8/8/7R w - - dm soon;", "\"soon\""),
    ] {
        let output = run(&["analyse", "-v", "chess", "--depth", "1", "--input", "-"], line);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(words), "{}", text(&output.stderr));
    }
}

#[test]
fn values_can_be_changed_and_passed_back() {
    let toml = printed(&["values", "-v", "shako"]);
    assert!(toml.contains("rook = { middlegame = 500, endgame = 500 }"), "{toml}");
    let json: Value = serde_json::from_str(&printed(&["values", "-v", "shako", "--json"])).unwrap();
    assert_eq!(json["kinds"]["rook"]["endgame"], 500);
    let file = std::env::temp_dir().join(format!("tamerlane-values-{}.toml", std::process::id()));
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
    let again: Value =
        serde_json::from_str(&printed(&["bench", "--depth", "2", "-v", "chess", "--json"]))
            .unwrap();
    assert_eq!(again["nodes"].to_string(), *nodes);
    let signature = format!("signature {}", again["signature"].as_str().unwrap());
    assert!(first.lines().any(|line| line == signature), "{first}");
    refused(&["bench", "-v", "draughts"], &["\"draughts\""]);
    refused(&["analyse", "--movetime", "soon"], &["soon", "500ms"]);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_an_analysis_with_what_was_found() {
    let child = Command::new(env!("CARGO_BIN_EXE_tamerlane"))
        .args(["analyse", "--hash", "1M"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_secs(2));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let end = objects(text(&output.stdout)).pop().unwrap();
    assert!(end["best"].is_string() && end["depth"].as_u64().unwrap() > 0, "{end}");
}
