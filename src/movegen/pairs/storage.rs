//! [`Storage`]: the lists that counting two plies works with.
//!
//! They are long, and only their beginnings are used: made once where the count starts and handed on
//! by reference, they cost nothing. Returned by value they would be copied in full.

use arrayvec::ArrayVec;

use super::hops::Hops;
use super::looks::Look;
use super::rides::Ride;
use super::zone::{Arrivals, OpenJump};
use crate::geometry::Bitboard;
use crate::pieces::MAX_KINDS;

/// At most this many groups of rides, of hops, of effects and of views are kept; a position with
/// more is counted ply by ply.
pub(super) const MAX_RIDES: usize = 40;
const MAX_HOPS: usize = 12;
const MAX_LOOKS: usize = 40;
/// There are sixteen squares two steps away.
const MAX_JUMPS: usize = 16;

/// The lists, empty at first.
#[derive(Debug)]
pub(super) struct Storage<'v, B: Bitboard, L> {
    pub(super) rides: RideList<'v, B, L>,
    pub(super) hops: HopsList<B, L>,
    pub(super) zone: ZoneStorage<B>,
}

/// The lists of a zone.
#[derive(Debug)]
pub(super) struct ZoneStorage<B> {
    pub(super) looks: ArrayVec<Look<B>, MAX_LOOKS>,
    pub(super) open_jumps: ArrayVec<OpenJump<B>, MAX_JUMPS>,
    /// By kind.
    pub(super) arrivals: [Arrivals<B>; MAX_KINDS],
}

pub(super) type RideList<'v, B, L> = ArrayVec<Ride<'v, B, L>, MAX_RIDES>;
pub(super) type HopsList<B, L> = ArrayVec<Hops<B, L>, MAX_HOPS>;

impl<B: Bitboard, L> Storage<'_, B, L> {
    #[inline(always)]
    pub(super) const fn new() -> Self {
        Self {
            rides: ArrayVec::new_const(),
            hops: ArrayVec::new_const(),
            zone: ZoneStorage {
                looks: ArrayVec::new_const(),
                open_jumps: ArrayVec::new_const(),
                arrivals: [Arrivals::NONE; MAX_KINDS],
            },
        }
    }
}
