//! [`Ratios`]: weights in multiples of one of them, with errors.

use nalgebra::{DMatrix, DVector};

/// Weights in multiples of one of them: piece values in rooks.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratios {
    /// One a weight; that of the unit is what was asked for.
    pub values: DVector<f64>,
    /// Their covariance; the row and the column of the unit are 0.
    pub covariance: DMatrix<f64>,
}

impl Ratios {
    /// The first so many weights, times `scale`, by the weight in the place `unit`.
    ///
    /// The errors are those of the delta method: with v = scale · w / u the derivative of v by w is
    /// scale / u, and by u it is −scale · w / u². They are good where u is many standard errors
    /// away from 0.
    ///
    /// # Panics
    /// When the unit is not one of the first so many weights.
    pub fn of(
        weights: &DVector<f64>,
        covariance: &DMatrix<f64>,
        count: usize,
        unit: usize,
        scale: f64,
    ) -> Self {
        assert!(unit < count, "the unit is one of the weights");
        let in_units = weights[unit];
        let slope = DMatrix::from_fn(count, count, |row, column| {
            let own = if row == column { scale / in_units } else { 0.0 };
            let by_unit = scale * weights[row] / (in_units * in_units);
            own - if column == unit { by_unit } else { 0.0 }
        });
        let own = covariance.view((0, 0), (count, count));
        Self {
            values: weights.rows(0, count) * (scale / in_units),
            covariance: &slope * own * slope.transpose(),
        }
    }

    /// The standard error of a value.
    pub fn error(&self, place: usize) -> f64 {
        self.covariance[(place, place)].max(0.0).sqrt()
    }

    /// The standard error of the difference of two values.
    pub fn error_of_difference(&self, one: usize, other: usize) -> f64 {
        let own = self.covariance[(one, one)] + self.covariance[(other, other)];
        (own - 2.0 * self.covariance[(one, other)]).max(0.0).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unit_is_known_and_others_are_slopes() {
        let weights = DVector::from_vec(vec![0.3, 1.0, 0.6]);
        let covariance = DMatrix::from_row_slice(
            3,
            3,
            &[0.010, 0.002, 0.001, 0.002, 0.020, 0.003, 0.001, 0.003, 0.015],
        );
        let ratios = Ratios::of(&weights, &covariance, 3, 1, 5.0);
        assert_eq!(ratios.values, DVector::from_vec(vec![1.5, 5.0, 3.0]));
        assert!(ratios.error(1) < 1e-12);
        // var(5 w / u) = 25 (var w / u² + w² var u / u⁴ − 2 w cov / u³)
        let wanted = 25.0 * (0.010 + 0.09 * 0.020 - 2.0 * 0.3 * 0.002);
        assert!((ratios.error(0).powi(2) - wanted).abs() < 1e-12);
        // The difference of w and v is that of (w − v) / u.
        let spread: f64 = 0.010 + 0.015 - 2.0 * 0.001;
        let with_unit: f64 = 0.002 - 0.003;
        let away: f64 = 0.3 - 0.6;
        let wanted = 25.0 * (spread + away * away * 0.020 - 2.0 * away * with_unit);
        assert!((ratios.error_of_difference(0, 2).powi(2) - wanted).abs() < 1e-12);
    }
}
