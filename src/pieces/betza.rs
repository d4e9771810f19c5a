//! Movement strings: the dialect of Betza's funny notation that variant files are written in.
//!
//! # The dialect
//!
//! A string is a row of *terms*; the piece has the moves of all of them. A term is
//! `modifiers ATOM range`, or a bracket.
//!
//! | atom | leap (files, ranks) | | atom | means |
//! |---|---|---|---|---|
//! | `W` | (1,0) | | `K` | `WF` |
//! | `F` | (1,1) | | `R` | `W` without end |
//! | `D` | (2,0) | | `B` | `F` without end |
//! | `N` | (2,1) | | `Q` | `RB` |
//! | `A` | (2,2) | | `C`, `L` | (3,1), the camel |
//! | `H` | (3,0) | | `Z` | (3,2) |
//! | `G` | (3,3) | | | |
//!
//! *Range*: the letter doubled (`NN`) or `0` goes on without end over empty squares, a number
//! (`R4`) for that many steps at most.
//!
//! | modifier | means |
//! |---|---|
//! | `f` `b` `l` `r` `v` `s` | forward, back, left, right, `f`+`b`, `l`+`r`; on diagonals one letter is a half (`fF`: both forward) and a pair one quarter (`flF`); on `N`, `C`, `Z` a letter is a half and `ff`, `fs`, `bb`, `bs` a pair of moves |
//! | `m` | only to an empty square |
//! | `c` | only capturing |
//! | `e` | may also capture en passant |
//! | `i` | only while unmoved; leaps and double steps to empty squares alone |
//! | `n` | does not leap: the squares between must be empty (`nA` `nD` `nH` `nG`) |
//! | `fmnD`, `fmnnD` | the double step: two squares forward, may be answered en passant |
//! | `p` | hops over exactly one man, the screen: `cpR` is how the Cannon captures |
//! | `a` | another leg follows, in a direction told relative to the last: `f` straight on, `fl` `fr` 45 degrees left or right, `fs` both, `l` `r` `s` 90 degrees, `bl` `br` `bs` 135, `fq` the vertical one of `fs`. All squares before the last leg must be empty. Only the second leg may turn |
//! | `y` | before `a`: the next leg slides without end |
//!
//! *Bent riders*: `FyafsF` (the Eagle: one diagonal step, then a rook's slide outward), `FyafqF`
//! (the Ship: then only vertically), `afsafyafF` (the Giraffe: then at least three squares),
//! `yafF` (the Picket: a bishop that goes at least two), `WyafsW` (the Rhino). In brackets:
//! `[F?fsR]`, `[F?fqR]`, where `?` lets the piece stop at the elbow and `-` does not: `[W-fsB]`.
//!
//! *Not in the dialect*, refused with a word about it: `j`, `g`, `o`, `h`, `u`, `t`, `x`, `d` and
//! what needs more than two legs in different directions.
//!
//! Sources: the strings that Muller, Cazaux and `XBoard`'s Betza page use for these games; `fq`
//! in the meaning of Muller's `[F?fqR]`.

use super::{Movement, Part, Path, UNLIMITED};
use crate::geometry::Offset;

/// Why a movement string cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("movement \"{text}\", at character {column}: {reason}")]
pub struct BetzaError {
    /// The whole string.
    pub text: String,
    /// Where in it, counted from 1.
    pub column: usize,
    /// What is wrong and what was expected.
    pub reason: String,
}

/// Reads a movement string.
///
/// ```
/// use tamerlane::pieces::{Path, betza};
/// let eagle = betza::parse("FyafsF").unwrap();
/// assert_eq!(eagle.parts.len(), 4 + 8); // four diagonal steps, eight ways to bend
/// assert!(betza::parse("gQ").is_err());
/// ```
///
/// # Errors
/// When the string is empty or says something outside the dialect; the error names the place.
pub fn parse(text: &str) -> Result<Movement, BetzaError> {
    let mut reader = Reader { text, at: 0 };
    let mut movement = Movement::default();
    while reader.peek().is_some() {
        if reader.peek() == Some('[') {
            reader.bracket(&mut movement)?;
        } else {
            reader.term(&mut movement)?;
        }
    }
    if movement.parts.is_empty() {
        return Err(reader.error("expected at least one move, as in \"K\" or \"FyafsF\""));
    }
    Ok(movement)
}

/// The eight directions clockwise from straight ahead; a turn of 45 degrees is one place.
const COMPASS: [Offset; 8] = [
    Offset::new(0, 1),
    Offset::new(1, 1),
    Offset::new(1, 0),
    Offset::new(1, -1),
    Offset::new(0, -1),
    Offset::new(-1, -1),
    Offset::new(-1, 0),
    Offset::new(-1, 1),
];

/// What a letter stands for before modifiers: base leap and whether it slides by itself.
struct Atom {
    leap: (i8, i8),
    rides: bool,
}

fn atoms_of(letter: char) -> Option<Vec<Atom>> {
    let leap = |files, ranks| vec![Atom { leap: (files, ranks), rides: false }];
    let ride = |files, ranks| Atom { leap: (files, ranks), rides: true };
    Some(match letter {
        'W' => leap(1, 0),
        'F' => leap(1, 1),
        'D' => leap(2, 0),
        'N' => leap(2, 1),
        'A' => leap(2, 2),
        'H' => leap(3, 0),
        'C' | 'L' => leap(3, 1),
        'Z' => leap(3, 2),
        'G' => leap(3, 3),
        'R' => vec![ride(1, 0)],
        'B' => vec![ride(1, 1)],
        'K' => vec![Atom { leap: (1, 0), rides: false }, Atom { leap: (1, 1), rides: false }],
        'Q' => vec![ride(1, 0), ride(1, 1)],
        _ => return None,
    })
}

/// All offsets of a base leap, every reflection once.
fn reflections((a, b): (i8, i8)) -> Vec<Offset> {
    let mut all = Vec::new();
    for (file, rank) in [(a, b), (b, a)] {
        for offset in [
            Offset::new(file, rank),
            Offset::new(-file, rank),
            Offset::new(file, -rank),
            Offset::new(-file, -rank),
        ] {
            if !all.contains(&offset) {
                all.push(offset);
            }
        }
    }
    all
}

/// The offsets that a row of direction letters leaves of all reflections of an atom, or `None`
/// when the letters mean nothing there.
fn directed(all: Vec<Offset>, letters: &str) -> Option<Vec<Offset>> {
    if letters.is_empty() {
        return Some(all);
    }
    let oblique = all.len() == 8;
    let orthogonal = all[0].file == 0 || all[0].rank == 0;
    let half = |letter: char, o: Offset| match letter {
        'f' => o.rank > 0,
        'b' => o.rank < 0,
        'l' => o.file < 0,
        'r' => o.file > 0,
        'v' => o.rank != 0 && (!oblique || o.rank.abs() > o.file.abs()),
        _ => o.file != 0 && (!oblique || o.file.abs() > o.rank.abs()),
    };
    let letters: Vec<char> = letters.chars().collect();
    let mut kept = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let (first, second) = (letters[at], letters.get(at + 1).copied());
        let vertical = matches!(first, 'f' | 'b');
        let paired = |o: Offset| -> Option<bool> {
            let second = second?;
            match (oblique, orthogonal) {
                (true, _) if vertical && second == first => {
                    Some(half(first, o) && o.rank.abs() > o.file.abs())
                }
                (true, _) if vertical && second == 's' => {
                    Some(half(first, o) && o.file.abs() > o.rank.abs())
                }
                (false, false) if vertical && matches!(second, 'l' | 'r' | 's') => {
                    Some(half(first, o) && half(second, o))
                }
                _ => None,
            }
        };
        let is_pair = paired(all[0]).is_some();
        let before = kept.len();
        for &offset in &all {
            let keep = paired(offset).unwrap_or_else(|| half(first, offset));
            if keep && !kept.contains(&offset) {
                kept.push(offset);
            }
        }
        if kept.len() == before && kept.is_empty() {
            return None;
        }
        at += if is_pair { 2 } else { 1 };
    }
    Some(kept)
}

/// The directions that a later leg may take behind `previous`.
fn turned(previous: Offset, letters: &str) -> Option<Vec<Offset>> {
    let at = COMPASS.iter().position(|&direction| direction == previous)?;
    let turns: &[usize] = match letters {
        "f" => &[0],
        "fr" => &[1],
        "fl" => &[7],
        "fs" | "fq" => &[1, 7],
        "r" => &[2],
        "l" => &[6],
        "s" => &[2, 6],
        "br" => &[3],
        "bl" => &[5],
        "bs" => &[3, 5],
        _ => return None,
    };
    let mut directions: Vec<Offset> = turns.iter().map(|turn| COMPASS[(at + turn) % 8]).collect();
    if letters == "fq" {
        directions.retain(|direction| direction.file == 0);
    }
    Some(directions)
}

/// The modifiers of one leg, sorted out.
#[derive(Default)]
struct Modifiers {
    directions: String,
    quiet: bool,
    capture: bool,
    en_passant: bool,
    initial: bool,
    lame: bool,
    hops: bool,
    /// The next leg slides.
    toggles: bool,
    /// Another leg follows.
    again: bool,
}

impl Modifiers {
    fn part(&self, path: Path) -> Part {
        let unstated = !self.quiet && !self.capture && !self.en_passant;
        Part {
            quiet: self.quiet || unstated,
            capture: self.capture || unstated,
            en_passant: self.en_passant,
            initial: self.initial,
            path,
        }
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn take(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn error(&self, reason: impl Into<String>) -> BetzaError {
        let column = self.text[..self.at].chars().count() + 1;
        BetzaError { text: self.text.to_owned(), column, reason: reason.into() }
    }

    /// The modifiers up to an atom, or up to an `a` that starts another leg.
    fn modifiers(&mut self) -> Result<Modifiers, BetzaError> {
        let mut found = Modifiers::default();
        while let Some(next) = self.peek() {
            match next {
                'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'q' => found.directions.push(next),
                'm' => found.quiet = true,
                'c' => found.capture = true,
                'e' => found.en_passant = true,
                'i' => found.initial = true,
                'n' => found.lame = true,
                'p' => found.hops = true,
                'y' => found.toggles = true,
                'a' => {
                    found.again = true;
                    self.take();
                    break;
                }
                'A'..='Z' | '?' | '-' | '[' | ']' => break,
                _ => {
                    return Err(self.error(format!(
                        "\"{next}\" is not in the dialect; expected an atom such as W, F, N, R or \
                         one of the modifiers f b l r v s m c e i n p y a"
                    )));
                }
            }
            self.take();
        }
        Ok(found)
    }

    fn atom(&mut self) -> Result<(char, Vec<Atom>), BetzaError> {
        let here = self.peek();
        let Some(atoms) = here.and_then(atoms_of) else {
            let found = here.map_or("the string ends".to_owned(), |c| format!("\"{c}\" is none"));
            return Err(self.error(format!(
                "expected an atom, one of W F D N A H C L Z G K R B Q, but {found}"
            )));
        };
        Ok((self.take().unwrap_or_default(), atoms))
    }

    /// The range behind an atom: the most steps, or `None` when none is written.
    fn range(&mut self, atom: char) -> Result<Option<u8>, BetzaError> {
        if self.peek() == Some(atom) && !matches!(atom, 'K' | 'Q' | 'R' | 'B') {
            self.take();
            return Ok(Some(UNLIMITED));
        }
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.take();
        }
        let digits = &self.text[start..self.at];
        match digits {
            "" => Ok(None),
            "0" => Ok(Some(UNLIMITED)),
            _ => match digits.parse() {
                Ok(steps) if steps < 100 => Ok(Some(steps)),
                _ => {
                    self.at = start;
                    Err(self.error(format!("range {digits}: expected 0 (no end) to 99")))
                }
            },
        }
    }

    /// `modifiers ATOM range`, with legs.
    fn term(&mut self, movement: &mut Movement) -> Result<(), BetzaError> {
        let start = self.at;
        let mut legs = vec![self.modifiers()?];
        while legs.last().is_some_and(|leg| leg.again) {
            legs.push(self.modifiers()?);
        }
        let (letter, atoms) = self.atom()?;
        let range = self.range(letter)?;
        if legs.len() > 1 {
            let end = self.at;
            self.at = start;
            if range.is_some() || !matches!(letter, 'W' | 'F') {
                return Err(self.error("a move of several legs is written with W or F, no range"));
            }
            self.legs(&legs, atoms[0].leap, movement)?;
            self.at = end;
            return Ok(());
        }
        let modifiers = &legs[0];
        for atom in &atoms {
            for offset in self.offsets(start, atom, modifiers)? {
                let path = self.path(start, atom, offset, range, modifiers)?;
                movement.add(modifiers.part(path));
            }
        }
        Ok(())
    }

    fn offsets(
        &mut self,
        start: usize,
        atom: &Atom,
        modifiers: &Modifiers,
    ) -> Result<Vec<Offset>, BetzaError> {
        let refused = modifiers.directions.contains('q') || modifiers.toggles;
        match directed(reflections(atom.leap), &modifiers.directions) {
            Some(offsets) if !refused => Ok(offsets),
            _ => {
                self.at = start;
                Err(self.error(format!(
                    "direction \"{}{}\" means nothing here; expected letters of f b l r v s",
                    modifiers.directions,
                    if modifiers.toggles { "y" } else { "" }
                )))
            }
        }
    }

    /// What a term of one leg does along one offset.
    fn path(
        &mut self,
        start: usize,
        atom: &Atom,
        offset: Offset,
        range: Option<u8>,
        modifiers: &Modifiers,
    ) -> Result<Path, BetzaError> {
        let mut fail = |reason: &str| {
            self.at = start;
            Err(self.error(reason))
        };
        let unit = atom.leap.0.max(atom.leap.1);
        let straight = atom.leap.0 == atom.leap.1 || atom.leap.0.min(atom.leap.1) == 0;
        let path = if modifiers.hops {
            if !(atom.rides || range == Some(UNLIMITED)) {
                return fail("\"p\" (hopping) goes with an endless slide, as in cpR");
            }
            Path::Hop { step: offset }
        } else if modifiers.lame {
            if atom.rides || range.is_some() || unit < 2 || !straight {
                return fail("\"n\" (not leaping) goes with A, D, H or G alone");
            }
            let quiet_only = modifiers.quiet && !modifiers.capture && !modifiers.en_passant;
            if offset == Offset::new(0, 2) && quiet_only {
                Path::DoubleStep
            } else {
                let step = Offset::new(offset.file.signum(), offset.rank.signum());
                Path::Slide { step, min: unit as u8, max: unit as u8 }
            }
        } else if atom.rides {
            Path::Slide { step: offset, min: 1, max: range.unwrap_or(UNLIMITED) }
        } else {
            match range {
                None | Some(1) => Path::Leap(offset),
                Some(max) => Path::Slide { step: offset, min: 1, max },
            }
        };
        if modifiers.initial {
            let quiet_only = modifiers.quiet && !modifiers.capture && !modifiers.en_passant;
            if !quiet_only || !matches!(path, Path::Leap(_) | Path::DoubleStep) {
                return fail("\"i\" (while unmoved) goes with \"m\" and a leap or fmnD");
            }
        }
        if modifiers.en_passant && !matches!(path, Path::Leap(_)) {
            return fail("\"e\" (en passant) goes with a leap, as in fceF");
        }
        Ok(path)
    }

    /// A term of several legs: one step, then on in another direction or straight.
    fn legs(
        &mut self,
        legs: &[Modifiers],
        leap: (i8, i8),
        movement: &mut Movement,
    ) -> Result<(), BetzaError> {
        let [first, second, later @ ..] = legs else { return Ok(()) };
        let Some(last) = legs.last() else { return Ok(()) };
        let plain = |leg: &Modifiers| !leg.initial && !leg.lame && !leg.hops && !leg.en_passant;
        let silent = |leg: &Modifiers| !leg.quiet && !leg.capture;
        if !legs.iter().all(plain) || !legs[..legs.len() - 1].iter().all(silent) {
            return Err(self.error("in a move of several legs, only the last may have m or c"));
        }
        if later.iter().any(|leg| leg.directions != "f") {
            return Err(self.error("only the second leg may turn; later legs are \"f\""));
        }
        let slides = legs[legs.len() - 2].toggles;
        if legs[..legs.len() - 2].iter().any(|leg| leg.toggles) || last.toggles {
            return Err(self.error("\"y\" (slide) stands before the last \"a\""));
        }
        let Some(starts) = directed(reflections(leap), &first.directions) else {
            return Err(self.error(format!("direction \"{}\" means nothing", first.directions)));
        };
        for start in starts {
            let Some(turns) = turned(start, &second.directions) else {
                return Err(self.error(format!(
                    "turn \"{}\": expected f, fl, fr, fs, fq, l, r, s, bl, br or bs",
                    second.directions
                )));
            };
            for then in turns {
                let steps = legs.len() as u8 - u8::from(then != start);
                let max = if slides { UNLIMITED } else { steps };
                let path = if then == start {
                    Path::Slide { step: start, min: steps, max }
                } else {
                    Path::Bend { first: start, then, min: steps, max }
                };
                movement.add(last.part(path));
            }
        }
        Ok(())
    }

    /// `[F?fsR]` or `[W-fsB]`.
    fn bracket(&mut self, movement: &mut Movement) -> Result<(), BetzaError> {
        let start = self.at;
        self.take();
        let first = self.modifiers()?;
        let (letter, atoms) = self.atom()?;
        let join = self.take();
        let second = self.modifiers()?;
        let (next, _) = self.atom()?;
        let range = self.range(next)?;
        let closed = self.take() == Some(']');
        let end = self.at;
        self.at = start;
        if !closed || !matches!(join, Some('?' | '-')) || !matches!(letter, 'W' | 'F') {
            return Err(self.error("expected a bracket such as [F?fsR] or [W-fsB]"));
        }
        let simple = |leg: &Modifiers| {
            !(leg.initial || leg.lame || leg.hops || leg.en_passant || leg.toggles || leg.again)
        };
        if !simple(&first) || !simple(&second) || first.quiet || first.capture {
            return Err(self.error("in a bracket only directions, and m or c on the second leg"));
        }
        let max = match (next, range) {
            ('R' | 'B', None) => UNLIMITED,
            ('R' | 'B', Some(steps)) => steps,
            ('W' | 'F', None) => 1,
            ('W' | 'F', Some(steps)) => steps,
            _ => return Err(self.error("the second leg of a bracket is R, B, W or F")),
        };
        let orthogonal = matches!(next, 'R' | 'W');
        for offset in self.offsets(start, &atoms[0], &first)? {
            if join == Some('?') {
                movement.add(second.part(Path::Leap(offset)));
            }
            let turns = turned(offset, &second.directions).unwrap_or_default();
            let fits = |d: &Offset| (d.file == 0 || d.rank == 0) == orthogonal;
            if turns.is_empty() || !turns.iter().all(fits) {
                return Err(self.error(format!(
                    "turn \"{}\" of a {letter} does not lead along {next}",
                    second.directions
                )));
            }
            for then in turns {
                let path = if then == offset {
                    let max = max.saturating_add(1);
                    Path::Slide { step: offset, min: 2, max }
                } else {
                    Path::Bend { first: offset, then, min: 1, max }
                };
                movement.add(second.part(path));
            }
        }
        self.at = end;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(text: &str) -> Vec<Path> {
        let mut paths: Vec<Path> =
            parse(text).unwrap().parts.into_iter().map(|part| part.path).collect();
        paths.sort_by_key(|path| format!("{path:?}"));
        paths
    }

    #[test]
    fn counts_of_simple_pieces() {
        for (text, parts) in
            [("K", 8), ("Q", 8), ("R", 4), ("N", 8), ("C", 8), ("FA", 8), ("KNAD", 24), ("NN", 8)]
        {
            assert_eq!(parse(text).unwrap().parts.len(), parts, "{text}");
        }
    }

    #[test]
    fn the_pawn() {
        let pawn = parse("fmWfceFifmnD").unwrap();
        assert_eq!(pawn.parts.len(), 4);
        let step = &pawn.parts[0];
        assert!(step.quiet && !step.capture && step.path == Path::Leap(Offset::new(0, 1)));
        let captures: Vec<_> = pawn.parts.iter().filter(|part| part.capture).collect();
        assert_eq!(captures.len(), 2);
        assert!(captures.iter().all(|part| part.en_passant && !part.quiet));
        assert!(pawn.double_step().unwrap().initial);
        assert!(!parse("fmWfceFfmnnD").unwrap().double_step().unwrap().initial);
        assert!(!parse("KfmnnD").unwrap().double_step().unwrap().initial);
        assert!(parse("KimfnD").unwrap().double_step().unwrap().initial);
    }

    #[test]
    fn a_cannon_slides_quietly_and_hops_to_capture() {
        let cannon = parse("mRcpR").unwrap();
        for part in &cannon.parts {
            match part.path {
                Path::Slide { .. } => assert!(part.quiet && !part.capture),
                Path::Hop { .. } => assert!(part.capture && !part.quiet),
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(cannon.parts.len(), 8);
    }

    #[test]
    fn bent_riders_in_all_their_spellings() {
        assert_eq!(paths("FyafsF"), paths("[F?fsR]"));
        assert_eq!(paths("FyafqF"), paths("[F?fqR]"));
        // XBoard's long string of the Ship names each of its legs by itself.
        assert_eq!(paths("FyafqF"), paths("FfryaflFflyafrFbryafrFblyaflF"));
        assert_eq!(paths("FyafqF").len(), 8);
        assert_eq!(paths("WyafsW"), paths("[W?fsB]"));
    }

    #[test]
    fn least_lengths() {
        let bend = Path::Bend {
            first: Offset::new(1, 1),
            then: Offset::new(0, 1),
            min: 3,
            max: UNLIMITED,
        };
        assert!(paths("afsafyafF").contains(&bend));
        assert_eq!(paths("afsafyafF").len(), 8);
        let slide = Path::Slide { step: Offset::new(1, 1), min: 2, max: UNLIMITED };
        assert!(paths("yafF").contains(&slide));
        assert_eq!(paths("yafF").len(), 4);
    }

    #[test]
    fn directions() {
        let leaps = |text| {
            let mut offsets: Vec<(i8, i8)> = paths(text)
                .into_iter()
                .map(|path| match path {
                    Path::Leap(o) => (o.file, o.rank),
                    other => panic!("{other:?}"),
                })
                .collect();
            offsets.sort_unstable();
            offsets
        };
        assert_eq!(leaps("fW"), [(0, 1)]);
        assert_eq!(leaps("sW"), [(-1, 0), (1, 0)]);
        assert_eq!(leaps("fF"), [(-1, 1), (1, 1)]);
        assert_eq!(leaps("flF"), [(-1, 1)]);
        assert_eq!(leaps("flbrF"), [(-1, 1), (1, -1)]);
        assert_eq!(leaps("ffN"), [(-1, 2), (1, 2)]);
        assert_eq!(leaps("fsN"), [(-2, 1), (2, 1)]);
        assert_eq!(leaps("vN"), [(-1, -2), (-1, 2), (1, -2), (1, 2)]);
        assert_eq!(leaps("fK"), [(-1, 1), (0, 1), (1, 1)]);
    }

    #[test]
    fn ranges_and_lame_leaps() {
        let slide = |file, rank, min, max| Path::Slide { step: Offset::new(file, rank), min, max };
        assert!(paths("R4").contains(&slide(0, 1, 1, 4)));
        assert!(paths("W0").contains(&slide(0, 1, 1, UNLIMITED)));
        assert!(paths("NN").contains(&slide(1, 2, 1, UNLIMITED)));
        assert!(paths("nA").contains(&slide(1, 1, 2, 2)));
        assert!(paths("nD").contains(&slide(0, 1, 2, 2)));
        assert_eq!(paths("W1"), paths("W"));
    }

    #[test]
    fn refusals_name_the_place() {
        for (text, column) in [
            ("", 1),
            ("gQ", 1),
            ("Rx", 3),
            ("R400", 2),
            ("f", 2),
            ("WfqF", 2),
            ("icN", 1),
            ("ieR", 1),
            ("pN", 1),
            ("nN", 1),
            ("afsalF", 1),
            ("yafR", 1),
            ("yabF", 1),
            ("[F?fsB]", 1),
            ("[F!fsR]", 1),
            ("[F?fsR", 1),
            ("é", 1),
            ("F[", 3),
        ] {
            let error = parse(text).expect_err(text);
            assert_eq!(error.column, column, "{error}");
        }
    }
}
