//! Men with a second step: among enemy men, pinned, between screens, beside a man that gives check.

use crate::geometry::{Bitboard, Square};
use crate::pieces::Piece;
use crate::rules::RightNeeds;
use crate::sampling::draft::Draft;
use crate::sampling::features::kinds;
use crate::sampling::lines::{Way, neighbours};

/// A man of ours with a second step on an open square that a test admits.
fn place_stepper<B: Bitboard>(
    draft: &mut Draft<'_, B>,
    wanted: impl Fn(Square) -> bool,
) -> Option<Square> {
    let steppers = kinds(draft.game(), |kind| kind.second_step);
    let kind = *draft.random.choose(&steppers)?;
    let square = draft.open_square(wanted)?;
    draft.place(Piece { color: draft.us(), kind }, square)?;
    Some(square)
}

/// Men of theirs on so many squares beside one, and men of either side beside those.
fn crowd<B: Bitboard>(draft: &mut Draft<'_, B>, centre: Square, enemies: usize) {
    let them = draft.them();
    let mut beside = neighbours(draft.board(), centre);
    beside.retain(|&square| draft.is_open(square));
    draft.random.shuffle(&mut beside);
    for via in beside.into_iter().take(enemies) {
        draft.attempt(|draft| draft.place_any(them, via));
        let mut beyond = neighbours(draft.board(), via);
        beyond.retain(|&square| draft.is_open(square));
        if draft.random.chance(2, 3)
            && let Some(&square) = draft.random.choose(&beyond)
        {
            let owner = if draft.random.chance(3, 4) { them } else { draft.us() };
            draft.attempt(|draft| draft.place_any(owner, square));
        }
    }
}

/// A man of ours with a second step among men of theirs; sometimes all squares around it are
/// taken, or one of its neighbours is an unmoved man whose right goes with it.
pub(in crate::sampling) fn among_enemies<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    draft.place_royals()?;
    let unmoved = if draft.random.chance(1, 4) { place_unmoved(draft) } else { None };
    let board = draft.board();
    let square = place_stepper(draft, |square| {
        unmoved.is_none_or(|man| neighbours(board, square).contains(&man))
    })?;
    let enemies = if draft.random.chance(1, 6) { 8 } else { draft.random.within(1..=4) };
    crowd(draft, square, enemies);
    Some(())
}

/// Men of theirs that a right of theirs needs, and the right; one of their squares.
fn place_unmoved<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<Square> {
    let (game, them) = (draft.game(), draft.them());
    let mut needed = Vec::new();
    for (index, right) in game.rights.iter().enumerate() {
        if let RightNeeds::MenOn(men) = &right.needs
            && right.color == them
        {
            needed.push((index, men));
        }
    }
    let &(index, men) = draft.random.choose(&needed)?;
    for &(kind, square) in men {
        draft.place(Piece { color: them, kind }, square)?;
    }
    draft.wanted_rights |= 1 << index;
    draft.random.choose(men).map(|&(_, square)| square)
}

/// A man of ours with a second step shields our royal man; it may capture the man that pins it, if
/// that stands beside it, and stay.
pub(in crate::sampling) fn pinned<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let royal = draft.place_royals()?;
    let them = draft.them();
    let line = draft.point(them, royal, |line| {
        !line.between.is_empty() && matches!(line.way, Way::Slide | Way::Bend)
    })?;
    let beside = neighbours(draft.board(), line.from);
    let close = draft.random.chance(1, 2);
    let square = place_stepper(draft, |square| {
        line.between.contains(&square) && (!close || beside.contains(&square))
    })?;
    draft.interpose(&line, &[])?;
    let enemies = draft.random.within(0..=3);
    crowd(draft, square, enemies);
    Some(())
}

/// A man of ours with a second step on a hopper's line to our royal man, or beside a screen on it.
pub(in crate::sampling) fn screens<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let royal = draft.place_royals()?;
    let (us, them) = (draft.us(), draft.them());
    let line = draft.point(them, royal, |line| line.way == Way::Hop && line.between.len() >= 2)?;
    let board = draft.board();
    let on_line = draft.random.chance(1, 3);
    if on_line {
        place_stepper(draft, |square| line.between.contains(&square))?;
    }
    let open = line.between.iter().filter(|&&square| draft.is_open(square)).count();
    let screens = draft.random.within(1..=3).min(open);
    let owners: Vec<_> =
        (0..screens).map(|_| if draft.random.chance(3, 4) { them } else { us }).collect();
    let screens = draft.interpose(&line, &owners)?;
    if on_line {
        return Some(());
    }
    let screen = *draft.random.choose(&screens)?;
    let square = place_stepper(draft, |square| neighbours(board, square).contains(&screen))?;
    let enemies = draft.random.below(3);
    crowd(draft, square, enemies);
    Some(())
}

/// A man gives check that ours can capture by the first of two steps, and sometimes another one
/// that it can capture by the second.
pub(in crate::sampling) fn in_check<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let royal = draft.place_royals()?;
    let them = draft.them();
    let checker = draft.aim(them, royal, |_| true)?.from;
    let beside = neighbours(draft.board(), checker);
    let square = place_stepper(draft, |square| beside.contains(&square))?;
    if draft.random.chance(1, 2) {
        draft.aim(them, royal, |line| beside.contains(&line.from) && line.from != square)?;
    } else {
        let enemies = draft.random.below(3);
        crowd(draft, square, enemies);
    }
    draft.is_in_check()?.then_some(())
}
