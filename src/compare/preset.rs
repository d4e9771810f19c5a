//! [`Preset`]: how some programs are started and told a game.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{Notation, Translator};
use crate::export::{self, Export, ExportError};
use crate::external::{Divider, ExternalError, Limits, Protocol, Uci};
use crate::rules::{self, Game};

/// A program that we know how to speak to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// Fairy-Stockfish: its own game of the same name if it is one of ours, else from a file.
    FairyStockfish,
    /// Sjaak II, always from a file.
    Sjaak,
    /// Stockfish, which plays one game.
    Stockfish,
}

/// Why a program cannot be told a game.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PresetError {
    /// The program failed.
    #[error(transparent)]
    External(#[from] ExternalError),
    /// The game has what the program cannot say.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// The file for the program cannot be written.
    #[error("{path}: cannot write: {source}")]
    File {
        /// The file.
        path: String,
        /// Why.
        source: io::Error,
    },
    /// The program is too old for the game.
    #[error("\"{command}\" is {version}, which does not know {what}; 14 or newer is needed")]
    TooOld {
        /// The command.
        command: String,
        /// What the program calls itself.
        version: String,
        /// What it does not know.
        what: String,
    },
    /// The program has another start position.
    #[error(
        "\"{command}\" plays another game: it starts from \"{theirs}\", and ours starts from \
         \"{ours}\""
    )]
    OtherGame {
        /// The command.
        command: String,
        /// Its start position.
        theirs: String,
        /// Ours, as it would be told.
        ours: String,
    },
}

impl Preset {
    /// All presets.
    pub const ALL: [Self; 3] = [Self::FairyStockfish, Self::Sjaak, Self::Stockfish];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::FairyStockfish => "fairy-stockfish",
            Self::Sjaak => "sjaak",
            Self::Stockfish => "stockfish",
        }
    }

    /// The command that starts the program where nobody says another one.
    pub const fn command(self) -> &'static str {
        match self {
            Self::FairyStockfish => "fairy-stockfish",
            Self::Sjaak => "sjaakii",
            Self::Stockfish => "stockfish",
        }
    }

    /// How the program is spoken to.
    pub const fn protocol(self) -> Protocol {
        match self {
            Self::FairyStockfish | Self::Stockfish => Protocol::Uci,
            Self::Sjaak => Protocol::Cecp,
        }
    }

    /// How the program writes a game, besides letters.
    pub fn notation(self, game: &Game) -> Notation {
        // As XBoard does, Sjaak II numbers ten ranks from 0, but only in moves.
        let from_zero = self == Self::Sjaak && game.board.ranks() == 10;
        Notation {
            letters: Vec::new(),
            rank_offset: if from_zero { -1 } else { 0 },
            fen_rank_offset: 0,
            outermost_castling: self != Self::Sjaak,
        }
    }

    /// Starts the program and tells it a game. The file that it may need is written into a folder,
    /// which must be there as long as the program runs.
    ///
    /// # Errors
    /// When the program cannot be started, told the game, or plays another.
    pub fn start(
        self,
        command: &str,
        game: &Game,
        translator: &Translator,
        limits: Limits,
        folder: &Path,
    ) -> Result<Divider, PresetError> {
        let start = translator.theirs().start();
        let mut divider = match self {
            Self::Stockfish => Divider::start(command, self.protocol(), limits)?,
            Self::Sjaak => {
                let export = export::sjaak(translator.theirs())?;
                let path = write(folder, "variants.txt", &export.text)?;
                let path = path.display().to_string();
                let path = shlex::try_quote(&path).unwrap_or_default().into_owned();
                let command = format!("{command} -no_user_variants {path}");
                let mut divider = Divider::start(&command, self.protocol(), limits)?;
                divider.configure(&[], Some(&export.name))?;
                divider
            }
            Self::FairyStockfish => {
                let mut divider = Divider::start(command, self.protocol(), limits)?;
                if rules::load(&game.name).is_ok_and(|own| own == *game) {
                    divider.configure(&[], Some(&game.name))?;
                    if divider.shown_start()?.is_some_and(|theirs| is_same_start(&theirs, start)) {
                        return Ok(divider);
                    }
                }
                let export = export::fairy_stockfish(translator.theirs())?;
                if let Divider::Uci(uci, _) = &divider {
                    refuse_old(command, uci, &export)?;
                }
                let path = write(folder, "variants.ini", &export.text)?.display().to_string();
                let options = [("VariantPath".to_owned(), path)];
                divider.configure(&options, Some(&export.name))?;
                divider
            }
        };
        match divider.shown_start()? {
            Some(theirs) if !is_same_start(&theirs, start) => {
                let (command, ours) = (command.to_owned(), start.to_owned());
                Err(PresetError::OtherGame { command, theirs, ours })
            }
            _ => Ok(divider),
        }
    }
}

fn write(folder: &Path, name: &str, text: &str) -> Result<PathBuf, PresetError> {
    let path = folder.join(name);
    fs::write(&path, text).map_err(|source| {
        let path = path.display().to_string();
        PresetError::File { path, source }
    })?;
    Ok(path)
}

/// Refuses a version that would leave out what it does not know.
fn refuse_old(command: &str, uci: &Uci, export: &Export) -> Result<(), PresetError> {
    let Some(what) = &export.needs_recent else { return Ok(()) };
    let mut numbers = uci.name().split(|c: char| !c.is_ascii_digit()).filter(|n| !n.is_empty());
    let is_old = numbers.next().and_then(|n| n.parse::<u32>().ok()).is_some_and(|n| n < 14);
    if is_old {
        let (command, version) = (command.to_owned(), uci.name().to_owned());
        return Err(PresetError::TooOld { command, version, what: what.clone() });
    }
    Ok(())
}

/// Whether two FENs agree in board, side to move and rights.
fn is_same_start(theirs: &str, ours: &str) -> bool {
    theirs.split_whitespace().take(3).eq(ours.split_whitespace().take(3))
}
