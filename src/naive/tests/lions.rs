//! The man that may move twice.

use super::{Case, board, check, check_after, check_status, from, game};

pub(super) const CASES: &[Case] = &[
    // Two enemies beside it: 24 leaps, eight second steps over each, one pass.
    (
        "wild-babur",
        "11k/12/12/12/12/12/4pp6/4L7/12/12/5K6/12 w - - 0 1",
        49,
        "e5",
        "c3 c4 c5 c6 c7 d3 d4 d5 d6 d7 e3 e4 e5 e6 e6,e6d5 e6,e6d6 e6,e6d7 e6,e6e5 e6,e6e7 e6,e6f5 \
         e6,e6f6 e6,e6f7 e7 f3 f4 f5 f6 f6,f6e5 f6,f6e6 f6,f6e7 f6,f6f5 f6,f6f7 f6,f6g5 f6,f6g6 \
         f6,f6g7 f7 g3 g4 g5 g6 g7",
    ),
    (
        "wild-babur-jump",
        "11k/12/12/12/12/12/4pp6/4L7/12/12/5K6/12 w - - 0 1",
        32,
        "e5",
        "c3 c4 c5 c6 c7 d3 d4 d5 d6 d7 e3 e4 e6 e7 f3 f4 f5 f6 f7 g3 g4 g5 g6 g7",
    ),
    // Pinned: it may take the rook and go anywhere from there, back too; at a distance it may not
    // leave the file, but may pass.
    (
        "wild-babur",
        "11k/12/12/12/12/12/12/12/5r6/5L6/5K6/12 w - - 0 1",
        17,
        "f3",
        "f3 f4 f4,f4e3 f4,f4e4 f4,f4e5 f4,f4f3 f4,f4f5 f4,f4g3 f4,f4g4 f4,f4g5",
    ),
    ("wild-babur", "11k/12/12/12/5r6/12/12/12/12/5L6/5K6/12 w - - 0 1", 10, "f3", "f3 f4 f5"),
    // Check by a Cannon: a second screen, or the only one taken away. The pass helps nothing.
    (
        "wild-babur",
        "11k/12/5c6/12/12/12/12/5p6/6L5/12/5K6/12 w - - 0 1",
        15,
        "g4",
        "f3 f4 f5,f5e4 f5,f5e5 f5,f5e6 f5,f5g4 f5,f5g5 f5,f5g6 f6",
    ),
    // It is one of two screens: none of them may go alone.
    (
        "wild-babur",
        "11k/12/5c6/12/12/12/12/5p6/5L6/12/5K6/12 w - - 0 1",
        17,
        "f4",
        "f3 f4 f5,f5e4 f5,f5e5 f5,f5e6 f5,f5g4 f5,f5g5 f5,f5g6 f6",
    ),
    // No empty neighbour, no pass; over one's own men it only leaps.
    ("wild-babur", "11k/12/12/12/12/12/12/12/12/12/PPK9/LPn9 w - - 0 1", 12, "a1", "a3 b3 c1 c3"),
    (
        "wild-babur",
        "11k/12/12/12/12/12/12/12/12/12/pPK9/LP10 w - - 0 1",
        17,
        "a1",
        "a2 a2,a2a1 a2,a2a3 a2,a2b3 a3 b3 c1 c3",
    ),
    // A second capture; a man beyond the first does not matter.
    (
        "wild-babur",
        "11k/12/12/12/12/12/12/12/12/p11/pPK9/LP10 w - - 0 1",
        18,
        "a1",
        "a2 a2,a2a1 a2,a2a3 a2,a2b3 a3 b3 c1 c3",
    ),
];

#[test]
fn moves_of_positions() {
    check(CASES);
}

#[test]
fn positions_after_moves() {
    check_after(&[
        // Two captures, one on the way back, none.
        (
            "wild-babur",
            "11k/12/12/12/12/5p6/4p7/4L7/12/12/5K6/12 w - - 7 3",
            "e5e6,e6f7",
            "11k/12/12/12/12/5L6/12/12/12/12/5K6/12 b - - 0 3",
        ),
        (
            "wild-babur",
            "11k/12/12/12/12/12/4p7/4L7/12/12/5K6/12 w - - 7 3",
            "e5e6,e6e5",
            "11k/12/12/12/12/12/12/4L7/12/12/5K6/12 b - - 0 3",
        ),
        (
            "wild-babur",
            "11k/12/12/12/4Pp6/12/4p7/4L7/12/12/5K6/12 w - f9 0 3",
            "e5e5",
            "11k/12/12/12/4Pp6/12/4p7/4L7/12/12/5K6/12 b - - 1 3",
        ),
        // An unmoved Prince is captured on the way, and its right goes with it.
        (
            "wild-babur",
            "11k/4i2i4/4L7/12/12/12/12/12/12/12/5K6/12 w eh - 7 3",
            "e10e11,e11e12",
            "4L6k/7i4/12/12/12/12/12/12/12/12/5K6/12 b h - 0 3",
        ),
    ]);
}

#[test]
fn how_games_stand() {
    check_status(&[
        // The King cannot go anywhere, and the pass is a move: it is no stalemate.
        ("wild-babur", "12/12/12/12/12/12/12/12/12/2k9/1r10/K10L w - - 0 1", "ongoing"),
        ("wild-babur", "12/12/12/12/12/12/12/12/12/1k10/1r10/K10l w - - 0 1", "stalemate"),
        // Nothing can be put between against a check from two squares away.
        ("wild-babur", "k11/1R10/12/12/12/12/12/12/12/2l9/12/K11 w - - 0 1", "checkmate"),
    ]);
}

#[test]
fn promotion_at_the_end_of_a_second_step() {
    let mut game = game("wild-babur");
    let lion = game.kind_named("lion").unwrap().index();
    let pawn = game.kind_named("pawn").unwrap().index();
    game.kinds[lion].promotion = game.kinds[pawn].promotion.clone();
    let fen = "11k/4p7/4L7/12/12/12/12/12/12/12/5K6/12 w - - 0 1";
    let moves = from(&board(&game, fen), "e10");
    let second: Vec<&str> = moves.split(' ').filter(|text| text.contains(',')).collect();
    assert_eq!(
        second,
        [
            "e11,e11d10",
            "e11,e11d11",
            "e11,e11d12q",
            "e11,e11e10",
            "e11,e11e12q",
            "e11,e11f10",
            "e11,e11f11",
            "e11,e11f12q"
        ]
    );
}

/// A man that only steps attacks what it could take by its second step, over a man it can take.
#[test]
fn attacks_by_the_second_step() {
    let mut game = game("wild-babur");
    let lion = game.kind_named("lion").unwrap().index();
    let king = game.kind_named("king").unwrap().index();
    game.kinds[lion].movement = game.kinds[king].movement.clone();
    let fen = "11k/12/12/12/12/12/12/12/12/2l9/1N10/K11 w - - 0 1";
    let board = board(&game, fen);
    assert_eq!(board.status(), "check");
    assert_eq!(from(&board, "a1"), "");
    assert_eq!(from(&board, "b2"), "a4 c4 d1 d3");
}
