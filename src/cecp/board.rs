//! [`ScreenBoard`]: where each square is on the rectangle that `XBoard` draws.
//!
//! Squares beyond the rectangle of the game get a file of their own at the side where their
//! neighbours are; the rest of that file are holes. On boards of ten ranks `XBoard` counts the ranks
//! from 0.

use crate::geometry::{Board, Square};

/// The most files that `XBoard` can draw with holdings left out.
const MAX_FILES: u8 = 16;
/// The most ranks that it can draw.
const MAX_RANKS: u8 = 15;

/// A board as `XBoard` draws it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ScreenBoard {
    files: u8,
    ranks: u8,
    /// File and rank on the screen of each square, counted from 0.
    places: Vec<(u8, u8)>,
}

impl ScreenBoard {
    /// Lays out a board.
    ///
    /// # Errors
    /// With the reason why `XBoard` cannot draw it.
    pub(super) fn new(board: &Board) -> Result<Self, String> {
        let beside = |square: Square| -> Option<(bool, u8)> {
            let extra = &board.extra()[square.index() - board.rectangle_len()];
            let neighbours = &extra.neighbours;
            let middle = neighbours.get(neighbours.len() / 2).and_then(|&n| board.rank(n))?;
            let all_on = |file| neighbours.iter().all(|&n| board.file(n) == Some(file));
            match (all_on(0), all_on(board.files() - 1)) {
                (true, _) => Some((true, middle)),
                (_, true) => Some((false, middle)),
                _ => None,
            }
        };
        let mut beyond = Vec::new();
        for square in board.beyond() {
            let name = board.name(square);
            let place = beside(square);
            beyond.push(place.ok_or_else(|| format!("the square {name} is not at a side"))?);
        }
        let left = u8::from(beyond.iter().any(|&(on_the_left, _)| on_the_left));
        let right = u8::from(beyond.iter().any(|&(on_the_left, _)| !on_the_left));
        let (files, ranks) = (board.files() + left + right, board.ranks());
        if files > MAX_FILES || ranks > MAX_RANKS {
            return Err(format!(
                "a board of {files} files and {ranks} ranks; it draws {MAX_FILES} and {MAX_RANKS} at most"
            ));
        }
        let inside = board
            .rectangle()
            .filter_map(|square| Some((board.file(square)? + left, board.rank(square)?)));
        let mut places: Vec<(u8, u8)> = inside.collect();
        for (on_the_left, rank) in beyond {
            let place = (if on_the_left { 0 } else { files - 1 }, rank);
            if places.contains(&place) {
                return Err("two squares beyond the rectangle at one place".to_owned());
            }
            places.push(place);
        }
        Ok(Self { files, ranks, places })
    }

    /// How many files are drawn.
    pub(super) const fn files(&self) -> u8 {
        self.files
    }

    /// How many ranks are drawn.
    pub(super) const fn ranks(&self) -> u8 {
        self.ranks
    }

    /// The file and the rank on the screen where a square is drawn, counted from 0.
    pub(super) fn place(&self, square: Square) -> (u8, u8) {
        self.places[square.index()]
    }

    /// The square drawn at a file and a rank; `None` for a hole.
    pub(super) fn square(&self, file: u8, rank: u8) -> Option<Square> {
        let index = self.places.iter().position(|&place| place == (file, rank))?;
        Some(Square::new(index as u8))
    }

    /// The number of the lowest rank.
    const fn first_rank(&self) -> u8 {
        if self.ranks == 10 { 0 } else { 1 }
    }

    /// What `XBoard` calls a square.
    pub(super) fn name(&self, square: Square) -> String {
        let (file, rank) = self.place(square);
        format!("{}{}", (b'a' + file) as char, rank + self.first_rank())
    }

    /// The square of a name of `XBoard`'s.
    pub(super) fn parse(&self, name: &str) -> Option<Square> {
        let (letter, digits) = name.split_at_checked(1)?;
        let file = letter.bytes().next()?.checked_sub(b'a')?;
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let rank = digits.parse::<u8>().ok()?.checked_sub(self.first_rank())?;
        self.square(file, rank)
    }

    /// Writes the ranks from the top as a FEN does: a text for each square, a number for those
    /// without; `hole` is the text of a hole.
    pub(super) fn rows(
        &self,
        hole: Option<&str>,
        text: impl Fn(Square) -> Option<String>,
    ) -> String {
        let mut rows = Vec::new();
        for rank in (0..self.ranks).rev() {
            let mut row = String::new();
            let mut empty = 0;
            for file in 0..self.files {
                let piece = self.square(file, rank).map_or(hole.map(str::to_owned), &text);
                match piece {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            row += &empty.to_string();
                            empty = 0;
                        }
                        row += &piece;
                    }
                }
            }
            if empty > 0 {
                row += &empty.to_string();
            }
            rows.push(row);
        }
        rows.join("/")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules;

    fn board(game: &str) -> (Board, ScreenBoard) {
        let board = rules::load(game).unwrap().board;
        let screen = ScreenBoard::new(&board).unwrap();
        (board, screen)
    }

    #[test]
    fn ranks_are_counted_from_one_but_on_ten() {
        let (chess, screen) = board("chess");
        assert_eq!(screen.name(chess.parse("e2").unwrap()), "e2");
        let (large, screen) = board("wild-tamerlane");
        let corner = large.parse("k11").unwrap();
        assert_eq!(screen.name(corner), "k11");
        assert_eq!(screen.parse("k11"), Some(corner));
        assert_eq!(screen.parse("l11"), None);
        let (shako, screen) = board("shako");
        assert_eq!(screen.name(shako.parse("f2").unwrap()), "f1");
        assert_eq!(screen.parse("j9"), shako.parse("j10"));
        assert_eq!(screen.parse("a10"), None);
    }

    #[test]
    fn citadels_have_files_of_their_own() {
        let (game, screen) = board("tamerlane-historic");
        assert_eq!((screen.files(), screen.ranks()), (13, 10));
        let name = |square: &str| screen.name(game.parse(square).unwrap());
        assert_eq!((name("a1"), name("k10")), ("b0".to_owned(), "l9".to_owned()));
        assert_eq!((name("l2"), name("z9")), ("m1".to_owned(), "a8".to_owned()));
        for square in game.squares() {
            assert_eq!(screen.parse(&screen.name(square)), Some(square));
        }
        let rows = screen.rows(Some("*"), |_| None);
        assert!(rows.starts_with("*11*/12*/*11*/"), "{rows}");
        assert!(rows.ends_with("/*12/*11*"), "{rows}");
    }

    #[test]
    fn names_that_are_none() {
        let (_, screen) = board("wild-tamerlane");
        for name in ["", "a", "a0", "a12", "a999", "11", "é5", "a-1", "a+1", "{1"] {
            assert_eq!(screen.parse(name), None, "{name}");
        }
    }
}
