//! Promotion, the jump, castling.

use crate::geometry::{Bitboard, Square};
use crate::pieces::{Kind, Piece};
use crate::rules::{Jump, RightNeeds};
use crate::sampling::draft::Draft;
use crate::sampling::lines::{Line, Way, lines_onto};

/// One to three of our men a move away from promotion, with and without capture.
pub(in crate::sampling) fn promotion<B: Bitboard>(
    draft: &mut Draft<'_, B>,
    pawns: bool,
) -> Option<()> {
    draft.place_royals()?;
    let game = draft.game();
    let (us, them) = (draft.us(), draft.them());
    let kinds: Vec<Kind> = game
        .all_kinds()
        .filter(|&kind| game.kind(kind).promotion.is_some() && game.kind(kind).pawn == pawns)
        .collect();
    for man in 0..draft.random.within(1..=3) {
        let kind = *draft.random.choose(&kinds)?;
        let zone = game.kind(kind).promotion.as_ref()?.zone.of(us);
        let piece = Piece { color: us, kind };
        let target = draft.open_square(|square| zone.contains(&square));
        let Some(target) = target else { break };
        let mut lines = lines_onto(game, us, target);
        lines.retain(|line| {
            line.kind == kind
                && line.way != Way::Hop
                && draft.men_on(line) == 0
                && draft.is_open(line.from)
                && draft.may_stand(piece, line.from)
        });
        let Some(line) = draft.choose_line(lines) else {
            if man == 0 {
                return None;
            }
            continue;
        };
        if !line.quiet || (line.capture && draft.random.chance(1, 2)) {
            draft.place_any(them, target)?;
        } else {
            draft.settle(target);
        }
        draft.place(piece, line.from)?;
        draft.interpose(&line, &[])?;
    }
    Some(())
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
    let before = draft.snapshot();
    let them = draft.them();
    if draft.aim(them, onto, |_| true).is_none() || draft.is_in_check() != Some(false) {
        draft.restore(before);
    }
}
