//! [`published`]: what others say pieces are worth.

use std::collections::BTreeMap;

use serde::Deserialize;

/// The values of others, with where they stand.
const TEXT: &str = include_str!("../../data/published-values.toml");

/// Values of others.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// How a kind must move for its name to mean the same piece.
    moves: BTreeMap<String, String>,
    /// Who says what.
    #[serde(rename = "source")]
    pub sources: Vec<PublishedSource>,
}

/// What one source says.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedSource {
    /// Who.
    pub name: String,
    /// On which board.
    pub board: String,
    /// Where it can be read.
    #[serde(rename = "where")]
    pub place: String,
    /// What is to be known of it; may be empty.
    pub note: String,
    /// Values by name of the kind, a rook being 5.
    values: BTreeMap<String, f64>,
}

/// What others say.
///
/// # Panics
/// Never: the file is part of the program, and a test reads it.
pub fn published() -> Published {
    toml::from_str(TEXT).expect("the file is part of the program")
}

impl Published {
    /// What a source says of a kind that moves so.
    pub fn value(&self, source: &PublishedSource, kind: &str, moves: &str) -> Option<f64> {
        let same = self.moves.get(kind).is_none_or(|known| known == moves);
        source.values.get(kind).copied().filter(|_| same)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_can_be_read_and_names_are_not_enough() {
        let published = published();
        assert!(published.sources.len() >= 6);
        let first = &published.sources[0];
        assert_eq!(published.value(first, "cannon", "mRcpR"), Some(4.9));
        // The elephant of the historic game leaps only.
        assert_eq!(published.value(first, "elephant", "A"), None);
        assert_eq!(published.value(first, "knight", "N"), Some(2.5));
        for source in &published.sources {
            assert!(source.values.values().all(|value| (0.2..15.0).contains(value)), "{source:?}");
            assert!(!source.place.is_empty());
        }
    }
}
