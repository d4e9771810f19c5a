//! [`Color`], [`Kind`] and [`Piece`]: who owns a man and what it is.

use std::ops::Not;

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// The side that stands on the low ranks; upper case in FEN.
    White,
    /// The side that stands on the high ranks; lower case in FEN.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const BOTH: [Self; 2] = [Self::White, Self::Black];

    /// 0 for White, 1 for Black.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of the side to move in FEN.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }

    /// `"White"` or `"Black"`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// A ruleset has at most this many kinds of piece.
pub const MAX_KINDS: usize = 32;

/// A kind of piece: its place in the ruleset's list, below [`MAX_KINDS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(u8);

impl Kind {
    /// The kind at a place of the list.
    ///
    /// # Panics
    /// When `index` is not below [`MAX_KINDS`].
    pub const fn new(index: usize) -> Self {
        assert!(index < MAX_KINDS, "a ruleset has at most 32 kinds");
        Self(index as u8)
    }

    /// Its place in the list, fit for a table of [`MAX_KINDS`] entries without a bounds check.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize & (MAX_KINDS - 1)
    }
}

/// Something for each kind, in a table that is read without a bounds check.
pub type ByKind<T> = Box<[T; MAX_KINDS]>;

/// The table of what there is for each of the first kinds; for the others, `nothing` makes it.
///
/// # Panics
/// When there are more than [`MAX_KINDS`].
pub(crate) fn by_kind<T>(
    each: impl IntoIterator<Item = T>,
    nothing: impl FnMut() -> T,
) -> ByKind<T> {
    let mut table: Vec<T> = each.into_iter().collect();
    assert!(table.len() <= MAX_KINDS, "a ruleset has at most 32 kinds");
    table.resize_with(MAX_KINDS, nothing);
    table.try_into().unwrap_or_else(|_| unreachable!("the table was made as long as this"))
}

/// A set of kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct KindSet(u32);

impl KindSet {
    /// The set without kinds.
    pub const EMPTY: Self = Self(0);

    /// Whether the kind is in the set.
    #[inline(always)]
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 >> kind.0 & 1 != 0
    }

    /// Whether no kind is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many kinds are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The kinds of the set in the order of the ruleset's list.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        (0..MAX_KINDS as u8).map(Kind).filter(move |&kind| self.contains(kind))
    }
}

impl FromIterator<Kind> for KindSet {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Self {
        Self(kinds.into_iter().fold(0, |set, kind| set | 1 << kind.0))
    }
}

/// A man of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub kind: Kind,
}
