//! [`counted`]: the games that count, and what players believed in them.

use nalgebra::DMatrix;

use super::{Evidence, Interval, Question, ROOK, ValuedKinds};
use crate::estimation::{Fit, Ratios};
use crate::rules::Game;

/// The games that count.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    /// Their pairs.
    pub(super) evidence: Evidence,
    /// The values that the players of these games had on average, in the order of the kinds.
    pub(super) believed: Vec<f64>,
}

/// What players believe of a piece is a part of how they use it: those who think little of it give it
/// away, and then it is worth less. So "the worth of a piece" is its worth to players with certain values
/// of their own; here those that the players of these games had on average.
///
/// The games of the first prior and of estimates count, those of other priors do not. Where players had
/// more than one set of values, each game has a last feature more: by how much its players thought
/// better of White's men, less Black's, than players on average. Its weight is how far beliefs come
/// true; with it, the other weights are those to players on average, and their errors those of knowing
/// the former.
pub(super) fn counted(
    question: &Question,
    game: &Game,
    kinds: &ValuedKinds,
    evidence: &Evidence,
) -> Counted {
    let priors = question.priors.len();
    let mut counted = evidence.of_stages(|stage| stage == 0 || stage >= priors);
    let values = |text: &str| kinds.values_of_text(game, text).unwrap_or_default();
    let stages: Vec<Vec<f64>> = evidence.stages.iter().map(|one| values(&one.text)).collect();
    let mut believed = vec![0.0; kinds.len()];
    for pair in &counted.pairs {
        for (sum, value) in believed.iter_mut().zip(&stages[pair.stage]) {
            *sum += value / counted.pairs.len() as f64;
        }
    }
    let first = counted.pairs.first().map(|pair| pair.stage).unwrap_or_default();
    if counted.pairs.iter().any(|pair| stages[pair.stage] != stages[first]) {
        for pair in &mut counted.pairs {
            for game in &mut pair.games {
                let both = stages[pair.stage].iter().zip(&believed);
                let men = game.features.iter().zip(both);
                let better = men.map(|(x, (one, other))| x * (one - other)).sum();
                game.features.push(better);
            }
        }
    }
    Counted { evidence: counted, believed }
}

/// What share of a belief comes out again, of a fit of counted games: by how much a piece is worth more
/// to players who think that it is worth one more. 0 where values are found, 1 where belief alone makes
/// them. `None` where all players believed the same.
pub(super) fn made(kinds: &ValuedKinds, fit: &Fit) -> Option<Interval> {
    // Behind the kinds stands the gain of moving first.
    let place = kinds.len() + 1;
    let (weight, rook) = (fit.weights.get(place)?, kinds.rook());
    let unit = fit.weights[rook] / ROOK;
    let (by_weight, by_rook) = (1.0 / unit, -weight / unit / fit.weights[rook]);
    let variance = by_weight * by_weight * fit.covariance[(place, place)]
        + by_rook * by_rook * fit.covariance[(rook, rook)]
        + 2.0 * by_weight * by_rook * fit.covariance[(place, rook)];
    Some(Interval::of(weight / unit, variance.max(0.0).sqrt()))
}

/// The worth of each kind to players who believe it, of a fit of counted games: what players believed on
/// average and what came out are drawn on, in a straight line, to where they meet. `None` where all
/// players believed the same, or belief alone makes values.
pub(super) fn at_rest(kinds: &ValuedKinds, fit: &Fit, believed: &[f64]) -> Option<Ratios> {
    let place = kinds.len() + 1;
    let weight = *fit.weights.get(place)?;
    // The weights to players who believe nothing: men are worth them, and the weight of belief times
    // what is believed. Where that is the worth itself, it is in the same proportions.
    let mut slope = DMatrix::identity(fit.covariance.nrows(), fit.covariance.ncols());
    let mut weights = fit.weights.clone();
    for (kind, value) in believed.iter().enumerate() {
        weights[kind] -= weight * value;
        slope[(kind, place)] = -value;
    }
    let covariance = &slope * &fit.covariance * slope.transpose();
    let rook = kinds.rook();
    let is_known = weights[rook] > 4.0 * covariance[(rook, rook)].max(0.0).sqrt();
    is_known.then(|| Ratios::of(&weights, &covariance, kinds.len(), rook, ROOK))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{Adjudication, Difference, Limit, ValuesPlan};
    use crate::estimation::{DrawModel, Observation, Outcome};
    use crate::geometry::Bitboard;
    use crate::movegen::{Task, Variant};
    use crate::rules::Ruleset;
    use crate::sampling::Random;
    use crate::valuation::{Estimate, FORMAT, Prior};

    /// Pawn, knight, bishop, rook, queen, to players of the last stage.
    const TRUTH: [f64; 5] = [1.0, 3.2, 3.4, 5.0, 10.0];
    /// What a fifth of a rook is in natural units.
    const SCALE: f64 = 0.35;
    /// What share of a belief comes out again.
    const MADE: f64 = 0.4;
    /// What players of the stages believe; the second prior is not to count.
    const BELIEVED: [[f64; 5]; 4] = [
        [0.6, 2.6, 3.4, 5.0, 8.5],
        [5.0, 5.0, 5.0, 5.0, 5.0],
        [0.8, 3.1, 3.3, 5.0, 9.4],
        [1.0, 3.0, 3.5, 5.0, 10.2],
    ];

    struct Chess;

    impl Task for Chess {
        type Output = (Game, ValuedKinds);

        fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output {
            (rules.game().clone(), ValuedKinds::of(rules).unwrap())
        }
    }

    /// Games of made-up results: those of the second prior say that all pieces are alike.
    fn evidence(game: &Game, kinds: &ValuedKinds) -> Evidence {
        let mut random = Random::new(17);
        let mut evidence = Evidence::default();
        let rows: [[f64; 5]; 8] = [
            [0.0, 0.0, 0.0, -2.0, 1.0],
            [0.0, 0.0, -1.0, -1.0, 1.0],
            [0.0, -2.0, 0.0, 1.0, 0.0],
            [-1.0, -1.0, 0.0, 1.0, 0.0],
            [0.0, 1.0, -1.0, 0.0, 0.0],
            [-3.0, 1.0, 0.0, 0.0, 0.0],
            [-2.0, 0.0, -1.0, 1.0, 0.0],
            [1.0, 0.0, 0.0, 0.0, 0.0],
        ];
        for (stage, believed) in BELIEVED.iter().enumerate() {
            let text = kinds.text_of_values(game, believed);
            evidence.stages.push(ValuesPlan { file: stage.to_string(), text });
            for pair in 0..3200_u64 {
                let row = rows[pair as usize % rows.len()];
                let worth = |kind: usize| match stage {
                    1 => 5.0,
                    _ => TRUTH[kind] + MADE * (believed[kind] - BELIEVED[3][kind]),
                };
                let ahead: f64 = (0..5).map(|kind| row[kind] * worth(kind)).sum();
                let games = [1.0, -1.0].map(|side| {
                    let model = DrawModel { advantage: side * ahead * SCALE + 0.1, margin: 0.3 };
                    let drawn = (random.below(1 << 40) as f64 + 0.5) / (1_u64 << 40) as f64;
                    let lost = model.probability(Outcome::Loss);
                    let outcome = match drawn {
                        _ if drawn < lost => Outcome::Loss,
                        _ if drawn < lost + model.probability(Outcome::Draw) => Outcome::Draw,
                        _ => Outcome::Win,
                    };
                    let features = row.iter().map(|x| x * side).chain([1.0]).collect();
                    let cluster = (stage as u64) << 40 | pair;
                    Observation { features, outcome, cluster, weight: 1.0 }
                });
                evidence.pairs.push(super::super::PlayedPair {
                    difference: Difference::default(),
                    stage,
                    games,
                });
            }
        }
        evidence
    }

    #[test]
    fn values_are_those_to_players_on_average_and_beliefs_have_a_weight() {
        let (game, kinds) = Variant::load("chess").unwrap().dispatch(Chess);
        let prior = |name: &str| Prior { name: name.to_owned(), text: String::new() };
        let question = Question {
            format: FORMAT.to_owned(),
            variant: "chess".to_owned(),
            rules: String::new(),
            limit: Limit::Nodes(1),
            precision: 0.4,
            priors: vec![prior("first"), prior("second")],
            seed: 1,
            thinned: 50,
            most_pairs: 1,
            adjudication: Adjudication::default(),
        };
        let all = evidence(&game, &kinds);
        let counted = counted(&question, &game, &kinds, &all);
        assert_eq!(counted.evidence.pairs.len(), 9600, "the second prior does not count");
        let estimate = Estimate::of(&kinds, &counted.evidence.observations()).unwrap();
        for (place, truth) in TRUTH.iter().enumerate() {
            let believed = (BELIEVED[0][place] + BELIEVED[2][place] + BELIEVED[3][place]) / 3.0;
            assert!((counted.believed[place] - believed).abs() < 0.01, "{place}");
            let truth = truth + MADE * (believed - BELIEVED[3][place]);
            let apart = (estimate.worths()[place] - truth).abs();
            assert!(apart <= 3.0 * estimate.values.error(place) + 1e-9, "{place}: {apart}");
        }
        let share = made(&kinds, &estimate.fit).unwrap();
        assert!((share.low..=share.high).contains(&MADE), "{share:?}");
        assert!(share.low > 0.0, "{share:?}");
        // To who believes w it is worth TRUTH + MADE (w - last); that is w itself for one w alone.
        let rest = at_rest(&kinds, &estimate.fit, &counted.believed).unwrap();
        let unit = 1.0 - MADE;
        for (place, truth) in TRUTH.iter().enumerate() {
            let truth = (truth - MADE * BELIEVED[3][place]) / unit;
            let apart = (rest.values[place] - truth).abs();
            assert!(apart <= 3.0 * rest.error(place) + 1e-9, "{place}: {apart}");
        }
        // Without the second prior's weight of its own, its games would say something else.
        let plain = Estimate::of(&kinds, &all.observations()).unwrap();
        let queen = plain.worths()[4];
        assert!((queen - estimate.worths()[4]).abs() > 3.0 * plain.values.error(4), "{queen}");
        // Players of one stage alone have no weight of their own.
        let alone = super::counted(&question, &game, &kinds, &all.of_stages(|stage| stage == 3));
        assert_eq!(alone.evidence.pairs[0].games[0].features.len(), 6);
    }
}
