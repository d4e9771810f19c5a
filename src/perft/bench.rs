//! A fixed list of positions to measure speed by, for any game, and a signature of their counts.

use super::identity::digest;
use crate::geometry::Bitboard;
use crate::position::Position;
use crate::rules::Ruleset;
use crate::sampling::{Conduct, RandomGame, Style};

/// The depth to which the list is counted where none is asked for: some seconds for all games.
pub const DEPTH: u32 = 4;

/// After how many plies the games end whose last positions are on the list.
const PLIES: [u32; 3] = [30, 60, 90];

/// The positions of a game: its start, and the middle of three games played at random, that depend
/// on nothing but the rules. Each has a name.
pub fn positions<B: Bitboard>(rules: &Ruleset<B>) -> Vec<(String, Position<B>)> {
    let middle = PLIES.map(|plies| (format!("random-{plies}"), middle(rules, plies)));
    std::iter::once(("start".to_owned(), rules.start())).chain(middle).collect()
}

/// The last position of the first random game that does not end before so many plies.
fn middle<B: Bitboard>(rules: &Ruleset<B>, plies: u32) -> Position<B> {
    let last = |seed| {
        let conduct = Conduct { style: Style::Uniform, plies, thinned: 0 };
        let mut game = RandomGame::new(rules, conduct, seed);
        game.by_ref().for_each(drop);
        *game.position()
    };
    let lasting = (0..100).map(last).find(|position| rules.count_moves(position) > 0);
    // A game that always ends earlier has no middle.
    lasting.unwrap_or_else(|| rules.start())
}

/// A position that was counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The name of the game.
    pub variant: String,
    /// The name of the position.
    pub id: String,
    /// The position.
    pub fen: String,
    /// The length of the sequences, in plies.
    pub depth: u32,
    /// The number of sequences.
    pub nodes: u128,
}

/// A short text that depends on every single count, so that two errors cannot cancel out as they
/// can in a sum.
pub fn signature(counts: &[Counted]) -> String {
    let lines: Vec<String> = counts
        .iter()
        .map(|Counted { variant, id, fen, depth, nodes }| {
            format!("{variant} {id} {fen} {depth} {nodes}")
        })
        .collect();
    digest(lines.iter().map(String::as_str))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_do_not_cancel_out() {
        let one = |nodes| Counted {
            variant: "v".to_owned(),
            id: "start".to_owned(),
            fen: "f".to_owned(),
            depth: 1,
            nodes,
        };
        assert_eq!(signature(&[one(3), one(5)]), signature(&[one(3), one(5)]));
        assert_ne!(signature(&[one(3), one(5)]), signature(&[one(4), one(4)]));
        assert_ne!(signature(&[one(3), one(5)]), signature(&[one(5), one(3)]));
    }
}
