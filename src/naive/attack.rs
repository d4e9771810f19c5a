//! Whether a square is attacked, found by walking every man that might attack it.

use super::NaiveBoard;
use crate::geometry::Square;
use crate::pieces::{Color, Part, Piece};
use crate::rules::Unmoved;

impl NaiveBoard<'_> {
    /// Whether some man of a side would capture an enemy man standing on a square, pinned or not.
    pub(super) fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.men(by).any(|(from, man)| {
            self.attacked_by(man, from).contains(&square)
                || self.steps_out(from).contains(&square)
                || self.reached_by_second_step(man, from).contains(&square)
        })
    }

    /// The squares where a man would capture by its own way of moving.
    pub(super) fn attacked_by(&self, man: Piece, from: Square) -> Vec<Square> {
        self.parts(man, from)
            .filter(|part| part.capture)
            .flat_map(|part| self.reached(part.path, man.color, from))
            .collect()
    }

    /// The ways in which a man may move from where it stands: none while it waits there.
    pub(super) fn parts(&self, man: Piece, from: Square) -> impl Iterator<Item = &Part> {
        let parts = self.game.kind(man.kind).movement.parts.iter();
        parts.filter(move |part| {
            !self.game.waits(man, from) && (!part.initial || self.is_unmoved(man, from))
        })
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
