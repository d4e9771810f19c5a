//! [`Board`]: which squares there are, what they are called, and which lie beside which.

use super::{Offset, Square};

/// Boards have at most this many files (`a` to `p`).
pub const MAX_FILES: u8 = 16;
/// The most squares a board may have, the squares beyond the rectangle included.
pub const MAX_SQUARES: usize = 192;

/// A square beyond the rectangle, such as a citadel. Nothing slides or leaps there; it is joined
/// to its neighbours alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExtraSquare {
    /// Its name in FEN and in moves, `"l2"`.
    pub name: String,
    /// The squares of the rectangle beside it.
    pub neighbours: Vec<Square>,
}

/// The shape of a board: a rectangle of files and ranks, and perhaps squares beyond it.
///
/// ```
/// use tamerlane::geometry::{Board, Offset};
/// let board = Board::new(11, 11).unwrap();
/// let f2 = board.parse("f2").unwrap();
/// let h3 = board.step(f2, Offset::new(2, 1)).unwrap();
/// assert_eq!(board.name(h3), "h3");
/// assert_eq!(board.step(f2, Offset::new(0, -2)), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    files: u8,
    ranks: u8,
    extra: Vec<ExtraSquare>,
}

/// Why a board cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// The number of files or ranks is out of range.
    #[error("a board of {files} files and {ranks} ranks: expected 1 to 16 files and 1 to 99 ranks")]
    Shape {
        /// The files asked for.
        files: i64,
        /// The ranks asked for.
        ranks: i64,
    },
    /// More squares than the widest set of squares holds.
    #[error("a board of {0} squares: at most 192 are supported")]
    TooManySquares(usize),
}

impl Board {
    /// A rectangle of so many files and ranks.
    ///
    /// # Errors
    /// When there would be no square, more than [`MAX_FILES`] files, or more than
    /// [`MAX_SQUARES`] squares.
    pub fn new(files: i64, ranks: i64) -> Result<Self, BoardError> {
        if !(1..=i64::from(MAX_FILES)).contains(&files) || !(1..=99).contains(&ranks) {
            return Err(BoardError::Shape { files, ranks });
        }
        let squares = (files * ranks) as usize;
        if squares > MAX_SQUARES {
            return Err(BoardError::TooManySquares(squares));
        }
        Ok(Self { files: files as u8, ranks: ranks as u8, extra: Vec::new() })
    }

    /// The same board with squares beyond the rectangle.
    ///
    /// # Errors
    /// When there would be more than [`MAX_SQUARES`] squares.
    pub fn with_extra(mut self, extra: Vec<ExtraSquare>) -> Result<Self, BoardError> {
        self.extra = extra;
        if self.len() > MAX_SQUARES {
            return Err(BoardError::TooManySquares(self.len()));
        }
        Ok(self)
    }

    /// How many files the rectangle has.
    pub const fn files(&self) -> u8 {
        self.files
    }

    /// How many ranks the rectangle has.
    pub const fn ranks(&self) -> u8 {
        self.ranks
    }

    /// The squares beyond the rectangle.
    pub fn extra(&self) -> &[ExtraSquare] {
        &self.extra
    }

    /// The number of squares of the rectangle.
    pub const fn rectangle_len(&self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// The number of all squares.
    #[expect(clippy::len_without_is_empty, reason = "a board always has squares")]
    pub fn len(&self) -> usize {
        self.rectangle_len() + self.extra.len()
    }

    /// All squares by index: the rectangle rank by rank from `a1`, then those beyond it.
    pub fn squares(&self) -> impl DoubleEndedIterator<Item = Square> + use<> {
        (0..self.len() as u8).map(Square::new)
    }

    /// The squares of the rectangle by index.
    pub fn rectangle(&self) -> impl DoubleEndedIterator<Item = Square> + use<> {
        (0..self.rectangle_len() as u8).map(Square::new)
    }

    /// The squares beyond the rectangle by index.
    pub fn beyond(&self) -> impl DoubleEndedIterator<Item = Square> + use<> {
        (self.rectangle_len() as u8..self.len() as u8).map(Square::new)
    }

    /// Whether the square belongs to the rectangle.
    pub const fn in_rectangle(&self, square: Square) -> bool {
        square.index() < self.rectangle_len()
    }

    /// The square on a file and a rank, both counted from 0; `None` off the rectangle.
    pub const fn square(&self, file: i16, rank: i16) -> Option<Square> {
        if file < 0 || file >= self.files as i16 || rank < 0 || rank >= self.ranks as i16 {
            return None;
        }
        Some(Square::new((rank * self.files as i16 + file) as u8))
    }

    /// The file of a square of the rectangle, from 0. For a square beyond it, no file.
    pub const fn file(&self, square: Square) -> Option<u8> {
        if self.in_rectangle(square) { Some(square.raw() % self.files) } else { None }
    }

    /// The rank of a square of the rectangle, from 0. For a square beyond it, no rank.
    pub const fn rank(&self, square: Square) -> Option<u8> {
        if self.in_rectangle(square) { Some(square.raw() / self.files) } else { None }
    }

    /// The square an offset away; `None` when it is off the rectangle or the start is.
    pub fn step(&self, from: Square, offset: Offset) -> Option<Square> {
        let (file, rank) = (self.file(from)?, self.rank(from)?);
        self.square(
            i16::from(file) + i16::from(offset.file),
            i16::from(rank) + i16::from(offset.rank),
        )
    }

    /// The name of a square: file letter and rank, `"f11"`, or the name of a square beyond.
    ///
    /// # Panics
    /// When the board has no such square.
    pub fn name(&self, square: Square) -> String {
        match (self.file(square), self.rank(square)) {
            (Some(file), Some(rank)) => format!("{}{}", file_letter(file), rank + 1),
            _ => self.extra[square.index() - self.rectangle_len()].name.clone(),
        }
    }

    /// The square of a name, or `None` when there is none.
    pub fn parse(&self, name: &str) -> Option<Square> {
        if let Some(index) = self.extra.iter().position(|extra| extra.name == name) {
            return Some(Square::new((self.rectangle_len() + index) as u8));
        }
        let (letter, digits) = name.split_at_checked(1)?;
        let file = letter.bytes().next()?.checked_sub(b'a')?;
        if digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let rank: i16 = digits.parse().ok()?;
        self.square(i16::from(file), rank - 1)
    }

    /// The longest square name at the start of `text`, and what follows it.
    pub fn parse_prefix<'t>(&self, text: &'t str) -> Option<(Square, &'t str)> {
        let longest = self.extra.iter().map(|extra| extra.name.len()).max().unwrap_or(0).max(3);
        (1..=longest.min(text.len()))
            .rev()
            .filter_map(|length| text.split_at_checked(length))
            .find_map(|(name, rest)| Some((self.parse(name)?, rest)))
    }
}

/// The letter of a file counted from 0.
pub(crate) const fn file_letter(file: u8) -> char {
    (b'a' + file) as char
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_on_every_square() {
        let board = Board::new(11, 10).unwrap();
        let near = vec![board.parse("k1").unwrap()];
        let board = board
            .with_extra(vec![
                ExtraSquare { name: "l2".into(), neighbours: near.clone() },
                ExtraSquare { name: "z9".into(), neighbours: near },
            ])
            .unwrap();
        assert_eq!(board.len(), 112);
        for square in board.squares() {
            assert_eq!(board.parse(&board.name(square)), Some(square));
        }
        assert_eq!(board.name(Square::new(110)), "l2");
    }

    #[test]
    fn names_that_are_no_square() {
        let board = Board::new(11, 11).unwrap();
        for name in ["", "a", "a0", "a01", "l1", "a12", "A1", "a-1", "é1", "a1x", "1a"] {
            assert_eq!(board.parse(name), None, "{name}");
        }
    }

    #[test]
    fn prefixes_take_the_longest_name() {
        let board = Board::new(11, 11).unwrap();
        assert_eq!(board.parse_prefix("e10e11q"), Some((board.parse("e10").unwrap(), "e11q")));
        assert_eq!(board.parse_prefix("e1e2"), Some((board.parse("e1").unwrap(), "e2")));
        assert_eq!(board.parse_prefix("e12"), Some((board.parse("e1").unwrap(), "2")));
        assert_eq!(board.parse_prefix("é"), None);
    }

    #[test]
    fn shapes_out_of_range() {
        assert!(Board::new(0, 8).is_err());
        assert!(Board::new(17, 8).is_err());
        assert_eq!(Board::new(16, 13), Err(BoardError::TooManySquares(208)));
        assert!(Board::new(12, 12).is_ok());
    }
}
