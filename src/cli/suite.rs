//! `tamerlane suite`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, bail};
use serde_json::{Value, json};

use super::args::{ThreadsArgs, VariantArgs, named_position};
use super::output::{divide_json, json_count, print_divide, write_json};
use super::{Exit, progress};
use crate::geometry::Bitboard;
use crate::movegen::{Task, Variant};
use crate::perft::suite::{Case, parse};
use crate::perft::{Perft, Report, Watch};
use crate::rules::{Game, Ruleset};

/// Check counts against files of reference counts
///
/// Reads .perft files (blocks of "id", "fen", "perft DEPTH COUNT" lines) and EPD files (lines of
/// "FEN ;D1 20 ;D2 400"), and prints a line for each count. At the first difference it prints the
/// count of each first move there and exits with 1.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Files, or folders of them
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    variant: VariantArgs,
    /// Leave out counts above this
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    max_nodes: u64,
    #[command(flatten)]
    threads: ThreadsArgs,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        let mut files = Vec::new();
        for path in &self.paths {
            collect(path, &mut files)?;
        }
        let watch = progress::interruptible_watch()?;
        let mut checked = 0;
        let mut left_out = 0;
        for file in files {
            let text = fs::read_to_string(&file)
                .with_context(|| format!("cannot read \"{}\"", file.display()))?;
            let cases = parse(&text).with_context(|| file.display().to_string())?;
            if cases.is_empty() {
                bail!("\"{}\" holds no count", file.display());
            }
            for case in cases {
                let name = case.variant.as_ref().unwrap_or(&self.variant.variant);
                let variant = Variant::load(name)
                    .with_context(|| format!("{}, line {}", file.display(), case.line))?;
                let run = Run { args: &self, file: &file, case: &case, watch: &watch, out };
                let outcome = variant.dispatch(run)?;
                checked += outcome.checked;
                left_out += outcome.left_out;
                if outcome.exit != Exit::Fine {
                    return Ok(outcome.exit);
                }
            }
        }
        if !self.json {
            let more = match left_out {
                0 => String::new(),
                n => format!(", {n} above {} left out", self.max_nodes),
            };
            writeln!(out, "{checked} counts agree{more}")?;
        }
        Ok(Exit::Fine)
    }
}

/// The files of a path: itself, or what is below a folder and ends in .perft or .epd.
fn collect(path: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    if path.is_dir() {
        let before = files.len();
        collect_below(path, files)?;
        if files.len() == before {
            bail!("\"{}\" holds no .perft or .epd file", path.display());
        }
        return Ok(());
    }
    fs::metadata(path).with_context(|| format!("cannot read \"{}\"", path.display()))?;
    files.push(path.to_owned());
    Ok(())
}

fn collect_below(folder: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    let cannot = || format!("cannot read \"{}\"", folder.display());
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .with_context(cannot)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()
        .with_context(cannot)?;
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            collect_below(&entry, files)?;
        } else if entry.extension().is_some_and(|e| e == "perft" || e == "epd") {
            files.push(entry);
        }
    }
    Ok(())
}

struct Run<'a, W> {
    args: &'a Args,
    file: &'a Path,
    case: &'a Case,
    watch: &'a Arc<Watch>,
    out: &'a mut W,
}

struct Outcome {
    exit: Exit,
    checked: usize,
    left_out: usize,
}

impl<W: Write> Task for Run<'_, W> {
    type Output = anyhow::Result<Outcome>;

    fn run<B: Bitboard>(mut self, rules: &Ruleset<B>) -> Self::Output {
        let case = self.case;
        let position = named_position(rules, &case.fen)
            .with_context(|| format!("{}, line {}", self.file.display(), case.line))?;
        let mut outcome = Outcome { exit: Exit::Fine, checked: 0, left_out: 0 };
        for &(depth, expected) in &case.perft {
            if expected > u128::from(self.args.max_nodes) {
                outcome.left_out += 1;
                continue;
            }
            let known = case.classes.iter().find(|(d, _)| *d == depth).map(|(_, known)| known);
            let perft = Perft {
                threads: self.args.threads.count(),
                classes: known.is_some(),
                ..Perft::new(depth)
            };
            let begin = Instant::now();
            let report = perft.run(rules, &position, self.watch)?;
            let seconds = begin.elapsed().as_secs_f64();
            if !report.is_complete {
                outcome.exit = Exit::Interrupted;
                return Ok(outcome);
            }
            let mut wrong = Vec::new();
            if report.nodes != expected {
                wrong.push(("nodes".to_owned(), expected, report.nodes));
            }
            let classes = report.classes.unwrap_or_default().each();
            for (name, expected) in known.into_iter().flatten() {
                let found = classes.iter().find(|(known, _)| known == name);
                let found = found.map_or(0, |&(_, count)| count);
                if found != *expected {
                    wrong.push((name.clone(), u128::from(*expected), u128::from(found)));
                }
            }
            outcome.checked += 1;
            let line = Line { depth, nodes: report.nodes, seconds, wrong };
            self.report(rules.game().name.as_str(), &line)?;
            if !line.wrong.is_empty() {
                self.divide(&position.fen(rules), &report, rules.game())?;
                outcome.exit = Exit::Difference;
                return Ok(outcome);
            }
        }
        Ok(outcome)
    }
}

/// One count that was checked.
struct Line {
    depth: u32,
    nodes: u128,
    seconds: f64,
    /// What differs: its name, what the file says, what was counted.
    wrong: Vec<(String, u128, u128)>,
}

impl<W: Write> Run<'_, W> {
    fn report(&mut self, variant: &str, line: &Line) -> anyhow::Result<()> {
        if self.args.json {
            let wrong: Vec<Value> = line
                .wrong
                .iter()
                .map(|(name, expected, found)| {
                    json!({ "what": name, "expected": json_count(*expected), "found": json_count(*found) })
                })
                .collect();
            return write_json(
                self.out,
                &json!({
                    "file": self.file.display().to_string(),
                    "variant": variant,
                    "id": self.case.id,
                    "depth": line.depth,
                    "nodes": json_count(line.nodes),
                    "seconds": line.seconds,
                    "ok": line.wrong.is_empty(),
                    "wrong": wrong,
                }),
            );
        }
        let verdict = if line.wrong.is_empty() { "ok  " } else { "DIFF" };
        writeln!(
            self.out,
            "{verdict} {} {} depth {}: {} ({:.2} s)",
            self.file.display(),
            self.case.id,
            line.depth,
            line.nodes,
            line.seconds
        )?;
        for (name, expected, found) in &line.wrong {
            writeln!(self.out, "     {name}: the file says {expected}, counted {found}")?;
        }
        // A long suite is watched as it goes.
        self.out.flush()?;
        Ok(())
    }

    fn divide(&mut self, fen: &str, report: &Report, game: &Game) -> anyhow::Result<()> {
        if self.args.json {
            let divide = divide_json(report, game);
            return write_json(self.out, &json!({ "fen": fen, "divide": divide }));
        }
        writeln!(self.out, "{fen}")?;
        print_divide(self.out, report, game)
    }
}
