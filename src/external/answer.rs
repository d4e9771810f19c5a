//! [`Answer`]: what a program says when it is asked to move, and what it thought.

use std::time::Duration;

use crate::search::MATE;

/// The greatest score that is no mate; what programs say beyond it is taken for this.
const MOST: i32 = 30_000;
/// What programs that speak CECP say of a mate: this and the moves to it.
const CECP_MATE: i64 = 100_000;

/// How long a program may think, and what the clocks show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// So many positions.
    Nodes(u64),
    /// So many plies deep.
    Depth(u32),
    /// So long.
    Movetime(Duration),
    /// By the clocks, White's first.
    Clock {
        /// What they show.
        left: [Duration; 2],
        /// What each move adds; 0 for a side that has no clock.
        increment: [Duration; 2],
        /// What the mover's showed when the game began.
        base: Duration,
    },
}

/// What a program said instead of a move, or which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// A move in its own notation.
    Move(String),
    /// That it resigns.
    Resigns,
    /// That the game is over, or that a move made was illegal: the line.
    Claim(String),
    /// Something that is neither.
    Rubbish(String),
}

/// What a program says of the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// The score for the mover, in hundredths of a pawn, none if only a bound is known. A mate is
    /// [`MATE`] less the plies to it.
    pub score: Option<i32>,
    /// How deep it looked.
    pub depth: Option<u32>,
    /// How many positions it made.
    pub nodes: Option<u64>,
}

/// What a program said when it was asked to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Its move, or what it said instead.
    pub said: Said,
    /// What it thought.
    pub thought: Thought,
}

impl Thought {
    /// Takes note of a line `info depth 7 score cp 12 nodes 500` of UCI. Lines about other moves than
    /// the best, and scores that are bounds, are passed over.
    pub(super) fn note_info(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let end = words.iter().position(|&word| word == "pv" || word == "string");
        let words = &words[..end.unwrap_or(words.len())];
        let after = |name: &str| {
            let place = words.iter().position(|&word| word == name)?;
            words.get(place + 1).copied()
        };
        if after("multipv").is_some_and(|line| line != "1") {
            return;
        }
        let number = |name: &str| after(name)?.parse::<u64>().ok();
        self.depth = number("depth").map_or(self.depth, |depth| u32::try_from(depth).ok());
        self.nodes = number("nodes").or(self.nodes);
        let is_bound = words.iter().any(|&word| word == "lowerbound" || word == "upperbound");
        let score = after("score").filter(|_| !is_bound);
        let value = score.and_then(after).and_then(|value| value.parse::<i64>().ok());
        match (score, value) {
            (Some("cp"), Some(value)) => self.score = Some(centipawns(value)),
            (Some("mate"), Some(moves)) => self.score = Some(mate(moves)),
            _ => {}
        }
    }

    /// Takes note of a line `7 12 5 500 e2e4 e7e5` of CECP: depth, score, time, positions, moves.
    /// Whether it was one.
    pub(super) fn note_post(&mut self, line: &str) -> bool {
        let mut words = line.split_whitespace();
        let mut number = || {
            let word = words.next()?;
            word.trim_end_matches(['.', '+', '-', '&', ':', '!', '?']).parse::<i64>().ok()
        };
        let (Some(depth), Some(score), Some(_), Some(nodes)) =
            (number(), number(), number(), number())
        else {
            return false;
        };
        self.depth = u32::try_from(depth).ok();
        self.nodes = u64::try_from(nodes).ok();
        self.score = Some(if score.abs() > CECP_MATE {
            mate((score.abs() - CECP_MATE) * score.signum())
        } else {
            centipawns(score)
        });
        true
    }
}

fn centipawns(value: i64) -> i32 {
    value.clamp(-i64::from(MOST), MOST.into()) as i32
}

/// The score of a mate in so many moves, negative for being mated.
fn mate(moves: i64) -> i32 {
    let moves = moves.clamp(-500, 500) as i32;
    if moves > 0 { MATE - (2 * moves - 1) } else { -(MATE + 2 * moves) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(lines: &[&str]) -> (Option<i32>, Option<u32>, Option<u64>) {
        let mut thought = Thought::default();
        for line in lines {
            thought.note_info(line);
        }
        (thought.score, thought.depth, thought.nodes)
    }

    #[test]
    fn lines_of_uci() {
        let line = "info depth 7 seldepth 9 multipv 1 score cp -31 nodes 500 nps 9 pv e2e4 depth";
        assert_eq!(of(&[line]), (Some(-31), Some(7), Some(500)));
        let bound = "info depth 8 score cp 90 lowerbound nodes 700";
        assert_eq!(of(&[line, bound]), (Some(-31), Some(8), Some(700)));
        assert_eq!(of(&["info depth 8 multipv 2 score cp 90 nodes 7"]), (None, None, None));
        assert_eq!(of(&["info depth 3 score mate 1"]).0, Some(MATE - 1));
        assert_eq!(of(&["info depth 3 score mate -2"]).0, Some(-(MATE - 4)));
        assert_eq!(of(&["info depth 3 score cp 99999999999"]).0, Some(MOST));
        assert_eq!(of(&["info string score cp 5", "info score", "info depth x"]).0, None);
    }

    #[test]
    fn lines_of_cecp() {
        let mut thought = Thought::default();
        assert!(thought.note_post(" 7 12 5 500\te2e4 e7e5"));
        assert_eq!((thought.score, thought.depth, thought.nodes), (Some(12), Some(7), Some(500)));
        assert!(thought.note_post("9. -100003 5 900 e2e4"));
        assert_eq!(thought.score, Some(-(MATE - 6)));
        for line in ["", "move e2e4", "7 12 5", "7 12 5 x e2e4"] {
            assert!(!thought.note_post(line), "{line}");
        }
    }
}
