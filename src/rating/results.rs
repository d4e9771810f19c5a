//! [`Results`]: games or pairs, counted by points.

use serde::Serialize;

use crate::estimation::Outcome;

/// How often a player got each number of points, in single games or in pairs of games.
///
/// In a pair two players meet twice from one opening, each once with each colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Results {
    /// Games lost, drawn and won: the trinomial.
    Games([u64; 3]),
    /// Pairs that gave 0, 1/2, 1, 1 1/2 and 2 points: the pentanomial. The middle one holds two
    /// draws and a win with a loss alike.
    Pairs([u64; 5]),
}

impl Results {
    /// No game.
    pub const NO_GAMES: Self = Self::Games([0; 3]);
    /// No pair.
    pub const NO_PAIRS: Self = Self::Pairs([0; 5]);

    /// Counts games one by one.
    pub fn of_games(outcomes: impl IntoIterator<Item = Outcome>) -> Self {
        let mut cells = [0; 3];
        for outcome in outcomes {
            cells[outcome.half_points()] += 1;
        }
        Self::Games(cells)
    }

    /// Counts pairs; each is the two games of one player.
    pub fn of_pairs(pairs: impl IntoIterator<Item = [Outcome; 2]>) -> Self {
        let mut cells = [0; 5];
        for [one, other] in pairs {
            cells[one.half_points() + other.half_points()] += 1;
        }
        Self::Pairs(cells)
    }

    /// The counts, from the fewest points to the most.
    pub fn cells(&self) -> &[u64] {
        match self {
            Self::Games(cells) => cells,
            Self::Pairs(cells) => cells,
        }
    }

    /// How many games one count stands for.
    pub const fn games_each(&self) -> u64 {
        match self {
            Self::Games(_) => 1,
            Self::Pairs(_) => 2,
        }
    }

    /// How many games or pairs there are.
    pub fn count(&self) -> u64 {
        self.cells().iter().sum()
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.count() * self.games_each()
    }

    /// The mean of the points a game, 0 to 1; `None` without games.
    pub fn score(&self) -> Option<f64> {
        let most = self.cells().len() - 1;
        let sum: u64 = self.cells().iter().zip(0..).map(|(count, points)| count * points).sum();
        let count = self.count();
        (count > 0).then(|| sum as f64 / (count * most as u64) as f64)
    }

    /// The same games for the other player.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        match &mut self {
            Self::Games(cells) => cells.reverse(),
            Self::Pairs(cells) => cells.reverse(),
        }
        self
    }
}
