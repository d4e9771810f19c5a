//! Movements as `XBoard` reads them: its own kind of Betza's notation.
//!
//! It differs from the dialect of our variant files: modifiers have a fixed order (`i`, directions,
//! `m`, `c`, `e`, `p`, `y`, `n`, `a`), directions of a later leg are told in eight, and there is
//! nothing for a turn to the vertical alone, so that each leg of a Ship is written by itself.
//!
//! Source: `XBoard` 4.9.1, its protocol text and its page on Betza notation; what the page leaves
//! open was tried.

use std::fmt::Write as _;

use crate::geometry::Offset;
use crate::pieces::betza::leap_letter;
use crate::pieces::{Movement, Part, Path, UNLIMITED};

/// What a man can do besides its movement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Extras {
    /// The leaps to empty squares that it has while unmoved.
    pub(super) jumps: Vec<Offset>,
    /// Whether it may capture a neighbour and step on.
    pub(super) second_step: bool,
    /// The castlings, each as the steps to the side and whether its partner stands next to the
    /// corner instead of in it.
    pub(super) castlings: Vec<(u8, bool)>,
}

/// How a term travels, whatever its direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// A leap, or `reach` steps at most of a slide (0 without end), of this atom; `lame` if what is
    /// between must be empty.
    Atom { letter: char, reach: Option<u8>, lame: bool },
    /// Over one man.
    Hop(char),
    /// Legs one after the other; the text is what stands between the first directions and the atom.
    Legs(char, &'static str, u8),
    /// Two steps forward.
    DoubleStep,
}

/// Parts of one shape that may end on the same.
struct Term {
    initial: bool,
    mode: &'static str,
    shape: Shape,
    directions: Vec<Offset>,
}

/// The eight directions clockwise from straight ahead.
const COMPASS: [(i8, i8); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// Writes a movement.
///
/// # Errors
/// With what `XBoard` has no notation for.
pub(super) fn write(movement: &Movement, extras: &Extras) -> Result<String, String> {
    let mut terms: Vec<Term> = Vec::new();
    let mut jumps = extras.jumps.clone();
    jumps.sort_by_key(|o| (o.file.abs() != o.rank.abs(), o.file != 0 && o.rank != 0));
    let jumps = jumps.into_iter().map(|offset| Part {
        quiet: true,
        capture: false,
        en_passant: false,
        initial: true,
        path: Path::Leap(offset),
    });
    for part in movement.parts.iter().copied().chain(jumps) {
        let (shape, direction) = shape(part.path)?;
        let mode = mode(part);
        let twin = terms
            .iter_mut()
            .find(|term| (term.initial, term.mode, term.shape) == (part.initial, mode, shape));
        match twin {
            Some(term) => term.directions.push(direction),
            None => {
                terms.push(Term {
                    initial: part.initial,
                    mode,
                    shape,
                    directions: vec![direction],
                });
            }
        }
    }
    let mut text = joined(&split_legs(terms));
    if extras.second_step {
        // A later leg does not go straight back by itself.
        text += "caKcabK";
    }
    let mut castlings = extras.castlings.clone();
    castlings.sort_unstable();
    castlings.dedup();
    for (steps, next_to_corner) in castlings {
        let jump = if next_to_corner { "j" } else { "" };
        // Writing to a string cannot fail.
        let _ = write!(text, "is{jump}O{steps}");
    }
    Ok(text)
}

/// The terms with turns to both sides as one, and those that do not go all ways as one each.
fn split_legs(terms: Vec<Term>) -> Vec<Term> {
    const BOTH: [(&str, &str, &str); 3] = [("fr", "fl", "fs"), ("r", "l", "s"), ("br", "bl", "bs")];
    let goes_all_ways = |term: &Term| term.directions.len() == 4;
    let mut split: Vec<Term> = Vec::new();
    let mut single: Vec<Term> = Vec::new();
    for term in terms {
        let Shape::Legs(letter, turn, least) = term.shape else {
            split.push(term);
            continue;
        };
        if !goes_all_ways(&term) {
            single.extend(
                term.directions
                    .iter()
                    .map(|&direction| Term { directions: vec![direction], ..term }),
            );
            continue;
        }
        let other = BOTH.iter().find_map(|&(right, left, both)| match turn {
            _ if turn == right => Some((left, both)),
            _ if turn == left => Some((right, both)),
            _ => None,
        });
        let twin = other.and_then(|(other, both)| {
            let shape = Shape::Legs(letter, other, least);
            let same =
                |t: &&mut Term| (t.initial, t.mode, t.shape) == (term.initial, term.mode, shape);
            split.iter_mut().find(same).map(|twin| (twin, both))
        });
        match twin {
            Some((twin, both)) => twin.shape = Shape::Legs(letter, both, least),
            None => split.push(term),
        }
    }
    let rank_by_rank = |term: &Term| {
        let direction = term.directions[0];
        (-direction.rank, -direction.file)
    };
    single.sort_by_key(rank_by_rank);
    split.extend(single);
    split
}

/// The terms one after the other, a king's and a queen's in one letter each.
fn joined(terms: &[Term]) -> String {
    let texts: Vec<String> = terms.iter().map(Term::text).collect();
    let mut text: Vec<&str> = Vec::new();
    let mut skip = Vec::new();
    for (index, term) in texts.iter().enumerate() {
        if skip.contains(&index) {
            continue;
        }
        let (partner, both) = match term.as_str() {
            "W" => ("F", "K"),
            "F" => ("W", "K"),
            "R" => ("B", "Q"),
            "B" => ("R", "Q"),
            other => (other, other),
        };
        // An atom whose partner follows at once; `F` beside a bend keeps its own letter.
        match texts.get(index + 1) {
            Some(next) if next == partner && partner != term => {
                skip.push(index + 1);
                text.push(both);
            }
            _ => text.push(term),
        }
    }
    text.concat()
}

/// What a part may end on.
fn mode(part: Part) -> &'static str {
    match (part.quiet, part.capture, part.en_passant) {
        (true, true, false) | (false, false, false) => "",
        (true, true, true) => "mce",
        (true, false, false) => "m",
        (true, false, true) => "me",
        (false, true, false) => "c",
        (false, true, true) => "ce",
        (false, false, true) => "e",
    }
}

/// The shape of a path, and its direction.
fn shape(path: Path) -> Result<(Shape, Offset), String> {
    let atom = |offset: Offset| {
        let (files, ranks) = (offset.file.unsigned_abs(), offset.rank.unsigned_abs());
        leap_letter(files, ranks)
            .ok_or_else(|| format!("a leap of {files} files and {ranks} ranks"))
    };
    match path {
        Path::Leap(offset) => {
            Ok((Shape::Atom { letter: atom(offset)?, reach: None, lame: false }, offset))
        }
        Path::Slide { step, min: 1, max: UNLIMITED } => {
            let (letter, reach) = match atom(step)? {
                'W' => ('R', None),
                'F' => ('B', None),
                other => (other, Some(0)),
            };
            Ok((Shape::Atom { letter, reach, lame: false }, step))
        }
        Path::Slide { step, min: 1, max } => {
            Ok((Shape::Atom { letter: atom(step)?, reach: Some(max), lame: false }, step))
        }
        Path::Slide { step, min: 2, max: 2 } => {
            let letter = match atom(step)? {
                'W' => 'D',
                'F' => 'A',
                _ => return Err("a lame leap that is neither straight nor diagonal".to_owned()),
            };
            Ok((Shape::Atom { letter, reach: None, lame: true }, step.times(2)))
        }
        Path::Slide { step, min, max: UNLIMITED } if is_king_step(step) => {
            Ok((Shape::Legs(atom(step)?, "f", min - 1), step))
        }
        Path::Slide { min, .. } => Err(format!("a slide of at least {min} steps")),
        Path::Hop { step } => {
            let letter = match atom(step)? {
                'W' => 'R',
                'F' => 'B',
                _ => return Err("a hop that is neither straight nor diagonal".to_owned()),
            };
            Ok((Shape::Hop(letter), step))
        }
        Path::Bend { first, then, min, max: UNLIMITED } => {
            let place = |offset: Offset| {
                COMPASS.iter().position(|&(file, rank)| offset == Offset::new(file, rank))
            };
            let (Some(before), Some(after)) = (place(first), place(then)) else {
                return Err("a bend of other steps than a king's".to_owned());
            };
            let turn = ["f", "fr", "r", "br", "b", "bl", "l", "fl"][(after + 8 - before) % 8];
            Ok((Shape::Legs(atom(first)?, turn, min), first))
        }
        Path::Bend { .. } => Err("a bend with an end".to_owned()),
        Path::DoubleStep => Ok((Shape::DoubleStep, Offset::new(0, 2))),
    }
}

fn is_king_step(step: Offset) -> bool {
    step.file.abs().max(step.rank.abs()) == 1
}

impl Term {
    fn text(&self) -> String {
        let initial = if self.initial { "i" } else { "" };
        let mode = self.mode;
        let directions = directions(&self.directions);
        match self.shape {
            Shape::Atom { letter, reach, lame } => {
                let lame = if lame { "n" } else { "" };
                let reach = reach.map_or(String::new(), |reach| reach.to_string());
                format!("{initial}{directions}{mode}{lame}{letter}{reach}")
            }
            Shape::Hop(letter) => format!("{initial}{directions}{mode}p{letter}"),
            Shape::DoubleStep => format!("{initial}fmnD"),
            Shape::Legs(letter, turn, least) => {
                format!("{initial}{directions}{}{mode}{letter}", legs(turn, least))
            }
        }
    }
}

/// What stands behind the first leg: a turn, then a slide of at least so many steps.
fn legs(turn: &str, least: u8) -> String {
    if least <= 1 {
        return format!("ya{turn}");
    }
    format!("a{turn}{}yaf", "af".repeat(usize::from(least) - 2))
}

/// The letters for these directions out of all of an atom's; none if they are all.
fn directions(offsets: &[Offset]) -> String {
    let oblique =
        offsets.iter().all(|o| o.file != 0 && o.rank != 0 && o.file.abs() != o.rank.abs());
    if offsets.len() == if oblique { 8 } else { 4 } {
        return String::new();
    }
    let is = |letter: char, o: &Offset| match letter {
        'f' => o.rank > 0,
        'b' => o.rank < 0,
        'l' => o.file < 0,
        _ => o.file > 0,
    };
    // Both diagonals of a side in one letter.
    for letter in ['f', 'b', 'l', 'r'] {
        if !oblique && offsets.len() == 2 && offsets.iter().all(|o| is(letter, o) && o.file != 0) {
            return letter.to_string();
        }
    }
    let letters = |o: &Offset| {
        let side = if o.file > 0 { "r" } else { "l" };
        let ahead = if o.rank > 0 { "f" } else { "b" };
        match (o.file, o.rank) {
            (0, _) => ahead.to_owned(),
            (_, 0) => side.to_owned(),
            // Of an oblique pair the second letter tells which of two it is.
            _ if o.file.abs() < o.rank.abs() => [side, ahead].concat(),
            _ => [ahead, side].concat(),
        }
    };
    offsets.iter().map(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pieces::betza;

    fn written(text: &str) -> String {
        write(&betza::parse(text).unwrap(), &Extras::default()).unwrap()
    }

    #[test]
    fn what_xboard_was_seen_to_understand() {
        for (ours, theirs) in [
            ("K", "K"),
            ("Q", "Q"),
            ("N", "N"),
            ("FA", "FA"),
            ("C", "C"),
            ("KNAD", "KNAD"),
            ("mRcpR", "mRcpR"),
            ("fmWfceF", "fmWfceF"),
            ("fmWfceFifmnD", "fmWfceFifmnD"),
            ("fmWfceFfmnnD", "fmWfceFfmnD"),
            ("KifmnD", "KifmnD"),
            ("fmWfcF", "fmWfcF"),
            ("FyafsF", "FyafsF"),
            ("FyafqF", "FfryaflFflyafrFbryafrFblyaflF"),
            ("afsafyafF", "afsafyafF"),
            ("yafF", "yafF"),
            ("WyafsW", "WyafsW"),
            ("NN", "N0"),
            ("R4", "W4"),
            ("nAnD", "nAnD"),
            ("flbrF", "flbrF"),
            ("fK", "fWfF"),
        ] {
            assert_eq!(written(ours), theirs, "{ours}");
        }
    }

    #[test]
    fn what_a_king_and_a_lion_have_besides() {
        let king = betza::parse("K").unwrap();
        let square: Vec<Offset> = (-2..=2)
            .flat_map(|file| (-2..=2).map(move |rank| Offset::new(file, rank)))
            .filter(|o| o.file.abs().max(o.rank.abs()) == 2)
            .collect();
        let jumps = Extras { jumps: square, ..Extras::default() };
        assert_eq!(write(&king, &jumps).unwrap(), "KimAimDimN");
        let castlings = vec![(2, true), (2, true), (3, false)];
        let castlings = Extras { castlings, ..Extras::default() };
        assert_eq!(write(&king, &castlings).unwrap(), "KisjO2isO3");
        let lion = Extras { second_step: true, ..Extras::default() };
        assert_eq!(write(&betza::parse("KNAD").unwrap(), &lion).unwrap(), "KNADcaKcabK");
    }

    #[test]
    fn what_there_is_no_notation_for() {
        for text in ["nH", "nG"] {
            let refusal = write(&betza::parse(text).unwrap(), &Extras::default());
            assert!(refusal.is_err(), "{text}: {refusal:?}");
        }
    }
}
