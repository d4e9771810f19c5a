//! Why this project thinks that a move is legal or not, in a sentence. By the naive generator, so
//! that the reason does not come from what is compared.

use super::travel::{attacks, line, man_on, names, whose};
use crate::geometry::{Offset, Square};
use crate::naive::NaiveBoard;
use crate::pieces::{Color, Path, Piece};
use crate::position::Setup;
use crate::rules::{Castling, Game};

/// A move in our notation, taken apart.
struct Written {
    from: Option<Square>,
    to: Option<Square>,
    /// The squares as they are written.
    names: (String, String),
    promotion: String,
}

/// Takes the first leg of a move apart.
fn written(game: &Game, text: &str) -> Written {
    let leg = text.split(',').next().unwrap_or_default();
    let square = |text: &str| -> usize {
        let digits = text.get(1..).map_or(0, |t| t.bytes().take_while(u8::is_ascii_digit).count());
        (1 + digits).min(text.len())
    };
    let (from, rest) = leg.split_at(square(leg));
    let (to, promotion) = rest.split_at(square(rest));
    Written {
        from: game.board.parse(from),
        to: game.board.parse(to),
        names: (from.to_owned(), to.to_owned()),
        promotion: promotion.to_owned(),
    }
}

/// Why a move that is legal is legal.
pub fn why_legal(game: &Game, setup: &Setup, text: &str) -> String {
    let board = NaiveBoard::new(game, setup);
    let Written { from: Some(from), to: Some(to), .. } = written(game, text) else {
        return String::new();
    };
    let Some(mover) = setup.at(from) else { return String::new() };
    let target = match setup.at(to) {
        Some(man) if man.color == mover.color && from != to => {
            format!("changes places with {}", man_on(game, man, to))
        }
        Some(man) if from != to => format!("captures {}", man_on(game, man, to)),
        _ if setup.en_passant == Some(to)
            && game.kind(mover.kind).movement.captures_en_passant() =>
        {
            format!("goes to {}, which a double step has just passed", game.board.name(to))
        }
        _ => format!("goes to {}", game.board.name(to)),
    };
    let mover = man_on(game, mover, from);
    let royal = |board: &NaiveBoard<'_>| board.attacked_royal(setup.turn);
    if let Some((square, man, attackers)) = royal(&board).filter(|(.., men)| !men.is_empty()) {
        let (royal, attackers) = (man_on(game, man, square), attacks(game, &attackers));
        return format!("{mover} {target}; {royal} is attacked by {attackers}, but not afterwards");
    }
    let Some((_, after)) = board.moves().into_iter().find(|(mv, _)| mv == text) else {
        return format!("{mover} {target}");
    };
    match royal(&after) {
        Some((square, man, _)) => {
            format!("{mover} {target}; {} is not attacked then", man_on(game, man, square))
        }
        None => format!("{mover} {target}; a side with several royal men may leave them attacked"),
    }
}

/// Why a move that is not legal is not.
pub fn why_illegal(game: &Game, setup: &Setup, text: &str) -> String {
    let board = NaiveBoard::new(game, setup);
    let written = written(game, text);
    let (from, to) = match (written.from, written.to) {
        (None, _) => return format!("{} is no square of this board", written.names.0),
        (_, None) => return format!("{} is no square of this board", written.names.1),
        (Some(from), Some(to)) => (from, to),
    };
    if board.status() == "citadel draw" {
        return "the game is over: a royal man stands in the enemy's citadel".to_owned();
    }
    let Some(mover) = setup.at(from) else {
        return format!("nobody stands on {}", written.names.0);
    };
    if mover.color != setup.turn {
        return format!(
            "{} does not move: it is {} turn",
            man_on(game, mover, from),
            whose(setup.turn)
        );
    }
    let nearly = board.nearly_legal();
    if let Some((_, after)) = nearly.iter().find(|(mv, _)| mv == text) {
        return left_attacked(game, after, setup.turn)
            .unwrap_or_else(|| "it captures the last royal man of the enemy".to_owned());
    }
    let squares = &written.names;
    let other = nearly.iter().find(|(mv, _)| {
        mv.strip_prefix(&format!("{}{}", squares.0, squares.1))
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit() || c == ','))
    });
    if other.is_some() {
        return wrong_promotion(game, mover, from, to, &written.promotion);
    }
    if let Some(man) = setup.at(to).filter(|man| man.color == mover.color) {
        return format!("{} stands in its way", man_on(game, man, to));
    }
    no_way(game, setup, mover, from, to)
}

/// Who would attack the royal man of the side that has moved.
fn left_attacked(game: &Game, after: &NaiveBoard<'_>, side: Color) -> Option<String> {
    let (square, man, attackers) = after.attacked_royal(side)?;
    if attackers.is_empty() {
        return None;
    }
    let royal = man_on(game, man, square);
    Some(format!("it leaves {royal} attacked by {}", attacks(game, &attackers)))
}

fn wrong_promotion(game: &Game, mover: Piece, from: Square, to: Square, said: &str) -> String {
    let man = man_on(game, mover, from);
    let promotion = game.kind(mover.kind).promotion.as_ref();
    let Some(promotion) = promotion.filter(|p| p.zone.contains(mover.color, to)) else {
        return format!("{man} does not promote on {}", game.board.name(to));
    };
    let choices: Vec<&str> =
        promotion.to.iter().map(|&kind| game.kind(kind).name.as_str()).collect();
    let stays = if promotion.optional { ", or stays what it is" } else { "" };
    let wrong = if said.is_empty() { "nothing" } else { said };
    format!("{man} becomes {} there{stays}, not \"{wrong}\"", choices.join(" or "))
}

/// Why no way of moving of a man leads to a square.
fn no_way(game: &Game, setup: &Setup, mover: Piece, from: Square, to: Square) -> String {
    let man = man_on(game, mover, from);
    let target = game.board.name(to);
    if let Some(castling) = castling(game, setup, from, to) {
        return no_castling(game, setup, castling);
    }
    let rules = game.kind(mover.kind);
    let reaches = |path: Path, quiet: bool, capture: bool| {
        let wanted = if setup.at(to).is_none() { quiet } else { capture };
        wanted && reached_alone(game, path, mover.color, from).contains(&to)
    };
    if let Some(part) =
        rules.movement.parts.iter().find(|part| reaches(part.path, part.quiet, part.capture))
    {
        if part.initial {
            return format!("{man} may go to {target} only while it has not moved");
        }
        let between = line(game, from, to);
        let standing: Vec<Square> =
            between.into_iter().filter(|&square| setup.at(square).is_some()).collect();
        return match part.path {
            Path::Hop { .. } => format!(
                "{man} hops over exactly one man, and on the way to {target} there are {}",
                standing.len()
            ),
            _ if standing.is_empty() => format!("the way of {man} to {target} is not free"),
            _ => format!("{man} does not pass {}, where somebody stands", names(game, &standing)),
        };
    }
    if rules.movement.parts.iter().any(|part| reaches(part.path, part.capture, part.quiet)) {
        return match setup.at(to) {
            Some(_) => format!("{man} does not capture that way"),
            None => format!("{man} goes there only to capture, and nobody stands on {target}"),
        };
    }
    if game.jump.as_ref().is_some_and(|jump| jump.kind == mover.kind) && is_two_away(game, from, to)
    {
        return no_jump(game, setup, mover, from);
    }
    format!("{man} does not move so ({})", rules.move_text)
}

/// Where a path leads if nobody is in the way.
fn reached_alone(game: &Game, path: Path, color: Color, from: Square) -> Vec<Square> {
    let turn = |offset: Offset| game.oriented(offset, color);
    let turned = match path {
        Path::Leap(offset) => Path::Leap(turn(offset)),
        Path::Slide { step, min, max } => Path::Slide { step: turn(step), min, max },
        Path::Hop { step } => Path::Hop { step: turn(step) },
        Path::Bend { first, then, min, max } => {
            Path::Bend { first: turn(first), then: turn(then), min, max }
        }
        Path::DoubleStep => Path::Leap(game.forward(color).times(2)),
    };
    turned.reached(&game.board, from)
}

/// The castling that a move of the royal piece would be.
fn castling<'g>(game: &'g Game, setup: &Setup, from: Square, to: Square) -> Option<&'g Castling> {
    game.castlings.iter().find(|c| c.color == setup.turn && c.king == (from, to))
}

fn no_castling(game: &Game, setup: &Setup, castling: &Castling) -> String {
    let right = &game.rights[castling.right];
    if setup.rights >> castling.right & 1 == 0 {
        return format!("there is no right \"{}\" to castle", right.letter);
    }
    let ends = [castling.king.0, castling.rook.0];
    let standing: Vec<Square> = castling
        .empty
        .iter()
        .copied()
        .filter(|square| !ends.contains(square) && setup.at(*square).is_some())
        .collect();
    if !standing.is_empty() {
        return format!("castling needs {} to be empty", names(game, &standing));
    }
    let board = NaiveBoard::new(game, setup);
    let attacked = castling.safe.iter().find_map(|&square| {
        let attackers = board.attackers(square, !setup.turn);
        (!attackers.is_empty()).then_some((square, attackers))
    });
    match attacked {
        Some((square, attackers)) => format!(
            "castling leads over {}, which is attacked by {}",
            game.board.name(square),
            attacks(game, &attackers)
        ),
        None => "castling would lead over an attacked square".to_owned(),
    }
}

fn is_two_away(game: &Game, from: Square, to: Square) -> bool {
    let apart = |one: Option<u8>, other: Option<u8>| match (one, other) {
        (Some(one), Some(other)) => one.abs_diff(other),
        _ => u8::MAX,
    };
    let (board, both) = (&game.board, (from, to));
    let files = apart(board.file(both.0), board.file(both.1));
    files.max(apart(board.rank(both.0), board.rank(both.1))) == 2
}

fn no_jump(game: &Game, setup: &Setup, mover: Piece, from: Square) -> String {
    let man = man_on(game, mover, from);
    let has_right =
        game.jump_right(mover.color).is_some_and(|right| setup.rights >> right & 1 != 0);
    if !has_right {
        return format!("{man} has lost its right to jump");
    }
    let attackers = NaiveBoard::new(game, setup).attackers(from, !mover.color);
    if !attackers.is_empty() {
        return format!("{man} does not jump out of check by {}", attacks(game, &attackers));
    }
    format!("{man} would jump over an attacked square, or onto a man")
}
