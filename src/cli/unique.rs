//! `tamerlane perft --unique`.

use std::io::Write;
use std::num::NonZeroUsize;
use std::time::Instant;

use serde_json::{Value, json};

use super::output::write_json;
use super::{Exit, progress};
use crate::geometry::Bitboard;
use crate::perft::Unique;
use crate::position::Position;
use crate::rules::Ruleset;

/// Counts distinct positions and prints how many there are after each ply.
pub(super) fn run<B: Bitboard>(
    rules: &Ruleset<B>,
    position: &Position<B>,
    (depth, threads): (u32, NonZeroUsize),
    json: bool,
    out: &mut impl Write,
) -> anyhow::Result<Exit> {
    let watch = progress::interruptible_watch()?;
    let begin = Instant::now();
    let request = Unique { depth, threads };
    let report = progress::with_bar(&watch, || request.run(rules, position, &watch))?;
    let seconds = begin.elapsed().as_secs_f64();
    let game = rules.game();
    if json {
        let plies: Vec<Value> = report
            .positions
            .iter()
            .enumerate()
            .map(|(ply, positions)| json!({ "ply": ply, "positions": positions }))
            .collect();
        let object = json!({
            "variant": game.name,
            "fen": position.fen(rules),
            "depth": depth,
            "unique": plies,
            "complete": report.is_complete,
            "seconds": seconds,
            "threads": threads,
        });
        write_json(out, &object)?;
    } else {
        for (ply, positions) in report.positions.iter().enumerate() {
            writeln!(out, "unique({ply}) = {positions}")?;
        }
        if !report.is_complete {
            writeln!(out, "interrupted: these are the positions met so far")?;
        }
        writeln!(out, "{}: {seconds:.3} s", game.name)?;
    }
    Ok(if report.is_complete { Exit::Fine } else { Exit::Interrupted })
}
