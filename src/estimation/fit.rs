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
    let design = Design::new(observations, observations.iter().map(|o| o.weight).collect())?;
    let (at, height) = design.maximum(design.begin())?;
    design.finished(&at, height)
}

/// Observations, how much each counts here, and whether there is a margin to fit.
pub(super) struct Design<'o> {
    observations: &'o [Observation],
    weights: Vec<f64>,
    features: usize,
    draws: bool,
}

impl<'o> Design<'o> {
    /// Observations with other weights than their own.
    pub(super) fn new(
        observations: &'o [Observation],
        weights: Vec<f64>,
    ) -> Result<Self, FitError> {
        let features = observations.first().ok_or(FitError::Empty)?.features.len();
        let same = observations.iter().all(|o| o.features.len() == features);
        assert!(same, "observations of different designs");
        if weights.iter().all(|&weight| weight <= 0.0) {
            return Err(FitError::Empty);
        }
        let counts = observations.iter().zip(&weights).filter(|(_, weight)| **weight > 0.0);
        let draws = counts.into_iter().any(|(o, _)| o.outcome == Outcome::Draw);
        Ok(Self { observations, weights, features, draws })
    }

    /// Whether some game was drawn, so that there is a margin to fit.
    pub(super) fn has_margin(&self) -> bool {
        self.draws
    }

    /// Where a search for the maximum begins: nothing has any weight.
    pub(super) fn begin(&self) -> DVector<f64> {
        let mut at = DVector::zeros(self.features + 1);
        at[self.features] = if self.draws { 0.5 } else { 0.0 };
        at
    }

    /// The parameters at the maximum, and its height.
    pub(super) fn maximum(&self, begin: DVector<f64>) -> Result<(DVector<f64>, f64), FitError> {
        let mut at = begin;
        let mut height = self.log_likelihood(&at);
        for _ in 0..STEPS {
            let (slope, information) = self.derivatives(&at);
            let Some(factor) = information.cholesky() else {
                // Flat because nothing tells the parameters apart, or because it is flat far out.
                let far = at.amax() > INFINITY / 2.0;
                return Err(if far { FitError::Unbounded } else { FitError::Singular });
            };
            let step = factor.solve(&slope);
            let (next, reached) = self.climb(&at, &step, height).ok_or(FitError::Singular)?;
            let length = (&next - &at).amax();
            (at, height) = (next, reached);
            if at.amax() > INFINITY {
                return Err(FitError::Unbounded);
            }
            if length < PRECISION {
                return Ok((at, height));
            }
        }
        Err(FitError::Unbounded)
    }

    /// What counts, each with its weight.
    fn counted(&self) -> impl Iterator<Item = (&Observation, f64)> {
        let weights = self.weights.iter().copied();
        self.observations.iter().zip(weights).filter(|&(_, weight)| weight > 0.0)
    }

    fn model(&self, at: &DVector<f64>, observation: &Observation) -> DrawModel {
        let advantage = observation.features.iter().zip(at.iter()).map(|(x, w)| x * w).sum();
        DrawModel { advantage, margin: at[self.features] }
    }

    fn log_likelihood(&self, at: &DVector<f64>) -> f64 {
        self.counted().map(|(o, w)| w * self.model(at, o).log_likelihood(o.outcome)).sum()
    }

    /// Adds the slope of one observation by all parameters.
    fn add_slope(&self, to: &mut DVector<f64>, at: &DVector<f64>, o: &Observation, weight: f64) {
        let slope = self.model(at, o).slope(o.outcome);
        for (place, x) in o.features.iter().enumerate() {
            to[place] += weight * slope.advantage * x;
        }
        if self.draws {
            to[self.features] += weight * slope.margin;
        }
    }

    /// Slope and information of all observations. Without draws the margin gets an information of
    /// its own, so that it stays where it is and can be told apart.
    fn derivatives(&self, at: &DVector<f64>) -> (DVector<f64>, DMatrix<f64>) {
        let margin = self.features;
        let mut slope = DVector::zeros(margin + 1);
        let mut information = DMatrix::zeros(margin + 1, margin + 1);
        let mut there = Vec::with_capacity(margin);
        for (observation, weight) in self.counted() {
            self.add_slope(&mut slope, at, observation, weight);
            let curvature = self.model(at, observation).curvature(observation.outcome);
            there.clear();
            let features = observation.features.iter().copied().enumerate();
            there.extend(features.filter(|&(_, x)| x != 0.0));
            for &(row, x) in &there {
                for &(column, y) in &there {
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
        for (observation, weight) in self.counted() {
            let sum = clusters.entry(observation.cluster);
            let sum = sum.or_insert_with(|| DVector::zeros(self.features + 1));
            self.add_slope(sum, at, observation, weight);
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
