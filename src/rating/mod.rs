//! How strong players are, from the games they played: pure functions of counts.
//!
//! * [`Results`]: what is counted, single games or pairs with colours swapped.
//! * [`Strength`]: the difference of two players, in Elo and in normalised Elo, with intervals.
//! * [`Sprt`]: a test that ends as soon as the games decide it; exact maximum likelihood.
//! * [`AdjustedElo`]: what such a test says of the difference, once the bias of stopping is taken out.
//! * [`RatingList`]: any number of players, by a Bradley-Terry model with draws.
//!
//! Two games of a pair share an opening, and what one side gains from it in the first game the other
//! gains in the second. Counted as single games, pairs give intervals that are too wide; counted as
//! pairs they are right, and that is what all commands do.
//!
//! ```
//! use tamerlane::rating::{Results, Sprt, EloScale, Strength};
//! // Pairs of one player against another that gave it 0, 1/2, 1, 1 1/2 and 2 points.
//! let results = Results::Pairs([34, 54, 63, 64, 75]);
//! let elo = Strength::of(&results).unwrap().elo;
//! assert_eq!(format!("{:.2} [{:.2}, {:.2}]", elo.value, elo.low, elo.high), "55.58 [28.28, 83.58]");
//! let test = Sprt::new(EloScale::Normalized, 0.0, 5.0, 0.05, 0.05).unwrap();
//! assert!(test.log_likelihood_ratio(&results) < test.bounds().upper);
//! ```

mod adjusted;
mod bayes_elo;
mod brownian;
mod elo;
mod likelihood;
mod list;
mod results;
mod root;
mod sprt;
mod strength;

pub use adjusted::AdjustedElo;
pub use bayes_elo::BayesElo;
pub use brownian::Brownian;
pub use elo::{NORMALIZED_ELO, elo_of_score, score_of_elo};
pub use list::{Rated, RatedGame, RatingError, RatingList, Unrated};
pub use results::Results;
pub use sprt::{Bounds, EloScale, Sprt, SprtError, Verdict};
pub use strength::{Estimate, Strength};
