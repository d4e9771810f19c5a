//! The command line, run as a process.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod process;

use std::io::{BufRead, BufReader, Write};

use process::{printed, printed_json, refused, run, run_with_input, start, stderr, stdout};
use serde_json::Value;
use tempfile::TempDir;

#[test]
fn perft_counts_and_divides() {
    assert!(printed(&["perft", "3"]).starts_with("perft(3) = 141982\n"));
    assert!(printed(&["perft", "0"]).starts_with("perft(0) = 1\n"));
    let divided = printed(&["perft", "2", "-v", "chess", "--divide"]);
    assert!(divided.starts_with("a2a3 20\na2a4 20\n"), "{divided}");
    assert!(divided.contains("\n\nperft(2) = 400\n"), "{divided}");
    let moved = printed(&["perft", "1", "-v", "chess", "--moves", "e2e4", "e7e5"]);
    assert!(moved.starts_with("perft(1) = 29\n"), "{moved}");
}

#[test]
fn perft_json_has_the_documented_keys() {
    let object = printed_json(&["perft", "2", "--json", "--classes", "--threads", "1"]);
    let keys: Vec<&str> = object.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(
        keys,
        [
            "variant",
            "fen",
            "depth",
            "nodes",
            "complete",
            "seconds",
            "nps",
            "threads",
            "hash_bytes",
            "key_seed",
            "units",
            "resumed",
            "divide",
            "classes"
        ]
    );
    assert_eq!(object["nodes"], 2696);
    assert_eq!(object["variant"], "wild-tamerlane");
    assert_eq!(object["divide"].as_array().unwrap().len(), 52);
    assert_eq!(object["divide"][0]["move"], "a3a4");
    assert_eq!(object["classes"]["double-steps"], 572);
    let sum: u64 =
        object["divide"].as_array().unwrap().iter().map(|e| e["nodes"].as_u64().unwrap()).sum();
    assert_eq!(sum, 2696);
}

#[test]
fn counts_do_not_depend_on_how_they_are_made() {
    let plain = printed_json(&["perft", "3", "--json", "--threads", "1"]);
    for more in [
        &["--threads", "2"][..],
        &["--threads", "7"],
        &["--hash", "1M"],
        &["--no-bulk"],
        &["--classes"],
        &["--hash", "64K", "--threads", "3", "--no-bulk"],
        &["--hash", "64K", "--verify-hash", "--key-seed", "5"],
        &["--hash", "0"],
    ] {
        let other = printed_json(&[&["perft", "3", "--json"], more].concat());
        assert_eq!(plain["nodes"], other["nodes"], "{more:?}");
        assert_eq!(plain["divide"], other["divide"], "{more:?}");
    }
}

#[test]
fn the_table_is_verified() {
    let object =
        printed_json(&["perft", "5", "-v", "chess", "--hash", "1M", "--verify-hash", "--json"]);
    assert_eq!(object["nodes"], 4_865_609);
    assert!(object["verified"]["recounted"].as_u64().unwrap() > 100);
    assert_eq!(object["verified"]["mismatches"], Value::Array(Vec::new()));
    let hash = &object["hash"];
    assert!(hash["hits"].as_u64() > hash["misses"].as_u64().map(|misses| misses / 10));
    assert!(hash["odds_of_error"].as_f64().unwrap() < 1e-6);
    let text = printed(&["perft", "5", "-v", "chess", "--hash", "1M", "--verify-hash"]);
    assert!(text.contains(" counts from the table made again, 0 wrong\n"), "{text}");
}

/// What the counts of the bench come to at depth 2. It changes with the rules of any game, the list
/// of games, and whatever random games depend on; never with how counting is done.
const BENCH_SIGNATURE: &str = "9aa4cf040c7dbd54";

#[test]
fn the_bench_counts_the_same_every_time() {
    let text = printed(&["bench", "--perft", "--depth", "2"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4 * tamerlane::rules::library::names().count() + 2);
    let object = printed_json(&["bench", "--perft", "--depth", "2", "--json", "--threads", "2"]);
    assert_eq!(object["signature"], BENCH_SIGNATURE);
    assert_eq!(lines[lines.len() - 2], format!("signature {BENCH_SIGNATURE}"));
    let last: Vec<&str> = lines[lines.len() - 1].split(' ').collect();
    assert_eq!((last[0], last[1], last[3]), (&*object["nodes"].to_string(), "nodes", "nps"));
    assert!(last[2].parse::<u64>().is_ok());
    for position in object["positions"].as_array().unwrap() {
        assert!(position["nodes"].as_u64().unwrap() > 0, "{position}");
    }
    refused(&["bench", "--threads", "2"], &["--perft"]);
}

#[test]
fn bad_arguments_are_refused() {
    refused(&["perft", "65"], &["65", "from 0 to 64"]);
    refused(&["perft", "2", "--verify-hash"], &["--hash"]);
    refused(&["perft", "2", "--hash", "1M", "--classes"], &["--classes"]);
    refused(&["perft", "2", "--checkpoint", "no/such/file", "--classes"], &["--classes"]);
    refused(&["perft", "2", "--hash", "1000000G"], &["does not fit into memory"]);
    refused(&["perft", "2", "--key-seed", "x"], &["'x'"]);
    refused(&["perft", "-1"], &["-1"]);
    refused(&["perft", "x"], &["'x'"]);
    refused(&["perft", "2", "--threads", "0"], &["'0'", "from 1 to 1024"]);
    refused(&["perft", "2", "--hash", "lots"], &["lots", "256M"]);
    refused(&["perft", "2", "-v", "wild"], &["\"wild\"", "wild-tamerlane"]);
    refused(&["perft", "2", "-v", "no/such.toml"], &["no/such.toml", "cannot be read"]);
    refused(&["perft", "2", "--moves", "a3a6"], &["\"a3a6\"", "move 1 of 1", "a3a4"]);
    refused(&["moves", "--input", "no/such/file"], &["no/such/file"]);
    refused(&["suite", "no/such/file"], &["no/such/file"]);
    refused(&["suite", "src"], &["\"src\"", ".perft"]);
    refused(&["play", "f2f9"], &["\"f2f9\"", "f2f4"]);
    refused(&["nonsense"], &["nonsense"]);
    refused(&["perft", "3.5"], &["'3.5'", "from 0 to 64"]);
    refused(&["show", "--svg", ""], &["cannot write \"\""]);
    // Whatever is quoted, a message is one line, and no longer than anyone reads.
    refused(&["moves", "--fen", "a\nb\u{1b}[31m"], &["\"a\\nb\\u{1b}[31m\""]);
    let long = run(&["moves", "--fen", &"k".repeat(50_000)]);
    assert_eq!(long.status.code(), Some(2));
    assert!(stderr(&long).len() < 2100, "{}", stderr(&long));
}

#[test]
fn bad_positions_are_refused() {
    let start =
        "e1m1c1c1m1e/rnbgqkqgbnr/ppppppppppp/11/11/11/11/11/PPPPPPPPPPP/RNBGQKQGBNR/E1M1C1C1M1E";
    for (fen, words) in [
        ("11/11/11/11/11/11/11/11/11/11 w - - 0 1".to_owned(), "10 ranks, expected 11"),
        (start.replace("11/11/11", "11/12/11") + " w - - 0 1", "12 squares, expected 11"),
        (start.replace('G', "X") + " w - - 0 1", "\"X\" on rank 2 is no piece"),
        (start.to_owned(), "expected \"w\" or \"b\""),
        (start.to_owned() + " x - - 0 1", "side to move \"x\""),
        (start.to_owned() + " w KQ - 0 1", "rights \"KQ\""),
        (start.to_owned() + " w KK - 0 1", "rights \"KK\""),
        (start.to_owned() + " w Kk", "before the en passant square"),
        (start.to_owned() + " w Kk q9 0 1", "en passant square \"q9\""),
        (start.to_owned() + " w Kk - 0", "move number \"\""),
        (start.to_owned() + " w Kk - 0 x", "move number \"x\""),
        (start.to_owned() + " w Kk - -1 1", "halfmove clock \"-1\""),
        (start.to_owned() + " w Kk - 0 1 more", "fields"),
        (start.replace('K', "1") + " w - - 0 1", "White has 0 kings"),
        (start.replace("11/11/11", "11/5k5/11") + " w - - 0 1", "Black has 2 kings"),
        ("5P5/11/11/11/11/11/k10/11/11/11/K10 w - - 0 1".to_owned(), "f11"),
        ("11/11/11/11/11/11/k10/11/11/11/K10 w K - 0 1".to_owned(), "right \"K\""),
        ("11/11/11/11/11/11/kR9/11/11/11/K10 w - - 0 1".to_owned(), "Black is in check"),
        ("11/11/11/11/11/11/k10/11/11/11/K10 w - c8 0 1".to_owned(), "no Black man stands on c7"),
        (start.replace("11/11/11", "11/2p8/11") + " w Kk c8 0 1", "c9"),
    ] {
        refused(&["moves", "--fen", &fen], &[words]);
    }
}

#[test]
fn moves_of_many_positions() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let mate = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    let input = format!("{start}\ngarbage\n\n{mate}\n{start} bm e2e4; id \"x\";\n\u{fffd}\n");
    let output = run_with_input(&["moves", "-v", "chess", "--input", "-"], &input);
    assert_eq!(output.status.code(), Some(2));
    let lines: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[0]["status"], "ongoing");
    assert_eq!(lines[0]["fen"], format!("{start} 0 1"));
    assert_eq!(lines[0]["moves"].as_array().unwrap().len(), 20);
    assert_eq!(lines[1]["line"], 2);
    assert!(lines[1]["error"].as_str().unwrap().contains("\"garbage\""));
    assert_eq!(lines[2]["status"], "checkmate");
    assert_eq!(lines[2]["moves"], Value::Array(Vec::new()));
    assert_eq!(lines[3]["moves"], lines[0]["moves"]);
    assert_eq!(lines[4]["line"], 6);
    assert_eq!(stderr(&output), "");
}

#[test]
fn results_are_those_of_the_game() {
    for (game, fen, status, result) in [
        ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate", "1/2-1/2"),
        ("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "checkmate", "1-0"),
        ("chess", "8/8/8/8/8/6k1/6q1/7K w - - 0 1", "checkmate", "0-1"),
        ("chess", "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", "check", "*"),
        // Here a side without a move has lost.
        ("tamerlane-historic", "11/4k6/1r9/11/11/11/11/11/10r/K10 w - -- 0 1", "stalemate", "0-1"),
        (
            "tamerlane-historic",
            "10k/11/11/11/11/11/11/11/11/11 w SXsx -K 0 1",
            "citadel draw",
            "1/2-1/2",
        ),
    ] {
        let object = printed_json(&["moves", "-v", game, "--fen", fen, "--json"]);
        assert_eq!(
            (&object["status"], &object["result"]),
            (&status.into(), &result.into()),
            "{fen}"
        );
    }
}

#[test]
fn moves_are_sorted_and_one_a_line() {
    let text = printed(&["moves"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 52);
    assert!(lines.is_sorted());
    let object = printed_json(&["moves", "--json"]);
    assert_eq!(object["moves"], Value::from(lines));
    assert_eq!(object["status"], "ongoing");
}

#[test]
fn play_prints_the_position_after_the_moves() {
    let fen = printed(&["play", "e3e5", "e9e7", "f2f4"]);
    assert_eq!(
        fen.trim(),
        "e1m1c1c1m1e/rnbgqkqgbnr/pppp1pppppp/11/4p6/11/4P6/5K5/PPPP1PPPPPP/RNBGQ1QGBNR/E1M1C1C1M1E b k - 1 2"
    );
    let object = printed_json(&["play", "-v", "chess", "--json", "f2f3", "e7e5", "g2g4", "d8h4"]);
    assert_eq!(object["status"], "checkmate");
    assert_eq!(object["fen"], "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
}

/// Writes a file into a folder of a test, and returns its path.
fn write(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn suites_agree_or_show_where_they_differ() {
    let folder = TempDir::new().unwrap();
    let good = write(&folder, "a.perft", "variant chess\nid start\nfen startpos\nperft 2 400\n");
    assert!(printed(&["suite", &good]).ends_with("1 counts agree\n"));
    let epd = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ;D1 20 ;D2 400\n";
    let epd = write(&folder, "b.epd", epd);
    assert!(printed(&["suite", "-v", "chess", &epd]).ends_with("2 counts agree\n"));
    let left = printed(&["suite", &good, "--max-nodes", "100"]);
    assert_eq!(left, "0 counts agree, 1 above 100 left out\n");
    let bad = "variant chess\nid start\nfen startpos\nperft 1 20\nclasses 1 double-steps 9\nperft 2 401\n";
    let bad = write(&folder, "c.perft", bad);
    let output = run(&["suite", &bad]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("double-steps: the file says 9, counted 8"));
    assert!(stdout(&output).contains("\na2a3 1\n"));
    refused(&["suite", &write(&folder, "e.epd", "# nothing\n")], &["e.epd", "holds no count"]);
    let broken = write(&folder, "d.perft", "fen startpos\nperft one 20\n");
    refused(&["suite", &broken], &["d.perft", "line 2", "one 20"]);
}

#[test]
fn variant_files_are_checked() {
    let folder = TempDir::new().unwrap();
    assert!(printed(&["variants"]).lines().count() >= 7);
    assert!(printed(&["variants", "show", "tamerlane2"]).contains("prince"));
    let list = printed_json(&["variants", "list", "--json"]);
    assert_eq!(list[0]["name"], "wild-tamerlane");
    let fine = write(
        &folder,
        "mine.toml",
        "name = \"mine\"\nextends = \"chess\"\n[kinds.queen]\nmove = \"QN\"\n",
    );
    assert!(printed(&["variants", "check", &fine]).contains("mine is fine: 8x8"));
    assert!(printed(&["perft", "3", "-v", &fine]).starts_with("perft(3) = 12483\n"));
    let wrong = "name = \"mine\"\nextends = \"chess\"\n\n[kinds.queen]\nmoves = \"QN\"\n";
    let wrong = write(&folder, "wrong.toml", wrong);
    refused(&["variants", "check", &wrong], &["wrong.toml, line 5", "kinds.queen.moves", "letter"]);
    // However its path is written, a circle is one.
    let name = folder.path().file_name().unwrap().to_str().unwrap();
    let text = format!("name = \"x\"\nextends = \"../{name}/circle.toml\"\n");
    let circle = write(&folder, "circle.toml", &text);
    refused(&["variants", "check", &circle], &["circle.toml, line 2", "extends", "in a circle"]);
    let text =
        "name = \"x\"\nextends = \"chess\"\n[kinds.\"two words\"]\nletter = \"X\"\nmove = \"W\"\n";
    let words = write(&folder, "words.toml", text);
    refused(&["variants", "check", &words], &["\"two words\"", "small letters"]);
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    let folder = TempDir::new().unwrap();
    // More than a pipe holds, so that the reader is missed.
    let line = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n";
    let many = write(&folder, "many.epd", &line.repeat(2000));
    for arguments in [
        &["variants", "show", "wild-tamerlane"][..],
        &["variants", "list", "--json"],
        &["moves", "--json"],
        &["moves", "-v", "chess", "--input", &many],
        &["show", "--svg", "-"],
    ] {
        let mut child = start(arguments);
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
        assert_eq!(stderr(&output), "", "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_command_that_waits_for_input() {
    let mut child = start(&["moves", "-v", "chess", "--input", "-"]);
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\n").unwrap();
    let mut answer = String::new();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    // The answer comes before the input ends.
    out.read_line(&mut answer).unwrap();
    assert!(answer.contains("checkmate"), "{answer}");
    process::interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(3));
}

#[cfg(unix)]
#[test]
fn an_interrupt_prints_what_is_finished() {
    let output = process::interrupted(&["perft", "7", "--threads", "1"]);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(stdout(&output).contains("interrupted: "), "{}", stdout(&output));
}
