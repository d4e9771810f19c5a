//! Rides that cannot end on the first squares of their way, and by how much the replies change when an
//! enemy man leaves it.

use super::rides::Rides;
use crate::geometry::{Bitboard, LANES, Lanes, Square};
use crate::pieces::Kind;

/// One of them along one ray.
#[derive(Clone, Copy)]
struct Way<B> {
    ray: usize,
    /// Where it starts: a man, or an elbow.
    start: Square,
    from_elbow: bool,
    skipped: B,
}

impl<B: Bitboard, L: Lanes<B>> Rides<'_, '_, B, L> {
    /// Tells of each ride that passes a square, or stops at the man there. Few men ride so, and few
    /// of the enemy's stand in their way: the rides are looked for one by one.
    fn skipping_over(&self, square: Square, mut each: impl FnMut(Way<B>)) {
        let (view, movement) = (self.view, &self.view.rules.movement);
        let (us, occupied) = (view.us.index(), view.occupied);
        let side = &self.fills.sides[us];
        let mut tell = |ray: usize, start: Square, from_elbow: bool, skips: u32| {
            if movement.along(ray, start, occupied).contains(square) {
                each(Way { ray, start, from_elbow, skipped: movement.first(ray, start, skips) });
            }
        };
        let men = |kind: Kind| (view.position.men(view.us, kind) & self.free).squares();
        for quad in &self.fills.quads {
            for rider in side.riders.iter().filter(|rider| rider.skips > 0) {
                for man in men(rider.kind) {
                    for lane in (0..LANES).filter(|&lane| rider.lanes[quad.place][lane] != 0) {
                        tell(quad.rays[lane], man, false, rider.skips);
                    }
                }
            }
            let benders = side.benders.iter().zip(&quad.elbows[us]);
            for (bender, elbows) in benders.filter(|(bender, _)| bender.skips > 0) {
                for man in men(bender.kind) {
                    for (lane, elbow) in elbows[man.index()].sets().into_iter().enumerate() {
                        for elbow in (elbow & !occupied).squares() {
                            tell(quad.rays[lane], elbow, true, bender.skips);
                        }
                    }
                }
            }
        }
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

    /// The same as [`Rides::gain`], of these rides.
    #[inline(never)]
    pub(super) fn gain_of_skipping(&self, square: Square) -> i64 {
        let (left, occupied, enemy) = (B::single(square), self.view.occupied, self.view.enemy);
        let mut gain = 0;
        self.skipping_over(square, |way| {
            gain += self.along_a_way(way, occupied & !left, enemy & !left)
                - self.along_a_way(way, occupied, enemy);
        });
        gain
    }

    /// What losses, recaptures and gains together count wrongly of these rides when a man goes from a
    /// square to others on the same line: the correction, for moves to empty squares and captures.
    #[inline(always)]
    pub(super) fn same_line_of_skipping(&self, from: Square, targets: B) -> i64 {
        if self.skipped_over.contains(from) { self.same_line_over(from, targets) } else { 0 }
    }

    #[inline(never)]
    fn same_line_over(&self, from: Square, targets: B) -> i64 {
        let mut correction = 0;
        self.skipping_over(from, |way| {
            let mut on_way = self.view.rules.movement.rays[way.ray].squares[way.start.index()];
            if way.from_elbow {
                on_way |= B::single(way.start);
            }
            let moves = |occupied, enemy| self.along_a_way(way, occupied, enemy);
            correction += self.both_against_each(from, targets & on_way, moves);
        });
        correction
    }
}
