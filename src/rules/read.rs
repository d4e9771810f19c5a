//! From a [`Node`] to a [`Game`]: what the keys of a variant file mean, one pass after another.

use super::document::{Node, join};
use super::options::Options;
use super::{
    Castling, Endings, Game, Jump, JumpPath, KindRules, Promotion, Repetition, Right, RightNeeds,
    Stalemate, Start, Symmetry, Unmoved, VariantError, Zone, placement,
};
use crate::geometry::{Board, Offset, Square};
use crate::pieces::{Color, Kind, MAX_KINDS, Part, Path, betza};

/// The keys of a file's top level.
pub(super) const KEYS: &[&str] = &[
    "name", "title", "summary", "sources", "extends", "remove", "board", "start", "starts",
    "kinds", "castling", "options",
];

const KIND_KEYS: &[&str] = &["letter", "move", "royal", "pawn", "successor", "home"];

/// The most rights a position can have.
const MAX_RIGHTS: usize = 32;

/// The rules that a file, joined with all it extends, stands for.
pub(super) fn game(node: &Node) -> Result<Game, VariantError> {
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
        succession: options.flag("succession")?.unwrap_or(false),
        endings: endings(&options)?,
    };
    if game.title.is_empty() {
        game.title.clone_from(&game.name);
    }
    kinds(node, &options, &mut game)?;
    starts(node, &options, &mut game)?;
    homes(node, &mut game)?;
    promotions(&options, &mut game)?;
    jump(&options, &mut game)?;
    castlings(node, &mut game)?;
    unmoved_rights(&options, &mut game)?;
    order_rights(node, &mut game)?;
    check(node, &game)?;
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
    let fine = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || !name.chars().all(fine) {
        return Err(
            value.error("name", format!("\"{name}\": expected small letters, digits and -"))
        );
    }
    Ok(name.to_owned())
}

fn board(node: &Node) -> Result<Board, VariantError> {
    let table = required(node, "", "board")?;
    table.only("board", &["files", "ranks"])?;
    let files = required(table, "board", "files")?.integer("board.files")?;
    let ranks = required(table, "board", "ranks")?.integer("board.ranks")?;
    Board::new(files, ranks).map_err(|error| table.error("board", error.to_string()))
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
            royal: flag("royal")?,
            pawn: flag("pawn")?,
            successor: flag("successor")?,
            unmoved,
            home: Zone::default(),
            promotion: None,
        });
    }
    Ok(())
}

/// Who may step two squares forward.
#[derive(Clone, Copy)]
pub(super) enum Double {
    None,
    Start,
    First,
    Any,
}

fn starts(node: &Node, options: &Options<'_>, game: &mut Game) -> Result<(), VariantError> {
    if let Some(start) = node.get("start") {
        let fen = start.text("start")?.to_owned();
        game.starts.push(Start { name: "standard".to_owned(), fen });
    }
    if let Some(named) = node.get("starts") {
        for (name, start) in named.table("starts")? {
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

/// The option `X_promo`: what a kind promotes to, where, and whether it must.
fn promotions(options: &Options<'_>, game: &mut Game) -> Result<(), VariantError> {
    for kind in game.all_kinds() {
        let name = game.kind(kind).name.clone();
        let Some((option, key)) = options.promotion(&name)? else { continue };
        let mut promotion = Promotion {
            zone: Zone::parse("last rank", &game.board, game.symmetry)
                .map_err(|reason| option.error(&key, reason))?,
            to: Vec::new(),
            optional: false,
        };
        let targets = match option.list(&key) {
            Ok(_) => Some((option, key.clone())),
            Err(_) => {
                option.only(&key, &["to", "zone", "from_rank", "optional"])?;
                option.get("to").map(|to| (to, join(&key, "to")))
            }
        };
        let Some((targets, targets_key)) = targets else {
            return Err(option.error(&key, "\"to\" is missing: what it promotes to"));
        };
        for text in targets.texts(&targets_key)? {
            let Some(target) = game.kind_named(&text) else {
                let reason = format!("\"{text}\" is no kind of this game");
                return Err(targets.error(&targets_key, reason));
            };
            if game.kind(target).royal || promotion.to.contains(&target) {
                let reason = format!("\"{text}\": expected kinds that are not royal, none twice");
                return Err(targets.error(&targets_key, reason));
            }
            promotion.to.push(target);
        }
        if let Some(text) = option.get("zone") {
            promotion.zone = zone(text, &join(&key, "zone"), game)?;
        }
        if let Some(from) = option.get("from_rank") {
            let key = join(&key, "from_rank");
            let rank = match from.text(&key) {
                Ok(word) => word.to_owned(),
                Err(_) => from.integer(&key)?.to_string(),
            };
            let text = format!("ranks {rank}-last");
            promotion.zone = Zone::parse(&text, &game.board, game.symmetry)
                .map_err(|reason| from.error(&key, reason))?;
        }
        if let Some(optional) = option.get("optional") {
            promotion.optional = optional.flag(&join(&key, "optional"))?;
        }
        if !promotion.to.is_empty() {
            game.kinds[kind.index()].promotion = Some(promotion);
        }
    }
    Ok(())
}

/// The royal piece's jump: from `i` leaps in its movement, or from the option `X_jump`.
fn jump(options: &Options<'_>, game: &mut Game) -> Result<(), VariantError> {
    let path = options
        .word(
            "jump_path",
            &[
                ("virtual", JumpPath::Virtual),
                ("static", JumpPath::Static),
                ("unchecked", JumpPath::Unchecked),
            ],
        )?
        .unwrap_or(JumpPath::Virtual);
    for kind in game.all_kinds() {
        let name = game.kind(kind).name.clone();
        let wanted = options.jump(&name)?;
        let rules = &mut game.kinds[kind.index()];
        let is_jump = |part: &Part| part.initial && matches!(part.path, Path::Leap(_));
        let mut offsets: Vec<Offset> = rules
            .movement
            .parts
            .iter()
            .filter(|part| is_jump(part))
            .filter_map(|part| match part.path {
                Path::Leap(offset) => Some(offset),
                _ => None,
            })
            .collect();
        rules.movement.parts.retain(|part| !is_jump(part));
        match wanted {
            Some((_, false)) => offsets.clear(),
            Some((_, true)) if offsets.is_empty() => {
                offsets = betza::parse("ADN")
                    .map(|m| m.parts)
                    .unwrap_or_default()
                    .iter()
                    .filter_map(|part| match part.path {
                        Path::Leap(offset) => Some(offset),
                        _ => None,
                    })
                    .collect();
            }
            _ => {}
        }
        if offsets.is_empty() {
            continue;
        }
        let fail = |reason: &str| {
            let key = format!("kinds.{name}.move");
            match wanted {
                Some((node, _)) => Err(node.error(&format!("options.{name}_jump"), reason)),
                None => Err(options.node_or_file().error(&key, reason)),
            }
        };
        if !game.kinds[kind.index()].royal {
            return fail("a jump while unmoved (\"i\" and a leap) is for a royal kind");
        }
        if game.jump.is_some() {
            return fail("only one kind may jump");
        }
        if offsets.iter().any(|o| o.file.abs().max(o.rank.abs()) != 2) {
            return fail("a jump goes to a square two away");
        }
        for color in Color::BOTH {
            let letter = right_letter(&game.kinds[kind.index()].letter, color);
            let squares = game.kinds[kind.index()].home.of(color).to_vec();
            game.rights.push(Right { color, letter, needs: RightNeeds::KindOn(kind, squares) });
        }
        game.jump = Some(Jump { kind, offsets, path });
    }
    Ok(())
}

fn right_letter(letter: &str, color: Color) -> char {
    let letter = letter.chars().next().unwrap_or_default();
    match color {
        Color::White => letter.to_ascii_uppercase(),
        Color::Black => letter.to_ascii_lowercase(),
    }
}

/// `[[castling]]`: `right = "K"`, `king = "f2 h2"`, `partner = "i2 g2"`, for White.
fn castlings(node: &Node, game: &mut Game) -> Result<(), VariantError> {
    let Some(list) = node.get("castling") else { return Ok(()) };
    for item in list.list("castling")? {
        item.only("castling", &["right", "king", "partner"])?;
        let right = required(item, "castling", "right")?;
        let letter = right.text("castling.right")?;
        if letter.len() != 1 || !letter.bytes().all(|b| b.is_ascii_uppercase()) {
            let reason = format!("\"{letter}\": expected one capital");
            return Err(right.error("castling.right", reason));
        }
        let king_way = way(item, "king", game)?;
        let rook_way = way(item, "partner", game)?;
        let royal = |game: &Game, square| {
            game.royals().iter().find(|&kind| game.kind(kind).home.contains(Color::White, square))
        };
        let partner = |game: &Game, square| {
            game.all_kinds().find(|&kind| {
                !game.kind(kind).royal && game.kind(kind).home.contains(Color::White, square)
            })
        };
        let (Some(king), Some(partner)) = (royal(game, king_way.0), partner(game, rook_way.0))
        else {
            let reason = "expected a royal piece and a partner on these squares at the start";
            return Err(item.error("castling", reason));
        };
        for color in Color::BOTH {
            let place = |square| match color {
                Color::White => square,
                Color::Black => game.symmetry.map(&game.board, square),
            };
            let king_way = (place(king_way.0), place(king_way.1));
            let rook_way = (place(rook_way.0), place(rook_way.1));
            let (king_squares, rook_squares) =
                (between(&game.board, king_way), between(&game.board, rook_way));
            let empty = king_squares
                .iter()
                .chain(&rook_squares)
                .copied()
                .filter(|&s| s != king_way.0 && s != rook_way.0)
                .collect();
            let right = game.rights.len();
            game.rights.push(Right {
                color,
                letter: right_letter(letter, color),
                needs: RightNeeds::MenOn(vec![(king, king_way.0), (partner, rook_way.0)]),
            });
            game.castlings.push(Castling {
                color,
                right,
                king: king_way,
                partner,
                rook: rook_way,
                empty,
                safe: king_squares,
            });
        }
    }
    Ok(())
}

/// Two squares of one rank, from and to.
fn way(item: &Node, name: &str, game: &Game) -> Result<(Square, Square), VariantError> {
    let key = join("castling", name);
    let node = required(item, "castling", name)?;
    let text = node.text(&key)?;
    let squares: Vec<_> = text.split_whitespace().map(|s| game.board.parse(s)).collect();
    match squares.as_slice() {
        &[Some(from), Some(to)] if from != to && game.board.rank(from) == game.board.rank(to) => {
            Ok((from, to))
        }
        _ => {
            Err(node
                .error(&key, format!("\"{text}\": expected two squares of one rank, from and to")))
        }
    }
}

/// The squares of a way along a rank, both ends included.
fn between(board: &Board, (from, to): (Square, Square)) -> Vec<Square> {
    let (low, high) = (from.min(to), from.max(to));
    board.squares().filter(|&square| low <= square && square <= high).collect()
}

/// A right for each man that must be known to be unmoved: the letter of its file.
fn unmoved_rights(options: &Options<'_>, game: &mut Game) -> Result<(), VariantError> {
    for kind in game.all_kinds() {
        let rules = game.kind(kind);
        if rules.unmoved != Unmoved::Right {
            continue;
        }
        let mut rights = Vec::new();
        for color in Color::BOTH {
            for &square in rules.home.of(color) {
                let Some(file) = game.board.file(square) else { continue };
                let letter = crate::geometry::file_letter(file);
                rights.push(Right {
                    color,
                    letter: right_letter(&letter.to_string(), color),
                    needs: RightNeeds::MenOn(vec![(kind, square)]),
                });
            }
        }
        if rights.is_empty() {
            let key = format!("options.{}_double", rules.name);
            let reason = "\"first\" needs men of the kind in the start position";
            return Err(options.node_or_file().error(&key, reason));
        }
        game.rights.extend(rights);
    }
    Ok(())
}

/// The order of the FEN: White's first, and of each side the jump and castling, then files a to l.
fn order_rights(node: &Node, game: &mut Game) -> Result<(), VariantError> {
    let is_file = |right: &Right| match &right.needs {
        RightNeeds::MenOn(men) => men.len() == 1,
        RightNeeds::KindOn(..) => false,
    };
    let mut order: Vec<usize> = (0..game.rights.len()).collect();
    order.sort_by_key(|&index| {
        let right = &game.rights[index];
        (right.color.index(), is_file(right), if is_file(right) { right.letter } else { ' ' })
    });
    for castling in &mut game.castlings {
        castling.right =
            order.iter().position(|&index| index == castling.right).unwrap_or_default();
    }
    game.rights = order.iter().map(|&index| game.rights[index].clone()).collect();
    for (index, right) in game.rights.iter().enumerate() {
        if game.rights[..index].iter().any(|other| other.letter == right.letter) {
            let reason = format!(
                "two rights would have the letter \"{}\" in the FEN; the game cannot have both",
                right.letter
            );
            return Err(node.error("options", reason));
        }
    }
    if game.rights.len() > MAX_RIGHTS {
        return Err(node.error("options", format!("more than {MAX_RIGHTS} rights in a position")));
    }
    Ok(())
}

/// What must hold of any game.
fn check(node: &Node, game: &Game) -> Result<(), VariantError> {
    let kinds = required(node, "", "kinds")?;
    if game.royals().len() != 1 {
        let reason = "expected exactly one kind with royal = true";
        return Err(kinds.error("kinds", reason));
    }
    for kind in game.all_kinds() {
        let rules = game.kind(kind);
        let key = format!("kinds.{}", rules.name);
        let fail =
            |reason: &str| Err(kind_node(node, game, kind).unwrap_or(node).error(&key, reason));
        if rules.royal && rules.movement.double_step().is_some() {
            return fail("a royal kind cannot have a double step");
        }
        if rules.royal && rules.promotion.is_some() {
            return fail("a royal kind cannot promote");
        }
        if rules.royal && (rules.pawn || rules.successor) {
            return fail("a royal kind cannot be a pawn or a successor");
        }
        if rules.promotion.as_ref().is_some_and(|p| p.to.contains(&kind)) {
            return fail("a kind cannot promote to itself; use optional = true");
        }
    }
    if game.succession && !game.kinds.iter().any(|kind| kind.successor) {
        let reason = "succession needs a kind with successor = true";
        return Err(node.get("options").unwrap_or(node).error("options.succession", reason));
    }
    let royal_at_start = |color| {
        let royal = game.royals().iter().next();
        let on = |square: &Square| {
            royal.is_some_and(|kind| game.kind(kind).home.contains(color, *square))
        };
        game.board.rectangle().any(|square| on(&square))
    };
    for color in Color::BOTH {
        if !royal_at_start(color) {
            let reason = format!("{} has no royal piece", color.name());
            return Err(node.get("start").unwrap_or(node).error("start", reason));
        }
    }
    Ok(())
}
