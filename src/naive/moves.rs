//! All legal moves: those that the pieces' ways of moving allow, made and then tested.

use std::collections::BTreeMap;

use super::NaiveBoard;
use super::change::{Carried, Change};
use crate::geometry::Square;
use crate::pieces::{Kind, Part, Path, Piece};
use crate::rules::SwapWhen;

/// In what manner a man arrives on a square. Where two of its ways lead to the same square, the
/// move is one move, in the manner that comes last here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Arrival {
    Plain,
    DoubleStep,
    EnPassant,
}

impl NaiveBoard<'_> {
    /// All legal moves in engine notation, each with the position after it, sorted by text.
    pub fn moves(&self) -> Vec<(String, Self)> {
        if self.is_drawn_in_citadel() {
            return Vec::new();
        }
        let relocations = self.relocations();
        if self.game.relocation.must {
            let forced = self.legal(&relocations);
            if !forced.is_empty() {
                return forced;
            }
        }
        let in_check = self.in_check();
        let mut changes = self.ordinary_moves();
        changes.extend(relocations);
        changes.extend(self.transfers());
        changes.extend(self.jumps());
        changes.extend(self.castlings());
        if in_check {
            changes.extend(self.swaps());
        }
        let moves = self.legal(&changes);
        match (moves.is_empty(), in_check) {
            (true, true) => self.legal(&self.successions()),
            (true, false) if self.game.swap == Some(SwapWhen::CheckOrStalemate) => {
                self.legal(&self.swaps())
            }
            _ => moves,
        }
    }

    /// How the game stands: `"ongoing"`, `"check"`, `"checkmate"`, `"stalemate"`, or
    /// `"citadel draw"` where the highest royal man of a side is in the enemy's citadel.
    pub fn status(&self) -> &'static str {
        if self.is_drawn_in_citadel() {
            return "citadel draw";
        }
        match (self.moves().is_empty(), self.in_check()) {
            (false, false) => "ongoing",
            (false, true) => "check",
            (true, true) => "checkmate",
            (true, false) => "stalemate",
        }
    }

    /// The number of move sequences of a length.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.moves().len() as u64,
            _ => self.moves().iter().map(|(_, after)| after.perft(depth - 1)).sum(),
        }
    }

    /// Of some moves those that are legal, sorted: they do not leave the only royal man of their own
    /// side attacked. Nor do they capture all royal men of the enemy, which takes a second step.
    fn legal(&self, changes: &[Change]) -> Vec<(String, Self)> {
        let enemy = !self.state.turn;
        let mut moves: Vec<(String, Self)> = changes
            .iter()
            .map(|change| (change.text(self.game), self.after(change)))
            .filter(|(_, after)| !after.opponent_in_check() && after.royals(enemy).next().is_some())
            .collect();
        moves.sort_by(|(one, _), (other, _)| one.cmp(other));
        // A royal piece whose steps are long may also reach the target of its jump by a step.
        moves.dedup_by(|one, other| one.0 == other.0 && one.1.state == other.1.state);
        moves
    }

    /// What the men of the side to move can do by themselves.
    fn ordinary_moves(&self) -> Vec<Change> {
        self.men(self.state.turn).flat_map(|(from, man)| self.moves_of(man, from)).collect()
    }

    /// What a man can do by its own way of moving, legal or not.
    pub(super) fn moves_of(&self, man: Piece, from: Square) -> Vec<Change> {
        let mut changes = self.steps_of(man, from);
        changes.extend(self.second_steps(man, from));
        changes.extend(self.citadel_moves(man, from));
        changes.into_iter().map(|change| self.with_transfer(change)).collect()
    }

    fn steps_of(&self, man: Piece, from: Square) -> Vec<Change> {
        let mut changes = Vec::new();
        for (to, arrival) in self.arrivals(man, from) {
            for becomes in self.becoming(man, to) {
                let mut change = Change::of(Carried { man, from, to, becomes });
                match arrival {
                    Arrival::Plain => {}
                    Arrival::DoubleStep => {
                        change.passed = self.step(from, self.game.forward(man.color));
                    }
                    Arrival::EnPassant => change.removed.extend(self.en_passant_victim()),
                }
                changes.push(change);
            }
        }
        changes
    }

    /// Where a man can go, each square once.
    fn arrivals(&self, man: Piece, from: Square) -> BTreeMap<Square, Arrival> {
        let mut arrivals = BTreeMap::new();
        for part in self.parts(man, from) {
            for to in self.reached(part.path, man.color, from) {
                let Some(arrival) = self.arrival(man, part, to) else { continue };
                let known = arrivals.entry(to).or_insert(arrival);
                *known = arrival.max(*known);
            }
        }
        arrivals
    }

    /// In what manner a part may end on a square that it reaches, if it may.
    fn arrival(&self, man: Piece, part: &Part, to: Square) -> Option<Arrival> {
        let moves = match part.path {
            Path::DoubleStep => Arrival::DoubleStep,
            _ => Arrival::Plain,
        };
        match self.at(to) {
            None if part.en_passant && self.state.en_passant == Some(to) => {
                Some(Arrival::EnPassant)
            }
            None => part.quiet.then_some(moves),
            Some(_) => (part.capture && self.is_capturable(to, man.color)).then_some(moves),
        }
    }

    /// What a man that arrives on a square may be from then on.
    pub(super) fn becoming(&self, man: Piece, to: Square) -> Vec<Kind> {
        match &self.game.kind(man.kind).promotion {
            Some(promotion) if promotion.zone.contains(man.color, to) => {
                let stays = promotion.optional.then_some(man.kind);
                promotion.to.iter().copied().chain(stays).collect()
            }
            _ => vec![man.kind],
        }
    }
}
