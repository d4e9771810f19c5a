//! Moves that change places with one's own man: of a mated royal man, and where there is no other.

use super::{Sink, View};
use crate::geometry::Bitboard;
use crate::position::{Action, Move};
use crate::rules::SwapWhen;

impl<B: Bitboard> View<'_, B> {
    /// The moves of a side that has no other: a mated royal man changes places with a successor
    /// whose square is not attacked, or the royal man's one swap ends a stalemate.
    ///
    /// An exchange leaves the occupied squares as they are, so no line opens or closes: the
    /// partner's square is as safe afterwards as it is now. That it is safe is asked with the royal
    /// man in its place, where a man will stand again.
    #[cold]
    pub(crate) fn rescues(&self, mut found: impl FnMut(Move)) {
        if self.rules.is_citadel_draw(self.position) {
            return;
        }
        if self.in_check() {
            for kind in self.rules.successors.iter() {
                self.exchanges_with(self.position.men(self.us, kind), &mut found);
            }
        } else if self.rules.game().swap == Some(SwapWhen::CheckOrStalemate) {
            self.swaps(&mut found);
        }
    }

    /// The royal man's one swap, out of check.
    #[inline(always)]
    pub(super) fn swap_in_check(&self, sink: &mut impl Sink<B>) {
        if self.in_check() && self.rules.game().swap.is_some() {
            self.swaps(&mut |mv| sink.single(mv));
        }
    }

    /// The swaps of a royal man of the highest rank that is its side's only one, with any man but a
    /// waiting pawn, and with no pawn if that would come to stand on its last rank.
    #[cold]
    fn swaps(&self, found: &mut impl FnMut(Move)) {
        let right = self.rules.swap_right[self.us.index()];
        let highest = self.position.men(self.us, self.rules.royals[0]);
        if self.position.rights() & right == 0 || self.royal.is_empty() || self.royal != highest {
            return;
        }
        let mut partners = self.own & !self.royal & !self.position.waiting(self.rules, self.us);
        if self.rules.game().on_last_rank(self.us, self.royal.lowest()) {
            for kind in self.rules.pawns.iter() {
                partners &= !self.position.men(self.us, kind);
            }
        }
        self.exchanges_with(partners, found);
    }

    /// The royal man changes places with men whose squares are not attacked.
    fn exchanges_with(&self, partners: B, found: &mut impl FnMut(Move)) {
        for partner in partners.squares() {
            if self.rules.attackers(self.position, partner, !self.us).is_empty() {
                found(Move::new(self.royal.lowest(), partner, Action::Exchange));
            }
        }
    }
}
