//! [`Step`]: a step of a whole set of men at once.

use super::Game;
use crate::geometry::{Bitboard, Board, Offset};
use crate::pieces::Kind;

/// A step of a whole set of men at once, for kinds that many men are of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step<B> {
    /// By how much the index of a square changes.
    pub(crate) delta: i32,
    /// The squares from which the step stays on the board.
    pub(crate) from: B,
}

impl<B: Bitboard> Step<B> {
    pub(super) fn new(board: &Board, offset: Offset) -> Self {
        let from = board.rectangle().filter(|&square| board.step(square, offset).is_some());
        Self {
            delta: i32::from(offset.rank) * i32::from(board.files()) + i32::from(offset.file),
            from: B::from_squares(from),
        }
    }

    /// Where the men of a set arrive.
    #[inline(always)]
    pub(crate) fn of(&self, men: B) -> B {
        (men & self.from).moved(self.delta)
    }

    /// From where men arrived on such squares, each of which the step does reach.
    #[inline(always)]
    pub(crate) fn back(&self, squares: B) -> B {
        squares.moved(-self.delta)
    }
}

/// The steps of a kind that consists of nothing else, such as a pawn.
#[derive(Debug)]
pub(crate) struct Steps<B> {
    /// The kinds that step so and whose moves can be counted together, in their order.
    pub(crate) kinds: Vec<Kind>,
    pub(crate) quiet: Vec<Step<B>>,
    pub(crate) capture: Vec<Step<B>>,
}

/// The kinds that do the same as a kind, itself among them, but for what they promote to: the same
/// movement, nothing else that they may do, and promotion on the same squares to equally many. Their
/// moves can be counted as if they were of one kind.
pub(super) fn alike(game: &Game, kind: Kind) -> Vec<Kind> {
    let is_plain = |kind: Kind| {
        let rules = game.kind(kind);
        let becomes = rules.promotion.iter().flat_map(|promotion| &promotion.to);
        rules.royal.is_none()
            && rules.stage.is_none()
            && !rules.second_step
            && !rules.own_citadel
            && rules.movement.double_step().is_none()
            && becomes.into_iter().all(|&target| game.kind(target).royal.is_none())
    };
    let promotion = |kind: Kind| {
        let promotion = game.kind(kind).promotion.as_ref();
        promotion.map(|promotion| (&promotion.zone, promotion.choices()))
    };
    let like = |other: &Kind| {
        *other == kind
            || (is_plain(kind)
                && is_plain(*other)
                && game.kind(*other).movement == game.kind(kind).movement
                && promotion(*other) == promotion(kind))
    };
    game.all_kinds().filter(like).collect()
}
