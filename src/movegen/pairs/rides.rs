//! [`Rides`]: the replies along lines, and by how much they change when the enemy fills or empties a
//! square.

use super::multiset::Multiset;
use super::storage::{HopsList, RideList};
use super::tally::Tally;
use crate::geometry::{Bitboard, Lanes, Square};
use crate::movegen::View;
use crate::movegen::fill::Runs;
use crate::pieces::Kind;
use crate::rules::{FillTables, Quad, Twin};

/// Rides of some men along the four directions of a quad.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ride<'v, B: Bitboard, L> {
    pub(super) quad: &'v Quad<B>,
    /// The empty squares passed, elbows among them.
    pub(super) chain: L,
    /// Where the moves end.
    targets: L,
    /// Where they would end on any board that lets them: the men they stop at included.
    pub(super) reach: B::Lanes,
    /// How many moves a target stands for.
    weight: i64,
    /// Whether its targets are those of another ride, where they stand for more moves.
    is_extra: bool,
    /// Whether it cannot end on the first squares of its way: then [`skipping`](super::skipping) knows
    /// what becomes of it when a man on its way leaves.
    skips: bool,
}

impl<B: Bitboard, L> Ride<'_, B, L> {
    /// Whether a man who leaves its way adds what is behind him.
    #[inline(always)]
    pub(super) fn is_plain(&self) -> bool {
        !self.is_extra && !self.skips
    }
}

/// The replies along lines.
#[derive(Debug)]
pub(super) struct Rides<'v, 'r, B: Bitboard, L> {
    pub(super) view: &'v View<'r, B>,
    pub(super) fills: &'r FillTables<B>,
    pub(super) groups: &'v mut RideList<'r, B, L>,
    pub(super) hops: &'v mut HopsList<B, L>,
    /// Elbows on which an enemy man stands.
    pub(super) blocked_elbows: B,
    /// The first and the second man on the way of a hopper.
    pub(super) hopped_over: B,
    /// Enemy men on the way of rides that cannot end on the first squares of it.
    pub(super) skipped_over: B,
    /// The squares where a reply may end that stands for one move.
    pub(super) landing: B,
    /// The squares where replies may end whoever stands there.
    pub(super) allowed: B,
    pub(super) free: B,
    /// How many moves there are.
    pub(super) moves: i64,
    /// The squares attacked.
    pub(super) attacked: B,
    /// Men over whom something hops, and men on squares that are passed without being attacked.
    pub(super) obstructed: B,
    /// Enemy men whose leaving changes the number of moves.
    pub(super) leaving: B,
    /// Enemy men whose leaving changes it in a way not worked out here.
    pub(super) unclear: B,
    /// Whether the position is too crowded for the lists.
    pub(super) overflows: bool,
}

impl<'v, 'r, B: Bitboard, L: Lanes<B>> Rides<'v, 'r, B, L> {
    /// The rides of a side's free men.
    #[inline(always)]
    pub(super) fn new(
        view: &'v View<'r, B>,
        fills: &'r FillTables<B>,
        free: B,
        groups: &'v mut RideList<'r, B, L>,
        hops: &'v mut HopsList<B, L>,
    ) -> Self {
        let mut rides = Self {
            view,
            fills,
            groups,
            hops,
            blocked_elbows: B::EMPTY,
            hopped_over: B::EMPTY,
            skipped_over: B::EMPTY,
            landing: view.constraints.allowed & (!view.occupied | view.enemy),
            allowed: view.constraints.allowed,
            free,
            moves: 0,
            attacked: B::EMPTY,
            obstructed: B::EMPTY,
            leaving: B::EMPTY,
            unclear: B::EMPTY,
            overflows: false,
        };
        for quad in fills.ascending() {
            rides.quad::<true>(quad);
        }
        for quad in fills.descending() {
            rides.quad::<false>(quad);
        }
        for twin in &fills.twins {
            if twin.quad.ascends {
                rides.twin::<true>(twin);
            } else {
                rides.twin::<false>(twin);
            }
        }
        rides.leaving = (rides.leaving | rides.hopped_over) & view.enemy;
        rides.unclear &= view.enemy;
        rides.skipped_over &= view.enemy;
        rides
    }

    /// What the side attacks with the enemy's royal man lifted. It is not in check, so only those
    /// could tell who hop over it, or whose first squares it stands on where they cannot stop.
    #[inline(always)]
    pub(super) fn attacked(&self, royal: B) -> B {
        let view = self.view;
        let lifted = view.occupied & !royal;
        if self.obstructed.meets(royal) {
            return attacked_anew(view, lifted);
        }
        let mut attacked = self.attacked | view.rules.leap_attacks(view.position, view.us);
        if !view.constraints.constrained.is_empty() {
            attacked |= attacked_by_constrained(view, lifted);
        }
        attacked
    }

    #[inline(always)]
    fn quad<const UP: bool>(&mut self, quad: &'r Quad<B>) {
        let view = self.view;
        let place = quad.place;
        let side = &self.fills.sides[view.us.index()];
        let runs = Runs::<B, L, UP>::new(quad, view.occupied);
        let mut riders = L::splat(B::EMPTY);
        for rider in side.riders.iter().filter(|rider| rider.skips == 0) {
            let men = view.position.men(view.us, rider.kind) & self.free;
            riders = riders.or(L::masked(men, &rider.lanes[place]));
        }
        self.ride(&runs, riders, L::splat(B::EMPTY), 0, None);
        for rider in side.riders.iter().filter(|rider| rider.skips > 0) {
            let men = view.position.men(view.us, rider.kind) & self.free;
            if !men.is_empty() {
                let from = L::masked(men, &rider.lanes[place]);
                self.ride(&runs, from, L::splat(B::EMPTY), rider.skips, None);
            }
        }
        for (index, bender) in side.benders.iter().enumerate() {
            let men = view.position.men(view.us, bender.kind) & self.free;
            for from in bender.single(men).squares() {
                let more = self.more_of(bender.kind);
                let all = L::load(&quad.elbows[view.us.index()][index][from.index()]);
                let elbows = all.and(L::splat(!view.occupied));
                self.blocked_elbows |= all.and(L::splat(view.enemy)).union();
                self.ride(&runs, elbows, elbows, bender.skips, more);
            }
        }
        self.leaving |= self.blocked_elbows;
        self.hoppers(&runs, side);
    }

    /// The rides behind elbows of two men of a kind at once.
    #[inline(always)]
    fn twin<const UP: bool>(&mut self, twin: &'r Twin<B>) {
        let view = self.view;
        let (us, quad) = (view.us.index(), &twin.quad);
        let side = &self.fills.sides[us];
        let mut runs = None;
        for (bender, elbows) in side.benders.iter().zip(&twin.elbows[us]) {
            let Some([first, second]) = elbows else { continue };
            let mut men = view.position.men(view.us, bender.kind) & self.free;
            while men.has_many() {
                let others = men.without_lowest();
                let all = L::load(&first[men.lowest().index()])
                    .or(L::load(&second[others.lowest().index()]));
                men = others.without_lowest();
                let elbows = all.and(L::splat(!view.occupied));
                self.blocked_elbows |= all.and(L::splat(view.enemy)).union();
                if runs.is_none() {
                    runs = Some(Runs::<B, L, UP>::new(quad, view.occupied));
                }
                let Some(runs) = &runs else { return };
                let more = self.more_of(bender.kind);
                self.ride(runs, elbows, elbows, bender.skips, more);
            }
        }
        self.leaving |= self.blocked_elbows;
    }

    /// Where a man of a kind promotes, and how many more moves he has then.
    #[inline(always)]
    fn more_of(&self, kind: Kind) -> Option<(B, u32)> {
        let promotion = self.view.rules.promotions[self.view.us.index()][kind.index()].as_ref();
        promotion.map(|promotion| (promotion.zone, promotion.choices - 1))
    }

    /// Rides from some squares, of men or elbows; `elbows` are passed themselves.
    #[inline(always)]
    fn ride<const UP: bool>(
        &mut self,
        runs: &Runs<'r, B, L, UP>,
        from: L,
        elbows: L,
        skips: u32,
        more: Option<(B, u32)>,
    ) {
        let empty = L::splat(!self.view.occupied);
        let looked = runs.next(runs.fill(from));
        let reach = if skips == 0 { looked } else { runs.ride(from, skips) };
        let targets = reach.and(L::splat(self.landing));
        let chain = looked.and(empty).or(elbows);
        let union = looked.union();
        self.moves += i64::from(targets.count());
        self.attacked |= reach.union();
        self.leaving |= union;
        if skips > 0 {
            self.skipped_over |= union;
            self.obstructed |= union | self.blocked_elbows;
        }
        let ride = Ride {
            quad: runs.quad,
            chain,
            targets,
            reach: reach.store(),
            weight: 1,
            is_extra: false,
            skips: skips > 0,
        };
        self.overflows |= self.groups.try_push(ride).is_err();
        // A man that promotes has more moves to some squares. What becomes of those when a man on
        // the way leaves is not worked out.
        let Some((zone, weight)) = more else { return };
        self.unclear |= union | self.blocked_elbows;
        let targets = targets.and(L::splat(zone));
        let count = targets.count();
        if count > 0 {
            self.moves += i64::from(count * weight);
            let ride = Ride { targets, weight: i64::from(weight), is_extra: true, ..ride };
            self.overflows |= self.groups.try_push(ride).is_err();
        }
    }
}

impl<B: Bitboard, L: Lanes<B>> Rides<'_, '_, B, L> {
    /// How many moves are lost when enemy men land on squares, each as often as the multiset says,
    /// one at a time.
    #[inline(always)]
    pub(super) fn losses(&self, landings: &Multiset<B>) -> i64 {
        let mut lost = Tally::new(landings);
        for ride in &*self.groups {
            let quad = ride.quad;
            if quad.ascends {
                add_losses::<B, L, true>(ride, quad, &mut lost);
            } else {
                add_losses::<B, L, false>(ride, quad, &mut lost);
            }
        }
        self.add_losses_of_hops(&mut lost);
        lost.total()
    }

    /// For enemy moves from a square to others: by how much the number of some replies, which `moves`
    /// tells from all men and the enemy's, differs from what leaving and arriving do each alone.
    #[inline(always)]
    pub(super) fn both_against_each(
        &self,
        from: Square,
        targets: B,
        moves: impl Fn(B, B) -> i64,
    ) -> i64 {
        if targets.is_empty() {
            return 0;
        }
        let left = B::single(from);
        let gain =
            |occupied: B, enemy: B| moves(occupied & !left, enemy & !left) - moves(occupied, enemy);
        let (occupied, enemy) = (self.view.occupied, self.view.enemy);
        let alone = gain(occupied, enemy);
        let arrived = targets.squares().map(B::single);
        arrived.map(|man| gain(occupied | man, enemy | man) - alone).sum()
    }

    /// How many moves along lines end on an own man's square once an enemy man stands there.
    #[inline(always)]
    pub(super) fn recaptures(&self, square: Square) -> i64 {
        if !(self.allowed & self.attacked).contains(square) {
            return 0;
        }
        let mut moves = 0;
        for ride in self.groups.iter().filter(|ride| !ride.is_extra) {
            moves += i64::from(ride.reach.holding(square).count_ones());
        }
        moves + self.recaptures_by_hops(square)
    }
}

/// All that a side attacks.
#[cold]
#[inline(never)]
fn attacked_anew<B: Bitboard>(view: &View<'_, B>, occupied: B) -> B {
    view.rules.attack_map(view.position, view.us, occupied)
}

/// What its constrained men attack.
#[inline(never)]
fn attacked_by_constrained<B: Bitboard>(view: &View<'_, B>, occupied: B) -> B {
    let mut attacked = B::EMPTY;
    for (man, _) in view.constraints.each() {
        if let Some(piece) = view.position.at(man) {
            attacked |= view.rules.attack(piece.kind, view.us, man, occupied);
        }
    }
    attacked
}

/// Adds the squares on which an enemy man takes moves of a ride away, each as often.
#[inline(always)]
fn add_losses<B: Bitboard, L: Lanes<B>, const UP: bool>(
    ride: &Ride<'_, B, L>,
    quad: &Quad<B>,
    lost: &mut Tally<'_, B, L>,
) {
    let mut cut = back::<B, L, UP>(quad, ride.targets).and(ride.chain);
    // A man that lands on the way cuts off each target behind it.
    while !cut.is_empty() {
        if ride.weight == 1 {
            lost.add(cut);
        } else {
            lost.add_times(cut, ride.weight);
        }
        cut = back::<B, L, UP>(quad, cut).and(ride.chain);
    }
}

/// One step back along each lane. `UP` tells whether the quad ascends.
#[inline(always)]
pub(super) fn back<B: Bitboard, L: Lanes<B>, const UP: bool>(quad: &Quad<B>, squares: L) -> L {
    let squares = squares.and(L::load(&quad.arrivals));
    if UP { squares.down(&quad.shifts[0]) } else { squares.up(&quad.shifts[0]) }
}

/// The lanes that hold a square.
#[inline(always)]
pub(super) fn lanes_with<B: Bitboard>(
    sets: &B::Lanes,
    square: Square,
) -> impl Iterator<Item = usize> {
    // Most often none does.
    let mut held = sets.holding(square);
    std::iter::from_fn(move || {
        (held != 0).then(|| {
            let lane = held.trailing_zeros() as usize;
            held &= held - 1;
            lane
        })
    })
}
