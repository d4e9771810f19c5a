//! Pawns that no enemy pawn can stop, and what pawns attack.

use super::squares::{FAR, moves_to_promotion, promotion_gain};
use super::{Score, ranks_on};
use crate::geometry::{Bitboard, Square};
use crate::pieces::{Color, Kind};
use crate::position::Position;
use crate::rules::{Game, Ruleset};
use crate::values::PieceValues;

/// The part of what its promotion gains that a passed pawn two moves away is worth; with more
/// moves to go it is less.
const PASSED: [f64; 2] = [0.05, 0.22];

/// What a pawn's attack on a piece is worth.
const THREAT: Score = Score::new(28, 22);

/// What a second pawn of a side on a file costs.
const DOUBLED: Score = Score::new(-4, -8);

/// What a pawn without one of its own side on the files beside it costs.
const ISOLATED: Score = Score::new(-4, -5);

/// Tables about pawns.
#[derive(Debug)]
pub(super) struct Pawns<B> {
    kinds: Vec<Kind>,
    /// By side, then square: the squares on which an enemy pawn is stopped by a pawn there.
    stopped: [Box<[B; 256]>; 2],
    /// The files.
    files: Vec<B>,
    /// By side, then kind: what a passed pawn is worth on each square.
    passed: [Vec<[Score; 256]>; 2],
}

impl<B: Bitboard> Pawns<B> {
    pub(super) fn new(rules: &Ruleset<B>, values: &PieceValues) -> Self {
        let game = rules.game();
        let kinds: Vec<Kind> = rules.pawns.iter().collect();
        let set = |wanted: &dyn Fn(Square, Square) -> bool| {
            let mut table = Box::new([B::EMPTY; 256]);
            for from in game.board.rectangle() {
                let squares = game.board.rectangle().filter(|&other| wanted(from, other));
                table[from.index()] = B::from_squares(squares);
            }
            table
        };
        let files_apart = |one: Square, other: Square| {
            let file = |square| game.board.file(square).map_or(0, i16::from);
            (file(one) - file(other)).abs()
        };
        let stopped = Color::BOTH.map(|color| {
            set(&|from, other| {
                let on = |square| ranks_on(game, color, square);
                files_apart(from, other) <= 1 && on(other) > on(from)
            })
        });
        Self {
            stopped,
            files: (0..game.board.files())
                .map(|file| {
                    let squares = game.board.rectangle();
                    B::from_squares(squares.filter(|&s| game.board.file(s) == Some(file)))
                })
                .collect(),
            passed: Color::BOTH.map(|color| {
                kinds.iter().map(|&kind| *passed(game, values, kind, color)).collect()
            }),
            kinds,
        }
    }

    /// A side's pawns.
    #[inline]
    pub(super) fn men(&self, position: &Position<B>, color: Color) -> B {
        self.kinds.iter().fold(B::EMPTY, |men, &kind| men | position.men(color, kind))
    }

    /// What a side's pawns attack.
    #[inline]
    pub(super) fn attacks(&self, rules: &Ruleset<B>, position: &Position<B>, color: Color) -> B {
        let mut attacked = B::EMPTY;
        for &kind in &self.kinds {
            let tables = &rules.movement.kinds[color.index()][kind.index()];
            let men = position.men(color, kind);
            if let Some(steps) = &tables.steps {
                for step in &steps.capture {
                    attacked |= step.of(men);
                }
            } else {
                for from in men.squares() {
                    attacked |= tables.leap_attacks[from.index()];
                }
            }
        }
        attacked
    }

    /// What the attacks of a side's pawns on pieces are worth.
    #[inline]
    pub(super) fn threats(
        &self,
        rules: &Ruleset<B>,
        position: &Position<B>,
        color: Color,
        attacks: B,
    ) -> Score {
        let pieces =
            position.side(!color) & !self.men(position, !color) & !position.royals(rules, !color);
        THREAT * (pieces & attacks).count() as i32
    }

    /// Passed, doubled and isolated pawns of a side.
    #[inline]
    pub(super) fn score(&self, rules: &Ruleset<B>, position: &Position<B>, color: Color) -> Score {
        let own = self.men(position, color);
        let enemies = self.men(position, !color).squares();
        let table = &self.stopped[(!color).index()];
        let stopped = enemies.fold(B::EMPTY, |all, square| all | table[square.index()]);
        let occupied = position.occupied();
        let mut score = Score::ZERO;
        for (place, &kind) in self.kinds.iter().enumerate() {
            let tables = &rules.movement.kinds[color.index()][kind.index()];
            for square in (position.men(color, kind) & !stopped).squares() {
                let passed = self.passed[color.index()][place][square.index()];
                let next = tables.quiet.leaps[square.index()];
                let blocked = !next.is_empty() && !next.meets(!occupied);
                score += if blocked {
                    Score::new(passed.middlegame / 2, passed.endgame / 2)
                } else {
                    passed
                };
            }
        }
        score + self.files_score(own)
    }

    /// Pawns that share a file, or have none beside them.
    #[inline]
    fn files_score(&self, own: B) -> Score {
        // A bit for each file with pawns.
        let mut held = 0_u32;
        for (number, &file) in self.files.iter().enumerate() {
            held |= u32::from(file.meets(own)) << number;
        }
        let doubled = own.count() - held.count_ones();
        let alone = held & !(held << 1) & !(held >> 1);
        let (mut isolated, mut left) = (0, alone);
        while left != 0 {
            isolated += (self.files[left.trailing_zeros() as usize] & own).count();
            left &= left - 1;
        }
        DOUBLED * doubled as i32 + ISOLATED * isolated as i32
    }
}

/// What a passed pawn of a kind is worth on each square.
fn passed(game: &Game, values: &PieceValues, kind: Kind, color: Color) -> Box<[Score; 256]> {
    let moves = moves_to_promotion(game, kind, color);
    let gain = f64::from(promotion_gain(game, values, kind));
    let mut table = Box::new([Score::ZERO; 256]);
    for square in game.board.squares() {
        let to_go = moves[square.index()];
        if to_go < FAR {
            let share = |part: f64| (gain * part * 3.0 / f64::from(to_go + 1)).round() as i32;
            table[square.index()] = Score::new(share(PASSED[0]), share(PASSED[1]));
        }
    }
    table
}
