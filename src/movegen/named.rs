//! From the text of a move to the move.

use crate::geometry::Bitboard;
use crate::position::{Move, Position};
use crate::rules::Ruleset;

/// The null move of the `WinBoard` protocol, which a pass is.
const NULL_MOVE: &str = "@@@@";

impl<B: Bitboard> Ruleset<B> {
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
