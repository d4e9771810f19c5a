//! [`Tags`]: sets of tags, and those of a position.

use std::fmt;
use std::ops::{BitOr, BitOrAssign};

use super::Tag;
use super::inspection::Inspection;
use crate::geometry::Bitboard;
use crate::position::Position;
use crate::rules::{Game, Ruleset};

/// A set of tags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tags(u64);

const _: () = assert!(Tag::ALL.len() <= 64);

impl Tags {
    /// What a position shows, by what the fast generator says of it.
    pub fn of<B: Bitboard>(rules: &Ruleset<B>, position: &Position<B>) -> Self {
        Inspection::new(rules, position).tags()
    }

    /// All that some position of the game can show, see [`Tag::applies`].
    pub fn possible(game: &Game) -> Self {
        Tag::ALL.into_iter().filter(|tag| tag.applies(game)).collect()
    }

    /// Whether the tag is in the set.
    pub const fn contains(self, tag: Tag) -> bool {
        self.0 >> tag as u32 & 1 != 0
    }

    /// Whether no tag is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The tags of the set in the order of [`Tag::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Tag> {
        Tag::ALL.into_iter().filter(move |&tag| self.contains(tag))
    }

    /// The tags that are not in another set.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Adds a tag.
    pub const fn insert(&mut self, tag: Tag) {
        self.0 |= 1 << tag as u32;
    }

    /// Adds a tag if a condition holds.
    pub(super) const fn insert_if(&mut self, condition: bool, tag: Tag) {
        if condition {
            self.insert(tag);
        }
    }
}

impl BitOr for Tags {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Tags {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl FromIterator<Tag> for Tags {
    fn from_iter<I: IntoIterator<Item = Tag>>(tags: I) -> Self {
        let mut set = Self::default();
        tags.into_iter().for_each(|tag| set.insert(tag));
        set
    }
}

impl fmt::Display for Tags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.iter().map(Tag::name).collect();
        f.write_str(&names.join(" "))
    }
}
