//! [`bootstrap`]: errors by fitting again and again to clusters drawn at random.

use std::collections::BTreeMap;

use nalgebra::{DMatrix, DVector};

use super::fit::Design;
use super::{Fit, FitError, Observation};
use crate::sampling::Random;

/// What other samples might have given.
#[derive(Clone, Debug, PartialEq)]
pub struct Bootstrap {
    /// The weights of each repetition that could be fitted, with the margin in the last place.
    pub repetitions: Vec<DVector<f64>>,
    /// How many could not.
    pub failed: usize,
}

/// Fits again to as many clusters as there are, drawn from them with replacement: the bootstrap by
/// cluster (Efron and Tibshirani, An Introduction to the Bootstrap, 1993). The same seed gives the
/// same numbers.
///
/// # Errors
/// When the observations themselves cannot be fitted.
pub fn bootstrap(
    observations: &[Observation],
    fitted: &Fit,
    repetitions: usize,
    seed: u64,
) -> Result<Bootstrap, FitError> {
    let mut begin = fitted.weights.clone().push(fitted.margin);
    let margin = begin.len() - 1;
    // A sample may hold draws where all have none.
    begin[margin] = begin[margin].max(1e-3);
    let again = |weights: Vec<f64>| {
        let design = Design::new(observations, weights)?;
        let begin = if design.has_margin() { begin.clone() } else { design.begin() };
        design.maximum(begin).map(|(at, _)| at)
    };
    Ok(bootstrap_by(observations, repetitions, seed, again))
}

/// The same for any way of fitting, which is told how much each observation counts.
pub(super) fn bootstrap_by(
    observations: &[Observation],
    repetitions: usize,
    seed: u64,
    again: impl Fn(Vec<f64>) -> Result<DVector<f64>, FitError>,
) -> Bootstrap {
    let mut places: BTreeMap<u64, usize> = BTreeMap::new();
    for observation in observations {
        let next = places.len();
        places.entry(observation.cluster).or_insert(next);
    }
    let clusters: Vec<usize> = observations.iter().map(|o| places[&o.cluster]).collect();
    let mut result = Bootstrap { repetitions: Vec::new(), failed: 0 };
    for repetition in 0..repetitions as u64 {
        let mut random = Random::of_item(seed, repetition);
        let mut times = vec![0_u32; places.len()];
        for _ in 0..places.len() {
            times[random.below(places.len())] += 1;
        }
        let weight = |(o, &cluster): (&Observation, &usize)| o.weight * f64::from(times[cluster]);
        let weights = observations.iter().zip(&clusters).map(weight).collect();
        match again(weights) {
            Ok(at) => result.repetitions.push(at),
            Err(_) => result.failed += 1,
        }
    }
    result
}

impl Bootstrap {
    /// The covariance of weights and margin over the repetitions; `None` for fewer than two.
    pub fn covariance(&self) -> Option<DMatrix<f64>> {
        let count = self.repetitions.len();
        let first = self.repetitions.first().filter(|_| count > 1)?;
        let sum = self.repetitions.iter().fold(first * 0.0, |sum, one| sum + one);
        let mean = sum / count as f64;
        let mut covariance = DMatrix::zeros(mean.len(), mean.len());
        for one in &self.repetitions {
            let away = one - &mean;
            covariance.ger(1.0 / (count - 1) as f64, &away, &away, 1.0);
        }
        Some(covariance)
    }

    /// The interval that holds the middle 95 % of a number made from the weights.
    pub fn interval(&self, of: impl Fn(&DVector<f64>) -> f64) -> Option<[f64; 2]> {
        let mut numbers: Vec<f64> = self.repetitions.iter().map(of).collect();
        numbers.sort_by(f64::total_cmp);
        let at = |share: f64| numbers.get((share * (numbers.len() as f64 - 1.0)).round() as usize);
        Some([*at(0.025)?, *at(0.975)?])
    }
}
