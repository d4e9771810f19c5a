//! Runs that are killed, interrupted and resumed come to the same as those that are not.

use std::path::Path;
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use serde_json::Value;

use super::process::{interrupt, run, start, stderr, stdout};
use super::{Place, games, played};

/// A match of 200 short games.
fn arguments(run: &str) -> Vec<&str> {
    let players = ["-p", "engine name=one nodes=40", "-p", "engine name=two nodes=60"];
    let rest = ["--pairs", "100", "--seed", "11", "--cap", "60", "--even", "200", "--threads", "2"];
    [&["match", "-v", "chess"][..], &players, &rest, &["--out", run]].concat()
}

/// The games in the order of the pairs, without what differs each time.
fn what_was_played(run: &str) -> Vec<Value> {
    let mut games = games(run);
    games.sort_by_key(|game| (game["pair"].as_u64(), game["game"].as_u64()));
    for game in &mut games {
        for key in ["times", "started", "seconds"] {
            game.as_object_mut().unwrap().remove(key).unwrap();
        }
    }
    games
}

fn report(run_folder: &str, arguments: &[&str]) -> String {
    let output = run(&[&["report", run_folder], arguments].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    stdout(&output).to_owned()
}

fn same(one: &str, other: &str) {
    assert_eq!(what_was_played(one), what_was_played(other));
    let pgn = report(one, &["--pgn", "-", "--no-times"]);
    assert_eq!(pgn, report(other, &["--pgn", "-", "--no-times"]));
    let tables = |run| {
        let tables = report(run, &[]);
        // The one thing in them that differs from run to run.
        let (before, time) = tables.split_once(" A game took ").unwrap();
        format!("{before}{}", time.split_once("on average.").unwrap().1)
    };
    assert_eq!(tables(one), tables(other));
    assert_eq!(pgn.matches("[Result ").count(), 200);
}

fn finished(run: &str) -> usize {
    let text = std::fs::read(Path::new(run).join("games.ndjson")).unwrap_or_default();
    text.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n")).count()
}

#[test]
fn a_match_that_is_killed_ten_times_is_the_match_that_was_not() {
    let place = Place::new();
    let (whole, killed) = (place.path("whole"), place.path("killed"));
    let (_, code) = played(&arguments(&whole));
    assert_eq!(code, Some(0));

    // Another seed each time would find no more; the moments are random enough as it is.
    let mut random = rand_pcg::Pcg64::seed_from_u64(3);
    let mut torn = 0;
    for kill in 0..10_u64 {
        let resume = ["resume", &killed, "--threads", "2"];
        let begin = arguments(&killed);
        let mut child = start(if kill == 0 { &begin } else { &resume });
        // Somewhere in this tenth of the match.
        let games = 20 * kill as usize + random.random_range(1..18);
        let since = Instant::now();
        while finished(&killed) < games {
            assert!(since.elapsed() < Duration::from_mins(2), "{games} games");
            assert!(child.try_wait().unwrap().is_none(), "it ended before {games} games");
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_micros(random.random_range(0..20_000)));
        child.kill().unwrap();
        child.wait().unwrap();
        // What a kill in the middle of a write leaves.
        if kill % 3 == 1 {
            let path = Path::new(&killed).join("games.ndjson");
            let text = std::fs::read(&path).unwrap();
            let end = text.len() - random.random_range(1..text.len().min(900));
            std::fs::write(&path, &text[..end]).unwrap();
            torn += 1;
        }
    }
    assert_eq!(torn, 3);
    assert!(finished(&killed) < 200);
    let (report, code) = played(&["resume", &killed]);
    assert_eq!((code, &report["complete"]), (Some(0), &Value::from(true)));
    same(&whole, &killed);
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let place = Place::new();
    let (one, two) = (place.path("one"), place.path("two"));
    let (_, code) = played(&arguments(&one));
    assert_eq!(code, Some(0));
    let arguments = arguments(&two);
    let threads = arguments.iter().position(|word| *word == "--threads").unwrap() + 1;
    let mut arguments = arguments.clone();
    arguments[threads] = "1";
    let (_, code) = played(&arguments);
    assert_eq!(code, Some(0));
    same(&one, &two);
}

#[cfg(unix)]
#[test]
fn an_interrupt_finishes_what_runs_and_tells_how_to_go_on() {
    let place = Place::new();
    let folder = place.run();
    let child = start(&arguments(&folder));
    while finished(&folder) < 5 {
        std::thread::sleep(Duration::from_millis(1));
    }
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(stderr(&output).contains(&format!("tamerlane resume {folder}")), "{}", stderr(&output));
    let played_before = finished(&folder);
    assert!((5..200).contains(&played_before), "{played_before}");
    // More pairs may be asked for than at first, or fewer.
    let (report, code) = played(&["resume", &folder, "--pairs", "30"]);
    assert_eq!((code, &report["pairs"]), (Some(0), &Value::from(30)));
    let (report, code) = played(&["resume", &folder, "--pairs", "100"]);
    assert_eq!((code, &report["pairs"]), (Some(0), &Value::from(100)));
    let whole = place.path("whole");
    let (_, code) = played(&arguments(&whole));
    assert_eq!(code, Some(0));
    same(&whole, &folder);
}

#[cfg(unix)]
#[test]
fn a_second_interrupt_stops_at_once() {
    let place = Place::new();
    let folder = place.run();
    let player = super::python("player.py", "stalls");
    let player = format!("name=slow cmd=\"{player}\" depth=1");
    let child = start(&[
        "match",
        "-v",
        "chess",
        "-p",
        "engine depth=1",
        "-p",
        &player,
        "--answer-timeout",
        "600",
        "--out",
        &folder,
    ]);
    std::thread::sleep(Duration::from_secs(3));
    let begin = Instant::now();
    interrupt(&child);
    std::thread::sleep(Duration::from_millis(500));
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert!(begin.elapsed() < Duration::from_secs(20));
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert_eq!(finished(&folder), 0);
}
