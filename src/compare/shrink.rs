//! Taking men off the board as long as a fault stays.

use super::{CompareError, Comparison, Fault, Finding, Place};
use crate::geometry::Bitboard;
use crate::position::{Position, Setup};
use crate::rules::Game;

/// The largest depth at which a fault in playing moves is looked for again with fewer men.
const DEEPEST: u32 = 4;

/// Something that may be taken from a position.
#[derive(Clone, Copy)]
enum Loss {
    /// The man at a place of the board.
    Man(usize),
    /// A right.
    Right(usize),
    /// The en passant square.
    EnPassant,
}

/// Finds the same fault with fewer men. What stops the program on the way is noted in the finding:
/// such positions are strange, and what was found before is worth reporting.
pub(super) fn shrink<B: Bitboard>(search: &mut Comparison<'_, B>, finding: &mut Finding) {
    let game = search.rules.game();
    let men = (0..game.board.len()).map(Loss::Man);
    let losses: Vec<Loss> =
        men.chain((0..game.rights.len()).map(Loss::Right)).chain([Loss::EnPassant]).collect();
    let mut place = finding.place.clone();
    loop {
        let mut is_smaller = false;
        for &loss in &losses {
            let Some(candidate) = without(search.rules.game(), &place.base, loss) else { continue };
            match retried(search, &place, &candidate) {
                Ok(Some(found)) => {
                    finding.smaller = Some(found.clone());
                    place = found;
                    is_smaller = true;
                }
                Ok(None) => {}
                Err(error) => {
                    finding.shrinking_ended = Some(error.to_string());
                    return;
                }
            }
        }
        // A man that was needed may not be any more when another one is gone.
        if !is_smaller {
            return;
        }
    }
}

/// The position without something; `None` if it is not there.
fn without(game: &Game, setup: &Setup, loss: Loss) -> Option<Setup> {
    let mut candidate = setup.clone();
    match loss {
        Loss::Man(place) => {
            candidate.pieces[place].take()?;
            drop_unfounded(game, &mut candidate);
        }
        Loss::Right(right) => {
            candidate.rights &= !(1 << right);
            if candidate.rights == setup.rights {
                return None;
            }
        }
        Loss::EnPassant => {
            candidate.en_passant.take()?;
        }
    }
    Some(candidate)
}

/// Takes away the rights that men are missing for.
fn drop_unfounded(game: &Game, setup: &mut Setup) {
    for (index, right) in game.rights.iter().enumerate() {
        if !right.is_founded(|square| setup.at(square)) {
            setup.rights &= !(1 << index);
        }
    }
}

/// The fault of a place at another position, if it is there too.
fn retried<B: Bitboard>(
    search: &mut Comparison<'_, B>,
    place: &Place,
    candidate: &Setup,
) -> Result<Option<Place>, CompareError> {
    let rules = search.rules;
    if search.peer.translator().sayable(candidate) != *candidate {
        return Ok(None);
    }
    let Ok(base) = rules.admit(candidate) else { return Ok(None) };
    let Some(position) = played(search, base, &place.played) else { return Ok(None) };
    let fault = match &place.fault {
        Fault::Lists(known) => {
            let found = search.lists(candidate, &place.said, &position)?;
            if !found.shares_with(known) {
                return Ok(None);
            }
            Fault::Lists(found)
        }
        Fault::Played { mv, depth, .. } => {
            if *depth > DEEPEST || rules.move_named(&position, mv).is_none() {
                return Ok(None);
            }
            let Some((ours, theirs)) = search.counts_of(&position, mv, *depth)? else {
                return Ok(None);
            };
            // With a list that is wrong after the move it would be another fault.
            let Some(next) = played(search, position, std::slice::from_ref(mv)) else {
                return Ok(None);
            };
            let next_setup = next.setup(rules);
            if ours == theirs || !search.lists(&next_setup, &[], &next)?.is_empty() {
                return Ok(None);
            }
            Fault::Played { mv: mv.clone(), depth: *depth, ours, theirs }
        }
    };
    Ok(Some(Place {
        base: candidate.clone(),
        played: place.played.clone(),
        said: place.said.clone(),
        setup: position.setup(rules),
        fault,
    }))
}

/// The position after moves in our notation; `None` if one is not legal.
fn played<B: Bitboard>(
    search: &Comparison<'_, B>,
    mut position: Position<B>,
    moves: &[String],
) -> Option<Position<B>> {
    for text in moves {
        let mv = search.rules.move_named(&position, text)?;
        position = position.play(search.rules, mv);
    }
    Some(position)
}
