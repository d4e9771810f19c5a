//! [`Status`]: how a position stands.

use std::fmt;

use super::View;
use super::generate::has_moves;
use crate::geometry::Bitboard;
use crate::position::Position;
use crate::rules::Ruleset;

/// How a position stands for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// It has moves and is not in check.
    Ongoing,
    /// It is in check and has moves.
    Check,
    /// It is in check and has no move.
    Checkmate,
    /// It is not in check and has no move.
    Stalemate,
    /// The highest royal man of a side is in the enemy's citadel: the game is drawn.
    CitadelDraw,
}

impl Status {
    /// The word used in every output.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ongoing => "ongoing",
            Self::Check => "check",
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::CitadelDraw => "citadel draw",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl<B: Bitboard> Ruleset<B> {
    /// How a position stands for the side to move.
    pub fn status(&self, position: &Position<B>) -> Status {
        if self.is_citadel_draw(position) {
            return Status::CitadelDraw;
        }
        let view = View::new(self, position);
        let mut can_move = has_moves(self, &view);
        if !can_move {
            view.rescues(|_| can_move = true);
        }
        match (can_move, view.in_check()) {
            (true, false) => Status::Ongoing,
            (true, true) => Status::Check,
            (false, true) => Status::Checkmate,
            (false, false) => Status::Stalemate,
        }
    }
}
