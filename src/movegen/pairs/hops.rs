//! [`Hops`]: the replies of hoppers, and by how much they change when the enemy fills or empties a
//! square.

use super::rides::{Rides, back, lanes_with};
use super::tally::Tally;
use crate::geometry::{Bitboard, Lanes, Square};
use crate::movegen::fill::Runs;
use crate::rules::{Quad, SideFills};

/// Hops along the four directions of a quad.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hops<B: Bitboard, L> {
    pub(super) quad: usize,
    /// The empty squares before the first man on the way, and behind him.
    first: L,
    second: L,
    /// The first man on the way, and the second.
    screens: L,
    victims: L,
    screen_sets: B::Lanes,
    victim_sets: B::Lanes,
}

impl<B: Bitboard, L: Lanes<B>> Rides<'_, '_, B, L> {
    #[inline(always)]
    pub(super) fn hoppers<const UP: bool>(
        &mut self,
        runs: &Runs<'_, B, L, UP>,
        side: &SideFills<B>,
    ) {
        let view = self.view;
        let place = runs.quad.place;
        let mut men = L::splat(B::EMPTY);
        for hopper in &side.hoppers {
            let hoppers = view.position.men(view.us, hopper.kind) & self.free;
            men = men.or(L::masked(hoppers, &hopper.lanes[place]));
        }
        if men.is_empty() {
            return;
        }
        let occupied = L::splat(view.occupied);
        let empty = L::splat(!view.occupied);
        let looked = runs.next(runs.fill(men));
        let screens = looked.and(occupied);
        let behind = runs.next(runs.fill(screens));
        let victims = behind.and(occupied);
        let hops = Hops {
            quad: place,
            first: looked.and(empty),
            second: behind.and(empty),
            screens,
            victims,
            screen_sets: screens.store(),
            victim_sets: victims.store(),
        };
        let quiet = L::splat(self.landing & !view.occupied);
        let captures = L::splat(self.landing & view.enemy);
        // Empty squares and men: none is in both.
        self.moves += i64::from(hops.first.and(quiet).or(victims.and(captures)).count());
        self.hopped_over |= screens.union() | victims.union();
        self.obstructed |= screens.union();
        self.attacked |= behind.union();
        self.overflows |= self.hops.try_push(hops).is_err();
    }

    /// Adds the squares on which an enemy man takes hops away, each as often.
    #[inline(always)]
    pub(super) fn add_losses_of_hops(&self, lost: &mut Tally<'_, B, L>) {
        for hops in &*self.hops {
            let quad = &self.fills.quads[hops.quad];
            if quad.ascends {
                self.add_hop_losses::<true>(hops, quad, lost);
            } else {
                self.add_hop_losses::<false>(hops, quad, lost);
            }
        }
    }

    #[inline(always)]
    fn add_hop_losses<const UP: bool>(
        &self,
        hops: &Hops<B, L>,
        quad: &Quad<B>,
        lost: &mut Tally<'_, B, L>,
    ) {
        // Quiet moves to the square and to those behind it.
        let mut cut = hops.first.and(L::splat(self.landing));
        while !cut.is_empty() {
            lost.add(cut);
            cut = back::<B, L, UP>(quad, cut).and(hops.first);
        }
        let prey = L::splat(self.landing & self.view.enemy);
        // Before the first man: he is captured instead of the second.
        let screens = hops.screens.and(prey);
        lost.add_times(fill_back::<B, L, UP>(quad, screens, hops.first), -1);
        let victims = hops.victims.and(prey);
        let between = fill_back::<B, L, UP>(quad, victims, hops.second);
        let screening = back::<B, L, UP>(quad, between.or(victims)).and(hops.screens);
        lost.add(fill_back::<B, L, UP>(quad, screening, hops.first));
        // Between the two: captured itself, instead of the second.
        lost.add(between);
        lost.add_times(hops.second.and(L::splat(self.landing)), -1);
    }

    /// The same as [`Rides::gain`], of hops.
    #[inline(always)]
    pub(super) fn gain_of_hops(&self, square: Square) -> i64 {
        let (movement, occupied) = (&self.view.rules.movement, self.view.occupied);
        let mut gain = 0;
        if !self.hopped_over.contains(square) {
            return gain;
        }
        for hops in &*self.hops {
            let quad = &self.fills.quads[hops.quad];
            for lane in lanes_with::<B>(&hops.screen_sets, square) {
                gain += self.screen_gain(quad.rays[lane], square);
            }
            for lane in lanes_with::<B>(&hops.victim_sets, square) {
                let behind = movement.along(quad.rays[lane], square, occupied) & occupied;
                gain += i64::from(self.is_prey(behind));
                gain -= i64::from(self.landing.contains(square));
            }
        }
        gain
    }

    /// The same as [`Rides::recaptures`], of hops.
    #[inline(always)]
    pub(super) fn recaptures_by_hops(&self, square: Square) -> i64 {
        self.hops.iter().map(|hops| i64::from(hops.victim_sets.holding(square).count_ones())).sum()
    }

    /// A screen leaves: its square and those behind it are moved to, and the man there becomes the
    /// screen.
    #[inline(always)]
    fn screen_gain(&self, ray: usize, square: Square) -> i64 {
        let movement = &self.view.rules.movement;
        let occupied = self.view.occupied;
        let behind = movement.along(ray, square, occupied);
        let victim = behind & occupied;
        let quiet = (behind & !occupied) | B::single(square);
        let mut gain = i64::from((quiet & self.landing).count());
        if !victim.is_empty() {
            let next = movement.along(ray, victim.lowest(), occupied) & occupied;
            gain += i64::from(self.is_prey(next)) - i64::from(self.is_prey(victim));
        }
        gain
    }

    #[inline(always)]
    fn is_prey(&self, man: B) -> bool {
        man.meets(self.landing & self.view.enemy)
    }

    /// What losses, recaptures and gains together count wrongly of hops when a man goes from a square
    /// to others on the same line: the correction, for moves to empty squares and captures.
    #[inline(always)]
    pub(super) fn same_line_of_hops(&self, from: Square, targets: B) -> i64 {
        let movement = &self.view.rules.movement;
        let occupied = self.view.occupied;
        let mut correction = 0;
        if !self.hopped_over.contains(from) || targets.is_empty() {
            return correction;
        }
        for hops in &*self.hops {
            let quad = &self.fills.quads[hops.quad];
            let before = |man: Square, lane: usize| {
                (movement.along(quad.opposite[lane], man, occupied) & occupied).lowest()
            };
            for lane in lanes_with::<B>(&hops.screen_sets, from) {
                let hopper = before(from, lane);
                correction += self.along_a_hop(quad.rays[lane], hopper, from, targets);
            }
            for lane in lanes_with::<B>(&hops.victim_sets, from) {
                let hopper = before(before(from, lane), lane);
                correction += self.along_a_hop(quad.rays[lane], hopper, from, targets);
            }
        }
        correction
    }

    /// The same for one hopper and one ray.
    #[inline(never)]
    fn along_a_hop(&self, ray: usize, hopper: Square, from: Square, targets: B) -> i64 {
        let movement = &self.view.rules.movement;
        let moves = |occupied: B, enemy: B| {
            let first = movement.along(ray, hopper, occupied);
            let screen = first & occupied;
            let quiet = (first & !occupied & self.allowed).count();
            let hits = |screen: B| movement.along(ray, screen.lowest(), occupied) & enemy;
            i64::from(quiet) + i64::from(!screen.is_empty() && hits(screen).meets(self.allowed))
        };
        let on_ray = targets & movement.rays[ray].squares[hopper.index()];
        self.both_against_each(from, on_ray, moves)
    }
}

/// All squares back along each lane through some others.
#[inline(always)]
fn fill_back<B: Bitboard, L: Lanes<B>, const UP: bool>(quad: &Quad<B>, from: L, through: L) -> L {
    let mut filled = L::splat(B::EMPTY);
    let mut next = back::<B, L, UP>(quad, from).and(through);
    while !next.is_empty() {
        filled = filled.or(next);
        next = back::<B, L, UP>(quad, next).and(through);
    }
    filled
}
