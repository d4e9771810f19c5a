//! [`Classes`]: what the last moves of the sequences are.

use serde::Serialize;

use crate::geometry::Bitboard;
use crate::movegen::Status;
use crate::position::{Action, Move, Position};
use crate::rules::Ruleset;

/// The last moves of all sequences, by what they are; a move is counted in every class it
/// belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Classes {
    /// Captures, en passant among them.
    pub captures: u64,
    /// Captures en passant.
    pub en_passant: u64,
    /// Double steps.
    pub double_steps: u64,
    /// Jumps of an unmoved royal piece.
    pub jumps: u64,
    /// Castlings.
    pub castlings: u64,
    /// Promotions.
    pub promotions: u64,
    /// A mated royal piece changing places with a successor.
    pub successions: u64,
    /// Moves that give check.
    pub checks: u64,
    /// Checks that no man gives which has just moved.
    pub discovered_checks: u64,
    /// Checks by two men or more.
    pub double_checks: u64,
    /// Moves after which the opponent is mated.
    pub checkmates: u64,
    /// Moves after which the opponent has no move and is not in check.
    pub stalemates: u64,
}

impl Classes {
    /// Every class with its name, in the order of output.
    pub fn each(&self) -> [(&'static str, u64); 12] {
        [
            ("captures", self.captures),
            ("en-passant", self.en_passant),
            ("double-steps", self.double_steps),
            ("jumps", self.jumps),
            ("castlings", self.castlings),
            ("promotions", self.promotions),
            ("successions", self.successions),
            ("checks", self.checks),
            ("discovered-checks", self.discovered_checks),
            ("double-checks", self.double_checks),
            ("checkmates", self.checkmates),
            ("stalemates", self.stalemates),
        ]
    }

    /// Adds another's counts.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            captures: self.captures + other.captures,
            en_passant: self.en_passant + other.en_passant,
            double_steps: self.double_steps + other.double_steps,
            jumps: self.jumps + other.jumps,
            castlings: self.castlings + other.castlings,
            promotions: self.promotions + other.promotions,
            successions: self.successions + other.successions,
            checks: self.checks + other.checks,
            discovered_checks: self.discovered_checks + other.discovered_checks,
            double_checks: self.double_checks + other.double_checks,
            checkmates: self.checkmates + other.checkmates,
            stalemates: self.stalemates + other.stalemates,
        }
    }
}

impl Classes {
    /// The classes of one legal move.
    pub fn of<B: Bitboard>(rules: &Ruleset<B>, position: &Position<B>, mv: Move) -> Self {
        let next = position.play(rules, mv);
        let checkers = rules.checkers(&next);
        let status = rules.status(&next);
        let is = u64::from;
        let steps = matches!(mv.action, Action::Step | Action::Arrive | Action::Relocate);
        let takes = (steps && position.at(mv.to).is_some_and(|man| man.color != position.turn()))
            || mv.action == Action::SecondStep;
        Self {
            captures: is(takes || mv.action == Action::EnPassant),
            en_passant: is(mv.action == Action::EnPassant),
            double_steps: is(mv.action == Action::DoubleStep),
            jumps: is(mv.action == Action::Jump),
            castlings: is(mv.action == Action::Castle),
            promotions: is(mv.promotion().is_some()),
            successions: is(mv.action == Action::Exchange),
            checks: is(!checkers.is_empty()),
            discovered_checks: is(
                !checkers.is_empty() && !checkers.meets(moved(rules, position, mv))
            ),
            double_checks: is(checkers.has_many()),
            checkmates: is(status == Status::Checkmate),
            stalemates: is(status == Status::Stalemate),
        }
    }
}

/// Where the men stand that a move has moved.
fn moved<B: Bitboard>(rules: &Ruleset<B>, position: &Position<B>, mv: Move) -> B {
    let us = position.turn();
    match mv.action {
        Action::Castle => {
            let way = rules.castling(us, (mv.from, mv.to));
            B::single(way.king.1) | B::single(way.rook.1)
        }
        Action::Exchange => B::single(mv.from) | B::single(mv.to),
        Action::CitadelExchange => {
            let via = mv.via().expect("an exchange in a citadel has a partner");
            B::single(mv.to) | B::single(via)
        }
        // A pawn that arrives stands where it was transferred to, or where it waits.
        Action::Arrive => {
            let kind = position.at(mv.from).map(|man| man.kind);
            let transfer = kind.and_then(|kind| rules.transfer(us, kind));
            B::single(mv.to) | transfer.map_or(B::EMPTY, |transfer| B::single(transfer.to))
        }
        _ => B::single(mv.to),
    }
}
