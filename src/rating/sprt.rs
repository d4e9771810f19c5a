//! [`Sprt`]: a test that ends as soon as the games decide it.

use serde::{Deserialize, Serialize};

use super::likelihood::{Sample, excess_of_normalized, logistic_ratio};
use super::{NORMALIZED_ELO, Results, score_of_elo};

/// What a difference of strength is measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EloScale {
    /// Normalised Elo: the same test lasts as long whatever the share of draws.
    Normalized,
    /// Elo as everybody knows it.
    Logistic,
}

impl EloScale {
    /// The farthest from 0 that a hypothesis may be. Farther off hardly a game is not lost, and the
    /// likeliest distribution under a normalised hypothesis is not found any more.
    pub const fn most(self) -> f64 {
        match self {
            Self::Normalized => 200.0,
            Self::Logistic => 1000.0,
        }
    }
}

/// A sequential probability ratio test: is one player stronger by `elo1` rather than by `elo0`?
///
/// After every game, or better every pair, the logarithm of the likelihood ratio of the two is held
/// against two [`Bounds`]. It is the exact one, with the likeliest distribution of points under
/// either hypothesis: the popular closed forms are near it only where the score is near one half.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    scale: EloScale,
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// Where a test ends.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bounds {
    /// At or below, the first hypothesis is accepted.
    pub lower: f64,
    /// At or above, the second.
    pub upper: f64,
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The difference is `elo0`, or less: the test failed.
    Fail,
    /// More games are needed.
    Continue,
    /// The difference is `elo1`, or more: the test passed.
    Pass,
}

/// What is wrong with a test.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// The hypotheses are not in order.
    #[error("elo0 is {elo0} and elo1 is {elo1}: elo0 must be the smaller one")]
    Hypotheses {
        /// The first.
        elo0: f64,
        /// The second.
        elo1: f64,
    },
    /// A hypothesis is farther from 0 than two players can be apart that a test tells.
    #[error("elo {elo} cannot be tested: expected {} to {} on this scale", -most, most)]
    Range {
        /// The hypothesis.
        elo: f64,
        /// The farthest.
        most: f64,
    },
    /// The errors are no probabilities of errors.
    #[error("alpha is {alpha} and beta is {beta}: both must be above 0, and their sum below 1")]
    Errors {
        /// Of passing by mistake.
        alpha: f64,
        /// Of failing by mistake.
        beta: f64,
    },
}

impl Sprt {
    /// A test between two differences, with the probabilities of passing (`alpha`) and of failing
    /// (`beta`) by mistake.
    ///
    /// # Errors
    /// When the differences are not finite, not in order or beyond [`EloScale::most`], when an error is not above 0, or when
    /// both errors add up to 1 or more. Any of these would turn the verdict round.
    pub fn new(
        scale: EloScale,
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
    ) -> Result<Self, SprtError> {
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            return Err(SprtError::Hypotheses { elo0, elo1 });
        }
        if let Some(elo) = [elo0, elo1].into_iter().find(|elo| elo.abs() > scale.most()) {
            return Err(SprtError::Range { elo, most: scale.most() });
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::Errors { alpha, beta });
        }
        Ok(Self { scale, elo0, elo1, alpha, beta })
    }

    /// The unit of the hypotheses.
    pub const fn scale(&self) -> EloScale {
        self.scale
    }

    /// The two hypotheses, in that unit.
    pub const fn hypotheses(&self) -> [f64; 2] {
        [self.elo0, self.elo1]
    }

    /// The probabilities of passing and of failing by mistake.
    pub const fn errors(&self) -> [f64; 2] {
        [self.alpha, self.beta]
    }

    /// Wald's bounds: ln(β / (1 − α)) and ln((1 − β) / α).
    pub fn bounds(&self) -> Bounds {
        Bounds {
            lower: (self.beta / (1.0 - self.alpha)).ln(),
            upper: ((1.0 - self.beta) / self.alpha).ln(),
        }
    }

    /// Bounds for a test that is looked at after each of these games or pairs.
    ///
    /// A ratio that moves in steps ends beyond a bound, so Wald's bounds make fewer errors than asked
    /// for and take longer. These are nearer to 0 by what it exceeds them on average: 0.583 standard
    /// deviations of a step (D. Siegmund, Sequential Analysis, 1985, section 3.5).
    pub fn bounds_in_steps(&self, results: &Results) -> Bounds {
        /// −ζ(1/2) / √(2π).
        const EXCESS: f64 = 0.582_597_157_939_010_7;
        let Bounds { lower, upper } = self.bounds();
        let Some(sample) = Sample::of(results) else { return Bounds { lower, upper } };
        let deviation = sample.distribution.variance().sqrt();
        let [score0, score1] = self.scores(deviation * (results.games_each() as f64).sqrt());
        let excess = EXCESS * (score1 - score0) / deviation;
        Bounds { lower: (lower + excess).min(0.0), upper: (upper - excess).max(0.0) }
    }

    /// The scores of the hypotheses, where the points of a game have this standard deviation.
    pub(super) fn scores(&self, deviation: f64) -> [f64; 2] {
        [self.elo0, self.elo1].map(|elo| match self.scale {
            EloScale::Logistic => score_of_elo(elo),
            EloScale::Normalized => 0.5 + elo / NORMALIZED_ELO * deviation,
        })
    }

    /// The logarithm of the likelihood ratio of the two hypotheses; 0 without games.
    ///
    /// A count of 0 is taken for 0.001, as fishtest and fastchess do.
    pub fn log_likelihood_ratio(&self, results: &Results) -> f64 {
        let Some(sample) = Sample::of(results) else { return 0.0 };
        match self.scale {
            EloScale::Logistic => logistic_ratio(&sample, self.elo0, self.elo1),
            EloScale::Normalized => {
                let at = |elo| sample.distribution.with_excess(excess_of_normalized(elo, results));
                sample.log_ratio(&at(self.elo0), &at(self.elo1))
            }
        }
    }

    /// What the test says once the logarithm of the ratio is this.
    pub fn verdict(&self, log_likelihood_ratio: f64) -> Verdict {
        let Bounds { lower, upper } = self.bounds();
        if log_likelihood_ratio >= upper {
            Verdict::Pass
        } else if log_likelihood_ratio <= lower {
            Verdict::Fail
        } else {
            Verdict::Continue
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_that_would_say_nothing_are_refused() {
        let of = |elo0, elo1, alpha, beta| Sprt::new(EloScale::Logistic, elo0, elo1, alpha, beta);
        assert!(matches!(of(5.0, 0.0, 0.05, 0.05), Err(SprtError::Hypotheses { .. })));
        assert!(matches!(of(5.0, 5.0, 0.05, 0.05), Err(SprtError::Hypotheses { .. })));
        assert!(matches!(of(0.0, f64::NAN, 0.05, 0.05), Err(SprtError::Hypotheses { .. })));
        assert!(matches!(of(0.0, 1001.0, 0.05, 0.05), Err(SprtError::Range { .. })));
        let far = Sprt::new(EloScale::Normalized, -201.0, 0.0, 0.05, 0.05);
        assert!(matches!(far, Err(SprtError::Range { .. })));
        assert!(matches!(of(0.0, 5.0, 0.0, 0.05), Err(SprtError::Errors { .. })));
        assert!(matches!(of(0.0, 5.0, 0.5, 0.5), Err(SprtError::Errors { .. })));
        assert!(of(0.0, 5.0, 0.05, 0.05).is_ok());
    }

    #[test]
    fn bounds_and_verdicts() {
        let test = Sprt::new(EloScale::Normalized, 0.0, 5.0, 0.05, 0.05).unwrap();
        let Bounds { lower, upper } = test.bounds();
        assert!((upper - 2.944_439).abs() < 1e-6 && (lower + 2.944_439).abs() < 1e-6);
        assert_eq!(test.verdict(upper), Verdict::Pass);
        assert_eq!(test.verdict(lower), Verdict::Fail);
        assert_eq!(test.verdict(0.0), Verdict::Continue);
        assert!(test.log_likelihood_ratio(&Results::NO_PAIRS).abs() < 1e-12);
    }
}
