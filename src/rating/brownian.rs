//! [`Brownian`]: a random walk between two walls.

use std::f64::consts::PI;

use super::strength::normal_below;

/// A Brownian motion that starts at 0 and ends at the first of two walls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Brownian {
    /// The wall below, less than 0.
    pub lower: f64,
    /// The wall above, more than 0.
    pub upper: f64,
    /// How far it moves on average in a unit of time.
    pub drift: f64,
    /// The variance of that way.
    pub variance: f64,
}

/// Where it is shorter than this, in squares of the distance of the walls, a motion hardly meets both
/// walls, and the series below has many terms.
const SHORT: f64 = 1e-2;
/// Where the drift, times the distance of the walls by the variance, is greater than this, only one
/// wall matters.
const STRONG: f64 = 15.0;

impl Brownian {
    /// The probability that the motion has met the lower wall by a time, or is still between the walls
    /// then, at `place` or below.
    ///
    /// Said of a test: of all its courses, how many are worse than one that stands at `place` at that
    /// time. On the upper wall that is everything but the courses that were there earlier; on
    /// the lower wall, those that were there earlier.
    pub fn worse(&self, time: f64, place: f64) -> f64 {
        let width = self.upper - self.lower;
        let tilt = self.drift / self.variance;
        let probability =
            if self.variance * time < SHORT * width * width || (tilt * width).abs() > STRONG {
                self.by_reflection(time, place)
            } else {
                self.by_series(time, place)
            };
        probability.clamp(0.0, 1.0)
    }

    /// Each wall as if the other was not there: the reflection principle with drift (D. Siegmund,
    /// Sequential Analysis, section 3).
    fn by_reflection(&self, time: f64, place: f64) -> f64 {
        let deviation = (self.variance * time).sqrt();
        let far = self.drift * time;
        let tilt = 2.0 * self.drift / self.variance;
        // e^exponent times a probability: small where the first is large.
        let reflected = |exponent: f64, x: f64| (exponent + log_normal_below(x)).exp();
        normal_below((place - far) / deviation)
            + reflected(tilt * self.lower, (far + 2.0 * self.lower - place) / deviation)
            - reflected(tilt * self.upper, (place - 2.0 * self.upper - far) / deviation)
    }

    /// Both walls, in waves that vanish at them.
    fn by_series(&self, time: f64, place: f64) -> f64 {
        let width = self.upper - self.lower;
        let (start, place) = (-self.lower, place - self.lower);
        let tilt = self.drift / self.variance;
        let ever = if (tilt * width).abs() < 1e-9 {
            1.0 - start / width
        } else {
            let (gone, whole) = (-2.0 * tilt * start, -2.0 * tilt * width);
            (gone.exp() - whole.exp()) / -whole.exp_m1()
        };
        let mut sum = ever;
        for wave in 1.. {
            let k = f64::from(wave) * PI / width;
            let rate = tilt * tilt + k * k;
            let left = (-rate * self.variance * time / 2.0).exp();
            let height = 2.0 / width * (k * start).sin() * (-tilt * start).exp() * left / rate;
            // Below `place` without having met a wall, less what meets the lower wall later.
            let rising = (tilt * place).exp() * (tilt * (k * place).sin() - k * (k * place).cos());
            sum += height * (rising + k) - height * k;
            if left * f64::from(wave) < 1e-18 {
                break;
            }
        }
        sum
    }
}

/// The logarithm of [`normal_below`], also where that is too small for a number.
fn log_normal_below(x: f64) -> f64 {
    if x > -30.0 {
        return normal_below(x).ln();
    }
    let square = x * x;
    // The first terms of the asymptotic series.
    let series = 1.0 - 1.0 / square + 3.0 / (square * square);
    -square / 2.0 - (-x * (2.0 * PI).sqrt()).ln() + series.ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WALK: Brownian = Brownian { lower: -2.9, upper: 2.9, drift: 0.02, variance: 0.05 };

    #[test]
    fn series_and_reflection_meet() {
        // Just where one takes over from the other.
        let time = SHORT * 5.8 * 5.8 / WALK.variance;
        for place in [-2.0, -0.5, 0.0, 0.7, 2.9] {
            let (one, other) = (WALK.by_series(time, place), WALK.by_reflection(time, place));
            assert!((one - other).abs() < 1e-6, "{place}: {one} {other}");
        }
        let strong = Brownian { drift: 0.05 * STRONG / 5.8, ..WALK };
        for place in [-2.0, 0.7, 2.9] {
            let (one, other) = (strong.by_series(30.0, place), strong.by_reflection(30.0, place));
            assert!((one - other).abs() < 1e-5, "{place}: {one} {other}");
        }
    }

    #[test]
    fn in_the_end_a_wall_is_met() {
        // Without drift the chances are as the distances.
        let walk = Brownian { lower: -1.0, upper: 3.0, drift: 0.0, variance: 1.0 };
        assert!((walk.worse(1000.0, 0.0) - 0.75).abs() < 1e-12);
        // Wald: with a drift of half the variance the ratio of likelihoods is a martingale.
        let (alpha, bound) = (0.05_f64, (0.95_f64 / 0.05).ln());
        let walk = Brownian { lower: -bound, upper: bound, drift: -0.5, variance: 1.0 };
        assert!((1.0 - walk.worse(1e6, 0.0) - alpha).abs() < 1e-12);
    }

    #[test]
    fn extremes_are_probabilities() {
        for drift in [-1e4, -1.0, 1.0, 1e4] {
            for time in [1e-9, 1.0, 1e9] {
                for place in [-2.9, 0.0, 2.9] {
                    let probability = Brownian { drift, ..WALK }.worse(time, place);
                    assert!((0.0..=1.0).contains(&probability), "{drift} {time} {place}");
                }
            }
        }
    }
}
