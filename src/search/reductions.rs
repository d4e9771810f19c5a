//! [`Reductions`]: how much less deep late moves are searched.

use super::parameters::Parameters;

/// Depths and places of moves beyond this are treated as this.
const MOST: usize = 63;

/// By depth and by place of the move: how many 1024ths of a ply less deep it is searched.
#[derive(Clone, Debug)]
pub(super) struct Reductions {
    table: Box<[[i32; MOST + 1]; MOST + 1]>,
}

impl Reductions {
    pub(super) fn new(parameters: &Parameters) -> Self {
        let base = f64::from(parameters.reduction);
        let slope = f64::from(parameters.reduction_slope);
        let logarithms: Vec<f64> = (0..=MOST).map(|n| logarithm(n.max(1) as f64)).collect();
        let mut table = Box::new([[0; MOST + 1]; MOST + 1]);
        for depth in 1..=MOST {
            for place in 2..=MOST {
                let reduction = base + slope * logarithms[depth] * logarithms[place];
                table[depth][place] = reduction as i32;
            }
        }
        Self { table }
    }

    /// For a depth and the place of a move, counted from 1, in 1024ths of a ply.
    #[inline]
    pub(super) fn of(&self, depth: i32, place: usize) -> i32 {
        self.table[depth.clamp(0, MOST as i32) as usize][place.min(MOST)]
    }
}

/// The natural logarithm, from the four basic operations alone: those of a library may differ in the
/// last bit from machine to machine, and a search with them.
fn logarithm(number: f64) -> f64 {
    // ln x = 2 artanh((x - 1) / (x + 1)), after halving x until the series is short.
    let (mut rest, mut halvings) = (number, 0.0);
    while rest > 1.5 {
        rest /= 2.0;
        halvings += 1.0;
    }
    let ratio = (rest - 1.0) / (rest + 1.0);
    let (mut power, mut sum) = (ratio, 0.0);
    for term in 0..24 {
        sum += power / f64::from(2 * term + 1);
        power *= ratio * ratio;
    }
    2.0 * sum + halvings * std::f64::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right() {
        for number in [1.0_f64, 1.5, 2.0, 3.0, 10.0, 63.0] {
            assert!((logarithm(number) - number.ln()).abs() < 1e-12, "{number}");
        }
    }

    #[test]
    fn later_moves_and_greater_depths_are_reduced_more() {
        let reductions = Reductions::new(&Parameters::default());
        assert!(reductions.of(8, 10) > reductions.of(8, 3));
        assert!(reductions.of(12, 10) > reductions.of(4, 10));
        assert_eq!(reductions.of(200, 500), reductions.of(63, 63));
    }
}
