//! Games that are planned, played in parts and merged.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::process::{refused, run, start, stderr, stdout};
use super::{Place, printed};

/// Two players that differ, and openings that are drawn.
const GAMES: &[&str] = &[
    "-v",
    "chess",
    "-p",
    "engine name=a nodes=60",
    "-p",
    "engine name=b nodes=90",
    "--seed",
    "11",
    "--cap",
    "60",
    "--opening-plies",
    "4",
];

fn games(folder: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(Path::new(folder).join("games.ndjson")).unwrap();
    let mut games: Vec<Value> = text
        .lines()
        .map(|line| {
            let mut game: Value = serde_json::from_str(line).unwrap();
            let keys = game.as_object_mut().unwrap();
            for key in ["times", "started", "seconds", "host"] {
                keys.remove(key).unwrap();
            }
            game
        })
        .collect();
    games.sort_by_key(|game| (game["pair"].as_u64(), game["game"].as_u64()));
    games
}

fn planned(pairs: &str) -> Place {
    Place::planned(&[&["games", "--pairs", pairs, "--pairs-in-unit", "5"], GAMES].concat())
}

#[test]
fn two_shards_with_one_killed_play_what_one_process_plays() {
    let place = planned("200");
    let one = place.path("one");
    printed(&[&["match", "--pairs", "200", "--threads", "1", "--out", &one], GAMES].concat());

    let words = |shard: &'static str| {
        ["work", "--plan", &place.plan, "--results", &place.results, "--shard", shard, "-j", "2"]
    };
    let [mut first, second] = ["0/2", "1/2"].map(|shard| start(&words(shard)));
    let begin = Instant::now();
    while place.files().len() < 6 && begin.elapsed() < Duration::from_mins(1) {
        std::thread::sleep(Duration::from_millis(2));
    }
    first.kill().unwrap();
    assert_eq!(
        first.wait_with_output().unwrap().status.code(),
        None,
        "it ended before it was killed"
    );
    assert_eq!(second.wait_with_output().unwrap().status.code(), Some(0));
    let two = place.path("two");
    let found = place.files().len();
    assert!((20..40).contains(&found), "{found} of 40 units");
    place.refused("merge", &["--out", &two], 4, &["of 40 units missing"]);
    assert!(!Path::new(&two).exists());
    printed(&words("0/2"));

    let merged: Value =
        serde_json::from_str(&place.printed("merge", &["--out", &two, "--json"])).unwrap();
    assert_eq!((&merged["pairs"], &merged["complete"]), (&200.into(), &true.into()));
    let both = [games(&one), games(&two)];
    assert_eq!(both[0].len(), 400);
    for (one, two) in both[0].iter().zip(&both[1]) {
        assert_eq!(one.to_string(), two.to_string());
    }
    // Everything that is made of the log is the same too.
    let files = [&one, &two].map(|run| {
        let pgn = printed(&["report", run, "--no-times", "--pgn", "-"]);
        assert!(pgn.len() > 10_000);
        pgn
    });
    assert!(files[0] == files[1]);
    place.refused("merge", &["--out", &two], 2, &["holds a run already"]);
    place.refused("merge", &[], 2, &["expected --out DIR"]);
}

#[test]
fn a_worker_that_is_stopped_drops_what_is_in_hand() {
    use super::process::interrupt;
    let place = planned("40");
    let words = ["work", "--plan", &place.plan, "--results", &place.results, "--all", "-j", "1"];
    let child = start(&words);
    while place.files().is_empty() {
        std::thread::sleep(Duration::from_millis(2));
    }
    interrupt(&child);
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(75));
    let found = place.files().len();
    assert!((1..8).contains(&found), "{found}");
    let left = super::files(Path::new(&place.results), "tmp").len();
    assert_eq!(left, 0);
    assert!(place.printed("work", &["--all"]).ends_with(" 0 left\n"));
    assert_eq!(place.files().len(), 8);
}

#[test]
fn damaged_and_foreign_games_are_refused() {
    let place = planned("20");
    place.printed("work", &["--all"]);
    let file = &place.files()[1];
    let text = std::fs::read_to_string(file).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let without = |gone: usize| {
        let mut kept = lines.clone();
        kept.remove(gone);
        kept.join("\n") + "\n"
    };
    let other_reason = text.replacen("\"depths\":[", "\"depths\":[9", 1);
    for damaged in [without(3), without(lines.len() - 1), other_reason] {
        assert_ne!(damaged, text);
        std::fs::write(file, damaged).unwrap();
        place.refused("merge", &["--out", "never"], 5, &["is damaged"]);
    }
    // When and where a game was played is nobody's business.
    std::fs::write(file, text.replace("\"host\":\"", "\"host\":\"x")).unwrap();
    place.printed("missing", &[]);
    // Games of other openings are of another plan.
    let other = Place::planned(
        &[&["games", "--pairs", "20", "--pairs-in-unit", "5"], &GAMES[..GAMES.len() - 2]].concat(),
    );
    assert_ne!(std::fs::read(&other.plan).unwrap(), std::fs::read(&place.plan).unwrap());
    std::fs::copy(file, Path::new(&place.results).join("00001-0123456789abcdef.ndjson")).unwrap();
    place.refused("merge", &["--out", "never"], 2, &["no unit of the plan has its name"]);
    assert!(!Path::new("never").exists());
}

#[test]
fn games_that_differ_each_time_are_taken_as_they_come() {
    let words = ["games", "--pairs", "4", "--cap", "4", "-v", "chess", "--each", "movetime=5"];
    let players = ["-p", "engine name=a", "-p", "engine name=b", "--seed", "3"];
    let place = Place::planned(&[&words[..], &players].concat());
    place.printed("work", &["--all"]);
    let file = &place.files()[0];
    let before = std::fs::read(file).unwrap();
    place.printed("work", &["--all"]);
    assert_eq!(std::fs::read(file).unwrap(), before);
    place.refused("merge", &["--cross-check", &place.results], 2, &["differ each time"]);
    place.printed("merge", &["--out", &place.path("run")]);
    refused(&["plan", "games", "-p", "engine"], &["players given: 1", "two or more"]);
    place.refused("work", &["--all", "--hash", "1M"], 2, &["--hash is for counts"]);
}

#[test]
fn games_for_values_are_planned_stage_by_stage_and_are_those_of_one_machine() {
    let place = Place::new();
    let question =
        ["-v", "chess", "--nodes", "60", "--seed", "5", "--precision", "3", "--pairs", "120"];
    let (one, spread) = (place.path("one"), place.path("spread"));
    let alone = run(&[&["values", "imbalance", "--out", &one], &question[..]].concat());
    assert!(matches!(alone.status.code(), Some(0 | 4)), "{}", stderr(&alone));
    let stages = (1..).take_while(|stage| Path::new(&format!("{one}/stage-{stage}")).exists());
    let stages: Vec<u32> = stages.collect();
    assert!(stages.len() >= 2, "{stages:?}");
    for stage in stages {
        let [plan, results, into] =
            ["plan", "results", "spread/stage"].map(|name| place.path(&format!("{name}-{stage}")));
        let command = ["plan", "imbalance", "-o", &plan];
        if stage == 1 {
            printed(&[&command[..], &["--out", &spread], &question[..]].concat());
        } else {
            // What was asked first still holds.
            printed(&[&command[..], &["--resume", &spread]].concat());
        }
        for shard in ["1/2", "0/2"] {
            printed(&["work", "--plan", &plan, "--results", &results, "--shard", shard]);
        }
        printed(&["merge", "--plan", &plan, "--results", &results, "--out", &into]);
        assert_eq!(games(&into), games(&format!("{one}/stage-{stage}")));
    }
    let values = |folder: &str| {
        let output = run(&["values", "imbalance", "--resume", folder, "--json"]);
        stdout(&output).to_owned()
    };
    assert!(values(&one).contains("\"pieces\""));
    assert_eq!(values(&one), values(&spread));
    let nothing = ["plan", "imbalance", "--resume", &spread];
    refused(&nothing, &["nothing to plan"]);
    std::fs::write(format!("{spread}/stage-1/games.ndjson"), "").unwrap();
    refused(&nothing, &["stage-1", "has games to play"]);
}
