//! `tamerlane report`, and what every run prints at its end.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};

use super::{create, variant_of};
use crate::arena::game_pgn::{Times, pgn};
use crate::arena::{Journal, Schedule, game_csv, journal};
use crate::cli::Exit;
use crate::cli::args::number;
use crate::cli::game_command::GameCommand;
use crate::cli::output::write_json;
use crate::geometry::Bitboard;
use crate::report::{self, Summary, Viewer};
use crate::rules::Ruleset;

/// Make tables and files of games of a run, finished or not
///
/// Everything is made from the log of the run; only pairs of games count of which both are finished.
/// The order is that of the pairs, so the same games give the same files, whatever order they were
/// played in.
///
/// Elo, normalised Elo and the likelihood of superiority are of pairs, with 95 % intervals. With three
/// players and more there are ratings by a Bradley-Terry model with draws too.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// The folder of the run
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Write the games as PGN to a file; "-" for standard output, without the tables
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Write a row for each game to a file
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Leave out of the PGN what differs each time: dates, times, the machine
    #[arg(long)]
    no_times: bool,
    /// Write a page with tables, plots and all games on a board: one file that needs nothing else
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Of how many games the page has the moves; a thousand take about three megabytes
    #[arg(long, value_name = "N", default_value_t = 5000, requires = "html")]
    #[arg(value_parser = number::<0, 10_000_000>)]
    html_games: u32,
    /// Write the tables as Markdown to a file; "-" for standard output, instead of text
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Print one JSON object instead of tables; `data/README.md` explains it
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Refuses to write over the run itself, or two files to one place.
    fn spare_the_run(&self) -> anyhow::Result<()> {
        let place = |path: &Path| {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
            Some(folder.join(path.file_name()?))
        };
        let own = journal::FILES.map(|name| place(&self.folder.join(name)));
        let files = [&self.pgn, &self.csv, &self.html, &self.markdown];
        let mut taken = Vec::new();
        for path in files.into_iter().flatten().filter(|path| path.as_os_str() != "-") {
            let found = place(path);
            if found.is_some() && own.contains(&found) {
                bail!("\"{}\" is a file of the run: expected another name", path.display());
            }
            if found.is_some() && taken.contains(&found) {
                bail!("\"{}\" is given twice: expected a file for each", path.display());
            }
            taken.push(found);
        }
        Ok(())
    }

    pub(in crate::cli) fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        let journal = Journal::read(&self.folder)?;
        self.spare_the_run()?;
        if let Some(path) = &self.csv {
            let mut file = create(path)?;
            let schedule = Schedule::new(&journal.run().plan);
            file.write_all(game_csv::HEADER.as_bytes())?;
            for game in journal.games() {
                file.write_all(game_csv::row(&schedule, &game?).as_bytes())?;
            }
            file.flush()?;
        }
        if let Some(path) = &self.pgn {
            let variant = variant_of(&journal)?;
            let times = if self.no_times { Times::Hidden } else { Times::Told };
            let command = WritePgn { journal: &journal, times };
            if path.as_os_str() == "-" {
                return command.dispatch(&variant, out);
            }
            let mut file = create(path)?;
            command.dispatch(&variant, &mut file)?;
            file.flush()?;
        }
        let summary = Summary::of(&journal)?;
        if let Some(path) = &self.html {
            let variant = variant_of(&journal)?;
            let viewer = Viewer::of(&journal, &variant, self.html_games as usize)?;
            let mut file = create(path)?;
            file.write_all(report::page(&summary, Some(&viewer)).as_bytes())?;
            file.flush()?;
        }
        if let Some(path) = &self.markdown {
            let text = report::markdown(&summary);
            if path.as_os_str() == "-" {
                out.write_all(text.as_bytes())?;
                return Ok(Exit::Fine);
            }
            let mut file = create(path)?;
            file.write_all(text.as_bytes())?;
            file.flush()?;
        }
        if self.json {
            write_json(out, &serde_json::to_value(&summary)?)?;
        } else {
            out.write_all(report::text(&summary).as_bytes())?;
        }
        Ok(Exit::Fine)
    }
}

struct WritePgn<'a> {
    journal: &'a Journal,
    times: Times,
}

impl GameCommand for WritePgn<'_> {
    fn run_on<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        out: &mut impl Write,
    ) -> anyhow::Result<Exit> {
        for game in self.journal.games() {
            let text = pgn(rules, self.journal.run(), &game?, self.times);
            out.write_all(text.map_err(|error| anyhow!(error))?.as_bytes())?;
        }
        Ok(Exit::Fine)
    }
}

/// What every run says at its end, for people or for programs; all tables are those of `tamerlane
/// report`. Whether the run says something.
pub(in crate::cli) fn tell(
    out: &mut impl Write,
    journal: &Journal,
    json: bool,
) -> anyhow::Result<bool> {
    let summary = Summary::of(journal)?;
    if json {
        write_json(out, &serde_json::to_value(&summary)?)?;
        return Ok(summary.state.valid);
    }
    for line in report::headline(&summary) {
        writeln!(out, "{line}")?;
    }
    let folder = journal.folder().display().to_string();
    let folder = shlex::try_quote(&folder).unwrap_or_default();
    writeln!(out, "Tables: tamerlane report {folder}; with the games: --html FILE")?;
    Ok(summary.state.valid)
}
