//! [`SharedWriter`]: where a protocol writes, from several threads.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// Where answers go, from the thread that reads orders and from the one that searches.
#[derive(Debug)]
pub struct SharedWriter<W> {
    writer: Arc<Mutex<W>>,
}

impl<W> Clone for SharedWriter<W> {
    fn clone(&self) -> Self {
        Self { writer: Arc::clone(&self.writer) }
    }
}

impl<W: Write> SharedWriter<W> {
    /// Shares a writer.
    pub fn new(writer: W) -> Self {
        Self { writer: Arc::new(Mutex::new(writer)) }
    }

    /// Writes a line, or several, at once and whole.
    ///
    /// # Errors
    /// When the writer does not take them.
    pub fn line(&self, text: &str) -> io::Result<()> {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(writer, "{}", text.trim_end_matches('\n'))?;
        writer.flush()
    }
}
