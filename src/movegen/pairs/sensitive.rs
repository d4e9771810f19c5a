//! [`Sensitive`]: the squares whose emptying or filling may check, pin or free a man of the side
//! that replies.

use arrayvec::ArrayVec;

use crate::geometry::{Bitboard, Square};
use crate::movegen::View;
use crate::pieces::{Kind, MAX_KINDS};

/// At most this many rays lead to a square: one for each of the 48 leaps of movement strings.
const MAX_RAYS: usize = 48;

/// Where a move touches the lines to the enemy's royal man.
///
/// A line with at most one man more on it than constrains anybody is sensitive in all its squares:
/// a move may take one man off it. For a man that arrives somewhere the line may be new.
#[derive(Debug)]
pub(super) struct Sensitive<B> {
    /// Squares of lines that exist.
    pub(super) lines: B,
    /// By kind: squares from where a man of the kind would look at the royal man along a line, or
    /// check it by a leap.
    pub(super) arrivals: [B; MAX_KINDS],
}

impl<B: Bitboard> Sensitive<B> {
    /// The sensitive squares for the moves of a side; `slack` is how many men a *reply* may take off
    /// a line besides the one that it moves.
    #[inline(always)]
    pub(super) fn new(view: &View<'_, B>, royal: Square, slack: u32) -> Self {
        let rules = view.rules;
        let movement = &rules.movement;
        let mut sensitive = Self { lines: B::EMPTY, arrivals: [B::EMPTY; MAX_KINDS] };
        for line in &movement.lines[view.us.index()] {
            let men = view.position.men(view.us, line.kind) & line.onto[royal.index()];
            for from in men.squares() {
                let between = movement.between(line, royal, from);
                if (between & view.occupied).count() <= 2 + u32::from(line.hops) + slack {
                    sensitive.lines |= between | B::single(from);
                }
            }
        }
        let mut near = Near { view, royal, known: ArrayVec::new(), slack };
        let Some(pairs) = &rules.pairs else { return sensitive };
        for (index, approach) in pairs.sides[view.us.index()].approaches.iter().enumerate() {
            let kind = Kind::new(index);
            if view.position.men(view.us, kind).is_empty() {
                continue;
            }
            let tables = &movement.kinds[view.us.index()][index];
            let mut arrivals = tables.leaps_onto[royal.index()];
            for &ray in &approach.slides {
                arrivals |= near.squares(ray).slides;
            }
            for &ray in &approach.hops {
                arrivals |= near.squares(ray).hops;
            }
            for (ray, back) in &approach.bends {
                arrivals |= back.of(near.squares(*ray).slides);
            }
            sensitive.arrivals[kind.index()] = arrivals;
        }
        sensitive
    }
}

/// The squares along a ray from the royal man between which and it so few men stand that a move
/// may matter.
#[derive(Clone, Copy)]
struct NearSquares<B> {
    ray: usize,
    slides: B,
    hops: B,
}

struct Near<'v, 'r, B: Bitboard> {
    view: &'v View<'r, B>,
    royal: Square,
    known: ArrayVec<NearSquares<B>, MAX_RAYS>,
    slack: u32,
}

impl<B: Bitboard> Near<'_, '_, B> {
    #[inline(always)]
    fn squares(&mut self, ray: usize) -> NearSquares<B> {
        if let Some(known) = self.known.iter().find(|near| near.ray == ray) {
            return *known;
        }
        let movement = &self.view.rules.movement;
        let mut squares = B::EMPTY;
        let mut from = B::single(self.royal);
        // With n men between, one more segment is seen than n.
        let mut next = |squares: &mut B| {
            if from.is_empty() {
                return;
            }
            let segment = movement.along(ray, from.lowest(), self.view.occupied);
            *squares |= segment;
            from = segment & self.view.occupied;
        };
        for _ in 0..3 + self.slack {
            next(&mut squares);
        }
        let slides = squares;
        next(&mut squares);
        let near = NearSquares { ray, slides, hops: squares };
        self.known.push(near);
        near
    }
}
