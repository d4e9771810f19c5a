//! Counts that are killed, stopped or given the wrong file, as processes.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A count of some seconds: Kiwipete, one more ply than its published counts need.
const FEN: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// Published: <https://www.chessprogramming.org/Perft_Results>, position 2.
const NODES_5: &str = "193690690";

/// A file of its own for a test, removed afterwards.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let name = format!("tamerlane-checkpoint-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_file(&path);
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }

    fn lines(&self) -> usize {
        fs::read_to_string(&self.0).map_or(0, |text| text.lines().count())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_tamerlane"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn run(arguments: &[&str]) -> Output {
    start(arguments).wait_with_output().unwrap()
}

fn count<'a>(depth: &'a str, file: &'a str) -> Vec<&'a str> {
    let fixed = ["-v", "chess", "--fen", FEN, "--threads", "2", "--json", "--checkpoint", file];
    [&["perft", depth][..], &fixed].concat()
}

fn json(output: &Output) -> serde_json::Value {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Asserts that a file is refused with a code and these words, and left as it is.
fn refused(arguments: &[&str], file: &Scratch, code: i32, words: &[&str]) {
    let before = fs::read(&file.0).unwrap();
    let output = run(arguments);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{message}");
    assert_eq!(output.stdout, b"");
    for word in words.iter().chain(&[file.path()]) {
        assert!(message.contains(word), "no {word:?} in: {message}");
    }
    assert_eq!(fs::read(&file.0).unwrap(), before);
}

#[test]
fn a_killed_count_goes_on_where_it_was() {
    let file = Scratch::new("killed");
    let arguments = count("5", file.path());
    let mut kept = 0;
    for kill in 0..3 {
        let mut child = start(&arguments);
        let wanted = kept + 20;
        let begin = Instant::now();
        while file.lines() < wanted && begin.elapsed() < Duration::from_mins(1) {
            std::thread::sleep(Duration::from_millis(2));
        }
        // SIGKILL, where there are signals.
        child.kill().unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), None, "the count ended before it was killed: {kill}");
        let lines = file.lines();
        assert!(lines >= wanted, "{lines} lines after kill {kill}, expected {wanted}");
        kept = lines;
    }
    let complete = json(&run(&arguments));
    assert_eq!(complete["nodes"].to_string(), NODES_5);
    let resumed = complete["resumed"].as_u64().unwrap() as usize;
    // All that was written but the first line, and a last line that was torn.
    assert!((kept - 2..kept).contains(&resumed), "{resumed} of {kept}");
    let units = complete["units"].as_u64().unwrap() as usize;
    assert!(resumed < units);
    assert_eq!(file.lines(), units + 1);

    let plain = json(&run(&["perft", "5", "-v", "chess", "--fen", FEN, "--json"]));
    assert_eq!(complete["divide"], plain["divide"]);
    let again = json(&run(&arguments));
    assert_eq!((&again["nodes"], &again["resumed"]), (&complete["nodes"], &complete["units"]));
    assert_eq!(again["nps"], 0, "nothing was counted again");
    assert_eq!(again["divide"], plain["divide"]);
}

#[test]
fn a_torn_last_line_is_dropped() {
    let file = Scratch::new("torn");
    let arguments = count("4", file.path());
    let whole = json(&run(&arguments));
    let units = whole["units"].as_u64().unwrap();
    let text = fs::read(&file.0).unwrap();
    let header = text.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    // Within the last line, at its very end, within the first line, before it.
    for (kept, resumed) in
        [(text.len() - 1, units - 1), (text.len() - 30, units - 1), (header - 1, 0), (9, 0), (0, 0)]
    {
        fs::write(&file.0, &text[..kept]).unwrap();
        let again = json(&run(&arguments));
        assert_eq!(again["nodes"], whole["nodes"]);
        assert_eq!(again["resumed"], resumed, "{kept} bytes kept");
        assert_eq!(file.lines() as u64, units + 1);
    }
}

#[test]
fn files_of_something_else_are_refused() {
    let file = Scratch::new("foreign");
    json(&run(&count("3", file.path())));
    let path = file.path();
    refused(&count("4", path), &file, 2, &["depth 3, not 4"]);
    let other = ["perft", "3", "-v", "chess", "--checkpoint", path];
    refused(&other, &file, 2, &["another position", FEN]);
    let other = ["perft", "3", "--checkpoint", path];
    refused(&other, &file, 2, &["other rules", "\"chess\""]);
    for text in ["my notes", "my notes\n", "{}\n", "\n", "\u{fffd}\n\n"] {
        fs::write(&file.0, text).unwrap();
        refused(&count("3", path), &file, 2, &["is no checkpoint"]);
    }
    let output = run(&count("3", "no/such/folder/file"));
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot be opened"));
}

#[test]
fn damaged_and_conflicting_lines_are_refused() {
    let file = Scratch::new("damaged");
    json(&run(&count("3", file.path())));
    let text = fs::read_to_string(&file.0).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let damaged = lines[5].replacen("\"nodes\":\"", "\"nodes\":\"1", 1);
    fs::write(&file.0, text.replace(lines[5], &damaged)).unwrap();
    refused(&count("3", file.path()), &file, 5, &["line 6", "damaged"]);
    fs::write(&file.0, text.replace(lines[5], "")).unwrap();
    refused(&count("3", file.path()), &file, 5, &["line 6", "damaged"]);

    // The same line twice is no conflict; another count for the unit is.
    fs::write(&file.0, format!("{text}{}\n", lines[5])).unwrap();
    assert_eq!(json(&run(&count("3", file.path())))["nodes"], 97862);
    let header: serde_json::Value = serde_json::from_str(lines[0]).unwrap();
    let line: serde_json::Value = serde_json::from_str(lines[5]).unwrap();
    let record = tamerlane::perft::Record {
        id: line["id"].as_str().unwrap().to_owned(),
        multiplicity: 1,
        nodes: 1,
    };
    let conflicting = record.line(header["perft"]["count"].as_str().unwrap());
    fs::write(&file.0, format!("{text}{conflicting}")).unwrap();
    refused(&count("3", file.path()), &file, 6, &["has 1 nodes"]);
}

#[test]
fn a_file_is_not_shared() {
    let file = Scratch::new("shared");
    let arguments = count("5", file.path());
    let mut child = start(&arguments);
    while file.lines() < 2 {
        std::thread::sleep(Duration::from_millis(2));
    }
    let output = run(&arguments);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("in use by another run"));
}
