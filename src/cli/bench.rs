//! `tamerlane bench`.

use std::io::Write;
use std::num::NonZeroUsize;
use std::time::Instant;

use serde_json::{Value, json};

use super::args::number;
use super::output::{json_count, rate, write_json};
use super::{Exit, progress};
use crate::geometry::{Bitboard, Instructions};
use crate::movegen::{Task, Variant};
use crate::perft::bench::{Counted, DEPTH, positions, signature};
use crate::perft::{MAX_DEPTH, Perft, Watch};
use crate::rules::{Ruleset, library};

/// Count a fixed list of positions of all games, and tell how fast that was
///
/// The list never changes, so neither do the nodes; the signature is made from each single count.
/// The last line is for programs that compare builds: "N nodes M nps". Speed is by the clock on the
/// wall and says little on a busy machine.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Count sequences of moves
    #[arg(long, required = true)]
    perft: bool,
    /// Only this game: a built-in name or the path of a variant file
    #[arg(short, long, value_name = "NAME|FILE")]
    variant: Option<String>,
    /// How many plies, 0 to 64
    #[arg(long, default_value_t = DEPTH, value_parser = number::<0, MAX_DEPTH>)]
    depth: u32,
    /// How many threads, 1 to 1024
    #[arg(long, default_value_t = 1, value_parser = number::<1, 1024>)]
    threads: u32,
    /// Count without the vector instructions (AVX-512) that are used where the processor has them
    #[arg(long)]
    portable: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        let names = match &self.variant {
            Some(name) => vec![name.as_str()],
            None => library::names().collect(),
        };
        let watch = progress::interruptible_watch()?;
        let perft = Perft {
            threads: NonZeroUsize::new(self.threads as usize).unwrap_or(NonZeroUsize::MIN),
            ..Perft::new(self.depth)
        };
        let mut timed = Vec::new();
        for name in names {
            let mut variant = Variant::load(name)?;
            if self.portable {
                variant = variant.with_instructions(Instructions::Portable);
            }
            let run = Run { perft: &perft, watch: &watch, timed: &mut timed };
            if !variant.dispatch(run)? {
                return Ok(Exit::Interrupted);
            }
        }
        if self.json {
            write_json(out, &json(&timed))?;
        } else {
            print(out, &timed)?;
        }
        Ok(Exit::Fine)
    }
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

fn nps(nodes: u128, seconds: f64) -> u128 {
    (nodes as f64 / seconds.max(1e-9)) as u128
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
        "nps": json_count(nps(nodes, seconds)),
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
    writeln!(out, "{nodes} nodes {} nps", nps(nodes, seconds))?;
    Ok(())
}
