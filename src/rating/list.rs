//! [`RatingList`]: the players of a tournament, each with a rating.

use nalgebra::{DMatrix, DVector};
use serde::Serialize;

use super::Estimate;
use super::strength::normal_below;
use crate::estimation::{Fit, FitError, Observation, Outcome, fit};

/// A game of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedGame {
    /// The player who moved first.
    pub first: usize,
    /// The other one.
    pub second: usize,
    /// How it ended for the first.
    pub outcome: Outcome,
    /// The same for the games of one opening: they depend on each other.
    pub pair: u64,
}

/// Ratings by a Bradley-Terry model with draws (Rao and Kupper's) and an advantage of the first
/// move, fitted to all games at once.
///
/// The unit is that of Elo among equals: `BayesElo`'s, times 1 / cosh²(a / 2) for the margin a of the
/// model, which is the slope of the score there. The mean of all rated players is 0. Errors are
/// clustered by pair.
///
/// Only players that can be compared have a rating: each of them, directly or by way of others, got
/// points from each other one (Ford's condition). The largest such group is rated.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RatingList {
    /// Those with a rating, from the best to the worst.
    pub rated: Vec<Rated>,
    /// Those without.
    pub unrated: Vec<Unrated>,
    /// How much better the first to move stands, in Elo. `None` where the games do not tell it from
    /// the strength of players.
    pub first_move: Option<Estimate>,
    /// How much stronger one must be to win half of the games, in Elo; 0 when none was drawn.
    pub draw_elo: f64,
    /// The probability that the player of a row is stronger than that of a column, in the order of
    /// [`Self::rated`]; one half where they are the same.
    pub superiority: Vec<Vec<f64>>,
}

/// A player with a rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rated {
    /// Its number.
    pub player: usize,
    /// Its rating.
    pub elo: Estimate,
}

/// A player that cannot be compared with the rated ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase", tag = "place", content = "player")]
pub enum Unrated {
    /// It lost no points to them, nor to others that did.
    Above(usize),
    /// It got none.
    Below(usize),
    /// No game leads from one to the other.
    Apart(usize),
}

/// Why there is no list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RatingError {
    /// No two players took points from each other.
    #[error("no two players can be compared: nobody both won and lost points")]
    Nobody,
    /// The games do not give ratings.
    #[error(transparent)]
    Fit(#[from] FitError),
}

/// Elo in a natural unit.
const UNIT: f64 = 400.0 / std::f64::consts::LN_10;

impl RatingList {
    /// Rates players with the numbers 0 to `players` − 1.
    ///
    /// # Errors
    /// When no two of them can be compared, when all games were drawn, or when there is one pair only.
    ///
    /// # Panics
    /// When a game names a player that is not there.
    pub fn of(players: usize, games: &[RatedGame]) -> Result<Self, RatingError> {
        let reach = Reach::of(players, games);
        let group = reach.largest_group();
        if group.len() < 2 {
            return Err(RatingError::Nobody);
        }
        let (fit, with_first) = match fit(&observations(&group, games, true)) {
            Ok(fit) => (fit, true),
            Err(FitError::Singular | FitError::Unbounded) => {
                (fit(&observations(&group, games, false))?, false)
            }
            Err(other) => return Err(other.into()),
        };
        let scale = UNIT / (fit.margin / 2.0).cosh().powi(2);
        let (ratings, covariance) = centred(&fit, group.len(), scale);
        let mut order: Vec<usize> = (0..group.len()).collect();
        order.sort_by(|&one, &other| ratings[other].total_cmp(&ratings[one]));
        let above = |one: usize, other: usize| {
            let variance = covariance[(one, one)] + covariance[(other, other)]
                - 2.0 * covariance[(one, other)];
            let apart = ratings[one] - ratings[other];
            if one == other { 0.5 } else { normal_below(apart / variance.sqrt()) }
        };
        let rated = |&place: &usize| Rated {
            player: group[place],
            elo: Estimate::normal(ratings[place], covariance[(place, place)].sqrt()),
        };
        let first_move = with_first.then(|| {
            let place = group.len() - 1;
            let error = fit.covariance[(place, place)].sqrt();
            Estimate::normal(fit.weights[place] * scale, error * scale)
        });
        Ok(Self {
            rated: order.iter().map(rated).collect(),
            unrated: (0..players).filter_map(|player| reach.unrated(player, group[0])).collect(),
            first_move,
            draw_elo: fit.margin * UNIT,
            superiority: order
                .iter()
                .map(|&row| order.iter().map(|&column| above(row, column)).collect())
                .collect(),
        })
    }
}

/// The games among a group, as rows of a design: the first player of the group has rating 0, each
/// other one a column, and the first move, if asked for, the last.
fn observations(group: &[usize], games: &[RatedGame], first_move: bool) -> Vec<Observation> {
    let columns = group.len() - 1 + usize::from(first_move);
    let place = |player: usize| group.iter().position(|&member| member == player);
    games
        .iter()
        .filter_map(|game| {
            let (first, second) = (place(game.first)?, place(game.second)?);
            let mut features = vec![0.0; columns];
            for (place, sign) in [(first, 1.0), (second, -1.0)] {
                if place > 0 {
                    features[place - 1] += sign;
                }
            }
            if first_move {
                features[columns - 1] = 1.0;
            }
            Some(Observation { features, outcome: game.outcome, cluster: game.pair, weight: 1.0 })
        })
        .collect()
}

/// Ratings with mean 0, and their covariance, in units of `scale`.
fn centred(fit: &Fit, players: usize, scale: f64) -> (DVector<f64>, DMatrix<f64>) {
    let others = players - 1;
    let share = 1.0 / players as f64;
    let centring = DMatrix::from_fn(players, others, |row, column| {
        f64::from(u8::from(row == column + 1)) - share
    }) * scale;
    let covariance = fit.covariance.view((0, 0), (others, others));
    (&centring * fit.weights.rows(0, others), &centring * covariance * centring.transpose())
}

/// Who got points from whom, directly or by way of others.
struct Reach(Vec<Vec<bool>>);

impl Reach {
    fn of(players: usize, games: &[RatedGame]) -> Self {
        let mut reach: Vec<Vec<bool>> =
            (0..players).map(|row| (0..players).map(|column| row == column).collect()).collect();
        for game in games {
            reach[game.first][game.second] |= game.outcome != Outcome::Loss;
            reach[game.second][game.first] |= game.outcome != Outcome::Win;
        }
        for middle in 0..players {
            let through = reach[middle].clone();
            for row in &mut reach {
                if row[middle] {
                    row.iter_mut().zip(&through).for_each(|(cell, more)| *cell |= more);
                }
            }
        }
        Self(reach)
    }

    /// The largest set of players that all reach each other; the first of several.
    fn largest_group(&self) -> Vec<usize> {
        let players = self.0.len();
        let group = |one: usize| -> Vec<usize> {
            (0..players).filter(|&other| self.0[one][other] && self.0[other][one]).collect()
        };
        (0..players).rev().map(group).max_by_key(Vec::len).unwrap_or_default()
    }

    /// How a player stands to the group of another one, if not in it.
    fn unrated(&self, player: usize, member: usize) -> Option<Unrated> {
        match (self.0[player][member], self.0[member][player]) {
            (true, true) => None,
            (true, false) => Some(Unrated::Above(player)),
            (false, true) => Some(Unrated::Below(player)),
            (false, false) => Some(Unrated::Apart(player)),
        }
    }
}
