//! [`GameReader`]: games of logs and of PGN files, as a regression needs them.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use super::evidence::outcome;
use super::{Question, QuestionError, SampledGame, Sampler};
use crate::arena::{Journal, JournalError, Outcome as GameOutcome, PlayedGame};
use crate::estimation::Outcome;
use crate::geometry::Bitboard;
use crate::pgn::{PgnGame, PgnReader};
use crate::position::{Move, Position};
use crate::rules::Ruleset;

/// Why games cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// The log cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The folder of a question cannot be read.
    #[error(transparent)]
    Question(#[from] QuestionError),
    /// The file cannot be read.
    #[error("\"{0}\": {1}")]
    File(PathBuf, std::io::Error),
    /// A game is not one of these rules.
    #[error("\"{path}\", {place}: {reason}")]
    Game {
        /// The file or folder.
        path: PathBuf,
        /// Which game.
        place: String,
        /// What is wrong.
        reason: String,
    },
}

/// Reads games and picks their samples.
#[derive(Debug)]
pub struct GameReader<'r, B: Bitboard> {
    rules: &'r Ruleset<B>,
    sampler: Sampler<'r, B>,
    /// What was read, in the order of sources.
    pub games: Vec<SampledGame>,
    /// Games without a result, which are passed over.
    pub unfinished: u64,
    clusters: u64,
}

/// The logs of a folder: of one run, or of all stages of a question.
///
/// # Errors
/// When there is neither, or a log cannot be read.
pub fn journals(folder: &Path) -> Result<Vec<Journal>, SourceError> {
    if folder.join("question.json").exists() {
        return Ok(Question::stages(folder)?);
    }
    Ok(vec![Journal::read(folder)?])
}

impl<'r, B: Bitboard> GameReader<'r, B> {
    /// A reader that has read nothing.
    pub fn new(rules: &'r Ruleset<B>, sampler: Sampler<'r, B>) -> Self {
        Self { rules, sampler, games: Vec::new(), unfinished: 0, clusters: 0 }
    }

    /// Reads a log: games of a pair are of one cluster.
    ///
    /// # Errors
    /// When it cannot be read, or a game is not one of these rules.
    pub fn read_log(&mut self, journal: &Journal) -> Result<(), SourceError> {
        for played in journal.games() {
            let PlayedGame { pair, game, opening, moves, result, .. } = played?;
            let place = || (journal.folder().to_owned(), format!("pair {pair}, game {game}"));
            let written = opening.moves.iter().chain(&moves);
            let named = |position: &Position<B>, text: &str| self.rules.move_named(position, text);
            let (start, moves) = self
                .line(Some(&opening.fen), written, named)
                .map_err(|reason| error(place(), reason))?;
            let cluster = self.clusters + pair;
            let samples = self.sampler.samples(start, &moves);
            self.games.push(SampledGame { cluster, outcome: outcome(result), samples });
        }
        self.clusters = self.games.iter().map(|game| game.cluster + 1).max().unwrap_or(0);
        Ok(())
    }

    /// Reads a PGN file: every game is a cluster of its own.
    ///
    /// # Errors
    /// When it cannot be read, or a game is not one of these rules.
    pub fn read_pgn(&mut self, path: &Path) -> Result<(), SourceError> {
        let failed = |error| SourceError::File(path.to_owned(), error);
        let mut reader = PgnReader::new(BufReader::new(File::open(path).map_err(failed)?));
        while let Some(game) = reader.next_game().map_err(failed)? {
            let Some(outcome) = result(&game) else {
                self.unfinished += 1;
                continue;
            };
            let place = || (path.to_owned(), format!("line {}", game.line));
            let written =
                |position: &Position<B>, text: &str| self.rules.move_written(position, text);
            let (start, moves) = self
                .line(game.tag("FEN"), game.moves.iter(), written)
                .map_err(|reason| error(place(), reason))?;
            let samples = self.sampler.samples(start, &moves);
            self.games.push(SampledGame { cluster: self.clusters, outcome, samples });
            self.clusters += 1;
        }
        Ok(())
    }

    fn line<'t>(
        &self,
        fen: Option<&str>,
        written: impl Iterator<Item = &'t String>,
        read: impl Fn(&Position<B>, &str) -> Option<Move>,
    ) -> Result<(Position<B>, Vec<Move>), String> {
        let start = match fen {
            Some(fen) => self.rules.position(fen).map_err(|error| error.to_string())?,
            None => self.rules.start(),
        };
        let mut position = start;
        let mut moves = Vec::new();
        for text in written {
            let mv = read(&position, text).ok_or_else(|| {
                format!("\"{text}\" is not legal in \"{}\"", position.fen(self.rules))
            })?;
            moves.push(mv);
            position = position.play(self.rules, mv);
        }
        Ok((start, moves))
    }
}

fn error((path, place): (PathBuf, String), reason: String) -> SourceError {
    SourceError::Game { path, place, reason }
}

/// How a game ended, if it says so.
fn result(game: &PgnGame) -> Option<Outcome> {
    let all = [GameOutcome::White, GameOutcome::Black, GameOutcome::Draw];
    let told = game.tag("Result")?;
    all.into_iter().find(|one| one.word() == told).map(outcome)
}
