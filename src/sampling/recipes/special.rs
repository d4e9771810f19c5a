//! Promotion, the jump, castling.

use crate::geometry::{Bitboard, Square};
use crate::pieces::{Kind, Piece};
use crate::rules::{Jump, RightNeeds};
use crate::sampling::draft::Draft;
use crate::sampling::features::{is_rapid, kinds};
use crate::sampling::lines::{Line, Way};

/// One to three of our men a move away from promotion, with and without capture, along a way that
/// a test admits.
fn promoting<B: Bitboard>(
    draft: &mut Draft<'_, B>,
    kinds: &[Kind],
    wanted: impl Fn(&Line) -> bool,
) -> Option<()> {
    draft.place_royals()?;
    let game = draft.game();
    let us = draft.us();
    for man in 0..draft.random.within(1..=3) {
        let kind = *draft.random.choose(kinds)?;
        let zone = game.kind(kind).promotion.as_ref()?.zone.of(us);
        let placed = draft.attempt(|draft| draft.step_away(kind, zone, &wanted));
        if man == 0 && !placed {
            return None;
        }
    }
    Some(())
}

/// Men of ours, pawns or others, a move away from promotion.
pub(in crate::sampling) fn promotion<B: Bitboard>(
    draft: &mut Draft<'_, B>,
    pawns: bool,
) -> Option<()> {
    let kinds = kinds(draft.game(), |kind| kind.promotion.is_some() && kind.pawn == pawns);
    promoting(draft, &kinds, |_| true)
}

/// Men of ours a double step away from promotion.
pub(in crate::sampling) fn double_step_promotion<B: Bitboard>(
    draft: &mut Draft<'_, B>,
) -> Option<()> {
    let kinds = kinds(draft.game(), |kind| kind.promotion.is_some() && is_rapid(kind));
    promoting(draft, &kinds, |line| line.way == Way::DoubleStep)
}

/// Our royal piece may still jump; men stand around it, and some of the squares it would pass or
/// arrive on are attacked.
pub(in crate::sampling) fn jump<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let game = draft.game();
    let board = draft.board();
    let (us, them) = (draft.us(), draft.them());
    let right = game.jump_right(us)?;
    let RightNeeds::KindOn(kind, homes) = &game.rights[right].needs else { return None };
    let royal = draft.open_square(|square| homes.contains(&square))?;
    draft.place(Piece { color: us, kind: *kind }, royal)?;
    draft.place_royal(them)?;
    draft.wanted_rights |= 1 << right;

    let around = |offset| board.step(royal, game.oriented(offset, us));
    let offsets = &game.jump.as_ref()?.offsets;
    let mut passed: Vec<Square> =
        offsets.iter().flat_map(|&o| Jump::passed(o)).filter_map(around).collect();
    passed.sort_unstable();
    passed.dedup();
    let targets: Vec<Square> = offsets.iter().filter_map(|&o| around(o)).collect();
    for _ in 0..draft.random.below(5) {
        let square = *draft.random.choose(&passed)?;
        if draft.is_open(square) {
            let owner = draft.side();
            draft.place_any(owner, square)?;
        }
    }
    if draft.is_in_check()? {
        return None;
    }
    let near: Vec<Square> = passed.iter().chain(&passed).chain(&targets).copied().collect();
    for _ in 0..draft.random.within(1..=3) {
        let onto = *draft.random.choose(&near)?;
        aim_without_check(draft, onto);
    }
    Some(())
}

/// Our royal piece and a partner may castle: freely, with a man in the way, with an attack on
/// the way, or with a man beyond the partner that would attack over the square it leaves.
pub(in crate::sampling) fn castling<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let game = draft.game();
    let (us, them) = (draft.us(), draft.them());
    let ways: Vec<_> = game.castlings.iter().filter(|way| way.color == us).collect();
    let way = *draft.random.choose(&ways)?;
    let RightNeeds::MenOn(men) = &game.rights[way.right].needs else { return None };
    for &(kind, square) in men {
        draft.place(Piece { color: us, kind }, square)?;
    }
    draft.wanted_rights |= 1 << way.right;
    let own = [way.king.0, way.rook.0];
    let between: Vec<Square> = way.empty.iter().copied().filter(|s| !own.contains(s)).collect();
    // Sometimes the other way is there too.
    if draft.random.chance(1, 3) {
        for other in &ways {
            let partner = Piece { color: us, kind: other.partner };
            if draft.is_open(other.rook.0) && !between.contains(&other.rook.0) {
                draft.place(partner, other.rook.0)?;
                draft.wanted_rights |= 1 << other.right;
            }
        }
    }
    let plan = draft.random.below(5);
    if plan == 0 {
        let square = *draft.random.choose(&between)?;
        let owner = draft.side();
        draft.place_any(owner, square)?;
    }
    for &square in &between {
        draft.settle(square);
    }
    draft.place_royal(them)?;
    if draft.is_in_check()? {
        return None;
    }
    match plan {
        1 => {
            let onto = *draft.random.choose(&way.safe)?;
            aim_without_check(draft, onto);
        }
        2 => {
            let onto = *draft.random.choose(&between)?;
            aim_without_check(draft, onto);
        }
        3 => {
            // With both men gone from their squares, the line is open, or has a screen less.
            let beyond = |line: &Line| {
                line.between.contains(&way.rook.0)
                    && line.between.iter().all(|square| {
                        own.contains(square) || *square == way.king.1 || draft.is_empty(*square)
                    })
            };
            let mut lines = draft.attacks_onto(them, way.king.1);
            lines.retain(beyond);
            if let Some(line) = draft.choose_line(lines) {
                draft.place(Piece { color: them, kind: line.kind }, line.from)?;
            }
        }
        _ => {}
    }
    Some(())
}

/// Puts a man of theirs where it attacks a square but not our royal piece, if there is a way.
fn aim_without_check<B: Bitboard>(draft: &mut Draft<'_, B>, onto: Square) {
    let them = draft.them();
    draft.attempt(|draft| {
        draft.aim(them, onto, |_| true)?;
        (!draft.is_in_check()?).then_some(())
    });
}
