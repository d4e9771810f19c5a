//! [`Line`]: the ways on which men bear on a square, walked out of the movements of a game.

use crate::geometry::{Board, Offset, Square};
use crate::pieces::{Color, Kind, Part, Path, Piece};
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

/// The squares around a square, those of the rectangle.
pub(super) fn neighbours(board: &Board, square: Square) -> Vec<Square> {
    let steps = (-1..=1).flat_map(|rank| (-1..=1).map(move |file| Offset::new(file, rank)));
    steps
        .filter(|offset| (offset.file, offset.rank) != (0, 0))
        .filter_map(|offset| board.step(square, offset))
        .collect()
}

/// The squares that a man attacks by leaps.
pub(super) fn leap_attacks(game: &Game, man: Piece, from: Square) -> Vec<Square> {
    let parts = game.kind(man.kind).movement.parts.iter().filter(|part| part.capture);
    let leaps = parts.filter_map(|part| match part.path {
        Path::Leap(offset) => game.board.step(from, game.oriented(offset, man.color)),
        _ => None,
    });
    let mut squares: Vec<Square> = leaps.collect();
    squares.sort_unstable();
    squares.dedup();
    squares
}

/// The squares that must be taken so that a man cannot move, as long as nobody is to be captured
/// elsewhere.
#[derive(Clone, Debug, Default)]
pub(super) struct Blockade {
    /// By men of its own side, for it could capture others.
    pub(super) own: Vec<Square>,
    /// By anybody.
    pub(super) any: Vec<Square>,
}

/// What keeps a man from moving; `None` for a man that hops, whom men in its way may help.
pub(super) fn blockade(game: &Game, man: Piece, from: Square) -> Option<Blockade> {
    let step = |offset: Offset| game.board.step(from, game.oriented(offset, man.color));
    let mut blockade = Blockade::default();
    for part in &game.kind(man.kind).movement.parts {
        match part.path {
            Path::Hop { .. } => return None,
            Path::Leap(offset) if part.quiet && part.capture => blockade.own.extend(step(offset)),
            Path::Leap(offset) if part.quiet => blockade.any.extend(step(offset)),
            Path::Slide { step: first, min: 1, .. } if part.capture => {
                blockade.own.extend(step(first));
            }
            Path::Slide { step: first, .. } | Path::Bend { first, .. } => {
                blockade.any.extend(step(first));
            }
            Path::DoubleStep => blockade.any.extend(step(Offset::new(0, 1))),
            Path::Leap(_) => {}
        }
    }
    blockade.own.sort_unstable();
    blockade.own.dedup();
    blockade.any.sort_unstable();
    blockade.any.dedup();
    blockade.any.retain(|square| !blockade.own.contains(square));
    Some(blockade)
}

/// Whether a man may stand on a square: a pawn that had to promote there may not, and only some
/// royal men are in citadels.
pub(super) fn may_stand(game: &Game, man: Piece, square: Square) -> bool {
    let kind = game.kind(man.kind);
    if let Some(citadel) = game.citadels.iter().find(|citadel| citadel.square == square) {
        return kind.royal.is_some() && (citadel.owner != man.color || kind.own_citadel);
    }
    let forced =
        kind.promotion.as_ref().is_some_and(|p| !p.optional && p.zone.contains(man.color, square));
    !(kind.pawn && forced && game.on_last_rank(man.color, square))
}

/// Whether a man may have come by a double step from a square.
pub(super) fn has_stepped(game: &Game, man: Piece, origin: Square) -> bool {
    let kind = game.kind(man.kind);
    kind.movement.parts.iter().any(|part| {
        part.path == Path::DoubleStep && (!part.initial || kind.home.contains(man.color, origin))
    })
}

/// The men that could capture en passant after a double step of a side from a square, each with
/// where it would stand. Straight ahead there is none: the man to be captured stands there.
pub(super) fn catchers(game: &Game, stepper: Color, origin: Square) -> Vec<(Square, Piece)> {
    let (color, forward) = (!stepper, game.forward(stepper));
    let step = |by| game.board.step(origin, forward.times(by));
    let (Some(target), Some(victim)) = (step(1), step(2)) else { return Vec::new() };
    let mut catchers = Vec::new();
    for kind in game.all_kinds() {
        let man = Piece { color, kind };
        for part in game.kind(kind).movement.parts.iter().filter(|part| part.en_passant) {
            let Path::Leap(offset) = part.path else { continue };
            let from = game.board.step(target, game.oriented(offset, color).times(-1));
            catchers.extend(
                from.filter(|&from| from != victim && from != origin && may_stand(game, man, from))
                    .map(|from| (from, man)),
            );
        }
    }
    catchers
}
