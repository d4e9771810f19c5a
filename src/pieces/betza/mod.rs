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

mod atoms;
mod directions;
mod reader;

use super::Movement;
pub(crate) use atoms::leap_letter;
use reader::Reader;

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
    let mut reader = Reader::new(text);
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

#[cfg(test)]
mod tests {
    use super::super::{Path, UNLIMITED};
    use super::*;
    use crate::geometry::Offset;

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
            ("Rx", 2),
            ("R400", 2),
            ("f", 2),
            ("WfqF", 2),
            ("icN", 1),
            ("ieR", 1),
            ("pN", 1),
            ("cpR4", 1),
            ("WyafqW", 2),
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
