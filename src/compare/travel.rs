//! How a man gets from a square to another, in words.

use crate::geometry::Square;
use crate::naive::Attack;
use crate::pieces::{Color, Piece};
use crate::rules::Game;

/// `"the Black eagle on c5"`.
pub(super) fn man_on(game: &Game, man: Piece, square: Square) -> String {
    format!("the {} {} on {}", man.color.name(), game.kind(man.kind).name, game.board.name(square))
}

/// `"the Black eagle on c5 by way of d4 e4 f4"`.
pub(super) fn attack(game: &Game, attack: &Attack) -> String {
    let man = man_on(game, attack.man, attack.from);
    if attack.passes.is_empty() {
        return man;
    }
    format!("{man} by way of {}", names(game, &attack.passes))
}

/// The attackers of a square, joined by "and".
pub(super) fn attacks(game: &Game, attacks: &[Attack]) -> String {
    attacks.iter().map(|each| attack(game, each)).collect::<Vec<_>>().join(" and ")
}

/// The names of squares with blanks between.
pub(super) fn names(game: &Game, squares: &[Square]) -> String {
    squares.iter().map(|&square| game.board.name(square)).collect::<Vec<_>>().join(" ")
}

/// The squares of a straight line between two squares, none where no such line leads.
pub(super) fn line(game: &Game, from: Square, to: Square) -> Vec<Square> {
    let place = |square| {
        let (file, rank) = (game.board.file(square)?, game.board.rank(square)?);
        Some((i16::from(file), i16::from(rank)))
    };
    let (Some((file, rank)), Some((to_file, to_rank))) = (place(from), place(to)) else {
        return Vec::new();
    };
    let (files, ranks) = (to_file - file, to_rank - rank);
    if files != 0 && ranks != 0 && files.abs() != ranks.abs() {
        return Vec::new();
    }
    (1..files.abs().max(ranks.abs()))
        .filter_map(|step| {
            game.board.square(file + step * files.signum(), rank + step * ranks.signum())
        })
        .collect()
}

/// The other side's name in front of what is its.
pub(super) fn whose(color: Color) -> String {
    format!("{}'s", color.name())
}
