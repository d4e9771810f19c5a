//! Progress bars on standard error, drawn only on a terminal; and Ctrl-C.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::perft::Watch;

/// How often a bar is drawn.
const TICK: Duration = Duration::from_millis(100);

/// A watch that Ctrl-C stops.
pub(super) fn interruptible_watch() -> anyhow::Result<Arc<Watch>> {
    let watch = Arc::new(Watch::default());
    let stopped = Arc::clone(&watch);
    ctrlc::set_handler(move || stopped.stop())?;
    Ok(watch)
}

/// Draws how far a watched job is, while it runs.
pub(super) fn with_bar<T>(watch: &Watch, job: impl FnOnce() -> T) -> T {
    if !std::io::stderr().is_terminal() {
        return job();
    }
    let bar = ProgressBar::new(Watch::WHOLE);
    let style = ProgressStyle::with_template("{bar:40} {percent}% {elapsed}, {eta} to go")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.set_style(style);
    let finished = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !finished.load(Ordering::Relaxed) {
                std::thread::park_timeout(TICK);
                bar.set_position(watch.done());
            }
            bar.finish_and_clear();
        });
        let result = job();
        finished.store(true, Ordering::Relaxed);
        result
    })
}
