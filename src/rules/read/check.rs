//! What must hold of any game, whatever its file says.

use super::super::document::Node;
use super::super::{Game, KindRules, Promotion, Stage, VariantError};
use super::{kind_node, required};
use crate::geometry::Offset;
use crate::pieces::{Color, Kind, Path};

/// Refuses what no generator could make sense of.
pub(super) fn check(node: &Node, game: &Game) -> Result<(), VariantError> {
    let kinds = required(node, "", "kinds")?;
    let highest = game.kinds.iter().filter(|kind| kind.royal == Some(1)).count();
    if highest != 1 {
        let reason = "expected exactly one kind with royal = true, or 1";
        return Err(kinds.error("kinds", reason));
    }
    let mut ranks: Vec<u8> = game.kinds.iter().filter_map(|kind| kind.royal).collect();
    ranks.sort_unstable();
    if ranks.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(kinds.error("kinds", "expected royal kinds of different ranks"));
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
    check_several_royals(game)
        .map_err(|reason| node.get("options").unwrap_or(node).error("options", reason))?;
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
    if rules.royal.is_some() {
        let other = if double {
            "have a double step"
        } else if rules.promotion.is_some() || rules.stage.is_some() {
            "promote"
        } else if rules.pawn || rules.successor {
            "be a pawn or a successor"
        } else if rules.second_step {
            "have a second step"
        } else {
            ""
        };
        if !other.is_empty() {
            return Err(format!("a royal kind cannot {other}"));
        }
    }
    check_stage(game, kind)?;
    if rules.second_step {
        check_second_step(game, rules)?;
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

/// Rules about one royal man, and rules about several, do not go together.
fn check_several_royals(game: &Game) -> Result<(), String> {
    let one = game.jump.is_some() || !game.castlings.is_empty() || game.succession;
    if game.has_several_royals() && one {
        return Err("with several royal kinds there is no jump, castling or succession".to_owned());
    }
    if game.citadels.is_empty() && game.citadel_exchange {
        return Err("citadel_exchange needs citadels".to_owned());
    }
    let passes = game.kinds.iter().any(|kind| kind.movement.double_step().is_some());
    if !game.citadels.is_empty() && passes {
        return Err(
            "a game with citadels has no double step: the FEN has no place for the square \
                    passed"
                .to_owned(),
        );
    }
    Ok(())
}

/// Pawns that wait, are transferred, or become royal: rules that go with single steps only.
fn check_stage(game: &Game, kind: Kind) -> Result<(), String> {
    let rules = game.kind(kind);
    let crowned = |promotion: &Promotion| {
        promotion.to.iter().any(|&target| game.kind(target).royal.is_some())
    };
    let crowned = rules.promotion.as_ref().is_some_and(crowned);
    if rules.stage.is_none() && !crowned {
        return Ok(());
    }
    if !rules.movement.parts.iter().all(|part| matches!(part.path, Path::Leap(_))) {
        return Err("a pawn that waits, is transferred or becomes royal may only step".to_owned());
    }
    let forward = |path: Path| matches!(path, Path::Leap(offset) if offset.rank > 0);
    if rules.stage.is_some() && !rules.movement.parts.iter().all(|part| forward(part.path)) {
        return Err("a pawn that waits on its last rank may only step forward".to_owned());
    }
    if crowned && rules.promotion.as_ref().is_some_and(|promotion| promotion.choices() != 1) {
        return Err("a pawn that becomes royal has no choice".to_owned());
    }
    match &rules.stage {
        Some(_) if rules.promotion.is_some() => {
            Err("a pawn with last_rank cannot promote".to_owned())
        }
        Some(_) if !rules.pawn => Err("last_rank is for a kind with pawn = true".to_owned()),
        Some(Stage::Wait { becomes } | Stage::Transfer { becomes, .. }) if *becomes == kind => {
            Err("last_rank: it cannot become what it is".to_owned())
        }
        _ => Ok(()),
    }
}

/// A second step captures on any square up to two away, so all of them must be attacked anyway. What
/// it would mean to promote by one, or to take two royal men at once, no rule says.
fn check_second_step(game: &Game, rules: &KindRules) -> Result<(), String> {
    let leaps = rules.movement.parts.iter().filter(|part| part.quiet && part.capture);
    let near = |offset: Offset| offset.file.abs().max(offset.rank.abs()) <= 2;
    if leaps.filter(|part| matches!(part.path, Path::Leap(offset) if near(offset))).count() != 24 {
        return Err("a second step needs all moves of KNAD".to_owned());
    }
    if rules.promotion.is_some() {
        return Err("a kind with a second step cannot promote".to_owned());
    }
    if game.has_several_royals() {
        return Err("with several royal kinds there is no second step".to_owned());
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
