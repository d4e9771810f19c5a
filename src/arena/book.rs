//! [`Book`]: a file of openings, of which only the places of its lines are in memory.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::Opening;
use crate::geometry::Bitboard;
use crate::pgn::PgnReader;
use crate::position::Setup;
use crate::rules::Ruleset;
use crate::search::Record;

/// Why a file is no book.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// It cannot be read.
    #[error("\"{path}\" cannot be read: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// There is nothing in it.
    #[error("\"{0}\" holds no opening: expected a FEN or EPD a line, or games in PGN")]
    Empty(PathBuf),
    /// An opening is none of the game.
    #[error("\"{path}\", line {line}: {reason}")]
    Opening {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        reason: String,
    },
    /// It is not the file that the run began with.
    #[error("\"{path}\" has changed: its digest is {found}, and the run began with {expected}")]
    Changed {
        /// The file.
        path: PathBuf,
        /// Its digest.
        found: String,
        /// What it was.
        expected: String,
    },
}

/// Where an opening stands in the file.
#[derive(Clone, Copy, Debug)]
struct Place {
    byte: u64,
    line: u64,
}

/// A file of openings.
#[derive(Debug)]
pub struct Book {
    path: PathBuf,
    file: File,
    is_pgn: bool,
    /// How many plies of a game are an opening.
    plies: u32,
    places: Vec<Place>,
    digest: String,
}

impl Book {
    /// Opens a file: games where its name ends with `.pgn`, else positions, one a line. Empty lines
    /// and those that begin with `#` are passed over.
    ///
    /// # Errors
    /// When it cannot be read, or is empty.
    pub fn open(path: &Path, plies: u32) -> Result<Self, BookError> {
        let failed = |error| BookError::File { path: path.to_owned(), error };
        let mut file = File::open(path).map_err(failed)?;
        let digest = digest(&mut file).map_err(failed)?;
        file.rewind().map_err(failed)?;
        let is_pgn = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("pgn"));
        let places = if is_pgn { games(&file) } else { lines(&file) }.map_err(failed)?;
        if places.is_empty() {
            return Err(BookError::Empty(path.to_owned()));
        }
        Ok(Self { path: path.to_owned(), file, is_pgn, plies, places, digest })
    }

    /// The first 16 hexadecimal digits of the SHA-256 of the file.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// How many openings it has.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether it has none, which no book is.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The line of an opening in the file, from 1.
    pub fn line(&self, index: usize) -> u64 {
        self.places[index].line
    }

    /// Reads every opening. One that cannot be read would end a run where it comes up.
    ///
    /// # Errors
    /// At the first one that is none of the game.
    pub fn check<B: Bitboard>(&self, rules: &Ruleset<B>) -> Result<(), BookError> {
        (0..self.len()).try_for_each(|index| self.opening(rules, index).map(drop))
    }

    /// An opening, by its place in the file.
    ///
    /// # Errors
    /// When it cannot be read, or is none of the game.
    ///
    /// # Panics
    /// When there is none at that place.
    pub fn opening<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        index: usize,
    ) -> Result<Opening, BookError> {
        let place = self.places[index];
        let failed = |error| BookError::File { path: self.path.clone(), error };
        let mut file = &self.file;
        file.seek(SeekFrom::Start(place.byte)).map_err(failed)?;
        let mut reader = BufReader::with_capacity(1 << 12, file);
        let opening = if self.is_pgn {
            let game = PgnReader::new(&mut reader).next_game().map_err(failed)?;
            let game = game.unwrap_or_default();
            of_game(rules, game.tag("FEN"), &game.moves, self.plies)
        } else {
            let mut line = String::new();
            reader.read_line(&mut line).map_err(failed)?;
            of_line(rules, &line)
        };
        let opening = opening.map_err(|reason| {
            let (path, line) = (self.path.clone(), place.line);
            BookError::Opening { path, line, reason }
        })?;
        Ok(Opening { number: index as u64, ..opening })
    }
}

/// The opening of a line of FEN or EPD.
fn of_line<B: Bitboard>(rules: &Ruleset<B>, line: &str) -> Result<Opening, String> {
    let (setup, _) = Setup::parse_epd(rules.game(), line).map_err(|error| error.to_string())?;
    let position = rules.admit(&setup).map_err(|error| error.to_string())?;
    let fen = position.fen(rules);
    if let Some(ending) = Record::new(position).ending(rules) {
        return Err(format!("\"{fen}\" is the end of a game ({ending})"));
    }
    Ok(Opening { number: 0, fen, moves: Vec::new() })
}

/// The opening of a game: its first moves.
fn of_game<B: Bitboard>(
    rules: &Ruleset<B>,
    fen: Option<&str>,
    written: &[String],
    plies: u32,
) -> Result<Opening, String> {
    let start = match fen {
        Some(fen) => rules.position(fen).map_err(|error| error.to_string())?,
        None => rules.start(),
    };
    let fen = start.fen(rules);
    let mut record = Record::new(start);
    let mut moves = Vec::new();
    for text in written.iter().take(plies as usize) {
        let here = || record.position().fen(rules);
        if let Some(ending) = record.ending(rules) {
            return Err(format!("{ending} before \"{text}\" in \"{}\"", here()));
        }
        let mv = rules
            .move_written(record.position(), text)
            .ok_or_else(|| format!("\"{text}\" is not legal in \"{}\"", here()))?;
        moves.push(mv.text(rules.game()));
        record.play(rules, mv);
    }
    if let Some(ending) = record.ending(rules) {
        return Err(format!("the game is over after {} plies ({ending})", moves.len()));
    }
    Ok(Opening { number: 0, fen, moves })
}

/// The first 16 hexadecimal digits of the SHA-256 of a file.
pub(super) fn digest_of(path: &Path) -> io::Result<String> {
    digest(&mut File::open(path)?)
}

fn digest(file: &mut File) -> io::Result<String> {
    let mut hasher = Sha256::new();
    let mut bytes = vec![0; 1 << 16];
    loop {
        match file.read(&mut bytes)? {
            0 => break,
            count => hasher.update(&bytes[..count]),
        }
    }
    let mut text = String::with_capacity(16);
    for byte in &hasher.finalize()[..8] {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}

fn lines(file: &File) -> io::Result<Vec<Place>> {
    let mut reader = BufReader::new(file);
    let (mut places, mut bytes) = (Vec::new(), Vec::new());
    let (mut byte, mut line) = (0, 0);
    loop {
        bytes.clear();
        let count = reader.read_until(b'\n', &mut bytes)?;
        if count == 0 {
            return Ok(places);
        }
        line += 1;
        if !matches!(bytes.trim_ascii().first(), None | Some(b'#')) {
            places.push(Place { byte, line });
        }
        byte += count as u64;
    }
}

fn games(file: &File) -> io::Result<Vec<Place>> {
    let mut reader = PgnReader::new(BufReader::new(file));
    let mut places = Vec::new();
    while let Some(game) = reader.next_game()? {
        places.push(Place { byte: game.place, line: game.line });
    }
    Ok(places)
}
