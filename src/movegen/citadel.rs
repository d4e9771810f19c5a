//! Citadels: squares beyond the rectangle where royal men are immune.

use super::{Sink, View};
use crate::geometry::{Bitboard, Square};
use crate::position::{Action, Move, Position};
use crate::rules::Ruleset;

impl<B: Bitboard> Ruleset<B> {
    /// Whether the game is drawn: the highest royal man of a side is in the enemy's citadel.
    #[inline(always)]
    pub(crate) fn is_citadel_draw(&self, position: &Position<B>) -> bool {
        // The enemy's citadel is the other one, so looking at White's view is enough.
        self.citadels[0].iter().any(|citadel| {
            position.at(citadel.square).is_some_and(|man| {
                let is_own = citadel.is_own == (man.color.index() == 0);
                !is_own && position.highest_royals(self, man.color).contains(citadel.square)
            })
        })
    }
}

impl<B: Bitboard> View<'_, B> {
    /// Steps into citadels. A man that is there cannot be attacked, and an exchange leaves two
    /// royal men, so no attack forbids any of them.
    #[inline(never)]
    pub(super) fn citadels(&self, sink: &mut impl Sink<B>) {
        for from in self.position.royals(self.rules, self.us).squares() {
            for to in self.citadel_entries(from) {
                sink.single(Move::new(from, to, Action::Step));
                self.exchanges(from, to, sink);
            }
        }
    }

    /// The citadels that a man may step into.
    pub(super) fn citadel_entries(&self, from: Square) -> impl Iterator<Item = Square> {
        let man = self.position.at(from);
        let is_highest = self.position.highest_royals(self.rules, self.us).contains(from);
        self.rules.citadels[self.us.index()]
            .iter()
            .filter(move |citadel| {
                let may = if citadel.is_own {
                    man.is_some_and(|man| self.rules.own_citadel.contains(man.kind))
                } else {
                    is_highest
                };
                may && citadel.beside.contains(from) && !self.occupied.contains(citadel.square)
            })
            .map(|citadel| citadel.square)
    }

    /// A man of the highest rank of all enters the enemy's citadel and changes places at once with
    /// a lower royal man of its side.
    fn exchanges(&self, from: Square, to: Square, sink: &mut impl Sink<B>) {
        let right = self.rules.citadel_right[self.us.index()];
        let highest = self.position.men(self.us, self.rules.royals[0]);
        let is_own = self.rules.citadels[self.us.index()]
            .iter()
            .any(|citadel| citadel.square == to && citadel.is_own);
        if self.position.rights() & right == 0 || is_own || !highest.contains(from) {
            return;
        }
        let lower = self.position.royals(self.rules, self.us) & !highest;
        for partner in lower.squares().filter(|&s| self.rules.game().board.in_rectangle(s)) {
            sink.single(Move::new(from, to, Action::CitadelExchange).by_way_of(partner));
        }
    }
}
