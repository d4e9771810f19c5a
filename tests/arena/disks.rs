//! Disks that are full, folders that cannot be written, files that are damaged.

use std::path::Path;
use std::process::{Command, Stdio};

use super::process::{refused, run, stderr, stdout};
use super::{Place, games, played};

const MATCH: [&str; 14] = [
    "match",
    "-v",
    "chess",
    "-p",
    "engine depth=1",
    "-p",
    "engine depth=1",
    "--pairs",
    "10",
    "--cap",
    "30",
    "--seed",
    "5",
    "--out",
];

#[cfg(unix)]
#[test]
fn a_disk_that_fills_up_leaves_the_log_whole() {
    let place = Place::new();
    let folder = place.run();
    // No file may grow beyond 16 blocks of 512 bytes: some games, and part of one.
    let script = "trap '' XFSZ; ulimit -f 16; exec \"$0\" \"$@\"";
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_tamerlane")])
        .args(MATCH)
        .arg(&folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{message}{}", stdout(&output));
    let words = ["games.ndjson\" cannot be written", "File too large", "tamerlane resume"];
    assert!(words.iter().all(|word| message.contains(word)), "{message}");
    assert_eq!(message.trim().lines().count(), 1, "{message}");
    let log = std::fs::read(Path::new(&folder).join("games.ndjson")).unwrap();
    assert!(log.ends_with(b"\n"), "the log ends in the middle of a line");
    let before = games(&folder).len();
    assert!((1..20).contains(&before), "{before}");
    let (report, code) = played(&["resume", &folder]);
    assert_eq!((code, &report["pairs"]), (Some(0), &10.into()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let place = Place::new();
    let folder = place.run();
    std::fs::create_dir(&folder).unwrap();
    std::os::unix::fs::symlink("/dev/full", Path::new(&folder).join("games.ndjson")).unwrap();
    let output = run(&[&MATCH[..], &[&folder]].concat());
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("No space left on device"), "{message}");
    assert!(message.contains("games.ndjson"), "{message}");
}

#[test]
fn folders_that_cannot_be_written() {
    let place = Place::new();
    let file = place.path("file");
    std::fs::write(&file, "").unwrap();
    let below = format!("{file}/run");
    refused(&[&MATCH[..], &[&below]].concat(), &[&below, "cannot be made"]);
    #[cfg(target_os = "linux")]
    refused(&[&MATCH[..], &["/proc/run"]].concat(), &["\"/proc/run\" cannot be made"]);
}

#[test]
fn a_folder_holds_one_run() {
    let place = Place::new();
    let folder = place.run();
    let (_, code) = played(&[&MATCH[..], &[&folder]].concat());
    assert_eq!(code, Some(0));
    let words = ["holds a run already", &format!("tamerlane resume {folder}")];
    refused(&[&MATCH[..], &[&folder]].concat(), &words);
    let empty = place.path("empty");
    refused(&["resume", &empty], &[&empty, "holds no run"]);
    refused(&["report", &empty], &[&empty, "holds no run"]);
}

#[test]
fn damage_is_seen_and_nothing_is_changed_by_looking() {
    let place = Place::new();
    let folder = place.run();
    let (_, code) = played(&[&MATCH[..], &[&folder]].concat());
    assert_eq!(code, Some(0));
    let path = Path::new(&folder).join("games.ndjson");
    let whole = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    let ends = |text: String, code: i32, words: &[&str]| {
        std::fs::write(&path, &text).unwrap();
        for command in ["report", "resume"] {
            let output = run(&[command, &folder]);
            let message = stderr(&output);
            assert_eq!(output.status.code(), Some(code), "{command}: {message}");
            assert!(words.iter().all(|word| message.contains(word)), "{command}: {message}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    };
    let other_result = if lines[3].contains("\"1-0\"") {
        lines[3].replace("\"1-0\"", "\"0-1\"")
    } else {
        lines[3].replace("\"result\":\"", "\"result\":\"1-0\",\"x\":\"")
    };
    ends(whole.replacen(lines[3], &other_result, 1), 5, &["line 4", "damaged"]);
    ends(whole.replacen(lines[2], "", 1), 5, &["line 3", "damaged"]);
    ends(format!("{}\u{0}\n{whole}", lines[0]), 5, &["line 1", "damaged"]);
    // The same game twice is no harm.
    std::fs::write(&path, format!("{whole}{}\n", lines[0])).unwrap();
    let (report, code) = played(&["report", &folder]);
    assert_eq!((code, &report["pairs"]), (Some(0), &10.into()));
    // A plan that was changed is not that of the games.
    std::fs::write(&path, &whole).unwrap();
    let run_file = Path::new(&folder).join("run.json");
    let text = std::fs::read_to_string(&run_file).unwrap();
    std::fs::write(&run_file, text.replace("\"seed\": 5", "\"seed\": 6")).unwrap();
    refused(&["resume", &folder], &["run.json", "it was changed"]);
    std::fs::write(&run_file, text.replace("tamerlane run 1", "tamerlane run 9")).unwrap();
    refused(&["report", &folder], &["tamerlane run 9", "expected \"tamerlane run 1\""]);
    std::fs::write(&run_file, "{").unwrap();
    refused(&["report", &folder], &["run.json", "no run"]);
}

#[test]
fn two_runs_do_not_share_a_folder() {
    let place = Place::new();
    let folder = place.run();
    let (_, code) = played(&[&MATCH[..], &[&folder]].concat());
    assert_eq!(code, Some(0));
    let log = std::fs::File::open(Path::new(&folder).join("games.ndjson")).unwrap();
    log.try_lock().unwrap();
    refused(&["resume", &folder], &["games.ndjson", "in use by another run"]);
}
