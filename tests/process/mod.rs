//! The program as a process, for every test that runs it.
#![allow(dead_code, reason = "no test needs all of it")]

use std::io::Write;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

/// Where Debian puts games, which are no longer on every path.
const GAMES: &str = "/usr/games";

/// The path on which the programs of others are looked for.
pub(crate) fn search_path() -> String {
    format!("{}:{GAMES}", std::env::var("PATH").unwrap_or_default())
}

/// Starts the program in the folder of the project, all its streams in our hands.
pub(crate) fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_tamerlane"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("PATH", search_path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

pub(crate) fn run(arguments: &[&str]) -> Output {
    run_with_input(arguments, "")
}

pub(crate) fn run_with_input(arguments: &[&str], input: &str) -> Output {
    let mut child = start(arguments);
    // A child that reads nothing closes its end; that is its right.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

pub(crate) fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

pub(crate) fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

/// What a command prints when it ends well.
pub(crate) fn printed(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
    assert_eq!(stderr(&output), "", "{arguments:?}");
    stdout(&output).to_owned()
}

pub(crate) fn printed_json(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(arguments)).unwrap()
}

/// Asserts that bad input ends with code 2, nothing on standard output, and one sentence with
/// these words.
pub(crate) fn refused(arguments: &[&str], words: &[&str]) {
    let output = run(arguments);
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    assert_eq!(stdout(&output), "", "{arguments:?}");
    assert!(message.starts_with("error: "), "{arguments:?}: {message}");
    assert!(!message.contains("panicked"), "{arguments:?}: {message}");
    for word in words {
        assert!(message.contains(word), "{arguments:?}: no {word:?} in: {message}");
    }
}

/// Does to a child what Ctrl-C does.
#[cfg(unix)]
pub(crate) fn interrupt(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process};
    kill_process(Pid::from_child(child), Signal::INT).unwrap();
}

/// Lets a command work for two seconds, interrupts it, and waits for its end.
#[cfg(unix)]
pub(crate) fn interrupted(arguments: &[&str]) -> Output {
    let child = start(arguments);
    std::thread::sleep(std::time::Duration::from_secs(2));
    interrupt(&child);
    child.wait_with_output().unwrap()
}
