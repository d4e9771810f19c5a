//! En passant: a man has just made a double step beside one that may capture it.

use crate::geometry::{Bitboard, Square};
use crate::pieces::Piece;
use crate::sampling::draft::Draft;
use crate::sampling::features::{is_away, kinds};
use crate::sampling::lines::{catchers, has_stepped, leap_attacks};

/// The men and squares of an en passant capture.
#[derive(Clone, Copy, Debug)]
struct Passing {
    catcher: Square,
    target: Square,
    victim: Square,
}

/// Which double step has just been made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sampling) enum Stepper {
    /// Any.
    Any,
    /// One of a man that is no pawn.
    Piece,
    /// One that did not start on a square where the kind stands at the start.
    Away,
}

/// A man of theirs that has just passed a square, and one of ours that captures onto it.
fn passing<B: Bitboard>(draft: &mut Draft<'_, B>, wanted: Stepper) -> Option<Passing> {
    let game = draft.game();
    let board = draft.board();
    let them = draft.them();
    let forward = game.forward(them);
    let steppers = kinds(game, |kind| match wanted {
        Stepper::Any | Stepper::Away => kind.movement.double_step().is_some(),
        Stepper::Piece => kind.movement.double_step().is_some() && !kind.pawn,
    });
    let stepper = Piece { color: them, kind: *draft.random.choose(&steppers)? };
    let origins: Vec<Square> = board
        .rectangle()
        .filter(|&origin| {
            has_stepped(game, stepper, origin)
                && (wanted != Stepper::Away || is_away(game, stepper, origin))
        })
        .collect();
    let origin = *draft.random.choose(&origins)?;
    let (target, victim) = (board.step(origin, forward)?, board.step(origin, forward.times(2))?);
    let catchers = catchers(game, them, origin);
    let &(from, catcher) = draft.random.choose(&catchers)?;
    let passing = Passing { catcher: from, target, victim };
    let arrived = arrived(draft, stepper, passing.victim)?;
    draft.place(arrived, passing.victim)?;
    draft.place(catcher, passing.catcher)?;
    draft.keep_empty(passing.target)?;
    draft.keep_empty(origin)?;
    draft.setup.en_passant = Some(passing.target);
    Some(passing)
}

/// What a man is after a move to a square.
fn arrived<B: Bitboard>(draft: &mut Draft<'_, B>, man: Piece, square: Square) -> Option<Piece> {
    let promotion = draft.game().kind(man.kind).promotion.as_ref();
    let Some(promotion) = promotion.filter(|p| p.zone.contains(man.color, square)) else {
        return Some(man);
    };
    if promotion.optional && draft.random.chance(1, 2) {
        return Some(man);
    }
    let kind = *draft.random.choose(&promotion.to)?;
    Some(Piece { kind, ..man })
}

/// A capture en passant, often legal; sometimes our royal piece is where the man that made the
/// double step attacks it.
pub(in crate::sampling) fn en_passant<B: Bitboard>(
    draft: &mut Draft<'_, B>,
    wanted: Stepper,
) -> Option<()> {
    let passing = passing(draft, wanted)?;
    let (us, them) = (draft.us(), draft.them());
    if draft.random.chance(1, 4) {
        let game = draft.game();
        let stepper = draft.setup.at(passing.victim)?;
        let mut attacked = leap_attacks(game, stepper, passing.victim);
        attacked.retain(|&square| draft.is_open(square));
        let square = *draft.random.choose(&attacked)?;
        draft.place_royal_at(us, square)?;
        draft.place_royal(them)?;
    } else {
        draft.place_royals()?;
    }
    Some(())
}

/// A capture en passant by a man that shields our royal piece.
pub(in crate::sampling) fn pinned<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let passing = passing(draft, Stepper::Any)?;
    draft.royal_behind(&[passing.catcher], &[passing.victim], false)?;
    let them = draft.them();
    draft.place_royal(them)?;
    Some(())
}

/// A capture en passant that takes the last men off a line to our royal piece: the captured one,
/// or both that stand side by side. Sometimes the square captured onto is on the line.
pub(in crate::sampling) fn opening<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let passing = passing(draft, Stepper::Any)?;
    let both = [passing.victim, passing.catcher];
    let men = if draft.random.chance(1, 2) { &both[..] } else { &both[..1] };
    // Mostly the man that captures does not come to stand on the line itself.
    let target = [passing.target];
    let avoid = if draft.random.chance(4, 5) { &target[..] } else { &[] };
    draft.royal_behind(men, avoid, false)?;
    let them = draft.them();
    draft.place_royal(them)?;
    Some(())
}

/// A capture en passant that takes one screen or two off a hopper's line to our royal piece, on
/// which up to two other men stand.
pub(in crate::sampling) fn screens<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let passing = passing(draft, Stepper::Any)?;
    let both = [passing.victim, passing.catcher];
    let men = match draft.random.below(4) {
        0 => &both[..1],
        1 => &both[1..],
        _ => &both[..],
    };
    let line = draft.royal_behind(men, &[], true)?;
    let others = draft.random.below(3);
    let owners: Vec<_> = (0..others).map(|_| draft.side()).collect();
    let open = line.between.iter().filter(|&&square| draft.is_open(square)).count();
    draft.interpose(&line, &owners[..others.min(open)])?;
    let them = draft.them();
    draft.place_royal(them)?;
    Some(())
}
