//! From a [`Node`] to a [`Game`]: what the keys of a variant file mean, one pass after another.

mod check;
mod promotion;
mod rights;

use super::document::{Node, join};
use super::options::Options;
use super::{
    Citadel, Endings, Game, KindRules, Relocation, Repetition, Stalemate, Start, SwapWhen,
    Symmetry, Unmoved, VariantError, Zone, placement,
};
use crate::geometry::{Board, BoardError, ExtraSquare};
use crate::pieces::{Color, Kind, MAX_KINDS, betza};

/// The keys of a file's top level.
pub(in crate::rules) const KEYS: &[&str] = &[
    "name", "title", "summary", "sources", "extends", "remove", "board", "start", "starts",
    "kinds", "castling", "options",
];

const KIND_KEYS: &[&str] =
    &["letter", "move", "royal", "pawn", "successor", "home", "own_citadel", "last_rank"];

/// The rules that a file, joined with all it extends, stands for.
pub(in crate::rules) fn game(node: &Node) -> Result<Game, VariantError> {
    node.only("", KEYS)?;
    let options = Options::read(node.get("options"))?;
    let board = board(node)?;
    let mut game = Game {
        name: name(node)?,
        title: text_or(node, "title", "")?,
        summary: text_or(node, "summary", "")?,
        sources: node.get("sources").map_or(Ok(Vec::new()), |n| n.texts("sources"))?,
        board,
        symmetry: options
            .word("symmetry", &[("mirror", Symmetry::Mirror), ("rotate", Symmetry::Rotate)])?
            .unwrap_or(Symmetry::Mirror),
        kinds: Vec::new(),
        starts: Vec::new(),
        rights: Vec::new(),
        jump: None,
        castlings: Vec::new(),
        citadels: Vec::new(),
        citadel_exchange: options.flag("citadel_exchange")?.unwrap_or(false),
        swap: swap(&options)?,
        relocation: relocation(&options)?,
        succession: options.flag("succession")?.unwrap_or(false),
        endings: endings(&options)?,
    };
    if game.title.is_empty() {
        game.title.clone_from(&game.name);
    }
    citadels(node, &mut game)?;
    kinds(node, &options, &mut game)?;
    starts(node, &options, &mut game)?;
    homes(node, &mut game)?;
    promotion::promotions(&options, &mut game)?;
    promotion::stages(node, &mut game)?;
    rights::jump(node, &options, &mut game)?;
    rights::castlings(node, &mut game)?;
    rights::unmoved_rights(&options, &mut game)?;
    rights::once_rights(&mut game);
    rights::order_rights(node, &mut game)?;
    check::check(node, &game)?;
    options.all_used(&game)?;
    Ok(game)
}

fn required<'n>(node: &'n Node, key: &str, name: &str) -> Result<&'n Node, VariantError> {
    node.get(name).ok_or_else(|| node.error(&join(key, name), "is missing"))
}

fn text_or(node: &Node, key: &str, default: &str) -> Result<String, VariantError> {
    Ok(node.get(key).map_or(Ok(default), |n| n.text(key))?.trim().to_owned())
}

fn name(node: &Node) -> Result<String, VariantError> {
    let value = required(node, "", "name")?;
    let name = value.text("name")?;
    check_name(name, value, "name")?;
    Ok(name.to_owned())
}

/// Names of games, kinds and start positions are words of a command line.
fn check_name(name: &str, node: &Node, key: &str) -> Result<(), VariantError> {
    let fine = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || !name.chars().all(fine) {
        return Err(node.error(key, format!("\"{name}\": expected small letters, digits and -")));
    }
    Ok(())
}

fn board(node: &Node) -> Result<Board, VariantError> {
    let table = required(node, "", "board")?;
    table.only("board", &["files", "ranks", "citadels"])?;
    let files = required(table, "board", "files")?.integer("board.files")?;
    let ranks = required(table, "board", "ranks")?.integer("board.ranks")?;
    let fail = |error: BoardError| table.error("board", error.to_string());
    let board = Board::new(files, ranks).map_err(fail)?;
    let Some(citadels) = table.get("citadels") else { return Ok(board) };
    let mut extra = Vec::new();
    for item in citadels.list(CITADELS)? {
        item.only(CITADELS, &["square", "owner", "beside"])?;
        let name_node = required(item, CITADELS, "square")?;
        let name = name_node.text("board.citadels.square")?;
        let (letter, digits) = name.split_at_checked(1).unwrap_or(("", ""));
        let fine = letter.bytes().all(|b| b.is_ascii_lowercase())
            && !digits.is_empty()
            && digits.bytes().all(|b| b.is_ascii_digit());
        let taken = extra.iter().any(|other: &ExtraSquare| other.name == name);
        if !fine || taken || board.parse(name).is_some() {
            let reason = format!(
                "\"{name}\": expected a letter and a number off the rectangle, not used yet"
            );
            return Err(name_node.error("board.citadels.square", reason));
        }
        let beside = required(item, CITADELS, "beside")?;
        let mut neighbours = Vec::new();
        for neighbour in beside.text("board.citadels.beside")?.split_whitespace() {
            neighbours.push(board.parse(neighbour).ok_or_else(|| {
                let reason = format!("\"{neighbour}\" is no square of the rectangle");
                beside.error("board.citadels.beside", reason)
            })?);
        }
        extra.push(ExtraSquare { name: name.to_owned(), neighbours });
    }
    board.with_extra(extra).map_err(fail)
}

const CITADELS: &str = "board.citadels";

/// Whose the squares beyond the rectangle are.
fn citadels(node: &Node, game: &mut Game) -> Result<(), VariantError> {
    let Some(list) = node.get("board").and_then(|board| board.get("citadels")) else {
        return Ok(());
    };
    for (item, square) in list.list(CITADELS)?.iter().zip(game.board.beyond()) {
        let owner = required(item, CITADELS, "owner")?;
        let sides = [("white", Color::White), ("black", Color::Black)];
        game.citadels.push(Citadel { square, owner: owner.word("board.citadels.owner", &sides)? });
    }
    Ok(())
}

fn swap(options: &Options<'_>) -> Result<Option<SwapWhen>, VariantError> {
    let words = [
        ("never", None),
        ("check", Some(SwapWhen::Check)),
        ("check_or_stalemate", Some(SwapWhen::CheckOrStalemate)),
    ];
    Ok(options.word("swap_when", &words)?.flatten())
}

fn relocation(options: &Options<'_>) -> Result<Relocation, VariantError> {
    let must = options.word("pop_relocation", &[("may", false), ("must", true)])?;
    let units = options.word("pop_targets", &[("units", true), ("pieces", false)])?;
    let removes = options.word("pop_second", &[("remove", true), ("wait", false)])?;
    Ok(Relocation {
        must: must.unwrap_or(false),
        pawns_count: units.unwrap_or(true),
        royals_count: options.flag("pop_king_target")?.unwrap_or(true),
        transfer_removes: removes.unwrap_or(true),
    })
}

fn endings(options: &Options<'_>) -> Result<Endings, VariantError> {
    let stalemate = [("draw", Stalemate::Draw), ("loss", Stalemate::Loss)];
    let repetition = [("fide", Repetition::Fide), ("none", Repetition::None)];
    Ok(Endings {
        stalemate: options.word("stalemate", &stalemate)?.unwrap_or(Stalemate::Draw),
        repetition: options.word("repetition", &repetition)?.unwrap_or(Repetition::Fide),
    })
}

/// The kinds with their movements, as changed by `_double` and `_min` options.
fn kinds(node: &Node, options: &Options<'_>, game: &mut Game) -> Result<(), VariantError> {
    let table = required(node, "", "kinds")?;
    for (name, kind) in table.table("kinds")? {
        let key = join("kinds", name);
        check_name(name, kind, &key)?;
        kind.only(&key, KIND_KEYS)?;
        if game.kinds.len() == MAX_KINDS {
            return Err(kind.error(&key, format!("more than {MAX_KINDS} kinds")));
        }
        let letter_node = required(kind, &key, "letter")?;
        let letter_key = join(&key, "letter");
        let letter = letter_node.text(&letter_key)?;
        let (first, marks) = letter.split_at_checked(1).unwrap_or(("", ""));
        let capital = first.bytes().all(|b| b.is_ascii_uppercase()) && !first.is_empty();
        if !capital || !marks.bytes().all(|b| b == b'\'') {
            let reason = format!("\"{letter}\": expected one capital, perhaps with apostrophes");
            return Err(letter_node.error(&letter_key, reason));
        }
        if let Some(other) = game.kind_of_letter(letter) {
            let other = &game.kind(other).name;
            let reason = format!("\"{letter}\" is the letter of kinds.{other} already");
            return Err(letter_node.error(&letter_key, reason));
        }
        let move_node = required(kind, &key, "move")?;
        let move_key = join(&key, "move");
        let mut movement = betza::parse(move_node.text(&move_key)?)
            .map_err(|error| move_node.error(&move_key, error.to_string()))?;
        let mut unmoved = Unmoved::Home;
        match options.double_step(name)? {
            Some(Double::None) => movement.set_double_step(None),
            Some(Double::Any) => movement.set_double_step(Some(false)),
            Some(Double::Start) => movement.set_double_step(Some(true)),
            Some(Double::First) => {
                movement.set_double_step(Some(true));
                unmoved = Unmoved::Right;
            }
            None => {}
        }
        if let Some(minimum) = options.minimum(name)? {
            movement.set_minimum(minimum);
        }
        let flag = |name: &str| kind.get(name).map_or(Ok(false), |n| n.flag(&join(&key, name)));
        game.kinds.push(KindRules {
            name: name.clone(),
            letter: letter.to_owned(),
            movement,
            move_text: move_node.text(&move_key)?.to_owned(),
            royal: royal_rank(kind, &key)?,
            pawn: flag("pawn")?,
            successor: flag("successor")?,
            second_step: options.second_step(name)?.unwrap_or(false),
            own_citadel: flag("own_citadel")?,
            stage: None,
            unmoved,
            home: Zone::default(),
            promotion: None,
        });
    }
    Ok(())
}

/// `royal = true`, or the rank among royal kinds, 1 the highest.
fn royal_rank(kind: &Node, key: &str) -> Result<Option<u8>, VariantError> {
    let Some(node) = kind.get("royal") else { return Ok(None) };
    let key = join(key, "royal");
    if let Ok(flag) = node.flag(&key) {
        return Ok(flag.then_some(1));
    }
    match node.integer(&key)? {
        rank @ 1..=9 => Ok(Some(rank as u8)),
        rank => Err(node.error(&key, format!("{rank}: expected true or a rank from 1 to 9"))),
    }
}

/// Who may step two squares forward.
#[derive(Clone, Copy)]
pub(in crate::rules) enum Double {
    None,
    Start,
    First,
    Any,
}

fn starts(node: &Node, options: &Options<'_>, game: &mut Game) -> Result<(), VariantError> {
    if let Some(start) = node.get("start") {
        let fen = start.text("start")?.to_owned();
        game.starts.push(Start { name: Start::STANDARD.to_owned(), fen });
    }
    if let Some(named) = node.get("starts") {
        for (name, start) in named.table("starts")? {
            check_name(name, start, &join("starts", name))?;
            let fen = start.text(&join("starts", name))?.to_owned();
            game.starts.push(Start { name: name.clone(), fen });
        }
    }
    if game.starts.is_empty() {
        return Err(node.error("start", "is missing"));
    }
    if let Some((option, array)) = options.text("array")? {
        let Some(index) = game.starts.iter().position(|start| start.name == array) else {
            let known: Vec<_> = game.starts.iter().map(|start| start.name.as_str()).collect();
            let reason = format!("\"{array}\" is none of the starts {}", known.join(", "));
            return Err(option.error("options.array", reason));
        };
        game.starts[..=index].rotate_right(1);
    }
    Ok(())
}

/// Where each kind stands in the start positions, unless the file says where its home is.
fn homes(node: &Node, game: &mut Game) -> Result<(), VariantError> {
    let mut standing = vec![[Vec::new(), Vec::new()]; game.kinds.len()];
    for start in &game.starts {
        let field = start.fen.split(' ').next().unwrap_or_default();
        let pieces = placement::parse(game, field).map_err(|reason| {
            let named = node.get("starts").and_then(|n| n.get(&start.name));
            let origin = named.or(node.get("start")).unwrap_or(node);
            origin.error("start", format!("start position \"{}\": {reason}", start.name))
        })?;
        for square in game.board.rectangle() {
            if let Some(piece) = pieces[square.index()] {
                standing[piece.kind.index()][piece.color.index()].push(square);
            }
        }
    }
    for (kind, [white, black]) in game.all_kinds().zip(standing) {
        let home = &mut game.kinds[kind.index()].home;
        *home = Zone::new(white, black);
        let key = format!("kinds.{}.home", game.kinds[kind.index()].name);
        if let Some(text) = kind_node(node, game, kind).and_then(|n| n.get("home")) {
            game.kinds[kind.index()].home = zone(text, &key, game)?;
        }
    }
    Ok(())
}

fn kind_node<'n>(node: &'n Node, game: &Game, kind: Kind) -> Option<&'n Node> {
    node.get("kinds")?.get(&game.kind(kind).name)
}

fn zone(node: &Node, key: &str, game: &Game) -> Result<Zone, VariantError> {
    Zone::parse(node.text(key)?, &game.board, game.symmetry)
        .map_err(|reason| node.error(key, reason))
}
