//! [`Zone`]: a set of squares that each side has its own of, such as its last rank.

use crate::geometry::{Board, Square};
use crate::pieces::Color;

/// How White's half of the board maps to Black's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// Black's squares are White's seen in a mirror along the middle: the same file.
    Mirror,
    /// Black's squares are White's with the board turned by 180 degrees.
    Rotate,
}

impl Symmetry {
    /// Black's counterpart of a square of White's; squares beyond the rectangle stay.
    ///
    /// # Panics
    /// Never: the counterpart of a square of the board is one of its squares.
    pub fn map(self, board: &Board, square: Square) -> Square {
        let (Some(file), Some(rank)) = (board.file(square), board.rank(square)) else {
            return square;
        };
        let file = match self {
            Self::Mirror => file,
            Self::Rotate => board.files() - 1 - file,
        };
        board
            .square(i16::from(file), i16::from(board.ranks() - 1 - rank))
            .expect("a mirrored square is on the board")
    }
}

/// A set of squares for each side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Zone([Vec<Square>; 2]);

impl Zone {
    /// The zone with the given squares for each side.
    pub fn new(white: Vec<Square>, black: Vec<Square>) -> Self {
        let sorted = |mut squares: Vec<Square>| {
            squares.sort_unstable();
            squares.dedup();
            squares
        };
        Self([sorted(white), sorted(black)])
    }

    /// The squares of a side, by index.
    pub fn of(&self, color: Color) -> &[Square] {
        &self.0[color.index()]
    }

    /// Whether the square belongs to a side's zone.
    pub fn contains(&self, color: Color, square: Square) -> bool {
        self.of(color).binary_search(&square).is_ok()
    }

    /// Reads a zone told from White's side: words and squares, separated by commas or blanks.
    ///
    /// `rank 3`, `ranks 9-11`, `ranks 9-last`, `last rank` (or `lastrank`), `corners` (the two of
    /// the last rank), `file a`, `all`, `none`, `a11 k11`.
    ///
    /// # Errors
    /// With a sentence about the word that means nothing.
    pub fn parse(text: &str, board: &Board, symmetry: Symmetry) -> Result<Self, String> {
        let mut white = Vec::new();
        for item in text.split(',') {
            let words: Vec<&str> = item.split_whitespace().collect();
            match words.as_slice() {
                [] => return Err(format!("zone \"{text}\" has an empty place")),
                ["none"] => {}
                ["all"] => white.extend(board.rectangle()),
                ["last", "rank"] | ["lastrank"] => white.extend(ranks(board, "last")?),
                ["corners"] => {
                    let last = i16::from(board.ranks()) - 1;
                    let files = [0, i16::from(board.files()) - 1];
                    white.extend(files.iter().filter_map(|&file| board.square(file, last)));
                }
                ["rank" | "ranks", range] => white.extend(ranks(board, range)?),
                ["file", letter] => {
                    let file = letter.bytes().next().unwrap_or(0).wrapping_sub(b'a');
                    if letter.len() != 1 || file >= board.files() {
                        return Err(format!("zone \"{text}\": the board has no file \"{letter}\""));
                    }
                    white.extend(board.rectangle().filter(|&s| board.file(s) == Some(file)));
                }
                squares => {
                    for name in squares {
                        white.push(board.parse(name).ok_or_else(|| {
                            format!(
                                "zone \"{text}\": \"{name}\" is no square of this board; expected \
                                 squares, or \"rank 3\", \"ranks 9-last\", \"last rank\", \
                                 \"corners\", \"file a\", \"all\" or \"none\""
                            )
                        })?);
                    }
                }
            }
        }
        let black = white.iter().map(|&square| symmetry.map(board, square)).collect();
        Ok(Self::new(white, black))
    }
}

/// The squares of `3`, `9-11`, `9-last` or `last`.
fn ranks(board: &Board, range: &str) -> Result<Vec<Square>, String> {
    let number = |word: &str| match word {
        "last" => Some(board.ranks()),
        _ => word.parse().ok().filter(|rank| (1..=board.ranks()).contains(rank)),
    };
    let (from, to) = range.split_once('-').unwrap_or((range, range));
    match (number(from), number(to)) {
        (Some(from), Some(to)) if from <= to => Ok(board
            .rectangle()
            .filter(|&s| board.rank(s).is_some_and(|rank| (from..=to).contains(&(rank + 1))))
            .collect()),
        _ => Err(format!("ranks \"{range}\": expected ranks 1 to {} in order", board.ranks())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str, symmetry: Symmetry, color: Color) -> String {
        let board = Board::new(4, 5).unwrap();
        let zone = Zone::parse(text, &board, symmetry).unwrap();
        zone.of(color).iter().map(|&s| board.name(s)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn zones_of_both_sides() {
        use Symmetry::{Mirror, Rotate};
        assert_eq!(names("last rank", Mirror, Color::White), "a5 b5 c5 d5");
        assert_eq!(names("last rank", Mirror, Color::Black), "a1 b1 c1 d1");
        assert_eq!(names("corners", Mirror, Color::White), "a5 d5");
        assert_eq!(names("a2, b1", Mirror, Color::Black), "a4 b5");
        assert_eq!(names("a2 b1", Rotate, Color::Black), "d4 c5");
        assert_eq!(names("ranks 4-last, a1", Mirror, Color::White).split(' ').count(), 9);
        assert_eq!(names("file c", Mirror, Color::Black), "c1 c2 c3 c4 c5");
        assert_eq!(names("none", Mirror, Color::White), "");
    }

    #[test]
    fn zones_that_mean_nothing() {
        let board = Board::new(4, 5).unwrap();
        for text in ["", "a1,", "rank 6", "ranks 4-3", "rank x", "e1", "file e", "file", "top"] {
            assert!(Zone::parse(text, &board, Symmetry::Mirror).is_err(), "{text}");
        }
    }
}
