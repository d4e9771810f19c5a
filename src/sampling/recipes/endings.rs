//! Checkmate, stalemate and the changing of places that follows a mate.

use crate::geometry::{Bitboard, Square};
use crate::movegen::Status;
use crate::pieces::{Kind, Piece};
use crate::position::{Action, Move};
use crate::sampling::draft::{Draft, is_edge};
use crate::sampling::lines::Way;
use crate::sampling::ordered_moves;

/// How many men are put or taken off before a royal piece that still has moves is given up.
const STEPS: usize = 48;

/// Our royal piece is mated, or all but.
pub(in crate::sampling) fn checkmate<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let royal = cornered(draft)?;
    let (us, them) = (draft.us(), draft.them());
    for _ in 0..draft.random.below(4) {
        let square = draft.open_square(|_| true)?;
        draft.place_any(us, square)?;
    }
    draft.aim(them, royal, |_| true)?;
    confine(draft, true)?;
    spare(draft, Status::Checkmate)
}

/// We have no move and are not in check.
pub(in crate::sampling) fn stalemate<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let royal = cornered(draft)?;
    let (us, them) = (draft.us(), draft.them());
    if draft.random.chance(1, 2)
        && let Some(line) = {
            let before = draft.snapshot();
            let line = draft.point(them, royal, |line| {
                !line.between.is_empty() && matches!(line.way, Way::Slide | Way::Bend)
            });
            if line.is_none() {
                draft.restore(before);
            }
            line
        }
    {
        draft.interpose(&line, &[us])?;
    }
    let game = draft.game();
    let pawns: Vec<Kind> = game.all_kinds().filter(|&kind| game.kind(kind).pawn).collect();
    for _ in 0..draft.random.below(4) {
        let board = draft.board();
        let forward = game.forward(us);
        let Some(&kind) = draft.random.choose(&pawns) else { break };
        let square = draft.open_square(|square| {
            board.step(square, forward).is_some_and(|ahead| game.board.in_rectangle(ahead))
        })?;
        let ahead = board.step(square, forward)?;
        if draft.is_open(ahead) {
            draft.place(Piece { color: us, kind }, square)?;
            draft.place_any(them, ahead)?;
        }
    }
    confine(draft, false)?;
    spare(draft, Status::Stalemate)
}

/// Our royal piece is mated, and there are successors; some of them are attacked.
pub(in crate::sampling) fn succession<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let royal = cornered(draft)?;
    let game = draft.game();
    let (us, them) = (draft.us(), draft.them());
    let kinds: Vec<Kind> = game.all_kinds().filter(|&kind| game.kind(kind).successor).collect();
    for _ in 0..draft.random.within(1..=3) {
        let kind = *draft.random.choose(&kinds)?;
        let square = draft.open_square(|_| true)?;
        draft.place(Piece { color: us, kind }, square)?;
    }
    draft.aim(them, royal, |_| true)?;
    confine(draft, true)?;
    let successors: Vec<Square> = draft
        .board()
        .rectangle()
        .filter(|&square| {
            let man = draft.setup.at(square);
            man.is_some_and(|man| man.color == us && kinds.contains(&man.kind))
        })
        .collect();
    if successors.is_empty() {
        return None;
    }
    for square in successors {
        if draft.random.chance(1, 2) {
            let before = draft.snapshot();
            let attacked = draft.aim(them, square, |_| true).is_some();
            if !attacked || ordinary_moves(draft).is_none_or(|moves| !moves.is_empty()) {
                draft.restore(before);
            }
        }
    }
    Some(())
}

/// Both royal pieces, ours mostly at the edge.
fn cornered<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<Square> {
    let board = draft.board();
    let at_edge = draft.random.chance(3, 4);
    let royal = draft.open_square(|square| !at_edge || is_edge(board, square))?;
    let kind = draft.royal_kind();
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
        let before = draft.snapshot();
        let aimed = draft.aim(them, mv.to, |_| true);
        if aimed.is_none() || draft.is_in_check() != Some(in_check) {
            draft.restore(before);
        }
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
