//! [`root`]: where a monotone function is 0.

/// Where a falling function is 0 between two places, to full precision.
///
/// Regula falsi with the ends' weights halved (the Illinois rule), and halving where that is slow. If
/// the function does not change its sign there, the end nearest to 0.
pub(super) fn root(of: impl Fn(f64) -> f64, low: f64, high: f64) -> f64 {
    let (mut low, mut high) = (low, high);
    let (mut at_low, mut at_high) = (of(low), of(high));
    if at_low <= 0.0 {
        return low;
    }
    if at_high >= 0.0 {
        return high;
    }
    for turn in 0..400 {
        let straight = (low * at_high - high * at_low) / (at_high - at_low);
        let inside = straight > low && straight < high && turn % 4 != 3;
        let middle = if inside { straight } else { f64::midpoint(low, high) };
        let value = of(middle);
        if value == 0.0 || middle <= low || middle >= high {
            return middle;
        }
        if value > 0.0 {
            (low, at_low) = (middle, value);
            at_high /= 2.0;
        } else {
            (high, at_high) = (middle, value);
            at_low /= 2.0;
        }
        if high - low <= 1e-15 * (low.abs() + high.abs()) {
            break;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots() {
        assert!((root(|x| 2.0 - x * x, 0.0, 10.0) - 2_f64.sqrt()).abs() < 1e-14);
        assert!((root(|x| -(x - 0.1).powi(3), -5.0, 10.0) - 0.1).abs() < 1e-4);
        assert!((root(|x| 20.0 - x, 0.0, 10.0) - 10.0).abs() < 1e-14);
        assert!(root(|x| -1.0 - x, 0.0, 10.0).abs() < 1e-14);
    }
}
