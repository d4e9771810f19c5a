//! What must hold of any game, whatever its file says.

use super::super::document::Node;
use super::super::{Game, VariantError};
use super::{kind_node, required};
use crate::pieces::{Color, Kind, Path};

/// Refuses what no generator could make sense of.
pub(super) fn check(node: &Node, game: &Game) -> Result<(), VariantError> {
    let kinds = required(node, "", "kinds")?;
    if game.royals().len() != 1 {
        let reason = "expected exactly one kind with royal = true";
        return Err(kinds.error("kinds", reason));
    }
    for kind in game.all_kinds() {
        let key = format!("kinds.{}", game.kind(kind).name);
        check_kind(game, kind)
            .map_err(|reason| kind_node(node, game, kind).unwrap_or(node).error(&key, reason))?;
    }
    if game.succession && !game.kinds.iter().any(|kind| kind.successor) {
        let reason = "succession needs a kind with successor = true";
        return Err(node.get("options").unwrap_or(node).error("options.succession", reason));
    }
    check_castling(node, game)?;
    for color in Color::BOTH {
        if !game.royals().iter().any(|kind| !game.kind(kind).home.of(color).is_empty()) {
            let reason = format!("{} has no royal piece", color.name());
            return Err(node.get("start").unwrap_or(node).error("start", reason));
        }
    }
    Ok(())
}

fn check_kind(game: &Game, kind: Kind) -> Result<(), String> {
    let rules = game.kind(kind);
    let parts = &rules.movement.parts;
    let double = rules.movement.double_step().is_some();
    if rules.royal && double {
        return Err("a royal kind cannot have a double step".to_owned());
    }
    if rules.royal && rules.promotion.is_some() {
        return Err("a royal kind cannot promote".to_owned());
    }
    if rules.royal && (rules.pawn || rules.successor) {
        return Err("a royal kind cannot be a pawn or a successor".to_owned());
    }
    if rules.promotion.as_ref().is_some_and(|promotion| promotion.to.contains(&kind)) {
        return Err("a kind cannot promote to itself; use optional = true".to_owned());
    }
    if parts.iter().any(|part| part.en_passant && part.quiet) {
        return Err("a move that captures en passant cannot be a quiet one too: the square \
                    passed is empty, and it would be two moves in one"
            .to_owned());
    }
    // Two moves with the same squares and different consequences could not be told apart. The
    // jump is not among the parts; the double step is.
    let coincides = |path: Path| {
        let others = parts.iter().filter(|part| part.quiet && part.path != Path::DoubleStep);
        game.board.rectangle().any(|from| {
            let targets = path.reached(&game.board, from);
            others.clone().any(|part| {
                part.path.reached(&game.board, from).iter().any(|to| targets.contains(to))
            })
        })
    };
    if double && coincides(Path::DoubleStep) {
        return Err("the double step leads where another move leads".to_owned());
    }
    if let Some(jump) = game.jump.as_ref().filter(|jump| jump.kind == kind)
        && jump.offsets.iter().any(|&offset| coincides(Path::Leap(offset)))
    {
        return Err("the jump leads where another move leads".to_owned());
    }
    Ok(())
}

/// Castling is written as the royal piece's move, so that must not be an ordinary move of its own.
fn check_castling(node: &Node, game: &Game) -> Result<(), VariantError> {
    for castling in game.castlings.iter().filter(|castling| castling.color == Color::White) {
        let (from, to) = castling.king;
        let ordinary = game.royals().iter().any(|kind| {
            let parts = &game.kind(kind).movement.parts;
            parts.iter().any(|part| part.path.reached(&game.board, from).contains(&to))
        });
        if ordinary {
            let reason = "the royal piece could go there by an ordinary move";
            return Err(node.get("castling").unwrap_or(node).error("castling.king", reason));
        }
    }
    Ok(())
}
