//! `tamerlane puzzles`.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};

use anyhow::{Context, anyhow, bail};
use clap::{ArgGroup, Subcommand};
use serde_json::json;

use super::args::{ValuesArgs, VariantArgs, number};
use super::game_command::GameCommand;
use super::output::write_json;
use super::{Exit, progress};
use crate::geometry::Bitboard;
use crate::prover::{Finder, Proof, Puzzle, Verdict, Wanted};
use crate::rules::Ruleset;
use crate::sampling::Tag;

/// Find mates and tactics by looking at every move, or prove again what a file says of them
///
/// Nothing here searches as `analyse` does, so the puzzles judge it: `tamerlane analyse --input FILE`
/// scores a file of them. A puzzle is a line of an EPD file: `bm` has the best moves, `dm N` says that
/// they mate in N moves, `acd N; ce V` that the only one comes to V in five-hundredths of a rook when
/// every move is looked at N plies deep and every capture after, and all others to 200 less at least.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    Find(FindArgs),
    Prove(ProveArgs),
}

/// Print puzzles from random games and composed positions, one a line
///
/// The same seed gives the same puzzles. Each is printed as soon as it is found, so Ctrl-C loses
/// none.
#[derive(Debug, clap::Args)]
#[command(group = ArgGroup::new("proof").required(true).args(["mate", "material"]))]
struct FindArgs {
    #[command(flatten)]
    variant: VariantArgs,
    /// Mates in so many moves, not fewer
    #[arg(long, value_name = "MOVES", value_parser = number::<1, 20>)]
    mate: Option<u32>,
    /// Single moves that win something, or avoid a loss, looked at so many plies deep
    #[arg(long, value_name = "PLIES", value_parser = number::<2, 20>)]
    material: Option<u32>,
    /// At most so many first moves that mate
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<1, 1000>)]
    keys: u32,
    /// The best move is one of this kind of man
    #[arg(long, value_name = "KIND")]
    mover: Option<String>,
    /// The position, or one after a right or wrong move, shows this: a tag of `tamerlane sample
    /// --json`
    #[arg(long, value_name = "TAG")]
    tag: Option<String>,
    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = number::<1, 1_000_000>)]
    count: u32,
    /// Look at so many positions at most
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = number::<1, { u32::MAX }>)]
    candidates: u32,
    /// The seed of the positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    values: ValuesArgs,
    #[command(flatten)]
    effort: EffortArgs,
}

/// Prove again what the puzzles of a file say
///
/// Exit code 1 if one is not as it says.
#[derive(Debug, clap::Args)]
struct ProveArgs {
    #[command(flatten)]
    variant: VariantArgs,
    /// An EPD file; "-" for standard input
    #[arg(value_name = "FILE")]
    file: String,
    #[command(flatten)]
    values: ValuesArgs,
    #[command(flatten)]
    effort: EffortArgs,
    /// Print one JSON object a puzzle: {"fen", "id", "proved", "problem"}
    #[arg(long)]
    json: bool,
}

/// How much work a proof may be.
#[derive(Debug, clap::Args)]
struct EffortArgs {
    /// Give a position up after making so many
    #[arg(long, value_name = "N", default_value_t = 20_000_000, value_parser = number::<1, { u32::MAX }>)]
    most_positions: u32,
}

impl Args {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        // What has been found is written out before the next is looked for.
        let _stop = progress::stop_flag()?;
        match self.action {
            Action::Find(args) => args.dispatch(&args.variant.load()?, out),
            Action::Prove(args) => args.dispatch(&args.variant.load()?, out),
        }
    }
}

impl FindArgs {
    fn wanted<B: Bitboard>(&self, rules: &Ruleset<B>) -> anyhow::Result<Wanted> {
        let game = rules.game();
        let mover = self.mover.as_deref().map(|name| {
            game.kind_named(name).ok_or_else(|| {
                let names: Vec<&str> = game.kinds.iter().map(|kind| kind.name.as_str()).collect();
                anyhow!("\"{name}\" is no kind of {}: expected {}", game.name, names.join(", "))
            })
        });
        let tag = self.tag.as_deref().map(|name| {
            let possible = Tag::ALL.into_iter().filter(|tag| tag.applies(game));
            possible.clone().find(|tag| tag.name() == name).ok_or_else(|| {
                let names: Vec<&str> = possible.map(Tag::name).collect();
                anyhow!("\"{name}\" is no tag of {}: expected {}", game.name, names.join(", "))
            })
        });
        let proof = match (self.mate, self.material) {
            (Some(moves), _) => Proof::Mate(moves),
            (None, Some(plies)) => Proof::Material { plies, value: 0 },
            (None, None) => bail!("expected --mate or --material"),
        };
        Ok(Wanted {
            proof,
            most_keys: self.keys as usize,
            mover: mover.transpose()?,
            tag: tag.transpose()?,
            most_positions: u64::from(self.effort.most_positions),
        })
    }
}

impl GameCommand for FindArgs {
    fn run_on<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        out: &mut impl Write,
    ) -> anyhow::Result<Exit> {
        let wanted = self.wanted(rules)?;
        let values = self.values.load(rules.game())?;
        let name = match wanted.proof {
            Proof::Mate(moves) => format!("mate-{moves}"),
            Proof::Material { plies, .. } => format!("material-{plies}"),
        };
        let subject = self.tag.as_deref().or(self.mover.as_deref());
        let subject = subject.map(|subject| format!("{subject}.")).unwrap_or_default();
        let bar = progress::counting_bar(u64::from(self.count));
        let mut finder = Finder::new(rules, values, wanted, self.seed);
        let mut found = 0;
        while found < self.count {
            let Some(mut puzzle) = finder.next_within(u64::from(self.candidates)) else { break };
            found += 1;
            bar.inc(1);
            puzzle.id = Some(format!("{}.{subject}{name}.{found}", rules.game().name));
            writeln!(out, "{}", puzzle.text(rules))?;
            out.flush()?;
        }
        bar.finish_and_clear();
        Ok(Exit::Fine)
    }
}

impl GameCommand for ProveArgs {
    fn run_on<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        out: &mut impl Write,
    ) -> anyhow::Result<Exit> {
        let values = self.values.load(rules.game())?;
        let input: Box<dyn BufRead> = if self.file == "-" {
            Box::new(BufReader::new(io::stdin()))
        } else {
            let file = File::open(&self.file);
            Box::new(BufReader::new(
                file.with_context(|| format!("cannot read \"{}\"", self.file))?,
            ))
        };
        let (mut proved, mut wrong) = (0, 0);
        for (index, line) in input.split(b'\n').enumerate() {
            let line = line.context("cannot read the input")?;
            let text = String::from_utf8_lossy(&line);
            let text = text.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let place = || format!("line {}: \"{text}\"", index + 1);
            let puzzle = Puzzle::parse(rules, text).with_context(place)?;
            let most = u64::from(self.effort.most_positions);
            let problem = match puzzle.prove(rules, &values, most) {
                Ok(Verdict::Right) => None,
                Ok(Verdict::Wrong(what)) => Some(what),
                Ok(Verdict::Unclaimed) => Some("it says nothing that can be proved".to_owned()),
                Err(exhausted) => Some(exhausted.to_string()),
            };
            match &problem {
                None => proved += 1,
                Some(_) => wrong += 1,
            }
            if self.json {
                let object = json!({
                    "fen": puzzle.position.fen(rules),
                    "id": puzzle.id,
                    "proved": problem.is_none(),
                    "problem": problem,
                });
                write_json(out, &object)?;
            } else if let Some(problem) = problem {
                writeln!(out, "line {}: {problem}: {text}", index + 1)?;
            }
            out.flush()?;
        }
        if !self.json {
            writeln!(out, "{}: {proved} proved, {wrong} not", self.file)?;
        }
        Ok(if wrong == 0 { Exit::Fine } else { Exit::Difference })
    }
}
