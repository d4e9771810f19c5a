//! Progress bars on standard error, drawn only on a terminal; and Ctrl-C.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::Exit;
use crate::perft::Watch;

/// How often a bar is drawn.
const TICK: Duration = Duration::from_millis(100);

/// A watch that Ctrl-C stops.
pub(super) fn interruptible_watch() -> anyhow::Result<Arc<Watch>> {
    Ok(interruptible_watch_and_flag()?.0)
}

/// How long Ctrl-C leaves a command to end by itself.
const GRACE: Duration = Duration::from_millis(500);

/// A flag that Ctrl-C sets. A command that waits for input, and does not look at it, is ended soon
/// after; it must have written out everything that it has finished.
pub(super) fn stop_flag() -> anyhow::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let stopped = Arc::clone(&flag);
    ctrlc::set_handler(move || {
        stopped.store(true, Ordering::Relaxed);
        std::thread::sleep(GRACE);
        std::process::exit(i32::from(Exit::Interrupted.code()));
    })?;
    Ok(flag)
}

/// A watch that Ctrl-C stops, and a flag that it sets, for a job that waits for others as well.
pub(super) fn interruptible_watch_and_flag() -> anyhow::Result<(Arc<Watch>, Arc<AtomicBool>)> {
    let (watch, flag) = (Arc::new(Watch::default()), Arc::new(AtomicBool::new(false)));
    let (stopped, set) = (Arc::clone(&watch), Arc::clone(&flag));
    ctrlc::set_handler(move || {
        set.store(true, Ordering::Relaxed);
        stopped.stop();
    })?;
    Ok((watch, flag))
}

/// A bar for a job of so many steps, that somebody else counts.
pub(super) fn counting_bar(steps: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    bar(steps, "{bar:40} {pos} of {len} {elapsed}, {eta} to go")
}

fn bar(length: u64, template: &str) -> ProgressBar {
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(length).with_style(style)
}

/// Draws how far a watched job is, while it runs.
pub(super) fn with_bar<T>(watch: &Watch, job: impl FnOnce() -> T) -> T {
    if !std::io::stderr().is_terminal() {
        return job();
    }
    let bar = bar(Watch::WHOLE, "{bar:40} {percent}% {elapsed}, {eta} to go");
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
