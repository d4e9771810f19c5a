//! [`next_stage`]: which games to play next.

use std::collections::BTreeMap;

use super::differences::{differences, rows};
use super::estimate::slope_of_worth;
use super::{Estimate, Evidence, Prior, Question, ROOK, ValuedKinds, WIDTH_95};
use crate::arena::{ArmiesPlan, Difference, ValuesPlan};
use crate::estimation::{Allocation, Candidates, Ratios};
use crate::rules::Game;
use crate::sampling::Random;

/// What a fifth of a rook and the margin of draws are in natural units, as long as no game says so.
const BELIEVED_SCALE: f64 = 0.2;
const BELIEVED_MARGIN: f64 = 0.35;
/// How many pairs of one difference are planned at once, at least.
const BATCH: u64 = 2;
/// A plan is made in at most so many batches.
const BATCHES: u64 = 400;
/// The share of all games expected that each prior gets.
const PRIOR_SHARE: f64 = 0.12;
/// The share of all games expected that a later stage has at most.
const STAGE_SHARE: f64 = 0.4;
/// The fewest pairs of a stage.
const FEWEST: u64 = 40;

/// Which games to play next, or that none are needed.
#[derive(Clone, Debug, PartialEq)]
pub struct NextStage {
    /// Who plays: the values of both players.
    pub values: ValuesPlan,
    /// At which armies.
    pub armies: ArmiesPlan,
    /// How many pairs more are expected to be needed in all, those of this stage included.
    pub expected: u64,
}

/// Why no more games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enough {
    /// Every interval is as narrow as was asked, and the players' values are those estimated.
    Precise,
    /// As many pairs were played as were allowed.
    Many,
}

/// The games to play next, from what was asked and what was played.
///
/// Each prior has a stage of its own. From then on players have the values estimated so far. A plan is
/// greedy: first whatever makes the determinant of the information grow most, until every kind is
/// known a little; then whatever makes the least certain kind most certain.
///
/// # Errors
/// With a sentence, where a text of values is none or armies cannot differ.
pub fn next_stage(
    question: &Question,
    game: &Game,
    kinds: &ValuedKinds,
    evidence: &Evidence,
) -> Result<Result<NextStage, Enough>, String> {
    let played = evidence.pairs.len() as u64;
    let stage = evidence.values.len();
    let allowed = question.most_pairs.saturating_sub(played);
    if allowed == 0 {
        return Ok(Err(Enough::Many));
    }
    let first = question.priors.first().ok_or("no values to begin with")?;
    let believed = kinds.values_of_text(game, &first.text)?;
    let estimate = Estimate::of(kinds, &evidence.observations()).ok();
    let estimate = estimate.filter(|estimate| estimate.has_unit(kinds));
    let planner = Planner::new(kinds, &believed, estimate.as_ref());
    let priors_left = question.priors.len().saturating_sub(stage);
    if let Some(estimate) = &estimate
        && priors_left == 0
        && estimate.widest() <= question.precision
        && is_stable(game, kinds, question, evidence, estimate)
    {
        return Ok(Err(Enough::Precise));
    }
    let mut known = planner.candidates.nothing(None);
    for pair in &evidence.pairs {
        let place = planner.differences.iter().position(|one| *one == pair.difference);
        if let Some(place) = place {
            known.add(&planner.candidates, place, 1);
        }
    }
    // What is expected of these games is a little off, as pairs share their luck.
    let off = estimate.as_ref().map_or(1.0, |estimate| {
        let expected = planner.widest(&known).1;
        if expected > 0.0 { estimate.widest() / expected } else { 1.0 }
    });
    let target = question.precision / off.clamp(0.5, 2.0) * 0.97;
    let whole = planner.plan(known.clone(), target, question.most_pairs.max(FEWEST));
    let needed = whole.len() as u64;
    let values = if let Some(Prior { name, text }) = question.priors.get(stage) {
        ValuesPlan { file: format!("prior {name}"), text: text.clone() }
    } else {
        let worths = estimate.as_ref().map_or_else(|| believed.clone(), Estimate::worths);
        let text = kinds.text_of_values(game, &worths);
        ValuesPlan { file: format!("estimates of {played} pairs"), text }
    };
    let all = (played + needed) as f64;
    let share = if priors_left > 0 { PRIOR_SHARE } else { STAGE_SHARE };
    let most = ((all * share).ceil() as u64).max(FEWEST);
    let size = if priors_left > 0 { most } else { needed.clamp(FEWEST, most) }.min(allowed);
    let mut order = planner.plan(known, if priors_left > 0 { 0.0 } else { target }, size);
    // Where all are sure enough and only the players' values are not, the same goes on.
    if (order.len() as u64) < size {
        let places = planner.even(size - order.len() as u64);
        order.extend(places);
    }
    order.truncate(size as usize);
    Random::of_item(question.seed, u64::MAX - stage as u64).shuffle(&mut order);
    let armies = compact(&planner.differences, &order, question.thinned);
    Ok(Ok(NextStage { values, armies, expected: needed.max(size) }))
}

/// The plan with those differences alone that it uses.
fn compact(all: &[Difference], order: &[usize], thinned: u32) -> ArmiesPlan {
    let mut places: BTreeMap<usize, u32> = BTreeMap::new();
    for &place in order {
        places.insert(place, 0);
    }
    for (number, place) in places.values_mut().enumerate() {
        *place = number as u32;
    }
    ArmiesPlan {
        differences: places.keys().map(|&place| all[place].clone()).collect(),
        order: order.iter().map(|place| places[place]).collect(),
        thinned,
    }
}

/// Whether players have played with values that are within the errors of what is estimated, in at least
/// a quarter of all games.
fn is_stable(
    game: &Game,
    kinds: &ValuedKinds,
    question: &Question,
    evidence: &Evidence,
    estimate: &Estimate,
) -> bool {
    // Of the later stages the texts are not kept here, but their games were played with estimates.
    let later = evidence.pairs.iter().filter(|pair| pair.stage >= question.priors.len()).count();
    if later * 4 >= evidence.pairs.len() {
        return true;
    }
    let close = |prior: &Prior| {
        kinds.values_of_text(game, &prior.text).is_ok_and(|values| {
            let worths = estimate.worths();
            let pairs = values.iter().zip(&worths);
            pairs.clone().all(|(one, other)| (one - other).abs() <= question.precision)
        })
    };
    question.priors.iter().any(close)
}

struct Planner {
    differences: Vec<Difference>,
    candidates: Candidates,
    weights: Vec<f64>,
    kinds: usize,
    rook: usize,
}

impl Planner {
    fn new(kinds: &ValuedKinds, believed: &[f64], estimate: Option<&Estimate>) -> Self {
        let differences = differences(kinds, believed);
        let games: Vec<_> = differences.iter().map(|one| rows(kinds, one)).collect();
        let scaled = believed.iter().map(|value| value * BELIEVED_SCALE);
        let unplayed = (scaled.chain([0.0]).collect::<Vec<f64>>(), BELIEVED_MARGIN);
        let (weights, margin) = estimate.map_or(unplayed, |Estimate { fit, .. }| {
            (fit.weights.iter().copied().collect(), fit.margin.max(0.05))
        });
        let candidates = Candidates::new(&games, &weights, margin);
        Self { differences, candidates, weights, kinds: kinds.len(), rook: kinds.rook() }
    }

    /// The least certain kind, and half the width of its interval.
    fn widest(&self, known: &Allocation) -> (usize, f64) {
        let covariance = known.inverse();
        let weights = nalgebra::DVector::from_column_slice(&self.weights);
        let ratios = Ratios::of(&weights, &covariance, self.kinds, self.rook, ROOK);
        let width = |place: usize| WIDTH_95 * ratios.error(place);
        let widest = (0..self.kinds).max_by(|&one, &two| width(one).total_cmp(&width(two)));
        let widest = widest.unwrap_or_default();
        (widest, width(widest))
    }

    /// Places of differences, until the widest interval is expected to be as narrow as `target` or
    /// there are so many.
    fn plan(&self, mut known: Allocation, target: f64, most: u64) -> Vec<usize> {
        let mut order = Vec::new();
        let least = (most / BATCHES).max(BATCH);
        while (order.len() as u64) < most {
            let (place, width) = self.widest(&known);
            if width <= target {
                break;
            }
            // A fiftieth of what there is at once: nobody can tell it from one by one.
            let batch = (order.len() as u64 / 50).max(least);
            let best = if width > 3.0 {
                self.candidates.best(batch, &known)
            } else {
                let slope = slope_of_worth(&self.weights, place, self.rook);
                self.candidates.best_for(&slope, batch, &known)
            };
            let Some(best) = best else { break };
            known.add(&self.candidates, best, batch);
            order.extend(std::iter::repeat_n(best, batch as usize));
        }
        order
    }

    /// A plan from nothing of so many pairs.
    fn even(&self, count: u64) -> Vec<usize> {
        let mut order = self.plan(self.candidates.nothing(None), 0.0, count);
        order.truncate(count as usize);
        order
    }
}
