//! Counts that are planned, done in parts and added up.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::process::{refused, start, stderr, stdout};
use super::{Place, files, printed};

/// Published: <https://www.chessprogramming.org/Perft_Results>, initial position.
const PERFT_4: &str = "perft(4) = 197281\n";

#[test]
fn shards_come_to_the_whole() {
    let place = Place::new();
    place.refused("merge", &[], 2, &["results\" cannot be read"]);
    let all = place.run("missing", &["--keys"]);
    assert_eq!((all.status.code(), stdout(&all).lines().count()), (Some(4), 7));
    for shard in ["0/3", "1/3"] {
        place.printed("work", &["--shard", shard, "-j", "2"]);
    }
    let left = place.run("missing", &["--ranges"]);
    assert_eq!((left.status.code(), stdout(&left)), (Some(4), "2,5\n"));
    place.refused("merge", &[], 4, &["2 of 7 units missing: 2,5"]);
    let keys = place.run("missing", &["--keys"]);
    let keys: Vec<&str> = stdout(&keys).lines().collect();
    place.printed("work", &["--unit", keys[0]]);
    // A task of an array, as schedulers say it.
    let output = Command::new(env!("CARGO_BIN_EXE_tamerlane"))
        .args(["work", "--plan", &place.plan, "--results", &place.results])
        .env("SLURM_ARRAY_TASK_ID", "5")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(place.printed("missing", &["--keys"]), "");
    assert!(place.printed("merge", &[]).starts_with(PERFT_4));
    let again = place.printed("work", &["--all"]);
    assert_eq!(again, "7 units: 0 done, 7 were done before, 0 left\n");
    assert_eq!(place.files().len(), 7);
}

#[test]
fn sums_by_first_moves_are_those_of_perft() {
    let place = Place::planned(&[
        "perft",
        "5",
        "-v",
        "tamerlane-historic",
        "--units",
        "3",
        "--no-estimate",
    ]);
    place.printed("work", &["--all", "--hash", "16M"]);
    let merged: Value = serde_json::from_str(&place.printed("merge", &["--json"])).unwrap();
    let plain = printed(&["perft", "5", "-v", "tamerlane-historic", "--json"]);
    let plain: Value = serde_json::from_str(&plain).unwrap();
    assert_eq!((&merged["nodes"], &merged["divide"]), (&plain["nodes"], &plain["divide"]));
    let two = place.printed("merge", &["--divide", "2"]);
    let sums = two.lines().take_while(|line| !line.is_empty());
    let sum: u64 = sums.map(|line| line.rsplit(' ').next().unwrap().parse::<u64>().unwrap()).sum();
    assert_eq!(plain["nodes"], sum);
    assert!(two.lines().any(|line| line.split(' ').count() == 3));
}

#[test]
fn results_go_into_a_checkpoint_and_on() {
    let place = Place::planned(&["perft", "5", "-v", "chess", "--units", "9", "--no-estimate"]);
    place.printed("work", &["--shard", "1/2"]);
    let file = place.path("checkpoint.jsonl");
    place.refused("merge", &["--checkpoint", &file], 4, &["5 of 9 units missing: 0,2,4,6,8"]);
    let perft = printed(&["perft", "5", "-v", "chess", "--checkpoint", &file, "--json"]);
    let perft: Value = serde_json::from_str(&perft).unwrap();
    // Published as above.
    assert_eq!(perft["nodes"], 4_865_609);
    assert_eq!((&perft["units"], &perft["resumed"]), (&400.into(), &178.into()));
    place.refused("merge", &["--checkpoint", &file], 2, &["checkpoint.jsonl\" cannot be written"]);
}

#[test]
fn the_same_units_are_named_alike_in_any_plan() {
    let one = Place::new();
    let other = Place::new();
    assert_eq!(std::fs::read(&one.plan).unwrap(), std::fs::read(&other.plan).unwrap());
    let clocks = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 7 31";
    let words = ["perft", "4", "-v", "chess", "--units", "7", "--no-estimate", "--fen", clocks];
    let later = Place::planned(&words);
    assert_eq!(std::fs::read(&one.plan).unwrap(), std::fs::read(&later.plan).unwrap());
}

#[test]
fn two_runs_are_held_against_each_other() {
    let place = Place::new();
    place.printed("work", &["--all", "--hash", "1M"]);
    let second = place.path("second");
    let words =
        ["work", "--plan", &place.plan, "--results", &second, "--hash", "1M", "--key-seed", "7"];
    printed(&[&words[..], &["--shard", "0/2"]].concat());
    place.refused(
        "merge",
        &["--cross-check", &second],
        4,
        &["the second run has no result of 3 units"],
    );
    printed(&[&words[..], &["--shard", "1/2"]].concat());
    let told = place.printed("merge", &["--cross-check", &second]);
    assert!(told.starts_with(PERFT_4));
    assert!(
        told.contains("7 units agree; 7 do not rest on the same hash keys, 0 were done on two"),
        "{told}"
    );
    let told = place.printed("merge", &["--cross-check", &place.results]);
    assert!(told.contains("7 units agree; 0 do not rest"), "{told}");
}

#[cfg(unix)]
#[test]
fn a_worker_that_is_stopped_or_killed_goes_on() {
    use rustix::process::{Pid, Signal, kill_process};
    let place = Place::planned(&["perft", "6", "-v", "chess", "--units", "60", "--no-estimate"]);
    let words = ["work", "--plan", &place.plan, "--results", &place.results, "--all", "-j", "1"];
    for (signal, code) in [(Signal::TERM, Some(75)), (Signal::KILL, None), (Signal::INT, Some(75))]
    {
        let before = place.files().len();
        let child = start(&words);
        let begin = Instant::now();
        while place.files().len() < before + 5 && begin.elapsed() < Duration::from_mins(2) {
            std::thread::sleep(Duration::from_millis(2));
        }
        kill_process(Pid::from_child(&child), signal).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), code, "{}", stderr(&output));
        let finished = place.files().len();
        assert!((before + 5..60).contains(&finished), "{finished} of 60");
        if code.is_some() {
            assert!(files(Path::new(&place.results), "tmp").len() <= 1, "what was in hand is gone");
        }
    }
    let last = place.printed("work", &["--all"]);
    assert!(last.ends_with(" 0 left\n"));
    // Published as above.
    assert!(place.printed("merge", &[]).starts_with("perft(6) = 119060324\n"));
    assert_eq!(place.files().len(), 60);
}

#[test]
fn workers_at_the_same_time_do_no_harm() {
    let place = Place::planned(&["perft", "5", "-v", "chess", "--units", "20", "--no-estimate"]);
    let words = ["work", "--plan", &place.plan, "--results", &place.results, "--all", "-j", "1"];
    let workers = [(); 4].map(|()| start(&words));
    for worker in workers {
        let output = worker.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
    assert_eq!((place.files().len(), files(Path::new(&place.results), "tmp").len()), (20, 0));
    assert!(place.printed("merge", &[]).starts_with("perft(5) = 4865609\n"));
}

#[test]
fn bad_words_are_refused() {
    let place = Place::new();
    place.refused("work", &[], 2, &["which units?", "SLURM_ARRAY_TASK_ID"]);
    place.refused("work", &["--unit", "7"], 2, &["\"7\" is no unit", "from 0 to 6"]);
    place.refused("work", &["--shard", "3/3"], 2, &["'3/3'", "expected I/M"]);
    let none = place.path("none.jsonl");
    refused(&["missing", "--plan", &none, "--results", "."], &[&none, "cannot be read"]);
    refused(&["missing", "--plan", "README.md", "--results", "."], &["README.md", "is no plan"]);
    let plan = &place.plan;
    refused(&["plan", "perft", "3", "-v", "chess", "-o", plan], &[plan, "is there already"]);
}

#[test]
fn schedulers_get_scripts_that_shells_understand() {
    let place = Place::new();
    let submit = |to: &str, words: &[&str]| {
        let files = ["submit", to, "--plan", &place.plan, "--results", &place.results];
        printed(&[&files[..], words].concat())
    };
    let slurm = submit("slurm", &["--hash", "64M", "--cores", "4"]);
    assert!(slurm.contains("\n#SBATCH --array=0-6\n"), "{slurm}");
    assert!(slurm.contains("\nOPTIONS='--hash 64M'\nSHARDS=7\n"), "{slurm}");
    let parallel = submit("parallel", &["--hosts", "8/pc1,2/:"]);
    assert!(parallel.contains("\nHOSTS='8/pc1,2/:'\n"), "{parallel}");
    for script in [slurm, parallel] {
        let checked = Command::new("bash").args(["-n", "-c", &script]).output().unwrap();
        assert!(checked.status.success(), "{}", stderr(&checked));
    }
    assert!(!Path::new(&place.results).exists(), "printing makes nothing");
    refused(
        &["submit", "slurm", "--plan", &place.plan, "--results", "r", "--hash", "much"],
        &["'much'", "expected a size"],
    );
}

#[test]
fn the_estimate_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let plan = folder.path().join("plan.jsonl").display().to_string();
    let told = printed(&["plan", "perft", "5", "-v", "chess", "-o", &plan, "--json"]);
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!((&told["positions"], &told["units"]), (&400.into(), &1.into()));
    let seconds = told["cpu_seconds"].as_f64().unwrap();
    assert!((1e-4..60.0).contains(&seconds), "{seconds}");
    assert_eq!(told["sample"], 400);
}
