//! `tamerlane values regress`.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};

use super::super::Exit;
use super::super::args::{VariantArgs, number};
use super::super::game_command::GameCommand;
use super::super::output::write_json;
use crate::arena::Journal;
use crate::evaluation::Evaluation;
use crate::geometry::Bitboard;
use crate::movegen::Variant;
use crate::rules::Ruleset;
use crate::valuation::{self, Filter, GameReader, Link, Regression, Sampler, ValuedKinds};
use crate::values::PieceValues;

/// Values from games of any kind, of a log or a PGN file
///
/// Explains results by the men of quiet positions: nobody is in check, and no capture or promotion wins
/// anything. However many positions a game has, it counts once, and its positions (in a log, those of
/// both games of a pair) are not taken for independent: errors are told by sandwich and by bootstrap.
///
/// Ordinary games are poor in imbalance and press values together. Where they hold too little of a
/// piece the result says so.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Folders of runs, of `tamerlane values imbalance`, or PGN files (*.pgn)
    #[arg(value_name = "SOURCE", required = true)]
    source: Vec<PathBuf>,
    /// The game of PGN files; logs know theirs
    #[command(flatten)]
    variant: VariantArgs,
    /// How results follow from material: "logistic", with draws, by likelihood; or "tanh", by least
    /// squares
    #[arg(long, value_name = "LINK", default_value = "logistic", value_parser = link)]
    link: Link,
    /// Tell values of the middle game and of the endgame apart
    #[arg(long)]
    phases: bool,
    /// No positions before this ply
    #[arg(long, value_name = "PLY", default_value_t = 16, value_parser = number::<0, 10_000>)]
    from: u32,
    /// One position in so many plies at most
    #[arg(long, value_name = "PLIES", default_value_t = 5, value_parser = number::<1, 10_000>)]
    every: u32,
    /// None of the last so many plies of a game
    #[arg(long, value_name = "PLIES", default_value_t = 6, value_parser = number::<0, 10_000>)]
    last: u32,
    /// The seed of the bootstrap
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object, as `tamerlane values imbalance --json` does
    #[arg(long)]
    json: bool,
}

fn link(text: &str) -> Result<Link, String> {
    match text {
        "logistic" => Ok(Link::Logistic),
        "tanh" => Ok(Link::Tanh),
        _ => Err("expected logistic or tanh".to_owned()),
    }
}

fn is_pgn(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"))
}

impl Args {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        let mut logs = Vec::new();
        let mut files = Vec::new();
        for path in &self.source {
            if is_pgn(path) {
                files.push(path.clone());
            } else {
                logs.extend(valuation::journals(path)?);
            }
        }
        let name = match logs.first() {
            Some(log) => log.run().plan.variant.clone(),
            None => self.variant.variant.clone(),
        };
        if let Some(other) =
            logs.iter().find(|log| log.run().plan.rules != logs[0].run().plan.rules)
        {
            let folder = other.folder().display();
            bail!("\"{folder}\" is of other rules than \"{}\"", logs[0].folder().display());
        }
        let variant = Variant::load(&name)?;
        Regressing { args: self, logs, files }.dispatch(&variant, out)
    }
}

struct Regressing {
    args: Args,
    logs: Vec<Journal>,
    files: Vec<PathBuf>,
}

impl GameCommand for Regressing {
    fn run_on<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        out: &mut impl Write,
    ) -> anyhow::Result<Exit> {
        let args = &self.args;
        let kinds = ValuedKinds::of(rules).map_err(|error| anyhow!(error))?;
        let evaluation = Evaluation::new(rules, &PieceValues::of_mobility(rules.game()));
        let filter = Filter {
            from: args.from as usize,
            every: args.every as usize,
            last: args.last as usize,
        };
        let sampler = Sampler::new(rules, &kinds, &evaluation, filter);
        let mut reader = GameReader::new(rules, sampler);
        for log in &self.logs {
            reader.read_log(log)?;
        }
        for file in &self.files {
            reader.read_pgn(file)?;
        }
        if reader.unfinished > 0 {
            eprintln!("{} games without a result are passed over", reader.unfinished);
        }
        let how = Regression { link: args.link, phases: args.phases, seed: args.seed };
        let valuation = valuation::regress(rules.game(), &kinds, &reader.games, how);
        let valuation = valuation
            .map_err(|error| anyhow!("{} games say too little: {error}", reader.games.len()))?;
        for limit in valuation.limits.iter().filter(|limit| limit.starts_with("too little")) {
            eprintln!("warning: {limit}");
        }
        if args.json {
            write_json(out, &serde_json::to_value(&valuation)?)?;
        } else {
            write!(out, "{}", valuation::text(&valuation))?;
        }
        Ok(Exit::Fine)
    }
}
