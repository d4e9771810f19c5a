//! Files written for other programs, read by those programs.

use std::io::Write;
use std::process::{Command, Stdio};

use super::need;
use super::process::{run, search_path, stderr, stdout};

/// Whether a program calls itself by a version when it starts.
pub(crate) fn has_version(program: &str, version: &str) -> bool {
    let said = conversation(program, &[], "quit\n");
    let greeting = said.lines().find(|line| line.contains(|c: char| c.is_ascii_digit()));
    let greeting = greeting.unwrap_or_else(|| panic!("{program} greets without a version: {said}"));
    greeting.split_whitespace().any(|word| word == version)
}

fn exported(program: &str, game: &str) -> String {
    let output = run(&["variants", "export", game, "--to", program]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    stdout(&output).to_owned()
}

/// What a program prints when it is given some lines.
pub(crate) fn conversation(program: &str, arguments: &[&str], input: &str) -> String {
    need(program);
    let mut child = Command::new(program)
        .args(arguments)
        .env("PATH", search_path())
        .env("TERM", "dumb")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    String::from_utf8_lossy(&child.wait_with_output().unwrap().stdout).into_owned()
}

#[test]
fn sjaak_counts_wild_tamerlane_without_eagles() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("variants.txt");
    std::fs::write(&path, exported("sjaak", "data/examples/wild-tamerlane-no-eagles.toml"))
        .unwrap();
    let arguments = ["-xboard", "-no_user_variants", path.to_str().unwrap()];
    let said = conversation(
        "sjaakii",
        &arguments,
        "variant tamerlane-wild-tamerlane-no-eagles\nperft 4\nquit\n",
    );
    let counts: Vec<(u32, u64)> = said
        .lines()
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            let entry = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
            line.ends_with("nps").then_some(entry)
        })
        .collect();
    assert_eq!(counts, [(1, 47), (2, 2209), (3, 107_195), (4, 5_195_990)], "{said}");
}

#[test]
fn fairy_stockfish_counts_our_shako() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("variants.ini");
    std::fs::write(&path, exported("fairy-stockfish", "shako")).unwrap();
    let input = format!(
        "setoption name VariantPath value {}\nsetoption name UCI_Variant value tamerlane-shako\n\
         position startpos\ngo perft 3\nquit\n",
        path.display()
    );
    let said = conversation("fairy-stockfish", &[], &input);
    assert!(said.contains("Nodes searched: 185938\n"), "{said}");
}

#[test]
fn what_cannot_be_said_is_refused_with_reasons() {
    for (game, program, words) in [
        ("wild-tamerlane", "sjaak", &["Sjaak II", "jump", "eagle", "turn"][..]),
        ("wild-tamerlane-hcf", "fairy-stockfish", &["11x11", "12x10", "eagle"]),
        ("tamerlane-historic", "sjaak", &["citadels", "several royal kinds", "more reasons"]),
        ("tamerlane2-2000", "fairy-stockfish", &["succession", "prince may decline"]),
        ("wild-babur", "sjaak", &["second step of the lion", "prince to its first double step"]),
        ("timurid", "sjaak", &["12x12", "127 squares"]),
        (
            "data/examples/rapid-pawns-12x10.toml",
            "fairy-stockfish",
            &["the pawn captured en passant where its double step promotes"],
        ),
    ] {
        let output = run(&["variants", "export", game, "--to", program]);
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{game}: {message}");
        assert_eq!(stdout(&output), "");
        for word in words {
            assert!(message.contains(word), "{game} to {program}: no {word:?} in {message}");
        }
    }
}

#[test]
fn old_versions_are_not_told_what_they_do_not_know() {
    need("fairy-stockfish");
    let game = "data/examples/wild-tamerlane-11x10.toml";
    let output = run(&["compare", "--preset", "fairy-stockfish", "-v", game]);
    let message = stderr(&output);
    if has_version("fairy-stockfish", "11.1") {
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains("camel") && message.contains("14 or newer"), "{message}");
    } else {
        // A newer one knows the Camel and agrees.
        assert_eq!(output.status.code(), Some(0), "{message}");
    }
}
