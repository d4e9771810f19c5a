//! What the rules of a game have: the questions that themes and tags ask before they apply.

use super::lines::{catchers, has_stepped};
use crate::geometry::Square;
use crate::pieces::{Color, Kind, Part, Path, Piece};
use crate::rules::{Game, KindRules, Stage};

/// Whether some kind of the game has a part that a test admits, royal kinds aside.
pub(super) fn has_part(game: &Game, wanted: impl Fn(&Part) -> bool) -> bool {
    let royals = game.royals();
    game.all_kinds()
        .filter(|&kind| !royals.contains(kind))
        .any(|kind| game.kind(kind).movement.parts.iter().any(&wanted))
}

/// Whether some kind of the game is as a test wants it.
pub(super) fn has_kind(game: &Game, wanted: impl Fn(&KindRules) -> bool) -> bool {
    game.kinds.iter().any(wanted)
}

/// The kinds of the game that a test admits.
pub(super) fn kinds(game: &Game, wanted: impl Fn(&KindRules) -> bool) -> Vec<Kind> {
    game.all_kinds().filter(|&kind| wanted(game.kind(kind))).collect()
}

/// Whether some kind of the game attacks by leaping.
pub(super) fn has_leapers(game: &Game) -> bool {
    has_part(game, |part| part.capture && matches!(part.path, Path::Leap(_)))
}

/// Whether some kind of the game hops onto enemy men.
pub(super) fn has_hoppers(game: &Game) -> bool {
    has_part(game, |part| part.capture && matches!(part.path, Path::Hop { .. }))
}

/// Whether some kind of the game slides, and captures so.
pub(super) fn has_riders(game: &Game) -> bool {
    has_part(game, |part| part.capture && matches!(part.path, Path::Slide { max: 2.., .. }))
}

/// Whether some kind of the game bends, and captures so.
pub(super) fn has_bent_riders(game: &Game) -> bool {
    has_part(game, |part| part.capture && matches!(part.path, Path::Bend { .. }))
}

/// Whether a man of some kind can stand between a royal man and one that attacks it over empty
/// squares.
pub(super) fn has_pins(game: &Game) -> bool {
    has_riders(game) || has_bent_riders(game)
}

/// Whether a double step of the game may be answered en passant, one at least by a man and from a
/// square that a test admits.
pub(super) fn has_en_passant(game: &Game, wanted: impl Fn(Piece, Square) -> bool) -> bool {
    let steppers = kinds(game, |kind| kind.movement.double_step().is_some());
    Color::BOTH.into_iter().any(|color| {
        steppers.iter().map(|&kind| Piece { color, kind }).any(|man| {
            game.board.rectangle().any(|origin| {
                wanted(man, origin)
                    && has_stepped(game, man, origin)
                    && !catchers(game, man.color, origin).is_empty()
            })
        })
    })
}

/// Whether a double step from a square is one that did not start where the kind starts.
pub(super) fn is_away(game: &Game, man: Piece, origin: Square) -> bool {
    !game.kind(man.kind).home.contains(man.color, origin)
}

/// Whether a kind may make its double step from everywhere.
pub(super) fn is_rapid(kind: &KindRules) -> bool {
    kind.movement.double_step().is_some_and(|part| !part.initial)
}

/// Whether some double step of the game promotes.
pub(super) fn has_double_step_promotion(game: &Game) -> bool {
    // Rapid men reach their zone from wherever it begins; zones are not only squares two ranks
    // from home.
    has_kind(game, |kind| is_rapid(kind) && kind.promotion.is_some())
}

/// Whether some kind of the game has a second step.
pub(super) fn has_second_step(game: &Game) -> bool {
    has_kind(game, |kind| kind.second_step)
}

/// Whether some pawn of the game waits on its last rank to be relocated.
pub(super) fn has_relocation(game: &Game) -> bool {
    has_kind(game, |kind| matches!(kind.stage, Some(Stage::Wait { .. })))
}

/// Whether some pawn of the game is transferred from its last rank.
pub(super) fn has_transfer(game: &Game) -> bool {
    has_kind(game, |kind| matches!(kind.stage, Some(Stage::Transfer { .. })))
}

/// Whether a kind becomes royal when it promotes.
pub(super) fn is_crowned(game: &Game, kind: &KindRules) -> bool {
    let royal = |&target: &Kind| game.kind(target).royal.is_some();
    kind.promotion.as_ref().is_some_and(|promotion| promotion.to.iter().any(royal))
}

/// Whether some kind of the game becomes royal when it promotes.
pub(super) fn has_crowning(game: &Game) -> bool {
    has_kind(game, |kind| is_crowned(game, kind))
}

/// Whether some royal man of the game may enter the citadel of its own side.
pub(super) fn has_own_citadel(game: &Game) -> bool {
    !game.citadels.is_empty() && has_kind(game, |kind| kind.own_citadel)
}
