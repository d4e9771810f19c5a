//! [`Sensitive`]: the squares whose emptying or filling may check, pin or free a man of the side
//! that replies.

use arrayvec::ArrayVec;

use crate::geometry::{Bitboard, LANES, Lanes, Square};
use crate::movegen::View;
use crate::movegen::fill::Runs;
use crate::pieces::{Kind, MAX_KINDS};
use crate::rules::{FillTables, Line, PairSide};

/// At most this many lanes: one for each of the 48 leaps of movement strings and its opposite, and
/// what is left over of two quads.
const MAX_RAYS: usize = 2 * 48 + 2 * LANES;

/// Where a move touches the lines to the enemy's royal man.
///
/// With the men on a line between an attacker and the royal man counted, and told by side:
///
/// | attacker | men between | leaving matters | arriving matters |
/// |---|---|---|---|
/// | slides or bends | one of the replier's | the attacker | on the line |
/// | | one of the mover's | that man | |
/// | | two | the mover's of them | |
/// | hops | none | the attacker | on the line |
/// | | two, one of them the replier's | the attacker, the mover's of them | on the line |
/// | | two of the mover's | both | |
/// | | three, one of them the replier's | the mover's of them | |
///
/// The royal man is not attacked, so other small numbers do not occur. For a man that arrives
/// somewhere the line may be new.
#[derive(Debug)]
pub(super) struct Sensitive<'v, B> {
    /// Squares whose emptying matters.
    pub(super) left: B,
    /// Squares whose filling matters.
    reached: B,
    /// By kind.
    approached: &'v mut ArrayVec<Approached<B>, MAX_KINDS>,
    /// Squares on rays to the royal man.
    near: B,
}

/// The lines to the royal man of the side that replies, as they are.
#[derive(Debug)]
pub(super) struct Lines<B> {
    left: B,
    reached: B,
    /// How many men a *reply* may take off a line besides the one that it moves.
    pub(super) slack: u32,
}

impl<B: Bitboard> Lines<B> {
    /// No line yet.
    pub(super) const fn new(slack: u32) -> Self {
        Self { left: B::EMPTY, reached: B::EMPTY, slack }
    }

    /// Notes a line.
    #[inline(always)]
    pub(super) fn note(&mut self, line: &Line<B>, from: Square, between: B, men: Sides<B>) {
        let occupied = between & men.occupied;
        let count = occupied.count();
        if count > 2 + u32::from(line.hops) + self.slack {
            return;
        }
        let attacker = B::single(from);
        if self.slack > 0 {
            self.left |= between | attacker;
            self.reached |= between | attacker;
            return;
        }
        let theirs = occupied.meets(men.replier);
        match (line.hops, count) {
            (false, 1) | (true, 2) if theirs => {
                self.left |= attacker | (occupied & men.mover);
                self.reached |= between;
            }
            (true, 0) => {
                self.left |= attacker;
                self.reached |= between;
            }
            (true, 3) if !theirs => {}
            _ => self.left |= occupied & men.mover,
        }
    }
}

/// All men, and those of each side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sides<B> {
    pub(super) occupied: B,
    pub(super) mover: B,
    pub(super) replier: B,
}

/// From where a man of a kind would constrain somebody, or check.
#[derive(Clone, Copy, Debug)]
pub(super) struct Approached<B> {
    squares: B,
    /// The same, if the man comes from [`Sensitive::near`] and may have stood in its own way.
    from_near: B,
}

impl<'v, B: Bitboard> Sensitive<'v, B> {
    /// The sensitive squares for the moves of a side against the other side's royal man, whose lines
    /// were noted.
    #[inline(always)]
    pub(super) fn new<L: Lanes<B>>(
        mover: &View<'_, B>,
        replier: &View<'_, B>,
        lines: &Lines<B>,
        fills: &FillTables<B>,
        side: &PairSide<B>,
        approached: &'v mut ArrayVec<Approached<B>, MAX_KINDS>,
    ) -> Self {
        let Lines { left, reached, slack } = *lines;
        let near = side.near[replier.royal.lowest().index()];
        let mut rays: ArrayVec<FromRoyal<B>, MAX_RAYS> = ArrayVec::new_const();
        for quad in &fills.quads {
            let runs = Runs::<B, L>::new(quad, mover.occupied);
            rays.extend(FromRoyal::along(&runs, mover.occupied, replier));
        }
        let mut sensitive = Self { left, reached, approached, near };
        sensitive.new_lines(mover, replier.royal.lowest(), side, &rays, slack);
        sensitive
    }

    /// The squares whose filling by a man of a kind matters, wherever it comes from.
    #[inline(always)]
    pub(super) fn reached(&self, kind: Kind) -> B {
        self.reached | self.approached[kind.index()].squares
    }

    /// What comes to them for a man that leaves a certain square.
    #[inline(always)]
    pub(super) fn reached_from(&self, kind: Kind, from: Square) -> B {
        let near = self.near.contains(from);
        if near { self.approached[kind.index()].from_near } else { B::EMPTY }
    }

    /// The lines that an arriving man would open.
    #[inline(always)]
    fn new_lines(
        &mut self,
        mover: &View<'_, B>,
        royal: Square,
        side: &PairSide<B>,
        rays: &[FromRoyal<B>],
        slack: u32,
    ) {
        let us = mover.us;
        let kinds = &mover.rules.movement.kinds[us.index()];
        for (index, approach) in side.approaches.iter().enumerate() {
            if mover.position.men(us, Kind::new(index)).is_empty() {
                self.approached.push(Approached { squares: B::EMPTY, from_near: B::EMPTY });
                continue;
            }
            let from_near = approach.onto[royal.index()];
            let mut squares = kinds[index].leaps_onto[royal.index()];
            if slack > 0 {
                squares = from_near;
            } else {
                for &ray in &approach.slides {
                    squares |= rays[ray].slides;
                }
                for &ray in &approach.hops {
                    squares |= rays[ray].hops;
                }
                for (ray, back) in &approach.bends {
                    squares |= back.of(rays[*ray].elbows);
                }
            }
            self.approached.push(Approached { squares, from_near });
        }
    }
}

/// The squares along a ray from the royal man from where an attacker would matter, for a man that
/// slides, or bends on an elbow there, or hops.
#[derive(Clone, Copy, Debug)]
struct FromRoyal<B> {
    slides: B,
    elbows: B,
    hops: B,
}

impl<B: Bitboard> FromRoyal<B> {
    /// Those of the four lanes of a quad.
    #[inline(always)]
    fn along<L: Lanes<B>>(
        runs: &Runs<'_, B, L>,
        occupied: B,
        replier: &View<'_, B>,
    ) -> [Self; LANES] {
        let men = L::splat(occupied);
        // Segment by segment: the first is seen over no man, the second over one, and so on.
        let first = runs.next(runs.fill(L::splat(replier.royal)));
        let second = runs.next(runs.fill(first.and(men)));
        let third = runs.next(runs.fill(second.and(men))).sets();
        let (first, second) = (first.sets(), second.sets());
        std::array::from_fn(|lane| {
            let (first, second) = (first[lane], second[lane]);
            let mut squares =
                Self { slides: first, elbows: first & !occupied, hops: first | second };
            if (first & occupied).meets(replier.own) {
                squares.slides |= second;
                squares.elbows = first | (second & !occupied);
            }
            if ((first | second) & occupied).meets(replier.own) {
                squares.hops |= third[lane];
            }
            squares
        })
    }
}
