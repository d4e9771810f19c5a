//! [`GameCommand`]: a command that works on one game.

use std::io::Write;

use super::Exit;
use crate::geometry::Bitboard;
use crate::movegen::{Task, Variant};
use crate::rules::Ruleset;

/// A command that works on one game, for every width of board.
pub(super) trait GameCommand: Sized {
    /// Does what the arguments say.
    fn run_on<B: Bitboard>(&self, rules: &Ruleset<B>, out: &mut impl Write)
    -> anyhow::Result<Exit>;

    /// Does it with a game whose width of board is not known here.
    fn dispatch(&self, variant: &Variant, out: &mut impl Write) -> anyhow::Result<Exit> {
        variant.dispatch(Run { command: self, out })
    }
}

struct Run<'a, C, W> {
    command: &'a C,
    out: &'a mut W,
}

impl<C: GameCommand, W: Write> Task for Run<'_, C, W> {
    type Output = anyhow::Result<Exit>;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output {
        self.command.run_on(rules, self.out)
    }
}
