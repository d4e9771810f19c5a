//! [`Setup`]: anything a FEN can say, and whether such a position can be.

use crate::geometry::Square;
use crate::pieces::{Color, Kind, Path, Piece};
use crate::rules::Game;

/// What a FEN says, whether it can be or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Who stands where, a place for each square of the board.
    pub pieces: Vec<Option<Piece>>,
    /// Whose turn it is.
    pub turn: Color,
    /// One bit for each of [`Game::rights`].
    pub rights: u32,
    /// The square passed by the double step just made.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove: u32,
    /// The number of the move, counted from 1.
    pub fullmove: u32,
}

/// Why a position cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// A side without its royal piece, or with several.
    #[error("{side} has {count} {kind}s, expected one")]
    Royals {
        /// Whose.
        side: &'static str,
        /// How many.
        count: usize,
        /// The name of the royal kind.
        kind: String,
    },
    /// A side without a royal man.
    #[error("{side} has no royal man")]
    NoRoyal {
        /// Whose.
        side: &'static str,
    },
    /// A man in a citadel that cannot have entered it.
    #[error("a {side} {kind} cannot be in the citadel {square}")]
    InCitadel {
        /// Whose.
        side: &'static str,
        /// The name of its kind.
        kind: String,
        /// The citadel.
        square: String,
    },
    /// A pawn where it would have had to promote.
    #[error("the {side} {kind} on {square} stands on its last rank, where it would have promoted")]
    PawnOnLastRank {
        /// Whose.
        side: &'static str,
        /// The name of its kind.
        kind: String,
        /// Where.
        square: String,
    },
    /// A right whose men are not where it needs them.
    #[error("right \"{letter}\" needs {needs}")]
    Right {
        /// Its letter in the FEN.
        letter: char,
        /// The men it needs.
        needs: String,
    },
    /// An en passant square that nobody can just have passed.
    #[error("en passant square {square}: {reason}")]
    EnPassant {
        /// The square.
        square: String,
        /// What stands against it.
        reason: String,
    },
    /// The side that has just moved left its royal piece attacked.
    #[error("{side} is in check, but it is not {side}'s turn")]
    OpponentInCheck {
        /// The side not to move.
        side: &'static str,
    },
}

impl Setup {
    /// Who stands on a square.
    pub fn at(&self, square: Square) -> Option<Piece> {
        self.pieces.get(square.index()).copied().flatten()
    }

    /// Checks everything that needs no attacks to be known. What remains to be asked is whether
    /// the side that has just moved is in check.
    ///
    /// # Errors
    /// With the first thing that cannot be.
    pub fn check(&self, game: &Game) -> Result<(), PositionError> {
        self.check_royals(game)?;
        self.check_citadels(game)?;
        self.check_pawns(game)?;
        self.check_rights(game)?;
        self.check_en_passant(game)
    }

    /// Only royal men are in citadels, and in their own side's only those that may enter it.
    fn check_citadels(&self, game: &Game) -> Result<(), PositionError> {
        for citadel in &game.citadels {
            let Some(man) = self.at(citadel.square) else { continue };
            let rules = game.kind(man.kind);
            let enters = rules.royal.is_some() && (man.color != citadel.owner || rules.own_citadel);
            if !enters {
                return Err(PositionError::InCitadel {
                    side: man.color.name(),
                    kind: rules.name.clone(),
                    square: game.board.name(citadel.square),
                });
            }
        }
        Ok(())
    }

    fn check_royals(&self, game: &Game) -> Result<(), PositionError> {
        let royals = game.royals();
        for color in Color::BOTH {
            let count = self
                .pieces
                .iter()
                .flatten()
                .filter(|piece| piece.color == color && royals.contains(piece.kind))
                .count();
            if royals.len() > 1 {
                if count == 0 {
                    return Err(PositionError::NoRoyal { side: color.name() });
                }
            } else if count != 1 {
                let kind = royals.iter().next().map(|kind| game.kind(kind).name.clone());
                return Err(PositionError::Royals {
                    side: color.name(),
                    count,
                    kind: kind.unwrap_or_default(),
                });
            }
        }
        Ok(())
    }

    fn check_pawns(&self, game: &Game) -> Result<(), PositionError> {
        for square in game.board.rectangle() {
            let Some(Piece { color, kind }) = self.at(square) else { continue };
            let rules = game.kind(kind);
            let forced = rules
                .promotion
                .as_ref()
                .is_some_and(|p| !p.optional && p.zone.contains(color, square));
            if rules.pawn && forced && game.on_last_rank(color, square) {
                return Err(PositionError::PawnOnLastRank {
                    side: color.name(),
                    kind: rules.name.clone(),
                    square: game.board.name(square),
                });
            }
        }
        Ok(())
    }

    fn check_rights(&self, game: &Game) -> Result<(), PositionError> {
        for (index, right) in game.rights.iter().enumerate() {
            if self.rights >> index & 1 != 0 && !right.is_founded(|square| self.at(square)) {
                return Err(PositionError::Right {
                    letter: right.letter,
                    needs: right.needs_text(game),
                });
            }
        }
        Ok(())
    }

    fn check_en_passant(&self, game: &Game) -> Result<(), PositionError> {
        let Some(target) = self.en_passant else { return Ok(()) };
        let name = |square| game.board.name(square);
        let fail = |reason: String| Err(PositionError::EnPassant { square: name(target), reason });
        let mover = !self.turn;
        let forward = game.forward(mover);
        let (Some(origin), Some(stands)) =
            (game.board.step(target, forward.times(-1)), game.board.step(target, forward))
        else {
            return fail(format!("no {} man can have passed it", mover.name()));
        };
        if self.at(target).is_some() {
            return fail("it is not empty".to_owned());
        }
        if self.at(origin).is_some() {
            return fail(format!("{}, where the man came from, is not empty", name(origin)));
        }
        let Some(victim) = self.at(stands).filter(|piece| piece.color == mover) else {
            return fail(format!("no {} man stands on {}", mover.name(), name(stands)));
        };
        if !may_have_stepped(game, victim, origin, stands) {
            return fail(format!(
                "a {} on {} cannot have come from {}",
                game.kind(victim.kind).name,
                name(stands),
                name(origin)
            ));
        }
        Ok(())
    }
}

/// Whether a man may stand on a square because of a double step from another: its own, or that
/// of a pawn that became what it is by arriving.
fn may_have_stepped(game: &Game, man: Piece, origin: Square, stands: Square) -> bool {
    let stepped = |kind: Kind| {
        let rules = game.kind(kind);
        rules.movement.parts.iter().any(|part| {
            part.path == Path::DoubleStep
                && (!part.initial || rules.home.contains(man.color, origin))
        })
    };
    let became = |kind: Kind| {
        game.kind(kind)
            .promotion
            .as_ref()
            .is_some_and(|p| p.to.contains(&man.kind) && p.zone.contains(man.color, stands))
    };
    stepped(man.kind) || game.all_kinds().any(|kind| became(kind) && stepped(kind))
}
