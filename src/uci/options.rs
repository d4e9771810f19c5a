//! The options: what `uci` tells of them, and what `setoption` says.

use std::fmt::Write as _;

use crate::rules::library;
use crate::search::{MAX_LINES, MAX_THREADS};

/// The largest table that can be asked for, in MiB.
pub(super) const MAX_HASH: u64 = 1 << 20;

/// The most time that may be kept for each move, in milliseconds.
pub(super) const MAX_OVERHEAD: u64 = 5_000;

/// The time kept for each move where nobody says otherwise, in milliseconds.
pub(super) const DEFAULT_OVERHEAD: u64 = 10;

/// What `setoption` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Setting {
    /// The name, as written.
    pub(super) name: String,
    /// The value; empty for none.
    pub(super) value: String,
}

/// Reads the words behind `setoption`: `name N ... value V ...`.
pub(super) fn parse(words: &[&str]) -> Option<Setting> {
    let [first, rest @ ..] = words else { return None };
    if *first != "name" {
        return None;
    }
    let split = rest.iter().position(|word| *word == "value");
    let (name, value) = split.map_or((rest, &rest[..0]), |at| (&rest[..at], &rest[at + 1..]));
    Some(Setting { name: name.join(" "), value: value.join(" ") })
}

/// The lines that tell the options, the games of the user's own among those of `UCI_Variant`.
pub(super) fn describe(own: Option<&str>) -> String {
    let mut text = String::new();
    let lines = [
        format!("option name Hash type spin default 16 min 1 max {MAX_HASH}"),
        format!("option name Threads type spin default 1 min 1 max {MAX_THREADS}"),
        format!("option name MultiPV type spin default 1 min 1 max {MAX_LINES}"),
        "option name Ponder type check default false".to_owned(),
        "option name Clear Hash type button".to_owned(),
        format!(
            "option name Move Overhead type spin default {DEFAULT_OVERHEAD} min 0 max {MAX_OVERHEAD}"
        ),
        variants(own),
        "option name VariantPath type string default <empty>".to_owned(),
        "option name PieceValues type string default <empty>".to_owned(),
    ];
    for line in lines {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{line}");
    }
    text
}

/// The option that chooses the game.
pub(super) fn variants(own: Option<&str>) -> String {
    let mut line = format!("option name UCI_Variant type combo default {}", library::DEFAULT);
    let mut add = |name: &str| {
        let _ = write!(line, " var {name}");
    };
    library::names().for_each(&mut add);
    own.into_iter().for_each(&mut add);
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_may_have_blanks() {
        let setting = |text: &str| parse(&text.split_whitespace().collect::<Vec<_>>());
        let of = |name: &str, value: &str| {
            Some(Setting { name: name.to_owned(), value: value.to_owned() })
        };
        assert_eq!(setting("name Hash value 32"), of("Hash", "32"));
        assert_eq!(setting("name Clear Hash"), of("Clear Hash", ""));
        assert_eq!(
            setting("name VariantPath value my games/a.toml"),
            of("VariantPath", "my games/a.toml")
        );
        assert_eq!(setting("Hash 32"), None);
        assert_eq!(setting(""), None);
    }
}
