//! [`Step`]: a step of a whole set of men at once.

use super::Game;
use crate::geometry::{Bitboard, Board, LANES, Lanes, Offset, Shift};
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
pub(crate) struct Steps<B: Bitboard> {
    /// The kinds that step so and whose moves can be counted together, in their order.
    pub(crate) kinds: Vec<Kind>,
    pub(crate) quiet: Vec<Step<B>>,
    pub(crate) capture: Vec<Step<B>>,
    /// All of them, four at a time.
    pub(crate) quads: Vec<StepQuad<B>>,
}

/// Up to four steps that all lead towards higher indices or all towards lower ones.
#[derive(Debug)]
pub(crate) struct StepQuad<B: Bitboard> {
    ascends: bool,
    shift: Shift,
    /// The squares from which each stays on the board. Empty in a lane without one.
    from: B::Lanes,
    /// All ones in the lanes of steps to empty squares, and of captures.
    quiet: [u64; LANES],
    capture: [u64; LANES],
}

impl<B: Bitboard> StepQuad<B> {
    pub(super) fn all(quiet: &[Step<B>], capture: &[Step<B>]) -> Vec<Self> {
        let mut quads = Vec::new();
        for ascends in [true, false] {
            let each = quiet.iter().map(|step| (step, true));
            let each = each.chain(capture.iter().map(|step| (step, false)));
            let each: Vec<(&Step<B>, bool)> =
                each.filter(|(step, _)| (step.delta > 0) == ascends).collect();
            for group in each.chunks(LANES) {
                let (mut by, mut from) = ([0; LANES], [B::EMPTY; LANES]);
                let (mut quiet, mut capture) = ([0; LANES], [0; LANES]);
                for (lane, &(step, is_quiet)) in group.iter().enumerate() {
                    by[lane] = u64::from(step.delta.unsigned_abs());
                    from[lane] = step.from;
                    if is_quiet { quiet[lane] = u64::MAX } else { capture[lane] = u64::MAX }
                }
                quads.push(Self {
                    ascends,
                    shift: Shift::new(by),
                    from: from.into(),
                    quiet,
                    capture,
                });
            }
        }
        quads
    }

    /// Where men arrive among empty squares, and among those of men to take.
    #[inline(always)]
    pub(crate) fn of(&self, men: B, empty: B, prey: B) -> B::Lanes {
        let men = <B::Lanes as Lanes<B>>::splat(men).and(self.from);
        let arrived = if self.ascends { men.up(&self.shift) } else { men.down(&self.shift) };
        let open = <B::Lanes as Lanes<B>>::masked(empty, &self.quiet);
        arrived.and(open.or(<B::Lanes as Lanes<B>>::masked(prey, &self.capture)))
    }
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
