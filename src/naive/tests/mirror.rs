//! Whatever White can do, Black can do in the position with the sides changed.

use super::{board, citadels, game, lions, positions, royals, waiting};
use crate::geometry::Square;
use crate::pieces::{Color, Piece};
use crate::position::Setup;
use crate::rules::Game;

#[test]
fn the_other_side_has_the_same_moves() {
    let cases = [positions::CASES, lions::CASES, waiting::CASES, royals::CASES, citadels::CASES];
    for &(ruleset, fen, ..) in cases.into_iter().flatten() {
        let game = game(ruleset);
        let board = board(&game, fen);
        let other = super::board(&game, &mirrored(&game, &board.setup()).fen(&game));
        let mut after: Vec<String> = board
            .moves()
            .iter()
            .map(|(_, after)| numbered(mirrored(&game, &after.setup()), &game))
            .collect();
        let mut other_after: Vec<String> =
            other.moves().iter().map(|(_, after)| numbered(after.setup(), &game)).collect();
        after.sort_unstable();
        other_after.sort_unstable();
        assert_eq!(after, other_after, "{ruleset} {fen}");
        assert_eq!(board.status(), other.status(), "{ruleset} {fen}");
    }
}

/// The FEN without the number of the move, which rises with Black's moves only.
fn numbered(mut setup: Setup, game: &Game) -> String {
    setup.fullmove = 1;
    setup.fen(game)
}

/// The same position with the sides changed.
fn mirrored(game: &Game, setup: &Setup) -> Setup {
    let place = |square: Square| {
        let owner = |square| game.citadels.iter().find(|citadel| citadel.square == square);
        let Some(citadel) = owner(square) else { return game.symmetry.map(&game.board, square) };
        game.citadels.iter().find(|other| other.owner != citadel.owner).unwrap().square
    };
    let mut other = setup.clone();
    for square in game.board.squares() {
        other.pieces[place(square).index()] =
            setup.at(square).map(|man| Piece { color: !man.color, ..man });
    }
    other.turn = !setup.turn;
    other.en_passant = setup.en_passant.map(place);
    let letters: Vec<char> = game.rights.iter().map(|right| right.letter).collect();
    other.rights = 0;
    for (index, right) in game.rights.iter().enumerate() {
        let letter = match right.color {
            Color::White => right.letter.to_ascii_lowercase(),
            Color::Black => right.letter.to_ascii_uppercase(),
        };
        let counterpart = letters.iter().position(|&known| known == letter).unwrap();
        other.rights |= (setup.rights >> index & 1) << counterpart;
    }
    other
}
