//! What the naive generator must say: known counts, and positions worked out by hand.

use super::NaiveBoard;
use crate::position::Setup;
use crate::rules::{self, Game};

mod counts;
mod positions;
mod states;

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
