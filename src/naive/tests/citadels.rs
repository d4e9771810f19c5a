//! Squares beyond the rectangle.

use super::{Case, board, check, check_after, check_status, from, game};

pub(super) const CASES: &[Case] = &[
    // The King enters; without a lower royal man there is no exchange.
    (
        "tamerlane-historic",
        "11/K10/11/11/11/11/11/11/11/10k w X -- 0 1",
        6,
        "a9",
        "a10 a8 b10 b8 b9 z9",
    ),
    // A Prince does not while the King lives, and does without him; for it there is no exchange.
    (
        "tamerlane-historic",
        "11/I10/11/11/11/11/11/11/5K5/10k w X -- 0 1",
        13,
        "a9",
        "a10 a8 b10 b8 b9",
    ),
    (
        "tamerlane-historic",
        "11/I10/11/11/11/11/11/11/11/A9k w X -- 0 1",
        9,
        "a9",
        "a10 a8 b10 b8 b9 z9",
    ),
    // The exchange, with each lower royal man on the rectangle, once.
    (
        "tamerlane-historic",
        "K10/11/11/11/11/11/2I8/11/9k1/11 w X A- 0 1",
        16,
        "a10",
        "a9 b10 b9 z9 z9,c4z9",
    ),
    (
        "tamerlane-historic",
        "11/11/K10/11/11/11/2I8/11/7k3/10A w X -- 0 1",
        20,
        "a8",
        "a7 a9 b7 b8 b9 z9 z9,c4z9 z9,k1z9",
    ),
    (
        "tamerlane-historic",
        "11/11/K10/11/11/11/2I8/11/7k3/10A w S -- 0 1",
        18,
        "a8",
        "a7 a9 b7 b8 b9 z9",
    ),
    // Into the own citadel goes the Adventitious king alone.
    (
        "tamerlane-historic",
        "11/k10/11/11/11/11/11/11/10A/K10 w X -- 0 1",
        9,
        "k2",
        "j1 j2 j3 k1 k3 l2",
    ),
    (
        "tamerlane-historic",
        "11/k10/11/11/11/11/11/11/10I/K10 w X -- 0 1",
        8,
        "k2",
        "j1 j2 j3 k1 k3",
    ),
    // From there it keeps the enemy out, and attacks what is beside.
    ("tamerlane-historic", "11/K10/11/11/11/11/11/11/11/10k w X -a 0 1", 3, "a9", "b10 b8 b9"),
    // A lower royal man in the enemy's citadel steps out, capturing too; none of the same side
    // can follow.
    ("tamerlane-historic", "K10/r'10/11/11/11/11/11/11/11/10k w X -I 0 1", 5, "z9", "a8 a9"),
    // A rook does not slide there.
    (
        "tamerlane-historic",
        "k10/11/11/11/11/11/11/11/8R2/K10 w - -- 0 1",
        22,
        "i2",
        "a2 b2 c2 d2 e2 f2 g2 h2 i1 i10 i3 i4 i5 i6 i7 i8 i9 j2 k2",
    ),
    // Nor does it capture there or give check: the only royal man is safe in its citadel.
    ("tamerlane-historic", "k10/11/11/11/11/11/11/11/10r/11 w - A- 0 1", 1, "l2", "k2"),
    // A step into the citadel ends a check.
    ("tamerlane-historic", "1r9/r10/K10/11/11/11/11/11/11/10k w - -- 0 1", 2, "a8", "a9 z9"),
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
            "11/K10/11/11/11/11/11/11/11/10k w SXsx -- 7 3",
            "a9z9",
            "11/11/11/11/11/11/11/11/11/10k b SXsx -K 8 3",
        ),
        (
            "tamerlane-historic",
            "11/K10/11/11/11/11/2I8/11/11/10k w SXsx -- 7 3",
            "a9z9,c4z9",
            "11/11/11/11/11/11/2K8/11/11/10k b Ssx -I 8 3",
        ),
        (
            "tamerlane-historic",
            "K10/r'10/11/11/11/11/11/11/11/10k w X -I 7 3",
            "z9a9",
            "K10/I10/11/11/11/11/11/11/11/10k b X -- 0 3",
        ),
        (
            "tamerlane-historic",
            "11/k10/11/11/11/11/11/11/10A/K10 w X -- 7 3",
            "k2l2",
            "11/k10/11/11/11/11/11/11/11/K10 b X A- 8 3",
        ),
    ]);
}

#[test]
fn how_games_stand() {
    check_status(&[
        // The highest royal man of either side has reached the enemy's citadel.
        ("tamerlane-historic", "11/11/11/11/11/11/11/11/11/10k b SXsx -K 8 3", "citadel draw"),
        ("tamerlane-historic", "11/11/11/11/11/11/11/11/11/10k w SXsx -K 8 3", "citadel draw"),
        ("tamerlane-historic", "11/11/11/4K6/11/11/11/11/11/11 w SXsx k- 8 3", "citadel draw"),
        // His step has opened a line to the enemy's King, which matters no more.
        ("tamerlane-historic", "11/11/R9k/11/11/11/11/11/11/11 b SXsx -K 8 3", "citadel draw"),
        // A lower one does not end the game while the King lives.
        ("tamerlane-historic", "11/11/11/11/11/11/2K8/11/11/10k b Ssx -I 8 3", "ongoing"),
        ("tamerlane-historic", "11/11/11/11/11/11/11/11/11/10k b Ssx -I 8 3", "citadel draw"),
        // In its own citadel it does not, however alone.
        ("tamerlane-historic", "k10/11/11/11/11/11/11/11/10r/11 w - A- 0 1", "ongoing"),
    ]);
}

/// The capture of the King leaves the Prince in the citadel as the highest.
#[test]
fn a_capture_that_draws() {
    let game = game("tamerlane-historic");
    let board = board(&game, "4r6/11/11/11/11/11/4K6/11/11/10k b - -I 0 1");
    assert_eq!(from(&board, "e10").split(' ').count(), 16);
    let (_, after) = board.moves().into_iter().find(|(text, _)| text == "e10e4").unwrap();
    assert_eq!(after.status(), "citadel draw");
    assert!(after.moves().is_empty());
}

#[test]
fn without_the_exchange() {
    let mut game = game("tamerlane-historic");
    game.citadel_exchange = false;
    let fen = "11/K10/11/11/11/11/2I8/11/11/10k w X -- 0 1";
    assert_eq!(from(&board(&game, fen), "a9"), "a10 a8 b10 b8 b9 z9");
}
