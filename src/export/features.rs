//! What no other program can be told, and what of a game all of them need in the same form.

use super::shape::pawn;
use crate::geometry::Square;
use crate::pieces::{Color, Kind};
use crate::rules::{Game, Unmoved};

/// The rules of a game that neither program has.
pub(super) fn foreign_rules(game: &Game) -> Vec<String> {
    let mut reasons = Vec::new();
    let mut refuse = |is_there: bool, reason: &str| {
        if is_there {
            reasons.push(reason.to_owned());
        }
    };
    refuse(game.has_several_royals(), "several royal kinds");
    refuse(!game.citadels.is_empty(), "citadels");
    refuse(game.jump.is_some(), "the jump of the royal piece with its squares free of attack");
    refuse(game.succession, "succession");
    refuse(game.swap.is_some(), "the exchange of places");
    for rules in &game.kinds {
        let name = &rules.name;
        refuse(rules.second_step, &format!("the second step of the {name}"));
        refuse(rules.stage.is_some(), &format!("what the {name} does on its last rank"));
        let remembers = rules.unmoved == Unmoved::Right && rules.movement.has_initial();
        refuse(remembers, &format!("the right of the {name} to its first double step"));
    }
    for (kind, rules) in game.all_kinds().zip(&game.kinds) {
        let Some(promotion) = &rules.promotion else { continue };
        let name = &rules.name;
        refuse(promotion.optional, &format!("the {name} may decline its promotion"));
        refuse(pawn(&rules.movement).is_none(), &format!("the {name} promotes and is no pawn"));
        refuse(
            !promotes_on_last_rank(game, kind),
            &format!("the {name} promotes elsewhere than on its last rank"),
        );
    }
    for (kind, rules) in game.all_kinds().zip(&game.kinds) {
        let name = &rules.name;
        let arrives = steps_onto_last_rank(game, kind);
        refuse(arrives, &format!("the {name} captured en passant where its double step promotes"));
        refuse(
            rules.letter.len() != 1,
            &format!("the letter \"{}\"; give it another", rules.letter),
        );
    }
    reasons
}

/// Whether a pawn may become something else by its double step and be captured en passant for it.
fn steps_onto_last_rank(game: &Game, kind: Kind) -> bool {
    let Some(initial) = pawn(&game.kind(kind).movement).and_then(|pawn| pawn.double_step) else {
        return false;
    };
    Color::BOTH.into_iter().any(|side| {
        let ends = |from| game.board.step(from, game.forward(side).times(2));
        double_step_squares(game, kind, initial, side)
            .into_iter()
            .filter_map(ends)
            .any(|end| game.on_last_rank(side, end))
    })
}

fn promotes_on_last_rank(game: &Game, kind: Kind) -> bool {
    let Some(promotion) = &game.kind(kind).promotion else { return true };
    Color::BOTH.into_iter().all(|color| {
        game.board.rectangle().all(|square| {
            promotion.zone.contains(color, square) == game.on_last_rank(color, square)
        })
    })
}

/// The squares from which a side's pawns of a kind make their double step.
pub(super) fn double_step_squares(
    game: &Game,
    kind: Kind,
    initial: bool,
    side: Color,
) -> Vec<Square> {
    let home = &game.kind(kind).home;
    game.board.rectangle().filter(|&square| !initial || home.contains(side, square)).collect()
}

/// A way to castle in the form that both programs know: the partner ends beside the royal piece.
pub(super) struct Castle {
    pub(super) color: Color,
    pub(super) king: (Square, Square),
    pub(super) partner: Square,
}

/// The ways to castle.
///
/// # Errors
/// With the reason if one of them is of another form.
pub(super) fn castles(game: &Game) -> Result<Vec<Castle>, String> {
    let mut castles = Vec::new();
    for castling in &game.castlings {
        let (king, rook) = (castling.king, castling.rook);
        let beside =
            if king.0 < rook.0 { king.1.raw().checked_sub(1) } else { king.1.raw().checked_add(1) };
        if beside != Some(rook.1.raw()) {
            let name = |square| game.board.name(square);
            return Err(format!(
                "castling by which the partner goes to {}, not beside {}",
                name(rook.1),
                name(king.1)
            ));
        }
        castles.push(Castle { color: castling.color, king, partner: rook.0 });
    }
    Ok(castles)
}
