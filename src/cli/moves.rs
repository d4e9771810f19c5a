//! `tamerlane moves`.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::atomic::Ordering;

use anyhow::Context;
use serde_json::{Value, json};

use super::args::PositionArgs;
use super::game_command::GameCommand;
use super::output::{one_line, write_json};
use super::{Exit, progress};
use crate::geometry::Bitboard;
use crate::movegen::Task;
use crate::position::{Position, Setup};
use crate::rules::Ruleset;

/// List the legal moves of a position, or of every position of a file
///
/// One move a line, sorted as text. With --input, one FEN or EPD is read from each line and one
/// JSON object written for it: {"fen", "status", "result", "moves"}, or {"line", "error"} for a line
/// that cannot be read, which makes the exit code 2 at the end. Ctrl-C ends it with 3.
///
/// The status is one of ongoing, check, checkmate, stalemate, citadel draw; the result what it means
/// by the rules of the game: 1-0, 0-1, 1/2-1/2, or * for a game that goes on.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Read positions from a file, one a line; "-" for standard input
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    input: Option<String>,
    /// Print one JSON object: {"fen", "status", "result", "moves"}
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        let variant = self.position.variant.load()?;
        match &self.input {
            None => self.dispatch(&variant, out),
            Some(path) if path == "-" => variant.dispatch(Many { input: io::stdin().lock(), out }),
            Some(path) => {
                let file = File::open(path).with_context(|| format!("cannot read \"{path}\""))?;
                variant.dispatch(Many { input: file, out })
            }
        }
    }
}

/// A position with its status and moves.
pub(super) fn describe<B: Bitboard>(rules: &Ruleset<B>, position: &Position<B>) -> Value {
    let status = rules.status(position);
    let result = status.result(position.turn(), rules.game().endings);
    json!({
        "fen": position.fen(rules),
        "status": status.word(),
        "result": result.word(),
        "moves": rules.move_texts(position),
    })
}

impl GameCommand for Args {
    fn run_on<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        out: &mut impl Write,
    ) -> anyhow::Result<Exit> {
        let position = self.position.position(rules)?;
        if self.json {
            write_json(out, &describe(rules, &position))?;
            return Ok(Exit::Fine);
        }
        for mv in rules.move_texts(&position) {
            writeln!(out, "{mv}")?;
        }
        Ok(Exit::Fine)
    }
}

struct Many<'a, R, W> {
    input: R,
    out: &'a mut W,
}

impl<R: Read, W: Write> Task for Many<'_, R, W> {
    type Output = anyhow::Result<Exit>;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output {
        let mut exit = Exit::Fine;
        let stopped = progress::stop_flag()?;
        let mut input = BufReader::new(self.input);
        let mut line = Vec::new();
        for index in 0.. {
            if stopped.load(Ordering::Relaxed) {
                return Ok(Exit::Interrupted);
            }
            if input.buffer().is_empty() {
                // Whoever writes the next line may be waiting for the answer to the last.
                self.out.flush()?;
            }
            line.clear();
            if input.read_until(b'\n', &mut line).context("cannot read the input")? == 0 {
                break;
            }
            let text = String::from_utf8_lossy(&line);
            // Some editors put a mark of byte order in front.
            let text = text.strip_prefix('\u{feff}').filter(|_| index == 0).unwrap_or(&text);
            if text.trim().is_empty() {
                continue;
            }
            let object = match read(rules, text) {
                Ok(position) => describe(rules, &position),
                Err(error) => {
                    exit = Exit::BadInput;
                    json!({ "line": index + 1, "error": one_line(&error.to_string()) })
                }
            };
            write_json(self.out, &object)?;
        }
        Ok(exit)
    }
}

/// A FEN, or an EPD with operations behind it.
fn read<B: Bitboard>(rules: &Ruleset<B>, line: &str) -> anyhow::Result<Position<B>> {
    let (setup, _operations) = Setup::parse_epd(rules.game(), line)?;
    rules.admit(&setup).with_context(|| format!("FEN \"{}\"", line.trim())).map_err(|error| {
        // One sentence, as everywhere else.
        anyhow::anyhow!("{error:#}")
    })
}
