//! [`Record`]: a game as far as it has been played, and how it ends.

use std::fmt;

use crate::evaluation::FIFTY_MOVES;
use crate::geometry::Bitboard;
use crate::movegen::{GameResult, Status};
use crate::pieces::Color;
use crate::position::{Move, Position};
use crate::rules::{Repetition, Ruleset};

/// How often a position must come up for a draw to be claimed.
const REPETITIONS: usize = 3;

/// A game as far as it has been played: the position, and what is needed to see repetitions.
#[derive(Clone, Debug)]
pub struct Record<B: Bitboard> {
    position: Position<B>,
    /// The hashes of the positions before this one, the oldest first.
    keys: Vec<u64>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no move and is not in check.
    Stalemate,
    /// A royal man is in the enemy's citadel.
    CitadelDraw,
    /// The position came up for the third time, which is claimed as a draw.
    Repetition,
    /// Fifty moves of each side without a capture or a pawn move, which is claimed as a draw.
    FiftyMoves,
}

impl Ending {
    /// The word used in every output.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::CitadelDraw => "citadel draw",
            Self::Repetition => "repetition",
            Self::FiftyMoves => "fifty moves",
        }
    }

    /// The result of a game that ended so with a side to move.
    pub fn result<B: Bitboard>(self, rules: &Ruleset<B>, turn: Color) -> GameResult {
        let status = match self {
            Self::Checkmate => Status::Checkmate,
            Self::Stalemate => Status::Stalemate,
            Self::CitadelDraw => Status::CitadelDraw,
            Self::Repetition | Self::FiftyMoves => return GameResult::Draw,
        };
        status.result(turn, rules.game().endings)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl<B: Bitboard> Record<B> {
    /// A game that starts from a position.
    pub const fn new(position: Position<B>) -> Self {
        Self { position, keys: Vec::new() }
    }

    /// Where the game stands.
    pub const fn position(&self) -> &Position<B> {
        &self.position
    }

    /// The hashes of the positions before this one, the oldest first.
    pub(super) fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// How many plies were played.
    pub fn plies(&self) -> usize {
        self.keys.len()
    }

    /// Plays a legal move.
    ///
    /// # Panics
    /// When no man stands on the square that the move leaves.
    pub fn play(&mut self, rules: &Ruleset<B>, mv: Move) {
        self.keys.push(self.position.hash(rules));
        self.position = self.position.play(rules, mv);
    }

    /// How the game ended, if it did. Draws that must be claimed are claimed as soon as they can be.
    pub fn ending(&self, rules: &Ruleset<B>) -> Option<Ending> {
        match rules.status(&self.position) {
            Status::Checkmate => return Some(Ending::Checkmate),
            Status::Stalemate => return Some(Ending::Stalemate),
            Status::CitadelDraw => return Some(Ending::CitadelDraw),
            Status::Ongoing | Status::Check => {}
        }
        if rules.game().endings.repetition == Repetition::None {
            return None;
        }
        let key = self.position.hash(rules);
        let back = self.keys.iter().rev().take(self.position.halfmove() as usize);
        if back.filter(|&&before| before == key).count() + 1 >= REPETITIONS {
            return Some(Ending::Repetition);
        }
        (self.position.halfmove() >= FIFTY_MOVES).then_some(Ending::FiftyMoves)
    }
}
