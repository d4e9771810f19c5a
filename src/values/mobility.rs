//! [`crowded_mobility`]: how many squares a man reaches on a board where others stand about.

use super::rook_movement;
use crate::geometry::{Board, Square};
use crate::pieces::{Kind, Movement, Path};
use crate::rules::Game;

/// What a capture weighs where a man captures otherwise than it moves. H. G. Muller's rule of thumb:
/// of a piece that moves one way and captures another, the captures make two thirds.
const CAPTURES: f64 = 2.0 / 3.0;

/// How many squares a man reaches, on average over all squares it may stand on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mobility {
    /// Squares it may move to if they are empty.
    pub quiet: f64,
    /// Squares where it captures if an enemy man stands there.
    pub capture: f64,
}

/// How one number is made of the moves and the captures of a man. For a man that captures as it moves
/// all three give the same share of a rook; only pawns, cannons and their like differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Convention {
    /// A third of the squares it may move to and two thirds of those where it may capture, whoever
    /// stands there. What the search's values are made of.
    Reach,
    /// The moves it may be expected to have: squares to move to that are empty, and squares to capture
    /// on that are not.
    Moves,
    /// A third of the squares it may move to, if they are empty, and two thirds of those where it may
    /// capture, whoever stands there.
    Weighed,
}

impl Convention {
    /// All of them, in the order in which tables have them.
    pub const ALL: [Self; 3] = [Self::Reach, Self::Moves, Self::Weighed];

    /// The word used in every output.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Reach => "reach",
            Self::Moves => "moves",
            Self::Weighed => "weighed",
        }
    }
}

impl Mobility {
    /// One number by [`Convention::Reach`], which is the plain number of squares for a man that
    /// captures as it moves.
    pub fn worth(self) -> f64 {
        (1.0 - CAPTURES) * self.quiet + CAPTURES * self.capture
    }

    /// One number; `empty` is how likely a square is to be empty, 0 to 1.
    pub fn worth_by(self, convention: Convention, empty: f64) -> f64 {
        let Self { quiet, capture } = self;
        match convention {
            Convention::Reach => self.worth(),
            Convention::Moves => empty * quiet + (1.0 - empty) * capture,
            Convention::Weighed => Self { quiet: empty * quiet, capture }.worth(),
        }
    }

    fn plus(self, other: Self) -> Self {
        Self { quiet: self.quiet + other.quiet, capture: self.capture + other.capture }
    }
}

/// R. Betza's crowded-board mobility: the squares a movement reaches, each weighed by how likely
/// the way there is open if any square is empty with probability `empty` (0 to 1).
///
/// A square k steps along a slide counts `empty` to the power of k - 1. A hop counts the chance that
/// exactly one of the k - 1 squares between is taken. A bend's elbow is one of the squares between.
/// Double steps and parts for unmoved men only are left out. Squares beyond the rectangle are no
/// place to start from nor to reach.
///
/// Source: R. Betza, "A Crowded Board", chessvariants.com/d.betza/pieceval.
pub fn crowded_mobility(game: &Game, movement: &Movement, empty: f64) -> Mobility {
    let board = &game.board;
    let sum = board
        .rectangle()
        .map(|from| mobility_from(board, movement, from, empty))
        .fold(Mobility::default(), Mobility::plus);
    let squares = board.rectangle_len() as f64;
    Mobility { quiet: sum.quiet / squares, capture: sum.capture / squares }
}

/// The crowded-board mobility of a kind as a share of that of a man that rides like a rook on the same
/// board; `None` where a rook cannot move.
pub fn mobility_share(game: &Game, kind: Kind, empty: f64, convention: Convention) -> Option<f64> {
    let worth =
        |movement: &Movement| crowded_mobility(game, movement, empty).worth_by(convention, empty);
    let unit = worth(&rook_movement());
    (unit > 0.0).then(|| worth(&game.kind(kind).movement) / unit)
}

/// The same as [`crowded_mobility`] from one square, as White moves.
pub(crate) fn mobility_from(
    board: &Board,
    movement: &Movement,
    from: Square,
    empty: f64,
) -> Mobility {
    let mut mobility = Mobility::default();
    for part in movement.parts.iter().filter(|part| !part.initial) {
        let squares = open_squares(board, part.path, from, empty);
        if part.quiet {
            mobility.quiet += squares;
        }
        if part.capture {
            mobility.capture += squares;
        }
    }
    mobility
}

/// The squares that a path reaches, each with the chance that the way there is open.
fn open_squares(board: &Board, path: Path, from: Square, empty: f64) -> f64 {
    let reached = path.reached(board, from).len();
    // Exact multiplication step by step: powers of a library may differ from machine to machine.
    let powers = |first: usize| {
        let mut chance = 1.0;
        for _ in 0..first {
            chance *= empty;
        }
        std::iter::successors(Some(chance), move |chance| Some(chance * empty)).take(reached)
    };
    match path {
        Path::Leap(_) => reached as f64,
        Path::Slide { min, .. } => powers(usize::from(min) - 1).sum(),
        Path::Bend { min, .. } => powers(usize::from(min)).sum(),
        // The i-th square behind the nearest place of a screen has i places for one.
        Path::Hop { .. } => {
            let ways = powers(0).zip(1..);
            ways.map(|(chance, places): (f64, u32)| f64::from(places) * (1.0 - empty) * chance)
                .sum()
        }
        Path::DoubleStep => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules;

    /// The worth of kinds with every square empty four times in five, a rook's being 5.
    fn worth(variant: &str, kinds: &[&str]) -> Vec<f64> {
        let game = rules::load(variant).unwrap();
        let unit = crowded_mobility(&game, &rook_movement(), 0.8).worth() / 5.0;
        let of = |name: &&str| {
            let kind = game.kind_named(name).unwrap();
            let worth = crowded_mobility(&game, &game.kind(kind).movement, 0.8).worth() / unit;
            (worth * 100.0).round() / 100.0
        };
        kinds.iter().map(of).collect()
    }

    #[test]
    fn close_to_what_another_program_is_said_to_use() {
        // Zillions of Games, as told on the page of Wild Tamerlane: N 2.5, Camel 2.2, Elephant 2.5,
        // Eagle 7.7, Pawn 0.6. Worked out a second time in another language for the other figures.
        assert_eq!(
            worth("wild-tamerlane", &["knight", "camel", "elephant", "eagle", "pawn", "rook"]),
            [2.55, 2.26, 2.56, 7.68, 0.6, 5.0]
        );
        assert_eq!(worth("wild-tamerlane", &["bishop", "queen", "cannon"]), [3.69, 8.69, 3.24]);
        assert_eq!(worth("tamerlane2", &["prince", "ship"]), [2.97, 4.55]);
        assert_eq!(
            worth("timurid", &["pawn", "camel", "elephant", "knight", "prince", "bishop", "ship"]),
            [0.58, 2.25, 2.51, 2.5, 2.87, 3.74, 4.58]
        );
    }

    /// Shares of a rook, whose value is 5, rounded to hundredths.
    fn row(variant: &str, kinds: &[&str], empty: f64, convention: Convention) -> Vec<f64> {
        let game = rules::load(variant).unwrap();
        let of = |name: &&str| {
            let kind = game.kind_named(name).unwrap();
            let share = mobility_share(&game, kind, empty, convention).unwrap();
            (share * 500.0).round() / 100.0
        };
        kinds.iter().map(of).collect()
    }

    #[test]
    fn tables_worked_out_elsewhere() {
        // Computed in another language from the formulas told above, on 11x11 and 12x12, a rook
        // being 5. The cannon by both of the conventions in use.
        let small = ["pawn", "camel", "elephant", "knight", "bishop", "eagle", "queen"];
        let tables = [
            (0.67, [0.8, 3.0, 3.39, 3.37, 3.94, 7.22, 8.94], [3.93, 4.55], [4.42, 3.69]),
            (0.7, [0.75, 2.82, 3.19, 3.17, 3.89, 7.33, 8.89], [3.7, 4.55], [4.43, 3.58]),
            (0.8, [0.6, 2.26, 2.56, 2.55, 3.69, 7.68, 8.69], [2.97, 4.55], [4.47, 3.12]),
            (0.85, [0.53, 2.0, 2.26, 2.25, 3.57, 7.84, 8.57], [2.63, 4.55], [4.53, 2.82]),
            (1.0, [0.35, 1.32, 1.5, 1.49, 3.18, 8.26, 8.18], [1.74, 4.55], [5.0, 1.67]),
        ];
        for (empty, wild, second, cannon) in tables {
            let of = |variant, kinds: &[&str], by| row(variant, kinds, empty, by);
            assert_eq!(of("wild-tamerlane", &small, Convention::Reach), wild, "{empty}");
            let moves = of("wild-tamerlane", &["cannon"], Convention::Moves);
            let weighed = of("wild-tamerlane", &["cannon"], Convention::Weighed);
            assert_eq!([moves[0], weighed[0]].to_vec(), cannon, "{empty}");
            for by in Convention::ALL {
                assert_eq!(of("tamerlane2", &["prince", "ship"], by), second, "{empty}");
                // What captures as it moves is the same by all of them.
                assert_eq!(of("wild-tamerlane", &small[1..], by), wild[1..], "{empty}");
            }
        }
        let wide = |kinds: &[&str], by| row("wild-timurid", kinds, 0.8, by);
        let kinds = ["pawn", "camel", "elephant", "knight", "prince", "bishop", "eagle", "queen"];
        let expected = [0.58, 2.25, 2.51, 2.5, 2.87, 3.74, 7.79, 8.74];
        assert_eq!(wide(&kinds, Convention::Reach), expected);
        assert_eq!(row("timurid", &["ship"], 0.8, Convention::Reach), [4.58]);
        assert_eq!(wide(&["cannon"], Convention::Moves), [4.51]);
        assert_eq!(wide(&["cannon"], Convention::Weighed), [3.24]);
    }

    #[test]
    fn an_empty_board_is_counted_plainly() {
        let game = rules::load("chess").unwrap();
        let mobility = |name| {
            let kind = game.kind_named(name).unwrap();
            crowded_mobility(&game, &game.kind(kind).movement, 1.0)
        };
        // 336 knight moves and 896 rook moves on the 64 squares.
        assert!((mobility("knight").quiet - 336.0 / 64.0).abs() < 1e-12);
        assert!((mobility("rook").capture - 14.0).abs() < 1e-12);
    }
}
