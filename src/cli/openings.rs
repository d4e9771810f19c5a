//! `tamerlane openings`.

use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use serde_json::json;

use super::args::{ThreadsArgs, VariantArgs, number};
use super::game_command::GameCommand;
use super::output::write_json;
use super::{Exit, progress};
use crate::arena::book::Book;
use crate::arena::book_maker::{MadeOpening, Wanted, check_book, make_book};
use crate::geometry::Bitboard;
use crate::perft::Watch;
use crate::rules::Ruleset;

/// Make a book of openings, or check one
///
/// An opening is a number of random moves from the start position after which a search finds neither
/// side ahead by more than --even. None comes twice. The same seed gives the same book on every
/// machine, whatever the number of threads. A line of the book is a FEN, with the score of the side
/// to move ("ce", in five-hundredths of a rook) and the moves that led there as EPD operations.
///
/// With --check every opening of a book of yours is read: a FEN or EPD a line, or games in PGN, of
/// which the first --plies are taken. One that is none of the game is bad input; if a position comes
/// twice, or is not even, the exit code is 1.
///
/// The books of `data/openings` were made so: tamerlane openings -v NAME --count 250
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    variant: VariantArgs,
    /// How many openings to make
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number::<1, 10_000_000>)]
    count: u32,
    /// How many plies each has
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = number::<1, 400>)]
    plies: u32,
    /// How far from even a position may be, in five-hundredths of a rook
    #[arg(long, value_name = "SCORE", default_value_t = 60, value_parser = number::<0, 30_000>)]
    even: u32,
    /// How many positions the search makes that says so, at least 100
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = number::<100, 1_000_000_000>)]
    nodes: u32,
    /// The seed of the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    threads: ThreadsArgs,
    /// Where to write the book; standard output if not given
    #[arg(short, long, value_name = "FILE", conflicts_with = "check")]
    out: Option<PathBuf>,
    /// Check a book instead of making one
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count", "seed", "threads"])]
    check: Option<PathBuf>,
    /// With --check, print one JSON object: {"file", "openings", "repeated": [{"line", "earlier"}],
    /// "uneven": [{"line", "score"}]}
    #[arg(long, requires = "check")]
    json: bool,
}

impl Args {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        let variant = self.variant.load()?;
        self.dispatch(&variant, out)
    }

    fn make<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        watch: &Arc<Watch>,
        out: &mut impl Write,
    ) -> anyhow::Result<Exit> {
        let wanted = Wanted {
            count: self.count as usize,
            plies: self.plies,
            even: self.even as i32,
            nodes: self.nodes.into(),
            seed: self.seed,
            threads: self.threads.count(),
        };
        let made = progress::with_bar(watch, || make_book(rules, &wanted, watch))?;
        let name = &rules.game().name;
        let mut text = format!(
            "# {name}: {} openings of {} plies, within {} of even; seed {}, {} positions each\n",
            made.len(),
            self.plies,
            self.even,
            self.seed,
            self.nodes
        );
        for MadeOpening { fen, score, moves } in &made {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{fen} ce {score}; c0 \"{}\";", moves.join(" "));
        }
        match &self.out {
            None => out.write_all(text.as_bytes())?,
            Some(path) => std::fs::write(path, text)
                .with_context(|| format!("\"{}\" cannot be written", path.display()))?,
        }
        Ok(if made.len() < wanted.count { Exit::Interrupted } else { Exit::Fine })
    }

    fn check<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        path: &Path,
        watch: &Arc<Watch>,
        out: &mut impl Write,
    ) -> anyhow::Result<Exit> {
        let book = Book::open(path, self.plies)?;
        let (even, nodes) = (self.even as i32, self.nodes.into());
        let check = progress::with_bar(watch, || check_book(rules, &book, even, nodes, watch))?;
        let (repeated, uneven) = (&check.repeated, &check.uneven);
        if self.json {
            let repeated: Vec<_> = repeated
                .iter()
                .map(|(line, earlier)| json!({ "line": line, "earlier": earlier }))
                .collect();
            let uneven: Vec<_> = uneven
                .iter()
                .map(|(line, score)| json!({ "line": line, "score": score }))
                .collect();
            let object = json!({
                "file": path, "openings": check.openings, "repeated": repeated, "uneven": uneven,
            });
            write_json(out, &object)?;
        } else {
            for (line, earlier) in repeated {
                writeln!(out, "line {line}: the position of line {earlier} again")?;
            }
            for (line, score) in uneven {
                writeln!(out, "line {line}: {score} for the side to move")?;
            }
            writeln!(
                out,
                "{}: {} openings, {} repeated, {} not within {even} of even",
                path.display(),
                check.openings,
                repeated.len(),
                uneven.len()
            )?;
        }
        Ok(match (watch.is_stopped(), repeated.is_empty() && uneven.is_empty()) {
            (true, _) => Exit::Interrupted,
            (false, true) => Exit::Fine,
            (false, false) => Exit::Difference,
        })
    }
}

impl GameCommand for Args {
    fn run_on<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        out: &mut impl Write,
    ) -> anyhow::Result<Exit> {
        let watch = progress::interruptible_watch()?;
        match &self.check {
            Some(path) => self.check(rules, path, &watch, out),
            None => self.make(rules, &watch, out),
        }
    }
}
