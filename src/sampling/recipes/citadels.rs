//! Citadels: royal men beside them and in them.

use crate::geometry::{Bitboard, Square};
use crate::pieces::{Kind, Piece};
use crate::rules::RightNeeds;
use crate::sampling::draft::Draft;
use crate::sampling::features::kinds;

/// One of the open squares of some.
fn open_of<B: Bitboard>(draft: &mut Draft<'_, B>, squares: &[Square]) -> Option<Square> {
    draft.open_square(|square| squares.contains(&square))
}

/// A royal kind of a side below another in rank.
fn lower_kind<B: Bitboard>(draft: &mut Draft<'_, B>, kind: Kind) -> Option<Kind> {
    let rank = |kind: Kind| draft.game().kind(kind).royal;
    let mut lower = draft.royal_kinds();
    lower.retain(|&other| rank(other) > rank(kind));
    draft.random.choose(&lower).copied()
}

/// Our highest royal man is beside the enemy's citadel, which is empty; sometimes it is our only
/// one and in check.
pub(in crate::sampling) fn entry<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let (us, them) = (draft.us(), draft.them());
    let (citadel, beside) = draft.citadel(them)?;
    let kind = draft.royal_kind()?;
    let square = open_of(draft, beside)?;
    draft.place(Piece { color: us, kind }, square)?;
    draft.settle(citadel);
    draft.place_their_royals()?;
    match draft.random.below(3) {
        0 => {
            if let Some(kind) = lower_kind(draft, kind) {
                let square = draft.open_square(|_| true)?;
                draft.place(Piece { color: us, kind }, square)?;
            }
        }
        1 => drop(draft.attempt(|draft| draft.aim(them, square, |_| true).map(drop))),
        _ => {}
    }
    Some(())
}

/// A royal man of ours is beside the enemy's citadel and may not enter: somebody is there, or we
/// have a higher one.
pub(in crate::sampling) fn closed<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let (us, them) = (draft.us(), draft.them());
    let (citadel, beside) = draft.citadel(them)?;
    let square = open_of(draft, beside)?;
    let highest = draft.royal_kind()?;
    let owners = kinds(draft.game(), |kind| kind.own_citadel);
    match draft.random.below(3) {
        0 => {
            // A man in its own citadel keeps ours out.
            let kind = *draft.random.choose(&owners)?;
            draft.place(Piece { color: them, kind }, citadel)?;
            draft.place(Piece { color: us, kind: highest }, square)?;
            if draft.random.chance(1, 2) {
                draft.join_royals(them, 1);
            }
            return Some(());
        }
        1 => {
            let kind = lower_kind(draft, highest)?;
            draft.place(Piece { color: us, kind }, citadel)?;
            draft.place(Piece { color: us, kind: highest }, square)?;
        }
        _ => {
            let kind = lower_kind(draft, highest)?;
            draft.place(Piece { color: us, kind }, square)?;
            let elsewhere = draft.open_square(|square| !beside.contains(&square))?;
            draft.place(Piece { color: us, kind: highest }, elsewhere)?;
            draft.settle(citadel);
        }
    }
    draft.place_their_royals()
}

/// Our royal man of the highest rank of all is beside the enemy's citadel, and lower ones are there
/// to change places with, attacked or not; sometimes the right is gone.
pub(in crate::sampling) fn exchange<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let (us, them) = (draft.us(), draft.them());
    let (citadel, beside) = draft.citadel(them)?;
    let highest = draft.highest_kind()?;
    let square = open_of(draft, beside)?;
    draft.place(Piece { color: us, kind: highest }, square)?;
    draft.settle(citadel);
    let men = draft.random.within(1..=2);
    draft.join_royals(us, men);
    draft.place_their_royals()?;
    let right = draft.game().right(us, &RightNeeds::CitadelExchange)?;
    if draft.random.chance(4, 5) {
        draft.wanted_rights |= 1 << right;
    }
    for (square, _) in draft.royals(us) {
        if draft.random.chance(1, 3) {
            draft.attempt(|draft| draft.aim(them, square, |_| true).map(drop));
        }
    }
    Some(())
}

/// A royal man of ours beside our citadel, which it may enter if nobody is there.
pub(in crate::sampling) fn own<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let (us, them) = (draft.us(), draft.them());
    let (citadel, beside) = draft.citadel(us)?;
    let owners = kinds(draft.game(), |kind| kind.own_citadel);
    let kind = *draft.random.choose(&owners)?;
    let square = open_of(draft, beside)?;
    draft.place(Piece { color: us, kind }, square)?;
    if draft.random.chance(1, 4) {
        let highest = draft.highest_kind()?;
        let lower = lower_kind(draft, highest)?;
        draft.place(Piece { color: them, kind: lower }, citadel)?;
        let elsewhere = draft.open_square(|_| true)?;
        draft.place(Piece { color: them, kind: highest }, elsewhere)?;
    } else {
        draft.settle(citadel);
        draft.place_their_royals()?;
    }
    match draft.random.below(3) {
        0 => draft.join_royals(us, 1),
        1 => drop(draft.attempt(|draft| draft.aim(them, square, |_| true).map(drop))),
        _ => {}
    }
    Some(())
}

/// A royal man of ours in a citadel, our only one or a lower one, with men around its ways out.
pub(in crate::sampling) fn inside<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let (us, them) = (draft.us(), draft.them());
    let is_own = draft.random.chance(1, 2);
    let (citadel, beside) = draft.citadel(if is_own { us } else { them })?;
    if is_own {
        let owners = kinds(draft.game(), |kind| kind.own_citadel);
        let kind = *draft.random.choose(&owners)?;
        draft.place(Piece { color: us, kind }, citadel)?;
        if draft.random.chance(1, 3) {
            draft.join_royals(us, 1);
        }
    } else {
        let highest = draft.royal_kind()?;
        let kind = lower_kind(draft, highest)?;
        draft.place(Piece { color: us, kind }, citadel)?;
        let square = draft.open_square(|_| true)?;
        draft.place(Piece { color: us, kind: highest }, square)?;
    }
    draft.place_their_royals()?;
    for _ in 0..draft.random.within(0..=3) {
        let Some(square) = open_of(draft, beside) else { break };
        let owner = draft.side();
        match draft.random.below(3) {
            0 => drop(draft.attempt(|draft| draft.place_any(owner, square))),
            _ => drop(draft.attempt(|draft| draft.aim(them, square, |_| true).map(drop))),
        }
    }
    Some(())
}

/// The highest royal man of a side is in the enemy's citadel: the game is over.
pub(in crate::sampling) fn draw<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let side = draft.side();
    let (citadel, _) = draft.citadel(!side)?;
    let kind = draft.royal_kind()?;
    draft.place(Piece { color: side, kind }, citadel)?;
    if draft.random.chance(1, 3)
        && let Some(kind) = lower_kind(draft, kind)
    {
        let square = draft.open_square(|_| true)?;
        draft.place(Piece { color: side, kind }, square)?;
    }
    draft.place_royal(!side)?;
    Some(())
}
