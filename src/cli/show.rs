//! `tamerlane show`.

use std::io::Write;

use anyhow::Context;
use serde_json::json;

use super::Exit;
use super::args::{PositionArgs, number};
use super::game_command::GameCommand;
use super::output::write_json;
use crate::drawing::{self, SvgOptions};
use crate::geometry::{Bitboard, Square};
use crate::position::Position;
use crate::rules::{Game, Ruleset};

/// Draw a position
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Print one JSON object: {"variant", "fen", "status", "board"}
    #[arg(long)]
    json: bool,
    /// Write a picture (SVG) to a file instead; "-" for standard output
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    svg: Option<String>,
    /// Squares to highlight in the picture: "e3,e5"
    #[arg(long, value_name = "SQUARES", value_delimiter = ',', requires = "svg")]
    highlight: Vec<String>,
    /// How wide a square of the picture is, in pixels
    #[arg(long, value_name = "PIXELS", requires = "svg", default_value_t = 48)]
    #[arg(value_parser = number::<8, 1024>)]
    square_size: u32,
}

impl Args {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        let variant = self.position.variant.load()?;
        self.dispatch(&variant, out)
    }

    /// The position as a picture.
    fn picture<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        position: &Position<B>,
    ) -> anyhow::Result<String> {
        let options = SvgOptions {
            square_size: self.square_size,
            highlighted: self.highlighted(rules.game())?,
            ..SvgOptions::default()
        };
        Ok(drawing::svg(rules.game(), &position.setup(rules), &options))
    }

    fn highlighted(&self, game: &Game) -> anyhow::Result<Vec<Square>> {
        let square = |name: &String| {
            game.board
                .parse(name)
                .with_context(|| format!("--highlight: \"{name}\" is no square of this board"))
        };
        self.highlight.iter().map(square).collect()
    }
}

impl GameCommand for Args {
    fn run_on<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        out: &mut impl Write,
    ) -> anyhow::Result<Exit> {
        let game = rules.game();
        let position = self.position.position(rules)?;
        if let Some(file) = &self.svg {
            let picture = self.picture(rules, &position)?;
            if file == "-" {
                out.write_all(picture.as_bytes())?;
            } else {
                std::fs::write(file, picture)
                    .with_context(|| format!("cannot write \"{file}\""))?;
            }
            return Ok(Exit::Fine);
        }
        let board = position.setup(rules).diagram(game);
        let status = rules.status(&position);
        if self.json {
            let object = json!({
                "variant": game.name,
                "fen": position.fen(rules),
                "status": status.word(),
                "board": board.lines().collect::<Vec<_>>(),
            });
            write_json(out, &object)?;
        } else {
            writeln!(out, "{board}")?;
            writeln!(out, "{}, {} to move, {status}", game.title, position.turn().name())?;
            writeln!(out, "{}", position.fen(rules))?;
        }
        Ok(Exit::Fine)
    }
}
