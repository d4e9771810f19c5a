//! Pawns with a stage: what happens when they arrive on their last rank, and how those that wait
//! there leave it.

use super::NaiveBoard;
use super::change::{Carried, Change};
use crate::geometry::Square;
use crate::pieces::{Color, Kind, Piece};
use crate::rules::Stage;

impl NaiveBoard<'_> {
    /// A move together with the transfer that follows from it: a pawn that arrives where it is to be
    /// transferred goes on to its square at once, if that is free for it. Other moves stay as they
    /// are.
    pub(super) fn with_transfer(&self, mut change: Change) -> Change {
        let Carried { man, from, to, .. } = change.mover;
        if !self.game.waits(man, to) {
            return change;
        }
        let Some((home, becomes)) = self.transfer_of(man) else { return change };
        let mut board = self.clone();
        board.put(from, None);
        board.put(to, None);
        if board.is_free_for_transfer(home) {
            change.mover = Carried { man, from, to: home, becomes };
            change.removed.push(to);
        }
        change
    }

    /// The later transfers of pawns that wait because their square was not free when they arrived.
    pub(super) fn transfers(&self) -> Vec<Change> {
        let mut changes = Vec::new();
        for (from, man) in self.waiting(self.state.turn) {
            let Some((home, becomes)) = self.transfer_of(man) else { continue };
            if self.is_free_for_transfer(home) {
                changes.push(unnamed(Carried { man, from, to: home, becomes }));
            }
        }
        changes
    }

    /// The relocations of waiting pawns to where, as pawns, they would attack two enemy men, or one
    /// that has no move of its own then.
    pub(super) fn relocations(&self) -> Vec<Change> {
        let mut changes = Vec::new();
        for (from, man) in self.waiting(self.state.turn) {
            let Some(Stage::Wait { becomes }) = self.game.kind(man.kind).stage else { continue };
            for to in self.game.board.rectangle() {
                if to == from || !self.may_be_removed(to) {
                    continue;
                }
                let change = unnamed(Carried { man, from, to, becomes });
                if self.after(&change).is_worth_a_relocation(to, man.color) {
                    changes.push(change);
                }
            }
        }
        changes
    }

    /// Whether a pawn just relocated attacks enough; here it is the enemy's turn.
    fn is_worth_a_relocation(&self, to: Square, color: Color) -> bool {
        let Some(pawn) = self.at(to) else { return false };
        let mut targets = self.attacked_by(pawn, to);
        targets.sort_unstable();
        targets.dedup();
        targets
            .retain(|&square| self.is_capturable(square, color) && self.counts_as_target(square));
        targets.len() >= 2 || targets.iter().any(|&square| self.is_immobile(square))
    }

    fn counts_as_target(&self, square: Square) -> bool {
        let relocation = &self.game.relocation;
        self.at(square).is_some_and(|man| {
            (relocation.pawns_count || !self.game.kind(man.kind).pawn)
                && (relocation.royals_count || !self.is_royal(man))
        })
    }

    /// Whether a man has no move of its own, be it legal or not.
    fn is_immobile(&self, square: Square) -> bool {
        self.at(square).is_some_and(|man| self.moves_of(man, square).is_empty())
    }

    /// The men of a side that wait on their last rank.
    fn waiting(&self, color: Color) -> impl Iterator<Item = (Square, Piece)> {
        self.men(color).filter(|&(square, man)| self.game.waits(man, square))
    }

    /// Where a pawn is transferred and what it becomes there, if its stage is that.
    fn transfer_of(&self, man: Piece) -> Option<(Square, Kind)> {
        match &self.game.kind(man.kind).stage {
            Some(Stage::Transfer { becomes, to }) => Some((*to.of(man.color).first()?, *becomes)),
            _ => None,
        }
    }

    fn is_free_for_transfer(&self, square: Square) -> bool {
        self.is_empty(square)
            || self.game.relocation.transfer_removes && self.may_be_removed(square)
    }

    /// Whether a pawn may be put on a square in place of what stands there: a man of either side
    /// that is neither royal nor waits.
    fn may_be_removed(&self, square: Square) -> bool {
        self.at(square).is_none_or(|man| !self.is_royal(man) && !self.game.waits(man, square))
    }
}

/// A pawn goes somewhere and becomes another; the notation does not say what.
fn unnamed(mover: Carried) -> Change {
    Change { promoted: None, ..Change::of(mover) }
}
