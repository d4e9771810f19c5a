//! What pieces are worth: [`PieceValues`], the one table that evaluation, exchange and move
//! ordering use.
//!
//! The table that a game starts with is derived from how its kinds move ([`crowded_mobility`]); a
//! file of the user's replaces any part of it. A value of 500 is what a man is worth that rides like
//! a rook on the same board.

mod file;
mod mobility;

pub use file::ValuesError;
pub(crate) use mobility::mobility_from;
pub use mobility::{Convention, Mobility, crowded_mobility, mobility_share};

use serde::{Deserialize, Serialize};

use crate::geometry::Offset;
use crate::pieces::{Kind, Movement, Part, Path, UNLIMITED};
use crate::rules::Game;

/// What a man that rides like a rook is worth: the unit of all values is a five-hundredth of it.
pub const ROOK: i32 = 500;

/// The most that a kind may be worth.
pub const MAX_VALUE: i32 = 20_000;

/// How likely a square is to be empty in the middle game.
///
/// The games start with 36 to 50 % of the board covered; by the time pieces come to blows about 30 %
/// is left. It is the upper end of Betza's range for 8x8, where his "magic number" is 2/3 to 0.7
/// (R. Betza, Ideal Values and Practical Values, part 4).
pub const OPEN_MIDDLEGAME: f64 = 0.7;

/// How likely a square is to be empty in an endgame: a dozen men on a board of 121 squares.
pub const OPEN_ENDGAME: f64 = 0.88;

/// What a kind is worth, in five-hundredths of a rook, 0 to [`MAX_VALUE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindValue {
    /// With all men on the board.
    pub middlegame: i32,
    /// With hardly any.
    pub endgame: i32,
}

impl KindValue {
    /// The middle of the two, where one number is wanted.
    pub const fn neutral(self) -> i32 {
        i32::midpoint(self.middlegame, self.endgame)
    }
}

/// What each kind of a game is worth, by its place in [`Game::kinds`].
///
/// A royal kind has a value too, that of its moves: it counts where a side has several royal men.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceValues {
    kinds: Vec<KindValue>,
}

impl PieceValues {
    /// The values that follow from how the kinds move: their crowded mobility, as a share of that of
    /// a rook on the same board, once with the board half full and once nearly empty.
    ///
    /// Promotion and being royal are worth nothing here; the evaluation adds what they promise.
    ///
    /// ```
    /// use tamerlane::{rules, values::PieceValues};
    /// let game = rules::load("wild-tamerlane").unwrap();
    /// let values = PieceValues::of_mobility(&game);
    /// let rook = game.kind_named("rook").unwrap();
    /// assert_eq!(values.of(rook).middlegame, 500);
    /// ```
    pub fn of_mobility(game: &Game) -> Self {
        let value = |kind: Kind, empty: f64| {
            // Where a rook cannot move, nothing can be compared with it.
            let share = mobility_share(game, kind, empty, Convention::Reach).unwrap_or(1.0);
            ((share * f64::from(ROOK)).round() as i32).clamp(0, MAX_VALUE)
        };
        let kinds = game.all_kinds().map(|kind| KindValue {
            middlegame: value(kind, OPEN_MIDDLEGAME),
            endgame: value(kind, OPEN_ENDGAME),
        });
        Self { kinds: kinds.collect() }
    }

    /// What a kind is worth.
    ///
    /// # Panics
    /// When the kind is not one of the game that the table is for.
    pub fn of(&self, kind: Kind) -> KindValue {
        self.kinds[kind.index()]
    }

    /// The values by place of the kind.
    pub fn all(&self) -> &[KindValue] {
        &self.kinds
    }
}

/// How a rook moves.
pub(crate) fn rook_movement() -> Movement {
    let mut movement = Movement::default();
    for (file, rank) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
        movement.add(Part {
            quiet: true,
            capture: true,
            en_passant: false,
            initial: false,
            path: Path::Slide { step: Offset::new(file, rank), min: 1, max: UNLIMITED },
        });
    }
    movement
}
