//! What the men of a side see along lines, all at once: for evaluations, which count squares and do
//! not care whose they are, and for generating moves one position at a time.

#[cfg(target_arch = "x86_64")]
use super::avx512;
use super::fill::Runs;
use crate::geometry::{Bitboard, Instructions, Lanes};
use crate::pieces::{Color, Kind};
use crate::position::Position;
use crate::rules::{FillTables, Quad, Ruleset, SideFills};

/// How many squares the men of a side see along lines, pins aside. A square that several men see
/// counts as often as there are directions from which it is seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sight {
    /// Squares they could go to, of those asked for.
    pub(crate) squares: u32,
    /// Squares they attack, of those in the zone asked for.
    pub(crate) near: u32,
}

impl Sight {
    fn add(&mut self, squares: u32, near: u32) {
        self.squares += squares;
        self.near += near;
    }
}

impl<B: Bitboard> Ruleset<B> {
    /// What both sides see along lines, White's first: of the squares `open` to each and those in a
    /// `zone` of each. Squares of leaps are not among them.
    #[inline]
    pub(crate) fn sights(&self, position: &Position<B>, open: [B; 2], zones: [B; 2]) -> [Sight; 2] {
        let targets = (open, zones);
        let Some(fills) = &self.fills else {
            let mut sights = [Sight::default(); 2];
            for side in Color::BOTH {
                let liners = &self.movement.liners[side.index()];
                self.scanned_sight(position, side, liners, targets, &mut sights);
            }
            return sights;
        };
        let mut sights = match self.instructions {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(proof) => avx512::sights(proof, position, fills, targets),
            Instructions::Portable => portable_sights(position, fills, targets),
        };
        for side in Color::BOTH {
            let others = &fills.sides[side.index()].others;
            self.scanned_sight(position, side, others, targets, &mut sights);
        }
        sights
    }

    /// As [`Ruleset::attack_map`], lines by fills where the game has them.
    #[inline]
    pub(super) fn filled_attack_map(&self, position: &Position<B>, by: Color, occupied: B) -> B {
        let Some(fills) = &self.fills else { return self.attack_map(position, by, occupied) };
        let others = &fills.sides[by.index()].others;
        let filled = match self.instructions {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(proof) => avx512::attacks(proof, position, fills, by, occupied),
            Instructions::Portable => portable_attacks(position, fills, by, occupied),
        };
        let leaps = self.leap_attacks(position, by);
        filled | leaps | self.line_attacks(position, by, occupied, others)
    }

    /// What some kinds of a side see along lines, man by man.
    fn scanned_sight(
        &self,
        position: &Position<B>,
        side: Color,
        kinds: &[Kind],
        (open, zones): ([B; 2], [B; 2]),
        sights: &mut [Sight; 2],
    ) {
        let occupied = position.occupied();
        let movement = &self.movement;
        let (open, zone) = (open[side.index()], zones[side.index()]);
        for &kind in kinds {
            let tables = &movement.kinds[side.index()][kind.index()];
            for from in position.men(side, kind).squares() {
                let leaps = tables.both.leaps[from.index()]
                    | tables.quiet.leaps[from.index()]
                    | tables.capture.leaps[from.index()];
                let both = tables.both.from(from, occupied);
                let quiet = tables.quiet.from(from, occupied) & !occupied;
                let capture = tables.capture.from(from, occupied);
                let seen = (both | quiet | (capture & occupied)) & open & !leaps;
                let attacked = (both | capture) & zone & !leaps;
                sights[side.index()].add(seen.count(), attacked.count());
            }
        }
    }
}

/// [`filled_sights`] in plain Rust. Not inlined: the compiler finds vector instructions in small
/// functions.
#[inline(never)]
fn portable_sights<B: Bitboard>(
    position: &Position<B>,
    fills: &FillTables<B>,
    targets: ([B; 2], [B; 2]),
) -> [Sight; 2] {
    filled_sights::<B, B::Lanes>(position, fills, targets)
}

/// [`filled_attacks`] in plain Rust.
#[inline(never)]
fn portable_attacks<B: Bitboard>(
    position: &Position<B>,
    fills: &FillTables<B>,
    by: Color,
    occupied: B,
) -> B {
    filled_attacks::<B, B::Lanes>(position, fills, by, occupied)
}

/// What both sides see along the lines that fills know, of open squares and of zones.
#[inline(always)]
pub(super) fn filled_sights<B: Bitboard, L: Lanes<B>>(
    position: &Position<B>,
    fills: &FillTables<B>,
    (open, zones): ([B; 2], [B; 2]),
) -> [Sight; 2] {
    let mut sights = [Sight::default(); 2];
    let sides = &fills.sides;
    for quad in fills.ascending() {
        sights_along::<B, L, true>(position, sides, quad, (open, zones), &mut sights);
    }
    for quad in fills.descending() {
        sights_along::<B, L, false>(position, sides, quad, (open, zones), &mut sights);
    }
    sights
}

/// Adds what both sides see along the directions of a quad.
#[inline(always)]
fn sights_along<B: Bitboard, L: Lanes<B>, const UP: bool>(
    position: &Position<B>,
    sides: &[SideFills<B>; 2],
    quad: &Quad<B>,
    (open, zones): ([B; 2], [B; 2]),
    sights: &mut [Sight; 2],
) {
    let occupied = position.occupied();
    let runs = Runs::<B, L, UP>::new(quad, occupied);
    for side in Color::BOTH {
        let own = (&sides[side.index()], side);
        let (open, zone) = (open[side.index()], L::splat(zones[side.index()]));
        let riders = riders_reach(position, own, &runs, occupied);
        let (before, behind) = hoppers_reach(position, own, &runs, occupied);
        let squares = riders.and(L::splat(open)).count()
            + before.and(L::splat(open & !occupied)).count()
            + behind.and(L::splat(open & occupied)).count();
        let near = riders.and(zone).count() + behind.and(zone).count();
        sights[side.index()].add(squares, near);
    }
}

/// What a side attacks along the lines that fills know.
#[inline(always)]
pub(super) fn filled_attacks<B: Bitboard, L: Lanes<B>>(
    position: &Position<B>,
    fills: &FillTables<B>,
    by: Color,
    occupied: B,
) -> B {
    let mut attacked = B::EMPTY;
    let side = (&fills.sides[by.index()], by);
    for quad in fills.ascending() {
        attacked |= attacks_along::<B, L, true>(position, side, quad, occupied);
    }
    for quad in fills.descending() {
        attacked |= attacks_along::<B, L, false>(position, side, quad, occupied);
    }
    attacked
}

/// What a side attacks along the directions of a quad.
#[inline(always)]
fn attacks_along<B: Bitboard, L: Lanes<B>, const UP: bool>(
    position: &Position<B>,
    side: (&SideFills<B>, Color),
    quad: &Quad<B>,
    occupied: B,
) -> B {
    let runs = Runs::<B, L, UP>::new(quad, occupied);
    let riders = riders_reach(position, side, &runs, occupied);
    let (_, behind) = hoppers_reach(position, side, &runs, occupied);
    riders.or(behind).union()
}

/// What riders, straight and bent, reach along the directions of a quad.
#[inline(always)]
fn riders_reach<B: Bitboard, L: Lanes<B>, const UP: bool>(
    position: &Position<B>,
    (own, side): (&SideFills<B>, Color),
    runs: &Runs<'_, B, L, UP>,
    occupied: B,
) -> L {
    let mut sources = L::splat(B::EMPTY);
    for rider in &own.riders {
        let from = L::masked(position.men(side, rider.kind), &rider.lanes[runs.quad.place]);
        sources = sources.or(runs.skip(from, rider.skips));
    }
    for (bender, elbows) in own.benders.iter().zip(&runs.quad.elbows[side.index()]) {
        let mut from = L::splat(B::EMPTY);
        for man in position.men(side, bender.kind).squares() {
            from = from.or(L::load(&elbows[man.index()]));
        }
        let elbows = from.and(L::splat(!occupied));
        sources = sources.or(runs.skip(elbows, bender.skips));
    }
    runs.next(runs.fill(sources))
}

/// What hoppers reach along the directions of a quad: up to the screen and with it, and behind it.
#[inline(always)]
fn hoppers_reach<B: Bitboard, L: Lanes<B>, const UP: bool>(
    position: &Position<B>,
    (own, side): (&SideFills<B>, Color),
    runs: &Runs<'_, B, L, UP>,
    occupied: B,
) -> (L, L) {
    let none = L::splat(B::EMPTY);
    if own.hoppers.is_empty() {
        return (none, none);
    }
    let mut hoppers = none;
    for hopper in &own.hoppers {
        hoppers =
            hoppers.or(L::masked(position.men(side, hopper.kind), &hopper.lanes[runs.quad.place]));
    }
    let reached = runs.next(runs.fill(hoppers));
    let screens = reached.and(L::splat(occupied));
    (reached, runs.next(runs.fill(screens)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::{Task, Variant};
    use crate::rules::{self, library};
    use crate::sampling::Sampler;

    struct Compare;

    impl Task for Compare {
        type Output = ();

        fn run<B: Bitboard>(self, rules: &Ruleset<B>) {
            let game = rules.game().clone();
            let plain = Ruleset::<B>::new(game).with_instructions(Instructions::Portable);
            for sample in Sampler::new(rules, 11).take(300) {
                let position = &sample.position;
                let occupied = position.occupied();
                let fen = position.fen(rules);
                for by in Color::BOTH {
                    let expected = rules.attack_map(position, by, occupied);
                    assert_eq!(rules.filled_attack_map(position, by, occupied), expected, "{fen}");
                    assert_eq!(plain.filled_attack_map(position, by, occupied), expected, "{fen}");
                }
                let open = Color::BOTH.map(|us| !position.side(us));
                let zones = Color::BOTH.map(|us| position.side(!us));
                let sights = rules.sights(position, open, zones);
                assert_eq!(plain.sights(position, open, zones), sights, "{fen}");
            }
        }
    }

    #[test]
    fn fills_see_what_every_man_sees() {
        for name in library::names() {
            Variant::new(rules::load(name).unwrap()).unwrap().dispatch(Compare);
        }
    }
}
