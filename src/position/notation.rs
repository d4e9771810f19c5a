//! Moves as text: from-square, to-square and the letter of a promotion, `e2e4`, `e10e11q`.

use super::Move;
use crate::rules::Game;

impl Move {
    /// The move in engine notation.
    ///
    /// Castling is written as the royal piece's move, changing places as a move onto one's own
    /// man; declining a promotion has no suffix.
    pub fn text(self, game: &Game) -> String {
        let mut text = game.board.name(self.from) + &game.board.name(self.to);
        if let Some(kind) = self.promotion() {
            text += &game.kind(kind).letter.to_lowercase();
        }
        text
    }
}
