//! [`Replies`]: what a side can reply to a pass, and what the answer depends on.

use super::captures::seen_by;
use super::outlook::Known;
use super::rides::Rides;
use super::sensitive::{Lines, Sensitive};
use super::splits::Effects;
use super::storage::Storage;
use super::zone::Zone;
use crate::geometry::{Bitboard, Lanes};
use crate::movegen::{Count, View};
use crate::pieces::MAX_KINDS;
use crate::position::Move;
use crate::rules::{FillTables, PairSide, PairTables};

/// Squares that matter to all moves.
#[derive(Debug)]
pub(super) struct Touched<B> {
    /// Whose leaving changes the replies, but for what may be seen from where its man goes; also
    /// those of men who may not go everywhere.
    pub(super) left: B,
    /// Men all of whose moves are counted in full.
    pub(super) unclear: B,
    /// Men any of whose moves may change how the replier's men are constrained.
    pub(super) constraining: B,
}

/// The replies to a pass.
#[derive(Debug)]
pub(super) struct Replies<'v, 'r, B: Bitboard, L> {
    pub(super) mover: &'v View<'r, B>,
    /// What is known of men on both sides.
    pub(super) known: Known<'v, B>,
    pub(super) replier: &'v View<'r, B>,
    /// The replying men that are not constrained, the royal man aside.
    pub(super) free: B,
    pub(super) rides: &'v Rides<'v, 'r, B, L>,
    pub(super) effects: &'v Effects<B>,
    pub(super) zone: &'v Zone<'v, 'r, B>,
    pub(super) sensitive: &'v Sensitive<'v, B>,
    /// Squares whose filling or emptying is not worked out: near men with a second step.
    pub(super) unclear: B,
    /// Constrained men, and the squares on which their moves depend.
    pub(super) seen_by_constrained: B,
    /// The lines to the royal man.
    pub(super) lines: &'v Lines<B>,
    /// Whether moves that constrain other men are worked out.
    pub(super) works_out_constraints: bool,
    /// Whether the royal man may swap in check, or when nothing else can move.
    pub(super) may_swap: bool,
    /// What is known of the replier's men on any board.
    pub(super) side: &'v PairSide<B>,
    /// The replying men of kinds that step.
    pub(super) stepping: B,
    /// By kind: where the mover's men do not stay what they are, or wait.
    pub(super) becoming: &'v [B; MAX_KINDS],
    /// Squares onto which a reply could capture en passant.
    pub(super) caught: B,
    /// What the replying men attack, with the mover's royal man lifted; nothing where no move of his
    /// depends on it.
    pub(super) attacked: B,
    pub(super) touched: Touched<B>,
    /// How many replies there are.
    pub(super) base: i64,
}

impl<'r, B: Bitboard, L: Lanes<B>> Replies<'_, 'r, B, L> {
    /// Counts the replies to all moves whose differences are worked out; the other moves are appended
    /// to a list. `None` in a position too crowded for the lists, and where there is no move at all but
    /// perhaps one that exists only then.
    ///
    /// All parts stay where they are made: moved, they would be read in wide pieces right after they
    /// were written in narrow ones, for which a processor has to wait.
    #[inline(always)]
    pub(super) fn count(
        (mover, known): (&View<'r, B>, Known<'_, B>),
        replier: &View<'r, B>,
        lines: &Lines<B>,
        (fills, pairs): (&'r FillTables<B>, &PairTables<B>),
        storage: &mut Storage<'r, B, L>,
        moves: &mut Vec<Move>,
    ) -> Option<i64> {
        let rules = mover.rules;
        let us = replier.us;
        let free = replier.free();
        let allowed = replier.constraints.allowed;
        let rides = Rides::<B, L>::new(replier, fills, free, &mut storage.rides, &mut storage.hops);
        let effects = Effects::new(replier, free);
        let may_jump = rules.jumps[us.index()]
            .as_ref()
            .is_some_and(|jump| replier.position.rights() & jump.right != 0);
        let zone = Zone::new::<L>(mover, replier, fills, &pairs.sides, may_jump, &mut storage.zone);
        if rides.overflows || zone.overflows {
            return None;
        }
        let mut count = Count::new(rules, us);
        replier.count_leaps(&fills.sides[us.index()], free, &mut count);
        replier.constrained_men(&mut count);
        let unclear = near_second_steppers(replier);
        let mut seen_by_constrained = replier.constraints.constrained;
        for (man, _) in replier.constraints.each() {
            if let Some(piece) = replier.position.at(man) {
                seen_by_constrained |= seen_by(replier, &known, piece.kind, man);
            }
        }
        if !rules.second_steppers.is_empty() {
            replier.second_steps(&mut count);
        }
        let side = &pairs.sides[mover.us.index()];
        let mut approached = *side.approaches[replier.royal.lowest().index()].row(lines.slack);
        let sensitive = Sensitive::new::<L>(
            mover,
            replier,
            lines,
            fills,
            &pairs.sides[mover.us.index()],
            &mut approached,
        );
        let steps = replier.count_steps(free, allowed) as i64;
        let base = count.moves() as i64 + steps + rides.moves + zone.moves;
        let caught = caught(replier);
        let steps = pairs.sides[mover.us.index()].steps[mover.royal.lowest().index()];
        let asks = steps.meets(!mover.own) || may_leap_away(mover);
        let attacked = if asks { rides.attacked(mover.royal) } else { B::EMPTY };
        let constraining = sensitive.left | seen_by_constrained;
        let touched = Touched {
            left: unclear
                | rides.unclear
                | constraining
                | rides.leaving
                | effects.leaving
                | effects.double_steps
                | zone.emptied
                | mover.constraints.constrained
                | mover.royal,
            unclear: unclear | rides.unclear,
            constraining,
        };
        let works_out_constraints = lines.slack == 0 && !lines.overflows;
        let replies = Replies {
            mover,
            known,
            replier,
            free,
            rides: &rides,
            effects: &effects,
            zone: &zone,
            sensitive: &sensitive,
            unclear,
            seen_by_constrained,
            lines,
            works_out_constraints,
            may_swap: may_swap(replier),
            side: &pairs.sides[us.index()],
            stepping: replier.position.men_of(us, &rules.movement.steppers[us.index()]),
            becoming: &pairs.sides[mover.us.index()].becoming,
            caught,
            attacked,
            touched,
            base,
        };
        replies.count_differences(moves)
    }
}

/// The squares up to two king's steps from men with a second step.
#[inline(always)]
fn near_second_steppers<B: Bitboard>(view: &View<'_, B>) -> B {
    let rules = view.rules;
    let mut near = B::EMPTY;
    for &kind in &rules.second_steppers {
        for man in view.position.men(view.us, kind).squares() {
            let beside = rules.neighbours[man.index()];
            near |= beside;
            for square in beside.squares() {
                near |= rules.neighbours[square.index()];
            }
        }
    }
    near
}

/// Whether the side's royal man might jump or castle.
#[inline(always)]
fn may_leap_away<B: Bitboard>(view: &View<'_, B>) -> bool {
    let (rules, us) = (view.rules, view.us.index());
    view.position.rights() != 0 && (rules.jumps[us].is_some() || !rules.castlings[us].is_empty())
}

/// Whether the side's royal man may swap.
#[inline(always)]
fn may_swap<B: Bitboard>(view: &View<'_, B>) -> bool {
    view.position.rights() & view.rules.swap_right[view.us.index()] != 0
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
