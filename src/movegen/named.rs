//! From the text of a move to the move, and the texts of all.

use crate::geometry::Bitboard;
use crate::position::{Move, Position};
use crate::rules::Ruleset;

/// The null move of the `WinBoard` protocol, which a pass is.
const NULL_MOVE: &str = "@@@@";

impl<B: Bitboard> Ruleset<B> {
    /// The legal moves of a position in the notation of [`Move::text`], sorted as text.
    pub fn move_texts(&self, position: &Position<B>) -> Vec<String> {
        let moves = self.legal_moves(position);
        let mut texts: Vec<String> = moves.iter().map(|mv| mv.text(self.game())).collect();
        texts.sort_unstable();
        texts
    }

    /// The legal move that a text means, in the notation of [`Move::text`]; `@@@@` is a pass too.
    ///
    /// No two legal moves of a position are written alike. A side with several men that may pass
    /// has a pass for each of them; `@@@@` means the first.
    pub fn move_named(&self, position: &Position<B>, text: &str) -> Option<Move> {
        let mut moves = self.legal_moves(position).into_iter();
        if text == NULL_MOVE {
            return moves.find(|mv| mv.is_pass());
        }
        moves.find(|mv| mv.text(self.game()) == text)
    }
}
