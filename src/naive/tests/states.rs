//! What a move leaves behind: men, rights, the en passant square, clocks; and how games stand.

use super::{board, check_after, fen_after, from, game};

/// Ruleset, FEN, a move, the FEN after it.
const AFTER: &[(&str, &str, &str, &str)] = &[
    // A double step leaves its square behind, whether somebody can use it or not.
    (
        "wild-tamerlane",
        "e1m1c1c1m1e/rnbgqkqgbnr/ppppppppppp/11/11/11/11/11/PPPPPPPPPPP/RNBGQKQGBNR/E1M1C1C1M1E w Kk - 7 3",
        "a3a5",
        "e1m1c1c1m1e/rnbgqkqgbnr/ppppppppppp/11/11/11/P10/11/1PPPPPPPPPP/RNBGQKQGBNR/E1M1C1C1M1E b Kk a4 0 3",
    ),
    // The same squares in two steps leave none.
    (
        "wild-tamerlane",
        "10k/11/11/11/1p9/11/11/P10/11/5K5/11 w K b8 9 4",
        "a4a5",
        "10k/11/11/11/1p9/11/P10/11/11/5K5/11 b K - 0 4",
    ),
    // En passant; the King's right goes with its jump and with its step, not with its check.
    (
        "wild-tamerlane",
        "10k/11/11/11/4Pp5/11/11/11/11/5K5/11 w K f8 0 9",
        "e7f8",
        "10k/11/11/5P5/11/11/11/11/11/5K5/11 b K - 0 9",
    ),
    (
        "wild-tamerlane",
        "11/5k5/11/11/11/11/11/11/11/5K4R/11 b Kk - 4 9",
        "f10h11",
        "7k3/11/11/11/11/11/11/11/11/5K4R/11 w K - 5 10",
    ),
    (
        "wild-tamerlane",
        "11/5k5/11/11/11/11/11/11/11/5K4R/11 w Kk - 4 9",
        "f2f1",
        "11/5k5/11/11/11/11/11/11/11/10R/5K5 b k - 5 9",
    ),
    // A promotion that is no pawn's does not reset the clock, a capture does.
    (
        "tamerlane2",
        "10k/11/11/3I7/11/11/11/11/11/5K5/11 w - - 4 9",
        "d8d9q",
        "10k/11/3Q7/11/11/11/11/11/11/5K5/11 b - - 5 9",
    ),
    (
        "tamerlane2",
        "10k/11/4p6/3I7/11/11/11/11/11/5K5/11 w - - 4 9",
        "d8e9",
        "10k/11/4I6/11/11/11/11/11/11/5K5/11 b - - 0 9",
    ),
    // A Prince beside the en passant square just walks there.
    (
        "tamerlane2",
        "10k/11/11/11/4Ip5/11/11/11/11/5K5/11 w - f8 0 1",
        "e7f8",
        "10k/11/11/5I5/5p5/11/11/11/11/5K5/11 b - - 1 1",
    ),
    // A Prince's double step, and its capture by a pawn.
    (
        "tamerlane2-2021",
        "10k/11/11/11/11/11/11/3p7/11/4I1I1K2/11 w EG - 3 1",
        "e2e4",
        "10k/11/11/11/11/11/11/3pI6/11/6I1K2/11 b G e3 4 1",
    ),
    (
        "tamerlane2-2021",
        "10k/11/11/11/11/11/11/3pI6/11/6K4/11 b - e3 4 1",
        "d4e3",
        "10k/11/11/11/11/11/11/11/4p6/6K4/11 w - - 0 2",
    ),
    // Who captures an unmoved Prince takes its right along.
    (
        "tamerlane2-2021",
        "10k/11/11/11/11/11/11/11/3p7/4I1I1K2/11 b EG - 3 1",
        "d3e2",
        "10k/11/11/11/11/11/11/11/11/4p1I1K2/11 w G - 0 2",
    ),
    // Succession: the new Prince may stand on its last rank; jump and first move are gone.
    (
        "tamerlane2",
        "10k/11/11/11/11/4I6/11/11/10r/5K4r/10r w K - 2 5",
        "f2e6",
        "10k/11/11/11/11/4K6/11/11/10r/5I4r/10r b - - 3 5",
    ),
    (
        "tamerlane2-2021",
        "K2r7/10r/11/11/11/11/10k/11/11/4I6/11 w E - 0 1",
        "a11e2",
        "I2r7/10r/11/11/11/11/10k/11/11/4K6/11 b - - 1 1",
    ),
    // Castling, and rights lost by the rook and by its capture.
    ("chess", "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1", "e1c1", "4k2r/8/8/8/8/8/8/2KR4 b k - 1 1"),
    ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8", "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1"),
    (
        "chess",
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
        "h8g8",
        "r3k1r1/8/8/8/8/8/8/R3K2R w KQq - 1 2",
    ),
    (
        "shako",
        "4k5/10/10/10/10/10/10/10/5K2R1/10 w K - 0 1",
        "f2h2",
        "4k5/10/10/10/10/10/10/10/6RK2/10 b - - 1 1",
    ),
];

#[test]
fn positions_after_moves() {
    check_after(AFTER);
}

#[test]
fn a_rapid_pawn_that_promotes_by_a_double_step() {
    let mut game = game("wild-tamerlane");
    let pawn = game.kind_named("pawn").unwrap();
    game.kinds[pawn.index()].movement.set_double_step(Some(false));
    assert_eq!(
        fen_after(&game, "10k/11/3P7/11/11/11/11/11/11/5K5/11 w - - 3 1", "d9d11g"),
        "3G6k/11/11/11/11/11/11/11/11/5K5/11 b - d10 0 1"
    );
}

#[test]
fn after_a_succession() {
    let game = game("tamerlane2");
    let board = board(&game, "10k/11/11/11/11/4I6/11/11/11/10r/K2r7 w - - 0 1");
    assert_eq!(board.status(), "check");
    let moves = board.moves();
    let (_, after) = &moves[0];
    assert_eq!(after.moves().len(), 42);
    assert!(from(after, "d1").split(' ').any(|to| to == "a1"));
}

#[test]
fn how_games_stand() {
    for (ruleset, fen, status) in [
        ("wild-tamerlane", "10k/11/11/11/11/11/11/11/11/5K5/11 w K - 0 1", "ongoing"),
        ("wild-tamerlane", "5r4k/11/11/11/11/11/11/11/11/5K5/11 w K - 0 1", "check"),
        ("wild-tamerlane", "10k/11/11/11/11/11/11/11/11/10r/K2r7 w - - 0 1", "checkmate"),
        ("tamerlane2", "10k/11/11/11/11/4I5r/11/11/11/10r/K2r7 w - - 0 1", "checkmate"),
        ("tamerlane2", "10k/11/11/1r9/11/11/11/9p1/9P1/7r1PX/K8PI w - - 0 1", "stalemate"),
    ] {
        let game = game(ruleset);
        let board = board(&game, fen);
        assert_eq!(board.status(), status, "{fen}");
        assert_eq!(board.in_check(), status.starts_with("check"), "{fen}");
    }
}

/// A Cannon on f2 and a rook on f5 behind a knight on f7: with two screens there is no check.
#[test]
fn checks_discovered_by_screens() {
    let game = game("wild-tamerlane");
    let board = board(&game, "11/5k5/11/11/5N5/11/5R5/11/11/5C5/K10 w - - 0 1");
    for (text, after) in board.moves() {
        let gives_check = match &text[..2] {
            // The knight leaves: the rook gives check, and is the Cannon's screen.
            "f7" => true,
            // The rook leaves the file: the knight is the only screen.
            "f5" => !text[2..].starts_with('f'),
            _ => false,
        };
        assert_eq!(after.in_check(), gives_check, "{text}");
    }
}

#[test]
fn a_second_screen_ends_the_check_and_a_new_first_one_gives_it() {
    let game = game("wild-tamerlane");
    let board = board(&game, "11/5k5/11/11/11/11/R10/11/11/5C5/K10 w - - 0 1");
    for (text, after) in board.moves() {
        // On the tenth rank it is the rook itself that gives check.
        let gives_check = text == "a5f5" || text == "a5a10";
        assert_eq!(after.in_check(), gives_check, "{text}");
    }
}

#[test]
fn a_position_that_no_legal_move_leads_to() {
    let game = game("wild-tamerlane");
    let fen = "5r4k/11/11/11/11/11/11/11/11/5K5/11 b - - 0 1";
    let setup = crate::position::Setup::parse(&game, fen).unwrap();
    let board = super::NaiveBoard::new(&game, &setup);
    assert!(board.opponent_in_check());
    assert!(!board.in_check());
}
