//! `tamerlane perft`.

use std::io::Write;
use std::num::NonZeroUsize;
use std::time::Instant;

use serde_json::{Value, json};

use super::args::{PositionArgs, number, play_all};
use super::output::{json_count, rate, write_json};
use super::{Exit, progress};
use crate::geometry::Bitboard;
use crate::movegen::Task;
use crate::perft::{Perft, Report};
use crate::rules::{Game, Ruleset};

/// Count the sequences of legal moves of a length
///
/// Example: `tamerlane perft 5` counts 400922733 sequences of five moves from the start of Wild
/// Tamerlane. `--divide` tells them by first move, which is how the faulty move of another
/// generator is found. Ctrl-C prints the first moves that are finished and exits with 3.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// How many plies, 0 to 64
    #[arg(default_value_t = 5, value_parser = number::<0, { crate::perft::MAX_DEPTH }>)]
    depth: u32,
    #[command(flatten)]
    position: PositionArgs,
    /// Moves to play first, in engine notation: e3e5 b10a8 ...
    #[arg(long, num_args = 1.., value_name = "MOVE")]
    moves: Vec<String>,
    /// Print the count of each first move
    #[arg(long)]
    divide: bool,
    /// Sort the last moves: captures, en passant, promotions, checks, mates and so on (slower)
    #[arg(long)]
    classes: bool,
    /// How many threads, 1 to 1024; all cores if not given
    #[arg(long, value_parser = number::<1, 1024>)]
    threads: Option<u32>,
    /// Remember counts of positions in a table of this size: 256M, 4G; 0 for none
    #[arg(long, value_name = "SIZE", default_value = "0", value_parser = parse_size)]
    hash: u64,
    /// Make every last move instead of counting them at once
    #[arg(long)]
    no_bulk: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        let variant = self.position.variant.load()?;
        variant.dispatch(Run { args: &self, out })
    }

    fn request(&self) -> Perft {
        let threads = self.threads.and_then(|n| NonZeroUsize::new(n as usize));
        let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Perft {
            depth: self.depth,
            threads: threads.unwrap_or_else(cores),
            hash_bytes: self.hash,
            bulk: !self.no_bulk,
            classes: self.classes,
        }
    }
}

/// Reads a size in bytes: a number, perhaps with K, M, G or T behind it (1024 each).
fn parse_size(text: &str) -> Result<u64, String> {
    let upper = text.trim().to_ascii_uppercase();
    let digits = upper.trim_end_matches("IB").trim_end_matches('B');
    let (digits, factor) = match digits.chars().last() {
        Some('K') => (&digits[..digits.len() - 1], 1 << 10),
        Some('M') => (&digits[..digits.len() - 1], 1 << 20),
        Some('G') => (&digits[..digits.len() - 1], 1 << 30),
        Some('T') => (&digits[..digits.len() - 1], 1 << 40),
        _ => (digits, 1),
    };
    let number: Option<u64> = digits.trim().parse().ok();
    number
        .and_then(|number| number.checked_mul(factor))
        .ok_or_else(|| "expected a size such as 256M or 4G".to_owned())
}

struct Run<'a, W> {
    args: &'a Args,
    out: &'a mut W,
}

impl<W: Write> Task for Run<'_, W> {
    type Output = anyhow::Result<Exit>;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output {
        let start = self.args.position.position(rules)?;
        let position = play_all(rules, start, &self.args.moves)?;
        let perft = self.args.request();
        let watch = progress::interruptible_watch()?;
        let begin = Instant::now();
        let report = progress::with_bar(&watch, || perft.run(rules, &position, &watch))?;
        let outcome = Outcome {
            game: rules.game(),
            fen: position.fen(rules),
            perft,
            seconds: begin.elapsed().as_secs_f64(),
            report,
        };
        if self.args.json {
            write_json(self.out, &outcome.json())?;
        } else {
            outcome.print(self.out, self.args.divide)?;
        }
        Ok(if outcome.report.is_complete { Exit::Fine } else { Exit::Interrupted })
    }
}

struct Outcome<'a> {
    game: &'a Game,
    fen: String,
    perft: Perft,
    report: Report,
    seconds: f64,
}

impl Outcome<'_> {
    /// The first moves in the order of their text.
    fn divide(&self) -> Vec<(String, u128)> {
        let mut divide: Vec<(String, u128)> =
            self.report.divide.iter().map(|(mv, nodes)| (mv.text(self.game), *nodes)).collect();
        divide.sort_unstable();
        divide
    }

    fn json(&self) -> Value {
        let divide: Vec<Value> = self
            .divide()
            .into_iter()
            .map(|(mv, nodes)| json!({ "move": mv, "nodes": json_count(nodes) }))
            .collect();
        let mut object = json!({
            "variant": self.game.name,
            "fen": self.fen,
            "depth": self.perft.depth,
            "nodes": json_count(self.report.nodes),
            "complete": self.report.is_complete,
            "seconds": self.seconds,
            "nps": json_count((self.report.nodes as f64 / self.seconds.max(1e-9)) as u128),
            "threads": self.perft.threads,
            "hash_bytes": self.perft.hash_bytes,
            "divide": divide,
        });
        if let Some(classes) = self.report.classes {
            object["classes"] = json!(classes);
        }
        object
    }

    fn print(&self, out: &mut impl Write, divide: bool) -> anyhow::Result<()> {
        let report = &self.report;
        if divide || !report.is_complete {
            for (mv, nodes) in self.divide() {
                writeln!(out, "{mv} {nodes}")?;
            }
            writeln!(out)?;
        }
        if let Some(classes) = report.classes {
            for (name, count) in classes.each() {
                writeln!(out, "{name:<18} {count}")?;
            }
            writeln!(out)?;
        }
        if report.is_complete {
            writeln!(out, "perft({}) = {}", self.perft.depth, report.nodes)?;
        } else {
            let of = format!("{} first moves are finished", report.divide.len());
            writeln!(out, "interrupted: {of}, with {} nodes", report.nodes)?;
        }
        let threads = match self.perft.threads.get() {
            1 => "1 thread".to_owned(),
            threads => format!("{threads} threads"),
        };
        let rate = rate(report.nodes, self.seconds);
        writeln!(out, "{}: {:.3} s, {rate}, {threads}", self.game.name, self.seconds)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(parse_size("4G"), Ok(4 << 30));
        assert_eq!(parse_size("256MiB"), Ok(256 << 20));
        assert_eq!(parse_size("64kb"), Ok(64 << 10));
        assert_eq!(parse_size("0"), Ok(0));
        for text in ["", "G", "-1M", "1.5G", "99999999999T", "1X", "é"] {
            assert!(parse_size(text).is_err(), "{text}");
        }
    }
}
