//! [`Skipping`]: rides that cannot end on the first squares of their way, and by how much the replies
//! change when an enemy man leaves it.

use super::rides::{Rides, lanes_with};
use crate::geometry::{Bitboard, Lanes, Square};

/// Such rides of some men along the four directions of a quad.
#[derive(Clone, Copy, Debug)]
pub(super) struct Skipping<B: Bitboard, L> {
    pub(super) quad: usize,
    /// Where they start: men, or elbows.
    pub(super) starts: L,
    pub(super) from_elbows: bool,
    /// On how many squares at the start they cannot end.
    pub(super) skips: u32,
    /// The squares passed and the men they stop at.
    pub(super) looked: B::Lanes,
}

/// One of them along one ray.
#[derive(Clone, Copy)]
struct Way<B> {
    ray: usize,
    start: Square,
    from_elbow: bool,
    skipped: B,
}

impl<B: Bitboard, L: Lanes<B>> Rides<'_, '_, B, L> {
    /// The rides that pass a square, or stop at the man there.
    #[inline(always)]
    fn skipping_over(&self, square: Square) -> impl Iterator<Item = Way<B>> {
        let movement = &self.view.rules.movement;
        self.skipping.iter().flat_map(move |ride| {
            let quad = &self.fills.quads[ride.quad];
            lanes_with::<B>(&ride.looked, square).map(move |lane| {
                let (ray, opposite) = (quad.rays[lane], quad.opposite[lane]);
                let starts =
                    movement.rays[opposite].squares[square.index()] & ride.starts.lane(lane);
                let nearest =
                    if movement.rays[ray].ascends { starts.highest() } else { starts.lowest() };
                Way {
                    ray,
                    start: nearest,
                    from_elbow: ride.from_elbows,
                    skipped: movement.first(ray, nearest, ride.skips),
                }
            })
        })
    }

    /// How many moves there are along a way.
    #[inline(always)]
    fn along_a_way(&self, way: Way<B>, occupied: B, enemy: B) -> i64 {
        if way.from_elbow && occupied.contains(way.start) {
            return 0;
        }
        let reached = self.view.rules.movement.along(way.ray, way.start, occupied) & !way.skipped;
        i64::from((reached & (!occupied | enemy) & self.allowed).count())
    }

    /// By how much the number of moves along a way changes when a man leaves it.
    #[inline(always)]
    fn gain_along(&self, way: Way<B>, left: B, occupied: B, enemy: B) -> i64 {
        self.along_a_way(way, occupied & !left, enemy & !left)
            - self.along_a_way(way, occupied, enemy)
    }

    /// The same as [`Rides::gain`], of these rides.
    #[inline(always)]
    pub(super) fn gain_of_skipping(&self, square: Square) -> i64 {
        if self.skipping.is_empty() {
            return 0;
        }
        self.gain_of_skipping_over(square)
    }

    #[inline(never)]
    fn gain_of_skipping_over(&self, square: Square) -> i64 {
        let (left, occupied, enemy) = (B::single(square), self.view.occupied, self.view.enemy);
        self.skipping_over(square).map(|way| self.gain_along(way, left, occupied, enemy)).sum()
    }

    /// What losses, recaptures and gains together count wrongly of these rides when a man goes from a
    /// square to others on the same line: the correction, for moves to empty squares and captures.
    #[inline(always)]
    pub(super) fn same_line_of_skipping(&self, from: Square, targets: B) -> i64 {
        if self.skipping.is_empty() {
            return 0;
        }
        self.same_line_over(from, targets)
    }

    #[inline(never)]
    fn same_line_over(&self, from: Square, targets: B) -> i64 {
        let (left, occupied, enemy) = (B::single(from), self.view.occupied, self.view.enemy);
        let mut correction = 0;
        for way in self.skipping_over(from) {
            let gained = self.gain_along(way, left, occupied, enemy);
            let mut on_way = self.view.rules.movement.rays[way.ray].squares[way.start.index()];
            if way.from_elbow {
                on_way |= B::single(way.start);
            }
            for to in (targets & on_way).squares() {
                let arrived = B::single(to);
                correction +=
                    self.gain_along(way, left, occupied | arrived, enemy | arrived) - gained;
            }
        }
        correction
    }
}
