//! Logs that are empty, torn, or full of failures.

use std::collections::BTreeSet;
use std::fs;

use tamerlane::arena::PlayedGame;
use tamerlane::report::{headline, markdown, page, text};

use super::{Reported, summary, three_players, two_players};

#[test]
fn an_empty_log_says_so() {
    let mut log = two_players();
    log.games.clear();
    let reported = Reported::of(log);
    let words = "No pair of games is finished: there is nothing to count yet.";
    for output in
        [text(&reported.summary), markdown(&reported.summary), page(&reported.summary, None)]
    {
        assert!(output.contains(words), "{output}");
        assert!(!output.contains("NaN") && !output.contains("inf"), "{output}");
    }
    assert_eq!(reported.summary.state.games, 0);
    // The same without any file of games.
    fs::remove_file(reported.folder.path().join("games.ndjson")).unwrap();
    assert_eq!(summary(reported.folder.path()), reported.summary);
}

#[test]
fn a_torn_line_does_not_count_and_is_told() {
    let reported = Reported::of(two_players());
    let whole = &reported.summary;
    assert!(!whole.state.torn);
    let path = reported.folder.path().join("games.ndjson");
    let text_of_games = fs::read_to_string(&path).unwrap();
    let last = text_of_games.trim_end().rfind('\n').unwrap();
    let torn_line: serde_json::Value = serde_json::from_str(&text_of_games[last..]).unwrap();
    fs::write(&path, &text_of_games[..text_of_games.len() - 10]).unwrap();
    let torn = summary(reported.folder.path());
    assert!(torn.state.torn);
    assert_eq!(torn.state.pairs, whole.state.pairs - 1, "the pair of {}", torn_line["pair"]);
    for output in [text(&torn), markdown(&torn), page(&torn, None)] {
        assert!(output.contains("The last line of the log has no end"), "{output}");
    }
}

#[test]
fn pairs_that_were_given_up_are_told() {
    let mut log = three_players();
    // Pair 0 failed three times, pair 1 once and was then played.
    log.games.retain(|game| game.pair != 0);
    for game in log.games.iter_mut().filter(|game| game.pair == 1) {
        game.attempt = 2;
    }
    for attempt in 1..=3 {
        log.fail("A", 0, attempt);
    }
    log.fail("C", 1, 1);
    let reported = Reported::of(log);
    let state = &reported.summary.state;
    assert_eq!((&state.given_up, state.failures.len(), state.valid), (&vec![0], 4, true));
    assert_eq!(state.pairs, 3 * 40 - 1);
    assert!(state.complete);
    let lines = headline(&reported.summary).join("\n");
    assert!(lines.contains("1 pairs were given up because a program failed."), "{lines}");
    let failures = |name: &str| {
        let players = &reported.summary.players;
        players.iter().find(|player| player.name == name).unwrap().failures
    };
    assert_eq!(["A", "B", "C"].map(failures), [3, 0, 1]);

    let mut log = three_players();
    for pair in 0..7 {
        log.games.retain(|game| game.pair != pair);
        (1..=3).for_each(|attempt| log.fail("B", pair, attempt));
    }
    let reported = Reported::of(log);
    assert!(!reported.summary.state.valid);
    assert!(text(&reported.summary).contains("INVALID: 7 pairs"));
}

#[test]
fn repeated_games_are_told() {
    let mut log = two_players();
    let first = log.games[0].clone();
    log.games[2].opening = first.opening.clone();
    log.games[2].moves.clone_from(&first.moves);
    let list = first.moves.len();
    log.games[2].scores = vec![None; list];
    log.games[2].depths = vec![None; list];
    log.games[2].nodes = vec![None; list];
    log.games[2].times = vec![1; list];
    let whole = |game: &PlayedGame| [game.opening.moves.join(" "), game.moves.join(" ")];
    let different: BTreeSet<_> = log.games.iter().map(whole).collect();
    let repeated = (log.games.len() - different.len()) as u64;
    let reported = Reported::of(log);
    assert!(repeated > 0);
    assert_eq!(reported.summary.openings.repeated_games, repeated);
    let line = format!("{repeated} games repeat another one move by move.");
    assert!(text(&reported.summary).contains(&line));
}
