//! [`Notation`]: moves and positions as `XBoard` writes them.

use super::board::ScreenBoard;
use super::moves::Listed;
use super::pieces::{Becomes, PieceTable};
use crate::geometry::Square;
use crate::pieces::{Color, Kind, Piece};
use crate::position::{Action, Move, Setup};
use crate::rules::{Game, RightNeeds};

/// The null move.
pub(super) const NULL_MOVE: &str = "@@@@";

/// How a game's moves and positions are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Notation {
    pub(super) board: ScreenBoard,
    pub(super) pieces: PieceTable,
}

impl Notation {
    /// The notation of a game.
    ///
    /// # Errors
    /// With the reason why `XBoard` cannot show the game at all.
    pub(super) fn new(game: &Game) -> Result<Self, String> {
        Ok(Self { board: ScreenBoard::new(&game.board)?, pieces: PieceTable::new(game)? })
    }

    /// A move of a man of some kind. The legs of a move are parted by a comma.
    pub(super) fn move_text(&self, game: &Game, mover: Kind, color: Color, mv: Move) -> String {
        if mv.is_pass() {
            return NULL_MOVE.to_owned();
        }
        let mut text = self.way(mv);
        if mv.via().is_none() {
            text += &self.suffix(game, mover, color, mv);
        }
        text
    }

    /// A move in a line that is only shown.
    pub(super) fn loose_text(&self, mv: Move) -> String {
        let promotion = mv.promotion().map_or("", |kind| self.pieces.letter(kind));
        if mv.is_pass() { "--".to_owned() } else { self.way(mv) + &promotion.to_lowercase() }
    }

    fn way(&self, mv: Move) -> String {
        let name = |square| self.board.name(square);
        let (from, to) = (name(mv.from), name(mv.to));
        match (mv.via().map(name), mv.action) {
            (Some(via), Action::CitadelExchange) => format!("{from}{to},{via}{to}"),
            (Some(via), _) => format!("{from}{via},{via}{to}"),
            (None, _) => from + &to,
        }
    }

    /// What tells what the mover becomes.
    fn suffix(&self, game: &Game, mover: Kind, color: Color, mv: Move) -> String {
        let becomes = self.pieces.becomes(mover);
        match (mv.promotion(), becomes) {
            (Some(kind), Becomes::Plus(plus)) if kind == plus => "+".to_owned(),
            (Some(kind), _) => self.pieces.letter(kind).to_lowercase(),
            (None, Becomes::Letter) if declines(game, mover, color, mv.to) => {
                self.pieces.letter(mover).to_lowercase()
            }
            (None, _) => String::new(),
        }
    }

    /// Whether a text means a move: exactly, or with the letter of what the mover becomes or stays.
    pub(super) fn is_meant(&self, listed: &Listed, text: &str) -> bool {
        let loose = || self.loose_text(listed.mv);
        let stays = || loose() + &self.pieces.letter(listed.mover).to_lowercase();
        listed.told == text
            || loose() == text
            || (listed.mv.promotion().is_none() && stays() == text)
    }

    /// The two squares at the start of a text and what follows them, in our notation; `None` if
    /// there are not two.
    pub(super) fn coordinates(&self, game: &Game, text: &str) -> Option<String> {
        let square = |text: &'_ str| -> Option<(String, usize)> {
            let digits = text.get(1..)?.bytes().take_while(u8::is_ascii_digit).count();
            let square = self.board.parse(text.get(..=digits)?)?;
            Some((game.board.name(square), digits + 1))
        };
        let (from, end) = square(text)?;
        let (to, length) = square(&text[end..])?;
        Some(from + &to + &text[end + length..])
    }

    /// The first field of a FEN.
    pub(super) fn placement(&self, setup: &Setup) -> String {
        self.board.rows(Some("*"), |square| setup.at(square).map(|man| self.pieces.man(man)))
    }

    /// A position as a FEN of six fields.
    pub(super) fn fen(&self, game: &Game, setup: &Setup) -> String {
        let castles = |index| game.castlings.iter().any(|castling| castling.right == index);
        let rights = game.rights.iter().enumerate();
        let told = rights.filter(|&(i, _)| setup.rights >> i & 1 != 0 && castles(i));
        let mut letters: String = told.map(|(_, right)| right.letter).collect();
        if letters.is_empty() {
            letters.push('-');
        }
        let en_passant = setup.en_passant.map_or("-".to_owned(), |square| self.board.name(square));
        format!(
            "{} {} {letters} {en_passant} {} {}",
            self.placement(setup),
            setup.turn.letter(),
            setup.halfmove,
            setup.fullmove
        )
    }

    /// What a FEN of `XBoard`'s says. It knows of no rights but those of castling: all others are
    /// given to men that are where they started. An en passant square that cannot be is left out.
    ///
    /// # Errors
    /// With a sentence about the first thing that is wrong.
    pub(super) fn read_fen(&self, game: &Game, fen: &str) -> Result<Setup, String> {
        let mut fields = fen.split_whitespace();
        let mut field = || fields.next().unwrap_or("-");
        let pieces = self.read_placement(game, field())?;
        let turn = match field() {
            "w" => Color::White,
            "b" => Color::Black,
            other => return Err(format!("side to move \"{other}\", expected \"w\" or \"b\"")),
        };
        let castling = field();
        let en_passant = self.board.parse(field());
        let mut number = |least: u32| field().parse().unwrap_or(least).clamp(least, 99_999);
        let (halfmove, fullmove) = (number(0), number(1));
        let mut setup = Setup { pieces, turn, rights: 0, en_passant, halfmove, fullmove };
        for (index, right) in game.rights.iter().enumerate() {
            let castles = game.castlings.iter().any(|castling| castling.right == index);
            let may_be_told = castles && self.tells_castling(game);
            let is_told = !may_be_told || castling.contains(right.letter);
            let once = matches!(right.needs, RightNeeds::Swap | RightNeeds::CitadelExchange);
            if is_told && (once || right.is_founded(|square| setup.at(square))) {
                setup.rights |= 1 << index;
            }
        }
        Ok(setup)
    }

    /// Whether `XBoard` keeps the game's rights to castle as letters of its FENs: on the lowest rank
    /// alone.
    fn tells_castling(&self, game: &Game) -> bool {
        game.castlings.iter().all(|castling| {
            let rank = game.board.rank(castling.king.0);
            rank == Some(0) || rank == Some(self.board.ranks() - 1)
        })
    }

    fn read_placement(&self, game: &Game, field: &str) -> Result<Vec<Option<Piece>>, String> {
        let rows: Vec<&str> = field.split('/').collect();
        let (files, ranks) = (self.board.files(), self.board.ranks());
        if rows.len() != usize::from(ranks) {
            return Err(format!("the board has {} ranks, expected {ranks}", rows.len()));
        }
        let mut pieces = vec![None; game.board.len()];
        for (row, rank) in rows.iter().zip((0..ranks).rev()) {
            let mut file = 0_usize;
            let mut rest = *row;
            while let Some(next) = rest.chars().next() {
                if next.is_ascii_digit() {
                    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                    file += rest[..end].parse::<usize>().unwrap_or(usize::MAX / 2);
                    rest = &rest[end..];
                } else if let Some(after) = rest.strip_prefix('*') {
                    file += 1;
                    rest = after;
                } else {
                    let (man, after) = self
                        .pieces
                        .prefix(rest)
                        .ok_or_else(|| format!("\"{next}\" is no piece of this game"))?;
                    let place = u8::try_from(file).ok();
                    let square = place.and_then(|file| self.board.square(file, rank));
                    let square =
                        square.ok_or_else(|| format!("a piece beside the board in \"{row}\""))?;
                    pieces[square.index()] = Some(man);
                    file += 1;
                    // The promoted pawns of some games are marked.
                    rest = after.strip_prefix('~').unwrap_or(after);
                }
                if file > usize::from(files) {
                    break;
                }
            }
            if file != usize::from(files) {
                return Err(format!("\"{row}\" is no rank of {files} squares"));
            }
        }
        Ok(pieces)
    }
}

/// Whether a move to a square without a promotion declines one.
fn declines(game: &Game, mover: Kind, color: Color, to: Square) -> bool {
    let promotion = game.kind(mover).promotion.as_ref();
    promotion.is_some_and(|promotion| promotion.zone.contains(color, to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules;

    fn notation(game: &str) -> (Game, Notation) {
        let game = rules::load(game).unwrap();
        let notation = Notation::new(&game).unwrap();
        (game, notation)
    }

    #[test]
    fn every_start_position_is_read_back() {
        for name in rules::library::names() {
            let (game, notation) = notation(name);
            for start in &game.starts {
                let setup = Setup::parse(&game, &start.fen).unwrap();
                let fen = format!("{} w KQkq - 0 1", notation.placement(&setup));
                assert_eq!(notation.read_fen(&game, &fen).unwrap(), setup, "{name}: {fen}");
            }
        }
    }

    #[test]
    fn castling_is_told_where_xboard_can() {
        let (game, notation) = notation("chess");
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 3 9";
        assert_eq!(notation.read_fen(&game, fen).unwrap().fen(&game), fen);
    }

    #[test]
    fn what_a_piece_has_become_is_that() {
        let (game, notation) = notation("wild-timurid");
        let fen = "12/12/5k6/12/12/12/12/3+I+i7/12/12/5K6/12 b - - 0 1";
        let setup = notation.read_fen(&game, fen).unwrap();
        assert!(setup.fen(&game).starts_with("12/12/5k6/12/12/12/12/3Qq7/12/12/5K6/12 b "));
    }

    #[test]
    fn fens_that_are_none() {
        let (game, notation) = notation("wild-tamerlane");
        for fen in [
            "",
            "8/8 w - - 0 1",
            "11/11/11/11/11/11/11/11/11/11/11 x - - 0 1",
            "11/11/11/11/11/11/11/11/11/11/12 w - - 0 1",
            "11/11/11/11/11/11/11/11/11/11/99999999999999999999999 w - - 0 1",
            "11/11/11/11/11/11/11/11/11/11/5y5 w - - 0 1",
            "11/11/11/11/11/11/11/11/11/11/11K w - - 0 1",
            "11/11/11/11/11/11/11/11/11/11/5+K5 w - - 0 1",
            "11/11/11/11/11/11/11/11/11/11/5é5 w - - 0 1",
        ] {
            assert!(notation.read_fen(&game, fen).is_err(), "{fen}");
        }
    }
}
