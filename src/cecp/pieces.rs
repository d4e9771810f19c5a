//! [`PieceTable`]: the picture and the letter of each kind of piece in `XBoard`.
//!
//! `XBoard` has 44 pictures a side in a fixed order. Two of them know more than how they look: the
//! first is the pawn, which alone promotes to what a letter says and captures en passant, and the
//! last the king, which is royal; the lance promotes like a pawn too. Of the rest those behind the
//! pawn may become one other piece each, which has a picture and a name of its own: `+I` for what an
//! `I` becomes.
//!
//! Source: `XBoard` 4.9.1, its manual under `pieceToCharTable`, and trying.

use crate::pieces::{Color, Kind, Piece};
use crate::rules::{Game, Promotion};

/// How many pictures a side has.
const PICTURES: usize = 44;
/// The picture of pawns.
const PAWN: usize = 0;
/// The picture of a piece that promotes like a pawn.
const LANCE: usize = 18;
/// The picture of the royal piece.
const KING: usize = PICTURES - 1;

/// Pictures that suit kinds of these names.
const BY_NAME: &[(&str, usize)] = &[
    ("knight", 1),
    ("bishop", 2),
    ("rook", 3),
    ("queen", 4),
    ("general", 5),
    ("elephant", 6),
    ("vizier", 9),
    ("prince", 10),
    // A compass.
    ("ship", 8),
    ("cannon", 11),
    ("picket", 13),
    ("eagle", 17),
    // The second picture of a lion: XBoard has rules of its own for the first.
    ("lion", 32),
    ("giraffe", 23),
    ("camel", 24),
    ("war-engine", 25),
    ("adventitious-king", 36),
];

/// Pictures for what pieces of some kinds become, if others look like those already.
const PROMOTED_BY_NAME: &[(&str, usize)] = &[("queen", 15), ("eagle", 30)];

/// Pictures for all others, in the order in which they are taken.
const OTHERS: &[usize] = &[
    12, 14, 16, 19, 20, 22, 26, 27, 28, 31, 33, 34, 35, 37, 38, 39, 40, 41, 42, 30, 15, 29, 32, 36,
    13, 23, 25, 24, 11, 17, 7, 8, 9, 5, 10, 6, 1, 2, 3, 4,
];

/// Pictures of pieces that may become another.
const PROMOTABLE: &[usize] = &[7, 8, 9, 5, 10, 6, 1, 2, 3, 4];

/// The pictures that no piece has yet.
struct Pictures([bool; PICTURES]);

impl Default for Pictures {
    fn default() -> Self {
        Self([true; PICTURES])
    }
}

impl Pictures {
    fn has(&self, picture: usize) -> bool {
        self.0[picture]
    }

    /// The picture, unless another piece has it.
    fn take(&mut self, picture: usize) -> Option<usize> {
        std::mem::take(&mut self.0[picture]).then_some(picture)
    }

    /// The first picture of a list that is free.
    fn take_one_of(&mut self, pictures: &[usize]) -> Option<usize> {
        pictures.iter().find_map(|&picture| self.take(picture))
    }
}

/// What `XBoard` lets a kind become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Becomes {
    /// Nothing.
    Nothing,
    /// What the letter of a move says, its own letter if it stays what it is.
    Letter,
    /// This kind, written `+`, or nothing.
    Plus(Kind),
}

/// The pictures and letters of a game's pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PieceTable {
    /// The picture of each kind.
    pictures: Vec<usize>,
    /// The letter of each kind in White's case, perhaps with a quote or an exclamation mark.
    letters: Vec<String>,
    becomes: Vec<Becomes>,
    /// The picture of what each kind becomes that is written `+`.
    promoted: Vec<Option<usize>>,
}

impl PieceTable {
    /// Chooses pictures and letters for a game.
    ///
    /// # Errors
    /// With the reason why there are not enough.
    pub(super) fn new(game: &Game) -> Result<Self, String> {
        let mut free = Pictures::default();
        let mut pictures: Vec<Option<usize>> = vec![None; game.kinds.len()];
        let mut becomes = vec![Becomes::Nothing; game.kinds.len()];

        // First the pieces that must have a certain picture.
        let royal = game.royals().iter().min_by_key(|&kind| game.kind(kind).royal);
        for kind in game.all_kinds() {
            let rules = game.kind(kind);
            let choices = rules.promotion.as_ref();
            let as_pawn = choices.is_some_and(|choices| is_on_last_rank(game, choices));
            let (picture, becomes) = (&mut pictures[kind.index()], &mut becomes[kind.index()]);
            if Some(kind) == royal {
                *picture = free.take(KING);
            } else if rules.pawn && as_pawn && free.has(PAWN) {
                *picture = free.take(PAWN);
                *becomes = Becomes::Letter;
            } else if let Some(Promotion { to, .. }) = choices {
                if to.len() > 1 && as_pawn && free.has(LANCE) {
                    *picture = free.take(LANCE);
                    *becomes = Becomes::Letter;
                } else if let Some(&first) = to.first() {
                    *becomes = Becomes::Plus(first);
                }
            }
        }
        // Then those that have one that suits them, then the rest.
        let named = |table: &[(&str, usize)], name: &str| {
            table.iter().find(|(known, _)| *known == name).map(|&(_, picture)| picture)
        };
        let without: Vec<Kind> =
            game.all_kinds().filter(|kind| pictures[kind.index()].is_none()).collect();
        for &kind in &without {
            let suits = named(BY_NAME, &game.kind(kind).name).filter(|picture| {
                becomes[kind.index()] == Becomes::Nothing || PROMOTABLE.contains(picture)
            });
            pictures[kind.index()] = suits.and_then(|picture| free.take(picture));
        }
        for kind in without {
            let becomes = &mut becomes[kind.index()];
            if *becomes != Becomes::Nothing && pictures[kind.index()].is_none() {
                pictures[kind.index()] = free.take_one_of(PROMOTABLE);
                if pictures[kind.index()].is_none() {
                    *becomes = Becomes::Nothing;
                }
            }
        }
        let enough = || "more than 44 kinds of piece, with what they become".to_owned();
        let mut all = Vec::new();
        for picture in pictures {
            all.push(picture.or_else(|| free.take_one_of(OTHERS)).ok_or_else(enough)?);
        }
        let mut promoted = Vec::new();
        for becomes in &becomes {
            let Becomes::Plus(kind) = becomes else {
                promoted.push(None);
                continue;
            };
            let suits = named(PROMOTED_BY_NAME, &game.kind(*kind).name);
            let picture = suits.and_then(|picture| free.take(picture));
            promoted.push(Some(picture.or_else(|| free.take_one_of(OTHERS)).ok_or_else(enough)?));
        }
        Ok(Self { pictures: all, letters: letters(game)?, becomes, promoted })
    }

    /// What `XBoard` lets a kind become.
    pub(super) fn becomes(&self, kind: Kind) -> Becomes {
        self.becomes[kind.index()]
    }

    /// Whether `XBoard` takes a kind for a pawn.
    pub(super) fn is_pawn(&self, kind: Kind) -> bool {
        self.pictures[kind.index()] == PAWN
    }

    /// The letter of a kind in White's case.
    pub(super) fn letter(&self, kind: Kind) -> &str {
        &self.letters[kind.index()]
    }

    /// The letter of a man in the case of its side.
    pub(super) fn man(&self, man: Piece) -> String {
        let letter = self.letter(man.kind);
        if man.color == Color::White { letter.to_owned() } else { letter.to_lowercase() }
    }

    /// The man at the start of a text of `XBoard`'s, and what follows it. What a piece has become
    /// is the kind that it has become.
    pub(super) fn prefix<'t>(&self, text: &'t str) -> Option<(Piece, &'t str)> {
        let (promoted, text) = match text.strip_prefix('+') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let first = text.chars().next().filter(char::is_ascii_alphabetic)?;
        let dressed = text[1..].starts_with(['\'', '!']);
        let (letter, rest) = text.split_at(1 + usize::from(dressed));
        let color = if first.is_ascii_uppercase() { Color::White } else { Color::Black };
        let letter = letter.to_ascii_uppercase();
        let kind = Kind::new(self.letters.iter().position(|known| *known == letter)?);
        let kind = match self.becomes(kind) {
            Becomes::Plus(other) if promoted => other,
            _ if promoted => return None,
            _ => kind,
        };
        Some((Piece { color, kind }, rest))
    }

    /// The table that tells `XBoard` all of it.
    pub(super) fn text(&self) -> String {
        let mut white = vec![".".to_owned(); PICTURES];
        for (index, &picture) in self.pictures.iter().enumerate() {
            white[picture].clone_from(&self.letters[index]);
            if let Some(promoted) = self.promoted[index] {
                white[promoted] = format!("^{}", self.letters[index]);
            }
        }
        let white = white.concat();
        format!("{white}{}", white.to_lowercase())
    }
}

/// Whether a kind promotes on all of its last rank and nowhere else.
fn is_on_last_rank(game: &Game, promotion: &Promotion) -> bool {
    Color::BOTH.into_iter().all(|color| {
        game.board.rectangle().all(|square| {
            promotion.zone.contains(color, square) == game.on_last_rank(color, square)
        })
    })
}

/// A letter for each kind: its own if `XBoard` can read it.
fn letters(game: &Game) -> Result<Vec<String>, String> {
    let mut letters: Vec<String> = Vec::new();
    for rules in &game.kinds {
        let letter = match rules.letter.len() {
            1 | 2 => rules.letter.clone(),
            // A second quote is one too many.
            _ => format!("{}!", &rules.letter[..1]),
        };
        if letters.contains(&letter) {
            return Err(format!("the letter \"{}\" of the {}", rules.letter, rules.name));
        }
        letters.push(letter);
    }
    Ok(letters)
}
