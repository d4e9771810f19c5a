//! The fast generator against the naive one: every ruleset, random games and composed positions.
//!
//! In each position the lists of moves, the counts made without lists, the status, in some of them
//! the count of two plies together, and for each move the position after it must be the same.
//! `DIFFERENTIAL` sets the number of positions a ruleset.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use rayon::prelude::*;
use tamerlane::geometry::{Bitboard, Instructions, Wide};
use tamerlane::movegen::{Task, Variant};
use tamerlane::naive::NaiveBoard;
use tamerlane::position::Position;
use tamerlane::rules::{self, Game, Ruleset, library};
use tamerlane::sampling::{Sampler, Tags, reshaped};

/// Positions a ruleset.
const POSITIONS: usize = 2000;
/// Positions a ruleset where only counts are compared.
const COUNTED: usize = 20_000;
/// In one of so many positions, every move is played by both.
const PLAY_EVERY: usize = 8;

fn positions() -> usize {
    std::env::var("DIFFERENTIAL").map_or(POSITIONS, |number| number.parse().unwrap())
}

/// Everything that both generators say of a position must be the same.
fn compare<B: Bitboard>(rules: &Ruleset<B>, position: &Position<B>, plays: bool) {
    let game = rules.game();
    let fen = position.fen(rules);
    let context = format!("{}: {fen}", game.name);
    let naive = NaiveBoard::new(game, &position.setup(rules));
    let expected = naive.moves();
    let mut moves: Vec<_> =
        rules.legal_moves(position).into_iter().map(|mv| (mv.text(game), mv)).collect();
    moves.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    let texts: Vec<&str> = moves.iter().map(|(text, _)| text.as_str()).collect();
    let expected_texts: Vec<&str> = expected.iter().map(|(text, _)| text.as_str()).collect();
    assert_eq!(texts, expected_texts, "{context}");
    assert_eq!(rules.count_moves(position), moves.len() as u64, "counted by fills: {context}");
    assert_eq!(rules.count_scanned(position), moves.len() as u64, "counted by scans: {context}");
    assert_eq!(rules.status(position).word(), naive.status(), "{context}");
    assert!(!naive.opponent_in_check(), "{context}");
    if !plays {
        return;
    }
    let pairs: u64 =
        moves.iter().map(|(_, mv)| rules.count_scanned(&position.play(rules, *mv))).sum();
    assert_eq!(rules.count_pairs(position, &mut Vec::new()), pairs, "two plies: {context}");
    for ((text, mv), (_, after)) in moves.iter().zip(&expected) {
        let next = position.play(rules, *mv);
        assert_eq!(next.fen(rules), after.setup().fen(game), "after {text}: {context}");
        assert!(next.is_consistent(rules), "after {text}: {context}");
        let read = rules.position(&next.fen(rules)).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(read.hash(rules), next.hash(rules), "after {text}: {context}");
    }
}

/// How often each tag was seen.
type Counts = BTreeMap<String, usize>;

struct Differential {
    positions: usize,
    seed: u64,
}

impl Task for Differential {
    type Output = Counts;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Counts {
        let mut counts = Counts::new();
        let samples = Sampler::new(rules, self.seed).take(self.positions);
        for (index, sample) in samples.enumerate() {
            compare(rules, &sample.position, index % PLAY_EVERY == 0);
            for tag in Tags::of(rules, &sample.position).iter() {
                *counts.entry(tag.to_string()).or_default() += 1;
            }
        }
        counts
    }
}

#[test]
fn every_ruleset_and_every_rare_rule() {
    let names: Vec<&str> = library::names().collect();
    let results: Vec<(Counts, Vec<String>)> = names
        .par_iter()
        .map(|name| {
            let variant = Variant::load(name).unwrap();
            let possible =
                Tags::possible(variant.game()).iter().map(|tag| tag.to_string()).collect();
            (variant.dispatch(Differential { positions: positions(), seed: 1 }), possible)
        })
        .collect();
    for (name, (counts, possible)) in names.iter().zip(&results) {
        let seen: Vec<String> = counts.iter().map(|(tag, n)| format!("{tag} {n}")).collect();
        // Past the harness, which keeps what is printed by tests that pass.
        writeln!(io::stderr(), "{name}: {}", seen.join(", ")).unwrap();
        for tag in possible {
            assert!(counts.contains_key(tag), "{name}: \"{tag}\" never occurred");
        }
    }
}

/// Every way to count, against the naive list and, for two plies, against counts man by man.
struct EveryPath {
    positions: usize,
    seed: u64,
}

impl Task for EveryPath {
    type Output = ();

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) {
        let game = rules.game();
        let portable = Ruleset::<B>::new(game.clone()).with_instructions(Instructions::Portable);
        let best = Ruleset::<B>::new(game.clone()).with_instructions(Instructions::best());
        let mut list = Vec::new();
        for sample in Sampler::new(rules, self.seed).take(self.positions) {
            let position = sample.position;
            let context = || format!("{}: {}", game.name, position.fen(rules));
            let moves = rules.legal_moves(&position);
            let naive = NaiveBoard::new(game, &position.setup(rules)).moves().len() as u64;
            let pairs: u64 =
                moves.iter().map(|&mv| rules.count_scanned(&position.play(rules, mv))).sum();
            for rules in [&portable, &best] {
                let with = rules.instructions();
                assert_eq!(rules.count_moves(&position), naive, "{with:?}: {}", context());
                let counted = rules.count_pairs(&position, &mut list);
                assert_eq!(counted, pairs, "two plies, {with:?}: {}", context());
            }
        }
    }
}

#[test]
fn every_path_counts_the_same() {
    if Instructions::best() == Instructions::Portable {
        // Past the harness, which keeps what is printed by tests that pass.
        writeln!(io::stderr(), "NOT RUN: counting with AVX-512, which is not here").unwrap();
    }
    let names: Vec<&str> = library::names().collect();
    let positions = std::env::var("COUNTED").map_or(COUNTED, |number| number.parse().unwrap());
    names.par_iter().for_each(|name| {
        let variant = Variant::load(name).unwrap();
        variant.dispatch(EveryPath { positions, seed: 4 });
    });
}

#[test]
fn rulesets_of_users() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<_> = std::fs::read_dir(root.join("data/examples"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    assert!(files.len() >= 4, "only {} example files", files.len());
    files.par_iter().for_each(|path| {
        let variant = Variant::load(path.to_str().unwrap()).unwrap();
        variant.dispatch(Differential { positions: positions() / 2, seed: 2 });
    });
}

#[test]
fn rulesets_that_nobody_has_thought_of() {
    let names: Vec<&str> = library::names().collect();
    (0..60_u64).into_par_iter().for_each(|seed| {
        let game = rules::load(names[seed as usize % names.len()]).unwrap();
        let variant = Variant::new(reshaped(&game, seed)).unwrap();
        variant.dispatch(Differential { positions: positions() / 20, seed });
    });
}

#[test]
fn wide_boards_give_the_same_as_narrow_ones() {
    let names: Vec<&str> = library::names().collect();
    names.par_iter().for_each(|name| {
        let game = rules::load(name).unwrap();
        if game.board.len() <= u128::CAPACITY {
            same_on_both_widths(&game);
        }
    });
}

fn same_on_both_widths(game: &Game) {
    let narrow = Ruleset::<u128>::new(game.clone());
    let wide = Ruleset::<Wide>::new(game.clone());
    for sample in Sampler::new(&narrow, 3).take(positions() / 4) {
        let position = &sample.position;
        let fen = position.fen(&narrow);
        let twin = wide.position(&fen).unwrap();
        assert_eq!(narrow.legal_moves(position), wide.legal_moves(&twin), "{fen}");
        assert_eq!(narrow.count_moves(position), wide.count_moves(&twin), "{fen}");
        assert_eq!(wide.count_scanned(&twin), wide.count_moves(&twin), "{fen}");
        assert_eq!(narrow.status(position), wide.status(&twin), "{fen}");
        assert_eq!(position.hash(&narrow), twin.hash(&wide), "{fen}");
    }
}
