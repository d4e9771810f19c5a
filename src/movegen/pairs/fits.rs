//! Which positions can be counted two plies at a time.

use crate::geometry::Bitboard;
use crate::movegen::View;
use crate::rules::{JumpPath, Leaper, SwapWhen};

/// Whether the replies are of the kinds whose differences are worked out.
#[inline(always)]
pub(super) fn fits<B: Bitboard>(mover: &View<'_, B>, replier: &View<'_, B>) -> bool {
    !mover.in_check()
        && !replier.royal.is_empty()
        && fits_castling(replier)
        && fits_jump(replier)
        && (mover.rules.stages[0].waiting.is_empty() || fits_stages(mover, replier))
        && (mover.rules.citadels[0].is_empty() || fits_citadels(replier))
        && fits_swap(replier)
}

/// Castling is not possible whatever is played: one of the side's own men stands in the way.
#[inline(always)]
fn fits_castling<B: Bitboard>(replier: &View<'_, B>) -> bool {
    replier.rules.castlings[replier.us.index()]
        .iter()
        .all(|way| replier.position.rights() & way.right == 0 || way.empty.meets(replier.own))
}

#[inline(always)]
fn fits_jump<B: Bitboard>(replier: &View<'_, B>) -> bool {
    replier.rules.jumps[replier.us.index()].as_ref().is_none_or(|jump| {
        replier.position.rights() & jump.right == 0 || jump.path != JumpPath::Static
    })
}

/// No pawn waits, and none of the replying ones can arrive.
fn fits_stages<B: Bitboard>(mover: &View<'_, B>, replier: &View<'_, B>) -> bool {
    let (position, rules) = (mover.position, mover.rules);
    let waiting = position.waiting(rules, mover.us) | position.waiting(rules, replier.us);
    waiting.is_empty()
        && rules.stages[replier.us.index()].arrivals.iter().all(|arrival| {
            let mut men = position.men(replier.us, arrival.kind).squares();
            men.all(|man| (arrival.quiet[man.index()] | arrival.capture[man.index()]).is_empty())
        })
}

/// Nobody is in a citadel, and the replying royal man is beside none.
fn fits_citadels<B: Bitboard>(replier: &View<'_, B>) -> bool {
    replier.rules.citadels[replier.us.index()].iter().all(|citadel| {
        !replier.occupied.contains(citadel.square) && !citadel.beside.meets(replier.royal)
    })
}

/// Where a swap may end a stalemate, none can come about: two leapers can move, and one move can
/// take only one of them away.
fn fits_swap<B: Bitboard>(replier: &View<'_, B>) -> bool {
    let (rules, us) = (replier.rules, replier.us);
    let right = replier.position.rights() & rules.swap_right[us.index()];
    if rules.game().swap != Some(SwapWhen::CheckOrStalemate) || right == 0 {
        return true;
    }
    let targets = (!replier.occupied | replier.enemy) & replier.constraints.allowed;
    let mut movable = 0;
    for &Leaper { kind, .. } in &rules.movement.leapers[us.index()] {
        let leaps = &rules.movement.kinds[us.index()][kind.index()].both.leaps;
        for man in (replier.position.men(us, kind) & replier.free()).squares() {
            movable += u32::from(leaps[man.index()].meets(targets));
            if movable == 2 {
                return true;
            }
        }
    }
    false
}
