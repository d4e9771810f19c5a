//! [`Estimate`]: what games say of the worth of pieces.

use nalgebra::DVector;

use super::{ROOK, ValuedKinds};
use crate::estimation::{Fit, FitError, Observation, Outcome, Ratios, fit};

/// Standard errors from the middle to the end of an interval of 95 %.
pub const WIDTH_95: f64 = 1.959_963_984_540_054;

/// What games say of the worth of pieces.
///
/// The observations have a feature for each of the [`ValuedKinds`], and a last one for moving first.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// In natural units.
    pub fit: Fit,
    /// How many kinds there are.
    pub kinds: usize,
    /// The same in fifths of a rook; behind the kinds stands the gain of moving first.
    pub values: Ratios,
    /// How many observations there were.
    pub games: usize,
    /// How many of them were drawn.
    pub drawn: usize,
}

impl Estimate {
    /// Fits the observations.
    ///
    /// # Errors
    /// When they say nothing of some kind, or too much; see [`FitError`].
    pub fn of(kinds: &ValuedKinds, observations: &[Observation]) -> Result<Self, FitError> {
        let fit = fit(observations)?;
        let values = Ratios::of(&fit.weights, &fit.covariance, kinds.len() + 1, kinds.rook(), ROOK);
        let drawn = observations.iter().filter(|one| one.outcome == Outcome::Draw).count();
        Ok(Self { fit, kinds: kinds.len(), values, games: observations.len(), drawn })
    }

    /// The worth of each kind, rooks being 5, without the gain of moving first.
    pub fn worths(&self) -> Vec<f64> {
        self.values.values.iter().take(self.kinds).copied().collect()
    }

    /// Half the width of the 95 % interval of the worth of a kind.
    pub fn half_width(&self, place: usize) -> f64 {
        WIDTH_95 * self.values.error(place)
    }

    /// Half the width of the widest interval.
    pub fn widest(&self) -> f64 {
        (0..self.kinds).map(|place| self.half_width(place)).fold(0.0, f64::max)
    }

    /// Whether a rook is worth so much that values in rooks mean something: four errors.
    pub fn has_unit(&self, kinds: &ValuedKinds) -> bool {
        let rook = kinds.rook();
        self.fit.weights[rook] > 4.0 * self.fit.covariance[(rook, rook)].max(0.0).sqrt()
    }
}

/// By how much the worth of a kind in fifths of a rook changes with each of the weights; the last place
/// is that of the margin.
pub(super) fn slope_of_worth(weights: &[f64], place: usize, rook: usize) -> DVector<f64> {
    let mut slope = DVector::zeros(weights.len() + 1);
    slope[place] = ROOK / weights[rook];
    slope[rook] -= ROOK * weights[place] / (weights[rook] * weights[rook]);
    slope
}
