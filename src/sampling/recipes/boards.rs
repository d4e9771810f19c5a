//! Boards as a whole: how full they are, and of what.

use crate::geometry::Bitboard;
use crate::pieces::{Kind, Path, Piece};
use crate::sampling::draft::{Draft, is_corner, is_edge};

/// Both royal pieces and so many per cent of the squares taken by an army.
pub(in crate::sampling) fn army<B: Bitboard>(
    draft: &mut Draft<'_, B>,
    percent: std::ops::RangeInclusive<usize>,
) -> Option<()> {
    draft.place_royals()?;
    more_royals(draft);
    let area = draft.board().rectangle_len();
    let men = draft.random.within(percent) * area / 100;
    let army = draft.army();
    draft.fill(men, &army, |_| true, |_, _| true);
    Some(())
}

/// Where a side may have several royal men, perhaps more of them.
fn more_royals<B: Bitboard>(draft: &mut Draft<'_, B>) {
    for color in [draft.us(), draft.them()] {
        if draft.game().has_several_royals() && draft.random.chance(1, 3) {
            let men = draft.random.within(1..=2);
            draft.join_royals(color, men);
        }
    }
}

/// Both royal pieces and up to three men.
pub(in crate::sampling) fn nearly_empty<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    draft.place_royals()?;
    more_royals(draft);
    let men = draft.random.within(0..=3);
    let kinds = draft.common_kinds();
    draft.fill(men, &kinds, |_| true, |_, _| true);
    Some(())
}

/// Many men of one kind, some others among them.
pub(in crate::sampling) fn one_kind<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    draft.place_royals()?;
    more_royals(draft);
    let area = draft.board().rectangle_len();
    let kinds = draft.common_kinds();
    let kind: Kind = *draft.random.choose(&kinds)?;
    let men = draft.random.within(area / 12..=area / 3);
    draft.fill(men, &[kind], |_| true, |_, _| true);
    let others = draft.random.within(0..=area / 12);
    let army = draft.army();
    draft.fill(others, &army, |_| true, |_, _| true);
    Some(())
}

/// Everybody at the edge, the corners first.
pub(in crate::sampling) fn edges<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let board = draft.board();
    for color in [draft.us(), draft.them()] {
        let square = draft.open_square(|square| is_edge(board, square))?;
        draft.place_royal_at(color, square)?;
    }
    let kinds = draft.common_kinds();
    let edge = draft.open_squares(|square| is_edge(board, square)).len();
    draft.fill(4, &kinds, |square| is_corner(board, square), |_, _| true);
    let men = draft.random.within(edge / 6..=edge / 2);
    draft.fill(men, &kinds, |square| is_edge(board, square), |_, _| true);
    Some(())
}

/// Men whose double step is for unmoved men alone, where they start, their ways free or not.
pub(in crate::sampling) fn unmoved<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    draft.place_royals()?;
    let game = draft.game();
    draft.wanted_rights = u32::MAX;
    for kind in game.all_kinds() {
        let rules = game.kind(kind);
        let steps = rules.movement.parts.iter().any(|p| p.initial && p.path == Path::DoubleStep);
        if !steps {
            continue;
        }
        for color in [draft.us(), draft.them()] {
            for &home in rules.home.of(color) {
                if !draft.is_open(home) || draft.random.chance(1, 4) {
                    continue;
                }
                draft.place(Piece { color, kind }, home)?;
                let ahead = draft.random.within(1..=6) as i8;
                let way = draft.board().step(home, game.forward(color).times(ahead));
                if let Some(square) = way.filter(|&square| ahead <= 2 && draft.is_open(square)) {
                    let owner = draft.side();
                    draft.place_any(owner, square)?;
                }
            }
        }
    }
    Some(())
}
