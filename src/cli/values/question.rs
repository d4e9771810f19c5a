//! [`QuestionArgs`]: what is asked of games between armies, and where they are kept.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};

use super::super::arena::any_seed;
use super::super::args::{VariantArgs, number};
use crate::arena::{Adjudication, Limit, here};
use crate::movegen::Variant;
use crate::perft::identity::rules_id;
use crate::rules::Game;
use crate::valuation::{
    self, Enough, Evidence, FORMAT, NextStage, Prior, Question, RESIGN, ValuedKinds,
};
use crate::values::PieceValues;

/// Half the width of the widest interval, where nobody says.
const PRECISION: f64 = 0.4;
/// The most pairs of games, where nobody says.
const MOST_PAIRS: u64 = 100_000;

/// What is asked.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct QuestionArgs {
    #[command(flatten)]
    variant: VariantArgs,
    /// Half the width of the widest 95 % interval that is good enough, a rook being 5 [default: 0.4]
    #[arg(long, value_name = "VALUE", value_parser = precision)]
    precision: Option<f64>,
    /// How many positions a player looks at for each move
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = number::<1, 1_000_000_000>)]
    nodes: u32,
    /// Values that players begin with: "mobility" (how pieces move), "flat" (all pieces alike), or a
    /// file as `tamerlane values` prints it; give this once for each [default: mobility and flat]
    #[arg(long, value_name = "PRIOR")]
    prior: Vec<String>,
    /// What part of the men that both armies have they may lose, in hundredths; with 0 all games
    /// begin with full boards
    #[arg(long, value_name = "PERCENT", default_value_t = 50, value_parser = number::<0, 90>)]
    thinned: u32,
    /// No more pairs of games than this [default: 100000]
    #[arg(long, value_name = "N", value_parser = number::<1, 10_000_000>)]
    pairs: Option<u32>,
    /// The seed of all armies; a random one if not given, which is told and written down
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Play every game to its end; without it a game is lost when both players' scores say so by
    /// more than a rook for six plies in a row, and drawn after 400 plies
    #[arg(long)]
    to_the_end: bool,
    /// The folder for games and result, which must not hold one yet [default: runs/values-, and the
    /// time]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Go on in a folder; everything is as it was, but --pairs and --precision can be given anew
    #[arg(long, value_name = "DIR", conflicts_with_all = ["out", "seed", "prior", "nodes", "thinned", "variant", "to_the_end"])]
    resume: Option<PathBuf>,
}

fn precision(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.01..=10.0).contains(number));
    number.ok_or_else(|| "expected half the width of an interval, 0.01 to 10: 0.4".to_owned())
}

/// Kinds alike but for pawns: the plainest values there are.
fn flat(game: &Game) -> String {
    let lines = game.kinds.iter().map(|kind| {
        let value = if kind.pawn { 100 } else { 350 };
        format!("{} = {{ middlegame = {value}, endgame = {value} }}\n", kind.name)
    });
    format!("variant = \"{}\"\n\n[kinds]\n{}", game.name, lines.collect::<String>())
}

fn prior(game: &Game, text: &str) -> anyhow::Result<Prior> {
    let text_of = match text {
        "mobility" => PieceValues::of_mobility(game).toml(game),
        "flat" => flat(game),
        file => {
            let text = std::fs::read_to_string(file).with_context(|| {
                format!("\"{file}\": expected mobility, flat or a file of piece values")
            })?;
            PieceValues::parse(game, &text).with_context(|| format!("\"{file}\""))?;
            text
        }
    };
    Ok(Prior { name: text.to_owned(), text: text_of })
}

/// A question with its folder.
#[derive(Debug)]
pub(in crate::cli) struct Asked {
    pub(in crate::cli) question: Question,
    pub(in crate::cli) folder: PathBuf,
    /// Whether the folder is still to be made.
    pub(in crate::cli) is_new: bool,
}

impl QuestionArgs {
    /// The question: a new one, or that of a folder with what may change.
    pub(in crate::cli) fn asked(&self) -> anyhow::Result<Asked> {
        if let Some(folder) = &self.resume {
            let mut question = Question::read(folder)?;
            question.precision = self.precision.unwrap_or(question.precision);
            question.most_pairs = self.pairs.map_or(question.most_pairs, u64::from);
            return Ok(Asked { question, folder: folder.clone(), is_new: false });
        }
        let folder = self.out.clone().unwrap_or_else(|| {
            let time = here::now();
            let time = time.split('.').next().unwrap_or_default().replace(':', "");
            Path::new("runs").join(format!("values-{time}"))
        });
        Ok(Asked { question: self.question()?, folder, is_new: true })
    }

    fn question(&self) -> anyhow::Result<Question> {
        let variant = self.variant.load()?;
        let game = variant.game();
        let default = ["mobility", "flat"].map(str::to_owned);
        let names = if self.prior.is_empty() { &default[..] } else { &self.prior[..] };
        let priors: anyhow::Result<Vec<Prior>> =
            names.iter().map(|name| prior(game, name)).collect();
        let adjudication = if self.to_the_end {
            Adjudication::default()
        } else {
            Adjudication { draw: None, resign: Some(RESIGN), cap: Some(400) }
        };
        Ok(Question {
            format: FORMAT.to_owned(),
            variant: self.variant.variant.clone(),
            rules: rules_id(game),
            limit: Limit::Nodes(self.nodes.into()),
            precision: self.precision.unwrap_or(PRECISION),
            priors: priors?,
            seed: self.seed.unwrap_or_else(any_seed),
            thinned: self.thinned,
            most_pairs: self.pairs.map_or(MOST_PAIRS, u64::from),
            adjudication,
        })
    }
}

impl Asked {
    /// The game of the question.
    pub(in crate::cli) fn variant(&self) -> anyhow::Result<Variant> {
        let variant = Variant::load(&self.question.variant)?;
        let rules = rules_id(variant.game());
        if rules != self.question.rules {
            let asked = &self.question.rules;
            bail!(
                "\"{}\": its rules are {rules} here, asked was of {asked}",
                self.question.variant
            );
        }
        Ok(variant)
    }

    /// What is to be played next, or why nothing is.
    pub(in crate::cli) fn next(
        &self,
        game: &Game,
        kinds: &ValuedKinds,
        evidence: &Evidence,
    ) -> anyhow::Result<Result<NextStage, Enough>> {
        let next = valuation::next_stage(&self.question, game, kinds, evidence);
        next.map_err(|error| anyhow!(error))
    }
}
