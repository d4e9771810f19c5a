//! `KIND_promo` and `last_rank`: what becomes of a kind where.

use super::super::document::{Node, join};
use super::super::options::Options;
use super::super::{Game, Promotion, Stage, VariantError, Zone, placement};
use super::{kind_node, required, zone};
use crate::geometry::Square;
use crate::pieces::{Color, Kind, Piece};

/// The option `X_promo`: what a kind promotes to, where, and whether it must.
pub(super) fn promotions(options: &Options<'_>, game: &mut Game) -> Result<(), VariantError> {
    for kind in game.all_kinds() {
        let name = game.kind(kind).name.clone();
        let Some((option, key)) = options.promotion(&name) else { continue };
        let mut promotion = Promotion {
            zone: Zone::parse("last rank", &game.board, game.symmetry)
                .map_err(|reason| option.error(&key, reason))?,
            to: Vec::new(),
            optional: false,
        };
        let targets = if option.list(&key).is_ok() {
            Some((option, key.clone()))
        } else {
            option.only(&key, &["to", "zone", "from_rank", "optional"])?;
            option.get("to").map(|to| (to, join(&key, "to")))
        };
        let Some((targets, targets_key)) = targets else {
            return Err(option.error(&key, "\"to\" is missing: what it promotes to"));
        };
        for text in targets.texts(&targets_key)? {
            let Some(target) = game.kind_named(&text) else {
                let reason = format!("\"{text}\" is no kind of this game");
                return Err(targets.error(&targets_key, reason));
            };
            if game.kind(target).royal == Some(1) || promotion.to.contains(&target) {
                let reason =
                    format!("\"{text}\": expected kinds below the highest royal one, none twice");
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

/// `kinds.X.last_rank`: what a pawn does there that does not promote.
pub(super) fn stages(node: &Node, game: &mut Game) -> Result<(), VariantError> {
    for kind in game.all_kinds() {
        let Some(stage) = kind_node(node, game, kind).and_then(|n| n.get("last_rank")) else {
            continue;
        };
        let key = format!("kinds.{}.last_rank", game.kind(kind).name);
        stage.only(&key, &["wait", "transfer_to_home_of", "becomes"])?;
        let named = |name: &str| {
            let value = required(stage, &key, name)?;
            let text = value.text(&join(&key, name))?;
            game.kind_named(text)
                .ok_or_else(|| value.error(&join(&key, name), format!("\"{text}\" is no kind")))
        };
        let becomes = named("becomes")?;
        let waits = stage.get("wait").map_or(Ok(false), |n| n.flag(&join(&key, "wait")))?;
        let stage = if waits {
            Stage::Wait { becomes }
        } else {
            let resident = named("transfer_to_home_of")?;
            let to = usual_home(game, resident);
            if Color::BOTH.iter().any(|&color| to.of(color).len() != 1) {
                let reason = "expected a kind with one man a side in the usual start position";
                return Err(stage.error(&join(&key, "transfer_to_home_of"), reason));
            }
            Stage::Transfer { becomes, to }
        };
        game.kinds[kind.index()].stage = Some(stage);
    }
    Ok(())
}

/// Where a kind stands in the usual start position.
fn usual_home(game: &Game, kind: Kind) -> Zone {
    let field = game.start().split(' ').next().unwrap_or_default();
    let pieces = placement::parse(game, field).unwrap_or_default();
    let of = |color| {
        let stands = |square: &Square| pieces[square.index()] == Some(Piece { color, kind });
        game.board.rectangle().filter(stands).collect()
    };
    Zone::new(of(Color::White), of(Color::Black))
}
