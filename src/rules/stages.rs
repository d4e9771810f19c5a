//! Tables for pawns that wait, are transferred or become royal, and for citadels.

use super::reach::{Table, empty_table};
use super::{Game, Stage};
use crate::geometry::{Bitboard, Square};
use crate::pieces::{Color, Kind, Part, Path};

/// Steps of a kind that end where more happens than a promotion to an ordinary man. They are not
/// among the kind's ordinary moves.
#[derive(Debug)]
pub(crate) struct Arrival<B> {
    pub(crate) kind: Kind,
    pub(crate) quiet: Table<B>,
    pub(crate) capture: Table<B>,
    pub(crate) then: Then,
}

/// What happens to a pawn that arrives.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Then {
    /// It becomes a royal man. Its side has several then, so no attack forbids it.
    Crown(Kind),
    /// It is put on another square, or waits where it arrived: see [`Stages::transfers`].
    Transfer,
}

/// Where a pawn is put, and what it becomes there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Transfer {
    pub(crate) kind: Kind,
    pub(crate) to: Square,
    pub(crate) becomes: Kind,
}

/// What one side's pawns do on their last rank.
#[derive(Debug)]
pub(crate) struct Stages<B> {
    pub(crate) arrivals: Vec<Arrival<B>>,
    /// Kinds that wait on the last rank, and that rank.
    pub(crate) waiting: Vec<(Kind, B)>,
    /// Waiting kinds that are relocated, and what they become.
    pub(crate) relocations: Vec<(Kind, Kind)>,
    /// Waiting kinds that are transferred when the square is free.
    pub(crate) transfers: Vec<Transfer>,
}

/// A citadel as one side sees it.
#[derive(Debug)]
pub(crate) struct CitadelTable<B> {
    pub(crate) square: Square,
    pub(crate) is_own: bool,
    /// The squares beside it.
    pub(crate) beside: B,
}

impl<B: Bitboard> Stages<B> {
    /// Whether the side has such pawns.
    #[inline(always)]
    pub(crate) fn is_used(&self) -> bool {
        !(self.arrivals.is_empty() && self.relocations.is_empty() && self.transfers.is_empty())
    }

    pub(super) fn new(game: &Game, color: Color) -> Self {
        let last = game.board.rectangle().filter(|&square| game.on_last_rank(color, square));
        let last = B::from_squares(last);
        let mut stages = Self {
            arrivals: Vec::new(),
            waiting: Vec::new(),
            relocations: Vec::new(),
            transfers: Vec::new(),
        };
        for kind in game.all_kinds() {
            match &game.kind(kind).stage {
                Some(Stage::Wait { becomes }) => {
                    stages.waiting.push((kind, last));
                    stages.relocations.push((kind, *becomes));
                }
                Some(Stage::Transfer { becomes, to }) => {
                    stages.waiting.push((kind, last));
                    let to = to.of(color)[0];
                    stages.transfers.push(Transfer { kind, to, becomes: *becomes });
                }
                None => {}
            }
            if let Some((zone, then)) = arrival(game, kind, color) {
                let leaps = |wanted: fn(&Part) -> bool| arriving(game, kind, color, zone, wanted);
                stages.arrivals.push(Arrival {
                    kind,
                    quiet: leaps(|part| part.quiet),
                    capture: leaps(|part| part.capture),
                    then,
                });
            }
        }
        stages
    }
}

/// Where a kind's steps are [arrivals](Arrival), and what happens then.
pub(super) fn arrival<B: Bitboard>(game: &Game, kind: Kind, color: Color) -> Option<(B, Then)> {
    let rules = game.kind(kind);
    if let Some(Stage::Transfer { .. }) = &rules.stage {
        let last = game.board.rectangle().filter(|&square| game.on_last_rank(color, square));
        return Some((B::from_squares(last), Then::Transfer));
    }
    let promotion = rules.promotion.as_ref()?;
    let royal = promotion.to.iter().copied().find(|&target| game.kind(target).royal.is_some())?;
    Some((B::from_squares(promotion.zone.of(color).iter().copied()), Then::Crown(royal)))
}

/// The leaps of some parts of a kind that end in a zone.
fn arriving<B: Bitboard>(
    game: &Game,
    kind: Kind,
    color: Color,
    zone: B,
    wanted: fn(&Part) -> bool,
) -> Table<B> {
    let mut table = empty_table();
    for part in game.kind(kind).movement.parts.iter().filter(|part| wanted(part)) {
        let Path::Leap(offset) = part.path else { continue };
        for from in game.board.rectangle() {
            if let Some(to) = game.board.step(from, game.oriented(offset, color)) {
                table[from.index()] |= B::single(to) & zone;
            }
        }
    }
    table
}

/// The citadels as a side sees them.
pub(super) fn citadels<B: Bitboard>(game: &Game, color: Color) -> Vec<CitadelTable<B>> {
    game.citadels
        .iter()
        .zip(game.board.extra())
        .map(|(citadel, extra)| CitadelTable {
            square: citadel.square,
            is_own: citadel.owner == color,
            beside: B::from_squares(extra.neighbours.iter().copied()),
        })
        .collect()
}
