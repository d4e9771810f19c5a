//! Books of openings: those that are shipped, and what `tamerlane openings` makes and finds.

use std::path::Path;

use tamerlane::rules::library;

use super::Place;
use super::process::{printed, refused, run, stderr, stdout};

fn shipped(name: &str) -> String {
    format!("data/openings/{name}.epd")
}

#[test]
fn every_game_has_a_book_of_legal_positions_without_repetitions() {
    for name in library::names() {
        let file = shipped(name);
        let arguments =
            ["openings", "-v", name, "--check", &file, "--even", "30000", "--nodes", "300"];
        let text = printed(&arguments);
        assert!(text.contains(": 250 openings, 0 repeated, 0 not"), "{name}: {text}");
    }
}

#[test]
fn the_number_of_threads_does_not_matter() {
    for name in [library::DEFAULT, "chess"] {
        // Few plies, so that many candidates lead to the same position.
        let make = |threads: &str| {
            printed(&[
                "openings",
                "-v",
                name,
                "--count",
                "60",
                "--plies",
                "2",
                "--threads",
                threads,
            ])
        };
        let one = make("1");
        assert_eq!(one, make("3"), "{name}");
        assert_eq!(one.lines().count(), 61);
    }
}

#[test]
fn checks_find_what_is_wrong() {
    let place = Place::new();
    let file = place.path("book.epd");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let won = "rnbqkbnr/pppppppp/8/8/8/8/8/4K3 w kq - 0 1";
    std::fs::write(&file, format!("# mine\n\n{start} id \"a\";\n{won}\n{start}\n")).unwrap();
    let output = run(&["openings", "-v", "chess", "--check", &file]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("line 5: the position of line 3 again"), "{text}");
    assert!(text.contains("line 4: -"), "{text}");
    assert!(text.contains("3 openings, 1 repeated, 1 not within 60 of even"), "{text}");
    let refuse = |text: &str, words: &[&str]| {
        std::fs::write(&file, text).unwrap();
        refused(&["openings", "-v", "chess", "--check", &file], words);
    };
    refuse("nonsense\n", &["book.epd", "line 1", "nonsense"]);
    refuse("# nothing\n\n", &["holds no opening"]);
    let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    refuse(&format!("{start}\n{mated}\n"), &["line 2", "end of a game (checkmate)"]);
    let pgn = place.path("book.pgn");
    std::fs::write(&pgn, "1. e4 e5 2. Nf3 *\n\n1. e4 Ke7 *\n").unwrap();
    refused(&["openings", "-v", "chess", "--check", &pgn], &["line 3", "\"Ke7\" is not legal"]);
    refused(&["openings", "-v", "chess", "--check", "no/such.epd"], &["no/such.epd"]);
    refused(
        &["openings", "-v", "chess", "--count", "500", "--plies", "1"],
        &["of 500 openings were found"],
    );
}

#[test]
fn a_match_reads_books() {
    let place = Place::new();
    let pgn = place.path("book.pgn");
    std::fs::write(&pgn, "1. e4 e5 2. Nf3 Nc6 *\n\n1. d4 d5 2. c4 e6 *\n").unwrap();
    let book = shipped("chess");
    for (file, prefix) in [(&pgn, 4), (&book, 0)] {
        let folder = place.path(&format!("run{prefix}"));
        let arguments = [
            "match",
            "-v",
            "chess",
            "-p",
            "engine depth=1",
            "-p",
            "engine depth=1",
            "--pairs",
            "2",
            "--cap",
            "4",
            "--openings",
            file,
            "--opening-plies",
            "4",
            "--seed",
            "1",
            "--out",
            &folder,
        ];
        printed(&arguments);
        let games = super::games(&folder);
        assert_eq!(games.len(), 4);
        for game in &games {
            assert_eq!(game["opening"]["moves"].as_array().unwrap().len(), prefix);
            assert_eq!((&game["reason"], &game["result"]), (&"move cap".into(), &"1/2-1/2".into()));
        }
    }
    // A book that has changed is another book.
    std::fs::write(&pgn, "1. e4 e5 *\n").unwrap();
    let words = [pgn.as_str(), "has changed"];
    refused(&["resume", &place.path("run4"), "--pairs", "3"], &words);
    assert!(Path::new(&place.path("run4")).exists());
}

#[test]
fn a_book_is_read_to_its_end_before_a_run_begins() {
    let place = Place::new();
    let (book, out) = (place.path("book.epd"), place.run());
    let good = std::fs::read_to_string(shipped("chess")).unwrap();
    std::fs::write(&book, format!("{good}\nnonsense here\n")).unwrap();
    let players = ["-p", "engine name=a depth=1", "-p", "engine name=b depth=1", "--out", &out];
    let words = ["match", "-v", "chess", "--pairs", "2", "--openings", &book];
    refused(&[&words[..], &players].concat(), &["book.epd", "nonsense here"]);
    assert!(!Path::new(&out).exists());
}
