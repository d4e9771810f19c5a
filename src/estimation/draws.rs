//! [`DrawModel`]: the logistic model with draws, and its derivatives for one game.

use super::Outcome;

/// The logistic model with draws of Rao and Kupper (Ties in Paired-Comparison Experiments, 1967), in
/// the parameters of an ordered logit.
///
/// With `advantage` η, how much better one side stands, and `margin` a ≥ 0, how much better one must
/// stand to win: P(win) = σ(η − a), P(loss) = σ(−η − a), and what is left are draws. σ is the logistic
/// function. Both are in natural units; times 400 / ln 10 they are Elo (`BayesElo`'s, whose draw Elo
/// is the margin).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawModel {
    /// η of the game.
    pub advantage: f64,
    /// a of the model; 0 means that there are no draws.
    pub margin: f64,
}

/// The first derivatives of the logarithm of the likelihood of one game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Slope {
    /// By the advantage.
    pub advantage: f64,
    /// By the margin.
    pub margin: f64,
}

/// The second derivatives of the logarithm of the likelihood of one game, with the sign turned: none
/// of the three numbers on the diagonal is negative, as the logarithm is concave.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Curvature {
    /// By the advantage twice.
    pub advantage: f64,
    /// By the advantage and the margin.
    pub mixed: f64,
    /// By the margin twice.
    pub margin: f64,
}

/// σ(x), the logistic function.
fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// ln σ(x), without overflow.
fn log_sigmoid(x: f64) -> f64 {
    if x > 0.0 { -(-x).exp().ln_1p() } else { x - x.exp().ln_1p() }
}

impl DrawModel {
    /// The probability of an outcome for the side of the advantage.
    pub fn probability(self, outcome: Outcome) -> f64 {
        let Self { advantage, margin } = self;
        match outcome {
            Outcome::Win => sigmoid(advantage - margin),
            Outcome::Loss => sigmoid(-advantage - margin),
            Outcome::Draw => {
                // σ(η + a) − σ(η − a), as a product that loses no digits.
                sigmoid(margin + advantage)
                    * sigmoid(margin - advantage)
                    * -(-2.0 * margin).exp_m1()
            }
        }
    }

    /// The points expected, 0 to 1.
    pub fn expected_score(self) -> f64 {
        f64::midpoint(1.0, self.probability(Outcome::Win) - self.probability(Outcome::Loss))
    }

    /// The logarithm of the probability of an outcome.
    pub fn log_likelihood(self, outcome: Outcome) -> f64 {
        let Self { advantage, margin } = self;
        match outcome {
            Outcome::Win => log_sigmoid(advantage - margin),
            Outcome::Loss => log_sigmoid(-advantage - margin),
            Outcome::Draw => {
                log_sigmoid(margin + advantage)
                    + log_sigmoid(margin - advantage)
                    + (-(-2.0 * margin).exp_m1()).ln()
            }
        }
    }

    /// The first derivatives of [`Self::log_likelihood`].
    pub fn slope(self, outcome: Outcome) -> Slope {
        let Self { advantage, margin } = self;
        match outcome {
            Outcome::Win => {
                let left = sigmoid(margin - advantage);
                Slope { advantage: left, margin: -left }
            }
            Outcome::Loss => {
                let left = sigmoid(margin + advantage);
                Slope { advantage: -left, margin: -left }
            }
            Outcome::Draw => {
                let (above, below) = (sigmoid(-margin - advantage), sigmoid(advantage - margin));
                let gap = 2.0 / (2.0 * margin).exp_m1();
                Slope { advantage: above - below, margin: above + below + gap }
            }
        }
    }

    /// The second derivatives of [`Self::log_likelihood`], with the sign turned.
    pub fn curvature(self, outcome: Outcome) -> Curvature {
        let Self { advantage, margin } = self;
        let bend = |x: f64| sigmoid(x) * sigmoid(-x);
        match outcome {
            Outcome::Win => {
                let bend = bend(advantage - margin);
                Curvature { advantage: bend, mixed: -bend, margin: bend }
            }
            Outcome::Loss => {
                let bend = bend(advantage + margin);
                Curvature { advantage: bend, mixed: bend, margin: bend }
            }
            Outcome::Draw => {
                let (above, below) = (bend(margin + advantage), bend(margin - advantage));
                // 4 e^2a / (e^2a − 1)² is 1 / sinh² a.
                let gap = margin.sinh().powi(-2);
                Curvature {
                    advantage: above + below,
                    mixed: above - below,
                    margin: above + below + gap,
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_add_up() {
        for advantage in [-3.0, -0.2, 0.0, 0.7, 30.0] {
            for margin in [0.0, 0.3, 2.0] {
                let model = DrawModel { advantage, margin };
                let sum: f64 = Outcome::ALL.map(|outcome| model.probability(outcome)).iter().sum();
                assert!((sum - 1.0).abs() < 1e-12, "{model:?}: {sum}");
                for outcome in Outcome::ALL {
                    let log = model.probability(outcome).ln();
                    let told = model.log_likelihood(outcome);
                    let same = (log - told).abs() < 1e-9 || log.is_infinite() && told.is_infinite();
                    assert!(same, "{model:?} {outcome:?}");
                }
            }
        }
    }

    #[test]
    fn derivatives_are_differences() {
        let step = 1e-5;
        for outcome in Outcome::ALL {
            for (advantage, margin) in [(0.0, 0.5), (1.3, 0.2), (-2.0, 1.5)] {
                let at =
                    |da: f64, dm: f64| DrawModel { advantage: advantage + da, margin: margin + dm };
                let slope = at(0.0, 0.0).slope(outcome);
                let value = |da, dm| at(da, dm).log_likelihood(outcome);
                let by_advantage = (value(step, 0.0) - value(-step, 0.0)) / (2.0 * step);
                let by_margin = (value(0.0, step) - value(0.0, -step)) / (2.0 * step);
                assert!((slope.advantage - by_advantage).abs() < 1e-8);
                assert!((slope.margin - by_margin).abs() < 1e-8);
                let curvature = at(0.0, 0.0).curvature(outcome);
                let (up, down) = (at(step, 0.0).slope(outcome), at(-step, 0.0).slope(outcome));
                let (out, back) = (at(0.0, step).slope(outcome), at(0.0, -step).slope(outcome));
                let second = |one: f64, other: f64| -(one - other) / (2.0 * step);
                assert!((curvature.advantage - second(up.advantage, down.advantage)).abs() < 1e-8);
                assert!((curvature.mixed - second(up.margin, down.margin)).abs() < 1e-8);
                assert!((curvature.margin - second(out.margin, back.margin)).abs() < 1e-6);
            }
        }
    }
}
