//! What is shown on a terminal while games are played.

use std::fmt::Write as _;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::arena::{Run, Standing};
use crate::rating::{Bounds, Estimate, Results, Strength};

/// How often the clock of the line moves.
const TICK: Duration = Duration::from_millis(500);

/// One line on standard error, drawn only on a terminal.
pub(super) struct Display {
    bar: ProgressBar,
    names: Vec<String>,
    seed: u64,
    folder: PathBuf,
}

impl Display {
    pub(super) fn new(run: &Run, folder: &Path) -> Self {
        let bar = if std::io::stderr().is_terminal() {
            ProgressBar::new(0)
        } else {
            ProgressBar::hidden()
        };
        let names = run.plan.players.iter().map(|player| player.name.clone()).collect();
        Self { bar, names, seed: run.plan.seed, folder: folder.to_owned() }
    }

    pub(super) fn bar(&self) -> ProgressBar {
        self.bar.clone()
    }

    pub(super) fn begin(&self, distinct: Option<u64>) {
        let template = "{wide_bar} {pos}/{len} games {elapsed}, {eta} to go\n{msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.bar.set_style(style);
        }
        let folder = self.folder.display();
        self.bar.println(format!("seed {}, results in {folder}", self.seed));
        if let Some(distinct) = distinct {
            self.bar.println(format!("openings come up again after {distinct} rounds"));
        }
        self.bar.enable_steady_tick(TICK);
    }

    pub(super) fn show(&self, standing: &Standing) {
        if let Some(planned) = standing.planned() {
            self.bar.set_length(2 * planned);
        }
        self.bar.set_position(2 * (standing.pairs() + standing.given_up()));
        let mut message = format!("{} pairs running", standing.running());
        if let Some(([one, two], _, [won, drawn, lost])) = standing.pairings().next()
            && self.names.len() == 2
        {
            let (one, two) = (&self.names[one], &self.names[two]);
            let _ = write!(message, "; {one} - {two}: won {won}, drawn {drawn}, lost {lost}");
        }
        if let Some((_, counts, _)) = standing.pairings().next()
            && self.names.len() == 2
            && let Some(strength) = Strength::of(&Results::Pairs(counts))
        {
            let Estimate { value, low, high } = strength.elo;
            let _ = write!(message, "; Elo {value:+.1} [{low:+.1}, {high:+.1}]");
        }
        if let (Some(test), Some(ratio)) = (standing.test(), standing.log_likelihood_ratio()) {
            let Bounds { lower, upper } = test.bounds();
            let _ = write!(message, "; LLR {ratio:.2} ({lower:.2}, {upper:.2})");
        }
        if standing.failures() > 0 {
            let _ = write!(message, "; {} failures", standing.failures());
        }
        self.bar.set_message(message);
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
