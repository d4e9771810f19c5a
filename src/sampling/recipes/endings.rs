//! Checkmate, stalemate and the changing of places that follows a mate.

use crate::geometry::{Bitboard, Square};
use crate::movegen::Status;
use crate::pieces::{Kind, Piece};
use crate::position::{Action, Move};
use crate::rules::RightNeeds;
use crate::sampling::draft::{Draft, is_edge};
use crate::sampling::features::kinds;
use crate::sampling::lines::Way;
use crate::sampling::ordered_moves;

/// How many men are put or taken off before a royal piece that still has moves is given up.
const STEPS: usize = 48;

/// Our royal piece is mated, or all but.
pub(in crate::sampling) fn checkmate<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let kind = draft.royal_kind()?;
    let royal = cornered(draft, kind)?;
    let (us, them) = (draft.us(), draft.them());
    for _ in 0..draft.random.below(4) {
        let square = draft.open_square(|_| true)?;
        draft.place_any(us, square)?;
    }
    draft.aim(them, royal, |_| true)?;
    confine(draft, true)?;
    refuse_swap(draft);
    spare(draft, Status::Checkmate)
}

/// We have no move and are not in check.
pub(in crate::sampling) fn stalemate<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let kind = draft.royal_kind()?;
    let men = draft.random.below(4);
    stalemated(draft, kind, men)?;
    refuse_swap(draft);
    spare(draft, Status::Stalemate)
}

/// Our royal man of a kind has no move, nor has anybody else: a pinned man perhaps, and up to so
/// many pawns with a man of theirs before them.
pub(super) fn stalemated<B: Bitboard>(
    draft: &mut Draft<'_, B>,
    kind: Kind,
    men: usize,
) -> Option<()> {
    let royal = cornered(draft, kind)?;
    let (us, them) = (draft.us(), draft.them());
    if draft.random.chance(1, 2) {
        draft.attempt(|draft| {
            let line = draft.point(them, royal, |line| {
                !line.between.is_empty() && matches!(line.way, Way::Slide | Way::Bend)
            })?;
            draft.interpose(&line, &[us])?;
            Some(())
        });
    }
    let game = draft.game();
    let pawns = kinds(game, |kind| kind.pawn);
    for _ in 0..men {
        let board = draft.board();
        let forward = game.forward(us);
        let Some(&kind) = draft.random.choose(&pawns) else { break };
        let square = draft.open_square(|square| board.step(square, forward).is_some())?;
        let ahead = board.step(square, forward)?;
        if draft.is_open(ahead) {
            draft.place(Piece { color: us, kind }, square)?;
            draft.place_any(them, ahead)?;
        }
    }
    confine(draft, false)
}

/// Our royal piece is mated, and there are successors; some of them are attacked.
pub(in crate::sampling) fn succession<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let kind = draft.royal_kind()?;
    let successors = kinds(draft.game(), |kind| kind.successor);
    mated(draft, kind, &successors)
}

/// Our royal man of a kind is mated, but for changing places; there are men of some kinds, some of
/// them attacked.
pub(super) fn mated<B: Bitboard>(
    draft: &mut Draft<'_, B>,
    kind: Kind,
    partners: &[Kind],
) -> Option<()> {
    let royal = cornered(draft, kind)?;
    let (us, them) = (draft.us(), draft.them());
    for _ in 0..draft.random.within(1..=3) {
        let kind = *draft.random.choose(partners)?;
        let square = draft.open_square(|_| true)?;
        draft.place(Piece { color: us, kind }, square)?;
    }
    draft.aim(them, royal, |_| true)?;
    confine(draft, true)?;
    let left: Vec<Square> = draft
        .board()
        .rectangle()
        .filter(|&square| {
            let man = draft.setup.at(square);
            man.is_some_and(|man| man.color == us && partners.contains(&man.kind))
        })
        .collect();
    if left.is_empty() {
        return None;
    }
    for square in left {
        if draft.random.chance(1, 2) {
            draft.attempt(|draft| {
                draft.aim(them, square, |_| true)?;
                ordinary_moves(draft)?.is_empty().then_some(())
            });
        }
    }
    Some(())
}

/// Mostly leaves us without the right to a swap, which would be a move.
fn refuse_swap<B: Bitboard>(draft: &mut Draft<'_, B>) {
    if let Some(right) = draft.game().right(draft.us(), &RightNeeds::Swap)
        && draft.random.chance(3, 4)
    {
        draft.unwanted_rights |= 1 << right;
    }
}

/// Both royal pieces, ours mostly at the edge.
fn cornered<B: Bitboard>(draft: &mut Draft<'_, B>, kind: Kind) -> Option<Square> {
    let board = draft.board();
    let at_edge = draft.random.chance(3, 4);
    let royal = draft.open_square(|square| !at_edge || is_edge(board, square))?;
    let (us, them) = (draft.us(), draft.them());
    draft.place(Piece { color: us, kind }, royal)?;
    draft.place_royal(them)?;
    Some(royal)
}

/// Our moves but for changing places; `None` when the position cannot be.
fn ordinary_moves<B: Bitboard>(draft: &Draft<'_, B>) -> Option<Vec<Move>> {
    let mut moves = ordered_moves(draft.rules, &draft.position()?);
    moves.retain(|mv| mv.action != Action::Exchange);
    Some(moves)
}

/// Takes our moves away one after another: attacks the squares that the royal piece could go to,
/// and takes other men that can move off.
fn confine<B: Bitboard>(draft: &mut Draft<'_, B>, in_check: bool) -> Option<()> {
    let (us, them) = (draft.us(), draft.them());
    let royal = draft.royal(us)?;
    for _ in 0..STEPS {
        if draft.is_in_check()? != in_check {
            return None;
        }
        let moves = ordinary_moves(draft)?;
        let Some(&mv) = draft.random.choose(&moves) else { return Some(()) };
        if mv.from != royal {
            draft.remove(mv.from);
            continue;
        }
        draft.attempt(|draft| {
            draft.aim(them, mv.to, |_| true)?;
            (draft.is_in_check()? == in_check).then_some(())
        });
    }
    None
}

/// Puts a few men that change nothing, if the status is what it should be.
fn spare<B: Bitboard>(draft: &mut Draft<'_, B>, status: Status) -> Option<()> {
    let position = draft.position()?;
    if draft.rules.status(&position) == status {
        draft.surround_keeping(status);
    }
    Some(())
}
