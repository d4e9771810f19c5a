//! What holds of any text and any game: readers never stumble, what is written is read back the
//! same, and a hash depends on the position alone.
//!
//! `sampling` spoils texts at random too; here a text or a game that fails is made smaller until
//! it shows the fault best. `PROPTEST_CASES` sets how many are tried, `PROPTEST_RNG_SEED` which.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::HashSet;
use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{RngSeed, TestCaseError};
use tamerlane::geometry::{Bitboard, Square};
use tamerlane::movegen::{Task, Variant};
use tamerlane::perft::suite;
use tamerlane::pieces::{Color, Kind, Piece, betza};
use tamerlane::position::{Position, Setup};
use tamerlane::rules::{self, Game, Ruleset, library};

/// The same cases in every run, where no seed is asked for.
fn config() -> ProptestConfig {
    let mut config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(1);
    }
    config
}

/// The most that a clock of a FEN may say.
const MAX_CLOCK: u32 = 99_999;

/// Every built-in game.
static VARIANTS: LazyLock<Vec<Variant>> =
    LazyLock::new(|| library::names().map(|name| Variant::load(name).unwrap()).collect());

fn variants() -> impl Strategy<Value = &'static Variant> {
    select(VARIANTS.iter().collect::<Vec<_>>())
}

/// Any text at all, control characters and letters of all scripts among it.
fn any_text() -> impl Strategy<Value = String> {
    proptest::collection::vec(any::<char>(), 0..60).prop_map(String::from_iter)
}

/// Texts made of pieces that mean something to a reader, one behind the other.
fn pieces_of(pieces: &'static [&'static str]) -> impl Strategy<Value = String> {
    proptest::collection::vec(select(pieces), 0..30).prop_map(|pieces| pieces.concat())
}

/// A stretch of a text replaced by something else: from where, how much of it, by what.
#[derive(Clone, Debug)]
struct Change {
    at: Index,
    length: usize,
    by: String,
}

fn changes(pieces: &'static [&'static str]) -> impl Strategy<Value = Vec<Change>> {
    let by = prop_oneof![any_text(), pieces_of(pieces), Just(String::new())];
    let change =
        (any::<Index>(), 0_usize..12, by).prop_map(|(at, length, by)| Change { at, length, by });
    proptest::collection::vec(change, 1..4)
}

fn changed(text: &str, changes: &[Change]) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for change in changes {
        let from = change.at.index(characters.len() + 1);
        let to = (from + change.length).min(characters.len());
        characters.splice(from..to, change.by.chars());
    }
    characters.into_iter().collect()
}

/// The positions of a game played by the choices given, the start among them.
fn played<B: Bitboard>(rules: &Ruleset<B>, choices: &[Index]) -> Vec<Position<B>> {
    let mut positions = vec![rules.start()];
    for choice in choices {
        let position = &positions[positions.len() - 1];
        let mut moves = rules.legal_moves(position);
        if moves.is_empty() {
            break;
        }
        moves.sort_by_cached_key(|mv| mv.text(rules.game()));
        positions.push(position.play(rules, moves[choice.index(moves.len())]));
    }
    positions
}

fn games(plies: usize) -> impl Strategy<Value = (&'static Variant, Vec<Index>)> {
    (variants(), proptest::collection::vec(any::<Index>(), 0..plies))
}

type Outcome = Result<(), TestCaseError>;

/// A text is a position, or is refused and told why.
struct ReadFen<'t>(&'t str);

impl Task for ReadFen<'_> {
    type Output = Outcome;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Outcome {
        let _ = Setup::parse_epd(rules.game(), self.0);
        match rules.position(self.0) {
            Ok(position) => {
                let fen = position.fen(rules);
                prop_assert_eq!(rules.position(&fen), Ok(position), "{}", fen);
                prop_assert_eq!(
                    rules.count_moves(&position),
                    rules.legal_moves(&position).len() as u64
                );
            }
            Err(error) => is_told(&error.to_string())?,
        }
        Ok(())
    }
}

/// An error says something; where it quotes a text it may have several lines.
fn is_told(message: &str) -> Outcome {
    prop_assert!(!message.trim().is_empty());
    prop_assert!(!message.ends_with(char::is_whitespace), "{message:?}");
    Ok(())
}

/// What FENs are made of.
const FEN_PIECES: &[&str] = &[
    "/",
    " ",
    "1",
    "9",
    "11",
    "12",
    "0",
    "K",
    "k",
    "Q",
    "P",
    "p",
    "P'",
    "P''",
    "'",
    "w",
    "b",
    "-",
    "--",
    "A-",
    "Kk",
    "KQkq",
    "EGeg",
    "SXsx",
    "e3",
    "e10",
    "z9",
    "99999",
    "4294967296",
    "+1",
];

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_fen_reader_takes_any_text(variant in variants(), text in any_text()) {
        variant.dispatch(ReadFen(&text))?;
    }

    #[test]
    fn the_fen_reader_takes_any_words(variant in variants(), text in pieces_of(FEN_PIECES)) {
        variant.dispatch(ReadFen(&text))?;
    }

    #[test]
    fn the_fen_reader_takes_broken_fens(
        (variant, choices) in games(30), changes in changes(FEN_PIECES),
    ) {
        struct Broken<'t>(&'t [Index], &'t [Change]);
        impl Task for Broken<'_> {
            type Output = Outcome;
            fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Outcome {
                let positions = played(rules, self.0);
                let fen = positions[positions.len() - 1].fen(rules);
                ReadFen(&changed(&fen, self.1)).run(rules)
            }
        }
        variant.dispatch(Broken(&choices, &changes))?;
    }
}

/// Anything that a FEN can say, whether it can be or not.
fn setups() -> impl Strategy<Value = (&'static Game, Setup)> {
    variants().prop_flat_map(|variant| {
        let game = variant.game();
        let (squares, kinds) = (game.board.len(), game.kinds.len());
        let man = (any::<bool>(), 0..kinds).prop_map(|(white, kind)| Piece {
            color: if white { Color::White } else { Color::Black },
            kind: Kind::new(kind),
        });
        let pieces = proptest::collection::vec(proptest::option::of(man), squares);
        let rights = 0..1_u64 << game.rights.len();
        // Games with citadels have these in place of an en passant square.
        let passed = if game.citadels.is_empty() { squares } else { 0 };
        let passed = proptest::option::of(0..passed.max(1))
            .prop_map(move |square| square.filter(|_| passed > 0).map(|s| Square::new(s as u8)));
        (pieces, any::<bool>(), rights, passed, 0..=MAX_CLOCK, 0..=MAX_CLOCK).prop_map(
            move |(pieces, white, rights, en_passant, halfmove, fullmove)| {
                let turn = if white { Color::White } else { Color::Black };
                let rights = rights as u32;
                (game, Setup { pieces, turn, rights, en_passant, halfmove, fullmove })
            },
        )
    })
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn what_a_fen_can_say_is_read_as_it_was_written((game, setup) in setups()) {
        let fen = setup.fen(game);
        prop_assert_eq!(Setup::parse(game, &fen), Ok(setup.clone()), "{}", fen);
        let four: Vec<&str> = fen.split(' ').take(4).collect();
        let unclocked = Setup { halfmove: 0, fullmove: 1, ..setup };
        prop_assert_eq!(Setup::parse(game, &four.join(" ")), Ok(unclocked));
    }
}

/// Positions are read as they were written, moves are found by their texts, and the hash is that
/// of the position read anew.
struct RoundTrips<'t>(&'t [Index]);

impl Task for RoundTrips<'_> {
    type Output = Outcome;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Outcome {
        let game = rules.game();
        for position in played(rules, self.0) {
            let fen = position.fen(rules);
            let read = rules.position(&fen).unwrap();
            prop_assert_eq!(read, position, "{}", fen);
            prop_assert_eq!(read.hash(rules), position.hash(rules), "{}", fen);
            prop_assert!(position.is_consistent(rules), "{}", fen);
            let mut texts = HashSet::new();
            for mv in rules.legal_moves(&position) {
                let text = mv.text(game);
                prop_assert_eq!(
                    rules.move_named(&position, &text),
                    Some(mv),
                    "{} in {}",
                    text,
                    fen
                );
                prop_assert!(texts.insert(text), "two moves alike in {}", fen);
            }
        }
        Ok(())
    }
}

/// A hash tells the side to move, the men and the rights, and does not tell the clocks.
struct Hashes<'t>(&'t [Index], u32);

impl Task for Hashes<'_> {
    type Output = Outcome;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Outcome {
        let mut seen = std::collections::HashMap::new();
        for position in played(rules, self.0) {
            let setup = position.setup(rules);
            let later = Setup { halfmove: self.1, fullmove: self.1, ..setup.clone() };
            let later = rules.admit(&later).unwrap();
            prop_assert_eq!(later.hash(rules), position.hash(rules));
            // An en passant square that nobody can use is no part of what decides the moves.
            let mut decisive = Setup { halfmove: 0, fullmove: 1, ..setup };
            if let Ok(without) = rules.admit(&Setup { en_passant: None, ..decisive.clone() })
                && without.hash(rules) == position.hash(rules)
            {
                let moves = |position| {
                    let mut moves = rules.legal_moves(position);
                    moves.sort_by_cached_key(|mv| mv.text(rules.game()));
                    moves
                };
                prop_assert_eq!(moves(&without), moves(&position));
                decisive.en_passant = None;
            }
            let known = seen.entry(position.hash(rules)).or_insert_with(|| decisive.clone());
            prop_assert_eq!(&*known, &decisive, "two positions with one hash");
        }
        Ok(())
    }
}

/// A text names a legal move, or none.
struct NameMove<'t>(&'t [Index], &'t str, &'t [Change]);

impl Task for NameMove<'_> {
    type Output = Outcome;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Outcome {
        let game = rules.game();
        let positions = played(rules, self.0);
        let position = &positions[positions.len() - 1];
        let first = rules.legal_moves(position).first().map(|mv| mv.text(game));
        let broken = changed(&first.unwrap_or_default(), self.2);
        for text in [self.1, &broken] {
            if let Some(mv) = rules.move_named(position, text) {
                prop_assert!(mv.text(game) == text || text == "@@@@" && mv.is_pass());
            }
        }
        Ok(())
    }
}

/// What moves are made of.
const MOVE_PIECES: &[&str] =
    &["a", "e", "k", "l2", "z9", "1", "2", "10", "11", "q", "g", ",", "@", "@@@@", "-", "x", "="];

proptest! {
    #![proptest_config(config())]

    #[test]
    fn positions_and_moves_are_read_as_they_were_written((variant, choices) in games(60)) {
        variant.dispatch(RoundTrips(&choices))?;
    }

    #[test]
    fn a_hash_is_that_of_the_position((variant, choices) in games(60), clock in 1..=MAX_CLOCK) {
        variant.dispatch(Hashes(&choices, clock))?;
    }

    #[test]
    fn the_move_reader_takes_any_text(
        (variant, choices) in games(20),
        text in prop_oneof![any_text(), pieces_of(MOVE_PIECES)],
        changes in changes(MOVE_PIECES),
    ) {
        variant.dispatch(NameMove(&choices, &text, &changes))?;
    }
}

/// What movement strings are made of.
const MOVEMENT_PIECES: &[&str] = &[
    "W", "F", "D", "N", "A", "H", "C", "L", "Z", "G", "K", "R", "B", "Q", "f", "b", "l", "r", "v",
    "s", "q", "m", "c", "e", "i", "n", "p", "a", "y", "0", "1", "4", "99", "100", "[", "]", "?",
    "-", "FyafsF", "[F?fsR]", "fmWfceF", "ifmnD", "é", " ",
];

/// What variant files are made of.
const FILE_PIECES: &[&str] = &[
    "\n",
    " ",
    "=",
    "\"",
    "'",
    "[",
    "]",
    "[[",
    "]]",
    "{",
    "}",
    ",",
    "#",
    ".",
    "true",
    "false",
    "0",
    "-1",
    "12",
    "192",
    "9223372036854775807",
    "1e9",
    "\n[kinds.x]\n",
    "letter = \"X\"\n",
    "move = \"NN\"\n",
    "royal = true\n",
    "royal = 2\n",
    "pawn = true\n",
    "extends = \"chess\"\n",
    "remove = [\"start\"]\n",
    "\n[options]\n",
    "stalemate = \"loss\"\n",
    "\n[board]\n",
    "files = 12\n",
    "ranks = 16\n",
    "start = \"k/K w - - 0 1\"\n",
    "name = \"x\"\n",
    "é",
];

/// A text is a game, or is refused and told where.
fn read_file(text: &str) -> Outcome {
    match rules::parse(text, "some.toml").and_then(Variant::new) {
        Ok(variant) => variant.dispatch(RoundTrips(&[]))?,
        Err(error) => is_told(&error.to_string())?,
    }
    Ok(())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_movement_reader_takes_any_text(
        text in prop_oneof![any_text(), pieces_of(MOVEMENT_PIECES)],
    ) {
        match betza::parse(&text) {
            Ok(movement) => prop_assert!(!movement.parts.is_empty(), "{text}"),
            Err(error) => is_told(&error.to_string())?,
        }
    }

    #[test]
    fn any_movement_makes_a_game_or_is_refused(text in pieces_of(MOVEMENT_PIECES)) {
        prop_assume!(!text.contains(['"', '\\']));
        read_file(&format!("name = \"x\"\nextends = \"shako\"\n[kinds.queen]\nmove = \"{text}\"\n"))?;
    }

    #[test]
    fn the_file_reader_takes_any_text(text in prop_oneof![any_text(), pieces_of(FILE_PIECES)]) {
        read_file(&text)?;
    }

    #[test]
    fn the_file_reader_takes_broken_files(
        (_, text) in select(library::FILES), changes in changes(FILE_PIECES),
    ) {
        read_file(&changed(text, &changes))?;
    }

    #[test]
    fn the_reader_of_counts_takes_any_text(
        text in any_text(),
        changes in changes(&["\n", " ", ";", "D", "1", "perft", "classes", "fen", "#", "variant"]),
    ) {
        let file = "variant chess\n\nid start\nfen startpos\nperft 2 400 # all\nclasses 1 checks 0\n";
        for text in [text, changed(file, &changes)] {
            if let Err(error) = suite::parse(&text) {
                is_told(&error.to_string())?;
            }
        }
    }
}
