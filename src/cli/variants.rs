//! `tamerlane variants`.

use std::io::Write;

use clap::Subcommand;
use serde_json::{Value, json};

use super::Exit;
use super::output::write_json;
use crate::geometry::Bitboard;
use crate::movegen::{Task, Variant};
use crate::pieces::{Color, Kind};
use crate::rules::{Game, Ruleset, Stalemate, library};

/// List the games, show the rules of one, or check a variant file
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
}

impl Args {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        match self.action {
            None | Some(Action::List) => list(out, self.json),
            Some(Action::Show { name }) => show(out, &Variant::load(&name)?, self.json),
            Some(Action::Check { file }) => check(out, &file, self.json),
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

fn promotion_text(game: &Game, kind: Kind) -> Option<String> {
    let promotion = game.kind(kind).promotion.as_ref()?;
    let to: Vec<_> = promotion.to.iter().map(|&kind| game.kind(kind).name.as_str()).collect();
    let zone: Vec<_> =
        promotion.zone.of(Color::White).iter().map(|&square| game.board.name(square)).collect();
    let may = if promotion.optional { "may promote" } else { "promotes" };
    Some(format!("{may} to {} on {}", to.join(" or "), zone.join(" ")))
}

fn show(out: &mut impl Write, variant: &Variant, json: bool) -> anyhow::Result<Exit> {
    let game = variant.game();
    if json {
        let mut object = outline(game);
        object["sources"] = json!(game.sources);
        object["kinds"] = game
            .all_kinds()
            .map(|kind| {
                let rules = game.kind(kind);
                json!({
                    "name": rules.name,
                    "letter": rules.letter,
                    "move": rules.move_text,
                    "promotion": promotion_text(game, kind),
                })
            })
            .collect();
        write_json(out, &object)?;
        return Ok(Exit::Fine);
    }
    writeln!(out, "{} ({})", game.title, game.name)?;
    writeln!(out, "{}", game.summary)?;
    for source in &game.sources {
        writeln!(out, "Source: {source}")?;
    }
    writeln!(out, "\nBoard of {} files and {} ranks.", game.board.files(), game.board.ranks())?;
    for start in &game.starts {
        writeln!(out, "Start \"{}\": {}", start.name, start.fen)?;
    }
    writeln!(out, "\n{}\nPieces:", variant.dispatch(StartDiagram))?;
    for kind in game.all_kinds() {
        let rules = game.kind(kind);
        let mut notes = vec![rules.move_text.clone()];
        if rules.royal.is_some() {
            notes.push("royal".to_owned());
        }
        if let Some(double) = rules.movement.double_step() {
            let when = if double.initial { "while unmoved" } else { "always" };
            notes.push(format!("double step {when}"));
        }
        notes.extend(promotion_text(game, kind));
        writeln!(out, "  {:<3} {:<10} {}", rules.letter, rules.name, notes.join("; "))?;
    }
    writeln!(out)?;
    if let Some(jump) = &game.jump {
        let kind = &game.kind(jump.kind).name;
        writeln!(
            out,
            "An unmoved {kind} may jump to an empty square two away, over safe squares."
        )?;
    }
    if !game.castlings.is_empty() {
        writeln!(out, "There is castling.")?;
    }
    if game.succession {
        let partners: Vec<_> =
            game.kinds.iter().filter(|k| k.successor).map(|k| k.name.as_str()).collect();
        writeln!(
            out,
            "A mated royal piece may change places with a {} that is not attacked.",
            partners.join(" or a ")
        )?;
    }
    let stalemate = match game.endings.stalemate {
        Stalemate::Draw => "a draw",
        Stalemate::Loss => "a loss",
    };
    writeln!(out, "Stalemate is {stalemate}.")?;
    Ok(Exit::Fine)
}

struct StartDiagram;

impl Task for StartDiagram {
    type Output = String;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> String {
        rules.start().setup(rules).diagram(rules.game())
    }
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
            "{file}: {} is fine: {}x{} squares, {} kinds of piece, {moves} moves at the start",
            game.name,
            game.board.files(),
            game.board.ranks(),
            game.kinds.len(),
        )?;
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
