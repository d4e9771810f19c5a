//! [`Estimate`]: how long a count will take, from a sample of its positions.
//!
//! Positions are drawn at random and counted one ply deeper each time, fewer of them the deeper it is.
//! How much longer one more ply takes is seen on the positions that were counted to both depths, which
//! differs much less from position to position than the time itself does. What is too deep to be tried
//! at all is taken to grow as the last ply did.

use std::time::Duration;

use cpu_time::ThreadTime;

use super::counts::CountError;
use crate::geometry::Bitboard;
use crate::perft::{Frontier, Subtrees, Watch};
use crate::rules::Ruleset;
use crate::sampling::Random;

/// Processor time for each depth.
const EACH: Duration = Duration::from_secs(8);
/// A depth at which the fewest positions take longer than this is not tried.
const MOST: Duration = Duration::from_secs(20);
/// The fewest positions that say how much longer a ply takes.
const FEWEST: usize = 4;
/// So many positions say all by themselves.
const ENOUGH: usize = 200;
/// Times of less than this for a position are mostly overhead.
const LEAST_MEAN: f64 = 2e-4;
const SEED: u64 = 20_261_130;

/// How long a count will take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Seconds of processor time of this machine, for the whole count.
    pub cpu_seconds: f64,
    /// How many positions of the sample were counted to the deepest depth tried.
    pub sample: usize,
    /// How many plies beyond that were guessed.
    pub guessed: u32,
}

/// Estimates the time of a count, with a table of so many bytes or none.
///
/// # Errors
/// When there is no memory for the table, or a position is none.
pub fn estimate<B: Bitboard>(
    rules: &Ruleset<B>,
    frontier: &Frontier,
    hash_bytes: u64,
) -> Result<Estimate, CountError> {
    let mut order: Vec<usize> = (0..frontier.positions.len()).collect();
    Random::new(SEED).shuffle(&mut order);
    let whole = order.len();
    let rest = frontier.header.rest();
    let watch = Watch::default();
    let mut memory = Subtrees::<B>::memory(hash_bytes)?;
    let subtrees = Subtrees::new(rules, memory.as_mut(), &watch);
    let mut last: Vec<f64> = Vec::new();
    let (mut mean, mut growth) = (0.0, 1.0);
    for depth in 0..=rest {
        let expected = mean * growth * FEWEST as f64;
        if mean > LEAST_MEAN && expected > MOST.as_secs_f64() {
            let guessed = rest + 1 - depth;
            let factor = f64::powi(growth, guessed as i32);
            let cpu_seconds = mean * factor * whole as f64;
            return Ok(Estimate { cpu_seconds, sample: last.len(), guessed });
        }
        let most = if last.is_empty() { whole } else { last.len() };
        let mut times = Vec::new();
        let begin = ThreadTime::now();
        for &index in &order[..most] {
            let position = rules.position(&frontier.positions[index].0)?;
            let begin_one = ThreadTime::now();
            let _ = subtrees.count(&position, depth);
            times.push(begin_one.elapsed().as_secs_f64());
            let is_enough = depth < rest && times.len() >= 2 * ENOUGH;
            if is_enough || (times.len() >= FEWEST && begin.elapsed() > EACH) {
                break;
            }
        }
        let here: f64 = times.iter().sum();
        let before: f64 = last[..times.len().min(last.len())].iter().sum();
        let plain = here / times.len().max(1) as f64;
        let next = if times.len() >= ENOUGH || times.len() == whole || before <= 0.0 {
            plain
        } else {
            mean * here / before
        };
        if mean > LEAST_MEAN {
            growth = next / mean;
        }
        (mean, last) = (next, times);
    }
    Ok(Estimate { cpu_seconds: mean * whole as f64, sample: last.len(), guessed: 0 })
}
