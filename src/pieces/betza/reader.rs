//! The reader of movement strings: terms, legs and brackets.

use super::super::{Movement, Part, Path, UNLIMITED};
use super::BetzaError;
use super::atoms::{Atom, atoms_of};
use super::directions::{directed, reflections, turned};
use crate::geometry::Offset;

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

/// Reads a movement string from left to right.
pub(super) struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    pub(super) const fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn take(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    pub(super) fn error(&self, reason: impl Into<String>) -> BetzaError {
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
    pub(super) fn term(&mut self, movement: &mut Movement) -> Result<(), BetzaError> {
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
            if range.unwrap_or(if atom.rides { UNLIMITED } else { 1 }) != UNLIMITED {
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
            if turns.is_empty() {
                let turn = &second.directions;
                return Err(self.error(format!("turn \"{turn}\" leads nowhere behind this step")));
            }
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
    pub(super) fn bracket(&mut self, movement: &mut Movement) -> Result<(), BetzaError> {
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
            ('R' | 'B' | 'W' | 'F', Some(steps)) => steps,
            ('R' | 'B', None) => UNLIMITED,
            ('W' | 'F', None) => 1,
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
