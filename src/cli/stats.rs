//! `tamerlane stats`.

use std::io::Write;
use std::time::Instant;

use serde_json::{Value, json};

use super::args::{ThreadsArgs, VariantArgs, number};
use super::game_command::GameCommand;
use super::output::write_json;
use super::{Exit, progress};
use crate::geometry::Bitboard;
use crate::rules::{Game, Ruleset};
use crate::sampling::{Conduct, Style};
use crate::statistics::{Distribution, Ending, GameStatistics, Request};

/// The most rows of a histogram.
const ROWS: u32 = 20;
/// The longest bar of a histogram, in characters.
const BAR: u64 = 50;

/// Play random games and tell what they are like
///
/// How long they are, how they end, how many moves there are to choose from, and of what sort the
/// moves played are. Every legal move is as likely as any other. Draws by repetition and by the
/// fifty-move rule do not end a game; --plies does, and the games it ends are counted as "cap".
///
/// The same seed gives the same games, whatever the number of threads.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    variant: VariantArgs,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number::<1, 10_000_000>)]
    games: u32,
    /// After how many plies a game is broken off
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number::<1, 100_000>)]
    plies: u32,
    /// The seed of the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    threads: ThreadsArgs,
    /// Print one JSON object: {"variant", "seed", "games", "cap", "complete", "moves",
    /// "length", "branching", "endings", "classes", "seconds"}
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        let variant = self.variant.load()?;
        self.dispatch(&variant, out)
    }
}

impl GameCommand for Args {
    fn run_on<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        out: &mut impl Write,
    ) -> anyhow::Result<Exit> {
        let request = Request {
            games: self.games,
            conduct: Conduct { style: Style::Uniform, plies: self.plies, thinned: 0 },
            seed: self.seed,
            threads: self.threads.count(),
        };
        let watch = progress::interruptible_watch()?;
        let begin = Instant::now();
        let statistics =
            progress::with_bar(&watch, || GameStatistics::of(rules, &request, &watch))?;
        let outcome = Outcome {
            game: rules.game(),
            args: self,
            seconds: begin.elapsed().as_secs_f64(),
            is_complete: statistics.games() == u64::from(self.games),
            statistics,
        };
        if self.json {
            write_json(out, &outcome.json())?;
        } else {
            outcome.print(out)?;
        }
        Ok(if outcome.is_complete { Exit::Fine } else { Exit::Interrupted })
    }
}

struct Outcome<'a> {
    game: &'a Game,
    args: &'a Args,
    statistics: GameStatistics,
    is_complete: bool,
    seconds: f64,
}

impl Outcome<'_> {
    fn json(&self) -> Value {
        let statistics = &self.statistics;
        let endings: serde_json::Map<String, Value> = Ending::ALL
            .iter()
            .zip(statistics.endings)
            .map(|(ending, count)| (ending.name().to_owned(), json!(count)))
            .collect();
        json!({
            "variant": self.game.name,
            "seed": self.args.seed,
            "games": statistics.games(),
            "cap": self.args.plies,
            "complete": self.is_complete,
            "moves": statistics.moves,
            "length": distribution_json(&statistics.lengths),
            "branching": distribution_json(&statistics.branching),
            "endings": endings,
            "classes": statistics.classes,
            "seconds": self.seconds,
        })
    }

    fn print(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let statistics = &self.statistics;
        let (games, cap) = (statistics.games(), self.args.plies);
        let note = if self.is_complete { "" } else { " (interrupted)" };
        writeln!(
            out,
            "{}: {games} random games, seed {}, at most {cap} plies{note}",
            self.game.title, self.args.seed
        )?;
        writeln!(out)?;
        writeln!(out, "plies a game     {}", summary(&statistics.lengths))?;
        writeln!(out, "moves a position {}", summary(&statistics.branching))?;
        let endings: Vec<String> = Ending::ALL
            .iter()
            .zip(statistics.endings)
            .filter(|(_, count)| *count > 0)
            .map(|(ending, count)| format!("{} {count}", ending.name()))
            .collect();
        writeln!(out, "ended by         {}", endings.join(", "))?;
        writeln!(out, "\nof {} moves played", statistics.moves)?;
        for (name, count) in statistics.classes.each() {
            let share = 100.0 * count as f64 / statistics.moves.max(1) as f64;
            writeln!(out, "  {name:<18} {count:>9} {share:>7.3} %")?;
        }
        histogram(out, "plies a game", &statistics.lengths)?;
        histogram(out, "moves a position", &statistics.branching)
    }
}

fn summary(distribution: &Distribution) -> String {
    let number = |value: Option<u32>| value.map_or("-".to_owned(), |value| value.to_string());
    format!(
        "mean {:.1}, median {}, least {}, most {}, nine in ten from {} to {}",
        distribution.mean().unwrap_or_default(),
        number(distribution.percentile(50)),
        number(distribution.least()),
        number(distribution.greatest()),
        number(distribution.percentile(5)),
        number(distribution.percentile(95)),
    )
}

fn distribution_json(distribution: &Distribution) -> Value {
    let buckets: Vec<Value> = distribution
        .buckets(ROWS)
        .iter()
        .map(|bucket| json!({ "from": bucket.from, "to": bucket.to, "count": bucket.count }))
        .collect();
    json!({
        "mean": distribution.mean(),
        "median": distribution.percentile(50),
        "least": distribution.least(),
        "most": distribution.greatest(),
        "percentile_5": distribution.percentile(5),
        "percentile_95": distribution.percentile(95),
        "histogram": buckets,
    })
}

fn histogram(out: &mut impl Write, title: &str, distribution: &Distribution) -> anyhow::Result<()> {
    writeln!(out, "\n{title}")?;
    let buckets = distribution.buckets(ROWS);
    let most = buckets.iter().map(|bucket| bucket.count).max().unwrap_or_default().max(1);
    for bucket in buckets {
        let range = if bucket.from == bucket.to {
            bucket.from.to_string()
        } else {
            format!("{}-{}", bucket.from, bucket.to)
        };
        let bar = "#".repeat((bucket.count * BAR).div_ceil(most) as usize);
        writeln!(out, "{}", format!("{range:>12} {:>9} {bar}", bucket.count).trim_end())?;
    }
    Ok(())
}
