//! Positions about one rule each, with the moves that the rules text gives or that were worked out
//! by hand.

use super::{Case, board, check, from, game};
use crate::rules::{JumpPath, Zone};

pub(super) const CASES: &[Case] = &[
    // The jump: both squares that a knight's jump passes are attacked, or only one of them.
    (
        "wild-tamerlane",
        "6r4/11/11/11/11/11/11/11/11/5K5/k10 w K - 0 1",
        11,
        "f2",
        "d1 d2 d3 d4 e1 e2 e3 e4 f1 f3 f4",
    ),
    (
        "wild-tamerlane",
        "10k/11/11/11/11/11/7n3/11/11/5K5/11 w K - 0 1",
        16,
        "f2",
        "d1 d2 d3 d4 e1 e2 e3 e4 f1 f3 g1 g2 g4 h1 h2 h3",
    ),
    // No jump out of check.
    (
        "wild-tamerlane",
        "5r4k/11/11/11/11/11/11/11/11/5K5/11 w K - 0 1",
        6,
        "f2",
        "e1 e2 e3 g1 g2 g3",
    ),
    // A square passed is attacked although a man of one's own, or a guarded enemy, stands there.
    (
        "wild-tamerlane",
        "10k/11/11/11/11/2b8/11/11/11/5KQ4/11 w K - 0 1",
        38,
        "f2",
        "d1 d2 d3 d4 e1 e2 e3 f1 g1 g3 g4 h1 h3 h4",
    ),
    (
        "wild-tamerlane",
        "6r3k/11/11/11/11/11/11/11/11/5Km4/11 w K - 0 1",
        11,
        "f2",
        "d2 d4 e1 e2 e3 e4 f1 f3 f4 g1 h1",
    ),
    // The King is no screen for a Cannon once it is lifted.
    (
        "wild-tamerlane",
        "10k/11/11/11/11/11/11/11/11/c4K5/11 w K - 0 1",
        19,
        "f2",
        "d1 d2 d3 d4 e1 e2 e3 e4 f1 f3 f4 g1 g2 g3 g4 h1 h2 h3 h4",
    ),
    (
        "wild-tamerlane",
        "11/5k5/11/11/11/11/11/11/11/4R6/10K b k - 0 1",
        11,
        "f10",
        "f11 f8 f9 g10 g11 g8 g9 h10 h11 h8 h9",
    ),
    (
        "wild-tamerlane",
        "10k/11/11/11/11/11/7n3/11/11/5K5/11 w - - 0 1",
        7,
        "f2",
        "e1 e2 e3 f1 f3 g1 g2",
    ),
    // A Cannon's check: the screen leaves, a second one comes, or none may come.
    ("wild-tamerlane", "10k/5c5/11/11/11/11/11/4p1p4/5P5/5K5/11 w - - 0 1", 8, "f3", "e4 g4"),
    (
        "wild-tamerlane",
        "10k/5c5/11/11/11/11/R10/11/11/5K5/11 w - - 0 1",
        27,
        "a5",
        "a1 a10 a11 a2 a3 a4 a6 a7 a8 a9 b5 c5 d5 e5 g5 h5 i5 j5 k5",
    ),
    ("wild-tamerlane", "10k/5c5/11/11/11/5p5/R10/11/11/5K5/11 w - - 0 1", 7, "a5", "f5"),
    // En passant takes screens away: two of three, both, one of two.
    ("wild-tamerlane", "10k/11/11/11/K1N1Pp4c/11/11/11/11/11/11 w - f8 0 1", 14, "e7", "e8"),
    ("wild-tamerlane", "10k/11/11/11/K3Pp4c/11/11/11/11/11/11 w - f8 0 1", 6, "e7", "f8"),
    ("wild-tamerlane", "4c5k/11/11/11/4Pp5/11/4N6/11/11/4K6/11 w - f8 0 1", 9, "e7", "e8"),
    // An Eagle pinned on a file, pinned on a diagonal; its check blocked on elbow and leg.
    ("wild-tamerlane", "10k/11/5r5/11/11/11/11/5G5/11/5K5/11 w - - 0 1", 8, "f4", ""),
    ("wild-tamerlane", "10k/11/11/11/10b/11/11/11/6G4/5K5/11 w - - 0 1", 8, "g3", "h4"),
    (
        "wild-tamerlane",
        "10k/11/11/11/3g7/R10/R10/R10/R10/4K6/11 w - - 0 1",
        10,
        "e2",
        "d1 d2 d3 f1 f2 f3",
    ),
    ("wild-tamerlane", "10k/11/11/11/3g7/R10/R10/R10/R10/4K6/11 w - - 0 1", 10, "a5", "e5"),
    // One elbow is taken by a friend, another by an enemy.
    (
        "wild-tamerlane",
        "10k/11/11/11/4p1P4/5G5/11/11/11/K10/11 w - - 0 1",
        25,
        "f6",
        "a5 b5 c5 d5 e1 e2 e3 e4 e5 e7 g1 g2 g3 g4 g5 h5 i5 j5 k5",
    ),
    (
        "tamerlane2",
        "10k/11/11/11/4p1P4/5X5/11/11/11/K10/11 w - - 0 1",
        17,
        "f6",
        "e1 e2 e3 e4 e5 e7 g1 g2 g3 g4 g5",
    ),
    // Promotion: forced with a choice, optional in corners, optional in three ranks, on the last.
    (
        "wild-tamerlane",
        "3n6k/4P6/11/11/11/11/11/11/11/5K5/11 w - - 0 1",
        12,
        "e10",
        "d11g d11q e11g e11q",
    ),
    (
        "tamerlane2",
        "11/1X9/11/11/11/11/10k/11/11/5K5/11 w - - 0 1",
        29,
        "b10",
        "a1 a11 a11g a2 a3 a4 a5 a6 a7 a8 a9 c1 c11 c2 c3 c4 c5 c6 c7 c8 c9",
    ),
    (
        "tamerlane2-2021",
        "11/1X9/11/11/11/11/10k/11/11/5K5/11 w - - 0 1",
        28,
        "f2",
        "e1 e2 e3 f1 f3 g1 g2 g3",
    ),
    (
        "tamerlane2",
        "11/11/11/11/1X9/11/10k/11/11/5K5/11 w - - 0 1",
        29,
        "b7",
        "a1 a10 a11 a11g a2 a3 a4 a5 a6 a8 a9 c1 c10 c11 c2 c3 c4 c5 c6 c8 c9",
    ),
    (
        "tamerlane2",
        "10k/11/4p6/3I7/11/11/11/11/11/5K5/11 w - - 0 1",
        19,
        "d8",
        "c7 c8 c9 c9q d7 d9 d9q e7 e8 e9 e9q",
    ),
    (
        "tamerlane2-2021",
        "10k/3I7/11/11/11/11/11/11/11/5K5/11 w - - 0 1",
        19,
        "d10",
        "c10 c11 c11q c9 d11 d11q d9 e10 e11 e11q e9",
    ),
    // A Prince beside the en passant square.
    (
        "tamerlane2",
        "10k/11/11/11/4Ip5/11/11/11/11/5K5/11 w - f8 0 1",
        16,
        "e7",
        "d6 d7 d8 e6 e8 f6 f7 f8",
    ),
    // A Prince's first move.
    (
        "tamerlane2-2021",
        "10k/11/11/11/11/11/11/11/11/4I1K4/11 w E - 0 1",
        17,
        "e2",
        "d1 d2 d3 e1 e3 e4 f1 f2 f3",
    ),
    (
        "tamerlane2-2021",
        "10k/11/11/11/11/11/11/11/11/4I1K4/11 w - - 0 1",
        16,
        "e2",
        "d1 d2 d3 e1 e3 f1 f2 f3",
    ),
    ("tamerlane2-2021", "10k/11/11/11/11/11/11/3pI6/11/6K4/11 b - e3 1 1", 5, "d4", "d3 e3"),
    // Timurid: a Prince that declined promotes later; rapid pawns; a Prince is captured en passant.
    (
        "timurid",
        "3I7k/12/12/12/12/12/12/12/12/12/5K6/12 w - - 0 1",
        15,
        "d12",
        "c11 c12 c12q d11 e11 e12 e12q",
    ),
    ("timurid", "11k/12/3P8/12/12/12/12/12/12/12/5K6/12 w - - 0 1", 10, "d10", "d11 d12q"),
    ("timurid", "11k/3n8/3P8/12/12/12/12/12/12/12/5K6/12 w - - 0 1", 8, "d10", ""),
    ("timurid", "11k/12/12/4iP6/12/12/12/12/12/12/5K6/12 w - e10 0 1", 11, "f9", "e10 f10 f11"),
    (
        "timurid",
        "11k/4i7/12/5P6/12/12/12/12/12/12/5K6/12 b e - 0 1",
        12,
        "e11",
        "d10 d11 d12 e10 e12 e9 f10 f11 f12",
    ),
    (
        "timurid",
        "11k/4i7/12/5P6/12/12/12/12/12/12/5K6/12 b - - 0 1",
        11,
        "e11",
        "d10 d11 d12 e10 e12 f10 f11 f12",
    ),
    ("timurid", "11k/12/12/12/12/12/12/4Pp6/12/12/5K6/12 w - f6 0 1", 11, "e5", "e6 e7 f6"),
    (
        "timurid",
        "11k/12/12/12/12/12/12/4Ip6/12/12/5K6/12 w - f6 0 1",
        16,
        "e5",
        "d4 d5 d6 e4 e6 f4 f5 f6",
    ),
    // A Ship promotes in the corners alone, or anywhere on the last rank.
    (
        "timurid",
        "12/1X10/12/12/12/12/12/11k/12/12/5K6/12 w - - 0 1",
        30,
        "b11",
        "a1 a10 a12g a2 a3 a4 a5 a6 a7 a8 a9 c1 c10 c12 c2 c3 c4 c5 c6 c7 c8 c9",
    ),
    (
        "timurid-jocly",
        "12/1X10/12/12/12/12/12/11k/12/12/5K6/12 w - - 0 1",
        30,
        "b11",
        "a1 a10 a12g a2 a3 a4 a5 a6 a7 a8 a9 c1 c10 c12g c2 c3 c4 c5 c6 c7 c8 c9",
    ),
    // Metamachy: a jump from the first rank, over a man; a Prince's double step from anywhere, which
    // may promote.
    (
        "metamachy",
        "11k/12/12/12/12/12/12/12/12/12/5N6/5K6 w K - 0 1",
        19,
        "f1",
        "d1 d2 d3 e1 e2 e3 f3 g1 g2 g3 h1 h2 h3",
    ),
    (
        "metamachy",
        "11k/12/3I8/12/12/12/12/12/12/12/12/5K6 w - - 0 1",
        17,
        "d10",
        "c10 c11 c9 d11 d12 d12g d12l d12q d9 e10 e11 e9",
    ),
    // Succession: one Prince, two, one of two attacked, the only one attacked.
    ("tamerlane2", "10k/11/11/11/11/4I6/11/11/11/10r/K2r7 w - - 0 1", 1, "a1", "e6"),
    ("tamerlane2", "10k/11/11/11/11/2I1I6/11/11/11/10r/K2r7 w - - 0 1", 2, "a1", "c6 e6"),
    ("tamerlane2", "10k/11/11/11/11/2I1I5r/11/11/11/10r/K2r7 w - - 0 1", 1, "a1", "c6"),
    ("tamerlane2", "10k/11/11/11/11/4I5r/11/11/11/10r/K2r7 w - - 0 1", 0, "a1", ""),
    // No succession when the Prince can help, none in stalemate; with one more rook it is mate.
    ("tamerlane2", "10k/11/11/r10/1I9/11/11/11/1r9/11/K10 w - - 0 1", 3, "b7", "a6 a7 a8"),
    ("tamerlane2", "10k/11/11/1r9/11/11/11/9p1/9P1/7r1PX/K8PI w - - 0 1", 0, "a1", ""),
    ("tamerlane2", "10k/11/11/1r9/11/11/11/9p1/9P1/7r1PX/K2r5PI w - - 0 1", 1, "a1", "k1"),
    ("tamerlane2", "10k/11/11/11/11/4I6/11/11/10r/5K4r/10r w K - 0 1", 1, "f2", "e6"),
    // The Queen's rook may be attacked and may pass an attacked square, the King may not.
    ("chess", "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 16, "e1", "c1 d1 d2 e2 f1 f2"),
    ("chess", "3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", 13, "e1", "e2 f1 f2"),
    ("chess", "2r1k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 15, "e1", "d1 d2 e2 f1 f2"),
    // A Cannon would see the King over the rook beside it; it gives check over the other rook.
    ("shako", "4k5/10/10/10/10/10/10/10/1R3K2c1/10 w Q - 0 1", 21, "f2", "e1 e2 e3 f1 f3 g1 g2 g3"),
    ("shako", "4k5/10/10/10/10/10/10/10/cR3K4/10 w Q - 0 1", 16, "f2", "e1 e3 f1 f3 g1 g3"),
];

#[test]
fn moves_of_positions() {
    check(CASES);
}

#[test]
fn jumps_by_how_the_path_is_judged() {
    for (fen, path, moves) in [
        // A guarded enemy stands on g2.
        (
            "6r3k/11/11/11/11/11/11/11/11/5Km4/11 w K - 0 1",
            JumpPath::Static,
            "d2 d4 e1 e2 e3 e4 f1 f3 f4 g1 h1 h2 h3",
        ),
        (
            "6r3k/11/11/11/11/11/11/11/11/5Km4/11 w K - 0 1",
            JumpPath::Unchecked,
            "d2 d4 e1 e2 e3 e4 f1 f3 f4 g1 h1 h2 h3 h4",
        ),
        // A Cannon attacks g2 over the King.
        (
            "10k/11/11/11/11/11/11/11/11/c4K5/11 w K - 0 1",
            JumpPath::Static,
            "d1 d2 d3 d4 e1 e2 e3 e4 f1 f3 f4 g1 g2 g3 g4 h1 h3 h4",
        ),
        // Nobody jumps out of check, however the path is judged.
        ("5r4k/11/11/11/11/11/11/11/11/5K5/11 w K - 0 1", JumpPath::Unchecked, "e1 e2 e3 g1 g2 g3"),
    ] {
        let mut game = game("wild-tamerlane");
        game.jump.as_mut().unwrap().path = path;
        assert_eq!(from(&board(&game, fen), "f2"), moves, "{fen} {path:?}");
    }
}

#[test]
fn bent_riders_on_an_empty_board() {
    for (ruleset, letter, count) in [("wild-tamerlane", "G", 36), ("tamerlane2", "X", 20)] {
        let game = game(ruleset);
        let fen = format!("k10/11/11/11/11/5{letter}5/11/11/11/11/10K w - - 0 1");
        let moves = from(&board(&game, &fen), "f6");
        assert_eq!(moves.split(' ').count(), count, "{fen}");
    }
}

#[test]
fn rapid_pawns() {
    let mut game = game("wild-tamerlane");
    let pawn = game.kind_named("pawn").unwrap();
    game.kinds[pawn.index()].movement.set_double_step(Some(false));
    for (fen, square, moves) in [
        ("10k/11/3P7/11/11/11/11/11/11/5K5/11 w - - 0 1", "d9", "d10 d11g d11q"),
        ("10k/3n7/3P7/11/11/11/11/11/11/5K5/11 w - - 0 1", "d9", ""),
        ("3n6k/11/3P7/11/11/11/11/11/11/5K5/11 w - - 0 1", "d9", "d10"),
        ("10k/11/11/11/11/11/4Pp5/11/11/5K5/11 w - f6 0 1", "e5", "e6 e7 f6"),
    ] {
        assert_eq!(from(&board(&game, fen), square), moves, "{fen}");
    }
}

#[test]
fn two_ways_to_a_square_are_one_move() {
    let mut game = game("wild-tamerlane");
    let rook = game.kind_named("rook").unwrap();
    game.kinds[rook.index()].movement.set_double_step(Some(false));
    let fen = "10k/11/11/11/11/11/P10/R2P7/P10/5K5/11 w - - 0 1";
    assert_eq!(from(&board(&game, fen), "a4"), "b4 c4");
    let fen = "10k/11/11/11/P10/11/11/R2P7/P10/5K5/11 w - - 0 1";
    assert_eq!(from(&board(&game, fen), "a4"), "a5 a6 b4 c4");
}

#[test]
fn en_passant_into_a_promotion_zone() {
    let mut game = game("wild-tamerlane");
    let pawn = game.kind_named("pawn").unwrap();
    let zone = Zone::parse("ranks 8-last", &game.board, game.symmetry).unwrap();
    game.kinds[pawn.index()].promotion.as_mut().unwrap().zone = zone;
    let fen = "10k/11/11/11/4Pp5/11/11/11/11/5K5/11 w - f8 0 1";
    assert_eq!(from(&board(&game, fen), "e7"), "e8g e8q f8g f8q");
}
