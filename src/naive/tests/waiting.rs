//! Pawns that wait on their last rank, are relocated and transferred.

use super::{Case, board, check, check_after, check_status, from, game};
use crate::rules::Game;

pub(super) const CASES: &[Case] = &[
    // A waiting pawn is not captured, and blocks; nor does it attack or move.
    (
        "tamerlane-historic",
        "2P1r6/11/2r8/11/11/11/11/11/11/K9k b - -- 0 1",
        38,
        "c8",
        "a8 b8 c1 c2 c3 c4 c5 c6 c7 c9 d8 e8 f8 g8 h8 i8 j8 k8",
    ),
    // To fork a knight and a picket, in place of the pawn between them.
    ("tamerlane-historic", "2P8/11/11/5n1t3/6r'4/11/11/11/11/K9k w - -- 0 1", 4, "c10", "g6"),
    // One man alone is attacked only if it has no move; the pawn's capture would be one.
    ("tamerlane-historic", "e4P5/11/2r'8/11/11/11/11/11/11/K9k w - -- 0 1", 4, "f10", "b9"),
    ("tamerlane-historic", "e4P5/11/11/11/11/11/11/11/11/K9k w - -- 0 1", 3, "f10", ""),
    ("tamerlane-historic", "e4P5/11/2N8/11/11/11/11/11/11/K9k w - -- 0 1", 11, "f10", ""),
    ("tamerlane-historic", "ww3P5/r'10/11/11/11/11/11/11/11/K9k w - -- 0 1", 4, "f10", "b9"),
    ("tamerlane-historic", "f4P5/11/11/11/11/11/11/11/11/K9k w - -- 0 1", 3, "f10", ""),
    // When there is no other move left, and when it takes the man that gives check.
    ("tamerlane-historic", "4P5k/11/11/2r'1n'6/11/11/1r9/2n8/11/K10 w - -- 0 1", 1, "e10", "d6"),
    ("tamerlane-historic", "4P5k/11/11/r'1n'8/1r9/11/11/1K9/11/11 w - -- 0 1", 7, "e10", "b6"),
    // In place of a man of one's own, but of no royal man and no waiting pawn of either side.
    ("tamerlane-historic", "4P5k/11/11/2r1r6/3N7/11/11/11/11/K10 w - -- 0 1", 12, "e10", "d6"),
    ("tamerlane-historic", "4P5k/11/11/2r1r6/3A7/11/11/11/11/K10 w - -- 0 1", 11, "e10", ""),
    ("tamerlane-historic", "4P5k/11/11/11/11/11/11/11/2r1r6/K2p7 w - -- 0 1", 1, "e10", ""),
    // The second arrival needs no other move; one that waits may be transferred.
    ("tamerlane-historic", "10k/2P'8/11/11/11/11/11/11/11/K10 w - -- 0 1", 4, "c9", "c10"),
    ("tamerlane-historic", "2P'7k/11/11/11/11/11/11/11/11/K10 w - -- 0 1", 4, "c10", "f3"),
    ("tamerlane-historic", "2P'7k/11/11/11/11/11/11/5r5/11/K10 w - -- 0 1", 4, "c10", "f3"),
    ("tamerlane-historic", "2P'7k/11/11/11/11/11/11/5K5/11/11 w - -- 0 1", 8, "c10", ""),
    ("tamerlane-historic", "2P'7k/11/11/11/11/11/11/5i5/11/K10 w - -- 0 1", 3, "c10", ""),
];

#[test]
fn moves_of_positions() {
    check(CASES);
}

#[test]
fn positions_after_moves() {
    check_after(&[
        (
            "tamerlane-historic",
            "10k/2P8/11/11/11/11/11/11/11/K10 w - -- 7 3",
            "c9c10",
            "2P7k/11/11/11/11/11/11/11/11/K10 b - -- 0 3",
        ),
        (
            "tamerlane-historic",
            "2P8/11/11/5n1t3/6r'4/11/11/11/11/K9k w - -- 7 3",
            "c10g6",
            "11/11/11/5n1t3/6P'4/11/11/11/11/K9k b - -- 0 3",
        ),
        (
            "tamerlane-historic",
            "e4P5/11/2r'8/11/11/11/11/11/11/K9k w - -- 7 3",
            "f10b9",
            "e10/1P'9/2r'8/11/11/11/11/11/11/K9k b - -- 0 3",
        ),
        // The second arrival, with two captures; the men on f3 and f8 go, whosever they are.
        (
            "tamerlane-historic",
            "1r8k/2P'8/11/11/11/11/11/5f5/11/K10 w - -- 7 3",
            "c9b10",
            "10k/11/11/11/11/11/11/5P''5/11/K10 b - -- 0 3",
        ),
        (
            "tamerlane-historic",
            "10k/11/5r5/11/11/11/11/11/8p'2/K10 b - -- 7 3",
            "i2i1",
            "10k/11/5p''5/11/11/11/11/11/11/K10 w - -- 0 4",
        ),
        // A King on f3 keeps it waiting; he has gone, and it follows.
        (
            "tamerlane-historic",
            "10k/2P'8/11/11/11/11/11/5K5/11/11 w - -- 7 3",
            "c9c10",
            "2P'7k/11/11/11/11/11/11/5K5/11/11 b - -- 0 3",
        ),
        (
            "tamerlane-historic",
            "2P'7k/11/11/11/11/11/11/5r5/11/K10 w - -- 7 3",
            "c10f3",
            "10k/11/11/11/11/11/11/5P''5/11/K10 b - -- 0 3",
        ),
        // The third arrival.
        (
            "tamerlane-historic",
            "10k/4P''6/11/11/11/11/11/11/11/K10 w - -- 7 3",
            "e9e10a",
            "4A5k/11/11/11/11/11/11/11/11/K10 b - -- 0 3",
        ),
    ]);
}

#[test]
fn how_games_stand() {
    check_status(&[
        // The waiting pawn beside the King attacks nothing.
        ("tamerlane-historic", "10k/11/11/11/11/11/11/11/K10/1p9 w - -- 0 1", "ongoing"),
    ]);
}

/// What the relocation's options change.
#[test]
fn options_of_the_relocation() {
    let historic = game("tamerlane-historic");
    let moves = |change: fn(&mut Game), fen: &str, square: &str| {
        let mut game = historic.clone();
        change(&mut game);
        from(&board(&game, fen), square)
    };
    let two_pawns = "4P5k/11/11/2r'1n'6/11/11/11/11/11/K10 w - -- 0 1";
    assert_eq!(moves(|_| {}, two_pawns, "e10"), "d6");
    assert_eq!(moves(|game| game.relocation.pawns_count = false, two_pawns, "e10"), "");
    let king_and_rook = "4P6/11/11/2r1k6/11/11/11/11/11/K10 w - -- 0 1";
    assert_eq!(moves(|_| {}, king_and_rook, "e10"), "d6");
    assert_eq!(moves(|game| game.relocation.royals_count = false, king_and_rook, "e10"), "");
    // Whoever must relocate has no other move; a relocation that would not be legal binds nobody.
    assert_eq!(moves(|_| {}, two_pawns, "a1"), "a2 b1 b2");
    assert_eq!(moves(|game| game.relocation.must = true, two_pawns, "a1"), "");
    let in_check = "r3P5k/11/11/2r'1n'6/11/11/11/11/11/K10 w - -- 0 1";
    assert_eq!(moves(|game| game.relocation.must = true, in_check, "a1"), "b1 b2");
    // Any man on f3 makes the pawn wait.
    let occupied = "2P'7k/11/11/11/11/11/11/5r5/11/K10 w - -- 0 1";
    assert_eq!(moves(|game| game.relocation.transfer_removes = false, occupied, "c10"), "");
    let mut game = historic.clone();
    game.relocation.transfer_removes = false;
    assert_eq!(
        super::fen_after(&game, "10k/2P'8/11/11/11/11/11/5r5/11/K10 w - -- 7 3", "c9c10"),
        "2P'7k/11/11/11/11/11/11/5r5/11/K10 b - -- 0 3"
    );
}
