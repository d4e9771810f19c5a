//! `tamerlane analyse`.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use serde_json::{Value, json};

use super::Exit;
use super::args::{PositionArgs, ValuesArgs, play_record};
use super::goal::is_met;
use super::output::write_json;
use super::perft::parse_size;
use crate::geometry::Bitboard;
use crate::movegen::Task;
use crate::position::Move;
use crate::prover::{Proof, Puzzle};
use crate::rules::{Game, Ruleset};
use crate::search::{
    Control, Info, Limits, MAX_LINES, MAX_THREADS, Outcome, Record, ScoreBound, Searcher,
    moves_to_mate,
};

/// Search a position, or every position of a file, for the best moves
///
/// On a terminal a table grows line by line; otherwise, or with --json, one JSON object is written
/// for each line of each depth: {"depth", "seldepth", "line", "score" or "mate", "bound",
/// "nodes", "seconds", "nps", "hashfull", "moves"}, and at the end {"best", "reply", "score" or
/// "mate", "depth", "nodes", "seconds"}. Scores are for the side to move, in five-hundredths of a
/// rook; a mate is in moves, negative against the side to move. Without a limit the search goes on
/// until Ctrl-C, which ends it with what was found and exit code 3.
///
/// With --input, a line of the file is a FEN or EPD; its operations "bm MOVE..." (best moves, in
/// engine notation) and "dm N" (mate in N moves) are goals; the search for a mate ends when it is
/// found. One JSON object is written for each: {"id", "fen", "best", "score" or "mate", "depth",
/// "nodes", "seconds", "solved"}, and the exit code is 1 if a goal was missed.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Moves to play first, in engine notation; they count for repetitions
    #[arg(long, num_args = 1.., value_name = "MOVE")]
    moves: Vec<String>,
    /// Search this deep, in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=127))]
    depth: Option<u32>,
    /// Make this many positions
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search for this long: 500ms, 10s, 2m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    movetime: Option<Duration>,
    /// End when a mate in this many moves has been found; all moves are tried for it
    #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u32).range(1..=30))]
    mate: Option<u32>,
    /// Tell this many best moves
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MAX_LINES as i64))]
    multipv: u16,
    /// How many threads; with one, limits of depth or nodes give the same result each time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS as i64))]
    threads: u16,
    /// The size of the table: 64M, 1G
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = parse_size)]
    hash: u64,
    #[command(flatten)]
    values: ValuesArgs,
    /// Search every position of a file, one a line; "-" for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "moves"])]
    input: Option<String>,
    /// Write JSON on a terminal too
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        let variant = self.position.variant.load()?;
        let control = Arc::new(Control::default());
        let stopped = Arc::clone(&control);
        ctrlc::set_handler(move || stopped.stop())?;
        variant.dispatch(Run { args: &self, control: &control, out })
    }

    fn limits(&self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            movetime: self.movetime,
            mate: self.mate,
            lines: usize::from(self.multipv),
            ..Limits::default()
        }
    }
}

/// Reads a time: a number with ms, s, m or h behind it, or of seconds.
pub(super) fn parse_time(text: &str) -> Result<Duration, String> {
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let unit = units.iter().find_map(|(unit, factor)| Some((text.strip_suffix(unit)?, *factor)));
    let (number, factor) = unit.unwrap_or((text, 1.0));
    let seconds = number.trim().parse::<f64>().ok().map(|number| number * factor);
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .filter(|time| !time.is_zero())
        .ok_or_else(|| "expected a time such as 500ms, 10s or 2m".to_owned())
}

struct Run<'a, W> {
    args: &'a Args,
    control: &'a Control,
    out: &'a mut W,
}

impl<W: Write> Task for Run<'_, W> {
    type Output = anyhow::Result<Exit>;

    fn run<B: Bitboard>(mut self, rules: &Ruleset<B>) -> Self::Output {
        let values = self.args.values.load(rules.game())?;
        let threads = usize::from(self.args.threads);
        let mut searcher = Searcher::new(rules, &values, self.args.hash, threads)?;
        match &self.args.input {
            None => self.one(rules, &mut searcher),
            Some(path) if path == "-" => self.many(rules, &mut searcher, io::stdin().lock()),
            Some(path) => {
                let file = File::open(path).with_context(|| format!("cannot read \"{path}\""))?;
                self.many(rules, &mut searcher, BufReader::new(file))
            }
        }
    }
}

impl<W: Write> Run<'_, W> {
    fn one<B: Bitboard>(
        &mut self,
        rules: &Ruleset<B>,
        searcher: &mut Searcher<'_, B>,
    ) -> anyhow::Result<Exit> {
        let start = self.args.position.position(rules)?;
        let record = play_record(rules, start, &self.args.moves)?;
        let game = rules.game();
        let table = io::stdout().is_terminal() && !self.args.json;
        if table {
            writeln!(self.out, "{HEAD}")?;
            self.out.flush()?;
        }
        let mut failed = None;
        let out = &mut *self.out;
        let outcome = searcher.search(&record, &self.args.limits(), self.control, &mut |info| {
            let written = if table {
                writeln!(out, "{}", row(game, info)).map_err(anyhow::Error::from)
            } else {
                write_json(out, &info_json(game, info))
            };
            if let Err(error) = written.and_then(|()| Ok(out.flush()?)) {
                failed.get_or_insert(error);
                self.control.stop();
            }
        });
        if let Some(error) = failed {
            return Err(error);
        }
        let summary = outcome_json(game, &outcome);
        if table {
            match outcome.best() {
                Some(best) => writeln!(self.out, "best {}", best.text(game))?,
                None => writeln!(self.out, "no move: {}", rules.status(record.position()))?,
            }
        } else {
            write_json(self.out, &summary)?;
        }
        Ok(if self.control.is_stopped() { Exit::Interrupted } else { Exit::Fine })
    }

    fn many<B: Bitboard>(
        &mut self,
        rules: &Ruleset<B>,
        searcher: &mut Searcher<'_, B>,
        input: impl BufRead,
    ) -> anyhow::Result<Exit> {
        let game = rules.game();
        let mut exit = Exit::Fine;
        for (index, line) in input.split(b'\n').enumerate() {
            let line = line.context("cannot read the input")?;
            let text = String::from_utf8_lossy(&line);
            let text = text.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let place = || format!("line {}: \"{text}\"", index + 1);
            let puzzle = Puzzle::parse(rules, text).with_context(place)?;
            searcher.clear();
            let mut limits = self.args.limits();
            if let Some(Proof::Mate(moves)) = puzzle.proof {
                limits.mate.get_or_insert(moves);
            }
            let record = Record::new(puzzle.position);
            let outcome = searcher.search(&record, &limits, self.control, &mut |_| {});
            if self.control.is_stopped() {
                return Ok(Exit::Interrupted);
            }
            let mut object = outcome_json(game, &outcome);
            object["fen"] = json!(puzzle.position.fen(rules));
            if let Some(id) = &puzzle.id {
                object["id"] = json!(id);
            }
            if let Some(solved) = is_met(&puzzle, &outcome) {
                object["solved"] = json!(solved);
                if !solved {
                    exit = Exit::Difference;
                }
            }
            write_json(self.out, &object)?;
            self.out.flush()?;
        }
        Ok(exit)
    }
}

const HEAD: &str = "depth    score      nodes    time  moves";

/// A row of the table.
fn row(game: &Game, info: &Info<'_>) -> String {
    let depth = format!("{}/{}", info.depth, info.selective_depth);
    let mark = match info.bound {
        Some(ScoreBound::Lower) => ">",
        Some(ScoreBound::Upper) => "<",
        None => "",
    };
    let score = match moves_to_mate(info.score) {
        Some(moves) => format!("{mark}mate {moves}"),
        None => format!("{mark}{:+}", info.score),
    };
    let seconds = info.time.as_secs_f64();
    let moves = texts(game, info.moves).join(" ");
    format!("{depth:<6} {score:>8} {:>10} {seconds:>6.2}s  {moves}", info.nodes)
}

fn texts(game: &Game, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|mv| mv.text(game)).collect()
}

/// Puts a score into an object: "mate" in moves, or "score".
fn put_score(object: &mut Value, score: i32) {
    match moves_to_mate(score) {
        Some(moves) => object["mate"] = json!(moves),
        None => object["score"] = json!(score),
    }
}

fn info_json(game: &Game, info: &Info<'_>) -> Value {
    let seconds = info.time.as_secs_f64();
    let mut object = json!({
        "depth": info.depth,
        "seldepth": info.selective_depth,
        "line": info.line,
    });
    put_score(&mut object, info.score);
    match info.bound {
        Some(ScoreBound::Lower) => object["bound"] = json!("lower"),
        Some(ScoreBound::Upper) => object["bound"] = json!("upper"),
        None => {}
    }
    object["nodes"] = json!(info.nodes);
    object["seconds"] = json!(seconds);
    object["nps"] = json!((info.nodes as f64 / seconds.max(1e-6)) as u64);
    object["hashfull"] = json!(info.fullness);
    object["moves"] = json!(texts(game, info.moves));
    object
}

fn outcome_json(game: &Game, outcome: &Outcome) -> Value {
    let text = |mv: Option<Move>| mv.map(|mv| mv.text(game));
    let mut object = json!({ "best": text(outcome.best()), "reply": text(outcome.reply()) });
    if outcome.best().is_some() {
        put_score(&mut object, outcome.score());
    }
    object["depth"] = json!(outcome.depth);
    object["nodes"] = json!(outcome.nodes);
    object["seconds"] = json!(outcome.time.as_secs_f64());
    object
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        assert_eq!(parse_time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_time("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(parse_time("2m"), Ok(Duration::from_mins(2)));
        assert_eq!(parse_time("3"), Ok(Duration::from_secs(3)));
        for text in ["", "s", "-1s", "0", "1x", "inf", "1e99h"] {
            assert!(parse_time(text).is_err(), "{text}");
        }
    }
}
