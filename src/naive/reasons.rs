//! Why moves are legal or not: who attacks a royal man and along which squares, and what moves
//! there would be if that did not matter.

use super::NaiveBoard;
use crate::geometry::Square;
use crate::pieces::{Color, Path, Piece};

/// A man that attacks a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// Where it stands.
    pub from: Square,
    /// What it is.
    pub man: Piece,
    /// The squares that it passes on its way, in order; none for a leap.
    pub passes: Vec<Square>,
}

impl NaiveBoard<'_> {
    /// The men of a side that attack a square.
    pub fn attackers(&self, square: Square, by: Color) -> Vec<Attack> {
        let mut attacks = Vec::new();
        for (from, man) in self.men(by) {
            let part = self
                .parts(man, from)
                .filter(|part| part.capture)
                .find(|part| self.reached(part.path, by, from).contains(&square));
            if let Some(part) = part {
                let passes = self.passed(part.path, by, from, square);
                attacks.push(Attack { from, man, passes });
            } else if self.steps_out(from).contains(&square)
                || self.reached_by_second_step(man, from).contains(&square)
            {
                attacks.push(Attack { from, man, passes: Vec::new() });
            }
        }
        attacks
    }

    /// The only royal man of a side with the men that attack it; `None` for a side with several
    /// royal men or none.
    pub fn attacked_royal(&self, color: Color) -> Option<(Square, Piece, Vec<Attack>)> {
        let (square, man) = self.only_royal(color)?;
        Some((square, man, self.attackers(square, !color)))
    }

    /// What the men of the side to move can do by their own ways of moving, and their jump and
    /// castling, with the position after each: legal or not. The text of a move may occur twice.
    pub fn nearly_legal(&self) -> Vec<(String, Self)> {
        let mut changes = self.relocations();
        changes.extend(self.transfers());
        changes.extend(self.jumps());
        changes.extend(self.castlings());
        for (from, man) in self.men(self.state.turn) {
            changes.extend(self.moves_of(man, from));
        }
        changes.iter().map(|change| (change.text(self.game), self.after(change))).collect()
    }

    /// The squares between where a path starts and a square that it reaches.
    fn passed(&self, path: Path, color: Color, from: Square, to: Square) -> Vec<Square> {
        let oriented = |offset| self.game.oriented(offset, color);
        let walk = |mut here: Square, step| {
            let mut squares = Vec::new();
            while let Some(next) = self.step(here, oriented(step)).filter(|&next| next != to) {
                squares.push(next);
                here = next;
            }
            squares
        };
        match path {
            Path::Leap(_) | Path::DoubleStep => Vec::new(),
            Path::Slide { step, .. } | Path::Hop { step } => walk(from, step),
            Path::Bend { first, then, .. } => match self.step(from, oriented(first)) {
                Some(elbow) => std::iter::once(elbow).chain(walk(elbow, then)).collect(),
                None => Vec::new(),
            },
        }
    }
}
