//! [`Distribution`]: probabilities of points, and those nearest to them under a hypothesis.

use arrayvec::ArrayVec;

use super::root::root;
use super::{NORMALIZED_ELO, Results, score_of_elo};

/// What stands for a count of 0 in a likelihood, so that every number of points is possible:
/// fishtest's choice, which fastchess took over.
const FEWEST: f64 = 1e-3;

/// After so many rounds, or changes smaller than this, a distribution counts as found.
const ROUNDS: usize = 50;
const PRECISION: f64 = 1e-12;

/// The probability of each number of points, from 0 to 1 in equal steps.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Distribution {
    probabilities: ArrayVec<f64, 5>,
}

/// Counts in which none is 0, as a distribution and their sum.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sample {
    pub(super) distribution: Distribution,
    pub(super) count: f64,
}

impl Sample {
    /// The sample of results; `None` without games.
    pub(super) fn of(results: &Results) -> Option<Self> {
        if results.count() == 0 {
            return None;
        }
        let cells = results.cells().iter().map(|&count| (count as f64).max(FEWEST));
        let cells: ArrayVec<f64, 5> = cells.collect();
        let count: f64 = cells.iter().sum();
        let probabilities = cells.iter().map(|cell| cell / count).collect();
        Some(Self { distribution: Distribution { probabilities }, count })
    }

    /// How much likelier the sample is under the second hypothesis than under the first: the
    /// logarithm of the ratio.
    pub(super) fn log_ratio(&self, first: &Distribution, second: &Distribution) -> f64 {
        let cells = self.distribution.probabilities.iter();
        let cells = cells.zip(&first.probabilities).zip(&second.probabilities);
        self.count * cells.map(|((p, first), second)| p * (second / first).ln()).sum::<f64>()
    }
}

impl Distribution {
    /// How often each number of points was got; `None` without games.
    pub(super) fn observed(results: &Results) -> Option<Self> {
        let count = results.count() as f64;
        let probabilities = results.cells().iter().map(|&cell| cell as f64 / count).collect();
        (count > 0.0).then_some(Self { probabilities })
    }

    /// The points, each with its probability.
    fn points(&self) -> impl Iterator<Item = (f64, f64)> + Clone + '_ {
        let most = (self.probabilities.len() - 1) as f64;
        self.probabilities.iter().enumerate().map(move |(i, &p)| (i as f64 / most, p))
    }

    /// The probability of the number of points at a place, from the fewest.
    pub(super) fn probability(&self, place: usize) -> f64 {
        self.probabilities[place]
    }

    /// The mean of the points, 0 to 1.
    pub(super) fn mean(&self) -> f64 {
        self.points().map(|(points, p)| p * points).sum()
    }

    /// The variance of the points.
    pub(super) fn variance(&self) -> f64 {
        let mean = self.mean();
        self.points().map(|(points, p)| p * (points - mean).powi(2)).sum()
    }

    /// The distribution with a given mean under which samples like this one are likeliest.
    pub(super) fn with_mean(&self, mean: f64) -> Self {
        self.with_zero(|points| points - mean)
    }

    /// The distribution under which samples like this one are likeliest, of those whose excess over
    /// one half is a given number of standard deviations of the points.
    ///
    /// The condition is not linear; it is replaced by the tangent at the last distribution found,
    /// again and again (Van den Bergh, Normalized Elo, section 4.1).
    pub(super) fn with_excess(&self, excess: f64) -> Self {
        let cells = self.probabilities.len();
        let mut found =
            Self { probabilities: std::iter::repeat_n(1.0 / cells as f64, cells).collect() };
        for _ in 0..ROUNDS {
            let (mean, deviation) = (found.mean(), found.variance().sqrt());
            let next = self.with_zero(|points| {
                let away = (points - mean) / deviation;
                points - 0.5 - 0.5 * excess * deviation * (1.0 + away * away)
            });
            let cells = next.probabilities.iter().zip(&found.probabilities);
            let change = cells.map(|(new, old)| (new - old).abs()).fold(0.0, f64::max);
            found = next;
            if change < PRECISION {
                break;
            }
        }
        found
    }

    /// The distribution with mean 0 of a function of the points under which samples like this one are
    /// likeliest: p / (1 + θ f), where θ is such that the mean is 0 (A. Owen, Empirical
    /// Likelihood).
    fn with_zero(&self, of: impl Fn(f64) -> f64) -> Self {
        let values: ArrayVec<f64, 5> = self.points().map(|(points, _)| of(points)).collect();
        let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let cells = || self.probabilities.iter().zip(&values);
        // Between its two poles the sum falls from infinity to minus infinity.
        let sum = |theta: f64| cells().map(|(p, f)| p * f / (1.0 + theta * f)).sum::<f64>();
        let (low, high) = (-1.0 / greatest, -1.0 / least);
        let inside = 1e-14;
        let theta = root(sum, low * (1.0 - inside), high * (1.0 - inside));
        Self { probabilities: cells().map(|(p, f)| p / (1.0 + theta * f)).collect() }
    }
}

/// What one unit of normalised Elo is in standard deviations of the points of a game or a pair.
pub(super) fn excess_of_normalized(elo: f64, results: &Results) -> f64 {
    elo / NORMALIZED_ELO * (results.games_each() as f64).sqrt()
}

/// The logarithm of the likelihood ratio of two differences in logistic Elo.
pub(super) fn logistic_ratio(sample: &Sample, elo0: f64, elo1: f64) -> f64 {
    let at = |elo| sample.distribution.with_mean(score_of_elo(elo));
    sample.log_ratio(&at(elo0), &at(elo1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hypotheses_at_the_ends_of_the_range_hold_whatever_the_sample() {
        let samples = [
            [0, 0, 0, 0, 1],
            [1, 0, 0, 0, 0],
            [0, 0, 1, 0, 0],
            [1, 0, 0, 0, 1],
            [500, 0, 0, 0, 0],
            [0, 0, 0, 0, 500],
            [0, 300, 0, 2, 0],
            [10, 20, 3000, 20, 10],
            [0, 1, 0, 1, 40],
            [2, 0, 400, 0, 0],
        ];
        for pairs in samples {
            let results = Results::Pairs(pairs);
            let sample = Sample::of(&results).unwrap();
            for elo in [-200.0, -100.0, -5.0, 0.0, 5.0, 100.0, 200.0] {
                let excess = excess_of_normalized(elo, &results);
                let found = sample.distribution.with_excess(excess);
                let held = (found.mean() - 0.5) / found.variance().sqrt();
                assert!((held - excess).abs() < 1e-6, "{pairs:?}, {elo}: {held} not {excess}");
            }
        }
    }

    #[test]
    fn the_hypothesis_holds_where_it_was_asked_for() {
        let sample = Sample::of(&Results::Pairs([10, 0, 20, 31, 8])).unwrap();
        let fixed = sample.distribution.with_mean(0.4);
        assert!((fixed.mean() - 0.4).abs() < 1e-12);
        assert!((fixed.probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        let tilted = sample.distribution.with_excess(-0.1);
        assert!(((tilted.mean() - 0.5) / tilted.variance().sqrt() + 0.1).abs() < 1e-9);
        assert!((tilted.probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }
}
