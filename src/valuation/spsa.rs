//! [`Tuning`]: values for strength, by simultaneous perturbation.

use serde::{Deserialize, Serialize};

use super::ValuedKinds;
use crate::sampling::Random;

/// The exponents that are usual: J. C. Spall, Implementation of the Simultaneous Perturbation Algorithm
/// for Stochastic Optimization, 1998.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// The part of all iterations that the steps are held back by.
const STABILITY: f64 = 0.1;
/// The least that players are apart in a value: what a rook is worth has 500 parts.
const LEAST: f64 = 0.03;

/// How a tuning goes, in the words of those who tune engines: by what holds at the end.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tuning {
    /// How many iterations there are.
    pub iterations: u64,
    /// How far the two players are from the values at the end, as a share of the first values.
    pub c_end: f64,
    /// How much of that a value changes for each game won more than lost at the end.
    pub r_end: f64,
    /// The seed of all directions.
    pub seed: u64,
}

/// An iteration: two players on either side of the values.
#[derive(Clone, Debug, PartialEq)]
pub struct Perturbation {
    /// How far the first player is from each value; the rook's stays.
    pub steps: Vec<f64>,
    /// What each value gains for each game that the first player wins more than it loses.
    pub gains: Vec<f64>,
}

impl Tuning {
    /// The iteration of a number, from 0; `first` are the values of the beginning.
    ///
    /// With c = `c_end` · N^γ and a = `r_end` · `c_end`² · (A + N)^α, in iteration k (from 1) players are
    /// c / k^γ apart from the values, and these change by a / (A + k)^α / (c / k^γ) a game.
    pub fn perturbation(&self, kinds: &ValuedKinds, first: &[f64], number: u64) -> Perturbation {
        let mut random = Random::of_item(self.seed, number);
        let (all, now) = (self.iterations as f64, number as f64 + 1.0);
        let stability = STABILITY * all;
        let mut perturbation = Perturbation { steps: Vec::new(), gains: Vec::new() };
        for (place, value) in first.iter().enumerate() {
            let flip = if random.chance(1, 2) { 1.0 } else { -1.0 };
            // The rook is what others are measured in.
            let flip = if place == kinds.rook() { 0.0 } else { flip };
            let c_end = (self.c_end * value).max(LEAST);
            let c = c_end * (all / now).powf(GAMMA);
            let slower = ((stability + all) / (stability + now)).powf(ALPHA);
            perturbation.steps.push(flip * c);
            perturbation.gains.push(flip * self.r_end * c_end * c_end * slower / c);
        }
        perturbation
    }
}

impl Perturbation {
    /// The values of the first player (`sign` 1) or the second (−1).
    pub fn player(&self, values: &[f64], sign: f64) -> Vec<f64> {
        values.iter().zip(&self.steps).map(|(value, step)| (value + sign * step).max(0.0)).collect()
    }

    /// The values after games of which the first player won so many more than it lost.
    pub fn after(&self, values: &[f64], surplus: f64) -> Vec<f64> {
        let moved = values.iter().zip(&self.gains);
        moved.map(|(value, gain)| (value + gain * surplus).max(0.0)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Bitboard;
    use crate::movegen::{Task, Variant};
    use crate::rules::Ruleset;

    struct Kinds;

    impl Task for Kinds {
        type Output = ValuedKinds;
        fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> ValuedKinds {
            ValuedKinds::of(rules).unwrap()
        }
    }

    #[test]
    fn a_known_optimum_is_found() {
        let kinds = Variant::load("chess").unwrap().dispatch(Kinds);
        let tuning = Tuning { iterations: 4000, c_end: 0.1, r_end: 0.02, seed: 4 };
        let first = [1.5, 2.0, 2.0, 5.0, 7.0];
        let best = [1.0, 3.0, 3.2, 5.0, 9.0];
        let mut values = first.to_vec();
        let mut random = Random::new(8);
        for number in 0..tuning.iterations {
            let one = tuning.perturbation(&kinds, &first, number);
            // A player scores the worse the farther its values are from the best.
            let badness = |sign: f64| -> f64 {
                let values = one.player(&values, sign);
                values.iter().zip(best).map(|(x, y)| ((x - y) / y).powi(2)).sum()
            };
            let chance = 1.0 / (1.0 + (4.0 * (badness(1.0) - badness(-1.0))).exp());
            let wins =
                |random: &mut Random| (random.below(1 << 20) as f64) < chance * f64::from(1 << 20);
            let surplus: i32 = (0..16).map(|_| if wins(&mut random) { 1 } else { -1 }).sum();
            values = one.after(&values, f64::from(surplus));
        }
        assert!((values[kinds.rook()] - 5.0).abs() < 1e-12);
        for (value, (best, first)) in values.iter().zip(best.into_iter().zip(first)) {
            let (now, before) = ((value - best).abs(), f64::abs(first - best));
            assert!(now <= 0.5 * before + 0.05, "{values:?}");
        }
    }

    #[test]
    fn the_schedule_ends_where_it_was_told_to() {
        let kinds = Variant::load("chess").unwrap().dispatch(Kinds);
        let tuning = Tuning { iterations: 1000, c_end: 0.1, r_end: 0.002, seed: 1 };
        let first = [1.0, 3.0, 3.0, 5.0, 9.0];
        let last = tuning.perturbation(&kinds, &first, 999);
        assert!((last.steps[4].abs() - 0.9).abs() < 1e-9);
        assert!((last.gains[4].abs() - 0.002 * 0.9).abs() < 1e-9);
        let early = tuning.perturbation(&kinds, &first, 0);
        assert!(early.steps[4].abs() > last.steps[4].abs());
        assert_eq!(early, tuning.perturbation(&kinds, &first, 0));
    }
}
