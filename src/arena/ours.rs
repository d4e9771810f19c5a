//! [`Ours`]: our search as a player.

use std::time::Instant;

use super::player::{Deed, Table, Trouble, Turn};
use crate::external::{Thought, TimeControl};
use crate::geometry::Bitboard;
use crate::search::{Clock, Control, Limits, Searcher};

/// Our search as a player. It forgets everything between games, so that each is the same wherever
/// and after whatever it is played.
#[derive(Debug)]
pub(super) struct Ours<'r, B: Bitboard> {
    searcher: Searcher<'r, B>,
}

impl<'r, B: Bitboard> Ours<'r, B> {
    pub(super) const fn new(searcher: Searcher<'r, B>) -> Self {
        Self { searcher }
    }

    pub(super) fn new_game(&mut self) {
        self.searcher.clear();
    }

    pub(super) fn turn(
        &mut self,
        table: &Table<'_, B>,
        control: &Control,
    ) -> Result<Turn, Trouble> {
        let mover = table.record.position().turn();
        let limits = match table.time {
            TimeControl::Nodes(nodes) => Limits::nodes(nodes),
            TimeControl::Depth(depth) => Limits::depth(depth),
            TimeControl::Movetime(time) => Limits::movetime(time),
            TimeControl::Clock { left, increment, .. } => Limits {
                clock: Some(Clock {
                    left: left[mover.index()],
                    increment: increment[mover.index()],
                    moves_to_go: None,
                    // Nothing passes between the search and the clock but a function's return.
                    overhead: std::time::Duration::from_millis(2),
                }),
                ..Limits::default()
            },
        };
        let begin = Instant::now();
        let outcome = self.searcher.search(table.record, &limits, control, &mut |_| {});
        let time = begin.elapsed();
        if control.is_stopped() {
            return Err(Trouble::Interrupted);
        }
        let thought = Thought {
            // Before the first depth is finished a score says nothing.
            score: outcome.lines.first().filter(|_| outcome.depth > 0).map(|line| line.score),
            depth: Some(outcome.depth),
            nodes: Some(outcome.nodes),
        };
        let deed = outcome.best().map_or(Deed::Nothing, Deed::Move);
        Ok(Turn { deed, thought, time })
    }
}
