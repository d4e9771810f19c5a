//! [`Limits`]: how long a search may go on; [`Control`]: how others end it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::position::Move;

/// The most lines that are searched side by side.
pub const MAX_LINES: usize = 256;

/// When a search ends, whichever comes first. Without any limit it goes on until it is stopped or
/// has reached the greatest depth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// After this many plies of full depth, at least 1.
    pub depth: Option<u32>,
    /// After this many positions made. With one thread the search is the same each time.
    pub nodes: Option<u64>,
    /// After this much time, all of it.
    pub movetime: Option<Duration>,
    /// When a mate in this many moves has been found. It is looked for among all moves then, once the
    /// search has gone some plies beyond it.
    pub mate: Option<u32>,
    /// By the clock of the side to move.
    pub clock: Option<Clock>,
    /// The first moves to look at; all if empty.
    pub moves: Vec<Move>,
    /// How many best moves to tell, each with its line, from 1 to [`MAX_LINES`]; 0 means 1.
    pub lines: usize,
}

/// What the clock of the side to move shows, and what will be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time left.
    pub left: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// The moves until more time is added; `None` when the time is for the whole game.
    pub moves_to_go: Option<u32>,
    /// What passes between the search's end and the clock's stop.
    pub overhead: Duration,
}

impl Limits {
    /// A limit of depth alone.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A limit of positions alone.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// A limit of time alone.
    pub fn movetime(time: Duration) -> Self {
        Self { movetime: Some(time), ..Self::default() }
    }

    pub(super) fn line_count(&self) -> usize {
        self.lines.clamp(1, MAX_LINES)
    }
}

/// Lets others stop a search, or several one after the other, and tell it that what it pondered
/// about was played.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
}

impl Control {
    /// The control of a search that ponders: no limit of time counts until [`Self::ponder_hit`].
    pub fn pondering() -> Self {
        Self { pondering: AtomicBool::new(true), ..Self::default() }
    }

    /// Asks the search to end at once.
    pub fn stop(&self) {
        self.pondering.store(false, Ordering::Relaxed);
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The move pondered about was played: time counts from now on.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// Whether the search was asked to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether no limit of time counts.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }
}
