//! [`Brake`]: how a run is stopped from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::search::Control;

/// Stops a run: pressed once, running games are finished; pressed again, they are given up.
#[derive(Debug, Default)]
pub struct Brake {
    on: AtomicBool,
    /// Ends waits for other programs.
    hard: Arc<AtomicBool>,
    /// Ends our searches.
    control: Control,
}

impl Brake {
    /// Presses it once more.
    pub fn press(&self) {
        if self.on.swap(true, Ordering::SeqCst) {
            self.hard.store(true, Ordering::SeqCst);
            self.control.stop();
        }
    }

    /// Presses it as hard as can be.
    pub fn slam(&self) {
        self.press();
        self.press();
    }

    /// Whether no new game is to begin.
    pub fn is_on(&self) -> bool {
        self.on.load(Ordering::SeqCst)
    }

    pub(super) const fn control(&self) -> &Control {
        &self.control
    }

    pub(super) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.hard)
    }
}
