//! Reading and writing the first field of a FEN: who stands where on the rectangle.

use super::Game;
use crate::geometry::Square;
use crate::pieces::{Color, Piece};

/// Reads the placement field; the result has a place for each square of the board.
///
/// # Errors
/// With a sentence about the first thing that is wrong.
pub(crate) fn parse(game: &Game, field: &str) -> Result<Vec<Option<Piece>>, String> {
    let board = &game.board;
    let rows: Vec<&str> = field.split('/').collect();
    if rows.len() != usize::from(board.ranks()) {
        let plural = if rows.len() == 1 { "" } else { "s" };
        let found = rows.len();
        return Err(format!("the board has {found} rank{plural}, expected {}", board.ranks()));
    }
    let mut pieces = vec![None; board.len()];
    for (row, rank) in rows.iter().zip((0..i16::from(board.ranks())).rev()) {
        let mut file = 0;
        let mut rest = *row;
        let width = |found: i64| {
            format!("rank {} has {found} squares, expected {}", rank + 1, board.files())
        };
        while let Some(next) = rest.chars().next() {
            if next.is_ascii_digit() {
                let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                let run: i64 = rest[..end].parse().unwrap_or(i64::MAX);
                if run == 0 {
                    return Err(format!("rank {} has an empty run of 0 squares", rank + 1));
                }
                if run > i64::from(board.files()) - i64::from(file) {
                    return Err(width(run.saturating_add(i64::from(file))));
                }
                file += run as i16;
                rest = &rest[end..];
                continue;
            }
            let (piece, after) = piece_prefix(game, rest).ok_or_else(|| {
                format!(
                    "\"{next}\" on rank {} is no piece; the pieces are {}",
                    rank + 1,
                    letters(game)
                )
            })?;
            let Some(square) = board.square(file, rank) else {
                return Err(width(i64::from(file) + 1));
            };
            pieces[square.index()] = Some(piece);
            file += 1;
            rest = after;
        }
        if file != i16::from(board.files()) {
            return Err(width(i64::from(file)));
        }
    }
    Ok(pieces)
}

/// Writes the placement field.
pub(crate) fn format(game: &Game, pieces: &[Option<Piece>]) -> String {
    let board = &game.board;
    let mut text = String::new();
    for rank in (0..i16::from(board.ranks())).rev() {
        let mut empty = 0;
        for file in 0..i16::from(board.files()) {
            let square = board.square(file, rank).map_or(0, Square::index);
            match pieces[square] {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        text += &empty.to_string();
                        empty = 0;
                    }
                    text += &game.letter(piece);
                }
            }
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

/// The piece of the longest letter at the start of the text, and what follows it.
pub(crate) fn piece_prefix<'t>(game: &Game, text: &'t str) -> Option<(Piece, &'t str)> {
    let first = text.chars().next().filter(char::is_ascii_alphabetic)?;
    let marks = text[1..].bytes().take_while(|&b| b == b'\'').count();
    let (letter, rest) = text.split_at(1 + marks);
    let color = if first.is_ascii_uppercase() { Color::White } else { Color::Black };
    let kind = game.kind_of_letter(&letter.to_ascii_uppercase())?;
    Some((Piece { color, kind }, rest))
}

/// The letters of all kinds, for messages.
pub(crate) fn letters(game: &Game) -> String {
    game.kinds.iter().map(|kind| kind.letter.as_str()).collect::<Vec<_>>().join(" ")
}
