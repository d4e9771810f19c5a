//! Moves as text: from-square, to-square and the letter of a promotion, `e2e4`, `e10e11q`.

use super::{Action, Move};
use crate::rules::Game;

impl Move {
    /// The move in engine notation.
    ///
    /// Castling is written as the royal piece's move, changing places as a move onto one's own
    /// man; declining a promotion has no suffix. A move of two legs has a comma between them:
    /// `e5e6,e6f7`, or `a9z9,c4z9` for an exchange in a citadel. A pass is `e5e5`.
    pub fn text(self, game: &Game) -> String {
        let (from, to) = (game.board.name(self.from), game.board.name(self.to));
        if let Some(via) = self.via() {
            let via = game.board.name(via);
            return match self.action {
                Action::CitadelExchange => format!("{from}{to},{via}{to}"),
                _ => format!("{from}{via},{via}{to}"),
            };
        }
        let mut text = from + &to;
        if let Some(kind) = self.promotion() {
            text += &game.kind(kind).letter.to_lowercase();
        }
        text
    }
}
