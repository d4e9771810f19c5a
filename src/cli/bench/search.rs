//! `tamerlane bench` without `--perft`.

use std::io::Write;

use serde_json::{Value, json};

use super::Args;
use crate::cli::Exit;
use crate::cli::output::write_json;
use crate::search::bench::{Bench, DEPTH, PositionResult};

/// Searches the list.
pub(super) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Exit> {
    let mut bench = Bench::new(args.depth.unwrap_or(DEPTH).max(1));
    for variant in args.variants() {
        bench.search(&variant?, &mut |result| {
            if args.json {
                return Ok(());
            }
            writeln!(out, "{result}").and_then(|()| out.flush())
        })?;
    }
    if args.json {
        write_json(out, &json(&bench))?;
    } else {
        writeln!(out, "{bench}")?;
    }
    Ok(Exit::Fine)
}

fn json(bench: &Bench) -> Value {
    let position = |result: &PositionResult| {
        json!({
            "variant": result.variant,
            "fen": result.fen,
            "depth": bench.depth(),
            "nodes": result.nodes,
            "score": result.score,
            "best": result.best,
        })
    };
    json!({
        "positions": bench.positions().iter().map(position).collect::<Vec<_>>(),
        "signature": format!("{:08x}", bench.signature()),
        "nodes": bench.nodes(),
        "seconds": bench.time().as_secs_f64(),
        "nps": bench.nodes_per_second(),
    })
}
