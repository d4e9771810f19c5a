//! Pawns that wait on their last rank, and their relocation.

use crate::geometry::{Bitboard, Square};
use crate::pieces::{Color, Kind, Piece};
use crate::rules::Stage;
use crate::sampling::draft::Draft;
use crate::sampling::features::kinds;
use crate::sampling::lines::{Blockade, Way, blockade, leap_attacks, lines_onto, neighbours};

/// The most men that are put around one so that it cannot move.
const MAX_BLOCKADE: usize = 5;

/// Puts a waiting pawn of a side on its last rank.
pub(super) fn place_waiting<B: Bitboard>(
    draft: &mut Draft<'_, B>,
    color: Color,
    kind: Kind,
) -> Option<Square> {
    let game = draft.game();
    let square = draft.open_square(|square| game.on_last_rank(color, square))?;
    draft.place(Piece { color, kind }, square)?;
    Some(square)
}

/// Waiting pawns of both sides: attacked, beside a royal man, or between one and a man that would
/// attack it.
pub(in crate::sampling) fn waiting<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let game = draft.game();
    let (us, them) = (draft.us(), draft.them());
    let pawns = kinds(game, |kind| kind.stage.is_some());
    let board = draft.board();
    for _ in 0..draft.random.within(1..=3) {
        let owner = draft.side();
        let kind = *draft.random.choose(&pawns)?;
        let square = place_waiting(draft, owner, kind)?;
        if draft.random.chance(1, 2) {
            draft.attempt(|draft| draft.aim(!owner, square, |_| true).map(drop));
        }
        let (between, beside) = (draft.random.chance(1, 4), draft.random.chance(1, 4));
        if draft.royal(us).is_some() {
            continue;
        }
        if between {
            draft.attempt(|draft| draft.royal_behind(&[square], &[], false).map(drop));
        } else if beside {
            let around = neighbours(board, square);
            let royal = draft.open_square(|square| around.contains(&square))?;
            draft.place_royal_at(us, royal)?;
        }
    }
    if draft.royal(us).is_none() {
        draft.place_royal(us)?;
    }
    draft.place_royal(them)?;
    Some(())
}

/// A waiting pawn of ours that may be relocated.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    square: Square,
    /// What it becomes by the relocation.
    becomes: Piece,
}

fn place_relocatable<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<Waiting> {
    let (game, us) = (draft.game(), draft.us());
    let pawns: Vec<(Kind, Kind)> = game
        .all_kinds()
        .filter_map(|kind| match game.kind(kind).stage {
            Some(Stage::Wait { becomes }) => Some((kind, becomes)),
            _ => None,
        })
        .collect();
    let &(kind, becomes) = draft.random.choose(&pawns)?;
    let square = place_waiting(draft, us, kind)?;
    Some(Waiting { square, becomes: Piece { color: us, kind: becomes } })
}

/// Two men of theirs that a pawn on a square would attack. Where royal men count, one of them is
/// royal now and then.
fn fork<B: Bitboard>(draft: &mut Draft<'_, B>, pawn: Piece, to: Square) -> Option<()> {
    let (game, them) = (draft.game(), draft.them());
    let mut attacked = leap_attacks(game, pawn, to);
    attacked.retain(|&square| draft.is_open(square));
    draft.random.shuffle(&mut attacked);
    let &[one, other, ..] = attacked.as_slice() else { return None };
    let has_royal = !draft.royals(them).is_empty();
    if game.relocation.royals_count && !has_royal && draft.random.chance(1, 3) {
        draft.place_royal_at(them, one)?;
    } else {
        place_counted(draft, one)?;
    }
    place_counted(draft, other)
}

/// A man of theirs that counts for a relocation, if it is attacked.
fn place_counted<B: Bitboard>(draft: &mut Draft<'_, B>, square: Square) -> Option<()> {
    let (game, color) = (draft.game(), draft.them());
    let men =
        kinds(game, |kind| kind.royal.is_none() && (game.relocation.pawns_count || !kind.pawn));
    let kind = *draft.random.choose(&men)?;
    let man = Piece { color, kind };
    (!game.waits(man, square)).then(|| draft.place(man, square))?
}

/// A square from which a pawn of ours could attack two men.
fn forking_square<B: Bitboard>(
    draft: &mut Draft<'_, B>,
    pawn: Piece,
    wanted: impl Fn(Square) -> bool,
) -> Option<Square> {
    let game = draft.game();
    let squares = draft.open_squares(|square| {
        let open = |&&square: &&Square| draft.is_open(square);
        wanted(square) && leap_attacks(game, pawn, square).iter().filter(open).count() >= 2
    });
    draft.random.choose(&squares).copied()
}

/// A waiting pawn of ours, and a square from which it would attack two men.
pub(in crate::sampling) fn forking<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let us = draft.us();
    draft.place_royal(us)?;
    let pawn = place_relocatable(draft)?;
    for _ in 0..draft.random.within(1..=2) {
        let to = forking_square(draft, pawn.becomes, |_| true)?;
        draft.settle(to);
        fork(draft, pawn.becomes, to)?;
    }
    complete(draft)?;
    mostly_no_check(draft)
}

/// Refuses most positions in which we are in check, for then few men may be put anywhere.
fn mostly_no_check<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    (!draft.is_in_check()? || draft.random.chance(1, 6)).then_some(())
}

/// Royal men of the other side, unless there are some already.
fn complete<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let them = draft.them();
    if draft.royals(them).is_empty() { draft.place_their_royals() } else { Some(()) }
}

/// The same, but the square is held by a man of either side, which would be removed, or by one that
/// stays where it is.
pub(in crate::sampling) fn onto<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let game = draft.game();
    let (us, them) = (draft.us(), draft.them());
    let pawn = place_relocatable(draft)?;
    let plan = draft.random.below(8);
    let owner = draft.side();
    let waits = kinds(game, |kind| kind.stage.is_some());
    let to = forking_square(draft, pawn.becomes, |square| {
        plan != 7 || game.on_last_rank(owner, square)
    })?;
    match plan {
        0..3 => draft.place_any(us, to)?,
        3..6 => draft.place_any(them, to)?,
        6 => draft.place_royal_at(owner, to)?,
        _ => {
            let kind = *draft.random.choose(&waits)?;
            draft.place(Piece { color: owner, kind }, to)?;
        }
    }
    fork(draft, pawn.becomes, to)?;
    if draft.royals(us).is_empty() {
        draft.place_royal(us)?;
    }
    complete(draft)?;
    mostly_no_check(draft)
}

/// A man that cannot move, and a square from where a pawn would attack it.
#[derive(Clone, Debug)]
struct Immobile {
    square: Square,
    blockade: Blockade,
    from: Square,
}

/// All places for an immobile man that are open.
fn immobile_places<B: Bitboard>(draft: &Draft<'_, B>, man: Piece, pawn: Piece) -> Vec<Immobile> {
    let game = draft.game();
    let mut places = Vec::new();
    for from in draft.open_squares(|_| true) {
        for square in leap_attacks(game, pawn, from) {
            let Some(Blockade { own, mut any }) = blockade(game, man, square) else { continue };
            // It could capture a pawn there, or the pawn itself is in its way.
            let strikes_back =
                leap_attacks(game, man, square).contains(&from) || own.contains(&from);
            any.retain(|&square| square != from);
            let fits = !strikes_back
                && own.len() + any.len() <= MAX_BLOCKADE
                && own.iter().chain(&any).chain([&square]).all(|&square| draft.is_open(square))
                && draft.may_stand(man, square)
                && !game.waits(man, square);
            if fits {
                places.push(Immobile { square, blockade: Blockade { own, any }, from });
            }
        }
    }
    places
}

/// A waiting pawn of ours, and a man of theirs that cannot move: a pawn may be put where it attacks
/// that man, on an empty square or onto a man. Sometimes the man has a move after all.
pub(in crate::sampling) fn immobile<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let game = draft.game();
    let (us, them) = (draft.us(), draft.them());
    draft.place_royals()?;
    let pawn = place_relocatable(draft)?;
    let men =
        kinds(game, |kind| kind.royal.is_none() && (game.relocation.pawns_count || !kind.pawn));
    let man = Piece { color: them, kind: *draft.random.choose(&men)? };
    let places = immobile_places(draft, man, pawn.becomes);
    let Immobile { square, mut blockade, from } = draft.random.choose(&places)?.clone();
    draft.place(man, square)?;
    if draft.random.chance(1, 8) {
        blockade.own.pop().or_else(|| blockade.any.pop());
    }
    for square in blockade.own {
        draft.place_any(them, square)?;
    }
    for square in blockade.any {
        let owner = draft.side();
        draft.place_any(owner, square)?;
    }
    match draft.random.below(4) {
        0 => draft.place_any(us, from),
        1 => draft.place_any(them, from),
        _ => draft.keep_empty(from),
    }
}

/// A waiting pawn of ours shields our royal man, so it may not be put anywhere.
pub(in crate::sampling) fn refused<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let pawn = place_relocatable(draft)?;
    draft.royal_behind(&[pawn.square], &[], false)?;
    let to = forking_square(draft, pawn.becomes, |_| true)?;
    fork(draft, pawn.becomes, to)?;
    complete(draft)
}

/// We are in check, and a waiting pawn of ours may be put between, or onto the man that gives
/// check.
pub(in crate::sampling) fn in_check<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    let game = draft.game();
    let (us, them) = (draft.us(), draft.them());
    let royal = draft.place_royal(us)?;
    let pawn = place_relocatable(draft)?;
    let mut ways: Vec<(usize, Square)> = Vec::new();
    let lines = lines_onto(game, them, royal);
    for (index, line) in lines.iter().enumerate() {
        let man = Piece { color: them, kind: line.kind };
        let fits = line.capture
            && line.way != Way::Hop
            && game.kind(line.kind).royal.is_none()
            && draft.is_open(line.from)
            && draft.may_stand(man, line.from)
            && line.between.iter().all(|&square| draft.is_open(square));
        if !fits {
            continue;
        }
        for &to in line.between.iter().chain([&line.from]) {
            let attacked = leap_attacks(game, pawn.becomes, to);
            let open = |square: &&Square| draft.is_open(**square) && !line.between.contains(square);
            if attacked.iter().filter(open).filter(|&&square| square != line.from).count() >= 2 {
                ways.push((index, to));
            }
        }
    }
    let &(index, to) = draft.random.choose(&ways)?;
    let line = &lines[index];
    draft.place(Piece { color: them, kind: line.kind }, line.from)?;
    draft.interpose(line, &[])?;
    fork(draft, pawn.becomes, to)?;
    complete(draft)?;
    draft.is_in_check()?.then_some(())
}
