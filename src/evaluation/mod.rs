//! How good a position is, in numbers: [`Evaluation`].
//!
//! Everything is derived from the rules of a game and a table of [`PieceValues`] when the evaluation
//! is compiled, so a game that nobody has thought of is evaluated too. What depends on one man and
//! its square is summed up in a [`Tally`] that a search keeps up from move to move; the rest is
//! found in the position: mobility, attacks on the royal man, its shelter, pawns that have passed
//! those of the enemy, men bound to a part of the board, and how near a draw is.
//!
//! All numbers are five-hundredths of a rook, see [`crate::values`]. They are whole numbers from the
//! same operations in the same order on every machine.

mod binding;
mod draws;
mod pawns;
mod pieces;
mod royal;
mod score;
mod squares;
mod tally;

pub(crate) use draws::FIFTY_MOVES;
pub use score::Score;
pub use tally::Tally;

use crate::geometry::{Bitboard, Square};
use crate::pieces::{Color, Kind, MAX_KINDS};
use crate::position::Position;
use crate::rules::Ruleset;
use crate::values::PieceValues;
use binding::Binding;
pub(crate) use binding::parts as bound_parts;
use draws::Draws;
use pawns::Pawns;
use pieces::Mobility;
use royal::Shelter;

/// No evaluation is farther from zero: what lies beyond is told by a search, such as mates.
pub const MAX_EVALUATION: i32 = 28_000;

/// How finely the middle game goes over into the endgame.
const PHASES: i32 = 256;

/// What it is worth to be the one to move.
const TEMPO: i32 = 12;

/// How far the terms beyond material and squares can be expected to go; a position farther than this
/// from a window is not looked at more closely.
const LAZY_MARGIN: i32 = 200;

/// A game's evaluation, compiled for its ruleset.
#[derive(Debug)]
pub struct Evaluation<B: Bitboard> {
    values: PieceValues,
    /// By kind: the value where one number is wanted, as in exchanges.
    neutral: [i32; MAX_KINDS],
    /// By side, then kind: what a man is worth on each square.
    squares: [Vec<[Score; 256]>; 2],
    /// By kind: how much of the middle game a man is.
    phases: [i32; MAX_KINDS],
    /// The middle game of the start position.
    full_phase: i32,
    bindings: Vec<Binding<B>>,
    pawns: Pawns<B>,
    mobility: Mobility,
    shelter: Shelter<B>,
    draws: Draws,
}

impl<B: Bitboard> Evaluation<B> {
    /// The evaluation of a game with given values.
    pub fn new(rules: &Ruleset<B>, values: &PieceValues) -> Self {
        let game = rules.game();
        let mut by_side = [Vec::new(), Vec::new()];
        let mut phases = [0; MAX_KINDS];
        let mut neutral = [0; MAX_KINDS];
        for kind in game.all_kinds() {
            let [white, black] = squares::by_square(game, values, kind);
            by_side[0].push(*white);
            by_side[1].push(*black);
            neutral[kind.index()] = values.of(kind).neutral();
            let is_piece = !game.kind(kind).pawn && game.kind(kind).royal.is_none();
            phases[kind.index()] = if is_piece { values.of(kind).middlegame } else { 0 };
        }
        let start = rules.start();
        let men = start.occupied().squares().filter_map(|square| start.at(square));
        let full_phase = men.map(|man| phases[man.kind.index()]).sum::<i32>().max(1);
        Self {
            neutral,
            squares: by_side,
            phases,
            full_phase,
            bindings: Binding::all(game),
            pawns: Pawns::new(rules, values),
            mobility: Mobility::new(rules, values),
            shelter: Shelter::new(game),
            draws: Draws::new(game),
            values: values.clone(),
        }
    }

    /// The values that the evaluation is compiled from.
    pub fn values(&self) -> &PieceValues {
        &self.values
    }

    /// What a kind is worth where one number is wanted.
    #[inline(always)]
    pub fn value(&self, kind: Kind) -> i32 {
        self.neutral[kind.index()]
    }

    /// The men of a side that are worth more than `least` where one number is wanted.
    #[inline]
    pub(crate) fn worth_more(&self, position: &Position<B>, color: Color, least: i32) -> B {
        if least < 0 {
            return position.side(color);
        }
        let kinds = (0..self.squares[0].len()).map(Kind::new);
        let worthy = kinds.filter(|kind| self.neutral[kind.index()] > least);
        worthy.fold(B::EMPTY, |men, kind| men | position.men(color, kind))
    }

    /// How many men a side has other than pawns and royal men.
    #[inline]
    pub(crate) fn count_pieces(
        &self,
        rules: &Ruleset<B>,
        position: &Position<B>,
        color: Color,
    ) -> u32 {
        let rest = position.royals(rules, color) | self.pawns.men(position, color);
        (position.side(color) & !rest).count()
    }

    /// How much of the middle game is left, from 0 to 256.
    #[inline]
    pub fn phase(&self, tally: Tally) -> i32 {
        (tally.phase * PHASES / self.full_phase).clamp(0, PHASES)
    }

    /// How good a position is for its side to move, between the negative and the positive of
    /// [`MAX_EVALUATION`]. `tally` is that of the position.
    pub fn evaluate(&self, rules: &Ruleset<B>, position: &Position<B>, tally: Tally) -> i32 {
        self.evaluate_within(rules, position, tally, (-MAX_EVALUATION, MAX_EVALUATION))
    }

    /// The same, but only roughly where material alone puts it far outside a window.
    pub fn evaluate_within(
        &self,
        rules: &Ruleset<B>,
        position: &Position<B>,
        tally: Tally,
        window: (i32, i32),
    ) -> i32 {
        let rough = self.rough(position, tally);
        let score = if is_far(rough, window) { rough } else { self.close(rules, position, tally) };
        self.scaled(rules, position, score)
    }

    /// What men, squares and the move come to for the side to move.
    #[inline]
    pub(crate) fn rough(&self, position: &Position<B>, tally: Tally) -> i32 {
        seen_by(position.turn(), tally.score.mixed(self.phase(tally), PHASES)) + TEMPO
    }

    /// What everything comes to for the side to move, draws aside. It depends on what
    /// [`Position::hash`] stands for alone.
    pub(crate) fn close(&self, rules: &Ruleset<B>, position: &Position<B>, tally: Tally) -> i32 {
        let score = tally.score + self.terms(rules, position);
        seen_by(position.turn(), score.mixed(self.phase(tally), PHASES)) + TEMPO
    }

    /// An evaluation with how near a draw is taken into account.
    #[inline]
    pub(crate) fn scaled(&self, rules: &Ruleset<B>, position: &Position<B>, score: i32) -> i32 {
        let scaled = self.draws.scaled(rules, position, score);
        scaled.clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    /// Everything that is not in the tally, White's less Black's.
    fn terms(&self, rules: &Ruleset<B>, position: &Position<B>) -> Score {
        let attacks = Color::BOTH.map(|color| self.pawns.attacks(rules, position, color));
        // Where men may go without standing in the way of their own or being taken by a pawn.
        let open = Color::BOTH.map(|us| !position.side(us) & !attacks[(!us).index()]);
        let zones = Color::BOTH.map(|us| self.shelter.zone(position.sole_royal(rules, !us)));
        let sights = rules.sights(position, open, zones);
        let mut score = Score::ZERO;
        for us in Color::BOTH {
            let side = us.index();
            let mut ours = Score::ZERO;
            for binding in &self.bindings {
                ours += binding.score(position, us);
            }
            ours += self.pawns.score(rules, position, us);
            ours += self.pawns.threats(rules, position, us, attacks[side]);
            ours +=
                self.mobility.score(rules, position, us, (open[side], zones[side]), sights[side]);
            let pawns = self.pawns.men(position, us);
            ours += self.shelter.score(rules, position, us, pawns);
            match us {
                Color::White => score += ours,
                Color::Black => score -= ours,
            }
        }
        score
    }
}

/// White's score as a side sees it, or a side's as White does.
pub(crate) const fn seen_by(color: Color, score: i32) -> i32 {
    match color {
        Color::White => score,
        Color::Black => -score,
    }
}

/// Whether a rough evaluation is so far outside a window that a closer look would not matter.
#[inline(always)]
const fn is_far(rough: i32, (low, high): (i32, i32)) -> bool {
    rough < low - LAZY_MARGIN || rough > high + LAZY_MARGIN
}

/// The square of White's that a square of a side's corresponds to, ranks only: how far on it is.
fn ranks_on(game: &crate::rules::Game, color: Color, square: Square) -> Option<i16> {
    let rank = i16::from(game.board.rank(square)?);
    Some(match color {
        Color::White => rank,
        Color::Black => i16::from(game.board.ranks()) - 1 - rank,
    })
}
