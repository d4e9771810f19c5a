//! Moves that exist only where there is no other.

use super::View;
use crate::geometry::Bitboard;
use crate::position::{Action, Move};

impl<B: Bitboard> View<'_, B> {
    /// The moves of a side that has no ordinary one: a mated royal piece changes places with a
    /// successor whose square is not attacked.
    ///
    /// The exchange leaves the occupied squares as they are, so no line opens or closes: the
    /// successor's square is as safe afterwards as it is now. That it is safe is asked with the
    /// royal piece in its place, where a man will stand again.
    #[cold]
    pub(super) fn rescues(&self, mut found: impl FnMut(Move)) {
        if !self.in_check() {
            return;
        }
        for kind in self.rules.successors.iter() {
            for partner in self.position.men(self.us, kind).squares() {
                if self.rules.attackers(self.position, partner, !self.us).is_empty() {
                    found(Move::new(self.royal, partner, Action::Exchange));
                }
            }
        }
    }
}
