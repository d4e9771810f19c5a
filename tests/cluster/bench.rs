//! `tamerlane bench` as the client of `OpenBench` reads it.
//!
//! Its rules, as its source has them: standard output and standard error are one text; its lines are
//! looked at from the last to the first; every character but letters, digits and blanks counts as a
//! blank; the first number that stands before `nodes`, or after it (or after `nodes searched`), is the
//! number of nodes, and the same with `nps` (or `nodes second`) for the speed.

use super::process::{run, stderr, stdout};

/// What its client reads from the output of a bench: nodes and nodes a second.
fn read(text: &str) -> (Option<u64>, Option<u64>) {
    let (mut nodes, mut speed) = (None, None);
    for line in text.lines().rev() {
        let plain: String = line
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { ' ' })
            .collect();
        let words: Vec<&str> = plain.split_whitespace().collect();
        let number = |index: Option<usize>| words.get(index?)?.parse::<u64>().ok();
        for (place, word) in words.iter().enumerate() {
            let next = words.get(place + 1).copied();
            let found = match (*word, next) {
                ("nodes", Some("searched")) => (number(Some(place + 2)), None),
                ("nodes", Some("second")) => (None, number(Some(place + 2))),
                ("nodes", _) => (number(place.checked_sub(1)).or(number(Some(place + 1))), None),
                ("nps", _) => (None, number(place.checked_sub(1)).or(number(Some(place + 1)))),
                _ => (None, None),
            };
            (nodes, speed) = (nodes.or(found.0), speed.or(found.1));
        }
        if nodes.is_some() && speed.is_some() {
            break;
        }
    }
    (nodes, speed)
}

#[test]
fn the_rules_are_read_as_they_were_found() {
    assert_eq!(read("4567890 nodes 1234567 nps"), (Some(4_567_890), Some(1_234_567)));
    assert_eq!(read("4,567,890 nodes"), (Some(890), None));
    assert_eq!(read("12.5 Mnps"), (None, None));
    assert_eq!(read("7 nodes 8 nps\nbut 5 nodes"), (Some(5), Some(8)));
    let stockfish = "Nodes searched  : 259759\nNodes/second    : 453331\n";
    assert_eq!(read(stockfish), (Some(259_759), Some(453_331)));
}

#[test]
fn bench_is_read_rightly_and_alike_each_time() {
    let mut all = Vec::new();
    for _ in 0..2 {
        let output = run(&["bench", "--depth", "4"]);
        assert_eq!(output.status.code(), Some(0));
        let text = format!("{}{}", stdout(&output), stderr(&output));
        let json = run(&["bench", "--depth", "4", "--json"]);
        let json: serde_json::Value = serde_json::from_str(stdout(&json)).unwrap();
        let (nodes, speed) = read(&text);
        assert_eq!(nodes, json["nodes"].as_u64());
        assert!(nodes.unwrap() > 10_000 && speed.unwrap() > 0, "{nodes:?} {speed:?}");
        all.push(nodes);
    }
    assert_eq!(all[0], all[1]);
}
