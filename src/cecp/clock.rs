//! [`Clocks`]: what the GUI says of time, depth and nodes, and the limits of a search by it.

use std::time::Duration;

use crate::search::{Clock, Limits};

/// The time that a game has where nobody says.
const DEFAULT_TIME: Duration = Duration::from_mins(5);
/// The moves that the time left is meant for where nobody says, where nodes are the clock.
const EXPECTED_MOVES: u32 = 40;
/// More time than any game has.
const MOST: Duration = Duration::from_hours(2_400);

/// Time as `level` gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Level {
    /// The moves until more time is added; 0 for the whole game.
    moves: u32,
    base: Duration,
    increment: Duration,
    /// How many plies had been played when it was given.
    since: usize,
}

/// What a search may take.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Clocks {
    level: Option<Level>,
    /// `st`: a time for each move.
    each: Option<Duration>,
    /// `sd`.
    depth: Option<u32>,
    /// `nps`: nodes that count as a second.
    rate: Option<u64>,
    /// `time`: what the engine's clock shows.
    own: Option<Duration>,
}

/// Centiseconds; clocks may be below zero.
fn centiseconds(text: &str) -> Option<Duration> {
    let number: i64 = text.parse().ok()?;
    Some(Duration::from_millis((number.max(0) as u64).saturating_mul(10)).min(MOST))
}

/// Seconds, perhaps with a fraction.
fn seconds(text: &str) -> Option<Duration> {
    let number: f64 = text.parse().ok()?;
    number.is_finite().then(|| Duration::from_secs_f64(number.clamp(0.0, MOST.as_secs_f64())))
}

/// Minutes, or minutes and seconds: `5`, `0:30`. What follows may be anything.
fn minutes(text: &str) -> Option<Duration> {
    let number = |text: &str| -> Option<u64> {
        let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        text[..end].parse().ok()
    };
    let (whole, rest) = text.split_once(':').unwrap_or((text, "0"));
    let total = number(whole)?.checked_mul(60)?.checked_add(number(rest)?)?;
    Some(Duration::from_secs(total).min(MOST))
}

impl Clocks {
    /// A new game: clocks are set back, and there is no limit of depth or rate of nodes.
    pub(super) fn new_game(&mut self) {
        self.depth = None;
        self.rate = None;
        self.own = None;
        if let Some(level) = &mut self.level {
            level.since = 0;
        }
    }

    /// Does `level`, `st`, `sd`, `nps`, `time` or `otim`; `None` if its words make no sense.
    pub(super) fn set(&mut self, command: &str, words: &[&str], plies: usize) -> Option<()> {
        match (command, words) {
            ("level", [moves, base, increment, ..]) => {
                self.level = Some(Level {
                    moves: moves.parse().ok()?,
                    base: minutes(base)?,
                    increment: seconds(increment)?,
                    since: plies,
                });
                self.each = None;
            }
            ("st", [time, ..]) => self.each = Some(seconds(time)?),
            ("sd", [depth, ..]) => self.depth = Some(depth.parse::<u32>().ok()?.clamp(1, 1_000)),
            ("nps", [rate, ..]) => self.rate = Some(rate.parse().ok()?).filter(|&rate| rate > 0),
            ("time", [time, ..]) => self.own = Some(centiseconds(time)?),
            // The opponent's clock is not looked at.
            ("otim", [time, ..]) => {
                centiseconds(time)?;
            }
            _ => return None,
        }
        Some(())
    }

    /// The limits of a search for the next move, after so many plies.
    pub(super) fn limits(&self, plies: usize, overhead: Duration) -> Limits {
        let mut limits = Limits { depth: self.depth, ..Limits::default() };
        let moves_to_go = self.level.filter(|level| level.moves > 0).map(|level| {
            let made = (plies.saturating_sub(level.since) / 2) as u32;
            level.moves - made % level.moves
        });
        let base = self.level.map_or(DEFAULT_TIME, |level| level.base);
        let left = self.own.unwrap_or(base);
        let increment = self.level.map_or(Duration::ZERO, |level| level.increment);
        let time = match self.each {
            Some(each) => each,
            None => left / moves_to_go.unwrap_or(EXPECTED_MOVES).max(1) + increment,
        };
        match (self.rate, self.each) {
            (Some(rate), _) => {
                let nodes = u128::from(rate) * time.as_millis() / 1000;
                limits.nodes = Some(u64::try_from(nodes).unwrap_or(u64::MAX).max(1));
            }
            (None, Some(each)) => limits.movetime = Some(each.saturating_sub(overhead)),
            (None, None) => {
                limits.clock = Some(Clock { left, increment, moves_to_go, overhead });
            }
        }
        limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(commands: &[&str], plies: usize) -> Limits {
        let mut clocks = Clocks::default();
        for command in commands {
            let words: Vec<&str> = command.split_whitespace().collect();
            clocks.set(words[0], &words[1..], 0).unwrap_or_else(|| panic!("{command}"));
        }
        clocks.limits(plies, Duration::from_millis(10))
    }

    #[test]
    fn a_clock_counts_the_moves_of_its_session() {
        for (plies, left) in [(0, 40), (1, 40), (2, 39), (79, 1), (80, 40)] {
            let limits = after(&["level 40 5 0", "time 30000"], plies);
            let clock = limits.clock.unwrap();
            assert_eq!(clock.left, Duration::from_mins(5));
            assert_eq!(clock.moves_to_go, Some(left), "{plies} plies");
        }
        let clock = after(&["level 0 0:30 1.5", "time -20"], 0).clock.unwrap();
        assert_eq!((clock.left, clock.moves_to_go), (Duration::ZERO, None));
        assert_eq!(clock.increment, Duration::from_millis(1_500));
        assert_eq!(after(&["level 40 25+5 0"], 0).clock.unwrap().left, Duration::from_mins(25));
    }

    #[test]
    fn times_depths_and_rates() {
        let limits = after(&["st 2", "sd 7"], 0);
        assert_eq!(limits.movetime, Some(Duration::from_millis(1_990)));
        assert_eq!((limits.depth, limits.clock), (Some(7), None));
        assert_eq!(after(&["st 8", "nps 10000"], 0).nodes, Some(80_000));
        assert_eq!(after(&["level 0 1 0", "nps 400"], 0).nodes, Some(600));
        assert!(after(&["st 8", "level 40 5 0"], 0).movetime.is_none());
    }

    #[test]
    fn words_without_sense() {
        for text in [
            "level",
            "level 40",
            "level x 5 0",
            "level 40 x 0",
            "level 40 5 x",
            "st",
            "st soon",
            "st inf",
            "st NaN",
            "sd -3",
            "nps much",
            "time",
            "otim x",
            "sd 99999999999999999999",
            "level 0 999999999999999999999:1 0",
            "level 0 18446744073709551615 0",
        ] {
            let words: Vec<&str> = text.split_whitespace().collect();
            assert_eq!(Clocks::default().set(words[0], &words[1..], 0), None, "{text}");
        }
        // Enormous times are cut, not refused.
        assert!(after(&["st 1e300"], 0).movetime.is_some());
        assert!(after(&["time 9223372036854775807"], 0).clock.is_some());
    }
}
