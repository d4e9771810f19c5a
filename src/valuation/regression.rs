//! [`regress`]: values from games of any kind.

use nalgebra::{DMatrix, DVector};

use super::answer::of_estimate;
use super::samples::Sample;
use super::{Estimate, Interval, Method, ROOK, Valuation, ValuedKinds};
use crate::estimation::{
    Bootstrap, Fit, FitError, Observation, Outcome, Ratios, bootstrap, bootstrap_tanh, fit,
    fit_tanh,
};
use crate::rules::Game;

/// How often the bootstrap draws.
const REPETITIONS: usize = 200;
/// Half the width of an interval beyond which the data are said to hold too little.
const TOO_WIDE: f64 = 2.0;
/// The fewest games in which a kind must be unequal.
const TOO_FEW: u64 = 50;

/// How the expected result follows from material.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// The logistic model with draws, by likelihood.
    Logistic,
    /// The hyperbolic tangent, by least squares.
    Tanh,
}

/// How a regression is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Regression {
    /// How results follow from material.
    pub link: Link,
    /// Whether middle game and endgame have values of their own.
    pub phases: bool,
    /// The seed of the bootstrap.
    pub seed: u64,
}

/// A game with the positions that are looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct SampledGame {
    /// Games with the same number may depend on each other: the games of a pair.
    pub cluster: u64,
    /// How it ended for White.
    pub outcome: Outcome,
    /// Its positions.
    pub samples: Vec<Sample>,
}

/// Values from games: the result explained by the men of quiet positions, every game counting once
/// however many positions it has, with errors by game or pair.
///
/// # Errors
/// When the games say nothing of some kind; see [`FitError`].
pub fn regress(
    game: &Game,
    kinds: &ValuedKinds,
    games: &[SampledGame],
    how: Regression,
) -> Result<Valuation, FitError> {
    let observations: Vec<Observation> =
        games.iter().flat_map(|game| of_game(game, how.phases)).collect();
    let (fitted, drawn): (Fit, Bootstrap) = match how.link {
        Link::Logistic => {
            let fitted = fit(&observations)?;
            let drawn = bootstrap(&observations, &fitted, REPETITIONS, how.seed)?;
            (fitted, drawn)
        }
        Link::Tanh => {
            (fit_tanh(&observations)?, bootstrap_tanh(&observations, REPETITIONS, how.seed))
        }
    };
    let estimate = in_order(kinds, &fitted, &fitted.covariance, games, how.phases);
    let again = drawn
        .covariance()
        .map(|covariance| in_order(kinds, &fitted, &covariance, games, how.phases));
    let mut valuation =
        of_estimate(game, kinds, &estimate, &per_game(kinds, games), Method::Regress);
    let count = kinds.len();
    for (place, piece) in valuation.pieces.iter_mut().enumerate() {
        piece.bootstrap = again.as_ref().map(|again| again.values.error(place));
        if how.phases {
            let phase = |number: usize| {
                let at = count + 1 + number * count + place;
                Interval::of(estimate.values.values[at], estimate.values.error(at))
            };
            piece.phases = Some([phase(0), phase(1)]);
        }
    }
    valuation.seed = Some(how.seed);
    valuation.conditions = conditions(how, observations.len(), drawn.failed);
    valuation.limits = limits(&valuation, &estimate, kinds);
    Ok(valuation)
}

fn of_game(game: &SampledGame, phases: bool) -> impl Iterator<Item = Observation> + '_ {
    let weight = 1.0 / game.samples.len().max(1) as f64;
    game.samples.iter().map(move |sample| {
        let full = sample.difference.iter();
        let mut features: Vec<f64> = if phases {
            let (early, late) = (sample.phase, 1.0 - sample.phase);
            full.clone().map(|x| x * early).chain(full.map(|x| x * late)).collect()
        } else {
            full.copied().collect()
        };
        features.push(1.0);
        Observation { features, outcome: game.outcome, cluster: game.cluster, weight }
    })
}

/// The kinds, the first move, and behind them middle game and endgame where they are told apart; the
/// value of a kind is the middle of the two.
fn in_order(
    kinds: &ValuedKinds,
    fitted: &Fit,
    covariance: &DMatrix<f64>,
    games: &[SampledGame],
    phases: bool,
) -> Estimate {
    let count = kinds.len();
    let size = fitted.weights.len();
    let rows = if phases { 3 * count + 1 } else { count + 1 };
    let turn = DMatrix::from_fn(rows, size, |row, column| {
        let is = |place: usize| if column == place { 1.0 } else { 0.0 };
        match row {
            _ if !phases => is(row),
            _ if row < count => f64::midpoint(is(row), is(row + count)),
            _ if row == count => is(2 * count),
            _ => is(row - count - 1),
        }
    });
    let own = covariance.view((0, 0), (size, size));
    let weights: DVector<f64> = &turn * &fitted.weights;
    let turned = &turn * own * turn.transpose();
    let values = Ratios::of(&weights, &turned, rows, kinds.rook(), ROOK);
    let fit = Fit {
        weights,
        covariance: turned.clone().resize(rows + 1, rows + 1, 0.0),
        naive_covariance: turned.resize(rows + 1, rows + 1, 0.0),
        ..fitted.clone()
    };
    let counted = games.iter().filter(|game| !game.samples.is_empty());
    let drawn = counted.clone().filter(|game| game.outcome == Outcome::Draw).count();
    Estimate { fit, kinds: count, values, games: counted.count(), drawn }
}

/// One row a game, to count in how many a kind was ever unequal.
fn per_game(kinds: &ValuedKinds, games: &[SampledGame]) -> Vec<Observation> {
    let row = |game: &SampledGame| {
        let most = |place: usize| {
            game.samples.iter().map(|sample| sample.difference[place].abs()).fold(0.0, f64::max)
        };
        let features = (0..kinds.len()).map(most).collect();
        Observation { features, outcome: game.outcome, cluster: game.cluster, weight: 1.0 }
    };
    games.iter().map(row).collect()
}

fn conditions(how: Regression, positions: usize, failed: usize) -> Vec<String> {
    let link = match how.link {
        Link::Logistic => "logistic model with draws, by likelihood",
        Link::Tanh => "hyperbolic tangent, by least squares",
    };
    let mut lines = vec![
        format!("{positions} quiet positions, every game counting once; {link}"),
        format!("errors by sandwich; by bootstrap of {REPETITIONS} draws beside them"),
    ];
    if how.phases {
        lines.push("a value is the middle of middle game (all men) and endgame (none)".to_owned());
    }
    if failed > 0 {
        lines.push(format!("{failed} draws of the bootstrap could not be fitted"));
    }
    lines
}

fn limits(valuation: &Valuation, estimate: &Estimate, kinds: &ValuedKinds) -> Vec<String> {
    let mut limits = Vec::new();
    if !estimate.has_unit(kinds) {
        let unit = &valuation.unit;
        limits.push(format!(
            "too little imbalance: what a {unit} is worth is hardly known, so nothing is in {unit}s"
        ));
    }
    let is_wide = |place: &usize| estimate.half_width(*place) > TOO_WIDE;
    let is_thin = |place: &usize| valuation.pieces[*place].games < TOO_FEW;
    let thin: Vec<&str> = (0..kinds.len())
        .filter(|place| is_wide(place) || is_thin(place))
        .map(|place| kinds.names()[place].as_str())
        .collect();
    if !thin.is_empty() {
        limits.push(format!(
            "too little imbalance for {}: more games, or games of `values imbalance`, are needed",
            thin.join(", ")
        ));
    }
    limits.push(
        "games between equal armies press values together: men that are still to be lost do not count \
         in full"
            .to_owned(),
    );
    limits
}
