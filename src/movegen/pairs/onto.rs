//! How many moves men have onto a few squares: the replies to a check, and those that a line opened or
//! closed gives or takes. Looked for backwards, from the squares to the men.

use super::replies::Replies;
use crate::geometry::{Bitboard, Lanes, Square};
use crate::movegen::{Count, Sink, View};
use crate::pieces::Piece;

impl<B: Bitboard, L: Lanes<B>> Replies<'_, '_, B, L> {
    /// How many moves some free men have onto some squares after a move. The men who have one are told
    /// of, steppers aside, some of them perhaps more than once.
    #[inline(never)]
    pub(super) fn moves_onto(
        &self,
        squares: B,
        men: B,
        after: &View<'_, B>,
        mut tell: impl FnMut(B),
    ) -> i64 {
        let (side, movers) = (self.side, men & !self.stepping);
        let (mut stepping, mut doubling) = (B::EMPTY, B::EMPTY);
        let mut moves = 0;
        for to in squares.squares() {
            stepping |= side.steps_onto[to.index()];
            doubling |= side.double_steps_onto[to.index()];
            let arriving = self.men_onto(to, movers, after);
            tell(arriving);
            moves += if side.promoting.contains(to) {
                moves_of(arriving, to, after)
            } else {
                i64::from(arriving.count())
            };
        }
        if men.meets((stepping & self.stepping) | doubling) {
            moves += after.count_steps(men, squares) as i64;
        }
        moves
    }

    /// The men among some, none of whom steps, who could go to a square, their royal man not thought
    /// of.
    #[inline(always)]
    fn men_onto(&self, to: Square, men: B, after: &View<'_, B>) -> B {
        let (position, us, movement) = (after.position, after.us, &after.rules.movement);
        let captures = after.enemy.contains(to);
        if !captures && after.occupied.contains(to) {
            return B::EMPTY;
        }
        let way = usize::from(captures);
        let mut arriving = position.onto(us, to, &self.side.leaps_onto[way]) & men;
        let lines = if captures { &movement.lines } else { &movement.quiet_lines };
        for lines in &lines[us.index()] {
            let on_lines = position.onto(us, to, &lines.onto) & men & !arriving;
            for from in on_lines.squares() {
                let between = movement.between(lines, to, from) & after.occupied;
                if lines.are_open(between) {
                    arriving |= B::single(from);
                }
            }
        }
        arriving
    }
}

/// How many moves some men have who go to a square where some promote.
#[cold]
#[inline(never)]
pub(super) fn moves_of<B: Bitboard>(men: B, to: Square, after: &View<'_, B>) -> i64 {
    let mut count = Count::new(after.rules, after.us);
    for from in men.squares() {
        if let Some(Piece { kind, .. }) = after.position.at(from) {
            count.targets(kind, from, B::single(to));
        }
    }
    count.moves() as i64
}
