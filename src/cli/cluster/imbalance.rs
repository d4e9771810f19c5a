//! Games for piece values in `tamerlane plan`.

use std::io::Write;

use anyhow::{anyhow, bail};

use super::games::PairsArgs;
use crate::cli::Exit;
use crate::cli::game_command::GameCommand;
use crate::cli::values::{Asked, QuestionArgs};
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
    #[command(flatten)]
    units: PairsArgs,
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
        let plan = question.plan(stage, &next.values, next.armies);
        let into = Question::stage_folder(folder, stage);
        self.args.units.plan(rules, &plan, Some(&into), out)?;
        Ok(Exit::Fine)
    }
}
