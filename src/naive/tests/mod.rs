//! What the naive generator must say: known counts, and positions worked out by hand.

use super::NaiveBoard;
use crate::position::Setup;
use crate::rules::{self, Game};

mod citadels;
mod counts;
mod lions;
mod mirror;
mod positions;
mod reference;
mod royals;
mod states;
mod waiting;

/// Ruleset, FEN, the number of all moves, a square, and the moves from it.
type Case = (&'static str, &'static str, usize, &'static str, &'static str);

fn game(name: &str) -> Game {
    rules::load(name).unwrap()
}

/// The board of a FEN that can be.
fn board<'g>(game: &'g Game, fen: &str) -> NaiveBoard<'g> {
    let setup = Setup::parse(game, fen).unwrap();
    setup.check(game).unwrap();
    let board = NaiveBoard::new(game, &setup);
    assert!(!board.opponent_in_check(), "{fen}");
    board
}

/// Compares the moves of positions: those from one square by name, all by number.
fn check(cases: &[Case]) {
    for &(ruleset, fen, count, square, moves) in cases {
        let game = game(ruleset);
        let board = board(&game, fen);
        assert_eq!(from(&board, square), moves, "{ruleset} {fen}");
        assert_eq!(board.moves().len(), count, "{ruleset} {fen}");
    }
}

/// Compares FENs after moves: ruleset, FEN, a move, the FEN after it.
fn check_after(cases: &[(&str, &str, &str, &str)]) {
    for &(ruleset, before, text, after) in cases {
        let game = game(ruleset);
        assert_eq!(fen_after(&game, before, text), after, "{ruleset} {before}");
    }
}

/// Compares how games stand: ruleset, FEN, status.
fn check_status(cases: &[(&str, &str, &str)]) {
    for &(ruleset, fen, status) in cases {
        let game = game(ruleset);
        assert_eq!(board(&game, fen).status(), status, "{ruleset} {fen}");
    }
}

/// The texts of all moves from a square, without the square, in one line.
fn from(board: &NaiveBoard<'_>, square: &str) -> String {
    let is_digit = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let texts = board.moves().into_iter().filter_map(|(text, _)| {
        let rest = text.strip_prefix(square).filter(|rest| !is_digit(rest))?;
        Some(rest.to_owned())
    });
    texts.collect::<Vec<_>>().join(" ")
}

/// The FEN after a move.
fn fen_after(game: &Game, fen: &str, text: &str) -> String {
    let moves = board(game, fen).moves();
    let found = moves.into_iter().find(|(known, _)| known == text);
    let (_, after) = found.unwrap_or_else(|| panic!("{text} is not legal in {fen}"));
    after.setup().fen(game)
}
