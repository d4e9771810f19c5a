//! FEN: a [`Setup`] as a line of text.
//!
//! `board side rights en-passant halfmove fullmove`. The board is written from the top rank, each
//! from the a-file; runs of empty squares are decimal numbers of any length. The rights are the
//! letters of [`Game::rights`], or `-`. In games with citadels the fourth field has their occupants
//! instead, `-` for none: `A-`. EPD's form without the clocks is read too.

use super::Setup;
use crate::pieces::{Color, Piece};
use crate::rules::{Game, placement};

/// Why a line is not a FEN of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("FEN \"{fen}\": {reason}")]
pub struct FenError {
    /// The line.
    pub fen: String,
    /// What is wrong and what was expected.
    pub reason: String,
}

/// The most that a clock of a FEN may say.
const MAX_CLOCK: u32 = 99_999;

impl Setup {
    /// Reads a FEN of six fields, or of four with the clocks left at 0 and 1.
    ///
    /// ```
    /// use tamerlane::{position::Setup, rules};
    /// let game = rules::load("chess").unwrap();
    /// let setup = Setup::parse(&game, game.start()).unwrap();
    /// assert_eq!(setup.fen(&game), game.start());
    /// ```
    ///
    /// # Errors
    /// When the line is no FEN of the game. Whether such a position can be is another question:
    /// see [`Setup::check`].
    pub fn parse(game: &Game, fen: &str) -> Result<Self, FenError> {
        let (setup, rest) = Self::parse_epd(game, fen)?;
        if rest.is_empty() {
            return Ok(setup);
        }
        let reason =
            format!("\"{rest}\" is no part of it, expected six fields, or four without the clocks");
        Err(error(fen, reason))
    }

    /// Reads a FEN or EPD at the start of a line and returns what follows it: EPD operations.
    ///
    /// # Errors
    /// As [`Setup::parse`].
    pub fn parse_epd<'t>(game: &Game, line: &'t str) -> Result<(Self, &'t str), FenError> {
        let fail = |reason: String| error(line, reason);
        let mut rest = line.trim();
        let mut field = || {
            let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            let (field, after) = rest.split_at(end);
            rest = after.trim_start();
            field
        };
        let mut pieces = placement::parse(game, field()).map_err(fail)?;
        let turn = match field() {
            "w" => Color::White,
            "b" => Color::Black,
            "" => return Err(fail("it ends after the board, expected \"w\" or \"b\"".to_owned())),
            other => {
                return Err(fail(format!("side to move \"{other}\", expected \"w\" or \"b\"")));
            }
        };
        let rights = rights(game, field()).map_err(fail)?;
        let en_passant = match field() {
            "" => return Err(fail(format!("it ends before the {}", fourth_field(game)))),
            occupants if !game.citadels.is_empty() => {
                read_citadels(game, occupants, &mut pieces).map_err(fail)?;
                None
            }
            "-" => None,
            name => Some(game.board.parse(name).ok_or_else(|| {
                fail(format!("en passant square \"{name}\", expected a square or \"-\""))
            })?),
        };
        let mut setup = Self { pieces, turn, rights, en_passant, halfmove: 0, fullmove: 1 };
        // Six fields have two clocks; EPD operations start with a letter or a semicolon.
        if rest.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '+') {
            let mut field = || {
                let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                let (field, after) = rest.split_at(end);
                rest = after.trim_start();
                field
            };
            let clock = |name: &str, text: &str| match text.parse() {
                Ok(number) if number <= MAX_CLOCK && text.bytes().all(|b| b.is_ascii_digit()) => {
                    Ok(number)
                }
                _ => Err(fail(format!("{name} \"{text}\", expected a number up to {MAX_CLOCK}"))),
            };
            setup.halfmove = clock("halfmove clock", field())?;
            setup.fullmove = clock("move number", field())?;
        }
        Ok((setup, rest))
    }

    /// The position as a FEN of six fields.
    pub fn fen(&self, game: &Game) -> String {
        let fourth = if game.citadels.is_empty() {
            self.en_passant.map_or("-".to_owned(), |square| game.board.name(square))
        } else {
            let occupant = |square| self.at(square).map_or("-".to_owned(), |man| game.letter(man));
            game.board.beyond().map(occupant).collect()
        };
        let mut rights: String = game
            .rights
            .iter()
            .enumerate()
            .filter(|(index, _)| self.rights >> index & 1 != 0)
            .map(|(_, right)| right.letter)
            .collect();
        if rights.is_empty() {
            rights.push('-');
        }
        format!(
            "{} {} {rights} {fourth} {} {}",
            placement::format(game, &self.pieces),
            self.turn.letter(),
            self.halfmove,
            self.fullmove
        )
    }
}

/// What the fourth field should be, for messages.
fn fourth_field(game: &Game) -> String {
    if game.citadels.is_empty() {
        return "en passant square, expected a square or \"-\"".to_owned();
    }
    let names: Vec<_> = game.board.extra().iter().map(|extra| extra.name.as_str()).collect();
    format!("citadels, expected a letter or \"-\" for each of {}", names.join(" and "))
}

/// Puts the occupants of the citadels where they are.
fn read_citadels(game: &Game, field: &str, pieces: &mut [Option<Piece>]) -> Result<(), String> {
    let mut rest = field;
    for square in game.board.beyond() {
        if let Some(after) = rest.strip_prefix('-') {
            rest = after;
        } else if let Some((piece, after)) = placement::piece_prefix(game, rest) {
            pieces[square.index()] = Some(piece);
            rest = after;
        } else {
            return Err(format!("citadels \"{field}\": wrong {}", fourth_field(game)));
        }
    }
    if rest.is_empty() {
        return Ok(());
    }
    Err(format!("citadels \"{field}\": wrong {}", fourth_field(game)))
}

fn error(fen: &str, reason: String) -> FenError {
    FenError { fen: fen.trim().to_owned(), reason }
}

fn rights(game: &Game, field: &str) -> Result<u32, String> {
    let known: String = game.rights.iter().map(|right| right.letter).collect();
    let expected = if known.is_empty() {
        "\"-\", for this game has none".to_owned()
    } else {
        format!("letters of \"{known}\" or \"-\"")
    };
    if field.is_empty() {
        return Err(format!("it ends before the rights, expected {expected}"));
    }
    if field == "-" {
        return Ok(0);
    }
    let mut rights = 0;
    for letter in field.chars() {
        let index = game.rights.iter().position(|right| right.letter == letter);
        let bit = index.map(|index| 1 << index).filter(|bit| rights & bit == 0);
        rights |=
            bit.ok_or_else(|| format!("rights \"{field}\", expected {expected}, each once"))?;
    }
    Ok(rights)
}
