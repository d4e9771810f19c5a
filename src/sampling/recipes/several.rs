//! Several royal men of a side: no attack concerns them until one is left.

use crate::geometry::{Bitboard, Square};
use crate::pieces::{Color, Kind, Piece};
use crate::sampling::draft::Draft;
use crate::sampling::features::{is_crowned, kinds};

/// Royal men of two or more kinds of a side, the highest perhaps among them, on the rectangle.
pub(super) fn place_several<B: Bitboard>(
    draft: &mut Draft<'_, B>,
    color: Color,
) -> Option<Vec<(Square, Kind)>> {
    let mut royals = draft.royal_kinds();
    draft.random.shuffle(&mut royals);
    let men = draft.random.within(2..=royals.len().min(3));
    royals.truncate(men);
    let mut placed = Vec::new();
    for kind in royals {
        let square = draft.open_square(|_| true)?;
        draft.place(Piece { color, kind }, square)?;
        placed.push((square, kind));
    }
    Some(placed)
}

/// We have several royal men, and one or two of them are attacked.
pub(in crate::sampling) fn attacked<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let (us, them) = (draft.us(), draft.them());
    let ours = place_several(draft, us)?;
    draft.place_their_royals()?;
    for _ in 0..draft.random.within(1..=2) {
        let (square, _) = *draft.random.choose(&ours)?;
        draft.aim(them, square, |_| true)?;
    }
    Some(())
}

/// We can capture one of their two royal men, and attack the other already; sometimes that one is
/// in our citadel, and the game is drawn when the higher one is captured.
pub(in crate::sampling) fn capture<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let (us, them) = (draft.us(), draft.them());
    draft.place_royal(us)?;
    let mut royals = draft.royal_kinds();
    let index = draft.random.below(royals.len());
    let captured = royals.remove(index);
    let left = *draft.random.choose(&royals)?;
    let square = draft.open_square(|_| true)?;
    draft.place(Piece { color: them, kind: captured }, square)?;
    draft.aim(us, square, |_| true)?;
    let rank = |kind: Kind| draft.game().kind(kind).royal;
    let is_lower = rank(left) > rank(captured);
    let citadel = if is_lower { draft.citadel(us) } else { None };
    if let Some((citadel, _)) = citadel
        && draft.random.chance(1, 2)
    {
        return draft.place(Piece { color: them, kind: left }, citadel);
    }
    let square = draft.open_square(|_| true)?;
    draft.place(Piece { color: them, kind: left }, square)?;
    draft.aim(us, square, |_| true)?;
    Some(())
}

/// Pawns of ours a step away from becoming royal; sometimes our only royal man is in check, which
/// a second one ends.
pub(in crate::sampling) fn crowning<B: Bitboard>(
    draft: &mut Draft<'_, B>,
    in_check: bool,
) -> Option<()> {
    let game = draft.game();
    let (us, them) = (draft.us(), draft.them());
    let pawns = kinds(game, |kind| is_crowned(game, kind));
    let royal = draft.place_royals()?;
    for man in 0..draft.random.within(1..=2) {
        let kind = *draft.random.choose(&pawns)?;
        let zone = game.kind(kind).promotion.as_ref()?.zone.of(us);
        let placed = draft.attempt(|draft| draft.step_away(kind, zone, |_| true));
        if man == 0 && !placed {
            return None;
        }
    }
    if in_check {
        for _ in 0..draft.random.within(1..=2) {
            draft.aim(them, royal, |_| true)?;
        }
        return draft.is_in_check()?.then_some(());
    }
    if draft.random.chance(1, 4) {
        draft.join_royals(us, 1);
    }
    Some(())
}
