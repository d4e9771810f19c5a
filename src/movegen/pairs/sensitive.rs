//! [`Sensitive`]: the squares whose emptying or filling may check, pin or free a man of the side
//! that replies.

use arrayvec::ArrayVec;

use crate::geometry::{Bitboard, LANES, Lanes, Square};
use crate::movegen::View;
use crate::movegen::fill::Runs;
use crate::pieces::{Kind, MAX_KINDS};
use crate::rules::{Approaches, FillTables, Lookers, PairSide, Quad};

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
    /// By kind: from where one more man would constrain somebody, or check.
    approached: &'v mut [B; MAX_KINDS],
    /// Squares on rays to the royal man.
    near: B,
    /// By kind: the same, if the man comes from such a square and may have stood in its own way.
    from_near: &'v [B; MAX_KINDS],
}

/// The lines to the royal man of the side that replies, as they are.
#[derive(Debug)]
pub(super) struct Lines<B> {
    left: B,
    reached: B,
    /// How many men a *reply* may take off a line besides the one that it moves.
    pub(super) slack: u32,
    /// Those on which so few men stand that one move may make them matter; if there is room.
    each: ArrayVec<Line<B>, MAX_LINES>,
    pub(super) overflows: bool,
}

/// At most this many lines are kept.
const MAX_LINES: usize = 24;

/// A line along which a man would attack the royal man on an empty board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<B> {
    pub(super) hops: bool,
    pub(super) from: Square,
    pub(super) between: B,
}

impl<B: Bitboard> Lines<B> {
    /// No line yet.
    pub(super) const fn new(slack: u32) -> Self {
        let (left, reached) = (B::EMPTY, B::EMPTY);
        Self { left, reached, slack, each: ArrayVec::new_const(), overflows: false }
    }

    /// The lines on which at most one man too many stands.
    #[inline(always)]
    pub(super) fn each(&self) -> &[Line<B>] {
        &self.each
    }

    /// Notes a line.
    #[inline(always)]
    pub(super) fn note(&mut self, hops: bool, from: Square, between: B, men: Sides<B>) {
        let occupied = between & men.occupied;
        let count = occupied.count();
        if count > 2 + u32::from(hops) + self.slack {
            return;
        }
        self.overflows |= self.each.try_push(Line { hops, from, between }).is_err();
        let attacker = B::single(from);
        if self.slack > 0 {
            self.left |= between | attacker;
            self.reached |= between | attacker;
            return;
        }
        let theirs = occupied.meets(men.replier);
        match (hops, count) {
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

impl<'v, B: Bitboard> Sensitive<'v, B> {
    /// The sensitive squares for the moves of a side against the other side's royal man, whose lines
    /// were noted.
    #[inline(always)]
    pub(super) fn new<L: Lanes<B>>(
        mover: &View<'_, B>,
        replier: &View<'_, B>,
        lines: &Lines<B>,
        fills: &FillTables<B>,
        side: &'v PairSide<B>,
        approached: &'v mut [B; MAX_KINDS],
    ) -> Self {
        let &Lines { left, reached, slack, .. } = lines;
        let royal = replier.royal.lowest();
        let near = side.near[royal.index()];
        let Approaches { all, .. } = &side.approaches[royal.index()];
        let mut sensitive = Self { left, reached, approached, near, from_near: all };
        if slack == 0 {
            for quad in fills.ascending() {
                sensitive.new_lines::<L, true>((mover, replier), quad, &side.lookers[quad.place]);
            }
            for quad in fills.descending() {
                sensitive.new_lines::<L, false>((mover, replier), quad, &side.lookers[quad.place]);
            }
        }
        sensitive
    }

    /// The squares whose filling by a man of a kind matters, wherever it comes from.
    #[inline(always)]
    pub(super) fn reached(&self, kind: Kind) -> B {
        self.reached | self.approached[kind.index()]
    }

    /// Whether a man of a kind might look at the royal man from a square, on some board.
    #[inline(always)]
    pub(super) fn may_look(&self, kind: Kind, from: Square) -> bool {
        self.from_near[kind.index()].contains(from)
    }

    /// What comes to them for a man that leaves a certain square.
    #[inline(always)]
    pub(super) fn reached_from(&self, kind: Kind, from: Square) -> B {
        let near = self.near.contains(from);
        if near { self.from_near[kind.index()] } else { B::EMPTY }
    }

    /// The lines along the directions of a quad, outward from the royal man, that an arriving man
    /// would open.
    #[inline(always)]
    fn new_lines<L: Lanes<B>, const UP: bool>(
        &mut self,
        (mover, replier): (&View<'_, B>, &View<'_, B>),
        quad: &Quad<B>,
        lookers: &Lookers<B>,
    ) {
        let runs = Runs::<B, L, UP>::new(quad, mover.occupied);
        let men = L::splat(mover.occupied);
        let empty = L::splat(!mover.occupied);
        let theirs = L::splat(replier.own);
        // Segment by segment: the first is seen over no man, the second over one, and so on. A slide
        // must be seen over nobody, or over one of the replier's.
        let first = runs.ride(L::splat(replier.royal), 0);
        let one = first.and(men);
        let behind_theirs = runs.ride(one.and(theirs), 0);
        let slides = first.or(behind_theirs);
        let elbows = slides.and(empty).or(one.and(theirs)).sets();
        let own = |lanes: &[u64; LANES]| L::masked(!B::EMPTY, lanes);
        for (kind, lanes) in &lookers.slides {
            self.approached[kind.index()] |= slides.and(own(lanes)).union();
        }
        for (kind, lane, back) in &lookers.bends {
            self.approached[kind.index()] |= back.of(elbows[*lane]);
        }
        if !lookers.hops.is_empty() {
            // Over nobody, over one, and over two of whom one is the replier's.
            let second = runs.ride(one, 0);
            let two = second.and(men.and(theirs)).or(behind_theirs.and(men));
            let hops = first.or(second).or(runs.ride(two, 0));
            for (kind, lanes) in &lookers.hops {
                self.approached[kind.index()] |= hops.and(own(lanes)).union();
            }
        }
    }
}
