//! A board that a person can read in a terminal.

use std::fmt::Write;

use super::Setup;
use crate::geometry::file_letter;
use crate::rules::Game;

impl Setup {
    /// The board as lines of text, White below, with ranks and files named.
    pub fn diagram(&self, game: &Game) -> String {
        let board = &game.board;
        let width = game.kinds.iter().map(|kind| kind.letter.len()).max().unwrap_or(1) + 1;
        let mut text = String::new();
        for rank in (0..i16::from(board.ranks())).rev() {
            let _ = write!(text, "{:>3} ", rank + 1);
            for file in 0..i16::from(board.files()) {
                let piece = board.square(file, rank).and_then(|square| self.at(square));
                let letter = piece.map_or(".".to_owned(), |piece| game.letter(piece));
                let _ = write!(text, " {letter:<width$}", width = width - 1);
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        text += "    ";
        for file in 0..board.files() {
            let _ = write!(text, " {:<width$}", file_letter(file), width = width - 1);
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        for (square, extra) in board.beyond().zip(board.extra()) {
            let letter = self.at(square).map_or(".".to_owned(), |piece| game.letter(piece));
            let _ = writeln!(text, "{:>3}  {letter}", extra.name);
        }
        text
    }
}
