//! What a piece of work is called, so that its result can be kept in a file and told from others.
//!
//! Names are made from what the work is: the same work has the same name in any run, on any
//! machine. They are the first 16 hexadecimal digits of a SHA-256.

use sha2::{Digest, Sha256};

use crate::rules::Game;

/// The first 16 hexadecimal digits of the SHA-256 of some parts, each followed by a line feed.
pub fn digest<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
    use std::fmt::Write;
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update(part.as_bytes());
        hasher.update(b"\n");
    }
    let mut text = String::with_capacity(16);
    for byte in &hasher.finalize()[..8] {
        write!(text, "{byte:02x}").expect("a string takes everything");
    }
    text
}

/// The name of a game's rules: what moves are legal in it and how positions are written. Titles,
/// summaries, sources and start positions do not count, nor what the game is called.
///
/// It is made from all that [`Game`] holds, so a version of this program that knows more rules may
/// have another name for the same game.
pub fn rules_id(game: &Game) -> String {
    let nameless = Game {
        name: String::new(),
        title: String::new(),
        summary: String::new(),
        sources: Vec::new(),
        starts: Vec::new(),
        ..game.clone()
    };
    digest(["rules 1", &format!("{nameless:?}")])
}

/// The name of a count: a game's rules, a position as a FEN without clocks that run, and how many
/// plies.
pub fn count_id(rules: &str, fen: &str, depth: u32) -> String {
    digest(["count 1", rules, fen, &depth.to_string()])
}

/// The name of a unit of work: positions to count from to a depth, each with the number of ways
/// that lead to it.
pub fn unit_id<'a>(
    rules: &str,
    depth: u32,
    items: impl IntoIterator<Item = (&'a str, u64)>,
) -> String {
    let items: Vec<String> =
        items.into_iter().map(|(fen, multiplicity)| format!("{multiplicity} {fen}")).collect();
    let depth = depth.to_string();
    digest(["unit 1", rules, &depth].into_iter().chain(items.iter().map(String::as_str)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{library, load};

    #[test]
    fn digests_are_those_of_sha_256() {
        // SHA-256 of "abc\n", as sha256sum gives it.
        assert_eq!(digest(["abc"]), "edeaaff3f1774ad2");
    }

    #[test]
    fn every_game_has_rules_of_its_own() {
        let mut ids: Vec<String> =
            library::names().map(|name| rules_id(&load(name).unwrap())).collect();
        let count = ids.len();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), count);
    }

    #[test]
    fn names_of_things_do_not_count_as_rules() {
        let game = load(library::DEFAULT).unwrap();
        let renamed = Game { title: "Another".to_owned(), ..game.clone() };
        assert_eq!(rules_id(&game), rules_id(&renamed));
        let other = Game { succession: !game.succession, ..game.clone() };
        assert_ne!(rules_id(&game), rules_id(&other));
    }

    #[test]
    fn units_differ_by_all_they_hold() {
        let ids = [
            unit_id("r", 3, [("a", 1), ("b", 2)]),
            unit_id("r", 3, [("a", 2), ("b", 1)]),
            unit_id("r", 3, [("b", 2), ("a", 1)]),
            unit_id("r", 4, [("a", 1), ("b", 2)]),
            unit_id("s", 3, [("a", 1), ("b", 2)]),
            count_id("r", "a", 3),
        ];
        let distinct: std::collections::HashSet<&String> = ids.iter().collect();
        assert_eq!(distinct.len(), ids.len());
    }
}
