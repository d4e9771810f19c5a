//! What becomes of the replies of bent riders when an enemy man leaves an elbow of theirs.

use super::rides::{Rides, lanes_with};
use crate::geometry::{Bitboard, Lanes, Square};

impl<B: Bitboard, L: Lanes<B>> Rides<'_, '_, B, L> {
    /// Tells of each ride that starts at an elbow once it is empty: the ray, how far it goes, and the
    /// first squares, on which it cannot end.
    #[inline(always)]
    fn rides_behind(&self, elbow: Square, mut each: impl FnMut(usize, B, B)) {
        let (view, movement) = (self.view, &self.view.rules.movement);
        for (index, bender) in self.fills.sides[view.us.index()].benders.iter().enumerate() {
            for man in (view.position.men(view.us, bender.kind) & self.free).squares() {
                for quad in &self.fills.quads {
                    let elbows = &quad.elbows[view.us.index()][index][man.index()];
                    for lane in lanes_with::<B>(elbows, elbow) {
                        let ray = quad.rays[lane];
                        let reached = movement.along(ray, elbow, view.occupied);
                        each(ray, reached, movement.first(ray, elbow, bender.skips));
                    }
                }
            }
        }
    }

    /// The moves that are added.
    #[inline(never)]
    pub(super) fn elbow_gain(&self, elbow: Square) -> i64 {
        let mut gain = 0;
        self.rides_behind(elbow, |_, reached, skipped| {
            gain += i64::from((reached & self.landing & !skipped).count());
        });
        gain
    }

    /// The same as [`Rides::same_line`], of these rides.
    #[inline(never)]
    pub(super) fn same_elbow(&self, elbow: Square, quiet: B) -> i64 {
        let mut correction = 0;
        self.rides_behind(elbow, |ray, reached, skipped| {
            let targets = reached & self.landing & !skipped;
            correction -= self.cut_ahead(ray, quiet & reached, targets);
        });
        correction
    }

    /// The same as [`Rides::recaptures_through`], of these rides.
    #[inline(never)]
    pub(super) fn recaptures_from_elbow(&self, elbow: Square, to: Square) -> i64 {
        let mut moves = 0;
        self.rides_behind(elbow, |_, reached, skipped| {
            moves += i64::from((reached & !skipped).contains(to));
        });
        moves
    }
}
