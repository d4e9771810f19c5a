//! [`Shape`]: a way of moving that is the same in all directions, as other programs know them; and
//! the pawn, the one man that is not.

use crate::geometry::Offset;
use crate::pieces::{Movement, Part, Path, UNLIMITED};

/// How a man gets along a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// To the end of one step, whatever stands between.
    Leap,
    /// On and on over empty squares, at most so many steps.
    Slide(u8),
    /// Over exactly one man.
    Hop,
}

/// A way of moving in all directions of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// The shorter side of the step: 0, 1, 2, 3.
    pub(super) near: u8,
    /// The longer side of the step, at least 1.
    pub(super) far: u8,
    pub(super) way: Way,
    pub(super) quiet: bool,
    pub(super) capture: bool,
}

impl Shape {
    /// A shape of a movement that both moves and captures.
    pub(super) const fn both(near: u8, far: u8, way: Way) -> Self {
        Self { near, far, way, quiet: true, capture: true }
    }

    /// The steps of the directions of the shape: 4 or 8.
    const fn directions(self) -> usize {
        if self.near == 0 || self.near == self.far { 4 } else { 8 }
    }
}

/// A pawn: forward by one, captures diagonally.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pawn {
    /// Whether it has a double step, and if so whether only while unmoved.
    pub(super) double_step: Option<bool>,
    /// Whether it captures en passant.
    pub(super) en_passant: bool,
}

/// The shapes that make up a movement.
///
/// # Errors
/// With what the movement has that is no such shape.
pub(super) fn shapes(movement: &Movement) -> Result<Vec<Shape>, &'static str> {
    let mut shapes: Vec<(Shape, Vec<Offset>)> = Vec::new();
    for part in &movement.parts {
        let (step, way) = match part.path {
            Path::Leap(offset) => (offset, Way::Leap),
            Path::Slide { step, min: 1, max } => (step, Way::Slide(max)),
            Path::Slide { .. } => return Err("a least number of steps"),
            Path::Hop { step } => (step, Way::Hop),
            Path::Bend { .. } => return Err("a move with a turn"),
            Path::DoubleStep => return Err("a double step though it is no pawn"),
        };
        if part.initial || part.en_passant {
            return Err("a move that depends on what was played before");
        }
        let (files, ranks) = (step.file.unsigned_abs(), step.rank.unsigned_abs());
        let (near, far) = (files.min(ranks), files.max(ranks));
        let shape = Shape { near, far, way, quiet: part.quiet, capture: part.capture };
        match shapes.iter_mut().find(|(known, _)| *known == shape) {
            Some((_, steps)) => steps.push(step),
            None => shapes.push((shape, vec![step])),
        }
    }
    if shapes.iter().any(|(shape, steps)| steps.len() != shape.directions()) {
        return Err("moves that are not the same in all directions");
    }
    Ok(shapes.into_iter().map(|(shape, _)| shape).collect())
}

/// The pawn that a movement is, if it is one.
pub(super) fn pawn(movement: &Movement) -> Option<Pawn> {
    let double_step = movement.double_step().map(|part| part.initial);
    let en_passant = movement.captures_en_passant();
    let is_part = |part: &Part, file: i8, quiet: bool| {
        let takes = !quiet;
        part.path == Path::Leap(Offset::new(file, 1))
            && (part.quiet, part.capture) == (quiet, takes)
            && part.en_passant == (takes && en_passant)
            && !part.initial
    };
    let rest: Vec<&Part> =
        movement.parts.iter().filter(|part| part.path != Path::DoubleStep).collect();
    let has = |file, quiet| rest.iter().any(|part| is_part(part, file, quiet));
    let is_pawn = rest.len() == 3 && has(0, true) && has(-1, false) && has(1, false);
    is_pawn.then_some(Pawn { double_step, en_passant })
}

/// A slide to the edge.
pub(super) const UNENDING: Way = Way::Slide(UNLIMITED);
