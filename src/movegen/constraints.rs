//! [`Constraints`]: where the men of a side may go without leaving their royal man attacked.
//!
//! Computed once a position, without making a move. For every enemy man that would attack the
//! royal man on an empty board, let S be the squares between them and c the number of men on S.
//!
//! | attacker | c = 0 | c = 1, the man p | c = 2 |
//! |---|---|---|---|
//! | slides or bends | check: go to S or take it | p ours: to S or take it | |
//! | hops | nobody may land on S | check: to S but not onto p, or take it; p ours: off S | each of ours on S: to S but not onto the other, or take it |
//! | leaps | check: take it | | |
//!
//! The elbow and the leg of a bent rider's path lie on the royal man's own line, so its S is
//! traced from the attacker; its path backwards would be another one. Two checks need nothing
//! special: their squares have no common one, or they do and it answers both.

use arrayvec::ArrayVec;

use crate::geometry::{Bitboard, Square};
use crate::pieces::Color;
use crate::rules::{MovementTables, Onto};

/// At most this many men have squares of their own: the first two on each line to the royal man.
/// Lines lead along the steps of 48 leaps at most, which are all that movement strings can say.
const MAX_CONSTRAINED: usize = 96;

/// Where the men of a side, its royal man aside, may go.
#[derive(Clone, Debug)]
pub(crate) struct Constraints<B> {
    /// Whether the royal man is attacked.
    pub(crate) in_check: bool,
    /// Where men may go that have no squares of their own.
    pub(crate) allowed: B,
    /// The men that have squares of their own.
    pub(crate) constrained: B,
    own: ArrayVec<(Square, B), MAX_CONSTRAINED>,
}

/// A royal man, and who may attack it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Threatened<'r, B: Bitboard> {
    pub(crate) movement: &'r MovementTables<B>,
    pub(crate) royal: Square,
    /// The side that attacks.
    pub(crate) by: Color,
    /// All men, and those of the royal man's side.
    pub(crate) occupied: B,
    pub(crate) own: B,
}

impl<B: Bitboard> Constraints<B> {
    /// No constraint: everywhere allowed.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self {
            in_check: false,
            allowed: !B::EMPTY,
            constrained: B::EMPTY,
            own: ArrayVec::new_const(),
        }
    }

    /// Adds what the attackers of a royal man leave to the men of its side; `men` tells where the
    /// attackers of a kind stand. Each line is noted on which one stands that would attack along it
    /// on an empty board: whether by hopping, that man, and the squares between.
    #[inline(always)]
    pub(crate) fn find(
        &mut self,
        threatened: &Threatened<'_, B>,
        men: impl Fn(&Onto<B>) -> B,
        mut note: impl FnMut(bool, Square, B),
    ) {
        let Threatened { movement, royal, by, occupied, own } = *threatened;
        for from in men(&movement.leaps_onto[by.index()]).squares() {
            self.leap(from);
        }
        for lines in &movement.lines[by.index()] {
            for from in men(&lines.onto).squares() {
                let between = movement.between(lines, royal, from);
                note(lines.hops, from, between);
                self.line(lines.hops, from, between, (occupied, own));
            }
        }
    }

    /// Adds what a man leaves to the men of the royal man's side who would attack it along a line on
    /// an empty board, by hopping or not, over the squares between; all men and those of the side
    /// are given.
    #[inline(always)]
    pub(crate) fn line(&mut self, hops: bool, from: Square, between: B, (occupied, own): (B, B)) {
        if hops {
            self.hop(from, between, occupied, own);
        } else {
            self.slide(from, between, occupied, own);
        }
    }

    /// The men with squares of their own, and these squares.
    #[inline(always)]
    pub(crate) fn each(&self) -> impl Iterator<Item = (Square, B)> {
        self.own.iter().copied()
    }

    /// Whether they say the same as others.
    #[inline(always)]
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.in_check == other.in_check
            && self.allowed == other.allowed
            && self.constrained == other.constrained
            && self.each().all(|(man, squares)| other.of(man) == squares)
    }

    /// The squares of a constrained man.
    #[inline(always)]
    pub(crate) fn of(&self, man: Square) -> B {
        let known = self.own.iter().find(|(square, _)| *square == man);
        known.map_or(self.allowed, |&(_, squares)| squares)
    }

    /// A leaper attacks the royal man.
    #[inline(always)]
    pub(crate) fn leap(&mut self, from: Square) {
        self.in_check = true;
        self.general(B::single(from));
    }

    /// A man on `from` slides or bends towards the royal man over `between`.
    #[inline(always)]
    fn slide(&mut self, from: Square, between: B, occupied: B, ours: B) {
        let men = between & occupied;
        if men.is_empty() {
            self.in_check = true;
            self.general(between | B::single(from));
        } else if !men.has_many() && men.meets(ours) {
            self.exception(men.lowest(), between | B::single(from));
        }
    }

    /// A man on `from` hops towards the royal man over one man on `between`.
    #[inline(always)]
    fn hop(&mut self, from: Square, between: B, occupied: B, ours: B) {
        let men = between & occupied;
        if men.is_empty() {
            self.general(!between);
            return;
        }
        let take = B::single(from);
        if !men.has_many() {
            self.in_check = true;
            let general = (between & !men) | take;
            if men.meets(ours) {
                // The screen itself may go anywhere off the line; that is no matter of where
                // the others may go.
                self.exception_to(men.lowest(), !between, general);
            } else {
                self.general(general);
            }
        } else if !men.without_lowest().has_many() {
            let (first, second) = (men.lowest(), men.highest());
            for (man, other) in [(first, second), (second, first)] {
                if ours.contains(man) {
                    self.exception(man, (between & !B::single(other)) | take);
                }
            }
        }
    }

    /// Everybody may go to these squares only.
    #[inline(always)]
    fn general(&mut self, squares: B) {
        self.allowed &= squares;
        for (_, own) in &mut self.own {
            *own &= squares;
        }
    }

    /// One man may go to these squares only.
    #[inline(always)]
    fn exception(&mut self, man: Square, squares: B) {
        *self.own_of(man) &= squares;
    }

    /// One man may go to these squares only, everybody else to those.
    fn exception_to(&mut self, man: Square, squares: B, others: B) {
        let own = *self.own_of(man) & squares;
        self.general(others);
        *self.own_of(man) = own;
    }

    /// The squares of one man's own; so far, those allowed to all.
    #[inline(always)]
    fn own_of(&mut self, man: Square) -> &mut B {
        let known = self.own.iter().position(|&(square, _)| square == man);
        let index = known.unwrap_or_else(|| {
            self.own.push((man, self.allowed));
            self.constrained |= B::single(man);
            self.own.len() - 1
        });
        &mut self.own[index].1
    }
}
