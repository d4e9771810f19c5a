//! [`Strength`]: how much stronger one of two players is, and how sure that is.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

use super::likelihood::{Distribution, Sample};
use super::{NORMALIZED_ELO, Results, elo_of_score};

/// A number with its 95 % interval.
///
/// Where all games were won or lost, value and one end are infinite, and the other end is the
/// one-sided 95 % bound.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Estimate {
    /// A normally distributed estimate with a standard error.
    pub fn normal(value: f64, error: f64) -> Self {
        Self { value, low: value - Z95 * error, high: value + Z95 * error }
    }

    /// Half the width of the interval: what stands after ±.
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// The same for value and ends.
    #[must_use]
    pub fn map(self, with: impl Fn(f64) -> f64) -> Self {
        Self { value: with(self.value), low: with(self.low), high: with(self.high) }
    }
}

/// The point that a standard normal exceeds in 2.5 % of all cases.
pub(super) const Z95: f64 = 1.959_963_984_540_054;

/// What may be wrong one time in twenty.
const LEVEL: f64 = 0.05;

/// The probability that a standard normal is at most `x`.
pub(super) fn normal_below(x: f64) -> f64 {
    Normal::standard().cdf(x)
}

/// How one player did against another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Strength {
    /// Points a game, 0 to 1.
    pub score: Estimate,
    /// The difference in Elo that gives this score. The ends are those of the score; the interval is
    /// not symmetric.
    pub elo: Estimate,
    /// The difference in standard deviations of a game, times [`NORMALIZED_ELO`]. `None` where all
    /// games or pairs ended alike, for then there is no deviation.
    pub normalized_elo: Option<Estimate>,
    /// Likelihood of superiority: the probability that the player is the stronger one. `None` where
    /// all games or pairs ended alike.
    pub superiority: Option<f64>,
}

impl Strength {
    /// The strength that results show; `None` without games.
    ///
    /// A count of 0 is taken for 0.001 in score and Elo, as fishtest does, and for what it is in
    /// normalised Elo: so all numbers agree with published ones to their last digit.
    ///
    /// The interval of the score is the mean ± 1.96 standard errors; that of a normalised Elo counts
    /// the deviation as known. Where all n games or pairs ended alike they show no deviation, and the
    /// interval comes from Clopper and Pearson's exact bound: an event that happened n times out
    /// of n has a probability of at least 0.05^(1/n), with 95 % confidence; anything may happen
    /// otherwise.
    pub fn of(results: &Results) -> Option<Self> {
        let observed = Distribution::observed(results)?;
        if observed.variance() == 0.0 {
            let mean = observed.mean();
            let again = LEVEL.powf(1.0 / results.count() as f64);
            let score =
                Estimate { value: mean, low: mean * again, high: mean * again + (1.0 - again) };
            let score = if mean >= 1.0 { Estimate { high: 1.0, ..score } } else { score };
            return Some(Self {
                score,
                elo: score.map(elo_of_score),
                normalized_elo: None,
                superiority: None,
            });
        }
        let Sample { distribution, count } = Sample::of(results)?;
        let (mean, variance) = (distribution.mean(), distribution.variance());
        let error = (variance / count).sqrt();
        let score = Estimate::normal(mean, error);
        // Not from the sample: where a count is 0 it would move this more than its last digit.
        let of_game = (observed.variance() * results.games_each() as f64).sqrt();
        let plain = Estimate::normal(observed.mean(), (observed.variance() / count).sqrt());
        Some(Self {
            score,
            elo: score.map(elo_of_score),
            normalized_elo: Some(plain.map(|s| (s - 0.5) / of_game * NORMALIZED_ELO)),
            superiority: Some(normal_below((mean - 0.5) / error)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_known_without_games() {
        assert_eq!(Strength::of(&Results::NO_GAMES), None);
        assert_eq!(Strength::of(&Results::NO_PAIRS), None);
    }

    #[test]
    fn all_won_gives_one_bound() {
        let all = Strength::of(&Results::Games([0, 0, 10])).unwrap();
        // 0.05^(1/10) = 0.741, which is 183 Elo.
        assert!((all.score.low - 0.741_134).abs() < 1e-6);
        assert!((all.elo.low - 182.7).abs() < 0.1, "{:?}", all.elo);
        assert!(all.elo.value.is_infinite() && all.elo.high.is_infinite());
        assert_eq!((all.normalized_elo, all.superiority), (None, None));
        let none = Strength::of(&Results::Pairs([10, 0, 0, 0, 0])).unwrap();
        assert!(none.elo.low.is_infinite() && none.elo.value.is_infinite());
        assert!((none.elo.high + all.elo.low).abs() < 1e-9);
        let even = Strength::of(&Results::Pairs([0, 0, 10, 0, 0])).unwrap();
        assert!(even.elo.value == 0.0 && even.elo.low < -20.0 && even.elo.high > 20.0);
    }
}
