//! [`Score`]: games won, drawn and lost.

use serde::Serialize;

use crate::arena::Outcome;
use crate::pieces::Color;

/// Games won, drawn and lost by somebody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Score {
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
}

impl Score {
    /// Counts a game for a side.
    pub(super) fn add(&mut self, outcome: Outcome, side: Color) {
        match outcome.half_points(side) {
            0 => self.lost += 1,
            1 => self.drawn += 1,
            _ => self.won += 1,
        }
    }

    /// How many games there are.
    pub const fn games(self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// One point for a win, half a one for a draw.
    pub fn points(self) -> f64 {
        self.won as f64 + self.drawn as f64 / 2.0
    }

    /// Points a game, 0 to 1; `None` without games.
    pub fn share(self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// Both together.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            won: self.won + other.won,
            drawn: self.drawn + other.drawn,
            lost: self.lost + other.lost,
        }
    }
}
