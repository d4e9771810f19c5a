//! The royal man's one swap with another man.

use super::endings::{mated, stalemated};
use crate::geometry::{Bitboard, Square};
use crate::pieces::{Kind, Piece};
use crate::rules::RightNeeds;
use crate::sampling::draft::Draft;
use crate::sampling::features::kinds;
use crate::sampling::recipes::waiting::place_waiting;

/// Gives us the right to the swap, and mostly a royal man of the kind that may use it.
fn swapping<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<Kind> {
    let right = draft.game().right(draft.us(), &RightNeeds::Swap)?;
    draft.wanted_rights |= 1 << right;
    draft.highest_kind()
}

/// Our royal man is in check and may change places with some of our men; others are attacked.
pub(in crate::sampling) fn in_check<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let (us, them) = (draft.us(), draft.them());
    let kind = swapping(draft)?;
    let royal = draft.open_square(|_| true)?;
    draft.place(Piece { color: us, kind }, royal)?;
    draft.place_their_royals()?;
    draft.aim(them, royal, |_| true)?;
    for _ in 0..draft.random.within(1..=4) {
        let square = draft.open_square(|_| true)?;
        draft.place_any(us, square)?;
        if draft.random.chance(1, 3) {
            draft.attempt(|draft| draft.aim(them, square, |_| true).map(drop));
        }
    }
    draft.is_in_check()?.then_some(())
}

/// Our royal man is mated, but for the swap.
pub(in crate::sampling) fn out_of_mate<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let kind = swapping(draft)?;
    let partners = draft.common_kinds();
    mated(draft, kind, &partners)
}

/// We have no move but the swap, and are not in check.
pub(in crate::sampling) fn in_stalemate<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let kind = swapping(draft)?;
    let men = draft.random.within(1..=4);
    stalemated(draft, kind, men)
}

/// Our royal man is in check, and its swap is refused: with men that are attacked, with pawns that
/// would come to stand on their last rank, with waiting pawns; or it has used its right, or is not
/// of the highest rank.
pub(in crate::sampling) fn refused<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let game = draft.game();
    let (us, them) = (draft.us(), draft.them());
    let kind = swapping(draft)?;
    let plan = draft.random.below(10);
    let last = |square: Square| game.on_last_rank(us, square);
    let royal = draft.open_square(|square| !(5..8).contains(&plan) || last(square))?;
    match plan {
        8 => {
            draft.unwanted_rights |= draft.wanted_rights;
            draft.place(Piece { color: us, kind }, royal)?;
        }
        9 => draft.place_royal_at(us, royal)?,
        _ => draft.place(Piece { color: us, kind }, royal)?,
    }
    draft.place_their_royals()?;
    draft.aim(them, royal, |_| true)?;
    let waits = kinds(game, |kind| kind.stage.is_some());
    let pawns = kinds(game, |kind| kind.pawn);
    for _ in 0..draft.random.within(1..=3) {
        if plan < 5 {
            let square = draft.open_square(|_| true)?;
            draft.place_any(us, square)?;
            draft.aim(them, square, |_| true)?;
        } else if plan < 7 {
            let square = draft.open_square(|square| !last(square))?;
            let kind = *draft.random.choose(&pawns)?;
            draft.place(Piece { color: us, kind }, square)?;
        } else if let Some(&kind) = draft.random.choose(&waits) {
            place_waiting(draft, us, kind)?;
        }
    }
    draft.is_in_check()?.then_some(())
}
