//! `KIND_promo`: what becomes of a kind where.

use super::super::document::join;
use super::super::options::Options;
use super::super::{Game, Promotion, VariantError, Zone};
use super::zone;

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
