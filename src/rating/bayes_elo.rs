//! [`BayesElo`]: a difference and a tendency to draw.

use super::likelihood::{Sample, logistic_ratio};
use super::{Results, elo_of_score};
use crate::estimation::{DrawModel, Outcome};

/// Natural units in one Elo.
const UNIT: f64 = std::f64::consts::LN_10 / 400.0;

/// The model of R. Coulom's program `BayesElo`: two numbers for the probabilities of a win, a draw
/// and a loss. It is the [`DrawModel`] in units of 400 / ln 10.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BayesElo {
    /// How much stronger the player is.
    pub elo: f64,
    /// How much stronger it must be to win half of its games.
    pub draw_elo: f64,
}

impl BayesElo {
    /// The model in natural units.
    pub fn model(self) -> DrawModel {
        DrawModel { advantage: self.elo * UNIT, margin: self.draw_elo * UNIT }
    }

    /// The numbers that give the probabilities of a loss and of a win. They are finite when both
    /// lie between 0 and 1.
    pub fn of_probabilities(loss: f64, win: f64) -> Self {
        let odds = |p: f64| (p / (1.0 - p)).log10();
        Self { elo: 200.0 * (odds(win) - odds(loss)), draw_elo: -200.0 * (odds(win) + odds(loss)) }
    }

    /// The difference in logistic Elo that gives the same score.
    pub fn logistic(self) -> f64 {
        elo_of_score(self.model().expected_score())
    }

    /// The logarithm of the likelihood ratio of two differences, in `BayesElo`, for single games.
    ///
    /// The draw Elo is that of the games; the differences are turned to logistic Elo by it, as fishtest
    /// does. 0 without games.
    ///
    /// # Panics
    /// When given pairs: they do not tell how many games were drawn.
    pub fn log_likelihood_ratio(results: &Results, elo0: f64, elo1: f64) -> f64 {
        assert_eq!(results.games_each(), 1, "BayesElo is defined for single games");
        let Some(sample) = Sample::of(results) else { return 0.0 };
        let probability = |place| sample.distribution.probability(place);
        let losses = probability(Outcome::Loss.half_points());
        let wins = probability(Outcome::Win.half_points());
        let Self { draw_elo, .. } = Self::of_probabilities(losses, wins);
        let logistic = |elo| Self { elo, draw_elo }.logistic();
        logistic_ratio(&sample, logistic(elo0), logistic(elo1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_there_and_back() {
        let there = BayesElo { elo: 12.0, draw_elo: 250.0 };
        let of = |outcome| there.model().probability(outcome);
        let back = BayesElo::of_probabilities(of(Outcome::Loss), of(Outcome::Win));
        assert!((back.elo - 12.0).abs() < 1e-9 && (back.draw_elo - 250.0).abs() < 1e-9);
    }

    #[test]
    fn near_zero_it_is_elo_on_another_scale() {
        // The slope at 0 is 4x / (1 + x)² with x = 10^(−draw Elo / 400).
        let x = 10_f64.powf(-250.0 / 400.0);
        let scale = 4.0 * x / (1.0 + x).powi(2);
        let elo = BayesElo { elo: 0.01, draw_elo: 250.0 }.logistic();
        assert!((elo / 0.01 - scale).abs() < 1e-6);
    }
}
