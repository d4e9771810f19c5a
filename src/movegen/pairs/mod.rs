//! Two plies counted together.
//!
//! Most moves change little of what the enemy can reply. So the replies are counted once, as if the
//! mover passed, and for each move only the difference is worked out:
//!
//! * A man that lands on an empty square cuts the enemy's rides there and blocks pawns; a man that
//!   leaves lets them through. Both are sums over squares, and the landings of all moves together
//!   are one [`Multiset`](multiset::Multiset): no work at all for a single move.
//! * A capture takes the replies of the captured man away and adds recaptures.
//! * The enemy's royal man is asked anew where a move changes what hits its surroundings
//!   ([`Zone`](zone::Zone)).
//! * Everything that might check, pin or free ([`Sensitive`](sensitive::Sensitive)), promote, or
//!   open en passant, and whatever is not worked out here, is made, and its replies are counted in
//!   full.
//!
//! The sums assume that filling one square and emptying another are independent. Where both lie on
//! one line of a rider the error is corrected, elsewhere the move is counted in full. Each of these
//! conditions could be wrong without a sign of it, so the naive generator judges them all.

mod captures;
mod fits;
mod moves;
mod multiset;
mod replies;
mod rides;
mod sensitive;
mod splits;
mod zone;

use replies::Replies;

use super::View;
use crate::geometry::{Bitboard, Lanes};
use crate::position::{Move, Position};
use crate::rules::{FillTables, PairTables, Ruleset};

impl<B: Bitboard> Ruleset<B> {
    /// How many sequences of two legal moves there are; `moves` is a list to work with.
    #[inline]
    pub fn count_pairs(&self, position: &Position<B>, moves: &mut Vec<Move>) -> u64 {
        if let (Some(fills), Some(pairs)) = (&self.fills, &self.pairs)
            && let Some(count) = self.count_together::<B::Lanes>(position, fills, pairs, moves)
        {
            return count;
        }
        let first = moves.len();
        self.legal_moves_into(position, moves);
        let count =
            moves[first..].iter().map(|&mv| self.count_moves(&position.play(self, mv))).sum();
        moves.truncate(first);
        count
    }

    #[inline(always)]
    fn count_together<L: Lanes<B>>(
        &self,
        position: &Position<B>,
        fills: &FillTables<B>,
        pairs: &PairTables<B>,
        moves: &mut Vec<Move>,
    ) -> Option<u64> {
        let mover = View::without_attacks(self, position);
        let passed;
        let mut seen = position;
        if !self.second_steppers.is_empty() {
            passed = position.passed(self);
            seen = &passed;
        }
        let replier = View::of_side(self, seen, !mover.us);
        if !fits::fits(&mover, &replier) {
            return None;
        }
        let replies = Replies::<B, L>::new(&mover, &replier, fills, pairs)?;
        let first = moves.len();
        let mut total = replies.count_differences(moves)?;
        for &mv in &moves[first..] {
            let next = position.play(self, mv);
            total += self.count_filled::<L>(&next, fills) as i64;
        }
        moves.truncate(first);
        Some(total as u64)
    }
}
