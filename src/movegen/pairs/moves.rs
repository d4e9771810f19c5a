//! The mover's side of the count: for every move, by how much it changes the replies.

use super::multiset::Multiset;
use super::replies::Replies;
use crate::geometry::{Bitboard, Lanes, Square};
use crate::movegen::{List, Sink};
use crate::pieces::Kind;
use crate::position::{Action, Move};

/// The moves of one man, sorted by how they are counted.
struct Sorted<B> {
    /// To empty squares, by differences.
    quiet: B,
    /// Captures, by differences.
    captures: B,
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
        let mut landings = Multiset::new();
        let mut total = 0;
        let attacked = self.rides.attacked(mover.royal);
        for index in 0..rules.game().kinds.len() {
            let kind = Kind::new(index);
            for from in mover.position.men(us, kind).squares() {
                let is_royal = mover.royal.contains(from);
                let allowed = if is_royal {
                    !attacked
                } else if mover.constraints.constrained.contains(from) {
                    mover.constraints.of(from)
                } else {
                    mover.constraints.allowed
                };
                let targets = mover.targets(kind, from) & allowed;
                let sorted = self.sort(kind, from, targets);
                full.targets(kind, from, sorted.full);
                total += self.quiet_moves(kind, from, sorted.quiet, &mut landings);
                total += self.captures(kind, from, sorted.captures, &mut full);
                total += self.double_step(kind, from, allowed, &mut full, &mut landings);
                if is_royal {
                    total += self.jumps(kind, from, attacked, &mut full, &mut landings);
                }
            }
        }
        self.other_moves(attacked, &mut full);
        if landings.digits().is_empty() && total == 0 && full.len() == first {
            return None;
        }
        Some(total - self.rides.losses(&landings) + self.effects.landings(&landings))
    }

    /// Sorts the targets of a man.
    #[inline(always)]
    fn sort(&self, kind: Kind, from: Square, targets: B) -> Sorted<B> {
        let (mover, left) = (self.mover, B::single(from));
        let anything = self.sensitive.lines | self.unclear | self.rides.unclear;
        if targets.is_empty() || anything.contains(from) {
            return Sorted { quiet: B::EMPTY, captures: B::EMPTY, full: targets };
        }
        let mut unclear =
            self.sensitive.lines | self.sensitive.arrivals[kind.index()] | self.unclear;
        if let Some(promotion) = &mover.rules.promotions[mover.us.index()][kind.index()] {
            unclear |= promotion.zone;
        }
        for &(waiting, last_rank) in &mover.rules.stages[mover.us.index()].waiting {
            if waiting == kind {
                unclear |= last_rank;
            }
        }
        if self.rides.leaving.contains(from) {
            unclear |= self.rides.hopper_lines(from);
        }
        if self.effects.double_steps.meets(left) {
            for double in &mover.rules.double_steps[self.replier.us.index()] {
                unclear |= double.step(left) | double.back(left);
            }
        }
        let clear = targets & !unclear;
        Sorted {
            quiet: clear & !mover.occupied,
            captures: clear & mover.enemy,
            full: targets & unclear,
        }
    }

    /// The replies to quiet moves of a man, but for what their landings cost, which is noted.
    #[inline(always)]
    fn quiet_moves(&self, kind: Kind, from: Square, quiet: B, landings: &mut Multiset<B>) -> i64 {
        if quiet.is_empty() {
            return 0;
        }
        landings.add(quiet);
        let mut total = i64::from(quiet.count()) * (self.base + self.leaving(from));
        if self.rides.leaving.contains(from) {
            total += self.rides.same_line(from, quiet);
        }
        total + self.royal_changes(kind, from, quiet)
    }

    /// By how much the replies change when a man leaves a square.
    #[inline(always)]
    pub(super) fn leaving(&self, from: Square) -> i64 {
        let mut change = 0;
        if self.rides.leaving.contains(from) {
            change += self.rides.gain(from);
        }
        if self.effects.leaving.contains(from) {
            change += self.effects.leaving_of(from);
        }
        change
    }

    /// By how much the royal man's replies change, over all of a man's moves to some squares.
    #[inline(always)]
    pub(super) fn royal_changes(&self, kind: Kind, from: Square, to: B) -> i64 {
        let zone = &self.zone;
        let changing = if (zone.hitting | zone.touched).contains(from) {
            to
        } else {
            to & (zone.touched | zone.arrivals[kind.index()])
        };
        changing.squares().map(|to| zone.moves_after(kind, from, to) - zone.moves).sum()
    }

    #[inline(always)]
    fn jumps(
        &self,
        kind: Kind,
        from: Square,
        attacked: B,
        full: &mut List<'_, B>,
        landings: &mut Multiset<B>,
    ) -> i64 {
        let jumps = self.mover.jump_targets(from, attacked);
        let sorted = self.sort(kind, from, jumps);
        for to in sorted.full.squares() {
            full.single(Move::new(from, to, Action::Jump));
        }
        self.quiet_moves(kind, from, sorted.quiet, landings)
    }

    /// Moves that do more than put one man on another square: all are counted in full.
    #[inline(always)]
    fn other_moves(&self, attacked: B, full: &mut List<'_, B>) {
        self.mover.en_passant(full);
        self.mover.second_steps(full);
        self.mover.stages(full);
        self.mover.citadels(full);
        if self.mover.position.rights() != 0 {
            self.mover.castle(attacked, full);
        }
    }

    /// The replies to a man's double step.
    #[inline(always)]
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
                total += self.quiet_moves(kind, from, target, landings);
            }
        }
        total
    }
}
