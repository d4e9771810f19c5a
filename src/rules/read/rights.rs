//! What a side may do as long as certain men have not moved: the jump, castling, and double steps
//! of men that the FEN marks as unmoved. Each makes a [`Right`].

use super::super::document::{Node, join};
use super::super::options::Options;
use super::super::{Castling, Game, Jump, JumpPath, Right, RightNeeds, Unmoved, VariantError};
use super::{kind_node, required};
use crate::geometry::{Board, Offset, Square, file_letter};
use crate::pieces::{Color, Part, Path, betza};

/// The most rights a position can have.
const MAX_RIGHTS: usize = 32;

/// The royal piece's jump: from `i` leaps in its movement, or from the option `X_jump`.
pub(super) fn jump(
    node: &Node,
    options: &Options<'_>,
    game: &mut Game,
) -> Result<(), VariantError> {
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
                None => Err(kind_node(node, game, kind).unwrap_or(node).error(&key, reason)),
            }
        };
        if game.kinds[kind.index()].royal.is_none() {
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

/// `[[castling]]`: `right = "K"`, `king = "f2 h2"`, `partner = "i2 g2"`, for White.
pub(super) fn castlings(node: &Node, game: &mut Game) -> Result<(), VariantError> {
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
                game.kind(kind).royal.is_none()
                    && game.kind(kind).home.contains(Color::White, square)
            })
        };
        let (Some(king), Some(partner)) = (royal(game, king_way.0), partner(game, rook_way.0))
        else {
            let reason = format!(
                "expected a royal man on {} and another man on {} at the start; \
                 castling = [] takes all castling away",
                game.board.name(king_way.0),
                game.board.name(rook_way.0)
            );
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
pub(super) fn unmoved_rights(options: &Options<'_>, game: &mut Game) -> Result<(), VariantError> {
    for kind in game.all_kinds() {
        let rules = game.kind(kind);
        if rules.unmoved != Unmoved::Right {
            continue;
        }
        let mut rights = Vec::new();
        for color in Color::BOTH {
            for &square in rules.home.of(color) {
                let Some(file) = game.board.file(square) else { continue };
                let letter = file_letter(file);
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

/// The rights to what a side may do once: the swap, and the exchange in a citadel.
pub(super) fn once_rights(game: &mut Game) {
    for color in Color::BOTH {
        if game.swap.is_some() {
            let letter = right_letter("S", color);
            game.rights.push(Right { color, letter, needs: RightNeeds::Swap });
        }
        if game.citadel_exchange {
            let letter = right_letter("X", color);
            game.rights.push(Right { color, letter, needs: RightNeeds::CitadelExchange });
        }
    }
}

/// The order of the FEN: White's first, and of each side the jump and castling, then files a to l,
/// then what it may do once.
pub(super) fn order_rights(node: &Node, game: &mut Game) -> Result<(), VariantError> {
    let group = |right: &Right| match &right.needs {
        RightNeeds::MenOn(men) if men.len() == 1 => (1, right.letter),
        RightNeeds::MenOn(_) | RightNeeds::KindOn(..) => (0, ' '),
        RightNeeds::Swap | RightNeeds::CitadelExchange => (2, ' '),
    };
    let mut order: Vec<usize> = (0..game.rights.len()).collect();
    order.sort_by_key(|&index| {
        let right = &game.rights[index];
        (right.color.index(), group(right))
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

/// A right's letter in the case of its side.
fn right_letter(letter: &str, color: Color) -> char {
    let letter = letter.chars().next().unwrap_or_default();
    match color {
        Color::White => letter.to_ascii_uppercase(),
        Color::Black => letter.to_ascii_lowercase(),
    }
}
