//! The second step of a man that may move twice, as the Lion of Chu Shogi does.

use super::NaiveBoard;
use super::change::{Carried, Change};
use crate::geometry::Square;
use crate::pieces::Piece;

impl NaiveBoard<'_> {
    /// The moves of two legs: over a neighbour that is captured to a neighbour of that square or
    /// back; and, with an empty neighbour, there and back again, which passes.
    ///
    /// Two steps over an empty square are not here: they lead where a leap leads, and are the same
    /// move.
    pub(super) fn second_steps(&self, man: Piece, from: Square) -> Vec<Change> {
        if !self.has_second_step(man, from) {
            return Vec::new();
        }
        let mut changes = Vec::new();
        let neighbours = self.neighbours(from);
        for &over in neighbours.iter().filter(|&&square| self.is_capturable(square, man.color)) {
            for to in self.neighbours(over) {
                if to == from || self.is_empty(to) || self.is_capturable(to, man.color) {
                    for becomes in self.becoming(man, to) {
                        let mut change = Change::of(Carried { man, from, to, becomes });
                        change.removed.push(over);
                        change.legs = vec![(from, over), (over, to)];
                        changes.push(change);
                    }
                }
            }
        }
        if neighbours.iter().any(|&square| self.is_empty(square)) {
            for becomes in self.becoming(man, from) {
                changes.push(Change::of(Carried { man, from, to: from, becomes }));
            }
        }
        changes
    }

    /// Where a man would capture by its second step, whoever stands there.
    pub(super) fn reached_by_second_step(&self, man: Piece, from: Square) -> Vec<Square> {
        if !self.has_second_step(man, from) {
            return Vec::new();
        }
        let mut over = self.neighbours(from);
        over.retain(|&square| self.is_capturable(square, man.color));
        over.into_iter().flat_map(|square| self.neighbours(square)).collect()
    }

    fn has_second_step(&self, man: Piece, from: Square) -> bool {
        self.game.kind(man.kind).second_step && !self.game.waits(man, from)
    }
}
