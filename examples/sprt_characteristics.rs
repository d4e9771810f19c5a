//! How often sequential tests pass, and how many games they take: measured by playing them.
//!
//! Games are drawn at random from a known difference, and each test is made after every game or
//! pair until it ends. `scripts/sprt-characteristics` runs this and keeps what it prints.
//!
//! Usage: `sprt_characteristics [RUNS [SEED]]`, by default 2000 runs of each test, ten times as many of
//! short ones, and seed 1. The numbers depend on these two alone. Exit code 1 when a number is further from the published one
//! than four standard errors and the last digit of that.

use std::process::ExitCode;

use rayon::prelude::*;
use tamerlane::estimation::Outcome;
use tamerlane::rating::{BayesElo, Bounds, EloScale, Results, Sprt, score_of_elo};
use tamerlane::sampling::Random;

/// How a test is made.
#[derive(Clone, Copy)]
enum Kind {
    /// Of pairs, in logistic Elo, with bounds that expect steps.
    Pairs,
    /// Of single games that are played in pairs, in logistic Elo, with bounds that expect steps.
    Games,
    /// Of single games, in `BayesElo`, with Wald's bounds.
    Bayes,
}

/// A test, what is played, and what others found.
struct Case {
    name: &'static str,
    kind: Kind,
    hypotheses: [f64; 2],
    /// The true difference: in logistic Elo, for `Bayes` in `BayesElo`.
    truth: f64,
    draw_elo: f64,
    /// How much the openings favour the first to move, in `BayesElo`; one is drawn for each pair.
    biases: &'static [f64],
    /// How many times as many runs are made: these tests are short.
    times: u64,
    /// The published share that passes, and its last digit.
    pass: (f64, f64),
    /// The published mean number of games, and how far a rounded number may be off.
    games: (f64, f64),
}

const PENTANOMIAL: &str = "M. Van den Bergh, pentanomial, README";
const TRINOMIAL: &str = "L. Braesch, sprt, README";

const fn biased(name: &'static str, kind: Kind, pass: f64, games: f64) -> Case {
    Case {
        name,
        kind,
        hypotheses: [0.0, 10.0],
        truth: 10.0,
        draw_elo: 327.0,
        biases: &[-90.0, 200.0],
        times: 10,
        pass: (pass, 0.001),
        games: (games, 11.0),
    }
}

const fn bayes(name: &'static str, truth: f64, pass: f64, games: f64) -> Case {
    Case {
        name,
        kind: Kind::Bayes,
        hypotheses: [0.0, 4.0],
        truth,
        draw_elo: 250.0,
        biases: &[0.0],
        times: 1,
        pass: (pass, 0.0025),
        games: (games, 400.0),
    }
}

const CASES: [Case; 5] = [
    biased("pairs, logistic [0, 10], true 10, bounds for steps", Kind::Pairs, 0.950, 1806.0),
    biased(
        "games in pairs, logistic [0, 10], true 10, bounds for steps",
        Kind::Games,
        0.970,
        2187.0,
    ),
    bayes("games, BayesElo [0, 4], true 0", 0.0, 0.0515, 40145.0),
    bayes("games, BayesElo [0, 4], true 2", 2.0, 0.5031, 65163.0),
    bayes("games, BayesElo [0, 4], true 4", 4.0, 0.9506, 39821.0),
];

/// Chances of a loss and of no win, as places among all 64-bit numbers.
type Chances = [u64; 2];

impl Case {
    /// The difference in `BayesElo` that gives the true score, over all biases and both colours.
    fn bayes_elo(&self) -> f64 {
        if matches!(self.kind, Kind::Bayes) {
            return self.truth;
        }
        let score = |elo: f64| {
            let of = |bias: f64| {
                BayesElo { elo: elo + bias, draw_elo: self.draw_elo }.model().expected_score()
            };
            let both = |bias: &f64| f64::midpoint(of(*bias), of(-bias));
            self.biases.iter().map(both).sum::<f64>() / self.biases.len() as f64
        };
        let (mut low, mut high) = (-1000.0, 1000.0);
        for _ in 0..100 {
            let middle = f64::midpoint(low, high);
            if score(middle) < score_of_elo(self.truth) { low = middle } else { high = middle }
        }
        low
    }

    /// Of the two games of a pair, for each opening.
    fn chances(&self) -> Vec<[Chances; 2]> {
        let elo = self.bayes_elo();
        let of = |bias: f64| {
            let model = BayesElo { elo: elo + bias, draw_elo: self.draw_elo }.model();
            let place = |p: f64| (p * u64::MAX as f64) as u64;
            [place(model.probability(Outcome::Loss)), place(1.0 - model.probability(Outcome::Win))]
        };
        self.biases.iter().map(|&bias| [of(bias), of(-bias)]).collect()
    }

    /// Plays one test: whether it passed, and after how many games.
    fn play(&self, chances: &[[Chances; 2]], random: &mut Random) -> (bool, u64) {
        let [elo0, elo1] = self.hypotheses;
        let test = Sprt::new(EloScale::Logistic, elo0, elo1, 0.05, 0.05).expect("a valid test");
        let (mut by_points, mut by_sum) = ([0; 3], [0; 5]);
        for played in 1.. {
            let opening = chances[random.below(chances.len())];
            let outcomes = opening.map(|[loss, not_win]| {
                let drawn = random.seed();
                usize::from(drawn >= loss) + usize::from(drawn >= not_win)
            });
            let single = matches!(self.kind, Kind::Bayes);
            for &outcome in &outcomes[..if single { 1 } else { 2 }] {
                by_points[outcome] += 1;
            }
            by_sum[outcomes[0] + outcomes[1]] += 1;
            let (games, pairs) = (Results::Games(by_points), Results::Pairs(by_sum));
            let in_steps =
                |results| (test.log_likelihood_ratio(&results), test.bounds_in_steps(&results));
            let (ratio, Bounds { lower, upper }) = match self.kind {
                Kind::Pairs => in_steps(pairs),
                Kind::Games => in_steps(games),
                Kind::Bayes => (BayesElo::log_likelihood_ratio(&games, elo0, elo1), test.bounds()),
            };
            if ratio >= upper || ratio <= lower {
                return (ratio >= upper, played * if single { 1 } else { 2 });
            }
        }
        unreachable!("a test ends")
    }
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let (Ok(runs), Ok(seed)) =
        (arguments.next().unwrap_or(Ok(2000)), arguments.next().unwrap_or(Ok(1)))
    else {
        eprintln!("usage: sprt_characteristics [RUNS [SEED]]: both are whole numbers");
        return ExitCode::from(2);
    };
    println!("Seed {seed}, alpha = beta = 0.05.\n");
    println!("| test | runs | passes | published | games, mean | published | source | agrees |");
    println!("|---|---|---|---|---|---|---|---|");
    let mut all = true;
    for (number, case) in (0..).zip(&CASES) {
        let chances = case.chances();
        let of_run = |run: u64| {
            case.play(&chances, &mut Random::of_item(seed, number * 1_000_000_007 + run))
        };
        let ends: Vec<(bool, u64)> = (0..runs * case.times).into_par_iter().map(of_run).collect();
        let count = (runs * case.times) as f64;
        let pass = ends.iter().filter(|(pass, _)| *pass).count() as f64 / count;
        let mean = ends.iter().map(|(_, games)| *games as f64).sum::<f64>() / count;
        let square = ends.iter().map(|(_, games)| (*games as f64 - mean).powi(2)).sum::<f64>();
        let error = square.sqrt() / count;
        let pass_error = (pass * (1.0 - pass) / count).sqrt();
        let agrees = (pass - case.pass.0).abs() <= 4.0 * pass_error + case.pass.1
            && (mean - case.games.0).abs() <= 4.0 * error + case.games.1;
        all &= agrees;
        let source = if matches!(case.kind, Kind::Bayes) { TRINOMIAL } else { PENTANOMIAL };
        println!(
            "| {} | {count} | {pass:.4} ± {:.4} | {} | {mean:.0} ± {:.0} | {} | {source} | {} |",
            case.name,
            1.96 * pass_error,
            case.pass.0,
            1.96 * error,
            case.games.0,
            if agrees { "yes" } else { "no" }
        );
    }
    if all { ExitCode::SUCCESS } else { ExitCode::from(1) }
}
