//! The threads that share a count.

use std::num::NonZeroUsize;

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::PerftError;

/// So many threads.
///
/// # Errors
/// When the system does not start them.
pub(crate) fn thread_pool(threads: NonZeroUsize) -> Result<ThreadPool, PerftError> {
    ThreadPoolBuilder::new()
        .num_threads(threads.get())
        .build()
        .map_err(|error| PerftError::Threads(threads.get(), error.to_string()))
}
