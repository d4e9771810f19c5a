//! [`Stops`]: the plain rides that an enemy man stops, and what becomes of them when he leaves.

use arrayvec::ArrayVec;

use super::rides::{Rides, lanes_with};
use super::storage::MAX_RIDES;
use crate::geometry::{Bitboard, LANES, Lanes, Square};

/// A ride that he stops, along one ray.
#[derive(Clone, Copy, Debug)]
struct Stop<B> {
    /// Its place among the rides, and its lane there.
    ride: usize,
    lane: usize,
    ray: usize,
    /// The squares that it reaches behind him, and those of them where it may end.
    ahead: B,
    gained: B,
}

/// All of them, and by how much the number of moves changes when he leaves.
#[derive(Debug)]
pub(super) struct Stops<B> {
    each: ArrayVec<Stop<B>, { MAX_RIDES * LANES }>,
    /// The change, of all replies.
    pub(super) change: i64,
}

impl<B> Stops<B> {
    /// Of a man who stops nothing.
    pub(super) const fn new() -> Self {
        Self { each: ArrayVec::new_const(), change: 0 }
    }
}

impl<B: Bitboard, L: Lanes<B>> Rides<'_, '_, B, L> {
    /// Finds the rides that a man stops, and adds what they gain when he leaves, as do all others.
    #[inline(always)]
    pub(super) fn find_stops(&self, square: Square, stops: &mut Stops<B>) {
        let (movement, occupied) = (&self.view.rules.movement, self.view.occupied);
        for (place, ride) in self.groups.iter().enumerate().filter(|(_, ride)| ride.is_plain()) {
            for lane in lanes_with::<B>(&ride.reach, square) {
                let ray = ride.quad.rays[lane];
                let ahead = movement.along(ray, square, occupied);
                let gained = ahead & self.landing;
                stops.change += i64::from(gained.count());
                stops.each.push(Stop { ride: place, lane, ray, ahead, gained });
            }
        }
        stops.change += self.gain_of_hops(square);
        if self.skipped_over.contains(square) {
            stops.change += self.gain_of_skipping(square);
        }
        if self.blocked_elbows.contains(square) {
            stops.change += self.elbow_gain(square);
        }
    }

    /// What [`Rides::losses`] and the change by leaving together count wrongly when a man goes from a
    /// square to others on the same line: the correction, for quiet moves.
    #[inline(always)]
    pub(super) fn same_line(&self, from: Square, quiet: B, stops: &Stops<B>) -> i64 {
        let (movement, occupied) = (&self.view.rules.movement, self.view.occupied);
        let mut correction = 0;
        for stop in &stops.each {
            let ride = &self.groups[stop.ride];
            let opposite = ride.quad.opposite[stop.lane];
            if quiet.meets(movement.rays[opposite].squares[from.index()]) {
                // Before the square the ray is cut anyway: leaving gains nothing.
                let before = movement.along(opposite, from, occupied) & ride.chain.lane(stop.lane);
                let gained = i64::from(stop.gained.count());
                correction -= gained * i64::from((quiet & before).count());
            }
            correction -= self.cut_ahead(stop.ray, quiet & stop.ahead, stop.gained);
        }
        if self.blocked_elbows.contains(from) {
            correction += self.same_elbow(from, quiet);
        }
        correction
    }

    /// The targets behind each landing on a ray that has just become free.
    #[inline(always)]
    pub(super) fn cut_ahead(&self, ray: usize, landings: B, targets: B) -> i64 {
        let behind = |to: Square| self.view.rules.movement.rays[ray].squares[to.index()];
        landings.squares().map(|to| i64::from((targets & behind(to)).count())).sum()
    }

    /// The correction for a capture along a line that the captor itself stopped before: how many
    /// more recaptures there are behind it.
    #[inline(always)]
    pub(super) fn recaptures_through(&self, from: Square, to: Square, stops: &Stops<B>) -> i64 {
        if !self.allowed.contains(to) {
            return 0;
        }
        let mut moves = 0;
        for stop in &stops.each {
            moves += i64::from(stop.ahead.contains(to));
        }
        if self.blocked_elbows.contains(from) {
            moves += self.recaptures_from_elbow(from, to);
        }
        moves
    }
}
