//! What is particular about the FEN of a game, in words.

use crate::drawing::wording::{joined, kind_name};
use crate::geometry::Square;
use crate::pieces::Kind;
use crate::rules::{Game, Right, RightNeeds};

/// What a letter of the third field says.
pub(super) fn right_words(game: &Game, index: usize) -> String {
    let right = &game.rights[index];
    let side = right.color.name();
    let name = |square: &Square| game.board.name(*square);
    match &right.needs {
        RightNeeds::KindOn(kind, squares) => {
            let squares: Vec<String> = squares.iter().map(name).collect();
            format!(
                "{side}'s {} on {} has not moved and may jump",
                kind_name(game, *kind),
                joined(&squares, "or")
            )
        }
        RightNeeds::MenOn(men) => men_words(game, index, right, men),
        RightNeeds::Swap => format!("{side}'s swap is not used yet"),
        RightNeeds::CitadelExchange => format!("{side}'s exchange in a citadel is not used yet"),
    }
}

fn men_words(game: &Game, index: usize, right: &Right, men: &[(Kind, Square)]) -> String {
    let side = right.color.name();
    let castling = game.castlings.iter().find(|castling| castling.right == index);
    if let Some(castling) = castling {
        return format!(
            "{side} may castle with the {} on {}",
            kind_name(game, castling.partner),
            game.board.name(castling.rook.0)
        );
    }
    let men: Vec<String> = men
        .iter()
        .map(|&(kind, square)| format!("{} on {}", kind_name(game, kind), game.board.name(square)))
        .collect();
    format!("{side}'s {} has not moved and may make its double step", joined(&men, "and"))
}

/// What the fourth field holds.
pub(super) fn fourth_field_words(game: &Game) -> String {
    if !game.citadels.is_empty() {
        let names: Vec<String> =
            game.board.extra().iter().map(|extra| extra.name.clone()).collect();
        return format!(
            "who stands in the citadels {}: a letter each, \"-\" for nobody",
            joined(&names, "and")
        );
    }
    if game.kinds.iter().any(|kind| kind.movement.double_step().is_some()) {
        return "the square passed by a double step just made, or \"-\"".to_owned();
    }
    "always \"-\"".to_owned()
}

/// What the fifth field counts.
pub(super) fn fifth_field_words(game: &Game) -> &'static str {
    if game.kinds.iter().any(|kind| kind.pawn) {
        "plies since the last capture or move of a pawn"
    } else {
        "plies since the last capture"
    }
}
