//! [`next_stage`]: which games to play next.

use std::collections::BTreeMap;

use super::counted::counted;
use super::differences::{differences, rows};
use super::estimate::slope_of_worth;
use super::{Estimate, Evidence, Prior, Question, ROOK, ValuedKinds, WIDTH_95};
use crate::arena::{ArmiesPlan, Difference, ValuesPlan};
use crate::estimation::{Allocation, Candidates, Ratios};
use crate::rules::Game;
use crate::sampling::Random;

/// What a fifth of a rook and the margin of draws are in natural units, as long as no game says so. A man
/// counts for more where there are few others: of full boards 0.11 was measured, of boards that had lost
/// up to three quarters of their men 0.37 (Wild Tamerlane, 500 nodes a move).
fn believed_scale(thinned: u32) -> f64 {
    0.1 + 0.0035 * f64::from(thinned)
}
const BELIEVED_MARGIN: f64 = 0.35;
/// How many pairs of one difference are planned at once, at least.
const BATCH: u64 = 2;
/// After so many pairs a difference counts half when the next is chosen: what men are worth together is
/// only nearly the sum, so many differences say more than one again and again.
const SPREAD: f64 = 50.0;
/// With fewer pairs a kind than this, errors by pair come out too small: games of a few pairs that all
/// went the same way look certain.
const PAIRS_A_KIND: usize = 20;
/// The error that the first prior is taken to have, as a share of a value.
const PRIOR_ERROR: f64 = 0.25;
/// A plan is made in at most so many batches.
const BATCHES: u64 = 400;
/// The share of all games expected that each prior gets.
const PRIOR_SHARE: f64 = 0.1;
/// The share that is played first with estimates, which come from few games then.
const FIRST_SHARE: f64 = 0.15;
/// The share of all games expected that a later stage has at most.
const STAGE_SHARE: f64 = 0.5;
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
    /// Every interval is as narrow as was asked.
    Precise,
    /// As many pairs were played as were allowed.
    Many,
}

/// The games to play next, from what was asked and what was played.
///
/// Each prior has a stage of its own. From then on players have the values estimated so far. An estimate
/// from few games is drawn to the first prior, as players who believe what chance said make it come true
/// in part. Games are enough when what they say together (`counted`) is as precise as was asked. A plan
/// is greedy: first whatever makes the determinant of the information grow most, until every kind is
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
    let stage = evidence.stages.len();
    let priors = question.priors.len();
    let allowed = question.most_pairs.saturating_sub(played);
    if allowed == 0 {
        return Ok(Err(Enough::Many));
    }
    let first = question.priors.first().ok_or("no values to begin with")?;
    let believed = kinds.values_of_text(game, &first.text)?;
    let later = evidence.of_stages(|stage| stage >= priors);
    let of = |evidence: &Evidence| {
        let estimate = Estimate::of(kinds, &evidence.observations()).ok();
        estimate.filter(|estimate| estimate.has_unit(kinds))
    };
    // As long as nobody has played with estimates, the first prior's games say most.
    let estimate = of(&later).or_else(|| of(&evidence.of_stages(|stage| stage == 0)));
    let scale = believed_scale(question.thinned);
    let planner = Planner::new(kinds, &believed, scale, estimate.as_ref());
    let is_enough = later.pairs.len() >= PAIRS_A_KIND * kinds.len();
    if is_enough
        && of(&counted(question, game, kinds, evidence).evidence)
            .is_some_and(|estimate| estimate.widest() <= question.precision)
    {
        return Ok(Err(Enough::Precise));
    }
    let mut known = planner.candidates.nothing(None);
    for pair in &later.pairs {
        let place = planner.differences.iter().position(|one| *one == pair.difference);
        if let Some(place) = place {
            known.add(&planner.candidates, place, 1);
        }
    }
    // What is expected of these games is a little off, as pairs share their luck.
    let off = estimate.as_ref().filter(|_| !later.pairs.is_empty()).map_or(1.0, |estimate| {
        let expected = planner.widest(&known).1;
        if expected > 0.0 { estimate.widest() / expected } else { 1.0 }
    });
    let target = question.precision / off.clamp(0.5, 2.0) * 0.97;
    let needed = planner.plan(known.clone(), target, question.most_pairs.max(FEWEST)).len() as u64;
    let values = match (question.priors.get(stage), &estimate) {
        (Some(Prior { name, text }), _) => {
            ValuesPlan { file: format!("prior {name}"), text: text.clone() }
        }
        (None, Some(estimate)) => {
            let text = kinds.text_of_values(game, &drawn_to(&believed, estimate));
            ValuesPlan { file: format!("estimates after {played} pairs"), text }
        }
        (None, None) => {
            ValuesPlan { file: format!("prior {}", first.name), text: first.text.clone() }
        }
    };
    let all = (later.pairs.len() as u64 + needed).min(question.most_pairs) as f64;
    let share = match stage {
        _ if stage < priors => PRIOR_SHARE,
        _ if stage == priors => FIRST_SHARE,
        _ => STAGE_SHARE,
    };
    let most = ((all * share).ceil() as u64).max(FEWEST);
    let is_fixed = stage < priors;
    let size = if is_fixed { most } else { needed.clamp(FEWEST, most) }.min(allowed);
    let mut order = planner.plan(known, if is_fixed { 0.0 } else { target }, size);
    // Where all are sure enough and only the players' values are not, the same goes on.
    if (order.len() as u64) < size {
        let places = planner.even(size - order.len() as u64);
        order.extend(places);
    }
    order.truncate(size as usize);
    Random::of_item(question.seed, u64::MAX - stage as u64).shuffle(&mut order);
    let armies = compact(&planner.differences, &order, question.thinned);
    let waiting = (priors.saturating_sub(stage + 1) as f64 * all * PRIOR_SHARE) as u64;
    let expected = if is_fixed { needed + size + waiting } else { needed.max(size) };
    Ok(Ok(NextStage { values, armies, expected }))
}

/// The estimates and the first prior, each by its certainty.
fn drawn_to(prior: &[f64], estimate: &Estimate) -> Vec<f64> {
    let worths = estimate.worths();
    let both = prior.iter().zip(&worths).enumerate();
    both.map(|(place, (believed, worth))| {
        let variance = (PRIOR_ERROR * believed).powi(2);
        let error = estimate.values.error(place);
        let share = if error > 0.0 { variance / (variance + error * error) } else { 1.0 };
        believed + share * (worth - believed)
    })
    .collect()
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

struct Planner {
    differences: Vec<Difference>,
    candidates: Candidates,
    weights: Vec<f64>,
    kinds: usize,
    rook: usize,
}

impl Planner {
    fn new(kinds: &ValuedKinds, believed: &[f64], scale: f64, estimate: Option<&Estimate>) -> Self {
        let differences = differences(kinds, believed);
        let games: Vec<_> = differences.iter().map(|one| rows(kinds, one)).collect();
        let scaled = believed.iter().map(|value| value * scale);
        let unplayed = (scaled.chain([0.0]).collect::<Vec<f64>>(), BELIEVED_MARGIN);
        let (weights, margin) = estimate.map_or(unplayed, |Estimate { fit, .. }| {
            (fit.weights.iter().copied().collect(), fit.margin.max(0.05))
        });
        let candidates = Candidates::new(&games, &weights, margin).spread(SPREAD);
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
