//! [`Player`]: who is asked for moves, whatever it is.

use std::time::Duration;

use super::ours::Ours;
use super::theirs::Theirs;
use super::{Failure, Limit};
use crate::external::{Thought, TimeControl};
use crate::geometry::Bitboard;
use crate::position::Move;
use crate::rules::Ruleset;
use crate::search::{Control, Record};

/// A game as far as it has been played, as players are told it.
#[derive(Debug)]
pub(super) struct Table<'g, B: Bitboard> {
    pub(super) rules: &'g Ruleset<B>,
    /// The position it began from.
    pub(super) fen: &'g str,
    /// All moves since then, the opening's among them, in engine notation.
    pub(super) moves: &'g [String],
    pub(super) record: &'g Record<B>,
    /// How long the mover may think.
    pub(super) time: TimeControl,
    /// How much later than that it may answer.
    pub(super) margin: Duration,
}

/// What a player did when it was to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// A legal move.
    Move(Move),
    /// A move that is not legal: its text.
    Illegal(String),
    /// It said that the game is over, or that a move of its opponent is illegal: the line.
    Claim(String),
    /// It said what is no move at all: the line.
    Rubbish(String),
    /// It gave up.
    Resigns,
    /// It did not answer before its time was over.
    Nothing,
}

/// A deed, with what the player thought and how long that took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    pub(super) deed: Deed,
    pub(super) thought: Thought,
    pub(super) time: Duration,
}

/// Why a game cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// The player failed.
    Failed(Failure, String),
    /// Somebody asked to stop at once.
    Interrupted,
}

/// Who is asked for moves.
#[derive(Debug)]
pub(super) enum Player<'r, B: Bitboard> {
    /// Our search.
    Ours(Box<Ours<'r, B>>),
    /// Another program.
    Theirs(Box<Theirs>),
}

impl<B: Bitboard> Player<'_, B> {
    /// Forgets the last game and gets ready for another.
    pub(super) fn new_game(&mut self, table: &Table<'_, B>) -> Result<(), Trouble> {
        match self {
            Self::Ours(ours) => {
                ours.new_game();
                Ok(())
            }
            Self::Theirs(theirs) => theirs.new_game(table),
        }
    }

    /// Asks for a move.
    pub(super) fn turn(
        &mut self,
        table: &Table<'_, B>,
        control: &Control,
    ) -> Result<Turn, Trouble> {
        match self {
            Self::Ours(ours) => ours.turn(table, control),
            Self::Theirs(theirs) => theirs.turn(table),
        }
    }
}

/// The time control of a limit where the clocks show this, White's first.
pub(super) fn time_control(limits: [Limit; 2], left: [Duration; 2], mover: usize) -> TimeControl {
    match limits[mover] {
        Limit::Nodes(nodes) => TimeControl::Nodes(nodes),
        Limit::Depth(depth) => TimeControl::Depth(depth),
        Limit::Movetime { milliseconds, .. } => {
            TimeControl::Movetime(Duration::from_millis(milliseconds))
        }
        Limit::Clock { milliseconds, .. } => TimeControl::Clock {
            left,
            increment: limits.map(|limit| match limit {
                Limit::Clock { increment, .. } => Duration::from_millis(increment),
                _ => Duration::ZERO,
            }),
            base: Duration::from_millis(milliseconds),
        },
    }
}
