//! The search from outside: what it finds, and that it finds the same each time.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::time::Duration;

use tamerlane::geometry::Bitboard;
use tamerlane::movegen::{Task, Variant};
use tamerlane::position::Move;
use tamerlane::rules::{Ruleset, library};
use tamerlane::sampling::Sampler;
use tamerlane::search::{Control, Ending, Info, Limits, MATE, Record, Searcher, moves_to_mate};
use tamerlane::values::PieceValues;

const TABLE: u64 = 4 << 20;

/// A position searched from a cleared table.
struct Search<'a> {
    fen: &'a str,
    limits: Limits,
    threads: usize,
}

/// What came out: the best moves as text, the first one's score, and the positions made.
#[derive(Debug, PartialEq, Eq)]
struct Found {
    best: Vec<String>,
    line: Vec<String>,
    score: i32,
    nodes: u64,
    depth: u32,
}

impl Task for Search<'_> {
    type Output = Found;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Found {
        let game = rules.game();
        let values = PieceValues::of_mobility(game);
        let mut searcher = Searcher::new(rules, &values, TABLE, self.threads).unwrap();
        let position = match self.fen {
            "startpos" => rules.start(),
            fen => rules.position(fen).unwrap(),
        };
        let record = Record::new(position);
        let outcome = searcher.search(&record, &self.limits, &Control::default(), &mut |_| {});
        Found {
            best: outcome.lines.iter().map(|line| line.moves[0].text(game)).collect(),
            line: outcome
                .lines
                .first()
                .map_or(Vec::new(), |line| line.moves.iter().map(|mv| mv.text(game)).collect()),
            score: outcome.score(),
            nodes: outcome.nodes,
            depth: outcome.depth,
        }
    }
}

fn search(variant: &str, fen: &str, limits: Limits) -> Found {
    Variant::load(variant).unwrap().dispatch(Search { fen, limits, threads: 1 })
}

#[test]
fn the_same_search_each_time() {
    for name in library::names() {
        let one = search(name, "startpos", Limits::nodes(5_000));
        let other = search(name, "startpos", Limits::nodes(5_000));
        assert_eq!(one, other, "{name}");
        assert_eq!(one.nodes, 5_000, "{name}");
        assert!(one.depth >= 3, "{name}: {one:?}");
    }
}

#[test]
fn mates_are_found_and_counted() {
    // Positions whose mates other programs know, and ladders of rooks that anybody can count.
    for (variant, fen, moves, best) in [
        ("chess", "k7/8/1K6/8/8/8/8/7R w - - 0 1", 1, "h1h8"),
        ("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, "a1a6"),
        ("chess", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, "f6a6"),
        ("wild-tamerlane", "10k/R10/1R9/11/11/11/11/11/11/11/5K5 w - - 0 1", 1, "b9b11"),
        ("wild-tamerlane", "10k/11/1R9/R10/11/11/11/11/11/11/5K5 w - - 0 1", 2, ""),
        ("tamerlane-historic", "10k/R10/11/11/1R9/11/11/11/11/5K5 w - -- 0 1", 1, "b6b10"),
    ] {
        let found = search(variant, fen, Limits { mate: Some(moves), ..Limits::depth(12) });
        assert_eq!(moves_to_mate(found.score), Some(moves as i32), "{variant} {fen}: {found:?}");
        // Two rooks may come up in either order.
        assert!(best.is_empty() || found.best[0] == best, "{variant} {fen}: {found:?}");
    }
}

#[test]
fn several_lines_are_sorted_and_differ() {
    let found = search("wild-tamerlane", "startpos", Limits { lines: 4, ..Limits::depth(4) });
    let mut distinct = found.best.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!((found.best.len(), distinct.len()), (4, 4), "{found:?}");
    // More lines than moves.
    let limits = Limits { lines: 200, ..Limits::depth(2) };
    assert_eq!(search("chess", "startpos", limits).best.len(), 20);
}

#[test]
fn a_losing_king_runs_for_the_citadel() {
    // White has nothing left; one step takes his King into Black's citadel, z9.
    let fen = "11/K10/3r7/4r6/11/11/11/11/11/4k6 w - -- 0 1";
    let found = search("tamerlane-historic", fen, Limits::depth(4));
    assert_eq!((found.best[0].as_str(), found.score), ("a9z9", 0), "{found:?}");
    // Two steps away he gets there too.
    let fen = "11/11/1K9/11/11/11/11/4r6/11/4k6 w - -- 0 1";
    let found = search("tamerlane-historic", fen, Limits::depth(6));
    assert_eq!(found.score, 0, "{found:?}");
}

#[test]
fn a_king_with_a_successor_is_not_mated() {
    // The rook gives what would be mate, but the King changes places with his Prince.
    let fen = "10k/11/11/11/11/4I6/11/11/11/10r/K2r7 w - - 0 1";
    let found = search("tamerlane2", fen, Limits::depth(4));
    assert_eq!(found.best[0], "a1e6", "{found:?}");
    assert!(found.score > -MATE + 200, "{found:?}");
}

#[test]
fn stalemate_is_what_the_game_says() {
    // Two rooks wall the King in, and none of their moves mates: to wait wins where stalemate loses.
    let historic = "11/4k6/1r9/11/11/11/11/11/10r/K10 b - -- 0 1";
    let found = search("tamerlane-historic", historic, Limits::depth(4));
    assert_eq!(found.score, MATE - 1, "{found:?}");
    // In chess nothing is won by it: the win takes longer.
    let found = search("chess", "8/4k3/1r6/8/8/8/7r/K7 b - - 0 1", Limits::depth(6));
    assert!(moves_to_mate(found.score).is_some_and(|moves| moves > 1), "{found:?}");
}

/// Searches of one searcher, one after the other: their scores.
struct Series<'a>(&'a [&'a str]);

impl Task for Series<'_> {
    type Output = Vec<i32>;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Vec<i32> {
        let values = PieceValues::of_mobility(rules.game());
        let mut searcher = Searcher::new(rules, &values, TABLE, 1).unwrap();
        let search = |fen: &&str| {
            let record = Record::new(rules.position(fen).unwrap());
            searcher.search(&record, &Limits::depth(6), &Control::default(), &mut |_| {}).score()
        };
        self.0.iter().map(search).collect()
    }
}

#[test]
fn a_mate_that_comes_after_the_draw_is_none_whatever_the_table_says() {
    // Mate in two, first without a care; then so that the second move is just in time, and too late.
    let chess = Variant::load("chess").unwrap();
    let fens =
        ["0 1", "97 80", "98 80"].map(|clocks| format!("7k/8/R7/1R6/8/8/8/4K3 w - - {clocks}"));
    let fens = fens.each_ref().map(String::as_str);
    assert_eq!(chess.dispatch(Series(&fens)), [MATE - 3, MATE - 3, 0]);
}

#[test]
fn a_search_that_looks_at_nothing_tells_no_mate() {
    for nodes in [0, 1] {
        let found = search("wild-tamerlane", "startpos", Limits::nodes(nodes));
        assert!(found.score.abs() < 100 && found.nodes <= 1, "{found:?}");
        assert_eq!((found.best.len(), found.depth), (1, 0), "{found:?}");
    }
}

/// Positions made after a search was told to stop.
struct Stop;

impl Task for Stop {
    type Output = u64;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> u64 {
        let values = PieceValues::of_mobility(rules.game());
        let mut searcher = Searcher::new(rules, &values, TABLE, 1).unwrap();
        let control = Control::default();
        let mut nodes = 0;
        let mut report = |info: &Info<'_>| {
            if info.depth == 5 {
                nodes = info.nodes;
                control.stop();
            }
        };
        let record = Record::new(rules.start());
        let outcome = searcher.search(&record, &Limits::default(), &control, &mut report);
        assert!(nodes > 0);
        outcome.nodes - nodes
    }
}

#[test]
fn a_search_stops_when_told() {
    for name in library::names() {
        let late = Variant::load(name).unwrap().dispatch(Stop);
        // Half a millisecond's worth at a million positions a second.
        assert!(late <= 512, "{name}: {late} positions after it was told to stop");
    }
}

struct Repeat;

impl Task for Repeat {
    type Output = Vec<Option<Ending>>;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output {
        let mut record = Record::new(rules.start());
        let mut endings = Vec::new();
        for _ in 0..2 {
            let there = rules.legal_moves(record.position());
            // A leaper goes out and comes back on both sides.
            let out = there.into_iter().find(|mv| {
                let next = record.position().play(rules, *mv);
                next.halfmove() > 0
            });
            let out = out.unwrap();
            let mut reply = None;
            for (ply, back) in [(0, false), (1, false), (2, true), (3, true)] {
                let moves = rules.legal_moves(record.position());
                let quiet = |mv: &Move| record.position().play(rules, *mv).halfmove() > 0;
                let mv = match (ply, back) {
                    (0, _) => out,
                    (1, _) => *reply.insert(moves.into_iter().find(quiet).unwrap()),
                    (2, _) => {
                        *moves.iter().find(|mv| (mv.from, mv.to) == (out.to, out.from)).unwrap()
                    }
                    _ => {
                        let went: Move = reply.unwrap();
                        *moves.iter().find(|mv| (mv.from, mv.to) == (went.to, went.from)).unwrap()
                    }
                };
                record.play(rules, mv);
            }
            endings.push(record.ending(rules));
        }
        endings
    }
}

#[test]
fn the_third_time_is_a_draw_where_the_game_has_it() {
    let endings = |name| Variant::load(name).unwrap().dispatch(Repeat);
    assert_eq!(endings("chess"), [None, Some(Ending::Repetition)]);
    assert_eq!(endings("wild-tamerlane-hcf"), [None, Some(Ending::Repetition)]);
    assert_eq!(endings("tamerlane-historic"), [None, None]);
}

#[test]
fn fifty_moves_are_a_draw_but_mate_is_mate() {
    let fen = "k7/8/1K6/8/8/8/8/7R w - - 99 80";
    assert_eq!(moves_to_mate(search("chess", fen, Limits::depth(4)).score), Some(1));
    let fen = "k7/8/8/1K6/8/8/8/7R w - - 99 80";
    assert_eq!(search("chess", fen, Limits::depth(6)).score, 0);
}

struct Threads;

impl Task for Threads {
    type Output = ();

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) {
        let values = PieceValues::of_mobility(rules.game());
        let mut searcher = Searcher::new(rules, &values, TABLE, 3).unwrap();
        for sample in Sampler::new(rules, 5).take(20) {
            let record = Record::new(sample.position);
            let mut depths = Vec::new();
            let mut report = |info: &Info<'_>| depths.push(info.depth);
            let limits = Limits { depth: Some(5), ..Limits::movetime(Duration::from_secs(5)) };
            let outcome = searcher.search(&record, &limits, &Control::default(), &mut report);
            let legal = rules.legal_moves(&sample.position);
            match outcome.best() {
                Some(best) => assert!(legal.contains(&best)),
                None => assert!(legal.is_empty()),
            }
            assert!(depths.is_sorted(), "{depths:?}");
        }
    }
}

#[test]
fn several_threads_find_legal_moves() {
    for name in ["wild-tamerlane", "wild-babur", "tamerlane-historic"] {
        Variant::load(name).unwrap().dispatch(Threads);
    }
}

/// The positions made by two searches that the same control may end.
struct TwoSearches {
    threads: usize,
}

impl Task for TwoSearches {
    type Output = [u64; 2];

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> [u64; 2] {
        let values = PieceValues::of_mobility(rules.game());
        let mut searcher = Searcher::new(rules, &values, TABLE, self.threads).unwrap();
        let record = Record::new(rules.start());
        let control = Control::default();
        [(); 2].map(|()| {
            searcher.clear();
            searcher.search(&record, &Limits::nodes(20_000), &control, &mut |_| {}).nodes
        })
    }
}

#[test]
fn a_control_serves_several_searches() {
    let game = Variant::load("wild-tamerlane").unwrap();
    assert_eq!(game.dispatch(TwoSearches { threads: 1 }), [20_000; 2]);
    let [first, second] = game.dispatch(TwoSearches { threads: 2 });
    assert!(first.min(second) > 10_000, "{first} and {second} positions of 20000");
}
