//! Legal moves, the fast way: written once for every width of board and every game.
//!
//! A [`View`] holds what is computed once a position: the attacked squares, and for each man
//! where it may go without leaving its royal piece attacked. Moves come out of it as sets, to a
//! [`Sink`] that lists or counts them. Only moves that change more than two squares are made and
//! tested: en passant, castling, second steps, and what pawns do that wait on their last rank.
//!
//! [`Variant`] is where a game meets a width of board.

mod admit;
mod attacks;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod captures;
mod citadel;
mod constraints;
mod counting;
mod dispatch;
mod fill;
mod generate;
mod named;
mod pairs;
mod rescue;
mod second_step;
mod sight;
mod sink;
mod special;
mod stages;
mod status;
mod view;

pub use admit::AdmitError;
pub use dispatch::{Task, Variant};
pub(crate) use pairs::Outlook;
pub(crate) use sight::Sight;
pub use sink::{Count, List, Sink};
pub use status::{GameResult, Status};
pub use view::View;

use crate::geometry::Bitboard;
use crate::position::{Move, Position};
use crate::rules::Ruleset;

impl<B: Bitboard> Ruleset<B> {
    /// All legal moves, in no particular order.
    pub fn legal_moves(&self, position: &Position<B>) -> Vec<Move> {
        let mut moves = Vec::new();
        self.legal_moves_into(position, &mut moves);
        moves
    }

    /// Appends all legal moves to a list that the caller keeps.
    #[inline]
    pub fn legal_moves_into(&self, position: &Position<B>, moves: &mut Vec<Move>) {
        let view = View::new(self, position);
        let before = moves.len();
        view.generate(&mut List::new(self, position.turn(), moves));
        if moves.len() == before {
            view.rescues(|mv| moves.push(mv));
        }
    }
}
