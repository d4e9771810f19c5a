//! [`Movement`]: the meaning of a movement string, as a list of paths.
//!
//! Everything is said from White's point of view; Black's is the mirror image or the rotation,
//! as the game has it.

use crate::geometry::{Board, Offset, Square};

/// The `max` of a path that goes on to the edge of the board.
pub const UNLIMITED: u8 = u8::MAX;

/// How a piece travels, from White's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Path {
    /// Straight to the square an offset away, whatever stands between.
    Leap(Offset),
    /// `min` to `max` steps over empty squares.
    Slide {
        /// One step.
        step: Offset,
        /// The fewest steps, at least 1.
        min: u8,
        /// The most steps, or [`UNLIMITED`].
        max: u8,
    },
    /// A slide that passes over exactly one man of either side, the screen, with empty squares
    /// before it and behind it.
    Hop {
        /// One step.
        step: Offset,
    },
    /// One step onto an empty square, the elbow, then `min` to `max` steps in another direction
    /// over empty squares.
    Bend {
        /// The step to the elbow.
        first: Offset,
        /// One step behind the elbow.
        then: Offset,
        /// The fewest steps behind the elbow, at least 1.
        min: u8,
        /// The most steps behind the elbow, or [`UNLIMITED`].
        max: u8,
    },
    /// Two steps forward over an empty square, which may be answered en passant.
    DoubleStep,
}

impl Path {
    /// The squares that White's man on a square reaches this way on some board: what may stand
    /// between is left open.
    pub fn reached(self, board: &Board, from: Square) -> Vec<Square> {
        let ray = |from: Square, step: Offset, min: u8, max: u8| -> Vec<Square> {
            let squares = std::iter::successors(board.step(from, step), |&s| board.step(s, step));
            squares.take(usize::from(max)).skip(usize::from(min) - 1).collect()
        };
        match self {
            Self::Leap(offset) => board.step(from, offset).into_iter().collect(),
            Self::Slide { step, min, max } => ray(from, step, min, max),
            Self::Hop { step } => ray(from, step, 2, UNLIMITED),
            Self::Bend { first, then, min, max } => {
                board.step(from, first).map_or(Vec::new(), |elbow| ray(elbow, then, min, max))
            }
            Self::DoubleStep => board.step(from, Offset::new(0, 2)).into_iter().collect(),
        }
    }
}

/// One way a piece may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Part {
    /// Whether it may end on an empty square.
    pub quiet: bool,
    /// Whether it may end on an enemy man; this is also what attacks.
    pub capture: bool,
    /// Whether it may capture en passant.
    pub en_passant: bool,
    /// Whether only a man that has not moved may use it.
    pub initial: bool,
    /// How it travels.
    pub path: Path,
}

/// All ways a kind of piece may move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Movement {
    /// The ways, none twice.
    pub parts: Vec<Part>,
}

impl Movement {
    /// Adds a way; one that differs from another only in what it may end on joins it.
    pub fn add(&mut self, part: Part) {
        let twin = self.parts.iter_mut().find(|p| p.path == part.path && p.initial == part.initial);
        match twin {
            Some(twin) => {
                twin.quiet |= part.quiet;
                twin.capture |= part.capture;
                twin.en_passant |= part.en_passant;
            }
            None => self.parts.push(part),
        }
    }

    /// The double step, if there is one.
    pub fn double_step(&self) -> Option<&Part> {
        self.parts.iter().find(|part| part.path == Path::DoubleStep)
    }

    /// Replaces the double step: `None` for none, otherwise whether only an unmoved man has it.
    pub fn set_double_step(&mut self, initial: Option<bool>) {
        self.parts.retain(|part| part.path != Path::DoubleStep);
        if let Some(initial) = initial {
            self.add(Part {
                quiet: true,
                capture: false,
                en_passant: false,
                initial,
                path: Path::DoubleStep,
            });
        }
    }

    /// Sets how many steps the slides, or the legs behind an elbow, must at least make.
    pub fn set_minimum(&mut self, steps: u8) {
        for part in &mut self.parts {
            match &mut part.path {
                Path::Slide { min, .. } | Path::Bend { min, .. } => *min = steps,
                Path::Leap(_) | Path::Hop { .. } | Path::DoubleStep => {}
            }
        }
    }

    /// Whether some part may capture en passant.
    pub fn captures_en_passant(&self) -> bool {
        self.parts.iter().any(|part| part.en_passant)
    }

    /// Whether some part belongs to unmoved men only.
    pub fn has_initial(&self) -> bool {
        self.parts.iter().any(|part| part.initial)
    }
}
