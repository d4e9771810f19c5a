//! From a [`Setup`] to a [`Position`]: the checks that need attacks.

use super::special::is_attacked;
use crate::geometry::Bitboard;
use crate::position::{FenError, Position, PositionError, Setup};
use crate::rules::Ruleset;

/// Why a text is no position of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AdmitError {
    /// It is not a FEN.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// It is a FEN of a position that cannot be.
    #[error("FEN \"{fen}\": {error}")]
    Position {
        /// The FEN.
        fen: String,
        /// Why not.
        error: PositionError,
    },
}

impl<B: Bitboard> Ruleset<B> {
    /// The position of a setup.
    ///
    /// # Errors
    /// When the position cannot be: see [`PositionError`].
    pub fn admit(&self, setup: &Setup) -> Result<Position<B>, PositionError> {
        setup.check(self.game())?;
        let position = Position::new(self, setup);
        if is_attacked(self, &position, !setup.turn) {
            return Err(PositionError::OpponentInCheck { side: (!setup.turn).name() });
        }
        Ok(position)
    }

    /// The position of a FEN.
    ///
    /// # Errors
    /// When the text is no FEN of the game, or its position cannot be.
    pub fn position(&self, fen: &str) -> Result<Position<B>, AdmitError> {
        let setup = Setup::parse(self.game(), fen)?;
        self.admit(&setup)
            .map_err(|error| AdmitError::Position { fen: fen.trim().to_owned(), error })
    }

    /// The usual start position.
    ///
    /// # Panics
    /// When the ruleset was compiled from a game whose start position cannot be, which
    /// [`Variant`](super::Variant) refuses.
    pub fn start(&self) -> Position<B> {
        self.position(self.game().start()).expect("start positions are checked when loaded")
    }
}
