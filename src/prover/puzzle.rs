//! [`Puzzle`]: a position and what is to be found in it, a line of an EPD file.

use std::fmt::Write as _;

use super::{Exhausted, MARGIN, MateProver, MaterialProver, Tactic};
use crate::geometry::Bitboard;
use crate::movegen::AdmitError;
use crate::position::{Move, Position, PositionError, Setup};
use crate::rules::Ruleset;
use crate::values::PieceValues;

/// A position and what is to be found in it.
///
/// As a text it is a line of an EPD file, with the operations `bm` (the best moves), `dm` (in how many
/// moves they mate), `acd` and `ce` (how many plies deep, and what they come to there), `id`. Others
/// are skipped.
///
/// Source of the format: S. Edwards, Portable Game Notation Specification and Implementation Guide,
/// 1994, section 16.2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle<B: Bitboard> {
    /// The position.
    pub position: Position<B>,
    /// Its name.
    pub id: Option<String>,
    /// The moves of which one is to be found; any if empty.
    pub best: Vec<Move>,
    /// What is said of them.
    pub proof: Option<Proof>,
}

/// What is said of the best moves of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// They mate in so many moves.
    Mate(u32),
    /// Looked at so many plies deep, the only one comes to so much, and every other to
    /// [`MARGIN`] less at least; see [`MaterialProver`].
    Material {
        /// The depth.
        plies: u32,
        /// The value for the side to move.
        value: i32,
    },
}

/// Why a text is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// It does not begin with a position of the game.
    #[error(transparent)]
    Position(#[from] AdmitError),
    /// A best move is not legal.
    #[error("bm: \"{0}\" is not legal")]
    Best(String),
    /// A number is none.
    #[error("{operation}: \"{text}\": expected {expected}")]
    Number {
        /// The operation.
        operation: &'static str,
        /// What stands there.
        text: String,
        /// What should.
        expected: &'static str,
    },
    /// An operation has no operand, or one of a pair is missing.
    #[error("\"{0}\" says nothing")]
    Nothing(String),
}

/// What proving a puzzle again came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is as it says.
    Right,
    /// It is not: what is so instead, in a sentence.
    Wrong(String),
    /// It says nothing that can be proved.
    Unclaimed,
}

impl<B: Bitboard> Puzzle<B> {
    /// Reads a line of an EPD file.
    ///
    /// # Errors
    /// When it does not begin with a position of the game, or one of the operations cannot be
    /// understood.
    pub fn parse(rules: &Ruleset<B>, line: &str) -> Result<Self, PuzzleError> {
        let (setup, operations) = Setup::parse_epd(rules.game(), line).map_err(AdmitError::from)?;
        let position = rules.admit(&setup).map_err(|error: PositionError| {
            AdmitError::Position { fen: setup.fen(rules.game()), error }
        })?;
        let mut puzzle = Self { position, id: None, best: Vec::new(), proof: None };
        let (mut mate, mut plies, mut value) = (None, None, None);
        for operation in operations.split(';') {
            let words: Vec<&str> = operation.split_whitespace().collect();
            match words.as_slice() {
                ["bm", texts @ ..] if !texts.is_empty() => {
                    for &text in texts {
                        let mv = rules.move_named(&position, text);
                        puzzle.best.push(mv.ok_or_else(|| PuzzleError::Best(text.to_owned()))?);
                    }
                }
                ["dm", text] => mate = Some(positive("dm", text, "a number of moves")?),
                ["acd", text] => plies = Some(positive("acd", text, "a number of plies")?),
                ["ce", text] => value = Some(number("ce", text, "a whole number")?),
                ["bm" | "dm" | "acd" | "ce", ..] => {
                    return Err(PuzzleError::Nothing(operation.trim().to_owned()));
                }
                ["id", name @ ..] => {
                    puzzle.id = Some(name.join(" ").trim_matches('"').to_owned());
                }
                _ => {}
            }
        }
        puzzle.proof = match (mate, plies, value) {
            (Some(moves), ..) => Some(Proof::Mate(moves)),
            (None, Some(plies), Some(value)) => Some(Proof::Material { plies, value }),
            // One without the other is a note of some analysis.
            _ => None,
        };
        Ok(puzzle)
    }

    /// The line of an EPD file.
    pub fn text(&self, rules: &Ruleset<B>) -> String {
        let fen = self.position.fen(rules);
        // The clocks are no part of an EPD.
        let mut text = fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
        if !self.best.is_empty() {
            text += " bm";
            for mv in &self.best {
                text += " ";
                text += &mv.text(rules.game());
            }
            text += ";";
        }
        // Writing to a string cannot fail.
        let _ = match self.proof {
            Some(Proof::Mate(moves)) => write!(text, " dm {moves};"),
            Some(Proof::Material { plies, value }) => write!(text, " acd {plies}; ce {value};"),
            None => Ok(()),
        };
        if let Some(id) = &self.id {
            let _ = write!(text, " id \"{id}\";");
        }
        text
    }

    /// Proves again what the puzzle says: that its best moves, no others, mate in so many moves and
    /// none in fewer; or that its only best move comes to what it says.
    ///
    /// # Errors
    /// When it takes more positions than that.
    pub fn prove(
        &self,
        rules: &Ruleset<B>,
        values: &PieceValues,
        most_positions: u64,
    ) -> Result<Verdict, Exhausted> {
        let game = rules.game();
        let texts = |moves: &[Move]| {
            let texts: Vec<String> = moves.iter().map(|mv| mv.text(game)).collect();
            texts.join(" ")
        };
        let mut best = self.best.clone();
        best.sort_by_key(|mv| mv.bits());
        match self.proof {
            None => Ok(Verdict::Unclaimed),
            Some(Proof::Mate(moves)) => {
                let mut prover = MateProver::new(rules, most_positions);
                Ok(match prover.mate_within(&self.position, moves)? {
                    None => Verdict::Wrong(format!("there is no mate in {moves}")),
                    Some(mate) if mate.moves < moves => {
                        let (moves, keys) = (mate.moves, texts(&mate.keys));
                        Verdict::Wrong(format!("it is mate in {moves}: {keys}"))
                    }
                    Some(mate) if !best.is_empty() && mate.keys != best => {
                        Verdict::Wrong(format!("what mates in {moves} is {}", texts(&mate.keys)))
                    }
                    Some(_) => Verdict::Right,
                })
            }
            Some(Proof::Material { plies, value }) => {
                let mut prover = MaterialProver::new(rules, values, most_positions);
                Ok(match prover.only_good_move(&self.position, plies)? {
                    None => {
                        let problem = "no move is better than every other by";
                        Verdict::Wrong(format!("{problem} {MARGIN}, {plies} plies deep"))
                    }
                    Some(Tactic { best: found, value: comes_to, .. })
                        if comes_to != value || best != [found] =>
                    {
                        let found = found.text(game);
                        Verdict::Wrong(format!("{found} is best and comes to {comes_to}"))
                    }
                    Some(_) => Verdict::Right,
                })
            }
        }
    }
}

fn number<T: std::str::FromStr>(
    operation: &'static str,
    text: &str,
    expected: &'static str,
) -> Result<T, PuzzleError> {
    let fail = || PuzzleError::Number { operation, text: text.to_owned(), expected };
    text.parse().map_err(|_| fail())
}

fn positive(
    operation: &'static str,
    text: &str,
    expected: &'static str,
) -> Result<u32, PuzzleError> {
    let fail = || PuzzleError::Number { operation, text: text.to_owned(), expected };
    number::<u32>(operation, text, expected).ok().filter(|&n| n > 0).ok_or_else(fail)
}
