//! [`Candidates`]: which games to play so that they say most.

use nalgebra::{DMatrix, DVector};

use super::{DrawModel, Outcome};

/// Games that may be played, and what they are expected to say. What is played at once, such as the two
/// games of a pair, is one candidate.
#[derive(Clone, Debug)]
pub struct Candidates {
    /// The information of each about weights and margin.
    information: Vec<DMatrix<f64>>,
    /// How often one is played until playing it once more counts half in the choice.
    half: f64,
}

/// How often to play each candidate.
#[derive(Clone, Debug, PartialEq)]
pub struct Allocation {
    /// One a candidate.
    pub times: Vec<u64>,
    /// The information of all of them, and of what was known before.
    pub information: DMatrix<f64>,
}

/// What is added to the information of nothing, so that it has an inverse: as much as a thousandth of
/// a game says.
const GROUND: f64 = 1e-3;

impl Candidates {
    /// Candidates, each the rows of its games: what one side has more than the other, one number a
    /// weight. What is believed of weights and margin makes the plan better the truer it is; no
    /// belief makes the results wrong.
    ///
    /// # Panics
    /// When the rows have not as many numbers as there are weights.
    pub fn new(games: &[Vec<Vec<f64>>], weights: &[f64], margin: f64) -> Self {
        let size = weights.len() + 1;
        let of_row = |row: &Vec<f64>| {
            assert_eq!(row.len(), weights.len(), "a row has one number a weight");
            let advantage = row.iter().zip(weights).map(|(x, w)| x * w).sum();
            expected_information(row, DrawModel { advantage, margin })
        };
        let of_games = |rows: &Vec<Vec<f64>>| {
            rows.iter().map(of_row).fold(DMatrix::zeros(size, size), |sum, one| sum + one)
        };
        Self { information: games.iter().map(of_games).collect(), half: f64::INFINITY }
    }

    /// The same, but one that was played so many times already counts half when the best is chosen, and
    /// less and less: where the model is only nearly true, many different games say more than the
    /// same ones again and again, whose own deviation does not average out.
    #[must_use]
    pub fn spread(self, half: f64) -> Self {
        Self { half, ..self }
    }

    /// What playing a candidate so many times more is taken to say when the best is chosen.
    fn worth(&self, place: usize, times: u64, known: &Allocation) -> DMatrix<f64> {
        let share = 1.0 / (1.0 + known.times[place] as f64 / self.half);
        &self.information[place] * (times as f64 * share)
    }

    /// What playing a candidate once is expected to say of weights and margin.
    pub fn information(&self, place: usize) -> &DMatrix<f64> {
        &self.information[place]
    }

    /// How many candidates there are.
    pub fn len(&self) -> usize {
        self.information.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.information.is_empty()
    }

    /// Nothing is played, and this much is known before; `None` for nothing.
    pub fn nothing(&self, known: Option<DMatrix<f64>>) -> Allocation {
        let size = self.information.first().map_or(0, DMatrix::nrows);
        let information = known.unwrap_or_else(|| DMatrix::zeros(size, size));
        Allocation { times: vec![0; self.len()], information }
    }

    /// The candidate of which so many make the logarithm of the determinant of the information grow
    /// most: one step of greedy D-optimality. `None` if there are none.
    pub fn best(&self, times: u64, known: &Allocation) -> Option<usize> {
        let inverse = known.inverse();
        let size = inverse.nrows();
        // Exactly, not by the trace: a candidate may be all that is known of a weight.
        let gain = |place: usize| {
            let step = &inverse * self.worth(place, times, known);
            (DMatrix::identity(size, size) + step).determinant()
        };
        first_greatest((0..self.len()).map(gain))
    }

    /// The candidate of which so many make the error of a number smallest, where the number is `of`
    /// times the weights and the margin. `None` if there are none.
    ///
    /// # Panics
    /// When `of` has not one number for each weight and one for the margin.
    pub fn best_for(&self, of: &DVector<f64>, times: u64, known: &Allocation) -> Option<usize> {
        let gain = |place: usize| {
            let information = &known.information + self.worth(place, times, known);
            -(of.transpose() * inverse(&information) * of)[(0, 0)]
        };
        first_greatest((0..self.len()).map(gain))
    }
}

/// The place of the greatest of some numbers; of equal ones the first.
fn first_greatest(numbers: impl Iterator<Item = f64>) -> Option<usize> {
    let mut best: Option<(usize, f64)> = None;
    for (place, number) in numbers.enumerate() {
        if best.is_none_or(|(_, greatest)| number > greatest) {
            best = Some((place, number));
        }
    }
    best.map(|(place, _)| place)
}

impl Allocation {
    /// Plays a candidate so many times more.
    ///
    /// # Panics
    /// When there is no such candidate.
    pub fn add(&mut self, candidates: &Candidates, place: usize, times: u64) {
        self.times[place] += times;
        self.information += &candidates.information[place] * times as f64;
    }

    /// The covariance of weights and margin that is expected then.
    pub fn inverse(&self) -> DMatrix<f64> {
        inverse(&self.information)
    }
}

/// The covariance that belongs to an information.
fn inverse(information: &DMatrix<f64>) -> DMatrix<f64> {
    let size = information.nrows();
    let grounded = information + DMatrix::identity(size, size) * GROUND;
    // It is positive definite, as the ground is.
    grounded.cholesky().map_or_else(|| DMatrix::zeros(size, size), |factor| factor.inverse())
}

/// What a game says of weights and margin on average: the curvature of each outcome by its
/// probability.
fn expected_information(row: &[f64], model: DrawModel) -> DMatrix<f64> {
    let size = row.len() + 1;
    let mut information = DMatrix::zeros(size, size);
    for outcome in Outcome::ALL {
        let probability = model.probability(outcome);
        if probability == 0.0 {
            continue;
        }
        let curvature = model.curvature(outcome);
        let full = |place: usize| if place < row.len() { row[place] } else { 1.0 };
        information += DMatrix::from_fn(size, size, |one, other| {
            let sort = match (one < row.len(), other < row.len()) {
                (true, true) => curvature.advantage,
                (false, false) => curvature.margin,
                _ => curvature.mixed,
            };
            probability * sort * full(one) * full(other)
        });
    }
    information
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three weights; games may say something of the first alone, or of differences.
    fn candidates() -> Candidates {
        let rows = [[1.0, 0.0, 0.0], [1.0, -1.0, 0.0], [0.0, 1.0, -1.0], [0.0, 0.0, 1.0]];
        let pair = |row: &[f64; 3]| vec![row.to_vec(), row.map(|x| -x).to_vec()];
        Candidates::new(&rows.each_ref().map(pair), &[0.5, 0.4, 0.3], 0.4)
    }

    #[test]
    fn information_is_that_of_the_model() {
        let model = DrawModel { advantage: 0.5, margin: 0.4 };
        let expected: f64 = Outcome::ALL
            .iter()
            .map(|&o| model.probability(o) * model.slope(o).advantage.powi(2))
            .sum();
        let told = candidates().information(0)[(0, 0)];
        assert!((told - 2.0 * expected).abs() < 1e-12, "{told} {expected}");
    }

    #[test]
    fn spread_plans_play_every_candidate_that_says_something() {
        let plain = candidates();
        let spread = candidates().spread(10.0);
        let last = DVector::from_vec(vec![0.0, 0.0, 1.0, 0.0]);
        let [alone, shared] = [&plain, &spread].map(|candidates| {
            let mut plan = candidates.nothing(None);
            for place in 0..4 {
                plan.add(candidates, place, 10);
            }
            for _ in 0..300 {
                let best = candidates.best_for(&last, 2, &plan).unwrap();
                plan.add(candidates, best, 2);
            }
            plan.times
        });
        // The third weight alone says most of itself; the others say something of it together.
        assert_eq!(alone, [10, 10, 10, 610]);
        assert!(shared[3] < 600 && shared[3] > 50, "{shared:?}");
        assert!(shared[..3].iter().any(|&times| times > 10), "{shared:?}");
        assert_eq!(shared.iter().sum::<u64>(), 640);
    }

    #[test]
    fn greedy_plans_leave_nothing_out_and_beat_others() {
        let candidates = candidates();
        let mut planned = candidates.nothing(None);
        let mut evenly = candidates.nothing(None);
        let mut lopsided = candidates.nothing(None);
        for batch in 0..100 {
            let best = candidates.best(2, &planned).unwrap();
            planned.add(&candidates, best, 2);
            evenly.add(&candidates, batch % 4, 2);
            lopsided.add(&candidates, if batch < 97 { 0 } else { batch - 96 }, 2);
        }
        let determinant = |plan: &Allocation| plan.inverse().determinant();
        assert!(determinant(&planned) <= determinant(&evenly) * 1.001);
        assert!(determinant(&planned) < determinant(&lopsided) / 10.0);
        assert_eq!(planned.times.iter().sum::<u64>(), 200);
        // Topping up what is least certain makes it more certain than going on evenly does.
        let last = DVector::from_vec(vec![0.0, 0.0, 1.0, 0.0]);
        let error = |plan: &Allocation| (last.transpose() * plan.inverse() * &last)[(0, 0)];
        let mut topped = planned.clone();
        for _ in 0..20 {
            let best = candidates.best_for(&last, 2, &topped).unwrap();
            topped.add(&candidates, best, 2);
            let best = candidates.best(2, &planned).unwrap();
            planned.add(&candidates, best, 2);
        }
        assert!(error(&topped) < 0.95 * error(&planned));
    }
}
