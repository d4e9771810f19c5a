//! [`Peer`]: another program as a generator of moves in our notation.

use super::{CompareError, Translator};
use crate::external::Divider;
use crate::position::Setup;

/// A first move of another program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeerMove {
    /// The move in our notation.
    pub text: String,
    /// The move as the program writes it.
    pub said: String,
    /// Its count.
    pub nodes: u128,
}

/// Another program, with how it writes.
#[derive(Debug)]
pub struct Peer {
    divider: Divider,
    translator: Translator,
    /// The command, for messages.
    command: String,
}

impl Peer {
    /// A program that has been started and told the game.
    pub fn new(divider: Divider, translator: Translator, command: &str) -> Self {
        Self { divider, translator, command: command.to_owned() }
    }

    /// How it writes.
    pub fn translator(&self) -> &Translator {
        &self.translator
    }

    /// Whether it can be told moves to play from a position.
    pub fn plays_moves(&self) -> bool {
        self.divider.plays_moves()
    }

    /// Its first moves in a position, after some moves in its own notation, sorted by our text.
    ///
    /// `after` is the position after those moves.
    ///
    /// # Errors
    /// When it does not answer as it should, or with something that is no move.
    pub fn divide(
        &mut self,
        base: &Setup,
        played: &[String],
        after: &Setup,
        depth: u32,
    ) -> Result<Vec<PeerMove>, CompareError> {
        let fen = self.translator.fen(base);
        let divide = self.divider.divide(&fen, played, depth)?;
        let mut moves = Vec::with_capacity(divide.moves.len());
        for (said, nodes) in divide.moves {
            let Some(text) = self.translator.read(after, &said) else {
                let command = self.command.clone();
                return Err(CompareError::Move { command, fen, said });
            };
            moves.push(PeerMove { text, said, nodes });
        }
        moves.sort_by(|one, other| one.text.cmp(&other.text));
        Ok(moves)
    }
}
