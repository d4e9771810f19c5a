//! `tamerlane bench --perft`.

use std::io::Write;
use std::num::NonZeroUsize;
use std::time::Instant;

use serde_json::{Value, json};

use super::Args;
use crate::cli::output::{json_count, nodes_per_second, rate, write_json};
use crate::cli::{Exit, progress};
use crate::geometry::Bitboard;
use crate::movegen::Task;
use crate::perft::bench::{Counted, DEPTH, positions, signature};
use crate::perft::{Perft, Watch};
use crate::rules::Ruleset;

/// Counts the list.
pub(super) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Exit> {
    let watch = progress::interruptible_watch()?;
    let perft = Perft {
        threads: NonZeroUsize::new(args.threads as usize).unwrap_or(NonZeroUsize::MIN),
        ..Perft::new(args.depth.unwrap_or(DEPTH))
    };
    let mut timed = Vec::new();
    for variant in args.variants() {
        let run = Run { perft: &perft, watch: &watch, timed: &mut timed };
        if !variant?.dispatch(run)? {
            return Ok(Exit::Interrupted);
        }
    }
    if args.json {
        write_json(out, &json(&timed))?;
    } else {
        print(out, &timed)?;
    }
    Ok(Exit::Fine)
}

/// A count, and how many seconds it took.
struct Timed {
    counted: Counted,
    seconds: f64,
}

struct Run<'a> {
    perft: &'a Perft,
    watch: &'a Watch,
    timed: &'a mut Vec<Timed>,
}

impl Task for Run<'_> {
    /// Whether it was not interrupted.
    type Output = anyhow::Result<bool>;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output {
        for (id, position) in positions(rules) {
            let begin = Instant::now();
            let report = self.perft.run(rules, &position, self.watch)?;
            let seconds = begin.elapsed().as_secs_f64();
            if !report.is_complete {
                return Ok(false);
            }
            let counted = Counted {
                variant: rules.game().name.clone(),
                id,
                fen: position.fen(rules),
                depth: self.perft.depth,
                nodes: report.nodes,
            };
            self.timed.push(Timed { counted, seconds });
        }
        Ok(true)
    }
}

/// The sum of all nodes, and of all seconds.
fn totals(timed: &[Timed]) -> (u128, f64) {
    let nodes = timed.iter().map(|timed| timed.counted.nodes).sum();
    (nodes, timed.iter().map(|timed| timed.seconds).sum())
}

fn signature_of(timed: &[Timed]) -> String {
    let counts: Vec<Counted> = timed.iter().map(|timed| timed.counted.clone()).collect();
    signature(&counts)
}

fn json(timed: &[Timed]) -> Value {
    let positions: Vec<Value> = timed
        .iter()
        .map(|Timed { counted, seconds }| {
            json!({
                "variant": counted.variant,
                "id": counted.id,
                "fen": counted.fen,
                "depth": counted.depth,
                "nodes": json_count(counted.nodes),
                "seconds": seconds,
            })
        })
        .collect();
    let (nodes, seconds) = totals(timed);
    json!({
        "positions": positions,
        "signature": signature_of(timed),
        "nodes": json_count(nodes),
        "seconds": seconds,
        "nps": json_count(nodes_per_second(nodes, seconds)),
    })
}

fn print(out: &mut impl Write, timed: &[Timed]) -> anyhow::Result<()> {
    for Timed { counted: Counted { variant, id, depth, nodes, .. }, seconds } in timed {
        let rate = rate(*nodes, *seconds);
        writeln!(
            out,
            "{variant:<20} {id:<10} perft({depth}) = {nodes:<12} {seconds:.3} s, {rate}"
        )?;
    }
    let (nodes, seconds) = totals(timed);
    writeln!(out, "signature {}", signature_of(timed))?;
    writeln!(out, "{nodes} nodes {} nps", nodes_per_second(nodes, seconds))?;
    Ok(())
}
