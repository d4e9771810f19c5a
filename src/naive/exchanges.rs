//! Exchanges of a royal man with another man of its side: succession and swap.

use super::NaiveBoard;
use super::change::{Carried, Change};
use crate::geometry::Square;
use crate::pieces::Piece;
use crate::rules::RightNeeds;

impl NaiveBoard<'_> {
    /// The exchanges of a royal man with a successor that is not attacked; whether there is need
    /// of one is not asked here.
    pub(super) fn successions(&self) -> Vec<Change> {
        let side = self.state.turn;
        if !self.game.succession {
            return Vec::new();
        }
        let Some((throne, royal)) = self.only_royal(side) else { return Vec::new() };
        self.men(side)
            .filter(|&(square, heir)| {
                self.game.kind(heir.kind).successor && !self.is_attacked(square, !side)
            })
            .map(|(square, heir)| exchange((throne, royal), (square, heir)))
            .collect()
    }

    /// The exchanges, once a game, of the only royal man with one that is not royal; whether it is
    /// the time for them is not asked here.
    pub(super) fn swaps(&self) -> Vec<Change> {
        let side = self.state.turn;
        let Some(right) = self.unused_right(&RightNeeds::Swap) else { return Vec::new() };
        let only = self.only_royal(side).filter(|&(throne, royal)| {
            self.rank(royal) == Some(1) && self.game.board.in_rectangle(throne)
        });
        let Some((throne, royal)) = only else { return Vec::new() };
        self.men(side)
            .filter(|&(square, partner)| {
                // A swap takes no pawn to its last rank.
                let arrives =
                    self.game.kind(partner.kind).pawn && self.game.on_last_rank(side, throne);
                !self.is_royal(partner)
                    && !self.game.waits(partner, square)
                    && !arrives
                    && !self.is_attacked(square, !side)
            })
            .map(|(square, partner)| {
                let mut change = exchange((throne, royal), (square, partner));
                change.spent = Some(right);
                change
            })
            .collect()
    }
}

/// Two men change places; the first is the one that moves.
fn exchange((here, mover): (Square, Piece), (there, other): (Square, Piece)) -> Change {
    Change::of_both(Carried::unchanged(mover, here, there), Carried::unchanged(other, there, here))
}
