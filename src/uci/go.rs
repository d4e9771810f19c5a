//! The words behind `go`: what to search and for how long.

use std::time::Duration;

use crate::engine::Patience;
use crate::pieces::Color;
use crate::position::Move;
use crate::search::{Clock, Limits};

/// What `go` asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Go {
    /// A search.
    Search { limits: Limits, patience: Patience },
    /// A count of move sequences.
    Perft(u32),
}

/// Every word that may follow `go`: where one of them stands, the moves of `searchmoves` end.
const WORDS: &[&str] = &[
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

/// Reads the words behind `go` for the side to move. `find` tells the legal move of a text.
pub(super) fn parse(
    words: &[&str],
    turn: Color,
    overhead: Duration,
    find: impl Fn(&str) -> Option<Move>,
) -> Go {
    let mut limits = Limits::default();
    let mut patience = Patience::None;
    let (mut left, mut increment, mut moves_to_go) = (None, None, None);
    let (own_time, own_increment) = match turn {
        Color::White => ("wtime", "winc"),
        Color::Black => ("btime", "binc"),
    };
    let mut rest = words;
    while let [word, behind @ ..] = rest {
        rest = behind;
        let number = behind.first().and_then(|text| text.parse::<i64>().ok());
        // Times may be told as negative by programs that are late themselves.
        let count = number.map(|number| number.max(0) as u64);
        let time = count.map(Duration::from_millis);
        match *word {
            "infinite" => patience = Patience::UntilStopped,
            "ponder" => patience = Patience::UntilPonderHit,
            "searchmoves" => {
                let texts = behind.iter().take_while(|text| !WORDS.contains(text));
                limits.moves.extend(texts.filter_map(|text| find(text)));
            }
            "depth" => limits.depth = count.map(|depth| depth.clamp(1, 1_000) as u32),
            "nodes" => limits.nodes = count,
            "mate" => limits.mate = count.map(|moves| moves.clamp(1, 1_000) as u32),
            "movetime" => limits.movetime = time.map(|time| time.saturating_sub(overhead)),
            "movestogo" => moves_to_go = count.filter(|&n| n > 0).map(|n| n.min(1_000) as u32),
            "perft" => {
                if let Some(depth) = count {
                    return Go::Perft(depth.min(u64::from(crate::perft::MAX_DEPTH)) as u32);
                }
            }
            word if word == own_time => left = time,
            word if word == own_increment => increment = time,
            _ => {}
        }
    }
    limits.clock = left.map(|left| Clock {
        left,
        increment: increment.unwrap_or_default(),
        moves_to_go,
        overhead,
    });
    Go::Search { limits, patience }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(text: &str) -> (Limits, Patience) {
        let words: Vec<&str> = text.split_whitespace().collect();
        match parse(&words, Color::Black, Duration::from_millis(5), |_| None) {
            Go::Search { limits, patience } => (limits, patience),
            Go::Perft(_) => panic!("{text} is no perft"),
        }
    }

    #[test]
    fn the_clock_of_the_side_to_move_counts() {
        let (limits, patience) = search("wtime 1 btime 60000 winc 2 binc 300 movestogo 7");
        let clock = limits.clock.unwrap();
        assert_eq!(clock.left, Duration::from_mins(1));
        assert_eq!(clock.increment, Duration::from_millis(300));
        assert_eq!((clock.moves_to_go, patience), (Some(7), Patience::None));
    }

    #[test]
    fn words_without_sense_are_skipped() {
        let (limits, patience) = search("quickly depth five depth 5 ponder nodes");
        assert_eq!(limits, Limits { depth: Some(5), ..Limits::default() });
        assert_eq!(patience, Patience::UntilPonderHit);
        let (limits, _) = search("btime -30");
        assert_eq!(limits.clock.unwrap().left, Duration::ZERO);
    }
}
