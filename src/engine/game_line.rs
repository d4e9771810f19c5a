//! [`GameLine`]: a start position and the moves played from it, whatever the width of the board.

use crate::geometry::Bitboard;
use crate::movegen::{AdmitError, Task, Variant};
use crate::pieces::Color;
use crate::position::{Move, PositionError, Setup};
use crate::rules::Ruleset;
use crate::search::{Ending, Record};

/// A game as a protocol tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameLine {
    start: Setup,
    moves: Vec<(String, Move)>,
}

/// Why a game cannot have been played so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LineError {
    /// The position is none.
    #[error(transparent)]
    Position(#[from] AdmitError),
    /// A move is not legal.
    #[error("\"{text}\" is not legal in \"{fen}\"")]
    Move {
        /// The move.
        text: String,
        /// Where it was to be played.
        fen: String,
    },
}

impl GameLine {
    /// A game that starts from the usual start position.
    pub fn from_start(variant: &Variant) -> Self {
        Self { start: variant.dispatch(Start), moves: Vec::new() }
    }

    /// A game that starts from a FEN.
    ///
    /// # Errors
    /// When the FEN is not one of a position that can be.
    pub fn from_fen(variant: &Variant, fen: &str) -> Result<Self, LineError> {
        Ok(Self { start: variant.dispatch(Admit(fen))?, moves: Vec::new() })
    }

    /// Where the game started.
    pub fn start(&self) -> &Setup {
        &self.start
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Color {
        if self.moves.len().is_multiple_of(2) { self.start.turn } else { !self.start.turn }
    }

    /// The moves so far.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> {
        self.moves.iter().map(|&(_, mv)| mv)
    }

    /// The game with other moves from its start on: those that are the same as before are not looked
    /// at again.
    ///
    /// # Errors
    /// When one of them is not legal; the game then is as it was.
    pub fn replay(&mut self, variant: &Variant, texts: &[&str]) -> Result<(), LineError> {
        let known = self.moves.iter().zip(texts).take_while(|((old, _), new)| old == *new).count();
        let moves = variant.dispatch(Extend { line: self, known, texts: &texts[known..] })?;
        self.moves.truncate(known);
        self.moves.extend(moves);
        Ok(())
    }

    /// Plays a move.
    ///
    /// # Errors
    /// When it is not legal.
    pub fn play(&mut self, variant: &Variant, text: &str) -> Result<(), LineError> {
        let known = self.moves.len();
        let moves = variant.dispatch(Extend { line: self, known, texts: &[text] })?;
        self.moves.extend(moves);
        Ok(())
    }

    /// Takes the last move back; whether there was one.
    pub fn take_back(&mut self) -> bool {
        self.moves.pop().is_some()
    }

    /// The game on a board of the ruleset's width.
    ///
    /// # Errors
    /// When it belongs to another game than the ruleset's and cannot be there.
    pub fn record<B: Bitboard>(&self, rules: &Ruleset<B>) -> Result<Record<B>, PositionError> {
        self.record_of(rules, self.moves.len())
    }

    fn record_of<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        plies: usize,
    ) -> Result<Record<B>, PositionError> {
        let mut record = Record::new(rules.admit(&self.start)?);
        for &(_, mv) in &self.moves[..plies] {
            record.play(rules, mv);
        }
        Ok(record)
    }

    /// The position as a FEN.
    pub fn fen(&self, variant: &Variant) -> String {
        variant.dispatch(Fen(self))
    }

    /// How the game ended, if it did.
    pub fn ending(&self, variant: &Variant) -> Option<Ending> {
        variant.dispatch(AskEnding(self))
    }

    /// The legal moves, as texts in alphabetical order.
    pub fn legal_moves(&self, variant: &Variant) -> Vec<(String, Move)> {
        variant.dispatch(LegalMoves(self))
    }
}

struct Start;

impl Task for Start {
    type Output = Setup;
    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Setup {
        rules.start().setup(rules)
    }
}

struct Admit<'a>(&'a str);

impl Task for Admit<'_> {
    type Output = Result<Setup, AdmitError>;
    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output {
        Ok(rules.position(self.0)?.setup(rules))
    }
}

/// Finds the moves of some texts behind the first moves of a line.
struct Extend<'a> {
    line: &'a GameLine,
    known: usize,
    texts: &'a [&'a str],
}

impl Task for Extend<'_> {
    type Output = Result<Vec<(String, Move)>, LineError>;
    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output {
        let start = &self.line.start;
        let mut record = self.line.record_of(rules, self.known).map_err(|error| {
            LineError::Position(AdmitError::Position { fen: start.fen(rules.game()), error })
        })?;
        let mut moves = Vec::with_capacity(self.texts.len());
        for &text in self.texts {
            let mv = rules.move_named(record.position(), text).ok_or_else(|| LineError::Move {
                text: text.to_owned(),
                fen: record.position().fen(rules),
            })?;
            record.play(rules, mv);
            moves.push((text.to_owned(), mv));
        }
        Ok(moves)
    }
}

struct Fen<'a>(&'a GameLine);

impl Task for Fen<'_> {
    type Output = String;
    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> String {
        let record = self.0.record(rules);
        record.map_or_else(|error| error.to_string(), |record| record.position().fen(rules))
    }
}

struct AskEnding<'a>(&'a GameLine);

impl Task for AskEnding<'_> {
    type Output = Option<Ending>;
    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output {
        self.0.record(rules).ok()?.ending(rules)
    }
}

struct LegalMoves<'a>(&'a GameLine);

impl Task for LegalMoves<'_> {
    type Output = Vec<(String, Move)>;
    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output {
        let Ok(record) = self.0.record(rules) else { return Vec::new() };
        let moves = rules.legal_moves(record.position()).into_iter();
        let mut moves: Vec<_> = moves.map(|mv| (mv.text(rules.game()), mv)).collect();
        moves.sort_unstable_by(|one, other| one.0.cmp(&other.0));
        moves
    }
}
