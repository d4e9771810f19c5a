//! What pawns do on their last rank that do not simply promote there: becoming royal, waiting,
//! relocation and transfer.

use super::{Sink, View};
use crate::geometry::{Bitboard, Square};
use crate::pieces::{Color, Kind, Piece};
use crate::position::{Action, Move, Position};
use crate::rules::{Ruleset, Then};

impl<B: Bitboard> View<'_, B> {
    /// All of them.
    #[inline(never)]
    pub(super) fn stages(&self, sink: &mut impl Sink<B>) {
        self.arrivals(sink);
        if !self.rules.game().relocation.must {
            self.relocations(sink);
        }
        self.transfers(sink);
    }

    #[inline(always)]
    pub(super) fn arrivals(&self, sink: &mut impl Sink<B>) {
        for arrival in &self.rules.stages[self.us.index()].arrivals {
            for from in self.position.men(self.us, arrival.kind).squares() {
                let to = (arrival.quiet[from.index()] & !self.occupied)
                    | (arrival.capture[from.index()] & self.enemy);
                for to in to.squares() {
                    match arrival.then {
                        // With a second royal man no attack forbids anything.
                        Then::Crown(royal) => {
                            sink.single(Move::new(from, to, Action::Step).promoting(royal));
                        }
                        Then::Transfer => {
                            let mv = Move::new(from, to, Action::Arrive);
                            if self.leaves_royal_safe(mv) {
                                sink.single(mv);
                            }
                        }
                    }
                }
            }
        }
    }

    /// Relocations of waiting pawns; whether there was one.
    #[inline(never)]
    pub(super) fn relocations(&self, sink: &mut impl Sink<B>) -> bool {
        let mut found = false;
        let stages = &self.rules.stages[self.us.index()];
        for &(kind, becomes) in &stages.relocations {
            let last_rank = stages.waiting.iter().find(|(waiting, _)| *waiting == kind);
            let last_rank = last_rank.map_or(B::EMPTY, |&(_, squares)| squares);
            for from in (self.position.men(self.us, kind) & last_rank).squares() {
                for to in self.relocation_targets(from, becomes).squares() {
                    let mv = Move::new(from, to, Action::Relocate);
                    if self.leaves_royal_safe(mv) {
                        sink.single(mv);
                        found = true;
                    }
                }
            }
        }
        found
    }

    /// Where a waiting pawn may be put: where it would attack two men, or one that cannot move.
    fn relocation_targets(&self, from: Square, becomes: Kind) -> B {
        let game = self.rules.game();
        let mut men = self.enemy;
        if !game.relocation.pawns_count {
            for kind in self.rules.pawns.iter() {
                men &= !self.position.men(!self.us, kind);
            }
        }
        if !game.relocation.royals_count {
            men &= !self.position.royals(self.rules, !self.us);
        }
        let attacks_onto = &self.rules.movement.kinds[self.us.index()][becomes.index()].leaps_onto;
        let (mut once, mut twice) = (B::EMPTY, B::EMPTY);
        for man in men.squares() {
            let onto = attacks_onto[man.index()];
            twice |= once & onto;
            once |= onto;
        }
        let barred = self.position.royals(self.rules, Color::White)
            | self.position.royals(self.rules, Color::Black)
            | self.position.waiting(self.rules, Color::White)
            | self.position.waiting(self.rules, Color::Black);
        let attacks = &self.rules.movement.kinds[self.us.index()][becomes.index()].leap_attacks;
        let mut targets = twice;
        for to in (once & !twice & !barred).squares() {
            let next = self.position.play(self.rules, Move::new(from, to, Action::Relocate));
            let attacked = attacks[to.index()] & men;
            if attacked.squares().any(|man| !can_move(self.rules, &next, man)) {
                targets |= B::single(to);
            }
        }
        targets & !barred
    }

    /// Pawns that could not be transferred when they arrived.
    #[inline(always)]
    fn transfers(&self, sink: &mut impl Sink<B>) {
        let stages = &self.rules.stages[self.us.index()];
        for transfer in &stages.transfers {
            let last_rank = stages.waiting.iter().find(|(waiting, _)| *waiting == transfer.kind);
            let last_rank = last_rank.map_or(B::EMPTY, |&(_, squares)| squares);
            for from in (self.position.men(self.us, transfer.kind) & last_rank).squares() {
                let mv = Move::new(from, transfer.to, Action::Transfer);
                let free = self.position.is_free_for_transfer(self.rules, transfer.to);
                if free && self.leaves_royal_safe(mv) {
                    sink.single(mv);
                }
            }
        }
    }
}

/// Whether a man of the side to move has a move of its own, were there no royal man to think of;
/// the royal man's swap is none.
fn can_move<B: Bitboard>(rules: &Ruleset<B>, position: &Position<B>, square: Square) -> bool {
    let view = View::unconstrained(rules, position, position.turn());
    let Some(Piece { kind, .. }) = position.at(square) else { return false };
    if !view.targets(kind, square).is_empty() {
        return true;
    }
    let arrives = rules.stages[view.us.index()].arrivals.iter().any(|arrival| {
        arrival.kind == kind
            && ((arrival.quiet[square.index()] & !view.occupied)
                | (arrival.capture[square.index()] & view.enemy))
                .meets(!B::EMPTY)
    });
    arrives || view.citadel_entries(square).next().is_some()
}
