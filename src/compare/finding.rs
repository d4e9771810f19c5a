//! [`Finding`]: where two generators differ.

use crate::position::Setup;

/// How two lists of moves differ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListDifference {
    /// Moves that the other program alone has, sorted.
    pub only_theirs: Vec<String>,
    /// Moves that we alone have, sorted.
    pub only_ours: Vec<String>,
    /// Moves that the other program lists more than once, sorted.
    pub twice: Vec<String>,
}

impl ListDifference {
    /// The difference between sorted lists.
    pub fn between(ours: &[String], theirs: &[String]) -> Self {
        let lacking = |list: &[String], other: &[String]| -> Vec<String> {
            let mut moves: Vec<String> =
                list.iter().filter(|mv| other.binary_search(mv).is_err()).cloned().collect();
            moves.dedup();
            moves
        };
        let mut twice: Vec<String> =
            theirs.windows(2).filter(|pair| pair[0] == pair[1]).map(|p| p[0].clone()).collect();
        twice.dedup();
        Self { only_theirs: lacking(theirs, ours), only_ours: lacking(ours, theirs), twice }
    }

    /// Whether the lists are the same.
    pub fn is_empty(&self) -> bool {
        self.only_theirs.is_empty() && self.only_ours.is_empty() && self.twice.is_empty()
    }

    /// Whether some move is wrong in both differences, in the same way.
    pub fn shares_with(&self, other: &Self) -> bool {
        let meet = |one: &[String], other: &[String]| one.iter().any(|mv| other.contains(mv));
        meet(&self.only_theirs, &other.only_theirs)
            || meet(&self.only_ours, &other.only_ours)
            || meet(&self.twice, &other.twice)
    }
}

/// What is wrong at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The lists of moves differ.
    Lists(ListDifference),
    /// The lists are the same, and so is everything after the move when the position after it is
    /// given as a FEN; but counted from here the move has another count. The program plays the move
    /// wrongly.
    Played {
        /// The move, in our notation.
        mv: String,
        /// To which depth it was counted.
        depth: u32,
        /// Our count of the move.
        ours: u128,
        /// Theirs.
        theirs: u128,
    },
}

/// A position where two generators differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The position that the program was given.
    pub base: Setup,
    /// Moves that it played from there, in our notation; empty if the position alone shows the
    /// fault.
    pub played: Vec<String>,
    /// The same moves as the program writes them.
    pub said: Vec<String>,
    /// The position after those moves, where the generators differ.
    pub setup: Setup,
    /// What is wrong there.
    pub fault: Fault,
}

impl Place {
    /// How many men stand on the board.
    pub fn men(&self) -> usize {
        self.setup.pieces.iter().flatten().count()
    }
}

/// What a comparison has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The position where the search began.
    pub start: Setup,
    /// At which depth the counts differed there.
    pub depth: u32,
    /// The moves from there to the place, in our notation.
    pub path: Vec<String>,
    /// The first place where the generators differ.
    pub place: Place,
    /// The same fault with as few men as possible, if men could be taken away.
    pub smaller: Option<Place>,
    /// Why no more men could be tried: what the program did then.
    pub shrinking_ended: Option<String>,
}

impl Finding {
    /// The place to show: the smaller one if there is one.
    pub fn shown(&self) -> &Place {
        self.smaller.as_ref().unwrap_or(&self.place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_of_lists() {
        let list = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let difference = ListDifference::between(&list("a b c"), &list("b b c d d"));
        assert_eq!(difference.only_ours, ["a"]);
        assert_eq!(difference.only_theirs, ["d"]);
        assert_eq!(difference.twice, ["b", "d"]);
        assert!(ListDifference::between(&list("a b"), &list("a b")).is_empty());
        let other = ListDifference::between(&list("d"), &list("a"));
        assert!(!difference.shares_with(&other));
        assert!(difference.shares_with(&difference));
    }
}
