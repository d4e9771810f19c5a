//! What pieces are worth, found out by games, with intervals: the questions that are asked, the games that
//! answer them, and the answers.
//!
//! * [`Question`]: what was asked, and the folder in which games are played, stage by stage.
//! * [`next_stage`]: which games say most, from what is known so far.
//! * [`Evidence`]: what was played, and [`Estimate`]: what it says.
//! * [`Valuation`]: the one object that every method makes, with its tables, files and pictures.

mod answer;
mod counted;
mod differences;
mod estimate;
mod evidence;
pub mod exports;
mod kinds;
mod page;
mod plot;
mod published;
mod question;
mod regression;
mod result;
mod samples;
mod sources;
mod spsa;
mod stage;
mod tables;

pub use answer::answer;
pub use differences::differences;
pub use estimate::{Estimate, WIDTH_95};
pub use evidence::{Evidence, PlayedPair};
pub use kinds::{ROOK, ValuedKinds};
pub use page::page;
pub use plot::forest;
pub use published::{Published, PublishedSource, published};
pub use question::{FORMAT, Prior, Question, QuestionError, RESIGN};
pub use regression::{Link, Regression, SampledGame, regress};
pub use result::{
    DifferenceRow, Goodness, Interval, Method, Moment, StageRow, VALUATION_FORMAT, Valuation, Worth,
};
pub use samples::{Filter, Sample, Sampler};
pub use sources::{GameReader, SourceError, journals};
pub use spsa::{Perturbation, Tuned, Tuning};
pub use stage::{Enough, NextStage, next_stage};
pub use tables::{csv, markdown, text};
