//! Games for piece values in `tamerlane plan`.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{anyhow, bail};
use serde_json::json;

use crate::cli::Exit;
use crate::cli::arena::begin;
use crate::cli::args::number;
use crate::cli::game_command::GameCommand;
use crate::cli::output::write_json;
use crate::cli::values::{Asked, QuestionArgs};
use crate::cluster::games::{self, GamesWork};
use crate::geometry::Bitboard;
use crate::rules::Ruleset;
use crate::valuation::{Evidence, Question, ValuedKinds};

/// Plan the next games of `tamerlane values imbalance`
///
/// Example: `tamerlane plan imbalance --out cannon --seed 1 -o one.jsonl`. Values are found in stages: the
/// games of one tell which armies had better meet in the next. `tamerlane merge --plan one.jsonl --results
/// DIR --out cannon/stage-1` puts the games of the first where they belong, and `tamerlane plan imbalance
/// --resume cannon -o two.jsonl` plans the second. `tamerlane values imbalance --resume cannon` plays on one
/// machine what is missing and prints the values.
#[derive(Debug, clap::Args)]
pub(super) struct ImbalanceArgs {
    #[command(flatten)]
    question: QuestionArgs,
    /// How many pairs a unit has
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = number::<1, 1_000_000>)]
    pairs_in_unit: u32,
    /// The file to write
    #[arg(short = 'o', long, value_name = "FILE", default_value = "plan.jsonl")]
    output: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl ImbalanceArgs {
    pub(super) fn run(&self, out: &mut impl Write) -> anyhow::Result<Exit> {
        let asked = self.question.asked()?;
        let variant = asked.variant()?;
        Planning { args: self, asked }.dispatch(&variant, out)
    }
}

struct Planning<'a> {
    args: &'a ImbalanceArgs,
    asked: Asked,
}

impl GameCommand for Planning<'_> {
    fn run_on<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        out: &mut impl Write,
    ) -> anyhow::Result<Exit> {
        let Asked { question, folder, is_new } = &self.asked;
        let kinds = ValuedKinds::of(rules).map_err(|error| anyhow!(error))?;
        if *is_new {
            question.begin(folder)?;
        }
        let stages = Question::stages(folder)?;
        if let Some(open) = stages.iter().find(|stage| !stage.is_settled()) {
            bail!(
                "\"{}\" has games to play: expected a folder whose stages are finished",
                open.folder().display()
            );
        }
        let evidence = Evidence::of(rules.game(), &kinds, &stages)?;
        let Ok(next) = self.asked.next(rules.game(), &kinds, &evidence)? else {
            bail!("\"{}\" has all games that were asked for: nothing to plan", folder.display());
        };
        let stage = stages.len();
        let run = begin(rules, &question.plan(stage, &next.values, next.armies))?;
        let (seed, pairs) = (run.plan.seed, run.plan.rounds.unwrap_or_default());
        let work = GamesWork { plan: run.plan, programs: run.programs };
        let plan = games::plan(rules, work, self.args.pairs_in_unit.into())?;
        plan.write(&self.args.output)?;
        let path = self.args.output.display();
        let into = Question::stage_folder(folder, stage);
        if self.args.json {
            let object = json!({
                "plan": path.to_string(),
                "id": plan.id,
                "variant": question.variant,
                "seed": seed,
                "pairs": pairs,
                "units": plan.units.len(),
                "deterministic": plan.work.is_deterministic(),
                "stage": into.display().to_string(),
            });
            write_json(out, &object)?;
        } else {
            let (units, variant) = (super::units(plan.units.len()), &question.variant);
            writeln!(
                out,
                "{path}: {pairs} pairs of games of {variant} in {units}, with {}",
                next.values.file
            )?;
            writeln!(out, "merge them into {}", into.display())?;
        }
        Ok(Exit::Fine)
    }
}
