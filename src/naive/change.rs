//! [`Change`], what a move does to the board, and how the move is written.

use crate::geometry::Square;
use crate::pieces::{Kind, Piece};
use crate::rules::Game;

/// A man that a move carries from one square to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Carried {
    pub(super) man: Piece,
    pub(super) from: Square,
    pub(super) to: Square,
    /// What it is when it arrives.
    pub(super) becomes: Kind,
}

impl Carried {
    /// A man that stays what it is.
    pub(super) const fn unchanged(man: Piece, from: Square, to: Square) -> Self {
        Self { man, from, to, becomes: man.kind }
    }
}

/// What a move does to the board, and how it is written.
#[derive(Clone, Debug)]
pub(super) struct Change {
    /// The man that moves.
    pub(super) mover: Carried,
    /// Another man of the same side that the move carries along.
    pub(super) companion: Option<Carried>,
    /// Where men leave the board, besides where the mover arrives.
    pub(super) removed: Vec<Square>,
    /// The square that a double step passed over.
    pub(super) passed: Option<Square>,
    /// The place among [`Game::rights`] of a right that the move uses up.
    pub(super) spent: Option<usize>,
    /// The squares that the notation names in pairs, one pair for each leg.
    pub(super) legs: Vec<(Square, Square)>,
    /// What the notation says that the mover promotes to.
    pub(super) promoted: Option<Kind>,
}

impl Change {
    /// One man goes somewhere, and nothing else happens but the capture of what stands there. If
    /// it becomes something else, it promotes.
    pub(super) fn of(mover: Carried) -> Self {
        Self {
            mover,
            companion: None,
            removed: Vec::new(),
            passed: None,
            spent: None,
            legs: vec![(mover.from, mover.to)],
            promoted: (mover.becomes != mover.man.kind).then_some(mover.becomes),
        }
    }

    /// Two men of one side go somewhere.
    pub(super) fn of_both(mover: Carried, companion: Carried) -> Self {
        Self { companion: Some(companion), ..Self::of(mover) }
    }

    /// The men that the move carries.
    pub(super) fn carried(&self) -> impl Iterator<Item = &Carried> {
        std::iter::once(&self.mover).chain(&self.companion)
    }

    /// The squares that the move empties or fills.
    pub(super) fn touched(&self) -> impl Iterator<Item = Square> {
        let ends = self.carried().flat_map(|carried| [carried.from, carried.to]);
        ends.chain(self.removed.iter().copied())
    }

    /// The move in engine notation: the squares of its legs, and the letter of a promotion.
    pub(super) fn text(&self, game: &Game) -> String {
        let leg =
            |&(from, to): &(Square, Square)| game.board.name(from) + game.board.name(to).as_str();
        let mut text = self.legs.iter().map(leg).collect::<Vec<_>>().join(",");
        if let Some(kind) = self.promoted {
            text += &game.kind(kind).letter.to_lowercase();
        }
        text
    }
}
