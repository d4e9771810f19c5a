//! `tamerlane values mobility`.

use std::io::Write;

use anyhow::Context;
use serde_json::{Map, Value, json};

use super::super::Exit;
use super::super::args::VariantArgs;
use super::super::output::write_json;
use crate::pieces::Kind;
use crate::rules::Game;
use crate::values::{Convention, mobility_share};

/// What a rook is worth in the table.
const ROOK: f64 = 5.0;

/// Values from how the pieces move, at once and without a game
///
/// The crowded-board mobility of R. Betza: how many squares a man reaches, averaged over all squares of
/// the board, where any square on its way is empty with a probability that you give. What a man that
/// rides like a rook reaches is 5. Cannons and bent riders are counted exactly; promotion, being
/// royal and moves that only unmoved men have count nothing.
///
/// A man that captures otherwise than it moves, such as a pawn or a Cannon, can be counted in three
/// ways, a column each. For all others they are the same.
///
///   reach    a third of the squares it moves to, two thirds of those where it captures, whoever
///            stands there; the values that the search begins with are these
///   moves    the moves it may be expected to have: to empty squares, captures on others
///   weighed  a third of the squares it moves to, if they are empty, and two thirds of those where
///            it captures, whoever stands there
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    variant: VariantArgs,
    /// How likely a square is to be empty, 0 to 1; give it again for more tables
    #[arg(long, value_name = "P", default_value = "0.8", value_parser = probability)]
    empty: Vec<f64>,
    /// Tables for a range of probabilities instead: from 0.5 to 1 in steps of 0.05
    #[arg(long, conflicts_with = "empty")]
    sweep: bool,
    /// Print one JSON object: {"variant", "rook", "tables": [{"empty", "kinds": {"pawn": {"reach",
    /// "moves", "weighed"}, ...}}, ...]}
    #[arg(long)]
    json: bool,
}

fn probability(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "expected a probability from 0 to 1: 0.8".to_owned())
}

impl Args {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        let variant = self.variant.load()?;
        let game = variant.game();
        let empties = if self.sweep {
            (10..=20).map(|twentieths| f64::from(twentieths) / 20.0).collect()
        } else {
            self.empty
        };
        if self.json {
            return write_tables(out, game, &empties).map(|()| Exit::Fine);
        }
        for (place, &empty) in empties.iter().enumerate() {
            if place > 0 {
                writeln!(out)?;
            }
            print_table(out, game, empty)?;
        }
        Ok(Exit::Fine)
    }
}

/// A kind by the three conventions.
fn numbers(game: &Game, kind: Kind, empty: f64) -> anyhow::Result<[f64; 3]> {
    let of = |by| mobility_share(game, kind, empty, by).map(|share| share * ROOK);
    let [reach, moves, weighed] = Convention::ALL.map(of);
    let all = || Some([reach?, moves?, weighed?]);
    all().with_context(|| format!("{}: a rook cannot move at {empty}", game.name))
}

fn write_tables(out: &mut impl Write, game: &Game, empties: &[f64]) -> anyhow::Result<()> {
    let mut tables = Vec::new();
    for &empty in empties {
        let mut kinds = Map::new();
        for kind in game.all_kinds() {
            let numbers = numbers(game, kind, empty)?;
            let words = Convention::ALL.iter().map(|by| by.word().to_owned());
            let columns: Map<String, Value> =
                words.zip(numbers.map(|number| json!(round(number)))).collect();
            kinds.insert(game.kind(kind).name.clone(), Value::Object(columns));
        }
        tables.push(json!({ "empty": empty, "kinds": kinds }));
    }
    write_json(out, &json!({ "variant": game.name, "rook": ROOK, "tables": tables }))
}

/// To ten-thousandths: more is not meant.
fn round(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

fn print_table(out: &mut impl Write, game: &Game, empty: f64) -> anyhow::Result<()> {
    let [files, ranks] = [game.board.files(), game.board.ranks()];
    writeln!(out, "{} on {files}x{ranks}, a square is empty with probability {empty}", game.title)?;
    let width = game.kinds.iter().map(|kind| kind.name.len()).max().unwrap_or(0);
    let heads = Convention::ALL.map(|by| format!("{:>8}", by.word())).concat();
    writeln!(out, "  {:<width$}{heads}   (rook = 5)", "")?;
    for kind in game.all_kinds() {
        let numbers = numbers(game, kind, empty)?;
        let cells = numbers.map(|number| format!("{number:>8.2}")).concat();
        writeln!(out, "  {:<width$}{cells}", game.kind(kind).name)?;
    }
    Ok(())
}
