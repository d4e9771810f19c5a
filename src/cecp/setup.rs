//! [`lines`]: what `XBoard` is told of a game that it does not know.

use super::betza::{self, Extras};
use super::notation::Notation;
use super::pieces::Becomes;
use crate::pieces::Kind;
use crate::position::Setup;
use crate::rules::{Castling, Game};

/// The game of `XBoard`'s whose other rules hold.
const PARENT: &str = "fairy";

/// The line that tells board, pieces and start position, and one for the moves of each piece.
///
/// # Errors
/// With what `XBoard` has no words for.
pub(super) fn lines(
    game: &Game,
    notation: &Notation,
    start: &Setup,
) -> Result<Vec<String>, String> {
    let board = &notation.board;
    let mut lines = vec![format!(
        "setup ({}) {}x{}+0_{PARENT} {} w {} - 0 1",
        notation.pieces.text(),
        board.files(),
        board.ranks(),
        notation.placement(start),
        rights(game),
    )];
    for kind in game.all_kinds() {
        let letter = notation.pieces.letter(kind);
        lines.push(format!("piece {letter}& {}", moves(game, kind)?));
        if let Becomes::Plus(other) = notation.pieces.becomes(kind) {
            lines.push(format!("piece +{letter}& {}", moves(game, other)?));
        }
    }
    Ok(lines)
}

/// The third field of the start position: `XBoard` knows no rights but those of castling.
fn rights(game: &Game) -> String {
    let letters: String =
        game.castlings.iter().map(|castling| game.rights[castling.right].letter).collect();
    if letters.is_empty() { "-".to_owned() } else { letters }
}

/// How a kind moves.
fn moves(game: &Game, kind: Kind) -> Result<String, String> {
    let rules = game.kind(kind);
    let jump = game.jump.as_ref().filter(|jump| jump.kind == kind);
    let castles = rules.royal.is_some();
    let castlings = game.castlings.iter().filter(|_| castles).map(|c| steps(game, c));
    let extras = Extras {
        jumps: jump.map(|jump| jump.offsets.clone()).unwrap_or_default(),
        second_step: rules.second_step,
        castlings: castlings.collect::<Option<Vec<_>>>().ok_or("a castling along a file")?,
    };
    betza::write(&rules.movement, &extras).map_err(|what| format!("the {} has {what}", rules.name))
}

/// The steps to the side of a castling and whether the partner stands next to the corner.
fn steps(game: &Game, castling: &Castling) -> Option<(u8, bool)> {
    let file = |square| game.board.file(square);
    let (from, to) = (file(castling.king.0)?, file(castling.king.1)?);
    let partner = file(castling.rook.0)?;
    let edge = if to > from { game.board.files() - 1 } else { 0 };
    let from_edge = partner.abs_diff(edge);
    (from_edge <= 1).then_some((from.abs_diff(to), from_edge == 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{self, library};

    fn told(name: &str) -> Vec<String> {
        let game = rules::load(name).unwrap();
        let notation = Notation::new(&game).unwrap();
        let start = Setup::parse(&game, game.start()).unwrap();
        lines(&game, &notation, &start).unwrap()
    }

    #[test]
    fn what_xboard_is_told_of_wild_tamerlane() {
        let lines = told("wild-tamerlane");
        assert_eq!(
            lines[0],
            "setup (PNBRQ.E....C.....G......M..................K\
             pnbrq.e....c.....g......m..................k) 11x11+0_fairy \
             e1m1c1c1m1e/rnbgqkqgbnr/ppppppppppp/11/11/11/11/11/PPPPPPPPPPP/RNBGQKQGBNR/E1M1C1C1M1E \
             w - - 0 1"
        );
        for line in [
            "piece P& fmWfceFifmnD",
            "piece E& FA",
            "piece C& mRcpR",
            "piece M& C",
            "piece G& FyafsF",
            "piece K& KimAimDimN",
        ] {
            assert!(lines.iter().any(|told| told == line), "{line}: {lines:?}");
        }
    }

    #[test]
    fn what_xboard_is_told_of_others() {
        for (game, line) in [
            ("tamerlane2", "piece X& FfryaflFflyafrFbryafrFblyaflF"),
            ("tamerlane2", "piece +X& FyafsF"),
            ("timurid", "piece I& KifmnD"),
            ("timurid", "piece +I& Q"),
            ("timurid", "piece P& fmWfceFfmnD"),
            ("wild-babur", "piece L& KNADcaKcabK"),
            ("metamachy", "piece L& KNAD"),
            ("shako", "piece K& KisjO2"),
            ("tamerlane-historic", "piece Z& afsafyafF"),
            ("tamerlane-historic", "piece R'& fmWfcF"),
        ] {
            let lines = told(game);
            assert!(lines.iter().any(|told| told == line), "{game}: {line}: {lines:?}");
        }
    }

    #[test]
    fn every_built_in_game_can_be_told_and_no_picture_is_used_twice() {
        for name in library::names() {
            let lines = told(name);
            let table = lines[0].split(['(', ')']).nth(1).unwrap().to_owned();
            let plain: String = table.chars().filter(|c| !"^'!".contains(*c)).collect();
            assert_eq!(plain.len(), 88, "{name}: {table}");
            let letters = plain.chars().filter(|&c| c != '.').count();
            let pieces = lines.len() - 1;
            assert_eq!(letters, 2 * pieces, "{name}: {table}");
        }
    }
}
