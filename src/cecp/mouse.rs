//! The mouse: what the user does with a man before it is a move.

use std::io::{self, Write};

use super::highlight::{self, Lifted};
use super::interface::Cecp;

impl<W: Write + Send + 'static> Cecp<W> {
    /// `lift`, `put` and `hover`: what the user does with a man before the move is one.
    pub(super) fn hand(&mut self, command: &str, words: &[&str]) -> io::Result<()> {
        let square = words.first().and_then(|name| self.notation.board.parse(name));
        let Some(square) = square else {
            self.lifted = None;
            return Ok(());
        };
        let legal = self.legal();
        let answer = match (command, self.lifted) {
            ("lift", _) => {
                let lifted = Lifted { from: square, via: None };
                self.lifted = Some(lifted);
                Some(highlight::highlight(&self.notation, &legal, lifted))
            }
            ("put", Some(lifted)) => {
                if highlight::ends_first_leg(&legal, lifted, square) {
                    let lifted = Lifted { via: Some(square), ..lifted };
                    self.lifted = Some(lifted);
                    Some(highlight::highlight(&self.notation, &legal, lifted))
                } else {
                    highlight::choice(&self.notation, self.session.game(), &legal, lifted, square)
                }
            }
            ("hover", Some(lifted)) => {
                highlight::victim(&self.notation, self.session.game(), &legal, lifted, square)
            }
            _ => None,
        };
        answer.map_or(Ok(()), |answer| self.output.line(&answer))
    }
}
