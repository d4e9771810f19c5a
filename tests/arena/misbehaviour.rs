//! Programs that stall, die, answer late, print rubbish, play illegal moves, claim falsely: each game
//! ends as it should, and the run goes on.

use std::time::{Duration, Instant};

use serde_json::Value;

use super::{Place, games, lines, played, python};

/// A match of a misbehaving program against a well-behaved one, and what it came to.
struct Match {
    place: Place,
    report: Value,
    code: Option<i32>,
}

fn meet(how: &str, protocol: &str, limit: &str, pairs: &str) -> Match {
    let place = Place::new();
    let how = how.replace("FILE", &place.path("once"));
    let bad = format!("name=bad protocol={protocol} cmd=\"{}\" {limit}", python("player.py", &how));
    let good =
        format!("name=good protocol={protocol} cmd=\"{}\" {limit}", python("player.py", "plays"));
    let begin = Instant::now();
    let (report, code) = played(&[
        "match",
        "-v",
        "chess",
        "--openings",
        "start",
        "--pairs",
        pairs,
        "--seed",
        "1",
        "-p",
        &bad,
        "-p",
        &good,
        "--answer-timeout",
        "1",
        "--game-timeout",
        "2",
        "--start-timeout",
        "5",
        "--threads",
        "2",
        "--cap",
        "12",
        "--out",
        &place.run(),
    ]);
    assert!(begin.elapsed() < Duration::from_mins(1), "{how}: {:?}", begin.elapsed());
    Match { place, report, code }
}

/// The bad program loses every game by a reason, and every game is played.
fn loses(how: &str, protocol: &str, limit: &str, reason: &str, detail: &str) {
    let Match { place, report, code } = meet(how, protocol, limit, "2");
    assert_eq!(code, Some(0), "{how}: {report}");
    assert_eq!(report["reasons"][reason], 4, "{how}: {report}");
    assert_eq!(report["pairings"][0]["lost"], 4, "{how}: {report}");
    assert_eq!(report["failures"].as_array().unwrap().len(), 0, "{how}: {report}");
    for game in games(&place.run()) {
        let said = game["detail"].as_str().unwrap_or_default();
        assert!(said.contains(detail), "{how}: no {detail:?} in {said:?}");
        let loser = if game["result"] == "1-0" { &game["black"] } else { &game["white"] };
        assert_eq!(loser, "bad");
    }
}

/// Every pair is repeated twice and given up: no game counts, and the run is invalid.
fn fails(how: &str, protocol: &str, failure: &str, words: &[&str]) {
    let Match { place, report, code } = meet(how, protocol, "depth=1", "1");
    assert_eq!(code, Some(7), "{how}: {report}");
    assert_eq!(report["valid"], false);
    assert_eq!((&report["pairs"], &report["given_up"][0]), (&Value::from(0), &Value::from(0)));
    let failures = lines(&place.folder.path().join("run/failures.ndjson"));
    assert_eq!(failures.len(), 3, "{how}: {failures:?}");
    for (index, line) in failures.iter().enumerate() {
        assert_eq!(line["attempt"], index + 1);
        assert_eq!((&line["player"], &line["failure"]), (&"bad".into(), &failure.into()), "{how}");
        let detail = line["detail"].as_str().unwrap();
        for word in words {
            assert!(detail.contains(word), "{how}: no {word:?} in {detail}");
        }
    }
}

#[test]
fn illegal_moves_lose() {
    loses("illegal 2", "uci", "depth=1", "illegal move", "e1e7");
    loses("illegal 1", "cecp", "depth=1", "illegal move", "e1e7");
}

#[test]
fn rubbish_loses() {
    loses("rubbish 1", "uci", "depth=1", "rubbish", "xyzzy!");
    loses("rubbish 1", "cecp", "depth=1", "rubbish", "xyzzy!");
    loses("silent-move 1", "uci", "nodes=9", "rubbish", "bestmove");
    loses("silent-move 0", "cecp", "depth=1", "rubbish", "move");
}

#[test]
fn false_claims_lose() {
    loses("claims 1", "uci", "depth=1", "false claim", "(none)");
    loses("claims 1", "cecp", "depth=1", "false claim", "White mates");
    loses("claims-illegal 1", "cecp", "depth=1", "false claim", "Illegal move");
}

#[test]
fn whoever_resigns_loses() {
    loses("resigns 1", "cecp", "depth=1", "resignation", "");
}

#[test]
fn late_answers_lose() {
    loses("late 1", "uci", "movetime=500ms margin=50", "time", "500 ms were left");
    // What a move adds is added after the flag was looked at, and the last move was in time.
    loses("late 1", "uci", "tc=1+0.1 margin=0", "time", "ms were left");
    loses("late 1", "cecp", "tc=1 margin=0", "time", "ms were left");
    // Where the clock allows it, being slow is no fault.
    let Match { report, .. } = meet("late 1", "uci", "tc=60", "1");
    assert_eq!(report["reasons"]["repetition"], 2, "{report}");
}

#[test]
fn a_clock_falls_though_nobody_answers() {
    loses("stalls 1", "uci", "tc=1", "time", "ms were left");
    loses("endless 1", "uci", "movetime=500ms", "time", "ms were left");
}

#[test]
fn programs_that_stall_without_a_clock() {
    fails("stalls 1", "uci", "stall", &["did not answer \"go depth 1\" within 1 s"]);
    fails("stalls 1", "cecp", "stall", &["did not answer", "within 1 s"]);
    fails("endless 1", "uci", "stall", &["did not answer"]);
    fails("stalls-new", "uci", "stall", &["did not answer", "within 2 s"]);
}

#[test]
fn programs_that_die() {
    fails("dies 1", "uci", "crash", &["ended with exit code 139", "Segmentation fault"]);
    fails("dies 2", "cecp", "crash", &["ended with exit code 139"]);
    fails("closes 1", "uci", "crash", &["closed its output"]);
}

#[test]
fn a_pair_is_repeated_whole_after_a_failure() {
    let Match { place, report, code } = meet("dies-once 2 FILE", "uci", "depth=1", "3");
    assert_eq!(code, Some(0), "{report}");
    assert_eq!((&report["pairs"], &report["valid"]), (&Value::from(3), &Value::from(true)));
    assert_eq!(report["reasons"]["repetition"], 6, "{report}");
    let failures = lines(&place.folder.path().join("run/failures.ndjson"));
    assert_eq!(failures.len(), 1);
    let again: Vec<_> =
        games(&place.run()).into_iter().filter(|game| game["attempt"] == 2).collect();
    assert_eq!(again.len(), 2);
    assert_eq!(again[0]["pair"], failures[0]["pair"]);
}

#[test]
fn chatter_is_no_fault() {
    let Match { report, code, .. } = meet("chatters", "uci", "depth=1", "1");
    assert_eq!(code, Some(0));
    assert_eq!(report["reasons"]["repetition"], 2, "{report}");
    let Match { report, .. } = meet("chatters", "cecp", "depth=1", "1");
    assert_eq!(report["reasons"]["repetition"], 2, "{report}");
}

#[test]
fn programs_that_cannot_be_had_are_refused_before_the_run() {
    use super::process::refused;
    let place = Place::new();
    let out = place.run();
    let refuse = |player: &str, words: &[&str]| {
        let arguments = [
            "match",
            "-v",
            "chess",
            "-p",
            "engine",
            "-p",
            player,
            "--start-timeout",
            "1",
            "--out",
            &out,
        ];
        refused(&arguments, words);
        assert!(!std::path::Path::new(&out).exists(), "{player}");
    };
    refuse("cmd=no-such-program-here", &["no-such-program-here", "cannot be started"]);
    refuse(&format!("cmd=\"{}\"", python("player.py", "deaf")), &["did not answer", "within 1 s"]);
    refuse(&format!("cmd=\"{}\"", python("player.py", "ends-at-once")), &["cannot open my book"]);
    refuse("cmd=cat protocol=cecp nodes=5", &["cecp", "expected depth, movetime or tc"]);
}
