//! The single positions of `data/positions`: what is legal in them and what is not, held against
//! both generators.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use tamerlane::geometry::Bitboard;
use tamerlane::movegen::{Task, Variant};
use tamerlane::naive::NaiveBoard;
use tamerlane::position::Position;
use tamerlane::rules::Ruleset;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    position: Vec<Case>,
}

/// See data/README.md.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    id: String,
    variant: String,
    text: String,
    fen: String,
    status: Option<String>,
    count: Option<usize>,
    moves: Option<Vec<String>>,
    #[serde(default)]
    from: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    has: Vec<String>,
    #[serde(default)]
    lacks: Vec<String>,
    #[serde(default)]
    play: Vec<String>,
    clock: Option<u32>,
}

impl Case {
    fn check(&self, moves: &[String], status: &str, clock: u32) {
        let Self { id, text, fen, .. } = self;
        let context = format!("{id} ({text}): {fen}\nlegal: {}", moves.join(" "));
        let mut asserted = 0;
        if let Some(expected) = &self.status {
            assert_eq!(status, expected, "{context}");
            asserted += 1;
        }
        if let Some(expected) = self.clock {
            assert_eq!(clock, expected, "{context}");
            asserted += 1;
        }
        if let Some(count) = self.count {
            assert_eq!(moves.len(), count, "{context}");
            asserted += 1;
        }
        if let Some(expected) = &self.moves {
            assert_eq!(moves, expected, "{context}");
            asserted += 1;
        }
        for (from, targets) in &self.from {
            let found: Vec<&str> = moves
                .iter()
                .filter_map(|mv| mv.strip_prefix(from.as_str()))
                // "f1" is also the start of "f10e9": a target starts with a letter.
                .filter(|to| to.starts_with(|c: char| c.is_ascii_alphabetic()))
                .collect();
            assert_eq!(&found, targets, "from {from}: {context}");
            asserted += 1;
        }
        for mv in &self.has {
            assert!(moves.contains(mv), "{mv} is missing: {context}");
            asserted += 1;
        }
        for mv in &self.lacks {
            assert!(!moves.contains(mv), "{mv} is not legal: {context}");
            asserted += 1;
        }
        assert!(asserted > 0, "{id} asserts nothing");
    }
}

impl Task for &Case {
    type Output = ();

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) {
        let game = rules.game();
        let mut position: Position<B> =
            rules.position(&self.fen).unwrap_or_else(|error| panic!("{}: {error}", self.id));
        let mut board = NaiveBoard::new(game, &position.setup(rules));
        for text in &self.play {
            let moves = rules.legal_moves(&position);
            let mv = moves.iter().find(|mv| mv.text(game) == *text);
            let mv = mv.unwrap_or_else(|| panic!("{}: {text} is not legal", self.id));
            position = position.play(rules, *mv);
            let (_, after) = board.moves().into_iter().find(|(mv, _)| mv == text).unwrap();
            board = after;
        }
        let mut moves: Vec<String> =
            rules.legal_moves(&position).iter().map(|mv| mv.text(game)).collect();
        moves.sort_unstable();
        self.check(&moves, rules.status(&position).word(), position.halfmove());
        let naive: Vec<String> = board.moves().into_iter().map(|(mv, _)| mv).collect();
        self.check(&naive, board.status(), board.setup().halfmove);
    }
}

#[test]
fn every_position_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/positions");
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut ids = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        let file: File =
            toml::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        for case in file.position {
            Variant::load(&case.variant).unwrap().dispatch(&case);
            assert!(!ids.contains(&case.id), "two positions are called {}", case.id);
            ids.push(case.id);
        }
    }
    println!("{} positions hold", ids.len());
    assert!(ids.len() >= 31, "only {} positions", ids.len());
}
