//! Ratings and tests of strength against numbers known from elsewhere.
//!
//! The vectors are what fishtest's formulas give, and fastchess's tests assert within 1 %.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use tamerlane::estimation::{DrawModel, Outcome};
use tamerlane::rating::{
    AdjustedElo, BayesElo, EloScale, NORMALIZED_ELO, RatedGame, RatingError, RatingList, Results,
    Sprt, Strength, Unrated,
};
use tamerlane::sampling::Random;

const NORMALIZED: EloScale = EloScale::Normalized;
const LOGISTIC: EloScale = EloScale::Logistic;

fn test_of(model: EloScale, hypotheses: [f64; 2]) -> Sprt {
    Sprt::new(model, hypotheses[0], hypotheses[1], 0.05, 0.05).unwrap()
}

/// Games won, lost and drawn, in the order of the tables that the numbers come from.
fn games(wins: u64, losses: u64, draws: u64) -> Results {
    Results::Games([losses, draws, wins])
}

/// Asserts that a number is another one, to the digits in which that is written.
#[track_caller]
fn same(found: f64, wanted: &str) {
    let digits = wanted.split_once('.').map_or(0, |(_, digits)| digits.len());
    let wanted: f64 = wanted.parse().unwrap();
    // A tie may be rounded to either side.
    let unit = 0.5_f64 * 10_f64.powi(-(digits as i32)) * (1.0 + 1e-9);
    assert!((found - wanted).abs() <= unit, "{found} is not {wanted}");
}

#[test]
fn log_likelihood_ratios_of_games() {
    for (results, model, hypotheses, wanted) in [
        (games(36433, 36027, 68692), NORMALIZED, [0.0, 2.0], "0.923293"),
        (games(10871, 10650, 20431), NORMALIZED, [-1.75, 0.25], "2.297500"),
        (games(4250, 0, 0), NORMALIZED, [0.0, 10.0], "120.548"),
        (games(21404, 21184, 40708), LOGISTIC, [0.5, 2.5], "-1.571889"),
        (games(57433, 57030, 106_593), LOGISTIC, [0.0, 2.0], "-2.593024"),
        (games(2, 5, 3), NORMALIZED, [0.0, 5.0], "-0.052622"),
        (games(3, 0, 0), NORMALIZED, [0.0, 5.0], "0.042854"),
        (games(10, 10, 20), NORMALIZED, [0.0, 5.0], "-0.004142"),
    ] {
        same(test_of(model, hypotheses).log_likelihood_ratio(&results), wanted);
    }
}

#[test]
fn log_likelihood_ratios_of_games_in_bayes_elo() {
    let results = games(68965, 68526, 128_429);
    same(BayesElo::log_likelihood_ratio(&results, 0.0, 2.0), "-1.262156");
    let results = games(21629, 21484, 41111);
    same(BayesElo::log_likelihood_ratio(&results, 0.5, 2.5), "-1.130642");
}

#[test]
fn log_likelihood_ratios_of_pairs() {
    for (pairs, model, hypotheses, wanted) in [
        ([365, 16618, 36229, 16974, 390], NORMALIZED, [0.0, 2.0], "2.250368"),
        ([127, 4883, 10712, 5150, 104], NORMALIZED, [-1.75, 0.25], "3.010154"),
        ([0, 0, 0, 0, 5550], NORMALIZED, [0.0, 5.0], "111.798"),
        ([223, 9863, 21279, 10037, 246], LOGISTIC, [0.5, 2.5], "-3.074126"),
        ([871, 26175, 55983, 26678, 821], LOGISTIC, [0.0, 2.0], "-4.978673"),
        ([379, 10170, 21828, 10640, 343], NORMALIZED, [0.0, 2.0], "2.945495"),
        ([93, 18711, 58877, 18739, 100], NORMALIZED, [-1.75, 0.25], "2.942097"),
        ([10789, 19328, 33806, 19402, 10543], LOGISTIC, [-3.0, 1.0], "2.131068"),
        ([39, 2226, 31451, 2412, 40], LOGISTIC, [0.2, 0.9], "2.162543"),
        ([39, 2226, 31451, 2412, 40], NORMALIZED, [0.764, 3.439], "2.162941"),
        ([184, 15, 508, 17, 290], NORMALIZED, [0.0, 5.0], "2.950238"),
        ([0, 0, 1, 0, 0], NORMALIZED, [0.0, 5.0], "-0.000215"),
        ([0, 0, 0, 0, 1], NORMALIZED, [0.0, 5.0], "0.020153"),
        ([0, 1, 2, 3, 4], NORMALIZED, [0.0, 5.0], "0.142053"),
        ([10, 0, 0, 0, 10], NORMALIZED, [0.0, 5.0], "-0.004142"),
    ] {
        same(test_of(model, hypotheses).log_likelihood_ratio(&Results::Pairs(pairs)), wanted);
    }
}

/// The formula that is often used instead: it takes the deviation under both hypotheses for that of
/// the games, and so sees next to nothing where all are won.
#[test]
fn the_closed_form_fails_where_all_is_won() {
    let closed = |results: &Results, hypotheses: [f64; 2]| {
        // What is 0 counts as 0.001, as in the exact form.
        let cells: Vec<f64> = results.cells().iter().map(|&n| (n as f64).max(1e-3)).collect();
        let (count, most): (f64, _) = (cells.iter().sum(), (cells.len() - 1) as f64);
        let points = |place: usize| place as f64 / most;
        let sum = |of: &dyn Fn(f64) -> f64| -> f64 {
            cells.iter().enumerate().map(|(place, n)| n / count * of(points(place))).sum()
        };
        let mean = sum(&|points| points);
        let variance = sum(&|points| (points - mean).powi(2)) * results.games_each() as f64;
        let excess = (mean - 0.5) / variance.sqrt();
        let [t0, t1] = hypotheses.map(|elo| elo / NORMALIZED_ELO);
        let games = count * results.games_each() as f64;
        games / 2.0 * ((1.0 + (excess - t0).powi(2)) / (1.0 + (excess - t1).powi(2))).ln()
    };
    same(closed(&games(4250, 0, 0), [0.0, 10.0]), "0.1327");
    same(closed(&Results::Pairs([0, 0, 0, 0, 5550]), [0.0, 5.0]), "0.2626");
    let balanced = Results::Pairs([365, 16618, 36229, 16974, 390]);
    let exact = test_of(NORMALIZED, [0.0, 2.0]).log_likelihood_ratio(&balanced);
    assert!((closed(&balanced, [0.0, 2.0]) - exact).abs() < 0.01);
}

#[test]
fn strength_of_games_and_pairs() {
    for (results, elo, normalized, superiority) in [
        (games(76, 89, 123), ["-15.6935", "30.4580"], ["-20.76", "40.13"], "0.1553"),
        (games(136, 96, 111), ["40.7025", "30.4272"], ["49.77", "36.77"], "0.9960"),
        (games(34, 356, 0), ["-407.986", "63.164"], ["-508.44", "34.48"], "0.0000"),
        (
            Results::Pairs([34, 54, 63, 64, 75]),
            ["55.5798", "27.6534"],
            ["57.94", "28.28"],
            "0.99997",
        ),
        (
            Results::Pairs([332, 433, 498, 333, 334]),
            ["-8.6427", "10.3342"],
            ["-9.17", "10.96"],
            "0.0505",
        ),
        (
            Results::Pairs([7895, 8757, 5685, 568, 9999]),
            ["-21.0435", "2.9453"],
            ["-19.01", "2.65"],
            "0.0000",
        ),
    ] {
        let strength = Strength::of(&results).unwrap();
        same(strength.elo.value, elo[0]);
        same(strength.elo.half_width(), elo[1]);
        let found = strength.normalized_elo.unwrap();
        same(found.value, normalized[0]);
        same(found.half_width(), normalized[1]);
        same(strength.superiority.unwrap(), superiority);
        // The other player's strength is the same, turned round.
        let other = Strength::of(&results.reversed()).unwrap();
        assert!((other.elo.low + strength.elo.high).abs() < 1e-9);
    }
}

#[test]
fn normalized_elo_of_pairs() {
    for (pairs, value, half_width) in [
        ([379, 10170, 21828, 10640, 343], "3.0505", "2.3124"),
        ([184, 15, 508, 17, 290], "38.0494", "15.1213"),
    ] {
        let found = Strength::of(&Results::Pairs(pairs)).unwrap().normalized_elo.unwrap();
        same(found.value, value);
        same(found.half_width(), half_width);
    }
}

#[test]
fn elo_adjusted_for_stopping() {
    let test = test_of(NORMALIZED, [-1.75, 0.25]);
    let results = Results::Pairs([93, 18711, 58877, 18739, 100]);
    let adjusted = AdjustedElo::of(&test, &results).unwrap();
    same(adjusted.elo.value, "-0.0678");
    same(adjusted.elo.low, "-0.8466");
    same(adjusted.elo.high, "0.6601");
    same(adjusted.superiority, "0.42879");

    let test = test_of(LOGISTIC, [-3.0, 1.0]);
    let results = Results::Pairs([10789, 19328, 33806, 19402, 10543]);
    same(AdjustedElo::of(&test, &results).unwrap().elo.value, "-0.9925");

    // The first pairs of a test say little, but something; no pairs say nothing.
    let early = AdjustedElo::of(&test, &Results::Pairs([0, 0, 1, 0, 0])).unwrap().elo;
    assert!(early.low <= early.value && early.value <= early.high);
    assert_eq!(AdjustedElo::of(&test, &Results::NO_PAIRS), None);
}

/// Games of players with given ratings, in pairs with colours swapped, from a seed. Each opening
/// favours one colour by up to `opening`.
fn tournament(ratings: &[f64], pairs: u64, opening: f64, seed: u64) -> Vec<RatedGame> {
    let mut random = Random::new(seed);
    let uniform = |random: &mut Random| random.below(1 << 30) as f64 / f64::from(1 << 30);
    let mut games = Vec::new();
    for pair in 0..pairs {
        let one = random.below(ratings.len());
        let other = (one + 1 + random.below(ratings.len() - 1)) % ratings.len();
        let bias = 40.0 + opening * (2.0 * uniform(&mut random) - 1.0);
        for (first, second) in [(one, other), (other, one)] {
            let elo = ratings[first] - ratings[second] + bias;
            let model = BayesElo { elo, draw_elo: 120.0 }.model();
            let drawn = uniform(&mut random);
            games.push(RatedGame { first, second, outcome: outcome_at(model, drawn), pair });
        }
    }
    games
}

/// The outcome of a game at a number from 0 to 1.
fn outcome_at(model: DrawModel, at: f64) -> Outcome {
    if at < model.probability(Outcome::Loss) {
        Outcome::Loss
    } else if at < 1.0 - model.probability(Outcome::Win) {
        Outcome::Draw
    } else {
        Outcome::Win
    }
}

#[test]
fn ratings_are_found_again_and_their_intervals_hold() {
    let truth = [150.0, 20.0, -50.0, -120.0];
    // In units of Elo among equals: 1 / cosh² of half the margin.
    let margin = BayesElo { elo: 0.0, draw_elo: 120.0 }.model().margin;
    let scale = (margin / 2.0).cosh().powi(-2);
    let (mut inside, mut asked) = (0, 0);
    let mut means = [0.0; 4];
    let replicates = 200;
    for seed in 0..replicates {
        let list = RatingList::of(4, &tournament(&truth, 300, 0.0, seed)).unwrap();
        assert!(list.unrated.is_empty());
        for rated in &list.rated {
            let wanted = truth[rated.player] * scale;
            inside += u64::from(rated.elo.low <= wanted && wanted <= rated.elo.high);
            asked += 1;
            means[rated.player] += rated.elo.value / replicates as f64;
        }
        let first_move = list.first_move.unwrap();
        inside += u64::from(first_move.low <= 40.0 * scale && 40.0 * scale <= first_move.high);
        asked += 1;
        assert!((list.draw_elo - 120.0).abs() < 60.0, "{}", list.draw_elo);
    }
    let share = inside as f64 / f64::from(asked);
    assert!((0.93..0.97).contains(&share), "{share} of the intervals hold the truth");
    for (mean, wanted) in means.iter().zip(truth) {
        assert!((mean - wanted * scale).abs() < 4.0, "{means:?}");
    }
}

#[test]
fn superiority_of_rated_players() {
    let list = RatingList::of(3, &tournament(&[100.0, 0.0, -100.0], 400, 300.0, 7)).unwrap();
    let order: Vec<usize> = list.rated.iter().map(|rated| rated.player).collect();
    assert_eq!(order, [0, 1, 2]);
    let sum: f64 = list.rated.iter().map(|rated| rated.elo.value).sum();
    assert!(sum.abs() < 1e-6);
    for row in 0..3 {
        for column in 0..3 {
            let both = list.superiority[row][column] + list.superiority[column][row];
            assert!((both - 1.0).abs() < 1e-9);
            assert!(row >= column || list.superiority[row][column] > 0.975);
        }
    }
}

/// What one side gains by an opening in one game of a pair, the other gains in the next: errors by
/// pair are smaller than errors by game, as they are in truth.
#[test]
fn errors_are_those_of_pairs() {
    let truth = [30.0, -30.0];
    let (mut values, mut by_pair, mut by_game) = (Vec::new(), 0.0, 0.0);
    for seed in 0..150 {
        let mut games = tournament(&truth, 200, 500.0, seed);
        let list = RatingList::of(2, &games).unwrap();
        let best = list.rated.iter().find(|rated| rated.player == 0).unwrap().elo;
        values.push(best.value);
        by_pair += best.half_width() / 1.96 / 150.0;
        for (number, game) in games.iter_mut().enumerate() {
            game.pair = number as u64;
        }
        let alone = RatingList::of(2, &games).unwrap();
        by_game += alone.rated[0].elo.half_width() / 1.96 / 150.0;
    }
    let mean = values.iter().sum::<f64>() / 150.0;
    let deviation = (values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / 149.0).sqrt();
    assert!((by_pair / deviation - 1.0).abs() < 0.15, "{by_pair} {deviation}");
    assert!(by_game > 1.25 * deviation, "{by_game} {deviation}");
}

#[test]
fn players_that_cannot_be_compared_are_told() {
    let game = |first, second, outcome, pair| RatedGame { first, second, outcome, pair };
    let mut games = vec![];
    for pair in 0..20 {
        let outcome = Outcome::ALL[pair as usize % 3];
        games.push(game(0, 1, outcome, pair));
        games.push(game(1, 0, outcome, pair));
        games.push(game(2, 0, Outcome::Win, 100 + pair));
        games.push(game(1, 3, Outcome::Win, 200 + pair));
    }
    let list = RatingList::of(5, &games).unwrap();
    assert_eq!(list.rated.len(), 2);
    assert_eq!(list.unrated, [Unrated::Above(2), Unrated::Below(3), Unrated::Apart(4)]);
    assert_eq!(RatingList::of(5, &[]), Err(RatingError::Nobody));
    let won = [game(0, 1, Outcome::Win, 0), game(1, 0, Outcome::Loss, 0)];
    assert_eq!(RatingList::of(2, &won), Err(RatingError::Nobody));
    let drawn: Vec<RatedGame> = (0..10).map(|pair| game(0, 1, Outcome::Draw, pair)).collect();
    assert!(matches!(RatingList::of(2, &drawn), Err(RatingError::Fit(_))));
}
