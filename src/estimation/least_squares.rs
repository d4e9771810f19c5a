//! [`fit_tanh`]: weights from games by least squares, without a model of draws.

use std::collections::BTreeMap;

use nalgebra::{DMatrix, DVector};

use super::bootstrap::bootstrap_by;
use super::{Bootstrap, Fit, FitError, Observation, Outcome};

const STEPS: usize = 200;
const PRECISION: f64 = 1e-9;
/// Weights beyond this mean certainty.
const INFINITY: f64 = 15.0;

/// The weights that make Σ weight · (z − tanh(x · w))² least, z being 1, 0 and −1 for a win, a draw and a
/// loss: the link of Tomašev and others (Assessing Game Balance with `AlphaZero`, arXiv 2009.04374).
///
/// As tanh(x) is 2 σ(2 x) − 1, weights are half of those of a logistic fit without draws; values in
/// multiples of each other are comparable. The errors are those of the sandwich, by cluster. The margin
/// of the fit is 0, and its likelihood the negative sum of squares.
///
/// # Errors
/// [`FitError`], see its kinds.
pub fn fit_tanh(observations: &[Observation]) -> Result<Fit, FitError> {
    let weights: Vec<f64> = observations.iter().map(|one| one.weight).collect();
    let at = least(observations, &weights)?;
    let size = at.len();
    let (_, bread) = derivatives(observations, &weights, &at, true);
    let inverse = bread.clone().try_inverse().ok_or(FitError::Singular)?;
    let mut clusters: BTreeMap<u64, DVector<f64>> = BTreeMap::new();
    for one in observations {
        let (slope, _) = derivatives(std::slice::from_ref(one), &[one.weight], &at, true);
        *clusters.entry(one.cluster).or_insert_with(|| DVector::zeros(size)) += slope;
    }
    let count = clusters.len();
    if count < 2 {
        return Err(FitError::OneCluster);
    }
    let mut spread = DMatrix::zeros(size, size);
    for slope in clusters.values() {
        spread.ger(1.0, slope, slope, 1.0);
    }
    let correction = count as f64 / (count - 1) as f64;
    let covariance = &inverse * spread * &inverse * correction;
    // A place for the margin that there is not.
    let widened = |matrix: &DMatrix<f64>| matrix.clone().resize(size + 1, size + 1, 0.0);
    Ok(Fit {
        log_likelihood: -squares(observations, &weights, &at),
        weights: at,
        margin: 0.0,
        covariance: widened(&covariance),
        naive_covariance: widened(&inverse),
        clusters: count,
    })
}

/// Fits again to clusters drawn with replacement, see [`bootstrap`](super::bootstrap()).
pub fn bootstrap_tanh(observations: &[Observation], repetitions: usize, seed: u64) -> Bootstrap {
    let again = |weights: Vec<f64>| least(observations, &weights).map(|at| at.push(0.0));
    bootstrap_by(observations, repetitions, seed, again)
}

fn expected(one: &Observation, at: &DVector<f64>) -> f64 {
    one.features.iter().zip(at.iter()).map(|(x, w)| x * w).sum::<f64>().tanh()
}

fn target(outcome: Outcome) -> f64 {
    outcome.half_points() as f64 - 1.0
}

fn squares(observations: &[Observation], weights: &[f64], at: &DVector<f64>) -> f64 {
    let square = |(one, weight): (&Observation, &f64)| {
        weight * (target(one.outcome) - expected(one, at)).powi(2)
    };
    observations.iter().zip(weights).map(square).sum()
}

/// Half the slope of the sum of squares downhill, and its curvature: whole, or as if nothing were left,
/// which makes steps that always lead downhill.
fn derivatives(
    observations: &[Observation],
    weights: &[f64],
    at: &DVector<f64>,
    is_whole: bool,
) -> (DVector<f64>, DMatrix<f64>) {
    let size = at.len();
    let mut slope = DVector::zeros(size);
    let mut curvature = DMatrix::zeros(size, size);
    for (one, weight) in observations.iter().zip(weights).filter(|(_, weight)| **weight > 0.0) {
        let expected = expected(one, at);
        let left = target(one.outcome) - expected;
        let bend = 1.0 - expected * expected;
        let rest = if is_whole { 2.0 * left * expected * bend } else { 0.0 };
        for (row, x) in one.features.iter().enumerate().filter(|(_, x)| **x != 0.0) {
            slope[row] += weight * left * bend * x;
            for (column, y) in one.features.iter().enumerate() {
                curvature[(row, column)] += weight * (bend * bend + rest) * x * y;
            }
        }
    }
    (slope, curvature)
}

/// Gauss-Newton steps, halved until they lead down.
fn least(observations: &[Observation], weights: &[f64]) -> Result<DVector<f64>, FitError> {
    let size = observations.first().ok_or(FitError::Empty)?.features.len();
    let mut at = DVector::zeros(size);
    let mut height = squares(observations, weights, &at);
    for _ in 0..STEPS {
        let (slope, curvature) = derivatives(observations, weights, &at, false);
        let step = curvature.cholesky().ok_or(FitError::Singular)?.solve(&slope);
        let mut share = 1.0;
        let next = loop {
            let next = &at + &step * share;
            let reached = squares(observations, weights, &next);
            if reached <= height * (1.0 + 1e-13) {
                height = reached;
                break next;
            }
            share /= 2.0;
            if share < 1e-10 {
                return Ok(at);
            }
        };
        let length = (&next - &at).amax();
        at = next;
        if at.amax() > INFINITY {
            return Err(FitError::Unbounded);
        }
        if length < PRECISION {
            return Ok(at);
        }
    }
    Err(FitError::Unbounded)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sampling::Random;

    #[test]
    fn weights_come_back_with_honest_errors() {
        let truth = [0.3, -0.5];
        let mut inside = [0, 0];
        for seed in 0..100 {
            let mut random = Random::new(seed);
            let mut game = |cluster: u64| {
                let features = vec![random.below(5) as f64 - 2.0, random.below(3) as f64 - 1.0];
                let sum: f64 = features.iter().zip(truth).map(|(x, w)| x * w).sum();
                let won = (random.below(1 << 30) as f64) / f64::from(1 << 30);
                let is_won = won < f64::midpoint(1.0, sum.tanh());
                let outcome = if is_won { Outcome::Win } else { Outcome::Loss };
                Observation { features, outcome, cluster, weight: 1.0 }
            };
            let games: Vec<Observation> = (0..400).map(&mut game).collect();
            let fitted = fit_tanh(&games).unwrap();
            for (place, truth) in truth.into_iter().enumerate() {
                let error = fitted.covariance[(place, place)].sqrt();
                inside[place] += u32::from((fitted.weights[place] - truth).abs() < 1.96 * error);
            }
        }
        assert!(inside.iter().all(|count| (88..=99).contains(count)), "{inside:?}");
    }
}
