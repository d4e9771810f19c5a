//! Whether a square is attacked, found by walking every man that might attack it.

use super::NaiveBoard;
use crate::geometry::Square;
use crate::pieces::{Color, Part, Piece};
use crate::rules::Unmoved;

impl NaiveBoard<'_> {
    /// Whether the royal piece of the side to move is attacked.
    pub fn in_check(&self) -> bool {
        self.is_checked(self.state.turn)
    }

    /// Whether the royal piece of the side that has just moved is attacked; no legal move leads to
    /// such a position.
    pub fn opponent_in_check(&self) -> bool {
        self.is_checked(!self.state.turn)
    }

    fn is_checked(&self, color: Color) -> bool {
        self.men(color).any(|(square, man)| {
            self.game.kind(man.kind).royal.is_some() && self.is_attacked(square, !color)
        })
    }

    /// Whether some man of a side would capture an enemy man standing on a square, pinned or not.
    pub(super) fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.men(by).any(|(from, man)| {
            self.parts(man, from)
                .any(|part| part.capture && self.reached(part.path, by, from).contains(&square))
        })
    }

    /// The ways in which a man may move from where it stands.
    pub(super) fn parts(&self, man: Piece, from: Square) -> impl Iterator<Item = &Part> {
        let parts = self.game.kind(man.kind).movement.parts.iter();
        parts.filter(move |part| !part.initial || self.is_unmoved(man, from))
    }

    fn is_unmoved(&self, man: Piece, square: Square) -> bool {
        let rules = self.game.kind(man.kind);
        match rules.unmoved {
            Unmoved::Home => rules.home.contains(man.color, square),
            Unmoved::Right => {
                self.game.unmoved_right(man, square).is_some_and(|right| self.has_right(right))
            }
        }
    }
}
