//! [`Square`], the index of a square, and [`Offset`], the difference of two.

use std::fmt;

/// A square, as its index on a [`Board`](super::Board): `rank * files + file` counted from `a1`
/// on the rectangle, then the squares beyond it. Its name (`"f2"`) needs the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square of an index.
    pub const fn new(index: u8) -> Self {
        Self(index)
    }

    /// The index, 0 to 255; fit for a table of 256 entries without a bounds check.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The index as the byte it is stored in.
    #[inline(always)]
    pub const fn raw(self) -> u8 {
        self.0
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Square({})", self.0)
    }
}

/// A step on the rectangle, in files (to the right of White) and ranks (away from White).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Offset {
    /// Files to the right of White, negative to the left.
    pub file: i8,
    /// Ranks away from White, negative towards White.
    pub rank: i8,
}

impl Offset {
    /// The offset of so many files and ranks.
    pub const fn new(file: i8, rank: i8) -> Self {
        Self { file, rank }
    }

    /// This offset `times` over.
    #[must_use]
    pub const fn times(self, times: i8) -> Self {
        Self { file: self.file * times, rank: self.rank * times }
    }

    /// The sum of two offsets.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self { file: self.file + other.file, rank: self.rank + other.rank }
    }
}
