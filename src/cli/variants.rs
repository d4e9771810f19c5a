//! `tamerlane variants`.

use std::io::Write;

use clap::Subcommand;
use serde_json::{Value, json};

use super::Exit;
use super::args::pair;
use super::output::write_json;
use crate::compare::{Notation, Translator};
use crate::drawing;
use crate::export;
use crate::geometry::Bitboard;
use crate::movegen::{Task, Variant};
use crate::rules::{Game, Ruleset, library};

/// List the games, show the rules of one, check a variant file, or write one for another program
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    action: Option<Action>,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// List the games that are built in
    List,
    /// Show the rules of a game
    Show {
        /// A built-in name or the path of a variant file
        name: String,
    },
    /// Check a variant file: what is wrong with it, and where
    Check {
        /// The path of a variant file, or a built-in name
        file: String,
    },
    /// Write a game as another program reads it; refused, with the reasons, if that program cannot
    /// play it
    Export {
        /// A built-in name or the path of a variant file
        name: String,
        /// The other program: fairy-stockfish (a variants.ini) or sjaak (a text file)
        #[arg(long, value_name = "PROGRAM")]
        to: Target,
        /// Other letters than ours: camel=J,eagle=H
        #[arg(long, value_name = "KIND=LETTER", value_delimiter = ',', value_parser = pair)]
        map: Vec<(String, String)>,
    },
}

/// The program that a game is written for.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Target {
    FairyStockfish,
    Sjaak,
}

impl Args {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        match self.action {
            None | Some(Action::List) => list(out, self.json),
            Some(Action::Show { name }) => show(out, Variant::load(&name)?.game(), self.json),
            Some(Action::Check { file }) => check(out, &file, self.json),
            Some(Action::Export { name, to, map }) => write_export(out, &name, to, map, self.json),
        }
    }
}

fn list(out: &mut impl Write, json: bool) -> anyhow::Result<Exit> {
    let mut objects = Vec::new();
    for name in library::names() {
        let variant = Variant::load(name)?;
        let game = variant.game();
        if json {
            objects.push(outline(game));
        } else {
            writeln!(out, "{:<20} {}", game.name, game.summary)?;
        }
    }
    if json {
        write_json(out, &Value::from(objects))?;
    }
    Ok(Exit::Fine)
}

fn outline(game: &Game) -> Value {
    json!({
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "files": game.board.files(),
        "ranks": game.board.ranks(),
        "start": game.start(),
    })
}

fn show(out: &mut impl Write, game: &Game, json: bool) -> anyhow::Result<Exit> {
    if json {
        write_json(out, &drawing::rules_json(game))?;
    } else {
        out.write_all(drawing::rules_page(game).as_bytes())?;
    }
    Ok(Exit::Fine)
}

fn check(out: &mut impl Write, file: &str, json: bool) -> anyhow::Result<Exit> {
    let variant = Variant::load(file)?;
    let game = variant.game();
    let moves = variant.dispatch(StartMoves);
    if json {
        let mut object = outline(game);
        object["moves"] = json!(moves);
        write_json(out, &object)?;
    } else {
        writeln!(
            out,
            "{file}: {} is fine: {}x{} squares, kinds of piece: {}, moves at the start: {moves}",
            game.name,
            game.board.files(),
            game.board.ranks(),
            game.kinds.len(),
        )?;
    }
    Ok(Exit::Fine)
}

fn write_export(
    out: &mut impl Write,
    name: &str,
    to: Target,
    letters: Vec<(String, String)>,
    json: bool,
) -> anyhow::Result<Exit> {
    let notation = Notation { letters, ..Notation::default() };
    let translator = Translator::new(Variant::load(name)?.game(), notation);
    let translator = translator.map_err(anyhow::Error::msg)?;
    let export = match to {
        Target::FairyStockfish => export::fairy_stockfish(translator.theirs())?,
        Target::Sjaak => export::sjaak(translator.theirs())?,
    };
    if json {
        let object = json!({
            "name": export.name,
            "text": export.text,
            "needs_recent": export.needs_recent,
        });
        write_json(out, &object)?;
    } else {
        out.write_all(export.text.as_bytes())?;
    }
    Ok(Exit::Fine)
}

struct StartMoves;

impl Task for StartMoves {
    type Output = u64;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> u64 {
        rules.count_moves(&rules.start())
    }
}
