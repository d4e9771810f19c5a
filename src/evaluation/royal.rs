//! The squares around a royal man, who covers it, and what a second one is worth.

use super::{Score, ranks_on};
use crate::geometry::{Bitboard, Square};
use crate::pieces::Color;
use crate::position::Position;
use crate::rules::{Game, Ruleset};

/// What each pawn before a royal man is worth.
const PAWN_COVER: Score = Score::new(12, 2);

/// What each other man beside or before it is worth.
const COVER: Score = Score::new(4, 0);

/// What each royal man beyond the first is worth: while there are several, there is no mate.
const SPARE: Score = Score::new(150, 200);

/// Tables about the squares around a royal man.
#[derive(Debug)]
pub(super) struct Shelter<B> {
    /// By square: the squares around it and itself.
    around: Box<[B; 256]>,
    /// By side, then square: the squares on the next two ranks, on its file and those beside.
    before: [Box<[B; 256]>; 2],
}

impl<B: Bitboard> Shelter<B> {
    pub(super) fn new(game: &Game) -> Self {
        let board = &game.board;
        let apart = |one: Square, other: Square| -> Option<(i16, i16)> {
            let files = i16::from(board.file(other)?) - i16::from(board.file(one)?);
            let ranks = i16::from(board.rank(other)?) - i16::from(board.rank(one)?);
            Some((files, ranks))
        };
        let set = |wanted: &dyn Fn(Square, Square) -> bool| {
            let mut table = Box::new([B::EMPTY; 256]);
            for from in board.rectangle() {
                let squares = board.rectangle().filter(|&other| wanted(from, other));
                table[from.index()] = B::from_squares(squares);
            }
            table
        };
        Self {
            around: set(&|from, other| {
                apart(from, other).is_some_and(|(files, ranks)| files.abs().max(ranks.abs()) <= 1)
            }),
            before: Color::BOTH.map(|color| {
                set(&|from, other| {
                    let on = |square| ranks_on(game, color, square).unwrap_or(0);
                    let beside = apart(from, other).is_some_and(|(files, _)| files.abs() <= 1);
                    beside && (1..=2).contains(&(on(other) - on(from)))
                })
            }),
        }
    }

    /// The squares around a royal man; none for none.
    #[inline(always)]
    pub(super) fn zone(&self, royal: B) -> B {
        if royal.is_empty() { B::EMPTY } else { self.around[royal.lowest().index()] }
    }

    /// How well a side's royal man is covered, or what several are worth. `pawns` are the side's.
    #[inline]
    pub(super) fn score(
        &self,
        rules: &Ruleset<B>,
        position: &Position<B>,
        us: Color,
        pawns: B,
    ) -> Score {
        let royals = position.royals(rules, us);
        if royals.has_many() {
            return SPARE * (royals.count() as i32 - 1);
        }
        if royals.is_empty() {
            return Score::ZERO;
        }
        let royal = royals.lowest();
        let before = self.before[us.index()][royal.index()];
        let near = before | self.around[royal.index()];
        let others = position.side(us) & !pawns & !royals & near;
        PAWN_COVER * (pawns & before).count() as i32 + COVER * others.count() as i32
    }
}
