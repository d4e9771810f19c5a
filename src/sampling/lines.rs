//! [`Line`]: the ways on which men bear on a square, walked out of the movements of a game.

use crate::geometry::{Offset, Square};
use crate::pieces::{Color, Kind, Part, Path};
use crate::rules::Game;

/// How a line runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Straight to its end, whatever stands between.
    Leap,
    /// Over empty squares.
    Slide,
    /// Over exactly one man.
    Hop,
    /// Over empty squares, round an elbow.
    Bend,
    /// Two steps forward.
    DoubleStep,
}

/// A way of a kind from one square to another, were the board as the way needs it.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The kind that goes this way.
    pub(super) kind: Kind,
    /// Where it starts.
    pub(super) from: Square,
    /// The squares passed, that nearest to the end first; none for a leap.
    pub(super) between: Vec<Square>,
    /// How it runs.
    pub(super) way: Way,
    /// Whether it may end on an empty square.
    pub(super) quiet: bool,
    /// Whether it may end on an enemy man.
    pub(super) capture: bool,
}

/// All lines of a side that end on a square, in the order of the game's kinds and their parts.
pub(super) fn lines_onto(game: &Game, color: Color, onto: Square) -> Vec<Line> {
    let mut lines = Vec::new();
    for kind in game.all_kinds() {
        for part in &game.kind(kind).movement.parts {
            lines_of_part(game, color, onto, kind, part, &mut lines);
        }
    }
    lines
}

fn lines_of_part(
    game: &Game,
    color: Color,
    onto: Square,
    kind: Kind,
    part: &Part,
    lines: &mut Vec<Line>,
) {
    let board = &game.board;
    let back = |offset: Offset| game.oriented(offset, color).times(-1);
    let mut add = |from: Option<Square>, between: &[Square], way: Way| {
        if let Some(from) = from {
            let between = between.to_vec();
            let (quiet, capture) = (part.quiet, part.capture);
            lines.push(Line { kind, from, between, way, quiet, capture });
        }
    };
    // The squares before the end, step by step to the edge.
    let steps = |offset: Offset| {
        std::iter::successors(board.step(onto, back(offset)), move |&square| {
            board.step(square, back(offset))
        })
    };
    match part.path {
        Path::Leap(offset) => add(board.step(onto, back(offset)), &[], Way::Leap),
        Path::Slide { step, min, max } => {
            let before: Vec<Square> = steps(step).take(usize::from(max)).collect();
            for length in usize::from(min)..=before.len() {
                add(Some(before[length - 1]), &before[..length - 1], Way::Slide);
            }
        }
        Path::Hop { step } => {
            let before: Vec<Square> = steps(step).collect();
            for length in 2..=before.len() {
                add(Some(before[length - 1]), &before[..length - 1], Way::Hop);
            }
        }
        Path::Bend { first, then, min, max } => {
            let before: Vec<Square> = steps(then).take(usize::from(max)).collect();
            for length in usize::from(min)..=before.len() {
                let elbow = before[length - 1];
                add(board.step(elbow, back(first)), &before[..length], Way::Bend);
            }
        }
        Path::DoubleStep => {
            let before: Vec<Square> = steps(Offset::new(0, 1)).take(2).collect();
            if let &[passed, from] = before.as_slice()
                && (!part.initial || game.kind(kind).home.contains(color, from))
            {
                add(Some(from), &[passed], Way::DoubleStep);
            }
        }
    }
}

/// Whether some kind of the game has a part that a test admits, royal kinds aside.
pub(super) fn has_part(game: &Game, wanted: impl Fn(&Part) -> bool) -> bool {
    let royals = game.royals();
    game.all_kinds()
        .filter(|&kind| !royals.contains(kind))
        .any(|kind| game.kind(kind).movement.parts.iter().any(&wanted))
}

/// Whether some kind of the game attacks by leaping.
pub(super) fn has_leapers(game: &Game) -> bool {
    has_part(game, |part| part.capture && matches!(part.path, Path::Leap(_)))
}

/// Whether some kind of the game hops onto enemy men.
pub(super) fn has_hoppers(game: &Game) -> bool {
    has_part(game, |part| part.capture && matches!(part.path, Path::Hop { .. }))
}

/// Whether some kind of the game slides, and captures so.
pub(super) fn has_riders(game: &Game) -> bool {
    has_part(game, |part| part.capture && matches!(part.path, Path::Slide { max: 2.., .. }))
}

/// Whether some kind of the game bends, and captures so.
pub(super) fn has_bent_riders(game: &Game) -> bool {
    has_part(game, |part| part.capture && matches!(part.path, Path::Bend { .. }))
}

/// Whether a double step of the game may be answered en passant. Straight ahead it may not: the
/// man to be captured stands there.
pub(super) fn has_en_passant(game: &Game) -> bool {
    const AHEAD: Path = Path::Leap(Offset::new(0, 1));
    has_part(game, |part| part.path == Path::DoubleStep)
        && has_part(game, |part| part.en_passant && part.path != AHEAD)
}
