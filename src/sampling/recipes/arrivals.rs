//! Pawns that are transferred from their last rank, at once or later.

use crate::geometry::{Bitboard, Square};
use crate::pieces::{Kind, Piece};
use crate::rules::Stage;
use crate::sampling::draft::Draft;
use crate::sampling::features::kinds;
use crate::sampling::lines::Line;
use crate::sampling::recipes::waiting::place_waiting;

/// A pawn of ours that is transferred from its last rank, and where to.
fn transferred<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<(Kind, Square)> {
    let (game, us) = (draft.game(), draft.us());
    let pawns: Vec<(Kind, Square)> = game
        .all_kinds()
        .filter_map(|kind| match &game.kind(kind).stage {
            Some(Stage::Transfer { to, .. }) => Some((kind, *to.of(us).first()?)),
            _ => None,
        })
        .collect();
    draft.random.choose(&pawns).copied()
}

/// Leaves the square of a transfer empty, or puts a man there: of either side, royal, or a pawn
/// that waits, if one may wait there.
fn occupy<B: Bitboard>(draft: &mut Draft<'_, B>, home: Square) -> Option<()> {
    let game = draft.game();
    let (us, them) = (draft.us(), draft.them());
    match draft.random.below(10) {
        0..4 => draft.keep_empty(home),
        4 => draft.place_any(us, home),
        5 => draft.place_any(them, home),
        6 | 7 => draft.place_royal_at(us, home),
        8 => draft.place_royal_at(them, home),
        _ => {
            let owner = draft.side();
            let waits = kinds(game, |kind| kind.stage.is_some());
            let kind = *draft.random.choose(&waits)?;
            let man = Piece { color: owner, kind };
            if game.waits(man, home) { draft.place(man, home) } else { draft.keep_empty(home) }
        }
    }
}

/// The royal men that are not there yet. Ours is sometimes in check, and sometimes so that the
/// pawn comes to stand between.
fn add_royals<B: Bitboard>(draft: &mut Draft<'_, B>, home: Square) -> Option<()> {
    let (us, them) = (draft.us(), draft.them());
    let plan = draft.random.below(6);
    if draft.royals(us).is_empty() {
        // The square is settled, which keeps nobody from looking through it.
        if plan == 0 && draft.is_empty(home) {
            draft.royal_behind(&[home], &[], false)?;
        } else {
            draft.place_royal(us)?;
        }
    }
    if draft.royals(them).is_empty() {
        draft.place_their_royals()?;
    }
    if plan == 1
        && let Some(royal) = draft.royal(us)
    {
        let is_between = |line: &Line| line.between.contains(&home);
        let through = draft.random.chance(1, 2) && draft.is_empty(home);
        draft
            .attempt(|draft| draft.aim(them, royal, |line| !through || is_between(line)).map(drop));
    }
    Some(())
}

/// A pawn of ours a step away from its last rank, from where it is transferred, if the square is
/// free for it; sometimes it shields our royal man. If it is to be blocked, a royal man holds the
/// square.
pub(in crate::sampling) fn second_arrival<B: Bitboard>(
    draft: &mut Draft<'_, B>,
    blocked: bool,
) -> Option<()> {
    let game = draft.game();
    let us = draft.us();
    let (kind, home) = transferred(draft)?;
    if blocked {
        let owner = draft.side();
        draft.place_royal_at(owner, home)?;
    } else {
        occupy(draft, home)?;
    }
    let last: Vec<Square> =
        draft.board().rectangle().filter(|&square| game.on_last_rank(us, square)).collect();
    draft.step_away(kind, &last, |_| true)?;
    if draft.random.chance(1, 8) && draft.royals(us).is_empty() {
        let pawn = Piece { color: us, kind };
        let square = draft.board().rectangle().find(|&s| draft.setup.at(s) == Some(pawn))?;
        draft.attempt(|draft| draft.royal_behind(&[square], &[], false).map(drop));
    }
    add_royals(draft, home)
}

/// A pawn of ours that waits on its last rank to be transferred; the square is free for it now, or
/// still is not. Sometimes it shields our royal man.
pub(in crate::sampling) fn delayed_transfer<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let us = draft.us();
    let (kind, home) = transferred(draft)?;
    occupy(draft, home)?;
    let square = place_waiting(draft, us, kind)?;
    if draft.random.chance(1, 5) && draft.royals(us).is_empty() {
        draft.attempt(|draft| draft.royal_behind(&[square], &[], false).map(drop));
    }
    add_royals(draft, home)
}
