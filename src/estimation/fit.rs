//! [`fit()`]: weights, and their errors, from games.

use std::collections::BTreeMap;

use nalgebra::{DMatrix, DVector};

use super::{DrawModel, Outcome};

/// One game, or one position of a game, of a design.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// What one side had more than the other, one number a weight. The advantage of that side is
    /// the sum of these times the weights.
    pub features: Vec<f64>,
    /// How it ended for that side.
    pub outcome: Outcome,
    /// Observations with the same number here may depend on each other in any way.
    pub cluster: u64,
    /// How much it counts: 1 for a game; a share of 1 for a position of many of one game.
    pub weight: f64,
}

/// What was fitted.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// One a feature, in natural units.
    pub weights: DVector<f64>,
    /// The margin of the [`DrawModel`]; 0 when no game was drawn, and then it is no parameter.
    pub margin: f64,
    /// Errors that respect clusters: the covariance of the weights, with the margin in the last row
    /// and column.
    pub covariance: DMatrix<f64>,
    /// Errors as if all observations were independent: the inverse of the information. For
    /// comparison only.
    pub naive_covariance: DMatrix<f64>,
    /// The logarithm of the likelihood at the maximum.
    pub log_likelihood: f64,
    /// How many clusters there were.
    pub clusters: usize,
}

/// Why nothing could be fitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FitError {
    /// No observation, or none with a weight.
    #[error("there are no games to fit")]
    Empty,
    /// The features do not tell the weights apart.
    #[error("the games do not tell the parameters apart")]
    Singular,
    /// Some weight would have to be infinite: what it stands for always won, or never did.
    #[error(
        "the games have no finite maximum of likelihood: something always won, or all was drawn"
    )]
    Unbounded,
    /// One cluster says nothing of how clusters differ.
    #[error("all games are of one cluster: at least two are needed for errors")]
    OneCluster,
}

/// Newton steps before a maximum is taken to lie at infinity.
const STEPS: usize = 100;
/// A step shorter than this, in natural units, is the last.
const PRECISION: f64 = 1e-10;
/// Weights and margins beyond this mean certainty, in natural units: 30 is 5,200 Elo.
const INFINITY: f64 = 30.0;

/// The weights, and the margin, that make the outcomes most likely.
///
/// Newton's method on a concave function, with steps halved until they climb. The errors are those
/// of the sandwich H⁻¹ (Σ s sᵀ) H⁻¹ with the slopes s added up within each cluster, times g / (g − 1)
/// for g clusters (Liang and Zeger, Longitudinal Data Analysis Using Generalized Linear Models, 1986).
///
/// # Errors
/// [`FitError`], see its kinds.
///
/// # Panics
/// When the observations have different numbers of features.
pub fn fit(observations: &[Observation]) -> Result<Fit, FitError> {
    let first = observations.first().ok_or(FitError::Empty)?;
    let draws = observations.iter().any(|o| o.outcome == Outcome::Draw && o.weight > 0.0);
    if observations.iter().all(|o| o.weight <= 0.0) {
        return Err(FitError::Empty);
    }
    let design = Design { observations, features: first.features.len(), draws };
    let mut at = DVector::zeros(design.features + 1);
    at[design.features] = if draws { 0.5 } else { 0.0 };
    let mut height = design.log_likelihood(&at);
    for _ in 0..STEPS {
        let (slope, information) = design.derivatives(&at);
        let Some(factor) = information.cholesky() else {
            // Flat because nothing tells the parameters apart, or because it is flat far out.
            let far = at.amax() > INFINITY / 2.0;
            return Err(if far { FitError::Unbounded } else { FitError::Singular });
        };
        let step = factor.solve(&slope);
        let (next, reached) = design.climb(&at, &step, height).ok_or(FitError::Singular)?;
        let length = (&next - &at).amax();
        (at, height) = (next, reached);
        if at.amax() > INFINITY {
            return Err(FitError::Unbounded);
        }
        if length < PRECISION {
            return design.finished(&at, height);
        }
    }
    Err(FitError::Unbounded)
}

/// Observations, and whether there is a margin to fit.
struct Design<'o> {
    observations: &'o [Observation],
    features: usize,
    draws: bool,
}

impl Design<'_> {
    fn model(&self, at: &DVector<f64>, observation: &Observation) -> DrawModel {
        assert_eq!(observation.features.len(), self.features, "features of different designs");
        let advantage = observation.features.iter().zip(at.iter()).map(|(x, w)| x * w).sum();
        DrawModel { advantage, margin: at[self.features] }
    }

    fn log_likelihood(&self, at: &DVector<f64>) -> f64 {
        let of_one = |o: &Observation| o.weight * self.model(at, o).log_likelihood(o.outcome);
        self.observations.iter().filter(|o| o.weight > 0.0).map(of_one).sum()
    }

    /// The slope of one observation by all parameters.
    fn slope(&self, at: &DVector<f64>, observation: &Observation) -> DVector<f64> {
        let slope = self.model(at, observation).slope(observation.outcome);
        let mut all = DVector::zeros(self.features + 1);
        for (place, x) in observation.features.iter().enumerate() {
            all[place] = observation.weight * slope.advantage * x;
        }
        all[self.features] = if self.draws { observation.weight * slope.margin } else { 0.0 };
        all
    }

    /// Slope and information of all observations. Without draws the margin gets an information of
    /// its own, so that it stays where it is and can be told apart.
    fn derivatives(&self, at: &DVector<f64>) -> (DVector<f64>, DMatrix<f64>) {
        let margin = self.features;
        let mut slope = DVector::zeros(margin + 1);
        let mut information = DMatrix::zeros(margin + 1, margin + 1);
        for observation in self.observations.iter().filter(|o| o.weight > 0.0) {
            slope += self.slope(at, observation);
            let curvature = self.model(at, observation).curvature(observation.outcome);
            let weight = observation.weight;
            let there = observation.features.iter().enumerate().filter(|(_, x)| **x != 0.0);
            for (row, x) in there.clone() {
                for (column, y) in there.clone() {
                    information[(row, column)] += weight * curvature.advantage * x * y;
                }
                if self.draws {
                    information[(row, margin)] += weight * curvature.mixed * x;
                    information[(margin, row)] += weight * curvature.mixed * x;
                }
            }
            if self.draws {
                information[(margin, margin)] += weight * curvature.margin;
            }
        }
        if !self.draws {
            information[(margin, margin)] = 1.0;
        }
        (slope, information)
    }

    /// The end of the longest of the steps 1, 1/2, 1/4, ... that does not go down, and its height.
    fn climb(
        &self,
        from: &DVector<f64>,
        step: &DVector<f64>,
        height: f64,
    ) -> Option<(DVector<f64>, f64)> {
        let mut share = 1.0;
        while share > 1e-12 {
            let next = from + step * share;
            let positive = !self.draws || next[self.features] > 0.0;
            let reached = if positive { self.log_likelihood(&next) } else { f64::NAN };
            // Sums of many logarithms wobble in their last digits.
            if reached >= height - 1e-12 * height.abs() {
                return Some((next, reached));
            }
            share /= 2.0;
        }
        None
    }

    fn finished(&self, at: &DVector<f64>, log_likelihood: f64) -> Result<Fit, FitError> {
        let (_, information) = self.derivatives(at);
        let mut inverse = information.cholesky().ok_or(FitError::Singular)?.inverse();
        if !self.draws {
            inverse[(self.features, self.features)] = 0.0;
        }
        let mut clusters: BTreeMap<u64, DVector<f64>> = BTreeMap::new();
        for observation in self.observations.iter().filter(|o| o.weight > 0.0) {
            let slope = self.slope(at, observation);
            let sum = clusters.entry(observation.cluster);
            *sum.or_insert_with(|| DVector::zeros(self.features + 1)) += slope;
        }
        let count = clusters.len();
        if count < 2 {
            return Err(FitError::OneCluster);
        }
        let mut spread = DMatrix::zeros(self.features + 1, self.features + 1);
        for slope in clusters.values() {
            spread.ger(1.0, slope, slope, 1.0);
        }
        let correction = count as f64 / (count - 1) as f64;
        Ok(Fit {
            weights: at.rows(0, self.features).into_owned(),
            margin: at[self.features],
            covariance: &inverse * spread * &inverse * correction,
            naive_covariance: inverse,
            log_likelihood,
            clusters: count,
        })
    }
}
