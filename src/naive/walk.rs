//! Where a way of moving leads on the board as it is, walked one square after another.

use super::NaiveBoard;
use crate::geometry::{Offset, Square};
use crate::pieces::{Color, Path, UNLIMITED};

/// The steps in all eight directions.
const AROUND: [Offset; 8] = [
    Offset::new(-1, -1),
    Offset::new(0, -1),
    Offset::new(1, -1),
    Offset::new(-1, 0),
    Offset::new(1, 0),
    Offset::new(-1, 1),
    Offset::new(0, 1),
    Offset::new(1, 1),
];

impl NaiveBoard<'_> {
    /// The squares that a path arrives on, whoever stands there. Only what stands before a square
    /// matters to reaching it; whether the man may end there is for the caller to say.
    pub(super) fn reached(&self, path: Path, color: Color, from: Square) -> Vec<Square> {
        let oriented = |offset| self.game.oriented(offset, color);
        match path {
            Path::Leap(offset) => self.step(from, oriented(offset)).into_iter().collect(),
            Path::Slide { step, min, max } => self.slide(from, oriented(step), min, max),
            Path::Hop { step } => self.hop(from, oriented(step)),
            Path::Bend { first, then, min, max } => match self.step(from, oriented(first)) {
                Some(elbow) if self.is_empty(elbow) => self.slide(elbow, oriented(then), min, max),
                _ => Vec::new(),
            },
            Path::DoubleStep => self.slide(from, self.game.forward(color), 2, 2),
        }
    }

    /// The square an offset away.
    pub(super) fn step(&self, from: Square, offset: Offset) -> Option<Square> {
        self.game.board.step(from, offset)
    }

    /// The squares that a royal man steps to from a square: those around it on the rectangle, or
    /// those that a square beyond it is joined to.
    pub(super) fn neighbours(&self, square: Square) -> Vec<Square> {
        let board = &self.game.board;
        if !board.in_rectangle(square) {
            return board.extra()[square.index() - board.rectangle_len()].neighbours.clone();
        }
        AROUND.iter().filter_map(|&offset| self.step(square, offset)).collect()
    }

    /// The squares `min` to `max` steps away, up to and with the first that somebody stands on.
    fn slide(&self, from: Square, step: Offset, min: u8, max: u8) -> Vec<Square> {
        let mut reached = Vec::new();
        let mut here = from;
        for steps in 1..=max {
            let Some(next) = self.step(here, step) else { break };
            if steps >= min {
                reached.push(next);
            }
            if !self.is_empty(next) {
                break;
            }
            here = next;
        }
        reached
    }

    /// The squares behind the first man in the way, up to and with the next that somebody
    /// stands on.
    fn hop(&self, from: Square, step: Offset) -> Vec<Square> {
        let mut screen = self.step(from, step);
        while let Some(square) = screen.filter(|&square| self.is_empty(square)) {
            screen = self.step(square, step);
        }
        screen.map_or(Vec::new(), |screen| self.slide(screen, step, 1, UNLIMITED))
    }
}
