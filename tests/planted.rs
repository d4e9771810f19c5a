//! Estimators on results that were made up from known values: what they return is right on average,
//! and their intervals hold the truth as often as they say. A test that must fail, with errors that
//! take every position for a game of its own, shows that the others could.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use nalgebra::DMatrix;
use tamerlane::estimation::{
    Candidates, DrawModel, Fit, Observation, Outcome, Ratios, bootstrap, fit,
};
use tamerlane::sampling::Random;

/// Pawn, camel, elephant, knight, bishop, cannon, rook, eagle, queen; a rook is 5.
const TRUTH: [f64; 9] = [0.8, 2.2, 2.5, 2.6, 3.4, 3.2, 5.0, 7.9, 8.5];
const ROOK: usize = 6;
/// What a value of 1 is in natural units, the gain of moving first, the margin of draws.
const SCALE: f64 = 0.22;
const FIRST_MOVE: f64 = 0.12;
const MARGIN: f64 = 0.35;
/// How often each experiment is repeated.
const REPLICATES: u64 = 200;

fn uniform(random: &mut Random) -> f64 {
    (random.below(1 << 40) as f64 + 0.5) / (1_u64 << 40) as f64
}

/// A number of mean 0 and variance 1, close to normal: a sum of twelve.
fn normal(random: &mut Random) -> f64 {
    (0..12).map(|_| uniform(random)).sum::<f64>() - 6.0
}

fn outcome(random: &mut Random, model: DrawModel) -> Outcome {
    let drawn = uniform(random);
    let lost = model.probability(Outcome::Loss);
    match drawn {
        _ if drawn < lost => Outcome::Loss,
        _ if drawn < lost + model.probability(Outcome::Draw) => Outcome::Draw,
        _ => Outcome::Win,
    }
}

/// Differences of armies, as rows over the kinds: one man more, one for another, one for two.
fn differences() -> Vec<Vec<f64>> {
    let kinds = TRUTH.len();
    let row = |men: &[(usize, f64)]| {
        let mut row = vec![0.0; kinds];
        for &(kind, count) in men {
            row[kind] += count;
        }
        row
    };
    let mut rows = Vec::new();
    for one in 0..kinds {
        rows.push(row(&[(one, 1.0)]));
        for two in 0..kinds {
            if one < two {
                rows.push(row(&[(one, 1.0), (two, -1.0)]));
            }
            for three in two..kinds {
                rows.push(row(&[(one, 1.0), (two, -1.0), (three, -1.0)]));
            }
        }
    }
    let worth = |row: &Vec<f64>| row.iter().zip(TRUTH).map(|(x, value)| x * value).sum::<f64>();
    rows.retain(|row| worth(row).abs() < 3.0 && row.iter().any(|&x| x != 0.0));
    rows
}

/// Pairs of games as a D-optimal plan has them: how often each difference is played.
fn planned(pairs: u64) -> Vec<Vec<f64>> {
    let rows = differences();
    let with_first = |row: &Vec<f64>| {
        [1.0, -1.0].map(|first| row.iter().copied().chain([first]).collect::<Vec<f64>>()).to_vec()
    };
    let weights: Vec<f64> = TRUTH.map(|value| value * SCALE).into_iter().chain([0.0]).collect();
    let games: Vec<_> = rows.iter().map(with_first).collect();
    let candidates = Candidates::new(&games, &weights, MARGIN);
    let mut allocation = candidates.nothing(None);
    let mut order = Vec::new();
    while order.len() < pairs as usize {
        let best = candidates.best(4, &allocation).unwrap();
        allocation.add(&candidates, best, 4);
        order.extend(std::iter::repeat_n(rows[best].clone(), 4));
    }
    order
}

/// Pairs of games of known values, seen by White: the same armies with colours changed, and some luck
/// of the position that both games share.
fn imbalance_games(plan: &[Vec<f64>], seed: u64) -> Vec<Observation> {
    let mut random = Random::new(seed);
    let mut games = Vec::new();
    for (pair, row) in plan.iter().enumerate() {
        let luck = 0.25 * normal(&mut random);
        for side in [1.0, -1.0] {
            let features: Vec<f64> = row.iter().map(|x| x * side).chain([1.0]).collect();
            let worth: f64 = features.iter().zip(TRUTH).map(|(x, value)| x * value * SCALE).sum();
            let model = DrawModel { advantage: worth + FIRST_MOVE + luck * side, margin: MARGIN };
            let outcome = outcome(&mut random, model);
            games.push(Observation { features, outcome, cluster: pair as u64, weight: 1.0 });
        }
    }
    games
}

/// How many positions of a game are looked at.
const POSITIONS: usize = 20;

/// Games in which men are won and lost on the way, such that at each position the chances are exactly
/// those of the material there: whoever may win a man of one kind or lose one of another does so with
/// the odds that leave the chances what they were. Then a regression on positions is a true model,
/// and what is left to get wrong are the errors, for positions of a game share its end.
fn regression_games(games: u64, seed: u64) -> Vec<Observation> {
    let mut random = Random::new(seed);
    let sigmoid = |x: f64| 1.0 / (1.0 + (-x).exp());
    let kinds = TRUTH.len();
    let mut positions = Vec::new();
    for game in 0..games {
        let mut row = vec![0.0; kinds];
        for _ in 0..2 {
            row[random.below(kinds)] += if random.chance(1, 2) { 1.0 } else { -1.0 };
        }
        let worth = |row: &[f64]| {
            row.iter().zip(TRUTH).map(|(x, value)| x * value * SCALE).sum::<f64>() + FIRST_MOVE
        };
        let mut rows = Vec::new();
        for _ in 0..POSITIONS {
            if random.chance(1, 4) {
                let (mut won, mut lost) = (row.clone(), row.clone());
                won[random.below(kinds)] += 1.0;
                lost[random.below(kinds)] -= 1.0;
                let (up, down, now) =
                    (sigmoid(worth(&won)), sigmoid(worth(&lost)), sigmoid(worth(&row)));
                let odds = (now - down) / (up - down);
                row = if uniform(&mut random) < odds { won } else { lost };
            }
            rows.push(row.iter().copied().chain([1.0]).collect::<Vec<f64>>());
        }
        let model = DrawModel { advantage: worth(&row), margin: 0.0 };
        let outcome = outcome(&mut random, model);
        let position = |features| Observation {
            features,
            outcome,
            cluster: game,
            weight: 1.0 / POSITIONS as f64,
        };
        positions.extend(rows.into_iter().map(position));
    }
    positions
}

/// What many repetitions of an experiment said of each kind but the rook.
#[derive(Default)]
struct Tally {
    sum: [f64; 9],
    squares: [f64; 9],
    errors: [f64; 9],
    covered: [u64; 9],
}

impl Tally {
    fn note(&mut self, fitted: &Fit, covariance: &DMatrix<f64>) {
        let ratios = Ratios::of(&fitted.weights, covariance, TRUTH.len(), ROOK, TRUTH[ROOK]);
        for (place, truth) in TRUTH.into_iter().enumerate() {
            let (value, error) = (ratios.values[place], ratios.error(place));
            self.sum[place] += value;
            self.squares[place] += value * value;
            self.errors[place] += error;
            self.covered[place] += u64::from((value - truth).abs() <= 1.96 * error);
        }
    }

    fn kinds() -> impl Iterator<Item = usize> {
        (0..TRUTH.len()).filter(|&place| place != ROOK)
    }

    /// How far the mean of all repetitions is from the truth, in standard errors of one of them.
    fn bias(&self, place: usize) -> f64 {
        (self.sum[place] / REPLICATES as f64 - TRUTH[place]) / self.spread(place)
    }

    /// How much the repetitions differ.
    fn spread(&self, place: usize) -> f64 {
        let count = REPLICATES as f64;
        let mean = self.sum[place] / count;
        ((self.squares[place] / count - mean * mean) * count / (count - 1.0)).sqrt()
    }

    fn coverage(&self, place: usize) -> f64 {
        self.covered[place] as f64 / REPLICATES as f64
    }

    fn print(&self, what: &str) {
        for place in Self::kinds() {
            println!(
                "{what}: truth {:.2}, mean {:.3}, bias {:+.2} of one error, spread {:.3}, told \
                 {:.3}, covered {:.1} %",
                TRUTH[place],
                self.sum[place] / REPLICATES as f64,
                self.bias(place),
                self.spread(place),
                self.errors[place] / REPLICATES as f64,
                100.0 * self.coverage(place),
            );
        }
    }

    /// Whether the means are right to three tenths of the error of one experiment (a ratio of two
    /// estimates is a little off by nature), and intervals hold the truth 90 to 98 times in 100.
    fn is_honest(&self) -> Result<(), String> {
        for place in Self::kinds() {
            if self.bias(place).abs() >= 0.3 {
                return Err(format!("kind {place}: off by {:.2} errors", self.bias(place)));
            }
            if !(0.90..=0.98).contains(&self.coverage(place)) {
                return Err(format!("kind {place}: {:.1} % covered", 100.0 * self.coverage(place)));
            }
        }
        Ok(())
    }
}

#[test]
fn imbalance_is_unbiased_and_covers() {
    let plan = planned(1200);
    let mut tally = Tally::default();
    for replicate in 0..REPLICATES {
        let fitted = fit(&imbalance_games(&plan, replicate)).unwrap();
        tally.note(&fitted, &fitted.covariance);
    }
    tally.print("imbalance");
    tally.is_honest().unwrap();
}

#[test]
fn regression_is_unbiased_and_covers_by_game_and_not_by_position() {
    let (mut by_game, mut by_position) = (Tally::default(), Tally::default());
    for replicate in 0..REPLICATES {
        let mut positions = regression_games(1500, replicate);
        let fitted = fit(&positions).unwrap();
        by_game.note(&fitted, &fitted.covariance);
        // The same estimates, but every position is a witness of its own.
        for (number, position) in positions.iter_mut().enumerate() {
            position.cluster = number as u64;
        }
        let alone = fit(&positions).unwrap();
        assert!((&alone.weights - &fitted.weights).amax() < 1e-9);
        by_position.note(&alone, &alone.covariance);
    }
    by_game.print("regression, errors by game");
    by_position.print("regression, errors by position");
    by_game.is_honest().unwrap();
    assert!(by_position.is_honest().is_err(), "the test does not bite");
    for place in Tally::kinds() {
        assert!(by_position.coverage(place) < 0.8, "{place}: {}", by_position.coverage(place));
    }
}

#[test]
fn sandwich_and_bootstrap_agree() {
    let games = imbalance_games(&planned(800), 7);
    let fitted = fit(&games).unwrap();
    let drawn = bootstrap(&games, &fitted, 400, 1).unwrap();
    assert_eq!((drawn.repetitions.len(), drawn.failed), (400, 0));
    assert_eq!(bootstrap(&games, &fitted, 3, 1).unwrap().repetitions, drawn.repetitions[..3]);
    let other = drawn.covariance().unwrap();
    let size = TRUTH.len();
    let sandwich = Ratios::of(&fitted.weights, &fitted.covariance, size, ROOK, 5.0);
    let again = Ratios::of(&fitted.weights, &other, size, ROOK, 5.0);
    for place in Tally::kinds() {
        let ratio = again.error(place) / sandwich.error(place);
        assert!((0.85..1.2).contains(&ratio), "{place}: {ratio}");
        let value = |at: &nalgebra::DVector<f64>| 5.0 * at[place] / at[ROOK];
        let [low, high] = drawn.interval(value).unwrap();
        let width = (high - low) / (2.0 * 1.96 * sandwich.error(place));
        assert!((0.8..1.25).contains(&width), "{place}: {width}");
    }
}

#[test]
fn results_that_mean_nothing_give_values_of_nothing() {
    let mut games = imbalance_games(&planned(800), 3);
    let mut outcomes: Vec<Outcome> = games.iter().map(|game| game.outcome).collect();
    Random::new(5).shuffle(&mut outcomes);
    for (game, outcome) in games.iter_mut().zip(outcomes) {
        game.outcome = outcome;
    }
    let shuffled = fit(&games).unwrap();
    for (place, truth) in TRUTH.iter().enumerate() {
        let (weight, error) = (shuffled.weights[place], shuffled.covariance[(place, place)].sqrt());
        assert!(weight.abs() < 3.3 * error, "{place}: {weight} +- {error}");
        assert!(weight.abs() < truth * SCALE / 2.0, "{place}: {weight}");
    }
}

#[test]
fn colours_do_not_matter() {
    let games = imbalance_games(&planned(400), 11);
    let swapped: Vec<Observation> = games
        .iter()
        .map(|game| {
            let features = game.features.iter().map(|x| -x).collect();
            Observation { features, outcome: game.outcome.reversed(), ..*game }
        })
        .collect();
    let (one, other) = (fit(&games).unwrap(), fit(&swapped).unwrap());
    assert!((one.weights - other.weights).amax() < 1e-9);
    assert!((one.covariance - other.covariance).amax() < 1e-9);
}

#[test]
fn a_clone_gets_the_value_of_its_original() {
    // Cannon and bishop made the same in truth come out the same within the error of the difference.
    let plan = planned(1200);
    let mut inside = 0;
    for replicate in 0..REPLICATES {
        let fitted = fit(&imbalance_games(&plan, 1000 + replicate)).unwrap();
        let ratios = Ratios::of(&fitted.weights, &fitted.covariance, 9, ROOK, 5.0);
        let apart = ratios.values[4] - ratios.values[5] - (TRUTH[4] - TRUTH[5]);
        inside += u32::from(apart.abs() <= 1.96 * ratios.error_of_difference(4, 5));
    }
    assert!((180..=198).contains(&inside), "{inside}");
}
