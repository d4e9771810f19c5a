//! Several royal men of a side, and the swap of the only one.

use super::{Case, board, check, check_after, check_status, from, game};
use crate::pieces::betza;
use crate::rules::SwapWhen;

pub(super) const CASES: &[Case] = &[
    // A giraffe on an empty board, and behind a man on its elbow or on its leg.
    (
        "tamerlane-historic",
        "K10/11/11/11/11/11/11/11/11/Z9k w - -- 0 1",
        17,
        "a1",
        "b10 b5 b6 b7 b8 b9 e2 f2 g2 h2 i2 j2 k2",
    ),
    ("tamerlane-historic", "K10/11/11/11/11/11/11/11/1R'9/Z9k w - -- 0 1", 5, "a1", ""),
    ("tamerlane-historic", "K10/11/11/11/11/1r9/1r'9/11/2f8/Z9k w - -- 0 1", 2, "a1", ""),
    ("tamerlane-historic", "K10/11/11/11/11/1r9/11/11/4n6/Z9k w - -- 0 1", 4, "a1", "b5 e2"),
    // A picket does not stop on the first square, nor pass it.
    (
        "tamerlane-historic",
        "10k/11/11/11/11/4r'6/3T7/2R'8/11/K10 w - -- 0 1",
        8,
        "d4",
        "a7 b6 f2 g1",
    ),
    // A pawn promotes to its own piece, by a capture too.
    ("tamerlane-historic", "3r6k/2T'8/11/11/11/11/11/11/11/K10 w - -- 0 1", 5, "c9", "c10t d10t"),
    // With two royal men, any of them may stay attacked, and the attacked may go anywhere.
    (
        "tamerlane-historic",
        "4r5k/11/11/11/4K6/4R6/11/11/I10/11 w - -- 0 1",
        26,
        "e6",
        "d5 d6 d7 e7 f5 f6 f7",
    ),
    // A Prince alone obeys check.
    ("tamerlane-historic", "1r8k/11/11/11/11/11/11/11/I10/11 w S -- 0 1", 2, "a2", "a1 a3"),
    // Who crowns a second royal man is in check no more.
    ("tamerlane-historic", "10k/4P''6/r10/11/11/11/11/11/11/K10 w - -- 0 1", 3, "e9", "e10a"),
    ("tamerlane-historic", "10k/4K'6/r10/11/11/11/11/11/1r9/K10 w - -- 0 1", 2, "e9", "e10i"),
    // The swap in check; without the right; with a man that is attacked.
    (
        "tamerlane-historic",
        "5r5/11/11/11/11/N10/11/11/11/5K4k w S -- 0 1",
        5,
        "f1",
        "a5 e1 e2 g1 g2",
    ),
    ("tamerlane-historic", "5r5/11/11/11/11/N10/11/11/11/5K4k w X -- 0 1", 4, "f1", "e1 e2 g1 g2"),
    ("tamerlane-historic", "r4r5/11/11/11/11/N10/11/11/11/5K4k w S -- 0 1", 4, "f1", "e1 e2 g1 g2"),
    // Not without check, where there is another move.
    (
        "tamerlane-historic",
        "11/11/11/11/11/N10/11/11/11/5K4k w S -- 0 1",
        9,
        "f1",
        "e1 e2 f2 g1 g2",
    ),
    // No pawn goes to its last rank by a swap, and no waiting pawn leaves it.
    (
        "tamerlane-historic",
        "K3P6/11/11/3R'7/11/5N5/11/11/11/r9k w S -- 0 1",
        4,
        "a10",
        "b10 b9 f5 z9",
    ),
    // With a Prince there is no swap, nor for a Prince alone.
    (
        "tamerlane-historic",
        "5r5/11/11/11/11/N10/11/11/8I2/5K4k w S -- 0 1",
        17,
        "f1",
        "e1 e2 f2 g1 g2",
    ),
    ("tamerlane-historic", "5r5/11/11/11/11/N10/11/11/11/5I4k w S -- 0 1", 4, "f1", "e1 e2 g1 g2"),
    // In would-be stalemate it is the only move.
    ("tamerlane-historic", "4k6/11/11/11/1r9/8n2/8K'2/11/5r3p'1/K10 w SXs -- 24 26", 1, "a1", "i4"),
];

#[test]
fn moves_of_positions() {
    check(CASES);
}

#[test]
fn positions_after_moves() {
    check_after(&[
        // A swap is no pawn move, whoever takes part, and can be made once.
        (
            "tamerlane-historic",
            "5r5/11/11/11/11/R'10/11/11/11/5K4k w SXsx -- 7 3",
            "f1a5",
            "5r5/11/11/11/11/K10/11/11/11/5R'4k b Xsx -- 8 3",
        ),
        // The rights stay although the King is captured.
        (
            "tamerlane-historic",
            "4r5k/11/11/11/4K6/11/11/11/I10/11 b SXsx -- 7 3",
            "e10e6",
            "10k/11/11/11/4r6/11/11/11/I10/11 w SXsx -- 0 4",
        ),
    ]);
}

#[test]
fn how_games_stand() {
    check_status(&[
        // Both royal men are attacked, which is no check.
        ("tamerlane-historic", "4r5k/11/11/11/4K6/11/11/11/I9r/11 w - -- 0 1", "ongoing"),
        ("tamerlane-historic", "1r8k/11/11/11/11/11/11/11/1I9/11 w S -- 0 1", "check"),
        // Mate but for the swap, and mate without it.
        ("tamerlane-historic", "10k/11/11/11/11/4N6/11/11/10r/K2r7 w S -- 0 1", "check"),
        ("tamerlane-historic", "10k/11/11/11/11/11/11/11/10r/K2r7 w S -- 0 1", "checkmate"),
        // Stalemate, the swap being used.
        (
            "tamerlane-historic",
            "4k6/11/11/11/1r9/8n2/8K'2/11/5r3p'1/K10 w Xs -- 24 26",
            "stalemate",
        ),
    ]);
}

#[test]
fn when_the_swap_is_allowed() {
    let in_check = "5r5/11/11/11/11/N10/11/11/11/5K4k w S -- 0 1";
    let stuck = "4k6/11/11/11/1r9/8n2/8K'2/11/5r3p'1/K10 w SXs -- 24 26";
    let mut game = game("tamerlane-historic");
    game.swap = Some(SwapWhen::Check);
    assert_eq!(from(&board(&game, in_check), "f1"), "a5 e1 e2 g1 g2");
    assert_eq!(board(&game, stuck).status(), "stalemate");
}

/// A man with a second step could take two royal men in one move; the last one is not captured.
#[test]
fn the_last_royal_man_is_not_captured() {
    let mut game = game("tamerlane-historic");
    let vizier = game.kind_named("vizier").unwrap().index();
    game.kinds[vizier].movement = betza::parse("KNAD").unwrap();
    game.kinds[vizier].second_step = true;
    let moves = from(&board(&game, "11/11/11/5i5/4k6/4W6/11/11/11/K10 w - -- 0 1"), "e5");
    let second: Vec<&str> = moves.split(' ').filter(|text| text.contains(',')).collect();
    assert_eq!(
        second,
        ["e6,e6d5", "e6,e6d6", "e6,e6d7", "e6,e6e5", "e6,e6e7", "e6,e6f5", "e6,e6f6"]
    );
}

#[test]
fn the_least_lengths_of_slides() {
    for (name, steps, fen, square, moves) in [
        (
            "giraffe",
            2,
            "K10/11/11/11/11/11/11/11/11/Z9k w - -- 0 1",
            "a1",
            "b10 b4 b5 b6 b7 b8 b9 d2 e2 f2 g2 h2 i2 j2 k2",
        ),
        (
            "picket",
            1,
            "10k/11/11/11/11/4r'6/3T7/2R'8/11/K10 w - -- 0 1",
            "d4",
            "a7 b6 c5 e3 e5 f2 g1",
        ),
    ] {
        let mut game = game("tamerlane-historic");
        let kind = game.kind_named(name).unwrap();
        game.kinds[kind.index()].movement.set_minimum(steps);
        assert_eq!(from(&board(&game, fen), square), moves, "{name}");
    }
}
