//! The mover's side of the count: for every move, by how much it changes the replies.

use super::constrained::{Men, Outcome};
use super::multiset::Multiset;
use super::replies::Replies;
use super::stops::Stops;
use crate::geometry::{Bitboard, Lanes, Square};
use crate::movegen::{List, Sink};
use crate::pieces::Kind;
use crate::position::{Action, Move};
use crate::rules::Steps;

/// The moves of one man, sorted by how they are counted.
struct Sorted<B> {
    /// To empty squares, by differences.
    quiet: B,
    /// Captures, by differences.
    captures: B,
    /// By how much the replies to them change because other men are constrained after them, and the
    /// replies to those moves that give check.
    constrained: i64,
    /// In full.
    full: B,
}

impl<B: Bitboard, L: Lanes<B>> Replies<'_, '_, B, L> {
    /// The replies to all moves whose differences are worked out; the others are appended to a list.
    /// `None` when there is no move at all but perhaps one that exists only then.
    #[inline(always)]
    pub(super) fn count_differences(&self, moves: &mut Vec<Move>) -> Option<i64> {
        let (mover, us) = (self.mover, self.mover.us);
        let rules = mover.rules;
        let first = moves.len();
        let mut full = List::new(rules, us, moves);
        let among = Men { occupied: mover.occupied, enemy: mover.enemy };
        let mut landings = Multiset::new();
        let mut total = 0;
        // Men whose moves change nothing but by standing in the way, and those found not to be so.
        let (mut plain, mut tried) = (B::EMPTY, B::EMPTY);
        for index in 0..rules.game().kinds.len() {
            let kind = Kind::new(index);
            let mut men = mover.position.men(us, kind) & !plain;
            if men.is_empty() {
                continue;
            }
            let reached = self.reached(kind);
            let tables = &rules.movement.kinds[us.index()][index];
            if let Some(steps) = tables.steps.as_ref().filter(|_| !men.meets(tried)) {
                let alike = mover.position.men_of(us, &steps.kinds);
                let found = self.plain_steppers(kind, steps, alike & !self.touched.left, reached);
                total += self.base * self.plain_steps(kind, steps, found, &mut landings);
                plain |= found;
                tried |= alike;
                men &= !found;
            }
            // Men who may go everywhere, of kinds that do nothing rare: little is asked of them.
            let easy = men & !self.touched.left;
            if tables.leaps_only {
                men &= !easy;
                total += self.easy_leapers(kind, easy, reached, &mut full, &mut landings);
            } else if tables.rides && !tables.double_steps {
                men &= !easy;
                total += self.easy_riders(kind, easy, reached, &mut full, &mut landings);
            }
            for from in men.squares() {
                let is_royal = mover.royal.contains(from);
                let allowed = if is_royal {
                    !self.attacked
                } else if mover.constraints.constrained.contains(from) {
                    mover.constraints.of(from)
                } else {
                    mover.constraints.allowed
                };
                let targets = self.known.targets(mover, kind, from, among) & allowed;
                if targets.is_empty() && !tables.double_steps && !is_royal {
                    continue;
                }
                let is_plain = !self.touched.left.contains(from)
                    && !tables.double_steps
                    && !targets.meets(mover.enemy | reached | self.reached_from(kind, from));
                if is_plain {
                    total += self.base * i64::from(targets.count());
                    landings.add(targets);
                    continue;
                }
                total += self.other_moves_of(kind, from, targets, &mut full, &mut landings);
                if tables.double_steps {
                    total += self.double_step(kind, from, allowed, &mut full, &mut landings);
                }
                if is_royal {
                    total += self.jumps(kind, from, &mut full, &mut landings);
                }
            }
        }
        self.other_moves(&mut full);
        if landings.digits().is_empty() && total == 0 && full.len() == first {
            return None;
        }
        Some(total - self.rides.losses(&landings) + self.effects.landings(&landings))
    }

    /// The replies to the moves of men who may go everywhere, of a kind that leaps and does nothing else.
    #[inline(always)]
    fn easy_leapers(
        &self,
        kind: Kind,
        men: B,
        reached: B,
        full: &mut List<'_, B>,
        landings: &mut Multiset<B>,
    ) -> i64 {
        let mover = self.mover;
        let leaps = &mover.rules.movement.kinds[mover.us.index()][kind.index()].both.leaps;
        let open = (!mover.occupied | mover.enemy) & mover.constraints.allowed;
        let changing = mover.enemy | reached;
        let mut total = 0;
        for from in men.squares() {
            let targets = leaps[from.index()] & open;
            if targets.meets(changing) {
                total += self.other_moves_of(kind, from, targets, full, landings);
            } else {
                total += self.base * i64::from(targets.count());
                landings.add(targets);
            }
        }
        total
    }

    /// The same of a kind that moves along lines and makes no double steps.
    #[inline(always)]
    fn easy_riders(
        &self,
        kind: Kind,
        men: B,
        reached: B,
        full: &mut List<'_, B>,
        landings: &mut Multiset<B>,
    ) -> i64 {
        let mover = self.mover;
        let among = Men { occupied: mover.occupied, enemy: mover.enemy };
        let changing = mover.enemy | reached;
        let mut total = 0;
        for from in men.squares() {
            let targets = self.known.rider_targets(mover, kind, from, among);
            let targets = targets & mover.constraints.allowed;
            if targets.is_empty() {
                continue;
            }
            if targets.meets(changing | self.reached_from(kind, from)) {
                total += self.other_moves_of(kind, from, targets, full, landings);
            } else {
                total += self.base * i64::from(targets.count());
                landings.add(targets);
            }
        }
        total
    }

    /// The replies to a man's moves that change more than by standing in the way, double steps aside.
    #[inline(never)]
    fn other_moves_of(
        &self,
        kind: Kind,
        from: Square,
        targets: B,
        full: &mut List<'_, B>,
        landings: &mut Multiset<B>,
    ) -> i64 {
        let sorted = self.sort(kind, from, targets);
        full.targets(kind, from, sorted.full);
        if (sorted.quiet | sorted.captures).is_empty() {
            return sorted.constrained;
        }
        let stops = &mut Stops::new();
        self.leaving(from, stops);
        sorted.constrained
            + self.quiet_moves(kind, from, sorted.quiet, stops, landings)
            + self.captures(kind, from, sorted.captures, stops)
    }

    /// The squares on which a man of a kind changes more than by standing in the way, wherever it
    /// comes from.
    #[inline(always)]
    fn reached(&self, kind: Kind) -> B {
        self.sensitive.reached(kind)
            | self.seen_by_constrained
            | self.zone.reached(kind)
            | self.unclear_targets(kind)
    }

    /// What comes to these squares for a man that leaves a certain one.
    #[inline(always)]
    fn reached_from(&self, kind: Kind, from: Square) -> B {
        self.sensitive.reached_from(kind, from) | self.zone.reached_from(kind, from)
    }

    /// The squares to which all moves of a kind are counted in full.
    #[inline(always)]
    fn unclear_targets(&self, kind: Kind) -> B {
        self.unclear | self.becoming[kind.index()]
    }

    /// Those of some men of a kind all of whose moves change nothing but by standing in the way.
    #[inline(always)]
    fn plain_steppers(&self, kind: Kind, steps: &Steps<B>, men: B, reached: B) -> B {
        let mover = self.mover;
        let empty = !mover.occupied;
        let open = empty & mover.constraints.allowed;
        let mut men = men;
        for step in &steps.capture {
            men &= !step.back(step.of(men) & mover.enemy);
        }
        for step in &steps.quiet {
            men &= !step.back(step.of(men) & open & reached);
        }
        let doubles = &mover.rules.double_steps[mover.us.index()];
        for double in doubles.iter().filter(|double| double.kind == kind) {
            let passed = double.step(mover.able_to_double_step(double) & men) & empty;
            let targets = double.step(passed) & open;
            let changing = (targets & reached) | double.step(passed & self.caught);
            men &= !double.back(double.back(changing));
        }
        men
    }

    /// How many moves such men have; where they end is noted.
    #[inline(always)]
    fn plain_steps(&self, kind: Kind, steps: &Steps<B>, men: B, landings: &mut Multiset<B>) -> i64 {
        let mover = self.mover;
        let empty = !mover.occupied;
        let open = empty & mover.constraints.allowed;
        let mut moves = 0;
        let mut add = |targets: B| {
            moves += i64::from(targets.count());
            landings.add(targets);
        };
        for step in &steps.quiet {
            add(step.of(men) & open);
        }
        let doubles = &mover.rules.double_steps[mover.us.index()];
        for double in doubles.iter().filter(|double| double.kind == kind) {
            let passed = double.step(mover.able_to_double_step(double) & men) & empty;
            add(double.step(passed) & open);
        }
        moves
    }

    /// Sorts the targets of a man.
    #[inline(never)]
    fn sort(&self, kind: Kind, from: Square, targets: B) -> Sorted<B> {
        let (mover, left) = (self.mover, B::single(from));
        if targets.is_empty() || self.touched.unclear.contains(from) {
            return Sorted { quiet: B::EMPTY, captures: B::EMPTY, constrained: 0, full: targets };
        }
        // A bent rider that recaptures where it promotes has several moves for one.
        let riding_promotions = mover.rules.riding_promotions[self.replier.us.index()];
        let mut unclear = self.unclear_targets(kind) | (riding_promotions & mover.enemy);
        if self.effects.double_steps.meets(left) {
            for double in &mover.rules.double_steps[self.replier.us.index()] {
                unclear |= double.step(left) | double.back(left);
            }
        }
        let mut clear = targets & !unclear;
        let mut constraining = clear
            & (self.sensitive.reached(kind)
                | self.sensitive.reached_from(kind, from)
                | self.seen_by_constrained);
        let mut full = targets & !clear;
        let mut constrained = 0;
        if self.touched.constraining.contains(from) && constraining != clear {
            let departure = self.departure(from);
            constraining |= clear & departure.apart;
            constrained += departure.change * i64::from((clear & !constraining).count());
        }
        for to in constraining.squares() {
            let single = B::single(to);
            match self.constrained(kind, from, to) {
                Outcome::Change(change) => constrained += change,
                Outcome::Replies(replies) => {
                    constrained += replies;
                    clear &= !single;
                }
                Outcome::Unclear => {
                    full |= single;
                    clear &= !single;
                }
            }
        }
        Sorted { quiet: clear & !mover.occupied, captures: clear & mover.enemy, constrained, full }
    }

    /// The replies to quiet moves of a man, but for what their landings cost, which is noted.
    #[inline(never)]
    fn quiet_moves(
        &self,
        kind: Kind,
        from: Square,
        quiet: B,
        stops: &Stops<B>,
        landings: &mut Multiset<B>,
    ) -> i64 {
        if quiet.is_empty() {
            return 0;
        }
        landings.add(quiet);
        let mut total = i64::from(quiet.count()) * (self.base + stops.change);
        if self.rides.leaving.contains(from) {
            total += self.rides.same_line(from, quiet, stops);
            total += self.rides.same_line_of_hops(from, quiet);
            total += self.rides.same_line_of_skipping(from, quiet);
        }
        total + self.zone.changes(kind, from, quiet)
    }

    /// Finds what a man stops, and by how much the replies change when he leaves.
    #[inline(always)]
    fn leaving(&self, from: Square, stops: &mut Stops<B>) {
        if self.rides.leaving.contains(from) {
            self.rides.find_stops(from, stops);
        }
        if self.effects.leaving.contains(from) {
            stops.change += self.effects.leaving_of(from);
        }
    }

    /// The replies to the quiet moves among those of a man that were sorted.
    #[inline(never)]
    fn sorted_quiet_moves(
        &self,
        kind: Kind,
        from: Square,
        sorted: &Sorted<B>,
        landings: &mut Multiset<B>,
    ) -> i64 {
        let stops = &mut Stops::new();
        self.leaving(from, stops);
        sorted.constrained + self.quiet_moves(kind, from, sorted.quiet, stops, landings)
    }

    #[inline(never)]
    fn jumps(
        &self,
        kind: Kind,
        from: Square,
        full: &mut List<'_, B>,
        landings: &mut Multiset<B>,
    ) -> i64 {
        let jumps = self.mover.jump_targets(from, self.attacked);
        let sorted = self.sort(kind, from, jumps);
        for to in sorted.full.squares() {
            full.single(Move::new(from, to, Action::Jump));
        }
        self.sorted_quiet_moves(kind, from, &sorted, landings)
    }

    /// Moves that do more than put one man on another square: all are counted in full.
    #[inline(always)]
    fn other_moves(&self, full: &mut List<'_, B>) {
        self.mover.rare(full);
        if self.mover.position.rights() != 0 {
            self.mover.castle(self.attacked, full);
        }
    }

    /// The replies to a man's double step.
    #[inline(never)]
    fn double_step(
        &self,
        kind: Kind,
        from: Square,
        allowed: B,
        full: &mut List<'_, B>,
        landings: &mut Multiset<B>,
    ) -> i64 {
        let mover = self.mover;
        let mut total = 0;
        for double in mover.rules.double_steps[mover.us.index()].iter().filter(|d| d.kind == kind) {
            let man = mover.able_to_double_step(double) & B::single(from);
            let passed = double.step(man) & !mover.occupied;
            let target = double.step(passed) & !mover.occupied & allowed;
            if target.is_empty() {
                continue;
            }
            let sorted = self.sort(kind, from, target);
            if passed.meets(self.caught) || !sorted.full.is_empty() {
                let to = target.lowest();
                full.promotable(kind, Move::new(from, to, Action::DoubleStep));
            } else {
                total += self.sorted_quiet_moves(kind, from, &sorted, landings);
            }
        }
        total
    }
}
