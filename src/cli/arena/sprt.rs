//! `tamerlane sprt`.

use std::io::Write;

use anyhow::Context;

use super::PlayArgs;
use crate::arena::{Contest, TestPlan};
use crate::cli::Exit;
use crate::cli::args::number;
use crate::rating::EloScale;

/// Play until it is clear which of two players is stronger
///
/// A sequential probability ratio test: is the first player stronger than the second by --elo1, or by
/// no more than --elo0? It ends as soon as the games say so. It looks at pairs of games in the order
/// of their numbers, so with limits of nodes or depth the same seed ends at the same pair, whatever
/// the number of threads.
///
/// Exit codes: 0 it is stronger by --elo1, 1 it is not, 4 --pairs were played and it is not clear, 7
/// too much went wrong.
///
/// See `tamerlane match --help` for players, openings and everything else.
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("players.txt"))]
pub(in crate::cli) struct Args {
    /// The difference that is to be refused
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_negative_numbers = true)]
    elo0: f64,
    /// The difference that is to be found
    #[arg(long, value_name = "ELO", default_value_t = 5.0, allow_negative_numbers = true)]
    elo1: f64,
    /// How often it may be found where --elo0 is true
    #[arg(long, value_name = "SHARE", default_value_t = 0.05)]
    alpha: f64,
    /// How often it may be refused where --elo1 is true
    #[arg(long, value_name = "SHARE", default_value_t = 0.05)]
    beta: f64,
    /// What the differences are: "normalized" Elo, which does not depend on how many games are drawn,
    /// or "logistic"
    #[arg(long, value_name = "SCALE", default_value = "normalized", value_parser = scale)]
    scale: EloScale,
    /// Stop after so many pairs of games at the latest; never if not given
    #[arg(long, value_name = "N", value_parser = number::<1, 100_000_000>)]
    pairs: Option<u32>,
    #[command(flatten)]
    play: PlayArgs,
}

fn scale(text: &str) -> Result<EloScale, String> {
    match text {
        "normalized" => Ok(EloScale::Normalized),
        "logistic" => Ok(EloScale::Logistic),
        _ => Err("expected normalized or logistic".to_owned()),
    }
}

impl Args {
    pub(in crate::cli) fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        let Self { elo0, elo1, alpha, beta, scale, .. } = self;
        let test = TestPlan { elo0, elo1, alpha, beta, scale };
        test.sprt().context("expected the numbers of a test")?;
        let pairs = self.pairs.map(u64::from);
        self.play.run(Contest::RoundRobin, pairs, Some(test), Some(2), out)
    }
}
