//! Marks for the mouse: where the man that was lifted may go, and what it may become there.
//!
//! `XBoard` takes no move to a square without a mark. The colours that mean something to it: red are
//! captures, cyan ends the first of two legs, magenta asks what the man becomes, blue lets it become
//! the one thing that there is.

use super::moves::Listed;
use super::notation::Notation;
use crate::geometry::Square;
use crate::position::Action;
use crate::rules::Game;

/// A man in the user's hand: where it was lifted, and where its first leg ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lifted {
    pub(super) from: Square,
    pub(super) via: Option<Square>,
}

/// The moves of a man in hand.
fn of_man(moves: &[Listed], lifted: Lifted) -> impl Iterator<Item = &Listed> {
    moves.iter().filter(move |listed| listed.mv.from == lifted.from && !listed.mv.is_pass())
}

/// Where a move's first leg ends, if it has two.
fn first_leg(listed: &Listed) -> Option<Square> {
    match listed.mv.action {
        Action::CitadelExchange => None,
        _ => listed.mv.via(),
    }
}

/// The mark of a square for a man in hand.
fn mark(moves: &[Listed], lifted: Lifted, square: Square) -> Option<&'static str> {
    if let Some(via) = lifted.via {
        // The first leg is made: on from there, or an end there.
        let on = of_man(moves, lifted)
            .any(|listed| first_leg(listed) == Some(via) && listed.mv.to == square);
        let ends = square == via
            && of_man(moves, lifted)
                .any(|listed| first_leg(listed).is_none() && listed.mv.to == via);
        return (on || ends).then_some("Y");
    }
    if of_man(moves, lifted).any(|listed| first_leg(listed) == Some(square)) {
        return Some("C");
    }
    let here: Vec<&Listed> = of_man(moves, lifted)
        .filter(|listed| first_leg(listed).is_none() && listed.mv.to == square)
        .collect();
    let first = here.first()?;
    let promotes = here.iter().any(|listed| listed.mv.promotion().is_some());
    Some(match (promotes, here.len()) {
        (true, 1) => "B",
        (true, _) => "M",
        (false, _) if first.captures => "R",
        (false, _) => "Y",
    })
}

/// Whether a man in hand has ended the first of two legs on a square.
pub(super) fn ends_first_leg(moves: &[Listed], lifted: Lifted, square: Square) -> bool {
    lifted.via.is_none() && of_man(moves, lifted).any(|listed| first_leg(listed) == Some(square))
}

/// The command that marks the targets of a man in hand.
pub(super) fn highlight(notation: &Notation, moves: &[Listed], lifted: Lifted) -> String {
    let mark = |square| mark(moves, lifted, square).map(str::to_owned);
    format!("highlight {}", notation.board.rows(None, mark))
}

/// The command that tells what a man in hand may become on a square, in the order of the rules and its
/// own letter last if it may stay what it is; `None` if it stays that anyway.
pub(super) fn choice(
    notation: &Notation,
    game: &Game,
    moves: &[Listed],
    lifted: Lifted,
    to: Square,
) -> Option<String> {
    let mut here: Vec<&Listed> =
        of_man(moves, lifted).filter(|listed| listed.mv.to == to).collect();
    if here.iter().all(|listed| listed.mv.promotion().is_none()) {
        return None;
    }
    here.sort_by_key(|listed| {
        let choices = game.kind(listed.mover).promotion.as_ref().map(|promotion| &promotion.to);
        let kind = listed.mv.promotion();
        let place = choices.zip(kind).and_then(|(to, kind)| to.iter().position(|&k| k == kind));
        place.unwrap_or(usize::MAX)
    });
    let letters = here
        .iter()
        .map(|listed| notation.pieces.letter(listed.mv.promotion().unwrap_or(listed.mover)));
    Some(format!("choice {}", letters.collect::<String>()))
}

/// The command that marks who goes by a capture that does not end on him.
pub(super) fn victim(
    notation: &Notation,
    game: &Game,
    moves: &[Listed],
    lifted: Lifted,
    to: Square,
) -> Option<String> {
    let capture = of_man(moves, lifted)
        .find(|listed| listed.mv.to == to && listed.mv.action == Action::EnPassant)?;
    // He stands beside the capturer, on the file of the square he has passed.
    let (file, rank) = (game.board.file(to)?, game.board.rank(capture.mv.from)?);
    let victim = game.board.square(i16::from(file), i16::from(rank))?;
    let rows = notation.board.rows(None, |square| {
        if square == victim {
            return Some("g".to_owned());
        }
        mark(moves, lifted, square).map(str::to_owned)
    });
    Some(format!("highlight {rows}"))
}
