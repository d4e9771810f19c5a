//! Real games between armies of different men: with colours swapped, with the board mirrored, and with
//! results that mean nothing.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod process;

use std::fs;
use std::path::Path;

use nalgebra::{DMatrix, DVector};
use process::{run, stderr};
use serde_json::Value;
use statrs::distribution::{ChiSquared, ContinuousCDF};
use tamerlane::estimation::{Fit, Observation, Outcome, fit};
use tamerlane::geometry::Bitboard;
use tamerlane::movegen::{Task, Variant};
use tamerlane::pieces::Color;
use tamerlane::position::Setup;
use tamerlane::rules::Ruleset;
use tamerlane::sampling::Random;
use tamerlane::valuation::ValuedKinds;

/// A game: where it began, and how it ended for White.
type Game = (String, Outcome);

/// The games of a log, as often as each was played.
fn games_of(log: &Path) -> Vec<Game> {
    let text = fs::read_to_string(log).unwrap();
    let game = |line: &str| {
        let game: Value = serde_json::from_str(line).unwrap();
        let outcome = match game["result"].as_str().unwrap() {
            "1-0" => Outcome::Win,
            "0-1" => Outcome::Loss,
            _ => Outcome::Draw,
        };
        (game["opening"]["fen"].as_str().unwrap().to_owned(), outcome)
    };
    text.lines().map(game).collect()
}

/// Positions with other men on either side, as `values imbalance` makes them.
fn armies(place: &Path) -> Vec<String> {
    let folder = place.join("armies");
    let words = ["values", "imbalance", "-v", "chess", "--nodes", "20", "--seed", "8"];
    let more = ["--pairs", "180", "--precision", "1", "--prior", "mobility"];
    let output = run(&[&words[..], &more, &["--out", folder.to_str().unwrap()]].concat());
    assert!(matches!(output.status.code(), Some(0 | 4)), "{}", stderr(&output));
    let logs = (1..).map(|stage| folder.join(format!("stage-{stage}/games.ndjson")));
    let logs = logs.take_while(|log| log.exists());
    let fens = logs.flat_map(|log| games_of(&log)).map(|(fen, _)| fen);
    // Castling knows left from right.
    fens.map(|fen| fen.split(' ').next().unwrap().to_owned() + " w - - 0 1").collect()
}

/// One game from each position, between two equal players.
fn play(place: &Path, name: &str, fens: &[String]) -> Vec<Game> {
    let book = place.join(format!("{name}.fen"));
    fs::write(&book, fens.join("\n") + "\n").unwrap();
    let folder = place.join(name);
    let pairs = fens.len().to_string();
    let words = ["match", "-v", "chess", "-p", "engine", "-p", "engine", "--each", "nodes=100"];
    let ends = ["--resign", "6,600", "--cap", "400", "--seed", "1", "--pairs", &pairs];
    let files = ["--openings", book.to_str().unwrap(), "--out", folder.to_str().unwrap()];
    let output = run(&[&words[..], &ends, &files].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    // The second of a pair is the same game.
    games_of(&folder.join("games.ndjson")).into_iter().step_by(2).collect()
}

/// What White has more than Black of each kind, and who moves first.
struct Features(Vec<Game>);

impl Task for Features {
    type Output = Vec<Observation>;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output {
        let kinds = ValuedKinds::of(rules).unwrap();
        let observation = |(cluster, (fen, outcome)): (usize, (String, Outcome))| {
            let setup = Setup::parse(rules.game(), &fen).unwrap();
            let mut features = kinds.difference(&setup);
            features.push(if setup.turn == Color::White { 1.0 } else { -1.0 });
            Observation { features, outcome, cluster: cluster as u64, weight: 1.0 }
        };
        self.0.into_iter().enumerate().map(observation).collect()
    }
}

fn observations(games: Vec<Game>) -> Vec<Observation> {
    Variant::load("chess").unwrap().dispatch(Features(games))
}

/// White's men are Black's and stand on the other side; Black moves.
fn with_colours_swapped(fen: &str) -> String {
    let board = fen.split(' ').next().unwrap();
    let swap = |letter: char| match letter {
        'A'..='Z' => letter.to_ascii_lowercase(),
        _ => letter.to_ascii_uppercase(),
    };
    let ranks: Vec<String> =
        board.split('/').rev().map(|rank| rank.chars().map(swap).collect()).collect();
    ranks.join("/") + " b - - 0 1"
}

/// Left is right.
fn mirrored(fen: &str) -> String {
    let board = fen.split(' ').next().unwrap();
    let ranks: Vec<String> = board.split('/').map(|rank| rank.chars().rev().collect()).collect();
    ranks.join("/") + " w - - 0 1"
}

/// How many kinds there are.
const KINDS: usize = 5;

/// How likely the weights of the kinds are as far apart as these, or farther, by chance alone. What moving
/// first is worth is left out: men are looked at from the first rank on, which with so few positions a
/// move is not the same for both colours.
fn chance(apart: &DVector<f64>, covariance: &DMatrix<f64>) -> f64 {
    let apart = apart.rows(0, KINDS);
    let covariance = covariance.view((0, 0), (KINDS, KINDS)).into_owned();
    let squares = (apart.transpose() * covariance.try_inverse().unwrap() * apart)[(0, 0)];
    1.0 - ChiSquared::new(KINDS as f64).unwrap().cdf(squares)
}

/// How likely two fits of games that do not depend on each other are of the same weights.
fn alike(one: &Fit, other: &Fit) -> f64 {
    chance(&(&one.weights - &other.weights), &(&one.covariance + &other.covariance))
}

#[test]
fn real_games_with_colours_swapped_or_the_board_mirrored_give_the_same_values() {
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    let fens = armies(place);
    assert!(fens.len() >= 300, "{}", fens.len());
    let swapped: Vec<String> = fens.iter().map(|fen| with_colours_swapped(fen)).collect();
    let turned: Vec<String> = fens.iter().map(|fen| mirrored(fen)).collect();
    let games = [("as-they-are", &fens), ("swapped", &swapped), ("mirrored", &turned)]
        .map(|(name, fens)| observations(play(place, name, fens)));
    let fits = games.each_ref().map(|games| fit(games).unwrap());
    let nothing = DVector::zeros(fits[0].weights.len());
    for (one, other) in [(0, 1), (0, 2), (1, 2)] {
        let chance = alike(&fits[one], &fits[other]);
        assert!(
            chance > 0.01,
            "{one} {other}: {chance}, {:?}",
            fits.each_ref().map(|fit| &fit.weights)
        );
    }
    for one in &fits {
        assert!(
            chance(&(&one.weights - &nothing), &one.covariance) < 1e-6,
            "the games say something"
        );
    }
    // The test would see men that are counted for the wrong side.
    let wrong: Vec<Observation> = games[1]
        .iter()
        .map(|game| Observation {
            features: game.features.iter().map(|x| -x).collect(),
            ..game.clone()
        })
        .collect();
    assert!(alike(&fits[0], &fit(&wrong).unwrap()) < 1e-6);

    // The very same games, seen by Black: the same values to the last digits.
    let by_black: Vec<Observation> = games[0]
        .iter()
        .map(|game| Observation {
            features: game.features.iter().map(|x| -x).collect(),
            outcome: game.outcome.reversed(),
            ..game.clone()
        })
        .collect();
    let by_black = fit(&by_black).unwrap();
    assert!((&by_black.weights - &fits[0].weights).amax() < 1e-9);
    assert!((&by_black.covariance - &fits[0].covariance).amax() < 1e-9);

    // The same games with each other's results say nothing of the pieces.
    let mut all = games.concat();
    for (cluster, game) in all.iter_mut().enumerate() {
        game.cluster = cluster as u64;
    }
    let mut outcomes: Vec<Outcome> = all.iter().map(|game| game.outcome).collect();
    Random::new(3).shuffle(&mut outcomes);
    for (game, outcome) in all.iter_mut().zip(outcomes) {
        game.outcome = outcome;
    }
    let shuffled = fit(&all).unwrap();
    assert!(chance(&(&shuffled.weights - &nothing), &shuffled.covariance) > 0.01, "{shuffled:?}");
    let largest = shuffled.weights.iter().zip(&fits[0].weights).take(KINDS);
    for (weight, real) in largest {
        assert!(weight.abs() < real.abs() / 3.0, "{weight}, and {real} of real games");
    }
}
