//! [`answer`]: from the games of all stages to a [`Valuation`].

use std::collections::BTreeMap;

use nalgebra::DVector;
use statrs::distribution::{ChiSquared, ContinuousCDF, Normal};

use super::counted::{Counted, at_rest, counted, made};
use super::result::{
    DifferenceRow, Goodness, Interval, Method, Moment, StageRow, VALUATION_FORMAT, Valuation, Worth,
};
use super::{Estimate, Evidence, PlayedPair, Question, ValuedKinds, WIDTH_95};
use crate::arena::{Limit, ResignRule, ValuesPlan};
use crate::estimation::{DrawModel, Fit, FitError, Observation, Outcome, Ratios};
use crate::rules::Game;

/// How many moments the course of the values is told at.
const MOMENTS: usize = 16;
/// A difference with fewer pairs is in no test: its score says little of its error.
const FEWEST: u64 = 4;

/// What the games that count (`counted`) say of the worth of pieces to players with the values that
/// these had on average.
///
/// # Errors
/// When they say nothing of some kind.
pub fn answer(
    question: &Question,
    game: &Game,
    kinds: &ValuedKinds,
    evidence: &Evidence,
) -> Result<Valuation, FitError> {
    let all = evidence;
    let Counted { evidence, believed } = &counted(question, game, kinds, all);
    let games = evidence.observations();
    let estimate = Estimate::of(kinds, &games)?;
    let (differences, goodness) = residuals(kinds, evidence, &estimate);
    Ok(Valuation {
        conditions: conditions(question, all, evidence),
        seed: Some(question.seed),
        pairs: evidence.pairs.len() as u64,
        goodness,
        differences,
        convergence: convergence(kinds, evidence),
        stages: stages(game, kinds, all),
        limits: limits(question),
        believed: believed.clone(),
        at_rest: at_rest(kinds, &estimate.fit, believed).map(|rest| {
            let of = |place: usize| Interval::of(rest.values[place], rest.error(place));
            (0..kinds.len()).map(of).collect()
        }),
        made: made(kinds, &estimate.fit),
        ..of_estimate(game, kinds, &estimate, &games, Method::Imbalance)
    })
}

/// What an estimate says by itself; all that only a method knows is left empty.
pub(super) fn of_estimate(
    game: &Game,
    kinds: &ValuedKinds,
    estimate: &Estimate,
    observations: &[Observation],
    method: Method,
) -> Valuation {
    let unequal = unequal_games(kinds, observations);
    let Estimate { fit, values, games, drawn, .. } = estimate;
    let count = kinds.len();
    let pawns =
        kinds.pawn().map(|pawn| Ratios::of(&fit.weights, &fit.covariance, count, pawn, 1.0));
    let piece = |place: usize| {
        let of = |ratios: &Ratios| Interval::of(ratios.values[place], ratios.error(place));
        let rules = game.kind(kinds.kinds()[place]);
        Worth {
            kind: rules.name.clone(),
            letter: rules.letter.clone(),
            moves: rules.move_text.clone(),
            value: of(values),
            pawns: pawns.as_ref().map(of),
            centipawns: (values.values[place] * 100.0).round() as i32,
            games: unequal[place],
            phases: None,
            bootstrap: None,
        }
    };
    let covariance = (0..=count)
        .map(|row| (0..=count).map(|column| values.covariance[(row, column)]).collect())
        .collect();
    Valuation {
        format: VALUATION_FORMAT.to_owned(),
        tool: format!("tamerlane {}", env!("CARGO_PKG_VERSION")),
        variant: game.name.clone(),
        title: game.title.clone(),
        board: [game.board.files(), game.board.ranks()],
        rules: crate::perft::identity::rules_id(game),
        method,
        conditions: Vec::new(),
        seed: None,
        unit: kinds.names()[kinds.rook()].clone(),
        pieces: (0..count).map(piece).collect(),
        first_move: Some(Interval::of(values.values[count], values.error(count))),
        games: *games as u64,
        pairs: fit.clusters as u64,
        drawn: *drawn as u64,
        scale: Some([fit.weights[kinds.rook()] / super::ROOK, fit.margin]),
        covariance,
        greater: greater(values, count),
        goodness: None,
        differences: Vec::new(),
        convergence: Vec::new(),
        stages: Vec::new(),
        believed: Vec::new(),
        at_rest: None,
        made: None,
        limits: Vec::new(),
    }
}

/// For each kind the probability that it is worth more than each other.
fn greater(values: &Ratios, count: usize) -> Vec<Vec<f64>> {
    let normal = Normal::standard();
    let chance = |one: usize, other: usize| {
        let (apart, error) =
            (values.values[one] - values.values[other], values.error_of_difference(one, other));
        if error > 0.0 { normal.cdf(apart / error) } else { 0.5 }
    };
    (0..count).map(|one| (0..count).map(|other| chance(one, other)).collect()).collect()
}

/// The pairs of one difference.
struct Row<'e> {
    name: String,
    pairs: Vec<&'e PlayedPair>,
}

impl Row<'_> {
    fn all(evidence: &Evidence) -> Vec<Row<'_>> {
        let mut rows: BTreeMap<String, Vec<&PlayedPair>> = BTreeMap::new();
        for pair in &evidence.pairs {
            rows.entry(pair.difference.to_string()).or_default().push(pair);
        }
        rows.into_iter().map(|(name, pairs)| Row { name, pairs }).collect()
    }

    /// The first army's share of the points of a pair.
    fn score(pair: &PlayedPair) -> f64 {
        let [one, two] = &pair.games;
        let points = one.outcome.half_points() + two.outcome.reversed().half_points();
        points as f64 / 4.0
    }

    fn mean(&self) -> f64 {
        self.pairs.iter().map(|pair| Self::score(pair)).sum::<f64>() / self.pairs.len() as f64
    }

    /// What a fit predicts of the score, and its slope by weights and margin. The players of its pairs
    /// may have had different values.
    fn predicted(&self, fit: &Fit) -> (f64, DVector<f64>) {
        let mut slope = DVector::zeros(fit.weights.len() + 1);
        let mut score = 0.0;
        let share = 0.5 / self.pairs.len() as f64;
        for pair in &self.pairs {
            let [one, two] = &pair.games;
            for (game, side) in [(one, share), (two, -share)] {
                let (points, own) = expected_points(fit, game);
                score += if side > 0.0 { points * share } else { (1.0 - points) * share };
                slope += own * side;
            }
        }
        (score, slope)
    }
}

/// White's expected points and their slope by weights and margin.
fn expected_points(fit: &Fit, game: &Observation) -> (f64, DVector<f64>) {
    let size = fit.weights.len();
    let advantage = game.features.iter().zip(fit.weights.iter()).map(|(x, w)| x * w).sum();
    let model = DrawModel { advantage, margin: fit.margin };
    // d P(win) = P(win) · slope of its logarithm; points are P(win) + P(draw) / 2.
    let (mut by_advantage, mut by_margin) = (0.0, 0.0);
    for (outcome, worth) in [(Outcome::Win, 0.5), (Outcome::Loss, -0.5)] {
        let (chance, slope) = (model.probability(outcome), model.slope(outcome));
        by_advantage += worth * chance * slope.advantage;
        by_margin += worth * chance * slope.margin;
    }
    let mut slope = DVector::zeros(size + 1);
    for (place, x) in game.features.iter().enumerate() {
        slope[place] = by_advantage * x;
    }
    slope[size] = by_margin;
    (model.expected_score(), slope)
}

/// What is left of each difference, and whether all of it can be chance. The error of a score is that
/// of pairs in general, not of its own few pairs: those that all went the same way are not certain.
fn residuals(
    kinds: &ValuedKinds,
    evidence: &Evidence,
    estimate: &Estimate,
) -> (Vec<DifferenceRow>, Option<Goodness>) {
    let rows = Row::all(evidence);
    let deviation = |row: &Row<'_>| -> f64 {
        let (predicted, _) = row.predicted(&estimate.fit);
        row.pairs.iter().map(|pair| (Row::score(pair) - predicted).powi(2)).sum()
    };
    let all = evidence.pairs.len() as f64;
    let free = (all - kinds.len() as f64 - 1.0).max(1.0);
    let variance = rows.iter().map(deviation).sum::<f64>() / free;
    let mut told = Vec::new();
    let (mut chi_squared, mut tested) = (0.0, 0_u64);
    let (mut held_out, mut inside) = (0, 0);
    for row in &rows {
        let pairs = row.pairs.len() as u64;
        let (score, error) = (row.mean(), (variance / pairs as f64).sqrt());
        let (predicted, _) = row.predicted(&estimate.fit);
        let mut outside = None;
        if pairs >= FEWEST {
            chi_squared += ((score - predicted) / error).powi(2);
            tested += 1;
            outside = predicted_by_others(kinds, evidence, row, error);
            if let Some(interval) = outside {
                held_out += 1;
                inside += u64::from((interval.low..=interval.high).contains(&score));
            }
        }
        told.push(DifferenceRow {
            difference: row.name.clone(),
            pairs,
            score,
            predicted,
            error,
            held_out: outside,
        });
    }
    let degrees = tested.saturating_sub(kinds.len() as u64);
    let goodness = ChiSquared::new(degrees as f64).ok().map(|chance| Goodness {
        chi_squared,
        degrees,
        probability: 1.0 - chance.cdf(chi_squared),
        held_out,
        held_out_inside: inside,
    });
    (told, goodness)
}

/// What the games of all other differences predict of the score of one, with the 95 % interval in which
/// the score should lie: its own chance and that of the prediction.
fn predicted_by_others(
    kinds: &ValuedKinds,
    evidence: &Evidence,
    row: &Row<'_>,
    error: f64,
) -> Option<Interval> {
    let difference = &row.pairs[0].difference;
    let others = evidence.pairs.iter().filter(|pair| pair.difference != *difference);
    let games: Vec<Observation> = others.flat_map(|pair| pair.games.clone()).collect();
    let estimate = Estimate::of(kinds, &games).ok()?;
    let (predicted, slope) = row.predicted(&estimate.fit);
    let variance = (slope.transpose() * &estimate.fit.covariance * &slope)[(0, 0)];
    let half = WIDTH_95 * (variance.max(0.0) + error * error).sqrt();
    Some(Interval {
        value: predicted,
        error: Some(variance.max(0.0).sqrt()),
        low: (predicted - half).max(0.0),
        high: (predicted + half).min(1.0),
    })
}

fn convergence(kinds: &ValuedKinds, evidence: &Evidence) -> Vec<Moment> {
    let all = evidence.pairs.len();
    let moment = |number: usize| {
        let pairs = all * (number + 1) / MOMENTS;
        let games: Vec<Observation> =
            evidence.pairs[..pairs].iter().flat_map(|pair| pair.games.clone()).collect();
        let estimate = Estimate::of(kinds, &games).ok().filter(|one| one.has_unit(kinds))?;
        let errors = (0..kinds.len()).map(|place| estimate.values.error(place)).collect();
        Some(Moment { pairs: pairs as u64, values: estimate.worths(), errors })
    };
    (0..MOMENTS).filter_map(moment).collect()
}

/// What each stage says alone.
fn stages(game: &Game, kinds: &ValuedKinds, evidence: &Evidence) -> Vec<StageRow> {
    let stage = |(stage, values): (usize, &ValuesPlan)| {
        let pairs = evidence.pairs.iter().filter(|pair| pair.stage == stage);
        let games: Vec<Observation> = pairs.clone().flat_map(|pair| pair.games.clone()).collect();
        let estimate = Estimate::of(kinds, &games).ok().filter(|one| one.has_unit(kinds));
        let worths = estimate.map(|estimate| {
            let worth = |place: usize| {
                Interval::of(estimate.values.values[place], estimate.values.error(place))
            };
            (0..kinds.len()).map(worth).collect()
        });
        let believed = kinds.values_of_text(game, &values.text).unwrap_or_default();
        StageRow { values: values.file.clone(), believed, pairs: pairs.count() as u64, worths }
    };
    evidence.stages.iter().enumerate().map(stage).collect()
}

fn conditions(question: &Question, all: &Evidence, counted: &Evidence) -> Vec<String> {
    let limit = match question.limit {
        Limit::Nodes(nodes) => format!("{nodes} nodes a move"),
        Limit::Depth(depth) => format!("depth {depth}"),
        Limit::Movetime { milliseconds, .. } | Limit::Clock { milliseconds, .. } => {
            format!("{milliseconds} ms")
        }
    };
    let mut lines = vec![format!("games of the search against itself, {limit}")];
    let thinned = question.thinned;
    lines.push(format!(
        "pieces shuffled; both armies lose 0 to {thinned} % of the men they share, pawns too"
    ));
    if let Some(ResignRule { plies, score }) = question.adjudication.resign {
        let rooks = f64::from(score) / 500.0;
        lines.push(format!(
            "lost when both players' scores say so by {rooks} rooks for {plies} plies in a row"
        ));
    }
    if let Some(cap) = question.adjudication.cap {
        lines.push(format!("drawn after {cap} plies"));
    }
    if !all.pairs.is_empty() {
        let games = 2.0 * all.pairs.len() as f64;
        lines.push(format!("a game has {:.0} plies", all.plies as f64 / games));
    }
    let apart = 2 * (all.pairs.len() - counted.pairs.len());
    lines.push(format!(
        "{apart} more games, with the values of other priors, count for the table of stages alone"
    ));
    lines
}

fn limits(question: &Question) -> Vec<String> {
    let mut limits = vec![
        "the worth of a piece to players of this strength, on boards thinned like this; stronger \
         players and fuller boards may have other values"
            .to_owned(),
        "one number a piece: what two men are worth together is taken for the sum".to_owned(),
    ];
    if question.priors.len() < 2 {
        limits.push("one prior only: what the players' own values do is not known".to_owned());
    }
    limits
}

/// In how many games there were unequal numbers of each kind.
fn unequal_games(kinds: &ValuedKinds, games: &[Observation]) -> Vec<u64> {
    let of = |place: usize| games.iter().filter(|game| game.features[place] != 0.0).count() as u64;
    (0..kinds.len()).map(of).collect()
}
