//! [`Listed`]: the legal moves of a position as `XBoard` writes them, and whether it can show them.

use super::notation::Notation;
use super::pieces::Becomes;
use crate::engine::GameLine;
use crate::geometry::{Bitboard, Square};
use crate::movegen::{Task, Variant};
use crate::pieces::{Color, Kind};
use crate::position::{Action, Move, Setup};
use crate::rules::{Game, Ruleset};

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Listed {
    pub(super) mv: Move,
    /// What moves.
    pub(super) mover: Kind,
    /// The move in our notation.
    pub(super) text: String,
    /// The move in `XBoard`'s notation.
    pub(super) told: String,
    /// Whether a man of the enemy goes.
    pub(super) captures: bool,
    /// Whether `XBoard`'s board is right after it.
    pub(super) shown: bool,
}

/// The legal moves where a game stands, in the order of their texts.
pub(super) fn legal(variant: &Variant, notation: &Notation, line: &GameLine) -> Vec<Listed> {
    variant.dispatch(Legal { notation, line })
}

struct Legal<'a> {
    notation: &'a Notation,
    line: &'a GameLine,
}

impl Task for Legal<'_> {
    type Output = Vec<Listed>;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output {
        let Ok(record) = self.line.record(rules) else { return Vec::new() };
        let position = record.position();
        let (game, setup) = (rules.game(), position.setup(rules));
        let listed = |mv: Move| {
            let mover = setup.at(mv.from)?.kind;
            Some(Listed {
                mv,
                mover,
                text: mv.text(game),
                told: self.notation.move_text(game, mover, setup.turn, mv),
                captures: captures(&setup, mv),
                shown: is_shown(game, self.notation, &setup, mover, mv),
            })
        };
        let mut moves: Vec<Listed> =
            rules.legal_moves(position).into_iter().filter_map(listed).collect();
        moves.sort_unstable_by(|one, other| one.text.cmp(&other.text));
        moves
    }
}

/// Whether a move takes a man of the enemy.
fn captures(setup: &Setup, mv: Move) -> bool {
    let enemy = |square: Square| setup.at(square).is_some_and(|man| man.color != setup.turn);
    mv.action == Action::EnPassant || enemy(mv.to) || mv.via().is_some_and(enemy)
}

/// Whether `XBoard` makes of a move what it is.
///
/// It has no way to let men change places, to put a pawn elsewhere, or to let a piece that is no
/// pawn choose what it becomes. It knows that a pawn can be captured en passant, but takes it off
/// only where the capturer stands in the enemy's half of the board.
fn is_shown(game: &Game, notation: &Notation, setup: &Setup, mover: Kind, mv: Move) -> bool {
    let pieces = &notation.pieces;
    match mv.action {
        Action::Exchange
        | Action::Relocate
        | Action::Arrive
        | Action::Transfer
        | Action::CitadelExchange => return false,
        Action::EnPassant => {
            let behind = game.forward(!setup.turn);
            let victim = game.board.step(mv.to, behind).and_then(|square| setup.at(square));
            let pawns = pieces.is_pawn(mover) && victim.is_some_and(|man| pieces.is_pawn(man.kind));
            let half = game.board.ranks() / 2;
            let is_beyond = game.board.rank(mv.from).is_some_and(|rank| match setup.turn {
                Color::White => rank >= half,
                Color::Black => rank < half,
            });
            if !pawns || !is_beyond {
                return false;
            }
        }
        Action::Step
        | Action::DoubleStep
        | Action::Jump
        | Action::Castle
        | Action::SecondStep
        | Action::Pass => {}
    }
    match (mv.promotion(), pieces.becomes(mover)) {
        (Some(kind), Becomes::Plus(plus)) => kind == plus,
        (Some(kind), Becomes::Letter) => game.kind(kind).royal.is_none(),
        (Some(_), Becomes::Nothing) => false,
        (None, _) => true,
    }
}
