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
//! * After a move that might check, pin or free ([`Sensitive`](sensitive::Sensitive)) the men concerned
//!   are counted again, and after a check the few replies to it.
//! * Promotions, what opens en passant, and whatever is not worked out here, is made, and its replies
//!   are counted in full.
//!
//! The sums assume that filling one square and emptying another are independent. Where both lie on
//! one line of a rider the error is corrected, elsewhere the move is counted in full. Each of these
//! conditions could be wrong without a sign of it, so the naive generator judges them all.

mod captures;
mod constrained;
mod departures;
mod elbows;
mod fits;
mod hops;
mod looks;
mod moves;
mod multiset;
mod onto;
mod outlook;
mod replies;
mod rides;
mod sensitive;
mod skipping;
mod splits;
mod stops;
mod storage;
mod tally;
mod zone;

pub(crate) use outlook::Outlook;

use outlook::Known;
use replies::Replies;
use sensitive::{Lines, Sides};
use storage::Storage;

use super::View;
#[cfg(target_arch = "x86_64")]
use super::avx512;
use crate::geometry::{Bitboard, Instructions, Lanes};
use crate::pieces::Kind;
use crate::position::{Move, Position};
use crate::rules::{FillTables, PairTables, Ruleset};

impl<B: Bitboard> Ruleset<B> {
    /// How many sequences of two legal moves there are; `moves` is a list to work with.
    pub fn count_pairs(&self, position: &Position<B>, moves: &mut Vec<Move>) -> u64 {
        self.count_pairs_after(position, &Outlook::new(), moves)
    }

    /// The same for a position that came about by a move of one that `outlook` has looked at, or of
    /// any position if it has looked at none.
    pub(crate) fn count_pairs_after(
        &self,
        position: &Position<B>,
        outlook: &Outlook<B>,
        moves: &mut Vec<Move>,
    ) -> u64 {
        let together = match (&self.fills, &self.pairs, self.instructions) {
            #[cfg(target_arch = "x86_64")]
            (Some(fills), Some(pairs), Instructions::Avx512(proof)) => {
                avx512::count_pairs(proof, self, position, (fills, pairs), outlook, moves)
            }
            (Some(fills), Some(pairs), _) => {
                self.count_pairs_portable(position, (fills, pairs), outlook, moves)
            }
            _ => None,
        };
        if let Some(count) = together {
            return count;
        }
        let first = moves.len();
        self.legal_moves_into(position, moves);
        let count =
            moves[first..].iter().map(|&mv| self.count_moves(&position.play(self, mv))).sum();
        moves.truncate(first);
        count
    }

    #[inline(never)]
    fn count_pairs_portable(
        &self,
        position: &Position<B>,
        (fills, pairs): (&FillTables<B>, &PairTables<B>),
        outlook: &Outlook<B>,
        moves: &mut Vec<Move>,
    ) -> Option<u64> {
        let replies = |next: &Position<B>| self.count_moves_portable(next, fills);
        self.count_together::<B::Lanes>(position, (fills, pairs), outlook, moves, replies)
    }

    /// The count, if the position is one that can be counted so; `replies` counts the moves of a
    /// position in full.
    #[inline(always)]
    pub(super) fn count_together<L: Lanes<B>>(
        &self,
        position: &Position<B>,
        (fills, pairs): (&FillTables<B>, &PairTables<B>),
        outlook: &Outlook<B>,
        moves: &mut Vec<Move>,
        replies_in_full: impl Fn(&Position<B>) -> u64,
    ) -> Option<u64> {
        let mut mover = View::unconstrained(self, position, position.turn());
        let passed;
        let mut seen = position;
        if !self.second_steppers.is_empty() {
            passed = position.passed(self);
            seen = &passed;
        }
        let mut replier = View::unconstrained(self, seen, !mover.us);
        let second_step = |&kind: &Kind| !seen.men(!mover.us, kind).is_empty();
        let mut lines = Lines::new(u32::from(self.second_steppers.iter().any(second_step)));
        let sides = Sides { occupied: mover.occupied, mover: mover.own, replier: replier.own };
        mover.constrain();
        constrain(&mut replier, &mut lines, sides);
        if !fits::fits(&mover, &replier) {
            return None;
        }
        let mut storage = Storage::new();
        let known = Known::new(outlook);
        let (first, tables) = (moves.len(), (fills, pairs));
        let mut total =
            Replies::<B, L>::count((&mover, known), &replier, &lines, tables, &mut storage, moves)?;
        for &mv in &moves[first..] {
            let next = position.play(self, mv);
            total += replies_in_full(&next) as i64;
        }
        moves.truncate(first);
        Some(total as u64)
    }
}

/// Finds out what the enemy's attacks leave to the men of a side, and notes the lines to its royal
/// man.
#[inline(never)]
fn constrain<B: Bitboard>(view: &mut View<'_, B>, lines: &mut Lines<B>, sides: Sides<B>) {
    view.constrain_noting(|hops, from, between| lines.note(hops, from, between, sides));
}
