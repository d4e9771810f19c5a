//! Disks that are full and folders that cannot be written: no half result is left.

use std::process::{Command, Stdio};

use super::Place;
use super::process::{refused, stderr};

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_no_half_result() {
    let place = Place::planned(&["perft", "5", "-v", "chess", "--units", "3", "--no-estimate"]);
    // No file may grow beyond 16 blocks of 512 bytes, which is half a result.
    let script = "trap '' XFSZ; ulimit -f 16; exec \"$0\" \"$@\"";
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_tamerlane"), "work", "--all"])
        .args(["--plan", &place.plan, "--results", &place.results])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{message}");
    let words = ["ndjson\" cannot be written", "File too large"];
    assert!(words.iter().all(|word| message.contains(word)), "{message}");
    let left: Vec<_> = std::fs::read_dir(&place.results).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
    place.printed("work", &["--all"]);
    assert!(place.files().iter().all(|file| file.metadata().unwrap().len() > 16 * 512));
    assert!(place.printed("merge", &[]).starts_with("perft(5) = 4865609\n"));

    let plan = place.path("other.jsonl");
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_tamerlane"), "plan", "perft", "5", "-v", "chess"])
        .args(["--units", "3", "--no-estimate", "-o", &plan])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(!std::path::Path::new(&plan).exists());
}

#[test]
fn folders_that_cannot_be_made() {
    let place = Place::new();
    let below = format!("{}/results", place.plan);
    let words = ["work", "--plan", &place.plan, "--all", "--results", &below];
    refused(&words, &[&below, "cannot be made"]);
    let plan = format!("{}/plan.jsonl", place.plan);
    refused(&["plan", "perft", "3", "-v", "chess", "-o", &plan], &[&plan, "cannot be written"]);
}
