//! [`Status`] and [`GameResult`]: how a position stands.

use std::fmt;

use super::View;
use super::generate::has_moves;
use crate::geometry::Bitboard;
use crate::pieces::Color;
use crate::position::Position;
use crate::rules::{Endings, Ruleset, Stalemate};

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

/// How a game stands or ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// This side has won.
    Win(Color),
    /// Nobody wins.
    Draw,
    /// It goes on.
    Open,
}

impl GameResult {
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Win(Color::White) => "1-0",
            Self::Win(Color::Black) => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Open => "*",
        }
    }
}

impl Status {
    /// The result of a game that stands so with a side to move, by the game's [`Endings`]. Draws
    /// that somebody must claim are none yet.
    pub const fn result(self, turn: Color, endings: Endings) -> GameResult {
        let loss = match turn {
            Color::White => GameResult::Win(Color::Black),
            Color::Black => GameResult::Win(Color::White),
        };
        match (self, endings.stalemate) {
            (Self::Ongoing | Self::Check, _) => GameResult::Open,
            (Self::Checkmate, _) | (Self::Stalemate, Stalemate::Loss) => loss,
            (Self::Stalemate, Stalemate::Draw) | (Self::CitadelDraw, _) => GameResult::Draw,
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
