//! `tamerlane perft`.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use serde_json::{Value, json};

use super::args::{PositionArgs, ThreadsArgs, number, play_all};
use super::game_command::GameCommand;
use super::output::{divide_json, json_count, nodes_per_second, print_divide, rate, write_json};
use super::{Exit, progress, unique};
use crate::geometry::{Bitboard, Instructions};
use crate::perft::{Mismatch, Perft, Report};
use crate::rules::{Game, KEY_SEED, Ruleset};

/// Count the sequences of legal moves of a length
///
/// Example: `tamerlane perft 5` counts 400922733 sequences of five moves from the start of Wild
/// Tamerlane. `--divide` tells them by first move, which is how the faulty move of another
/// generator is found. Ctrl-C prints the first moves that are finished and exits with 3.
///
/// Long counts want a table and a file: `tamerlane perft 7 --hash 4G --checkpoint seven.jsonl`,
/// started again with the same words, goes on where it was stopped or killed.
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
    #[command(flatten)]
    threads: ThreadsArgs,
    /// Remember counts of positions in a table of this size: 256M, 4G; 0 for none. Without it every
    /// sequence is counted for itself; with it equal positions are counted once
    #[arg(long, value_name = "SIZE", default_value = "0", value_parser = parse_size, conflicts_with = "classes")]
    hash: u64,
    /// Count one in sixteen of the counts found in the table again without it, and exit with 1 if
    /// one was wrong
    #[arg(long, requires = "hash")]
    verify_hash: bool,
    /// The seed of the hash keys. A count that is made twice with other keys, and comes out equal,
    /// owes nothing to keys that collide
    #[arg(long, value_name = "N", default_value_t = KEY_SEED, hide_default_value = true)]
    key_seed: u64,
    /// Keep what is finished in this file, and go on from there if the file has something of this
    /// count. It may be killed at any time
    #[arg(long, value_name = "FILE", conflicts_with = "classes")]
    checkpoint: Option<PathBuf>,
    /// Make every last move instead of counting them at once
    #[arg(long)]
    no_bulk: bool,
    /// Count without the vector instructions (AVX-512) that are used where the processor has them
    #[arg(long)]
    portable: bool,
    /// Count the distinct positions after each ply instead of the ways to them; needs about 40
    /// bytes of memory for each
    #[arg(long, conflicts_with_all = ["divide", "classes", "hash", "verify_hash", "checkpoint", "no_bulk"])]
    unique: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        let mut variant = self.position.variant.load_with_keys(self.key_seed)?;
        if self.portable {
            variant = variant.with_instructions(Instructions::Portable);
        }
        self.dispatch(&variant, out)
    }

    fn request(&self) -> Perft {
        Perft {
            threads: self.threads.count(),
            hash_bytes: self.hash,
            verify_hash: self.verify_hash,
            bulk: !self.no_bulk,
            classes: self.classes,
            checkpoint: self.checkpoint.clone(),
            ..Perft::new(self.depth)
        }
    }
}

/// Reads a size in bytes: a number, perhaps with K, M, G or T behind it (1024 each).
pub(super) fn parse_size(text: &str) -> Result<u64, String> {
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

impl GameCommand for Args {
    fn run_on<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        out: &mut impl Write,
    ) -> anyhow::Result<Exit> {
        let start = self.position.position(rules)?;
        let position = play_all(rules, start, &self.moves)?;
        let perft = self.request();
        if self.unique {
            let request = (perft.depth, perft.threads);
            return unique::run(rules, &position, request, self.json, out);
        }
        let watch = progress::interruptible_watch()?;
        let begin = Instant::now();
        let report = progress::with_bar(&watch, || perft.run(rules, &position, &watch))?;
        let outcome = Outcome {
            game: rules.game(),
            fen: position.fen(rules),
            perft,
            key_seed: self.key_seed,
            seconds: begin.elapsed().as_secs_f64(),
            report,
        };
        if self.json {
            write_json(out, &outcome.json())?;
        } else {
            outcome.print(out, self.divide)?;
        }
        Ok(outcome.exit())
    }
}

struct Outcome<'a> {
    game: &'a Game,
    fen: String,
    perft: Perft,
    key_seed: u64,
    report: Report,
    seconds: f64,
}

impl Outcome<'_> {
    fn exit(&self) -> Exit {
        let wrong = self.report.verified.as_ref().is_some_and(|found| !found.mismatches.is_empty());
        match self.report.is_complete {
            _ if wrong => Exit::Difference,
            true => Exit::Fine,
            false => Exit::Interrupted,
        }
    }

    fn json(&self) -> Value {
        let mut object = json!({
            "variant": self.game.name,
            "fen": self.fen,
            "depth": self.perft.depth,
            "nodes": json_count(self.report.nodes),
            "complete": self.report.is_complete,
            "seconds": self.seconds,
            "nps": json_count(nodes_per_second(self.report.fresh, self.seconds)),
            "threads": self.perft.threads,
            "hash_bytes": self.perft.hash_bytes,
            "key_seed": json_count(u128::from(self.key_seed)),
            "units": self.report.units,
            "resumed": self.report.resumed,
            "divide": divide_json(&self.report, self.game),
        });
        if let Some(lookups) = self.report.lookups {
            object["hash"] = json!({
                "hits": lookups.hits,
                "misses": lookups.misses,
                "capacity": lookups.capacity,
                "odds_of_error": lookups.odds_of_error(),
            });
        }
        if let Some(verified) = &self.report.verified {
            object["verified"] = json!({
                "recounted": verified.recounted,
                "mismatches": verified.mismatches.iter().map(mismatch_json).collect::<Vec<_>>(),
            });
        }
        if let Some(classes) = self.report.classes {
            object["classes"] = json!(classes);
        }
        object
    }

    fn print(&self, out: &mut impl Write, divide: bool) -> anyhow::Result<()> {
        let report = &self.report;
        if divide || !report.is_complete {
            print_divide(out, report, self.game)?;
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
        if let Some(lookups) = report.lookups {
            let (hits, all) = (lookups.hits, lookups.hits + lookups.misses);
            let share = hits as f64 / all.max(1) as f64 * 100.0;
            let odds = lookups.odds_of_error();
            writeln!(
                out,
                "table: {all} lookups, {share:.0} % found; odds of an error below {odds:.0e}"
            )?;
        }
        if let Some(verified) = &report.verified {
            for Mismatch { fen, depth, stored, counted } in &verified.mismatches {
                writeln!(
                    out,
                    "the table is wrong: {stored}, not {counted}, at depth {depth} of {fen}"
                )?;
            }
            let (count, wrong) = (verified.recounted, verified.mismatches.len());
            writeln!(out, "{count} counts from the table made again, {wrong} wrong")?;
        }
        if let Some(path) = &self.perft.checkpoint {
            let (resumed, units) = (report.resumed, report.units);
            let path = path.display();
            writeln!(out, "{path}: {resumed} of {units} units were finished before")?;
        }
        let threads = match self.perft.threads.get() {
            1 => "1 thread".to_owned(),
            threads => format!("{threads} threads"),
        };
        let rate = rate(report.fresh, self.seconds);
        writeln!(out, "{}: {:.3} s, {rate}, {threads}", self.game.name, self.seconds)?;
        Ok(())
    }
}

fn mismatch_json(mismatch: &Mismatch) -> Value {
    json!({
        "fen": mismatch.fen,
        "depth": mismatch.depth,
        "stored": json_count(mismatch.stored),
        "counted": json_count(mismatch.counted),
    })
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
