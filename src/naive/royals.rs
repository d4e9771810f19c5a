//! Royal men: which of them a side has, which is the highest, and whether the only one is attacked.

use super::NaiveBoard;
use crate::geometry::Square;
use crate::pieces::{Color, Piece};

impl NaiveBoard<'_> {
    /// Whether the side to move is in check: its only royal man is attacked.
    pub fn in_check(&self) -> bool {
        self.is_checked(self.state.turn)
    }

    /// Whether the side that has just moved is in check; no legal move leads to such a position.
    pub fn opponent_in_check(&self) -> bool {
        self.is_checked(!self.state.turn)
    }

    /// A side with several royal men is never in check, whichever of them are attacked.
    fn is_checked(&self, color: Color) -> bool {
        self.only_royal(color).is_some_and(|(square, _)| self.is_attacked(square, !color))
    }

    /// The royal men of a side and where they stand, those in citadels included.
    pub(super) fn royals(&self, color: Color) -> impl Iterator<Item = (Square, Piece)> {
        self.men(color).filter(|(_, man)| self.is_royal(*man))
    }

    /// The royal man of a side that has exactly one.
    pub(super) fn only_royal(&self, color: Color) -> Option<(Square, Piece)> {
        let mut royals = self.royals(color);
        let only = royals.next()?;
        royals.next().is_none().then_some(only)
    }

    /// Whether a man is royal.
    pub(super) fn is_royal(&self, man: Piece) -> bool {
        self.rank(man).is_some()
    }

    /// A man's rank among the royal kinds, 1 the highest.
    pub(super) fn rank(&self, man: Piece) -> Option<u8> {
        self.game.kind(man.kind).royal
    }

    /// Whether no royal man of its side still on the board has a higher rank than this royal man.
    pub(super) fn is_highest(&self, man: Piece) -> bool {
        let highest = self.royals(man.color).filter_map(|(_, royal)| self.rank(royal)).min();
        self.is_royal(man) && self.rank(man) == highest
    }
}
