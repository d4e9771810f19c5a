//! [`Watch`]: lets somebody see how far a count is, and stop it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Lets somebody watch a count and stop it.
#[derive(Debug, Default)]
pub struct Watch {
    stop: AtomicBool,
    /// Parts of the work done, out of [`Watch::WHOLE`].
    done: AtomicU64,
}

impl Watch {
    /// What [`Watch::done`] comes to at the end, or little less.
    pub const WHOLE: u64 = 1 << 40;

    /// Asks the count to stop soon.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the count was asked to stop.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// How much of the work is done, out of [`Watch::WHOLE`].
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Reports `part` of `whole` as done; the parts of a count come to its whole.
    pub(crate) fn add(&self, part: u64, whole: u64) {
        let share = u128::from(Self::WHOLE) * u128::from(part) / u128::from(whole.max(1));
        self.done.fetch_add(share as u64, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_to_the_whole() {
        let watch = Watch::default();
        for part in [1, 2, 3, 94] {
            watch.add(part, 100);
        }
        assert!((Watch::WHOLE - 4..=Watch::WHOLE).contains(&watch.done()));
    }
}
