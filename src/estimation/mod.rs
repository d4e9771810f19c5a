//! Estimation from games with draws: a logistic model fitted by maximum likelihood, with errors that
//! know which games belong together.
//!
//! A game is a row of a design: what was different between the sides ([`Observation::features`]), how
//! it ended, and the cluster it belongs to. Games of one pair share an opening, positions of one game
//! share everything, so neither are independent; errors that count them as such are too small, up to
//! six times for positions. [`Fit::covariance`] adds up what the observations of a cluster say before
//! it squares (the *sandwich*).

mod bootstrap;
mod design;
mod draws;
mod fit;
mod least_squares;
mod outcome;
mod ratios;

pub use bootstrap::{Bootstrap, bootstrap};
pub use design::{Allocation, Candidates};
pub use draws::{Curvature, DrawModel, Slope};
pub use fit::{Fit, FitError, Observation, fit};
pub use least_squares::{bootstrap_tanh, fit_tanh};
pub use outcome::Outcome;
pub use ratios::Ratios;
