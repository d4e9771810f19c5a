//! [`Zone`]: the moves of the royal man of the side that replies, and which moves of the enemy
//! change them.

use super::looks::{Look, Way};
use super::storage::ZoneStorage;
use crate::geometry::{Bitboard, LANES, Lanes, Square};
use crate::movegen::View;
use crate::movegen::fill::Runs;
use crate::pieces::Kind;
use crate::rules::{FillTables, JumpPath, PairSide, Quad, Turn};

/// From where a man of a kind would see the zone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrivals<B> {
    /// As the board is, by a leap or along a line.
    near: B,
    /// Along a line, if a man on it were lifted.
    far: B,
}

impl<B: Bitboard> Arrivals<B> {
    /// From nowhere.
    pub(super) const NONE: Self = Self { near: B::EMPTY, far: B::EMPTY };
}

/// Men of a kind that look along the lanes of a quad.
#[derive(Clone, Copy)]
struct Seers<B> {
    /// By lane: where their rays start.
    starts: [B; LANES],
    /// The man, if the rays start at elbows; otherwise men stand where they start.
    man: Option<Square>,
    /// Empty squares that they must pass before the first they may stop on.
    skips: u32,
    hops: bool,
}

/// A jump that none of the royal man's own men stands in the way of.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenJump<B> {
    target: Square,
    /// The squares of which one must be safe.
    passed: B,
}

/// The squares around the royal man of the side that replies, and who looks at them.
#[derive(Debug)]
pub(super) struct Zone<'v, 'r, B: Bitboard> {
    /// The side that moves now.
    mover: &'v View<'r, B>,
    /// The side that replies.
    replier: &'v View<'r, B>,
    /// Where the royal man steps.
    steps: B,
    /// Where it jumps while it may.
    jumps: B,
    /// The squares that it passes then.
    passed: B,
    /// The squares of which it matters whether they are attacked: where it may step as things
    /// stand, and where it may jump and what that passes.
    watched: B,
    /// Watched squares that some leaper of the mover's hits, and that several do.
    hit: B,
    hit_twice: B,
    lists: &'v mut ZoneStorage<B>,
    /// Squares whose emptying changes what hits the zone; also those of men who hit it.
    pub(super) emptied: B,
    /// Squares whose filling changes it, or the royal man's moves themselves.
    filled: B,
    /// Men on lines to the zone: whoever leaves them may open a line for itself.
    on_lines: B,
    /// The watched squares that are attacked as things stand.
    attacked: B,
    /// The royal man's moves as things stand.
    pub(super) moves: i64,
    /// Whether the position is too crowded for the list.
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
        lists: &'v mut ZoneStorage<B>,
    ) -> Self {
        let royal = replier.royal.lowest();
        let steps = sides[replier.us.index()].steps[royal.index()];
        let mut watched = steps & !replier.own;
        let mut jumps = B::EMPTY;
        let mut passes = B::EMPTY;
        if with_jump && let Some(jump) = &mover.rules.jumps[replier.us.index()] {
            jumps = jump.targets[royal.index()];
            for target in (jumps & !replier.own).squares() {
                let passed = if jump.path == JumpPath::Unchecked {
                    B::single(target)
                } else {
                    jump.passed(royal, target)
                };
                watched |= B::single(target) | passed;
                passes |= passed;
                lists.open_jumps.push(OpenJump { target, passed });
            }
        }
        let mut zone = Self {
            mover,
            replier,
            steps,
            jumps,
            passed: passes,
            watched,
            hit: B::EMPTY,
            hit_twice: B::EMPTY,
            lists,
            emptied: jumps & mover.own,
            filled: (jumps & !mover.occupied) | (steps & replier.own),
            on_lines: B::EMPTY,
            attacked: B::EMPTY,
            moves: 0,
            overflows: false,
        };
        if watched.is_empty() {
            return zone;
        }
        zone.leapers::<L>(&sides[mover.us.index()]);
        for quad in fills.ascending() {
            zone.lines::<L, false>(fills, quad);
        }
        for quad in fills.descending() {
            zone.lines::<L, true>(fills, quad);
        }
        zone.attacked =
            zone.lists.looks.iter().fold(zone.hit, |attacked, look| attacked | look.hits);
        zone.moves = zone.count(zone.attacked, mover.occupied, replier.own);
        zone
    }

    /// The mover's men whose leaps hit the zone, and from where others would.
    #[inline(always)]
    fn leapers<L: Lanes<B>>(&mut self, side: &PairSide<B>) {
        let (rules, us) = (self.mover.rules, self.mover.us);
        for leaper in &rules.movement.leapers[us.index()] {
            let kind = leaper.kind;
            let men = self.mover.position.men(us, kind);
            if men.is_empty() {
                continue;
            }
            let mut onto = L::splat(B::EMPTY);
            for leaps in &side.leaps[kind.index()] {
                onto = onto.or(leaps.back(self.watched));
            }
            let onto = onto.union();
            self.lists.arrivals[kind.index()].near = onto;
            for man in (men & onto).squares() {
                let hits = leaper.attacks[man.index()] & self.watched;
                self.hit_twice |= self.hit & hits;
                self.hit |= hits;
                self.emptied |= B::single(man);
            }
        }
    }

    /// The mover's lines that end in the zone, or would if one man more or fewer stood on them:
    /// found by filling backwards from it. `BACK` tells whether that ascends.
    #[inline(always)]
    fn lines<L: Lanes<B>, const BACK: bool>(&mut self, fills: &FillTables<B>, quad: &Quad<B>) {
        let (us, position) = (self.mover.us, self.mover.position);
        let side = &fills.sides[us.index()];
        let occupied = self.mover.occupied & !self.replier.royal;
        let runs = Runs::<B, L, BACK>::new(&fills.quads[quad.reversed], occupied);
        let men = L::splat(occupied);
        // The squares from which the zone is seen over no man, over one, over two.
        let open = runs.next(runs.fill(L::splat(self.watched)));
        let blockers = open.and(men);
        let over_one = runs.next(runs.fill(blockers));
        let mut on_lines = blockers;
        let mut over_two = L::splat(B::EMPTY);
        if !side.hoppers.is_empty() {
            let second = over_one.and(men);
            on_lines = on_lines.or(second);
            over_two = runs.next(runs.fill(second));
        }
        self.on_lines |= on_lines.union();
        let seen = open.or(over_one);
        let seen_hopping = seen.or(over_two);
        // Those who may stop everywhere look together.
        let mut sliders = L::splat(B::EMPTY);
        for rider in &side.riders {
            let riders = position.men(us, rider.kind);
            if riders.is_empty() {
                continue;
            }
            let lanes = L::masked(!B::EMPTY, &rider.lanes[quad.place]);
            self.arrive(rider.kind, open.and(lanes).union(), over_one.and(lanes).union());
            let riders = L::masked(riders, &rider.lanes[quad.place]);
            if rider.skips == 0 {
                sliders = sliders.or(riders);
                continue;
            }
            let seen = seen.and(riders);
            if seen.is_empty() {
                continue;
            }
            let (starts, skips) = (seen.sets(), rider.skips);
            self.look::<BACK>(quad, &Seers { starts, man: None, skips, hops: false });
        }
        let sliders = seen.and(sliders);
        if !sliders.is_empty() {
            let starts = sliders.sets();
            self.look::<BACK>(quad, &Seers { starts, man: None, skips: 0, hops: false });
        }
        for hopper in &side.hoppers {
            let hoppers = position.men(us, hopper.kind);
            if hoppers.is_empty() {
                continue;
            }
            let lanes = L::masked(!B::EMPTY, &hopper.lanes[quad.place]);
            let far = over_two.or(over_one).and(lanes).union();
            self.arrive(hopper.kind, over_one.and(lanes).union(), far);
            let seen = seen_hopping.and(L::masked(hoppers, &hopper.lanes[quad.place]));
            if seen.is_empty() {
                continue;
            }
            let starts = seen.sets();
            self.look::<BACK>(quad, &Seers { starts, man: None, skips: 0, hops: true });
        }
        for (index, bender) in side.benders.iter().enumerate() {
            let benders = position.men(us, bender.kind);
            if benders.is_empty() {
                continue;
            }
            let (elbows, blocked) = (open.and(L::splat(!occupied)).sets(), seen.sets());
            for &Turn { lane, back } in &quad.turns[us.index()][index] {
                self.arrive(bender.kind, back.of(elbows[lane]), back.of(blocked[lane]));
            }
            for man in benders.squares() {
                let elbows = L::load(&quad.elbows[us.index()][index][man.index()]).and(seen);
                if elbows.is_empty() {
                    continue;
                }
                let (starts, man, skips) = (elbows.sets(), Some(man), bender.skips);
                self.look::<BACK>(quad, &Seers { starts, man, skips, hops: false });
            }
        }
    }

    #[inline(always)]
    fn arrive(&mut self, kind: Kind, near: B, far: B) {
        let arrivals = &mut self.lists.arrivals[kind.index()];
        arrivals.near |= near;
        arrivals.far |= far;
    }

    /// Notes what men see along the lanes of a quad.
    #[inline(never)]
    fn look<const BACK: bool>(&mut self, quad: &Quad<B>, seers: &Seers<B>) {
        let &Seers { starts, man, skips, hops } = seers;
        let movement = &self.mover.rules.movement;
        let occupied = self.mover.occupied & !self.replier.royal;
        for (lane, starts) in starts.into_iter().enumerate() {
            if starts.is_empty() {
                continue;
            }
            let ray = quad.rays[lane];
            let ways = [&*movement.rays[ray].squares, &*movement.rays[quad.opposite[lane]].squares];
            for start in starts.squares() {
                let skipped = movement.first(ray, start, skips);
                let (man, bends) = (man.unwrap_or(start), man.is_some());
                let way = Way { man, start, bends, ray, hops, skipped };
                let look = if BACK {
                    Look::new::<false>(ways, way, self.watched, occupied)
                } else {
                    Look::new::<true>(ways, way, self.watched, occupied)
                };
                if !look.hits.is_empty() {
                    self.emptied |= B::single(man);
                } else if look.filled.is_empty() && look.emptied.is_empty() {
                    continue;
                }
                self.filled |= look.filled;
                self.emptied |= look.emptied;
                self.overflows |= self.lists.looks.try_push(look).is_err();
            }
        }
    }

    /// The squares of which a man of a kind may change something by going there, if leaving its own
    /// changes nothing.
    #[inline(always)]
    pub(super) fn reached(&self, kind: Kind) -> B {
        self.filled | self.lists.arrivals[kind.index()].near
    }

    /// The same squares that are added if the man leaves a certain square.
    #[inline(always)]
    pub(super) fn reached_from(&self, kind: Kind, from: Square) -> B {
        if self.on_lines.contains(from) { self.lists.arrivals[kind.index()].far } else { B::EMPTY }
    }

    /// By how much the royal man's moves change, over all of a man's moves to some squares.
    #[inline(never)]
    pub(super) fn changes(&self, kind: Kind, from: Square, to: B) -> i64 {
        let leaves = self.emptied.contains(from);
        let seeing = self.lists.arrivals[kind.index()].near | self.reached_from(kind, from);
        let changing = if leaves { to } else { to & (self.filled | seeing) };
        let mut total = 0;
        for to in changing.squares() {
            let sees = seeing.contains(to);
            if leaves || self.filled.contains(to) {
                total += self.moves_after(kind, from, to, sees) - self.moves;
            } else {
                total += self.moves_attacked(kind, from, to) - self.moves;
            }
        }
        total
    }

    /// The royal man's moves after a man of a kind has gone to a square where it only adds what it
    /// attacks itself.
    #[inline(always)]
    fn moves_attacked(&self, kind: Kind, from: Square, to: Square) -> i64 {
        let occupied = (self.mover.occupied & !B::single(from)) | B::single(to);
        let attacked = self.attacked | self.attack(kind, to, occupied & !self.replier.royal);
        if attacked == self.attacked {
            return self.moves;
        }
        self.count(attacked, occupied, self.replier.own)
    }

    /// The watched squares that a man of a kind attacks.
    #[inline(always)]
    fn attack(&self, kind: Kind, from: Square, occupied: B) -> B {
        let (rules, us) = (self.mover.rules, self.mover.us);
        let tables = &rules.movement.kinds[us.index()][kind.index()];
        let attacked = if tables.leaps_only {
            tables.leap_attacks[from.index()]
        } else {
            rules.attack(kind, us, from, occupied)
        };
        attacked & self.watched
    }

    /// The royal man's moves after a man of a kind has gone from one square to another; `sees` tells
    /// whether it might see a watched square from there.
    #[inline(always)]
    fn moves_after(&self, kind: Kind, from: Square, to: Square, sees: bool) -> i64 {
        let (attacked, occupied, own) = self.after(kind, from, to, sees);
        self.count(attacked, occupied, own)
    }

    /// Its moves after a man has given check so: it does not jump then.
    pub(super) fn steps_after(&self, kind: Kind, from: Square, to: Square) -> i64 {
        let (attacked, _, own) = self.after(kind, from, to, true);
        i64::from((self.steps & !own & !attacked).count())
    }

    /// What of the zone is attacked after a man of a kind has gone from one square to another, all
    /// men then, and those of the royal man's side.
    #[inline(always)]
    fn after(&self, kind: Kind, from: Square, to: Square, sees: bool) -> (B, B, B) {
        let (rules, us) = (self.mover.rules, self.mover.us);
        let movement = &rules.movement;
        let (left, arrived) = (B::single(from), B::single(to));
        let occupied = (self.mover.occupied & !left) | arrived;
        let lifted = occupied & !self.replier.royal;
        let tables = &movement.kinds[us.index()][kind.index()];
        let mut attacked = self.hit & !(tables.leap_attacks[from.index()] & !self.hit_twice);
        for look in &self.lists.looks {
            if look.way.man == from {
                continue;
            }
            attacked |= if look.changes(from, to) {
                look.on(movement, self.watched, lifted)
            } else {
                look.hits
            };
        }
        if sees {
            attacked |= self.attack(kind, to, lifted);
        }
        let mut own = self.replier.own;
        if (own & self.steps).contains(to) {
            // A neighbour was captured: its square is watched only now.
            own &= !arrived;
            // The man that has left is not among `lifted`, so it does not defend.
            let defenders = rules.attackers_among(self.mover.position, to, us, lifted);
            attacked = if defenders.is_empty() { attacked & !arrived } else { attacked | arrived };
        }
        (attacked, occupied, own)
    }

    #[inline(never)]
    fn count(&self, attacked: B, occupied: B, own: B) -> i64 {
        let steps = self.steps & !own & !attacked;
        let mut moves = i64::from(steps.count());
        let targets = self.jumps & !occupied & !attacked;
        if targets.is_empty() {
            return moves;
        }
        if !attacked.meets(self.passed) {
            return moves + i64::from(targets.count());
        }
        for jump in &self.lists.open_jumps {
            let safe = !(jump.passed & !attacked).is_empty();
            moves += i64::from(safe && targets.contains(jump.target));
        }
        moves
    }
}
