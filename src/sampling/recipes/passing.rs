//! En passant: a man has just made a double step beside one that may capture it.

use crate::geometry::{Bitboard, Square};
use crate::pieces::{Path, Piece};
use crate::sampling::draft::{Draft, has_stepped};
use crate::sampling::lines::{Line, Way, lines_onto};

/// The men and squares of an en passant capture.
#[derive(Clone, Copy, Debug)]
struct Passing {
    catcher: Square,
    target: Square,
    victim: Square,
}

/// How many squares are tried for our royal piece, of all that are open.
const ROYAL_SQUARES: usize = 32;

/// A man of theirs that has just passed a square, and one of ours that captures onto it.
fn passing<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<Passing> {
    let game = draft.game();
    let board = draft.board();
    let (us, them) = (draft.us(), draft.them());
    let forward = game.forward(them);
    let mut ways: Vec<(Passing, Piece)> = Vec::new();
    let steppers: Vec<Piece> = game
        .all_kinds()
        .filter(|&kind| game.kind(kind).movement.double_step().is_some())
        .map(|kind| Piece { color: them, kind })
        .collect();
    let stepper = *draft.random.choose(&steppers)?;
    for target in board.rectangle() {
        let (Some(origin), Some(victim)) =
            (board.step(target, forward.times(-1)), board.step(target, forward))
        else {
            continue;
        };
        if !has_stepped(game, stepper, origin) {
            continue;
        }
        for kind in game.all_kinds() {
            for part in game.kind(kind).movement.parts.iter().filter(|part| part.en_passant) {
                let Path::Leap(offset) = part.path else { continue };
                let from = board.step(target, game.oriented(offset, us).times(-1));
                let catcher = Piece { color: us, kind };
                if let Some(from) = from.filter(|&from| {
                    from != victim && from != origin && draft.may_stand(catcher, from)
                }) {
                    ways.push((Passing { catcher: from, target, victim }, catcher));
                }
            }
        }
    }
    let &(passing, catcher) = draft.random.choose(&ways)?;
    let arrived = arrived(draft, stepper, passing.victim)?;
    draft.place(arrived, passing.victim)?;
    draft.place(catcher, passing.catcher)?;
    draft.keep_empty(passing.target)?;
    draft.keep_empty(board.step(passing.target, forward.times(-1))?)?;
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
pub(in crate::sampling) fn en_passant<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let passing = passing(draft)?;
    let (us, them) = (draft.us(), draft.them());
    if draft.random.chance(1, 4) {
        let game = draft.game();
        let stepper = draft.setup.at(passing.victim)?;
        let royal = draft.royal_kind();
        let attacked = draft.open_squares(|square| {
            lines_onto(game, them, square).iter().any(|line| {
                line.capture
                    && line.kind == stepper.kind
                    && line.from == passing.victim
                    && line.way == Way::Leap
            })
        });
        let square = *draft.random.choose(&attacked)?;
        draft.place(Piece { color: us, kind: royal }, square)?;
        draft.place_royal(them)?;
    } else {
        draft.place_royals()?;
    }
    Some(())
}

/// A capture en passant by a man that shields our royal piece.
pub(in crate::sampling) fn pinned<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let passing = passing(draft)?;
    royal_behind(draft, &[passing.catcher], &[passing.victim], false)?;
    let them = draft.them();
    draft.place_royal(them)?;
    Some(())
}

/// A capture en passant that takes the last men off a line to our royal piece: the captured one,
/// or both that stand side by side. Sometimes the square captured onto is on the line.
pub(in crate::sampling) fn opening<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let passing = passing(draft)?;
    let both = [passing.victim, passing.catcher];
    let men = if draft.random.chance(1, 2) { &both[..] } else { &both[..1] };
    // Mostly the man that captures does not come to stand on the line itself.
    let target = [passing.target];
    let avoid = if draft.random.chance(4, 5) { &target[..] } else { &[] };
    royal_behind(draft, men, avoid, false)?;
    let them = draft.them();
    draft.place_royal(them)?;
    Some(())
}

/// A capture en passant that takes one screen or two off a hopper's line to our royal piece, on
/// which up to two other men stand.
pub(in crate::sampling) fn screens<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let passing = passing(draft)?;
    let both = [passing.victim, passing.catcher];
    let men = match draft.random.below(4) {
        0 => &both[..1],
        1 => &both[1..],
        _ => &both[..],
    };
    let line = royal_behind(draft, men, &[], true)?;
    let others = draft.random.below(3);
    let owners: Vec<_> = (0..others).map(|_| draft.side()).collect();
    let open = line.between.iter().filter(|&&square| draft.is_open(square)).count();
    draft.interpose(&line, &owners[..others.min(open)])?;
    let them = draft.them();
    draft.place_royal(them)?;
    Some(())
}

/// Puts our royal piece and a man of theirs at the ends of a line that passes the men, no other
/// men, and none of the squares to avoid.
fn royal_behind<B: Bitboard>(
    draft: &mut Draft<'_, B>,
    men: &[Square],
    avoid: &[Square],
    hops: bool,
) -> Option<Line> {
    let (us, them) = (draft.us(), draft.them());
    let mut squares = draft.open_squares(|_| true);
    draft.random.shuffle(&mut squares);
    squares.truncate(ROYAL_SQUARES);
    for royal in squares {
        let mut lines = draft.attacks_onto(them, royal);
        lines.retain(|line| {
            (line.way == Way::Hop) == hops
                && line.from != royal
                && men.iter().all(|square| line.between.contains(square))
                && !avoid.iter().any(|square| line.between.contains(square))
                && draft.men_on(line) == men.len()
        });
        let Some(line) = draft.choose_line(lines) else { continue };
        let kind = draft.royal_kind();
        draft.place(Piece { color: us, kind }, royal)?;
        draft.place(Piece { color: them, kind: line.kind }, line.from)?;
        if !hops {
            draft.interpose(&line, &[])?;
        }
        return Some(line);
    }
    None
}
