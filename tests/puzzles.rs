//! The provers against brute force on naive boards; the suites of puzzles against the provers, and the
//! search against the suites.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use tamerlane::geometry::Bitboard;
use tamerlane::movegen::{Task, Variant};
use tamerlane::naive::NaiveBoard;
use tamerlane::position::Position;
use tamerlane::prover::{MateProver, MaterialProver, Proof, Puzzle, Verdict, WIN};
use tamerlane::rules::{Ruleset, Stalemate, library};
use tamerlane::sampling::Sampler;
use tamerlane::search::{Control, Limits, Record, Searcher, moves_to_mate};
use tamerlane::values::PieceValues;

/// A proof of the suites is no longer than this.
const MOST_POSITIONS: u64 = 20_000_000;

/// About what a search makes of positions in a second.
const NODES_A_SECOND: u64 = 1_000_000;

/// Brute force, with no thought of time.
#[derive(Clone, Copy)]
struct BruteForce<'a> {
    values: &'a PieceValues,
    stalemate_loses: bool,
}

impl BruteForce<'_> {
    /// Whether the side to move, which cannot, has lost.
    fn has_lost(self, board: &NaiveBoard<'_>) -> bool {
        match board.status() {
            "checkmate" => true,
            "stalemate" => self.stalemate_loses,
            status => {
                assert_eq!(status, "citadel draw");
                false
            }
        }
    }

    /// The first moves that mate within so many.
    fn keys(self, board: &NaiveBoard<'_>, moves: u32) -> Vec<String> {
        let tries = board.moves().into_iter();
        let keys = tries.filter(|(_, after)| self.loses(after, moves - 1));
        keys.map(|(text, _)| text).collect()
    }

    fn loses(self, board: &NaiveBoard<'_>, moves: u32) -> bool {
        let replies = board.moves();
        if replies.is_empty() {
            return self.has_lost(board);
        }
        let mates = |board: &NaiveBoard<'_>| {
            board.moves().iter().any(|(_, after)| self.loses(after, moves - 1))
        };
        moves > 0 && replies.iter().all(|(_, after)| mates(after))
    }

    fn balance(self, board: &NaiveBoard<'_>) -> i32 {
        let setup = board.setup();
        let men = setup.pieces.iter().flatten();
        men.map(|man| {
            let value = self.values.of(man.kind).neutral();
            if man.color == setup.turn { value } else { -value }
        })
        .sum()
    }

    /// What a position comes to: so many plies deep, so many from the root.
    fn value(self, board: &NaiveBoard<'_>, plies: u32, ply: i32) -> i32 {
        let moves = board.moves();
        if moves.is_empty() {
            return if self.has_lost(board) { ply - WIN } else { 0 };
        }
        let standing = self.balance(board);
        let in_check = board.status() == "check";
        let mut best = if plies == 0 && !in_check { standing } else { i32::MIN };
        for (_, after) in moves {
            if plies > 0 || in_check || self.balance(&after) != -standing {
                best = best.max(-self.value(&after, plies.saturating_sub(1), ply + 1));
            }
        }
        best
    }
}

/// Holds the provers against brute force in one game.
struct Comparison<'r, B: Bitboard> {
    rules: &'r Ruleset<B>,
    brute: BruteForce<'r>,
}

impl<B: Bitboard> Comparison<'_, B> {
    /// Compares the shortest mate within so many moves; whether there is one in exactly so many.
    fn mate(&self, position: &Position<B>, most: u32) -> bool {
        let game = self.rules.game();
        let board = NaiveBoard::new(game, &position.setup(self.rules));
        let expected = (1..=most).find_map(|moves| {
            let keys = self.brute.keys(&board, moves);
            (!keys.is_empty()).then_some((moves, keys))
        });
        let mut prover = MateProver::new(self.rules, MOST_POSITIONS);
        let proved = prover.mate_within(position, most).unwrap().map(|mate| {
            let mut keys: Vec<_> = mate.keys.iter().map(|mv| mv.text(game)).collect();
            keys.sort();
            (mate.moves, keys)
        });
        assert_eq!(proved, expected, "{}: {}", game.name, position.fen(self.rules));
        proved.is_some_and(|(moves, _)| moves == most)
    }

    /// Compares what a position comes to, up to two plies deep.
    fn value(&self, position: &Position<B>) {
        let game = self.rules.game();
        let board = NaiveBoard::new(game, &position.setup(self.rules));
        for plies in 0..=2 {
            let mut prover = MaterialProver::new(self.rules, self.brute.values, MOST_POSITIONS);
            let value = prover.value(position, plies).unwrap();
            let expected = self.brute.value(&board, plies, 0);
            let fen = position.fen(self.rules);
            assert_eq!(value, expected, "{}, {plies} plies deep: {fen}", game.name);
        }
    }
}

/// Whether brute force gets through a position soon.
fn is_small<B: Bitboard>(rules: &Ruleset<B>, position: &Position<B>) -> bool {
    position.occupied().count() <= 9 && rules.count_moves(position) <= 30
}

/// Sampled positions, and the mates of a suite.
struct AgainstBruteForce(Vec<String>);

impl Task for AgainstBruteForce {
    /// Mates in one and in two, and values.
    type Output = [usize; 3];

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output {
        let values = PieceValues::of_mobility(rules.game());
        let stalemate_loses = rules.game().endings.stalemate == Stalemate::Loss;
        let brute = BruteForce { values: &values, stalemate_loses };
        let comparison = Comparison { rules, brute };
        let mut found = [0; 3];
        let mut small = 0;
        for sample in Sampler::new(rules, 11).take(600) {
            let position = sample.position.core(rules);
            found[0] += usize::from(comparison.mate(&position, 1));
            if is_small(rules, &position) && small < 4 {
                small += 1;
                comparison.value(&position);
                found[2] += 1;
            }
        }
        // Mates in two are rare among them; the suite has some that brute force gets through.
        for line in &self.0 {
            let puzzle: Puzzle<B> = Puzzle::parse(rules, line).unwrap();
            if puzzle.proof == Some(Proof::Mate(2)) && is_small(rules, &puzzle.position) {
                assert!(comparison.mate(&puzzle.position, 2), "{line}");
                found[1] += 1;
            }
        }
        found
    }
}

/// Does something for each game, on two threads.
fn for_each_game(work: impl Fn(&'static str) + Sync) {
    let names: Vec<&str> = library::names().collect();
    std::thread::scope(|scope| {
        for half in 0..2 {
            let (names, work) = (&names, &work);
            scope.spawn(move || names.iter().skip(half).step_by(2).for_each(|name| work(name)));
        }
    });
}

#[test]
fn proofs_are_those_of_brute_force() {
    let mates_in_two = AtomicUsize::new(0);
    for_each_game(|name| {
        let found = Variant::load(name).unwrap().dispatch(AgainstBruteForce(lines("mates", name)));
        println!("{name}: {} mates in one, {} in two, {} values", found[0], found[1], found[2]);
        assert!(found[0] >= 2 && found[2] >= 4, "{name}: {found:?}");
        mates_in_two.fetch_add(found[1], Ordering::Relaxed);
    });
    assert!(mates_in_two.into_inner() >= 4);
}

/// The lines of a suite.
fn lines(kind: &str, game: &str) -> Vec<String> {
    let file = format!("data/suites/{kind}/{game}.epd");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let Ok(text) = fs::read_to_string(path) else { return Vec::new() };
    let lines = text.lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}

/// The puzzles of a suite, each proved again.
struct Prove(Vec<String>);

impl Task for Prove {
    /// By number of moves of a mate, 0 for material: how many puzzles.
    type Output = BTreeMap<u32, usize>;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output {
        let values = PieceValues::of_mobility(rules.game());
        let mut counts = BTreeMap::new();
        for line in &self.0 {
            let puzzle = Puzzle::parse(rules, line).unwrap();
            assert_eq!(&puzzle.text(rules), line);
            assert!(puzzle.id.is_some() && !puzzle.best.is_empty(), "{line}");
            let verdict = puzzle.prove(rules, &values, MOST_POSITIONS).unwrap();
            assert_eq!(verdict, Verdict::Right, "{line}");
            let moves = match puzzle.proof.unwrap() {
                Proof::Mate(moves) => moves,
                Proof::Material { .. } => 0,
            };
            *counts.entry(moves).or_default() += 1;
        }
        counts
    }
}

#[test]
fn all_mates_of_the_suite_are_mates() {
    for_each_game(|name| {
        let counts = Variant::load(name).unwrap().dispatch(Prove(lines("mates", name)));
        println!("{name}: {counts:?}");
        for moves in 1..=4 {
            // Mates in four take long to find.
            let least = if moves == 4 { 1 } else { 2 };
            assert!(counts.get(&moves).is_some_and(|&count| count >= least), "{name}: {counts:?}");
        }
    });
}

#[test]
fn all_tactics_of_the_suite_are_proved() {
    for_each_game(|name| {
        let counts = Variant::load(name).unwrap().dispatch(Prove(lines("tactics", name)));
        println!("{name}: {counts:?}");
    });
    // What the suite is for: each subject is there.
    let ids = |game: &str| lines("tactics", game).join("\n");
    for (game, subject) in [
        ("wild-tamerlane", ".cannon."),
        ("wild-tamerlane", ".eagle."),
        ("wild-babur", ".lion."),
        ("tamerlane2", ".succession."),
        ("tamerlane-historic", ".citadel-entry."),
    ] {
        assert!(ids(game).contains(subject), "{game} has no{subject}");
    }
}

struct FindMates(Vec<String>);

impl Task for FindMates {
    /// For each mate looked for: how many positions it took.
    type Output = Vec<u64>;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output {
        let values = PieceValues::of_mobility(rules.game());
        let mut searcher = Searcher::new(rules, &values, 16 << 20, 1).unwrap();
        let mut took = Vec::new();
        for line in &self.0 {
            let puzzle: Puzzle<B> = Puzzle::parse(rules, line).unwrap();
            let Some(Proof::Mate(moves @ 1..=3)) = puzzle.proof else { continue };
            searcher.clear();
            let limits = Limits { mate: Some(moves), ..Limits::nodes(NODES_A_SECOND) };
            let record = Record::new(puzzle.position);
            let outcome = searcher.search(&record, &limits, &Control::default(), &mut |_| {});
            let best = outcome.best().unwrap();
            assert_eq!(moves_to_mate(outcome.score()), Some(moves as i32), "{line}: {outcome:?}");
            assert!(puzzle.best.contains(&best), "{line}: {}", best.text(rules.game()));
            took.push(outcome.nodes);
        }
        took
    }
}

#[test]
fn the_search_finds_all_mates_up_to_three() {
    for_each_game(|name| {
        let took = Variant::load(name).unwrap().dispatch(FindMates(lines("mates", name)));
        println!("{name}: {} mates, {:?} positions for the hardest", took.len(), took.iter().max());
        assert!(took.len() >= 6, "{name}: only {} mates", took.len());
    });
}

/// Looks for a mate in so many moves with few positions; gives the score in moves, and the line.
struct Seek<'a> {
    fen: &'a str,
    mate: Option<u32>,
}

impl Task for Seek<'_> {
    type Output = (Option<i32>, Vec<String>);

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output {
        let values = PieceValues::of_mobility(rules.game());
        let mut searcher = Searcher::new(rules, &values, 16 << 20, 1).unwrap();
        let record = Record::new(rules.position(self.fen).unwrap());
        let limits = Limits { mate: self.mate, ..Limits::depth(10) };
        let outcome = searcher.search(&record, &limits, &Control::default(), &mut |_| {});
        let line = outcome.lines[0].moves.iter().map(|mv| mv.text(rules.game())).collect();
        (moves_to_mate(outcome.score()), line)
    }
}

#[test]
fn a_mate_by_quiet_moves_is_found_where_it_is_asked_for() {
    let fen = "12/C11/12/12/12/2k4G4/12/8Pn2/4P7/12/12/6K5 w - - 0 1";
    let seek = |mate| Variant::load("wild-babur-jocly").unwrap().dispatch(Seek { fen, mate });
    let (score, line) = seek(Some(3));
    assert_eq!((score, line.len(), line[0].as_str()), (Some(3), 5, "h7g8"), "{line:?}");
    // By itself the search has no eye for it so soon; and there is none in two.
    assert_eq!(seek(None).0, None);
    assert_eq!(seek(Some(2)).0, None);
}

/// Says of a position what is not so.
struct Misled(&'static str);

impl Task for Misled {
    type Output = Verdict;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Verdict {
        let values = PieceValues::of_mobility(rules.game());
        let puzzle: Puzzle<B> = Puzzle::parse(rules, self.0).unwrap();
        puzzle.prove(rules, &values, MOST_POSITIONS).unwrap()
    }
}

#[test]
fn what_is_not_so_is_not_proved() {
    let chess = Variant::load("chess").unwrap();
    for (line, problem) in [
        ("7k/8/R7/1R6/8/8/8/4K3 w - - bm b5b7; dm 1;", "there is no mate in 1"),
        ("7k/8/R7/1R6/8/8/8/4K3 w - - bm b5b7; dm 3;", "it is mate in 2: "),
        ("7k/8/R7/1R6/8/8/8/4K3 w - - bm b5b6; dm 2;", "what mates in 2 is "),
        ("7k/8/q7/3B4/8/8/8/R3K3 w - - bm d5e4; acd 2; ce 9;", "a1a6 is best and comes to "),
        ("7k/8/8/8/8/8/8/R3K3 w - - bm a1a2; acd 2; ce 500;", "no move is better than every"),
    ] {
        let Verdict::Wrong(found) = chess.dispatch(Misled(line)) else { panic!("{line}") };
        assert!(found.contains(problem), "{line}: {found}");
    }
    let right = "7k/8/R7/1R6/8/8/8/4K3 w - - bm a6a7 b5b7; dm 2;";
    assert_eq!(chess.dispatch(Misled(right)), Verdict::Right);
    assert_eq!(chess.dispatch(Misled("7k/8/R7/1R6/8/8/8/4K3 w - -")), Verdict::Unclaimed);
}

#[test]
fn there_is_a_suite_for_every_game_and_no_other() {
    for kind in ["mates", "tactics"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/suites").join(kind);
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            assert!(library::names().any(|known| known == name), "{}", path.display());
        }
    }
}
