//! [`Tuning`]: numbers for strength, by simultaneous perturbation.

use serde::{Deserialize, Serialize};

use super::ValuedKinds;
use crate::sampling::Random;
use crate::search::{ParameterError, Parameters};

/// The exponents that are usual: J. C. Spall, Implementation of the Simultaneous Perturbation Algorithm
/// for Stochastic Optimization, 1998.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// The part of all iterations that the steps are held back by.
const STABILITY: f64 = 0.1;
/// The least that players are apart in a value: what a rook is worth has 500 parts.
const LEAST: f64 = 0.03;

/// A number that is tuned: the value of a kind, or a parameter of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuned {
    /// What it is at the beginning.
    pub first: f64,
    /// Whether it stays that.
    pub is_held: bool,
    /// The least that players are apart in it.
    pub least: f64,
    /// The least and the most that it can be.
    pub range: (f64, f64),
}

impl Tuned {
    /// The values of kinds, given in rooks of 5. The rook's is held, what others are measured in, and
    /// all are if only the search is tuned.
    pub fn values(kinds: &ValuedKinds, first: &[f64], hold: bool) -> Vec<Self> {
        let value = |(place, &first): (usize, &f64)| Self {
            first,
            is_held: hold || place == kinds.rook(),
            least: LEAST,
            range: (0.0, f64::INFINITY),
        };
        first.iter().enumerate().map(value).collect()
    }

    /// A parameter of the search, which is a whole number, and what it is at the beginning.
    ///
    /// # Errors
    /// When there is none of the name, or it cannot be that.
    pub fn parameter(name: &str, first: i32) -> Result<Self, ParameterError> {
        let range = &Parameters::named(name)?.range;
        Parameters::default().set(name, first)?;
        Ok(Self {
            first: f64::from(first),
            is_held: false,
            least: 1.0,
            range: (f64::from(*range.start()), f64::from(*range.end())),
        })
    }
}

/// How a tuning goes, in the words of those who tune engines: by what holds at the end.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tuning {
    /// How many iterations there are.
    pub iterations: u64,
    /// How far the two players are from the numbers at the end, as a share of the first ones.
    pub c_end: f64,
    /// How much of that a number changes for each game won more than lost at the end.
    pub r_end: f64,
    /// The seed of all directions.
    pub seed: u64,
}

/// An iteration: two players on either side of the numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Perturbation {
    /// How far the first player is from each number.
    pub steps: Vec<f64>,
    /// What each number gains for each game that the first player wins more than it loses.
    pub gains: Vec<f64>,
    /// The least and the most that each can be.
    ranges: Vec<(f64, f64)>,
}

impl Tuning {
    /// The iteration of a number, from 0.
    ///
    /// With c = `c_end` · N^γ and a = `r_end` · `c_end`² · (A + N)^α, in iteration k (from 1) players are
    /// c / k^γ apart from what is tuned, and this changes by a / (A + k)^α / (c / k^γ) a game.
    pub fn perturbation(&self, tuned: &[Tuned], number: u64) -> Perturbation {
        let mut random = Random::of_item(self.seed, number);
        let (all, now) = (self.iterations as f64, number as f64 + 1.0);
        let stability = STABILITY * all;
        let mut perturbation =
            Perturbation { steps: Vec::new(), gains: Vec::new(), ranges: Vec::new() };
        for one in tuned {
            let flip = if random.chance(1, 2) { 1.0 } else { -1.0 };
            let flip = if one.is_held { 0.0 } else { flip };
            let c_end = (self.c_end * one.first).max(one.least);
            let c = c_end * (all / now).powf(GAMMA);
            let slower = ((stability + all) / (stability + now)).powf(ALPHA);
            perturbation.steps.push(flip * c);
            perturbation.gains.push(flip * self.r_end * c_end * c_end * slower / c);
            perturbation.ranges.push(one.range);
        }
        perturbation
    }
}

impl Perturbation {
    /// The numbers of the first player (`sign` 1) or the second (−1).
    pub fn player(&self, numbers: &[f64], sign: f64) -> Vec<f64> {
        self.moved(numbers, &self.steps, sign)
    }

    /// The numbers after games of which the first player won so many more than it lost.
    pub fn after(&self, numbers: &[f64], surplus: f64) -> Vec<f64> {
        self.moved(numbers, &self.gains, surplus)
    }

    fn moved(&self, numbers: &[f64], ways: &[f64], times: f64) -> Vec<f64> {
        let moved = numbers.iter().zip(ways).zip(&self.ranges);
        moved
            .map(|((number, way), &(least, most))| (number + way * times).clamp(least, most))
            .collect()
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
        let tuned = Tuned::values(&kinds, &first, false);
        let mut values = first.to_vec();
        let mut random = Random::new(8);
        for number in 0..tuning.iterations {
            let one = tuning.perturbation(&tuned, number);
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
        let tuned = Tuned::values(&kinds, &first, false);
        let last = tuning.perturbation(&tuned, 999);
        assert!((last.steps[4].abs() - 0.9).abs() < 1e-9);
        assert!((last.gains[4].abs() - 0.002 * 0.9).abs() < 1e-9);
        let early = tuning.perturbation(&tuned, 0);
        assert!(early.steps[4].abs() > last.steps[4].abs());
        assert_eq!(early, tuning.perturbation(&tuned, 0));
    }

    #[test]
    fn parameters_stay_in_their_ranges_and_held_values_stay() {
        let kinds = Variant::load("chess").unwrap().dispatch(Kinds);
        let tuning = Tuning { iterations: 10, c_end: 0.9, r_end: 1.0, seed: 3 };
        let first = [1.0, 3.0, 3.0, 5.0, 9.0];
        let mut tuned = Tuned::values(&kinds, &first, true);
        tuned.push(Tuned::parameter("aspiration", 18).unwrap());
        let mut numbers: Vec<f64> = tuned.iter().map(|one| one.first).collect();
        let (least, most) = tuned[5].range;
        let mut seen = Vec::new();
        for number in 0..tuning.iterations {
            let one = tuning.perturbation(&tuned, number);
            seen.extend([1.0, -1.0].map(|sign| one.player(&numbers, sign)[5]));
            numbers = one.after(&numbers, 1e4);
            assert_eq!(numbers[..5], first);
            let bounds = [least, most].map(|bound| (numbers[5] - bound).abs() < 1e-9);
            assert!(bounds.contains(&true), "{numbers:?}");
        }
        assert!(seen.iter().all(|one| (least..=most).contains(one)), "{seen:?}");
        assert!(Tuned::parameter("luck", 1).is_err());
        assert!(Tuned::parameter("aspiration", 1).is_err());
    }
}
