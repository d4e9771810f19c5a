//! [`Onto`]: from where men reach a square.

use super::reach::Table;
use crate::geometry::{Bitboard, Square};
use crate::pieces::Kind;

/// From where men of each kind reach each square: the sets of all kinds side by side, so that whoever
/// asks about one square reads one piece of memory.
#[derive(Debug)]
pub(crate) struct Onto<B> {
    /// Whether a look at whole rows is faster than one at the kinds that reach a square.
    pub(crate) is_dense: bool,
    /// How many sets a row has: one for each kind, and an even number.
    width: usize,
    /// By the square reached, then by kind.
    rows: Vec<B>,
    /// The kinds that reach anything, and from where by the square reached.
    each: Vec<(Kind, Table<B>)>,
}

impl<B: Bitboard> Onto<B> {
    /// The rows of some of a number of kinds.
    pub(super) fn new<'t>(kinds: usize, each: impl Iterator<Item = (Kind, &'t [B; 256])>) -> Self {
        let tables: Vec<(Kind, &[B; 256])> = each.collect();
        let width = kinds.next_multiple_of(2);
        let mut rows = vec![B::EMPTY; B::CAPACITY * width];
        for (kind, table) in &tables {
            for (square, &from) in table[..B::CAPACITY].iter().enumerate() {
                rows[square * width + kind.index()] |= from;
            }
        }
        Self {
            is_dense: tables.len() * B::PACE_OF_ANY > width,
            width,
            rows,
            each: tables.iter().map(|&(kind, table)| (kind, Box::new(*table))).collect(),
        }
    }

    /// The kinds that reach anything, and from where by the square reached.
    #[inline(always)]
    pub(crate) fn each(&self) -> &[(Kind, Table<B>)] {
        &self.each
    }

    /// By kind: from where it reaches a square.
    #[inline(always)]
    pub(crate) fn row(&self, square: Square) -> &[B] {
        &self.rows[square.index() * self.width..][..self.width]
    }

    /// From where men of a kind reach a square.
    #[inline(always)]
    pub(crate) fn of(&self, kind: Kind, square: Square) -> B {
        self.rows[square.index() * self.width + kind.index()]
    }
}
