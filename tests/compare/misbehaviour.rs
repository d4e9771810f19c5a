//! Programs that die, hang or print rubbish: each a clear error that names the command, in time.

use std::path::Path;
use std::time::{Duration, Instant};

use super::need;
use super::process::{interrupted, run, stderr, stdout};

/// A comparison with a program that misbehaves must end with code 2 and one sentence.
fn refused(arguments: &[&str], words: &[&str]) {
    let begin = Instant::now();
    let output = run(&[&["compare", "-v", "chess", "--timeout", "2"], arguments].concat());
    let message = stderr(&output);
    assert!(begin.elapsed() < Duration::from_secs(20), "{arguments:?}: {:?}", begin.elapsed());
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}{}", stdout(&output));
    assert!(message.starts_with("error: ") && message.trim().lines().count() == 1, "{message}");
    for word in words {
        assert!(message.contains(word), "{arguments:?}: no {word:?} in {message}");
    }
}

fn misbehaving(how: &str, protocol: &str, words: &[&str]) {
    need("python3");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compare/misbehaving.py");
    let engine = format!("python3 '{}' {how}", path.display());
    refused(
        &["--engine", &engine, "--protocol", protocol],
        &[words, &["misbehaving.py", how]].concat(),
    );
}

#[test]
fn programs_that_end() {
    misbehaving(
        "ends-at-once",
        "uci",
        &["ended with exit code 1", "\"uci\"", "cannot open my book"],
    );
    misbehaving("dies", "uci", &["ended with exit code 139", "go perft 1", "Segmentation fault"]);
    misbehaving("dies", "lines", &["ended with exit code 139", "Segmentation fault"]);
    misbehaving("closes", "lines", &["closed its output"]);
}

#[test]
fn programs_that_hang() {
    misbehaving("deaf", "uci", &["did not answer \"uci\" within 2 s"]);
    misbehaving("deaf", "cecp", &["did not answer \"xboard\" within 2 s"]);
    misbehaving("deaf", "lines", &["did not answer", "within 2 s"]);
    misbehaving("hangs", "uci", &["did not answer \"go perft 1\" within 2 s", "e2e4: 1"]);
    misbehaving("hangs", "uci-divide", &["did not answer \"divide 1\" within 2 s"]);
}

#[test]
fn programs_that_print_rubbish() {
    misbehaving("rubbish", "lines", &["hello there", "expected a move and a number"]);
    misbehaving("rubbish", "uci", &["did not answer \"go perft 1\"", "hello there"]);
    misbehaving("endless", "uci", &["did not answer \"go perft 1\" within 2 s"]);
    misbehaving("endless", "lines", &["expected a move and a number"]);
    misbehaving("no-move", "lines", &["castles 1", "expected a move and a number"]);
    misbehaving("binary", "lines", &["expected a move and a number"]);
    misbehaving("wrong-sum", "uci", &["Nodes searched: 20", "which is 1"]);
    misbehaving("refuses", "uci", &["refuses \"go perft 1\"", "Unknown command"]);
}

#[test]
fn commands_that_are_none() {
    refused(&["--engine", "no-such-program-here"], &["no-such-program-here", "cannot be started"]);
    refused(&["--engine", "python3 'open"], &["python3 'open", "quote"]);
    refused(&["--engine", ""], &["empty"]);
    // A program that is none: it ends when it does not understand its input, or says nothing.
    refused(&["--engine", "cat"], &["\"cat\"", "uci"]);
    refused(&["--engine", "true"], &["\"true\" ended with exit code 0"]);
}

#[test]
fn arguments_that_cannot_be() {
    let wrong = |arguments: &[&str], words: &[&str]| {
        let output = run(&[&["compare"], arguments].concat());
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        for word in words {
            assert!(message.contains(word), "{arguments:?}: no {word:?} in {message}");
        }
    };
    wrong(&[], &["--engine"]);
    wrong(&["--engine", "cat", "--protocol", "http"], &["http", "lines"]);
    wrong(&["--preset", "gnuchess"], &["gnuchess", "stockfish"]);
    wrong(&["--engine", "cat", "--map", "camel"], &["camel"]);
    wrong(&["--engine", "cat", "--map", "camels=J"], &["\"camels\"", "camel"]);
    wrong(&["--engine", "cat", "--depth", "0"], &["1 to 20"]);
    wrong(&["--engine", "cat", "--fen", "nonsense"], &["nonsense"]);
    wrong(&["--engine", "cat", "--input", "no/such/file"], &["no/such/file"]);
    wrong(&["--engine", "cat", "--fen", "startpos", "--positions", "3"], &["--positions"]);
    wrong(&["--preset", "sjaak", "--protocol", "uci"], &["--protocol", "--preset"]);
    for (option, value) in [("--engine-option", "Hash=8"), ("--engine-variant", "chess")] {
        let lines = ["--engine", "cat", "--protocol", "lines", option, value];
        wrong(&lines, &[option, value, "--protocol lines"]);
    }
    // The rook on a2 stands further out than the one that castles.
    let fen = "4k5/10/10/10/10/10/10/10/RR3K4/10 w Q - 0 1";
    wrong(
        &["--preset", "fairy-stockfish", "-v", "shako", "--fen", fen],
        &[fen, "cannot be told to this program"],
    );
}

#[cfg(unix)]
#[test]
fn an_interrupt_tells_how_far_it_came() {
    need("python3");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compare/misbehaving.py");
    let engine = format!("python3 '{}' hangs", path.display());
    let output = interrupted(&["compare", "-v", "chess", "--engine", &engine]);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(stdout(&output).starts_with("interrupted: "), "{}", stdout(&output));
}
