//! Settings: what `memory`, `cores` and `option` change.

use std::io::{self, Write};
use std::time::Duration;

use super::interface::{Cecp, Mode};
use super::options::{self, MAX_NODES, MAX_OVERHEAD, ONLY_SHOWN};
use crate::engine::Settings;
use crate::search::{MAX_LINES, MAX_THREADS};

/// The largest table that can be asked for, in MiB.
const MAX_MEMORY: u64 = 1 << 20;

impl<W: Write + Send + 'static> Cecp<W> {
    pub(super) fn set_resources(
        &mut self,
        command: &str,
        words: &[&str],
        line: &str,
    ) -> io::Result<()> {
        let number = words.first().and_then(|word| word.parse::<u64>().ok()).filter(|&n| n > 0);
        let Some(number) = number else { return self.error("wrong parameters", line) };
        let result = self.configure(|settings| match command {
            "memory" => settings.table_bytes = number.min(MAX_MEMORY) << 20,
            _ => settings.threads = (number as usize).min(MAX_THREADS),
        });
        result.or_else(|reason| self.error(&reason, line))
    }

    /// Changes what the session searches with. A search that runs is over then.
    pub(super) fn configure(&mut self, change: impl FnOnce(&mut Settings)) -> Result<(), String> {
        let mut settings = self.session.settings().clone();
        change(&mut settings);
        if settings == *self.session.settings() {
            return Ok(());
        }
        let result = self.session.configure(settings).map_err(|error| error.to_string());
        if self.mode == Mode::Analyses {
            self.analyse();
        }
        result
    }

    pub(super) fn set_option(&mut self, line: &str) -> io::Result<()> {
        let text = line.trim().strip_prefix("option").unwrap_or_default();
        let (name, value) = options::parse(text);
        let number = |least: u64, most: u64| {
            let number = value.parse::<u64>().ok().filter(|n| (least..=most).contains(n));
            number.ok_or_else(|| format!("\"{value}\" is no number from {least} to {most}"))
        };
        let result = match name {
            "Nodes" => number(0, MAX_NODES).map(|nodes| self.nodes = nodes),
            "MultiPV" => number(1, MAX_LINES as u64).map(|lines| self.lines = lines as usize),
            "Move Overhead" => {
                number(0, MAX_OVERHEAD).map(|time| self.overhead = Duration::from_millis(time))
            }
            ONLY_SHOWN => number(0, 1).map(|only| self.only_shown = only == 1),
            "Clear Hash" => {
                let settings = self.session.settings().clone();
                self.session.configure(settings).map_err(|error| error.to_string())
            }
            "VariantPath" if value.is_empty() => Ok(()),
            "VariantPath" => match self.games.add(value) {
                Ok(_) => return self.output.line(&options::variants(&self.games)),
                Err(reason) => Err(reason),
            },
            "PieceValues" if value.is_empty() => self.configure(|settings| settings.values = None),
            "PieceValues" => match std::fs::read_to_string(value) {
                Ok(text) => self.configure(|settings| settings.values = Some(text)),
                Err(error) => Err(format!("\"{value}\": {error}")),
            },
            _ => Err("there is no such option".to_owned()),
        };
        result.or_else(|reason| self.error(&reason, line))
    }
}
