//! Kinds that see only a part of the board, such as bishops, and what a set of them covers.

use super::Score;
use crate::geometry::{Bitboard, Square};
use crate::pieces::{Color, Kind};
use crate::position::Position;
use crate::rules::Game;

/// What each further part of the board that a side's men of such a kind cover is worth.
const COVERED: Score = Score::new(24, 40);

/// What a second man of the kind on the same part costs.
const DOUBLED: Score = Score::new(-12, -16);

/// A kind whose men never leave a part of the board: for a bishop the squares of one colour.
///
/// Found from how the kind moves and nothing else, so that the two bishops of an army that start on
/// one colour are no pair, and an elephant of two squares diagonally has eight parts.
#[derive(Debug)]
pub(super) struct Binding<B> {
    kind: Kind,
    parts: Vec<B>,
}

impl<B: Bitboard> Binding<B> {
    /// The bound kinds of a game. Pawns are not asked: they are bound to go forward.
    pub(super) fn all(game: &Game) -> Vec<Self> {
        let free = game.all_kinds().filter(|&kind| {
            let rules = game.kind(kind);
            !rules.pawn && rules.royal.is_none()
        });
        let bindings = free.map(|kind| Self { kind, parts: parts(game, kind) });
        bindings.filter(|binding| binding.parts.len() > 1).collect()
    }

    /// What a side's men of the kind are worth together.
    #[inline]
    pub(super) fn score(&self, position: &Position<B>, color: Color) -> Score {
        let men = position.men(color, self.kind);
        if !men.has_many() {
            return Score::ZERO;
        }
        let covered = self.parts.iter().filter(|part| part.meets(men)).count() as i32;
        COVERED * (covered - 1) + DOUBLED * (men.count() as i32 - covered)
    }
}

/// The parts of the board that a kind falls into, joined by its moves in either direction; squares
/// that it neither leaves nor reaches are in none.
pub(crate) fn parts<B: Bitboard>(game: &Game, kind: Kind) -> Vec<B> {
    let board = &game.board;
    let mut part_of: Vec<Option<usize>> = vec![None; board.len()];
    let mut parts: Vec<Vec<Square>> = Vec::new();
    for from in board.rectangle() {
        let movement = &game.kind(kind).movement;
        let reached = movement.parts.iter().flat_map(|part| part.path.reached(board, from));
        for to in reached {
            match (part_of[from.index()], part_of[to.index()]) {
                (None, None) => {
                    part_of[from.index()] = Some(parts.len());
                    part_of[to.index()] = Some(parts.len());
                    parts.push(vec![from, to]);
                }
                (Some(part), None) => {
                    part_of[to.index()] = Some(part);
                    parts[part].push(to);
                }
                (None, Some(part)) => {
                    part_of[from.index()] = Some(part);
                    parts[part].push(from);
                }
                (Some(kept), Some(lost)) if kept != lost => {
                    let squares = std::mem::take(&mut parts[lost]);
                    for square in &squares {
                        part_of[square.index()] = Some(kept);
                    }
                    parts[kept].extend(squares);
                }
                (Some(_), Some(_)) => {}
            }
        }
    }
    parts.retain(|part| !part.is_empty());
    parts.into_iter().map(B::from_squares).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules;

    fn bound(variant: &str) -> Vec<(String, usize)> {
        let game = rules::load(variant).unwrap();
        let bindings: Vec<Binding<u128>> = Binding::all(&game);
        let name = |binding: &Binding<u128>| game.kind(binding.kind).name.clone();
        let mut found: Vec<_> = bindings.iter().map(|b| (name(b), b.parts.len())).collect();
        found.sort();
        found
    }

    #[test]
    fn bound_kinds_and_their_parts() {
        let pairs = |expected: &[(&str, usize)]| -> Vec<(String, usize)> {
            expected.iter().map(|&(name, parts)| (name.to_owned(), parts)).collect()
        };
        assert_eq!(bound("chess"), pairs(&[("bishop", 2)]));
        assert_eq!(bound("wild-tamerlane"), pairs(&[("bishop", 2), ("camel", 2), ("elephant", 2)]));
        // (0,2) keeps the parity of file and rank; (2,2) flips both halves together.
        let historic = bound("tamerlane-historic");
        assert!(historic.contains(&("war-engine".to_owned(), 4)), "{historic:?}");
        assert!(historic.contains(&("elephant".to_owned(), 8)), "{historic:?}");
        assert!(historic.contains(&("general".to_owned(), 2)), "{historic:?}");
    }
}
