//! [`Reach`]: what a man reaches from a square, along rays and by leaps.

use std::sync::Arc;

use crate::geometry::{Bitboard, Board, Offset, Square};

/// A set of squares for each square. The places beyond the board hold the empty set.
pub(crate) type Table<B> = Box<[B; 256]>;

/// A table that several share.
pub(crate) type SharedTable<B> = Arc<[B; 256]>;

/// A table without squares.
pub(crate) fn empty_table<B: Bitboard>() -> Table<B> {
    Box::new([B::EMPTY; 256])
}

/// All squares from each square on in one direction, to the edge.
#[derive(Debug)]
pub(crate) struct Ray<B> {
    pub(crate) step: Offset,
    /// Whether it runs towards higher indices.
    pub(crate) ascends: bool,
    pub(crate) squares: SharedTable<B>,
}

impl<B: Bitboard> Ray<B> {
    pub(super) fn new(board: &Board, step: Offset) -> Self {
        let mut squares = empty_table();
        for from in board.rectangle() {
            squares[from.index()] = B::from_squares(walk(board, from, step));
        }
        Self { step, ascends: (step.rank, step.file) > (0, 0), squares: squares.into() }
    }

    /// All squares from one on, to the first man and with him.
    #[inline(always)]
    pub(crate) fn along(&self, from: Square, occupied: B) -> B {
        if self.ascends {
            up(&self.squares, from, occupied)
        } else {
            down(&self.squares, from, occupied)
        }
    }
}

/// The squares from one on, step by step, to the edge.
pub(super) fn walk(board: &Board, from: Square, step: Offset) -> impl Iterator<Item = Square> {
    std::iter::successors(board.step(from, step), move |&square| board.step(square, step))
}

/// All squares from one on along a ray that ascends, to the first man and with him.
#[inline(always)]
pub(crate) fn up<B: Bitboard>(ray: &[B; 256], from: Square, occupied: B) -> B {
    let all = ray[from.index()];
    all ^ ray[(all & occupied).lowest().index()]
}

/// The same along a ray that descends.
#[inline(always)]
pub(crate) fn down<B: Bitboard>(ray: &[B; 256], from: Square, occupied: B) -> B {
    let all = ray[from.index()];
    all ^ ray[(all & occupied).highest().index()]
}

/// Rays by the direction in which the first man on the way is searched.
#[derive(Debug)]
pub(crate) struct Slides<B> {
    /// Towards higher indices.
    up: Vec<SharedTable<B>>,
    /// Towards lower indices.
    down: Vec<SharedTable<B>>,
    /// Those on which not every distance is allowed.
    limited: Vec<LimitedSlide<B>>,
}

/// A slide that may not go to every distance.
#[derive(Debug)]
struct LimitedSlide<B> {
    ascends: bool,
    ray: SharedTable<B>,
    /// The squares at an allowed distance.
    within: Table<B>,
}

impl<B: Bitboard> Slides<B> {
    pub(super) const fn new() -> Self {
        Self { up: Vec::new(), down: Vec::new(), limited: Vec::new() }
    }

    /// Adds slides along a ray; `within` holds the squares at an allowed distance, if not all are.
    pub(super) fn push(&mut self, ray: &Ray<B>, within: Option<Table<B>>) {
        let (ascends, ray) = (ray.ascends, ray.squares.clone());
        match within {
            Some(within) => self.limited.push(LimitedSlide { ascends, ray, within }),
            None if ascends => self.up.push(ray),
            None => self.down.push(ray),
        }
    }

    /// What they reach, the first man on each way included.
    #[inline(always)]
    fn reached(&self, from: Square, occupied: B) -> B {
        let mut reached = B::EMPTY;
        for ray in &self.up {
            reached |= up(ray, from, occupied);
        }
        for ray in &self.down {
            reached |= down(ray, from, occupied);
        }
        if !self.limited.is_empty() {
            reached |= self.reached_limited(from, occupied);
        }
        reached
    }

    // Rare, so not part of the functions that ask.
    #[inline(never)]
    fn reached_limited(&self, from: Square, occupied: B) -> B {
        let mut reached = B::EMPTY;
        for LimitedSlide { ascends, ray, within } in &self.limited {
            let all = if *ascends { up(ray, from, occupied) } else { down(ray, from, occupied) };
            reached |= all & within[from.index()];
        }
        reached
    }

    /// The squares passed, whether one may stop there or not, and the men in the way.
    #[inline(always)]
    fn looked_at(&self, from: Square, occupied: B) -> B {
        let mut seen = B::EMPTY;
        for ray in &self.up {
            seen |= up(ray, from, occupied);
        }
        for ray in &self.down {
            seen |= down(ray, from, occupied);
        }
        for LimitedSlide { ascends, ray, .. } in &self.limited {
            seen |= if *ascends { up(ray, from, occupied) } else { down(ray, from, occupied) };
        }
        seen
    }

    /// What is reached by hopping: behind the first man on the way, up to the second one and with it.
    #[inline(always)]
    fn hopped(&self, from: Square, occupied: B) -> B {
        let mut reached = B::EMPTY;
        for ray in &self.up {
            let screen = (ray[from.index()] & occupied).lowest();
            reached |= up(ray, screen, occupied);
        }
        for ray in &self.down {
            let screen = (ray[from.index()] & occupied).highest();
            reached |= down(ray, screen, occupied);
        }
        reached
    }
}

/// A step to an elbow and the slides that start there.
#[derive(Debug)]
pub(crate) struct Bend<B> {
    /// The elbow of each square; 255 where it is off the board.
    elbow: Box<[u8; 256]>,
    pub(super) slides: Slides<B>,
}

impl<B: Bitboard> Bend<B> {
    /// A step without slides behind it.
    pub(super) fn new(board: &Board, first: Offset) -> Self {
        let mut elbow = Box::new([u8::MAX; 256]);
        for from in board.rectangle() {
            elbow[from.index()] = board.step(from, first).map_or(u8::MAX, Square::raw);
        }
        Self { elbow, slides: Slides::new() }
    }
}

/// Some of the ways in which a kind of one side moves.
#[derive(Debug)]
pub(crate) struct Reach<B> {
    /// Whether there are no ways.
    pub(crate) is_empty: bool,
    /// Whether there are none but leaps.
    pub(super) leaps_only: bool,
    pub(crate) leaps: SharedTable<B>,
    pub(super) slides: Slides<B>,
    pub(super) hops: Slides<B>,
    pub(super) bends: Vec<Bend<B>>,
}

impl<B: Bitboard> Reach<B> {
    /// No way at all; `nowhere` is a table without squares.
    pub(super) fn nothing(nowhere: &SharedTable<B>) -> Self {
        Self {
            is_empty: true,
            leaps_only: true,
            leaps: nowhere.clone(),
            slides: Slides::new(),
            hops: Slides::new(),
            bends: Vec::new(),
        }
    }

    /// What is reached from a square, men of both sides included.
    #[inline(always)]
    pub(crate) fn from(&self, square: Square, occupied: B) -> B {
        if self.is_empty {
            return B::EMPTY;
        }
        self.leaps[square.index()] | self.along_lines(square, occupied)
    }

    /// The same, for ways of which few kinds have more than leaps: what lies along lines is not made
    /// part of the function that asks.
    #[inline(always)]
    pub(crate) fn mostly_leaps_from(&self, square: Square, occupied: B) -> B {
        if self.is_empty {
            return B::EMPTY;
        }
        let leaps = self.leaps[square.index()];
        if self.leaps_only { leaps } else { leaps | self.along_lines_apart(square, occupied) }
    }

    #[inline(never)]
    fn along_lines_apart(&self, square: Square, occupied: B) -> B {
        self.along_lines(square, occupied)
    }

    /// What is reached by slides, hops and bends.
    #[inline(always)]
    fn along_lines(&self, square: Square, occupied: B) -> B {
        let mut reached = self.slides.reached(square, occupied);
        reached |= self.hops.hopped(square, occupied);
        for bend in &self.bends {
            let elbow = Square::new(bend.elbow[square.index()]);
            if elbow.index() < B::CAPACITY && !occupied.contains(elbow) {
                reached |= bend.slides.reached(elbow, occupied);
            }
        }
        reached
    }

    /// The squares on which that depends, leaps aside: all that are passed, elbows among them, and
    /// the men in the way.
    #[inline(never)]
    pub(crate) fn looked_at(&self, square: Square, occupied: B) -> B {
        // What hops depend on begins before the screen.
        let mut seen = self.slides.looked_at(square, occupied)
            | self.hops.looked_at(square, occupied)
            | self.hops.hopped(square, occupied);
        for bend in &self.bends {
            let elbow = Square::new(bend.elbow[square.index()]);
            if elbow.index() < B::CAPACITY {
                seen |= B::single(elbow);
                if !occupied.contains(elbow) {
                    seen |= bend.slides.looked_at(elbow, occupied);
                }
            }
        }
        seen
    }
}
