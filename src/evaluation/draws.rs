//! How near a draw is, and how much less an advantage is worth for it.

use crate::geometry::{Bitboard, Square};
use crate::pieces::Color;
use crate::position::Position;
use crate::rules::{Game, Repetition, Ruleset};

/// The quiet plies after which a game may be claimed as drawn, where there is such a rule.
pub(crate) const FIFTY_MOVES: u32 = 100;

/// Quiet plies up to this many are nothing unusual.
const PATIENCE: u32 = 20;

/// Steps from the enemy's citadel within which a royal man may well get there.
const NEAR: i16 = 4;

/// What is known of a game's draws.
#[derive(Debug)]
pub(super) struct Draws {
    has_fifty_moves: bool,
    /// By side: the enemy's citadel, and how many steps each square is from it.
    havens: [Vec<(Square, Box<[i16; 256]>)>; 2],
}

impl Draws {
    pub(super) fn new(game: &Game) -> Self {
        let havens = Color::BOTH.map(|color| {
            let enemies = game.citadels.iter().filter(|citadel| citadel.owner != color);
            enemies.map(|citadel| (citadel.square, steps_to(game, citadel.square))).collect()
        });
        Self { has_fifty_moves: game.endings.repetition == Repetition::Fide, havens }
    }

    /// A score for the side to move, brought nearer to zero the nearer a draw is.
    #[inline]
    pub(super) fn scaled<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        position: &Position<B>,
        score: i32,
    ) -> i32 {
        let mut score = score;
        let quiet = position.halfmove();
        if self.has_fifty_moves && quiet > PATIENCE {
            let left = FIFTY_MOVES.saturating_sub(quiet) as i32;
            score = score * left / (FIFTY_MOVES - PATIENCE) as i32;
        }
        let loser = if score < 0 { position.turn() } else { !position.turn() };
        for (citadel, steps) in &self.havens[loser.index()] {
            if position.at(*citadel).is_some() {
                continue;
            }
            let highest = position.highest_royals(rules, loser);
            let nearest = highest.squares().map(|square| steps[square.index()]).min();
            if let Some(near) = nearest.filter(|&steps| steps < NEAR) {
                score = score * i32::from(near) / i32::from(NEAR);
            }
        }
        score
    }
}

/// How many king's steps each square is from a square beyond the rectangle.
fn steps_to(game: &Game, citadel: Square) -> Box<[i16; 256]> {
    let board = &game.board;
    let mut steps = Box::new([i16::MAX; 256]);
    let beside = board.beyond().zip(board.extra()).find(|(square, _)| *square == citadel);
    let Some((_, extra)) = beside else { return steps };
    for square in board.rectangle() {
        let apart = |door: &Square| -> Option<i16> {
            let files = i16::from(board.file(square)?) - i16::from(board.file(*door)?);
            let ranks = i16::from(board.rank(square)?) - i16::from(board.rank(*door)?);
            Some(files.abs().max(ranks.abs()) + 1)
        };
        let nearest = extra.neighbours.iter().filter_map(apart).min();
        steps[square.index()] = nearest.unwrap_or(i16::MAX);
    }
    steps
}
