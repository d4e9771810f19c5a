//! [`Valuation`]: the one object that every method makes.

use serde::{Deserialize, Serialize};

/// What [`Valuation::format`] says.
pub const VALUATION_FORMAT: &str = "tamerlane values 1";

/// What pieces are worth, by one method, with everything that is to be known of it. This is the JSON
/// of `tamerlane values METHOD --json`; tables, pages and files of other programs are made from it.
///
/// All values are in fifths of a rook, a rook's own being 5 and certain.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Valuation {
    /// [`VALUATION_FORMAT`].
    pub format: String,
    /// The program that made it, with its version.
    pub tool: String,
    /// The name of the game.
    pub variant: String,
    /// What people call it.
    pub title: String,
    /// Files and ranks of its board.
    pub board: [u8; 2],
    /// The name of its rules.
    pub rules: String,
    /// The method.
    pub method: Method,
    /// How games were played, or what else the method was given, in words.
    pub conditions: Vec<String>,
    /// The seed, where there is chance.
    pub seed: Option<u64>,
    /// The name of the kind that is worth 5.
    pub unit: String,
    /// The pieces in the order of the game's list.
    pub pieces: Vec<Worth>,
    /// What moving first is worth.
    pub first_move: Option<Interval>,
    /// How many games count.
    pub games: u64,
    /// How many pairs of games; games of a pair, or positions of a game, are not taken for independent.
    pub pairs: u64,
    /// How many games were drawn.
    pub drawn: u64,
    /// What a fifth of a rook is in natural units of the logistic model, and the margin of draws.
    pub scale: Option<[f64; 2]>,
    /// Covariances of the values, row by row in the order of `pieces`, the first move last.
    pub covariance: Vec<Vec<f64>>,
    /// For each piece the probability that it is worth more than each other.
    pub greater: Vec<Vec<f64>>,
    /// Whether one number a piece explains the games.
    pub goodness: Option<Goodness>,
    /// What came of each way in which armies differed.
    pub differences: Vec<DifferenceRow>,
    /// The values as games came in.
    pub convergence: Vec<Moment>,
    /// What the games of each stage say alone: how much the players' values mattered.
    pub stages: Vec<StageRow>,
    /// The values that players had on average, in the order of `pieces`, where that is known: the values
    /// are those to such players.
    pub believed: Vec<f64>,
    /// What pieces would be worth to players who believe just that, in the order of `pieces`, where players
    /// had different values: what they believed and what came out, drawn on to where they meet.
    pub at_rest: Option<Vec<Interval>>,
    /// What share of what players believe of a piece comes out again, where players had different values:
    /// by how much it is worth more to those who think that it is worth one more.
    pub made: Option<Interval>,
    /// What a reader must not make of it.
    pub limits: Vec<String>,
}

/// How values were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// From how the pieces move.
    Mobility,
    /// From games between armies of different men.
    Imbalance,
    /// From games of any kind.
    Regress,
}

impl Method {
    /// The word used in every output.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Mobility => "mobility",
            Self::Imbalance => "imbalance",
            Self::Regress => "regress",
        }
    }
}

/// A number with its error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Interval {
    /// The estimate.
    pub value: f64,
    /// Its standard error; none where there is no chance in it.
    pub error: Option<f64>,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// An estimate and its standard error.
    pub fn of(value: f64, error: f64) -> Self {
        let half = super::WIDTH_95 * error;
        Self { value, error: Some(error), low: value - half, high: value + half }
    }

    /// A number without chance.
    pub const fn exact(value: f64) -> Self {
        Self { value, error: None, low: value, high: value }
    }
}

/// What a piece is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Worth {
    /// The name of the kind.
    pub kind: String,
    /// Its letter.
    pub letter: String,
    /// How it moves, as the variant file says it.
    pub moves: String,
    /// A rook being 5.
    pub value: Interval,
    /// A pawn being 1, where there is one.
    pub pawns: Option<Interval>,
    /// A rook being 500: what the search takes.
    pub centipawns: i32,
    /// How many games had unequal numbers of it.
    pub games: u64,
    /// Worth in the middle game and in the endgame, where the method tells them apart.
    pub phases: Option<[Interval; 2]>,
    /// The standard error by bootstrap, where the method has both: the error of `value` is that of
    /// the sandwich.
    pub bootstrap: Option<f64>,
}

/// Whether one number a piece explains the games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Goodness {
    /// The sum over all differences of the squares of what is left, in standard errors.
    pub chi_squared: f64,
    /// How many differences more there are than numbers were fitted.
    pub degrees: u64,
    /// How often chance alone leaves that much.
    pub probability: f64,
    /// Of how many differences the games were predicted from all others.
    pub held_out: u64,
    /// How many of them were within the 95 % interval of the prediction.
    pub held_out_inside: u64,
}

/// What came of a way in which armies differed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DifferenceRow {
    /// What the first army had more and less: `+rook -cannon`.
    pub difference: String,
    /// How many pairs.
    pub pairs: u64,
    /// The share of the points that the first army had.
    pub score: f64,
    /// What the values say that it should be.
    pub predicted: f64,
    /// The standard error of the score.
    pub error: f64,
    /// What the games of all other differences predict, with an interval for the score itself.
    pub held_out: Option<Interval>,
}

/// The values at a moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moment {
    /// After how many pairs.
    pub pairs: u64,
    /// Values in the order of `pieces`.
    pub values: Vec<f64>,
    /// Their standard errors.
    pub errors: Vec<f64>,
}

/// What the games of a stage say alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StageRow {
    /// What the players' values were called.
    pub values: String,
    /// The players' values in the order of `pieces`, a rook being 5.
    pub believed: Vec<f64>,
    /// How many pairs.
    pub pairs: u64,
    /// Values in the order of `pieces`, where the games are enough for some.
    pub worths: Option<Vec<Interval>>,
}
