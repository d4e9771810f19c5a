//! Citadels: squares beyond the rectangle that royal men alone enter, step by step.

use super::NaiveBoard;
use super::change::{Carried, Change};
use crate::geometry::Square;
use crate::pieces::Piece;
use crate::rules::{Citadel, RightNeeds};

impl NaiveBoard<'_> {
    /// Whether the highest royal man of a side is in the enemy's citadel, which ends the game.
    pub(super) fn is_drawn_in_citadel(&self) -> bool {
        self.game.citadels.iter().any(|citadel| {
            self.at(citadel.square)
                .is_some_and(|man| man.color != citadel.owner && self.is_highest(man))
        })
    }

    /// What a royal man can do by a step into a citadel or out of one.
    pub(super) fn citadel_moves(&self, man: Piece, from: Square) -> Vec<Change> {
        if !self.is_royal(man) {
            return Vec::new();
        }
        let step = |to| Change::of(Carried::unchanged(man, from, to));
        let mut changes = Vec::new();
        for citadel in &self.game.citadels {
            let beside = self.neighbours(citadel.square).contains(&from);
            if beside && self.is_empty(citadel.square) && self.may_enter(man, citadel) {
                changes.push(step(citadel.square));
                changes.extend(self.exchanges_in(citadel, man, from));
            }
        }
        for to in self.steps_out(from) {
            if self.is_empty(to) || self.is_capturable(to, man.color) {
                changes.push(step(to));
            }
        }
        changes
    }

    /// The squares that a man in a citadel may step to; from the rectangle nobody steps out.
    pub(super) fn steps_out(&self, from: Square) -> Vec<Square> {
        if self.game.board.in_rectangle(from) { Vec::new() } else { self.neighbours(from) }
    }

    /// The enemy's citadel is for the highest royal man, the own one for kinds marked so.
    fn may_enter(&self, man: Piece, citadel: &Citadel) -> bool {
        if citadel.owner == man.color {
            self.game.kind(man.kind).own_citadel
        } else {
            self.is_highest(man)
        }
    }

    /// The exchanges, once a game, of a royal man of the highest kind of all that enters the
    /// enemy's citadel: a lower one from the rectangle stays there, and it goes where that one was.
    fn exchanges_in(&self, citadel: &Citadel, man: Piece, from: Square) -> Vec<Change> {
        let may =
            self.game.citadel_exchange && citadel.owner != man.color && self.rank(man) == Some(1);
        let Some(right) = self.unused_right(&RightNeeds::CitadelExchange).filter(|_| may) else {
            return Vec::new();
        };
        let mut changes = Vec::new();
        for (square, lower) in self.royals(man.color) {
            if self.rank(lower) > Some(1) && self.game.board.in_rectangle(square) {
                let mut change = Change::of_both(
                    Carried::unchanged(man, from, square),
                    Carried::unchanged(lower, square, citadel.square),
                );
                change.legs = vec![(from, citadel.square), (square, citadel.square)];
                change.spent = Some(right);
                changes.push(change);
            }
        }
        changes
    }
}
