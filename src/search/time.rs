//! [`Timer`]: how much time a move gets. With the progress of the command line, the only place that
//! reads the clock.

use std::time::{Duration, Instant};

use super::limits::{Clock, Limits};

/// The moves that the time left is meant for where nobody says: games on these boards are long.
const EXPECTED_MOVES: u32 = 40;

/// No move gets more than this part of the time left.
const MOST: f64 = 0.6;

/// How much longer than planned a move may take while it is unclear.
const STRETCH: f64 = 4.0;

/// Watches the time of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timer {
    start: Instant,
    /// From when the limits count: the start, or the end of pondering.
    counted_from: Option<Instant>,
    /// After which no new depth is begun.
    planned: Option<Duration>,
    /// After which the search breaks off.
    latest: Option<Duration>,
    /// How much longer than planned is right, as the search stands.
    stretch: f64,
}

impl Timer {
    /// The time that limits give, from now on.
    pub(super) fn new(limits: &Limits, pondering: bool) -> Self {
        let now = Instant::now();
        let (mut planned, mut latest) = limits.clock.map_or((None, None), |clock| {
            let (planned, latest) = budget(clock);
            (Some(planned), Some(latest))
        });
        if let Some(time) = limits.movetime {
            planned = None;
            latest = Some(latest.map_or(time, |latest| latest.min(time)));
        }
        Self {
            start: now,
            counted_from: (!pondering).then_some(now),
            planned,
            latest,
            stretch: 1.0,
        }
    }

    /// The time since the start.
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the search must break off.
    pub(super) fn is_over(&mut self, pondering: bool) -> bool {
        let Some(latest) = self.latest else { return false };
        self.counted(pondering).is_some_and(|time| time >= latest)
    }

    /// Whether a new depth had better not be begun.
    pub(super) fn is_late(&mut self, pondering: bool) -> bool {
        let Some(planned) = self.planned else { return false };
        let planned = planned.mul_f64(self.stretch);
        self.counted(pondering).is_some_and(|time| time >= planned)
    }

    /// The time that counts; none while pondering.
    fn counted(&mut self, pondering: bool) -> Option<Duration> {
        if pondering {
            return None;
        }
        Some(self.counted_from.get_or_insert_with(Instant::now).elapsed())
    }

    /// Takes note of how settled the best move is: for how many depths it has been the same, and
    /// by how much the score has fallen since the last depth.
    pub(super) fn settle(&mut self, same_for: u32, fallen: i32) {
        let unsettled = match same_for {
            0 => 1.6,
            1 => 1.2,
            2 => 1.0,
            3 | 4 => 0.85,
            _ => 0.7,
        };
        let falling = 1.0 + f64::from(fallen.clamp(0, 100)) / 100.0;
        self.stretch = unsettled * falling;
    }
}

/// The time that a move should take, and the most that it may.
fn budget(clock: Clock) -> (Duration, Duration) {
    let usable = clock.left.saturating_sub(clock.overhead);
    let moves = clock.moves_to_go.unwrap_or(EXPECTED_MOVES).clamp(1, EXPECTED_MOVES);
    let share = usable.div_f64(f64::from(moves)) + clock.increment.mul_f64(0.75);
    // The last move before more time comes may use nearly all of it.
    let most = if moves == 1 { usable.mul_f64(0.9) } else { usable.mul_f64(MOST) };
    let latest = share.mul_f64(STRETCH).min(most);
    (share.mul_f64(0.7).min(latest), latest)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn clock(left: u64, increment: u64, moves_to_go: Option<u32>) -> Clock {
        Clock {
            left: Duration::from_millis(left),
            increment: Duration::from_millis(increment),
            moves_to_go,
            overhead: Duration::from_millis(10),
        }
    }

    #[test]
    fn no_move_takes_more_than_there_is() {
        for left in [0, 1, 10, 11, 50, 1_000, 600_000] {
            for increment in [0, 5, 10_000] {
                for moves in [None, Some(1), Some(2), Some(40), Some(1_000)] {
                    let clock = clock(left, increment, moves);
                    let (planned, latest) = budget(clock);
                    assert!(planned <= latest, "{clock:?}");
                    let left = clock.left.saturating_sub(clock.overhead);
                    assert!(latest <= left, "{clock:?}: {latest:?}");
                }
            }
        }
    }

    #[test]
    fn time_for_one_move_is_used_and_time_for_many_is_kept() {
        let (planned, latest) = budget(clock(10_010, 0, Some(1)));
        assert!(planned > Duration::from_secs(5) && latest > Duration::from_secs(8));
        let (planned, latest) = budget(clock(60_010, 0, None));
        assert!(planned < Duration::from_secs(2) && latest < Duration::from_secs(10));
    }

    #[test]
    fn pondering_takes_no_time() {
        let limits = Limits { clock: Some(clock(1, 0, None)), ..Limits::default() };
        let mut timer = Timer::new(&limits, true);
        assert!(!timer.is_over(true));
        std::thread::sleep(Duration::from_millis(2));
        assert!(!timer.is_over(true));
        assert!(timer.is_over(false));
    }
}
