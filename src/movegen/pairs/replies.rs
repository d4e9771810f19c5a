//! [`Replies`]: what a side can reply to a pass, and what the answer depends on.

use super::captures::seen_by;
use super::rides::Rides;
use super::sensitive::Sensitive;
use super::splits::Effects;
use super::zone::Zone;
use crate::geometry::{Bitboard, Lanes};
use crate::movegen::{Count, Sink, View};
use crate::rules::{FillTables, PairTables};

/// The replies to a pass.
#[derive(Debug)]
pub(super) struct Replies<'v, 'r, B: Bitboard, L> {
    pub(super) mover: &'v View<'r, B>,
    pub(super) replier: &'v View<'r, B>,
    /// The replying men that are not constrained, the royal man aside.
    pub(super) free: B,
    pub(super) rides: Rides<'v, 'r, B, L>,
    pub(super) effects: Effects<B>,
    pub(super) zone: Zone<'v, 'r, B>,
    pub(super) sensitive: Sensitive<B>,
    /// Squares whose filling or emptying is not worked out: near men with a second step, and on the
    /// ways of constrained men.
    pub(super) unclear: B,
    /// Squares onto which a reply could capture en passant.
    pub(super) caught: B,
    /// How many replies there are.
    pub(super) base: i64,
}

impl<'v, 'r, B: Bitboard, L: Lanes<B>> Replies<'v, 'r, B, L> {
    /// Counts the replies to a pass; `None` in a position too crowded for the lists.
    #[inline(always)]
    pub(super) fn new(
        mover: &'v View<'r, B>,
        replier: &'v View<'r, B>,
        fills: &'v FillTables<B>,
        pairs: &PairTables<B>,
    ) -> Option<Self> {
        let rules = mover.rules;
        let us = replier.us;
        let free = replier.free();
        let allowed = replier.constraints.allowed;
        let rides = Rides::<B, L>::new(replier, fills, free);
        let effects = Effects::new(replier, free);
        let may_jump = rules.jumps[us.index()]
            .as_ref()
            .is_some_and(|jump| replier.position.rights() & jump.right != 0);
        let zone = Zone::new::<L>(mover, replier, fills, &pairs.sides, may_jump);
        if rides.overflows || effects.overflows || zone.overflows {
            return None;
        }
        let mut count = Count::new(rules, us);
        replier.steps(free, allowed, &mut count);
        for &kind in &fills.sides[us.index()].leapers {
            for from in (replier.position.men(us, kind) & free).squares() {
                count.targets(kind, from, replier.leap_targets(kind, from) & allowed);
            }
        }
        replier.constrained_men(&mut count);
        let mut unclear = B::EMPTY;
        for (man, _) in replier.constraints.each() {
            if let Some(piece) = replier.position.at(man) {
                unclear |= seen_by(replier, piece.kind, man);
            }
        }
        let mut slack = 0;
        for &kind in &rules.second_steppers {
            for man in replier.position.men(us, kind).squares() {
                slack = 1;
                let beside = rules.neighbours[man.index()];
                unclear |= beside;
                for square in beside.squares() {
                    unclear |= rules.neighbours[square.index()];
                }
            }
        }
        replier.second_steps(&mut count);
        let sensitive = Sensitive::new(mover, replier.royal.lowest(), slack);
        let base = count.moves() as i64 + rides.moves + zone.moves;
        let caught = caught(replier);
        Some(Self { mover, replier, free, rides, effects, zone, sensitive, unclear, caught, base })
    }
}

/// The squares onto which a side's men could capture en passant.
#[inline(always)]
fn caught<B: Bitboard>(view: &View<'_, B>) -> B {
    let us = view.us.index();
    let mut caught = B::EMPTY;
    for &kind in &view.rules.catchers[us] {
        let tables = &view.rules.movement.kinds[us][kind.index()];
        let men = view.position.men(view.us, kind);
        if let Some(steps) = &tables.steps {
            for step in &steps.capture {
                caught |= step.of(men);
            }
        } else {
            for man in men.squares() {
                caught |= tables.leap_attacks[man.index()];
            }
        }
    }
    caught
}
