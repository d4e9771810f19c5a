//! [`Zone`]: the moves of the royal man of the side that replies, and which moves of the enemy
//! change them.

use arrayvec::ArrayVec;

use crate::geometry::{Bitboard, LANES, Lanes, Square};
use crate::movegen::View;
use crate::movegen::fill::Runs;
use crate::pieces::{Kind, MAX_KINDS};
use crate::rules::{FillTables, JumpPath, JumpTable, PairSide};

/// At most this many men look at the zone along lines; a position with more is counted ply by ply.
const MAX_LOOKING: usize = 24;

/// The squares around the royal man of the side that replies, and who looks at them.
#[derive(Debug)]
pub(super) struct Zone<'v, 'r, B: Bitboard> {
    /// The side that moves now.
    mover: &'v View<'r, B>,
    /// The side that replies.
    replier: &'v View<'r, B>,
    royal: Square,
    /// Where the royal man steps.
    steps: B,
    /// Where it jumps while it may.
    jumps: B,
    /// Both, and what the jumps pass.
    squares: B,
    /// Squares of the zone that some leaper of the mover's hits, and that several do.
    hit: B,
    hit_twice: B,
    /// Men of the mover's that look at the zone along a line, or would if a man went away.
    looking: ArrayVec<Square, MAX_LOOKING>,
    /// Men any move of whom changes what hits the zone.
    pub(super) hitting: B,
    /// Squares whose filling or emptying changes it.
    pub(super) touched: B,
    /// By kind of the mover's: squares from which a man of the kind hits the zone.
    pub(super) arrivals: [B; MAX_KINDS],
    /// The royal man's moves as things stand.
    pub(super) moves: i64,
    /// Whether the position is too crowded for the lists.
    pub(super) overflows: bool,
}

impl<'v, 'r, B: Bitboard> Zone<'v, 'r, B> {
    /// Looks at the zone; `with_jump` tells whether the royal man may still jump.
    #[inline(always)]
    pub(super) fn new<L: Lanes<B>>(
        mover: &'v View<'r, B>,
        replier: &'v View<'r, B>,
        fills: &FillTables<B>,
        sides: &[PairSide<B>; 2],
        with_jump: bool,
    ) -> Self {
        let rules = mover.rules;
        let royal = replier.royal.lowest();
        let own = &sides[replier.us.index()];
        let enemy = &sides[mover.us.index()];
        let jumps = rules.jumps[replier.us.index()]
            .as_ref()
            .filter(|_| with_jump)
            .map_or(B::EMPTY, |jump| jump.targets[royal.index()]);
        let mut zone = Self {
            mover,
            replier,
            royal,
            steps: own.zones[0][royal.index()],
            jumps,
            squares: own.zones[usize::from(with_jump)][royal.index()],
            hit: B::EMPTY,
            hit_twice: B::EMPTY,
            looking: ArrayVec::new(),
            hitting: B::EMPTY,
            touched: B::EMPTY,
            arrivals: [B::EMPTY; MAX_KINDS],
            moves: 0,
            overflows: false,
        };
        zone.touched = zone.squares;
        zone.leapers(enemy, usize::from(with_jump));
        for quad in 0..fills.quads.len() {
            zone.lines::<L>(fills, quad);
        }
        let lifted = mover.occupied & !replier.royal;
        let attacked = zone.hit | zone.looked_at(lifted, B::EMPTY);
        zone.moves = zone.count(attacked, mover.occupied, replier.own);
        zone
    }

    /// The mover's men whose leaps hit the zone.
    #[inline(always)]
    fn leapers(&mut self, enemy: &PairSide<B>, with_jump: usize) {
        let rules = self.mover.rules;
        let us = self.mover.us;
        for (index, tables) in rules.movement.kinds[us.index()].iter().enumerate() {
            let kind = Kind::new(index);
            let onto = enemy.zone_leaps_onto[index][with_jump][self.royal.index()];
            let men = self.mover.position.men(us, kind);
            if men.is_empty() {
                continue;
            }
            self.arrivals[index] = onto;
            for man in (men & onto).squares() {
                let hits = tables.leap_attacks[man.index()] & self.squares;
                self.hit_twice |= self.hit & hits;
                self.hit |= hits;
                self.hitting |= B::single(man);
            }
        }
    }

    /// The mover's lines that end in the zone, or would if one man more or fewer stood on them:
    /// found by filling backwards from it.
    #[inline(always)]
    fn lines<L: Lanes<B>>(&mut self, fills: &FillTables<B>, quad: usize) {
        let (us, position) = (self.mover.us, self.mover.position);
        let side = &fills.sides[us.index()];
        let occupied = self.mover.occupied & !self.replier.royal;
        let quad = &fills.quads[quad];
        let back = &fills.quads[quad.reversed];
        let runs = Runs::<B, L>::new(back, occupied);
        let men = L::splat(occupied);
        // The squares from which the zone is seen over no man, over one, over two.
        let open = runs.next(runs.fill(L::splat(self.squares)));
        let over_one = runs.next(runs.fill(open.and(men)));
        let sets = Seen {
            open: open.sets(),
            over_one: over_one.sets(),
            over_two: if side.hoppers.is_empty() {
                [B::EMPTY; LANES]
            } else {
                runs.next(runs.fill(over_one.and(men))).sets()
            },
        };
        for rider in &side.riders {
            let riders = position.men(us, rider.kind);
            if riders.is_empty() {
                continue;
            }
            for lane in 0..LANES {
                if rider.lanes[quad.place][lane] == 0 {
                    continue;
                }
                self.arrivals[rider.kind.index()] |= sets.open[lane];
                for man in (riders & (sets.open[lane] | sets.over_one[lane])).squares() {
                    self.look(man, man, quad.rays[lane], 2);
                }
            }
        }
        for hopper in &side.hoppers {
            let hoppers = position.men(us, hopper.kind);
            if hoppers.is_empty() {
                continue;
            }
            for lane in 0..LANES {
                if hopper.lanes[quad.place][lane] == 0 {
                    continue;
                }
                self.arrivals[hopper.kind.index()] |= sets.over_one[lane];
                let seen = sets.open[lane] | sets.over_one[lane] | sets.over_two[lane];
                for man in (hoppers & seen).squares() {
                    self.look(man, man, quad.rays[lane], 3);
                }
            }
        }
        for (index, bender) in side.benders.iter().enumerate() {
            for man in position.men(us, bender.kind).squares() {
                let elbows = quad.elbows[us.index()][index][man.index()].sets();
                for (lane, &elbows) in elbows.iter().enumerate() {
                    let seen = sets.open[lane] | sets.over_one[lane];
                    for elbow in (elbows & seen).squares() {
                        self.touched |= B::single(elbow);
                        self.look(man, elbow, quad.rays[lane], 2);
                    }
                    // Leaving, it may open a line for itself.
                    if !quad.turns[us.index()][index][lane].is_empty()
                        && sets.open[lane].contains(man)
                    {
                        self.hitting |= B::single(man);
                    }
                }
            }
            for lane in 0..LANES {
                for step in &quad.turns[us.index()][index][lane] {
                    self.arrivals[bender.kind.index()] |= step.of(sets.open[lane]);
                }
            }
        }
    }

    /// Notes that a man looks along a ray from a square, and that the squares of so many segments
    /// of it matter.
    #[inline(always)]
    fn look(&mut self, man: Square, from: Square, ray: usize, segments: usize) {
        self.hitting |= B::single(man);
        if !self.looking.contains(&man) {
            self.overflows |= self.looking.try_push(man).is_err();
        }
        let movement = &self.mover.rules.movement;
        let lifted = self.mover.occupied & !self.replier.royal;
        let mut start = B::single(from);
        for _ in 0..segments {
            if start.is_empty() {
                return;
            }
            let segment = movement.along(ray, start.lowest(), lifted);
            self.touched |= segment;
            start = segment & lifted;
        }
    }

    /// What the looking men, but for some, attack along lines.
    #[inline(always)]
    fn looked_at(&self, occupied: B, but_for: B) -> B {
        let mut attacked = B::EMPTY;
        for &man in &self.looking {
            if !but_for.contains(man)
                && let Some(piece) = self.mover.position.at(man)
            {
                attacked |= self.mover.rules.attack(piece.kind, self.mover.us, man, occupied);
            }
        }
        attacked
    }

    /// The royal man's moves after a man of a kind has gone from one square to another.
    #[inline(always)]
    pub(super) fn moves_after(&self, kind: Kind, from: Square, to: Square) -> i64 {
        let (left, arrived) = (B::single(from), B::single(to));
        let occupied = (self.mover.occupied & !left) | arrived;
        let lifted = occupied & !self.replier.royal;
        let tables = &self.mover.rules.movement.kinds[self.mover.us.index()][kind.index()];
        let own_hits = tables.leap_attacks[from.index()] & self.squares;
        let attacked = (self.hit & !(own_hits & !self.hit_twice))
            | self.looked_at(lifted, left)
            | self.mover.rules.attack(kind, self.mover.us, to, lifted);
        self.count(attacked, occupied, self.replier.own & !arrived)
    }

    #[inline(always)]
    fn count(&self, attacked: B, occupied: B, own: B) -> i64 {
        let steps = self.steps & !own & !attacked;
        let mut moves = i64::from(steps.count());
        let targets = self.jumps & !occupied & !attacked;
        if !targets.is_empty() {
            moves += i64::from((targets & self.jumps_over(attacked)).count());
        }
        moves
    }

    /// The targets of jumps that pass a square that is not attacked.
    #[inline(always)]
    fn jumps_over(&self, attacked: B) -> B {
        let us = self.replier.us;
        let unchecked = |jump: &JumpTable<B>| jump.path == JumpPath::Unchecked;
        if self.mover.rules.jumps[us.index()].as_ref().is_some_and(unchecked) {
            return self.jumps;
        }
        let Some(pairs) = &self.mover.rules.pairs else { return B::EMPTY };
        let through = &pairs.sides[us.index()].jumps_through;
        let mut targets = B::EMPTY;
        for passed in (self.squares & !self.jumps & !attacked).squares() {
            targets |= through[self.royal.index() * B::CAPACITY + passed.index()];
        }
        targets
    }
}

/// The squares from which a zone is seen over no man, over one, over two, lane by lane.
struct Seen<B> {
    open: [B; LANES],
    over_one: [B; LANES],
    over_two: [B; LANES],
}
