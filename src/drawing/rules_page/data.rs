//! The rules of a game as JSON: what the page says, as data and in words.

use serde_json::{Value, json};

use super::{fen, kinds, topics};
use crate::drawing::{Mark, MovementDiagram, movement_words};
use crate::geometry::{Offset, Square};
use crate::pieces::{Color, Kind, Part, Path, UNLIMITED};
use crate::position::Setup;
use crate::rules::{
    Game, JumpPath, Promotion, Repetition, Stage, Stalemate, SwapWhen, Symmetry, Unmoved, Zone,
};

/// The rules of a game as a JSON object.
pub fn rules_json(game: &Game) -> Value {
    let board = Setup::parse(game, game.start()).map(|setup| setup.diagram(game));
    let starts: Vec<Value> =
        game.starts.iter().map(|start| json!({ "name": start.name, "fen": start.fen })).collect();
    let topics: Vec<Value> = topics(game)
        .into_iter()
        .map(|topic| json!({ "title": topic.title, "rules": topic.rules }))
        .collect();
    json!({
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "sources": game.sources,
        "files": game.board.files(),
        "ranks": game.board.ranks(),
        "symmetry": match game.symmetry {
            Symmetry::Mirror => "mirror",
            Symmetry::Rotate => "rotate",
        },
        "start": game.start(),
        "starts": starts,
        "board": board.unwrap_or_default().lines().collect::<Vec<_>>(),
        "kinds": game.all_kinds().map(|kind| kind_json(game, kind)).collect::<Vec<_>>(),
        "legend": Mark::ALL
            .iter()
            .map(|mark| json!({ "mark": mark.text(), "meaning": mark.meaning() }))
            .collect::<Vec<_>>(),
        "special": special_json(game),
        "endings": {
            "stalemate": match game.endings.stalemate {
                Stalemate::Draw => "draw",
                Stalemate::Loss => "loss",
            },
            "repetition": match game.endings.repetition {
                Repetition::Fide => "fide",
                Repetition::None => "none",
            },
            "citadel_draw": !game.citadels.is_empty(),
        },
        "topics": topics,
        "fen": fen_json(game),
    })
}

fn kind_json(game: &Game, kind: Kind) -> Value {
    let rules = game.kind(kind);
    json!({
        "name": rules.name,
        "letter": rules.letter,
        "move": rules.move_text,
        "movement": rules.movement.parts.iter().map(part_json).collect::<Vec<_>>(),
        "words": movement_words(game, kind),
        "diagram": MovementDiagram::new(game, kind).lines(),
        "royal": rules.royal,
        "pawn": rules.pawn,
        "home": zone_json(game, &rules.home),
        "double_step": rules.movement.double_step().map(|part| match (part.initial, rules.unmoved) {
            (false, _) => "any",
            (true, Unmoved::Home) => "start",
            (true, Unmoved::Right) => "first",
        }),
        "second_step": rules.second_step,
        "successor": rules.successor,
        "own_citadel": rules.own_citadel,
        "promotion": rules.promotion.as_ref().map(|p| promotion_json(game, kind, p)),
        "last_rank": rules.stage.as_ref().map(|stage| match stage {
            Stage::Wait { becomes } => {
                json!({ "wait": true, "becomes": game.kind(*becomes).name })
            }
            Stage::Transfer { becomes, to } => {
                json!({ "transfer_to": zone_json(game, to), "becomes": game.kind(*becomes).name })
            }
        }),
    })
}

fn promotion_json(game: &Game, kind: Kind, promotion: &Promotion) -> Value {
    json!({
        "to": names(game, &promotion.to),
        "zone": zone_json(game, &promotion.zone),
        "optional": promotion.optional,
        "words": kinds::promotion_words(game, kind),
    })
}

/// A way of moving; steps are files to the right and ranks forward, seen by White.
fn part_json(part: &Part) -> Value {
    let limit = |max: u8| (max != UNLIMITED).then_some(max);
    let mut object = match part.path {
        Path::Leap(offset) => json!({ "path": "leap", "step": offset_json(offset) }),
        Path::Slide { step, min, max } => json!({
            "path": "slide", "step": offset_json(step), "min": min, "max": limit(max),
        }),
        Path::Hop { step } => json!({ "path": "hop", "step": offset_json(step) }),
        Path::Bend { first, then, min, max } => json!({
            "path": "bend", "step": offset_json(first), "then": offset_json(then), "min": min,
            "max": limit(max),
        }),
        Path::DoubleStep => json!({ "path": "double step", "step": [0, 2] }),
    };
    object["move"] = json!(part.quiet);
    object["capture"] = json!(part.capture);
    object["en_passant"] = json!(part.en_passant);
    object["unmoved"] = json!(part.initial);
    object
}

fn offset_json(offset: Offset) -> Value {
    json!([offset.file, offset.rank])
}

fn names(game: &Game, kinds: &[Kind]) -> Vec<String> {
    kinds.iter().map(|&kind| game.kind(kind).name.clone()).collect()
}

fn squares(game: &Game, squares: &[Square]) -> Vec<String> {
    squares.iter().map(|&square| game.board.name(square)).collect()
}

fn zone_json(game: &Game, zone: &Zone) -> Value {
    json!({
        "white": squares(game, zone.of(Color::White)),
        "black": squares(game, zone.of(Color::Black)),
    })
}

/// The rules that are no kind's own; null or an empty list for those that the game does not have.
fn special_json(game: &Game) -> Value {
    let way = |(from, to)| squares(game, &[from, to]);
    let with = |wanted: fn(&Game, Kind) -> bool| -> Vec<String> {
        let kinds: Vec<Kind> = game.all_kinds().filter(|&kind| wanted(game, kind)).collect();
        names(game, &kinds)
    };
    let castlings = game.castlings.iter().map(|castling| {
        json!({
            "side": castling.color.name(),
            "right": game.rights[castling.right].letter.to_string(),
            "king": way(castling.king),
            "partner": way(castling.rook),
            "partner_kind": game.kind(castling.partner).name,
            "empty": squares(game, &castling.empty),
            "safe": squares(game, &castling.safe),
        })
    });
    let citadels = game.citadels.iter().zip(game.board.extra()).map(|(citadel, extra)| {
        json!({
            "square": extra.name,
            "owner": citadel.owner.name(),
            "beside": squares(game, &extra.neighbours),
        })
    });
    let waits = game.kinds.iter().any(|kind| kind.stage.is_some());
    json!({
        "jump": game.jump.as_ref().map(|jump| json!({
            "kind": game.kind(jump.kind).name,
            "offsets": jump.offsets.iter().map(|&offset| offset_json(offset)).collect::<Vec<_>>(),
            "path": match jump.path {
                JumpPath::Virtual => "virtual",
                JumpPath::Static => "static",
                JumpPath::Unchecked => "unchecked",
            },
        })),
        "castlings": castlings.collect::<Vec<_>>(),
        "en_passant": {
            "captured": with(|game, kind| game.kind(kind).movement.double_step().is_some()),
            "captures": with(|game, kind| game.kind(kind).movement.captures_en_passant()),
        },
        "second_step": with(|game, kind| game.kind(kind).second_step),
        "succession": game.succession.then(|| with(|game, kind| game.kind(kind).successor)),
        "swap": game.swap.map(|when| match when {
            SwapWhen::Check => "check",
            SwapWhen::CheckOrStalemate => "check or stalemate",
        }),
        "citadels": citadels.collect::<Vec<_>>(),
        "citadel_exchange": game.citadel_exchange,
        "relocation": waits.then(|| json!({
            "must": game.relocation.must,
            "pawns_count": game.relocation.pawns_count,
            "royals_count": game.relocation.royals_count,
            "transfer_removes": game.relocation.transfer_removes,
        })),
    })
}

fn fen_json(game: &Game) -> Value {
    let rights = game.rights.iter().enumerate().map(|(index, right)| {
        json!({
            "letter": right.letter.to_string(),
            "side": right.color.name(),
            "words": fen::right_words(game, index),
        })
    });
    json!({
        "rights": rights.collect::<Vec<_>>(),
        "fourth_field": fen::fourth_field_words(game),
        "fifth_field": fen::fifth_field_words(game),
    })
}
