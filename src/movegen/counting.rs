//! Counting legal moves without listing them: riders, hoppers and bent riders by fills.

#[cfg(target_arch = "x86_64")]
use super::avx512;
use super::fill::Runs;
use super::{Count, Sink, View};
use crate::geometry::{Bitboard, Instructions, Lanes, Square};
use crate::pieces::{Color, Kind};
use crate::position::Position;
use crate::rules::{FillTables, PlainLeaper, Quad, Ruleset, SideFills};

impl<B: Bitboard> Ruleset<B> {
    /// How many legal moves there are, without listing them.
    #[inline]
    pub fn count_moves(&self, position: &Position<B>) -> u64 {
        match (&self.fills, self.instructions) {
            #[cfg(target_arch = "x86_64")]
            (Some(fills), Instructions::Avx512(proof)) => {
                avx512::count_moves(proof, self, position, fills)
            }
            (Some(fills), _) => self.count_moves_portable(position, fills),
            (None, _) => self.count_scanned(position),
        }
    }

    #[inline(never)]
    pub(super) fn count_moves_portable(
        &self,
        position: &Position<B>,
        fills: &FillTables<B>,
    ) -> u64 {
        self.count_filled::<B::Lanes>(position, fills)
    }

    /// The same, man by man.
    pub fn count_scanned(&self, position: &Position<B>) -> u64 {
        let view = View::new(self, position);
        let mut count = Count::new(self, position.turn());
        view.generate(&mut count);
        with_rescues(&view, count.moves())
    }

    #[inline(always)]
    pub(super) fn count_filled<L: Lanes<B>>(
        &self,
        position: &Position<B>,
        fills: &FillTables<B>,
    ) -> u64 {
        let mut view = View::unconstrained(self, position, position.turn());
        view.constrain();
        let (own, enemy) = (&fills.sides[view.us.index()], &fills.sides[(!view.us).index()]);
        let free = view.free();
        let allowed = view.constraints.allowed;
        let lifted = view.occupied & !view.royal;
        let mut lines = 0;
        view.attacked = self.leap_attacks(position, !view.us)
            | self.line_attacks(position, !view.us, lifted, &enemy.others);
        for quad in fills.ascending() {
            lines += view.count_quad::<L, true>(own, quad, free);
            view.attacked |= attack_quad::<B, L, true>(position, enemy, quad, !view.us, lifted);
        }
        for quad in fills.descending() {
            lines += view.count_quad::<L, false>(own, quad, free);
            view.attacked |= attack_quad::<B, L, false>(position, enemy, quad, !view.us, lifted);
        }
        let mut count = Count::new(self, view.us);
        if view.must_not_move(&mut count) {
            return count.moves();
        }
        view.steps(free, allowed, &mut count);
        view.count_leaps(own, free, &mut count);
        for &kind in &own.others {
            for from in (position.men(view.us, kind) & free).squares() {
                count.targets(kind, from, view.targets(kind, from) & allowed);
            }
        }
        view.others(&mut count);
        with_rescues(&view, count.moves() + u64::from(lines))
    }
}

/// The number of moves, or that of the rescues if it is none.
#[inline(always)]
fn with_rescues<B: Bitboard>(view: &View<'_, B>, moves: u64) -> u64 {
    if moves > 0 { moves } else { rescues(view) }
}

#[cold]
#[inline(never)]
fn rescues<B: Bitboard>(view: &View<'_, B>) -> u64 {
    let mut rescues = 0;
    view.rescues(|_| rescues += 1);
    rescues
}

impl<B: Bitboard> View<'_, B> {
    /// The moves of free men along the lines of a quad.
    #[inline(always)]
    fn count_quad<L: Lanes<B>, const UP: bool>(
        &self,
        side: &SideFills<B>,
        quad: &Quad<B>,
        free: B,
    ) -> u32 {
        let runs = Runs::<B, L, UP>::new(quad, self.occupied);
        let allowed = self.constraints.allowed;
        let targets = L::splat(allowed & (!self.occupied | self.enemy));
        let men = |kind| self.position.men(self.us, kind) & free;
        let mut moves = 0;

        let mut riders = L::splat(B::EMPTY);
        for rider in &side.riders {
            let from = L::masked(men(rider.kind), &rider.lanes[quad.place]);
            riders = riders.or(runs.skip(from, rider.skips));
        }
        moves += runs.next(runs.fill(riders)).and(targets).count();

        let mut hoppers = L::splat(B::EMPTY);
        for hopper in &side.hoppers {
            hoppers = hoppers.or(L::masked(men(hopper.kind), &hopper.lanes[quad.place]));
        }
        let reached = runs.next(runs.fill(hoppers));
        let screens = reached.and(L::splat(self.occupied));
        let behind = runs.next(runs.fill(screens));
        // Empty squares and men: none is in both.
        let quiet = reached.and(L::splat(!self.occupied & allowed));
        moves += quiet.or(behind.and(L::splat(self.enemy & allowed))).count();

        for (bender, elbows) in side.benders.iter().zip(&quad.elbows[self.us.index()]) {
            for from in men(bender.kind).squares() {
                let elbows = L::load(&elbows[from.index()]).and(L::splat(!self.occupied));
                let reached = runs.ride(elbows, bender.skips).and(targets);
                moves += reached.count();
                if let Some(promotion) =
                    &self.rules.promotions[self.us.index()][bender.kind.index()]
                {
                    let promoting = reached.and(L::splat(promotion.zone)).count();
                    moves += promoting * (promotion.choices - 1);
                }
            }
        }
        moves
    }

    /// The leaps of some free men, those of steppers aside.
    #[inline(always)]
    pub(super) fn count_leaps(&self, side: &SideFills<B>, men: B, count: &mut Count<'_, B>) {
        let allowed = self.constraints.allowed;
        let targets = (!self.occupied | self.enemy) & allowed;
        for PlainLeaper { kind, leaps } in &side.plain_leapers {
            for from in (self.position.men(self.us, *kind) & men).squares() {
                count.plain(leaps[from.index()] & targets);
            }
        }
        for &kind in &side.leapers {
            for from in (self.position.men(self.us, kind) & men).squares() {
                let targets = self.leap_targets(kind, from, self.occupied, self.enemy);
                count.targets(kind, from, targets & allowed);
            }
        }
    }

    /// Where a man could leap among some men, were there no royal piece to think of.
    #[inline(always)]
    pub(super) fn leap_targets(&self, kind: Kind, from: Square, occupied: B, enemy: B) -> B {
        let tables = &self.rules.movement.kinds[self.us.index()][kind.index()];
        (tables.both.leaps[from.index()] & (!occupied | enemy))
            | (tables.quiet.leaps[from.index()] & !occupied)
            | (tables.capture.leaps[from.index()] & enemy)
    }
}

/// What a side attacks along the lines of a quad.
#[inline(always)]
fn attack_quad<B: Bitboard, L: Lanes<B>, const UP: bool>(
    position: &Position<B>,
    side: &SideFills<B>,
    quad: &Quad<B>,
    by: Color,
    occupied: B,
) -> B {
    let runs = Runs::<B, L, UP>::new(quad, occupied);
    // Here only the union counts, so men and elbows may share a lane.
    let mut sources = L::splat(B::EMPTY);
    for rider in &side.riders {
        let from = L::masked(position.men(by, rider.kind), &rider.lanes[quad.place]);
        sources = sources.or(runs.skip(from, rider.skips));
    }
    for (bender, elbows) in side.benders.iter().zip(&quad.elbows[by.index()]) {
        let mut from = L::splat(B::EMPTY);
        for man in position.men(by, bender.kind).squares() {
            from = from.or(L::load(&elbows[man.index()]));
        }
        let elbows = from.and(L::splat(!occupied));
        sources = sources.or(runs.skip(elbows, bender.skips));
    }
    let mut hoppers = L::splat(B::EMPTY);
    for hopper in &side.hoppers {
        hoppers = hoppers.or(L::masked(position.men(by, hopper.kind), &hopper.lanes[quad.place]));
    }
    let screens = runs.next(runs.fill(hoppers)).and(L::splat(occupied));
    let reached = runs.next(runs.fill(sources)).or(runs.next(runs.fill(screens)));
    reached.union()
}
