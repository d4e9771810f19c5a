//! [`AdjustedElo`]: what a sequential test says of the difference.

use serde::Serialize;

use super::likelihood::Sample;
use super::root::root;
use super::{Bounds, Brownian, Estimate, Results, Sprt, score_of_elo};

/// The difference in logistic Elo that a sequential test shows.
///
/// A test that passed stopped at a lucky moment, so plain Elo says too much of it; after one that
/// failed, too little. Here the estimate is the difference under which the course of the test was a
/// median one, and the ends of the interval are those under which it was among the best or the worst
/// 2.5 %. So it may lie on the other side of 0 than the score does. The logarithm of the likelihood
/// ratio is taken for a Brownian motion (M. Van den Bergh's method, used by fishtest).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AdjustedElo {
    /// The difference, in logistic Elo. An end is infinite where the games do not bound it.
    pub elo: Estimate,
    /// The probability that the difference is above 0.
    pub superiority: f64,
}

/// Differences beyond this are infinite, in Elo.
const MOST: f64 = 2000.0;

impl AdjustedElo {
    /// The estimate of a test at its results; `None` without games.
    ///
    /// A ratio beyond a bound is taken back to it, and the time in proportion.
    pub fn of(test: &Sprt, results: &Results) -> Option<Self> {
        let course = Course::of(test, results)?;
        let at = |worse: f64| {
            let found = root(|elo| course.worse(elo) - worse, -MOST, MOST);
            if found.abs() >= MOST { found * f64::INFINITY } else { found }
        };
        Some(Self {
            elo: Estimate { value: at(0.5), low: at(0.975), high: at(0.025) },
            superiority: course.worse(0.0),
        })
    }
}

/// Where a test stands, and what is needed to ask how likely that was.
struct Course {
    bounds: Bounds,
    /// The scores of the hypotheses.
    scores: [f64; 2],
    mean: f64,
    variance: f64,
    /// Games or pairs played.
    time: f64,
    ratio: f64,
}

impl Course {
    fn of(test: &Sprt, results: &Results) -> Option<Self> {
        let sample = Sample::of(results)?;
        let (mean, variance) = (sample.distribution.mean(), sample.distribution.variance());
        let deviation = (variance * results.games_each() as f64).sqrt();
        let (bounds, ratio) = (test.bounds(), test.log_likelihood_ratio(results));
        let stopped = ratio.clamp(bounds.lower, bounds.upper);
        let share = if ratio == 0.0 { 1.0 } else { stopped / ratio };
        Some(Self {
            bounds,
            scores: test.scores(deviation),
            mean,
            variance,
            time: sample.count * share,
            ratio: stopped,
        })
    }

    /// How likely a worse course was, if the difference is this.
    fn worse(&self, elo: f64) -> f64 {
        let [score0, score1] = self.scores;
        let score = score_of_elo(elo);
        // The variance about that score.
        let variance = self.variance + (score - self.mean).powi(2);
        let apart = score1 - score0;
        let motion = Brownian {
            lower: self.bounds.lower,
            upper: self.bounds.upper,
            drift: (score - f64::midpoint(score0, score1)) * apart / variance,
            variance: apart * apart / variance,
        };
        motion.worse(self.time, self.ratio)
    }
}
