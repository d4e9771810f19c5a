//! Counts that others have published, or that independent programs agree on.

use super::{board, game};
use crate::rules::library;

/// Ruleset, FEN (empty for the start position), counts from depth 1 on.
const COUNTS: &[(&str, &str, &[u64])] = &[
    ("wild-tamerlane", "", &[52, 2696, 141_982]),
    ("wild-tamerlane-hcf", "", &[45, 2025, 94_983]),
    ("tamerlane2", "", &[52, 2696, 139_906]),
    ("tamerlane2-2000", "", &[45, 2025, 93_187]),
    ("tamerlane2-2021", "", &[45, 2025, 93_277]),
    ("timurid", "", &[52, 2704, 145_124]),
    ("wild-timurid", "", &[52, 2704, 145_644]),
    ("wild-babur", "", &[59, 3481, 211_212]),
    ("wild-babur-jump", "", &[58, 3364, 200_904]),
    ("metamachy", "", &[56, 3136, 183_832]),
    ("tamerlane-historic", "", &[24, 576, 14_518]),
    // Jocly's own readings differ from the others only behind this depth.
    ("timurid-jocly", "", &[52, 2704, 145_124]),
    ("wild-timurid-jocly", "", &[52, 2704, 145_644]),
    ("wild-babur-jocly", "", &[58, 3364, 200_904]),
    ("chess", "", &[20, 400, 8902]),
    // Positions of the chess programming community: castling, en passant, promotion.
    (
        "chess",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[48, 2039, 97_862],
    ),
    ("chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2812, 43_238]),
    ("chess", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9467]),
    ("chess", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1486, 62_379]),
    ("shako", "", &[58, 3364, 185_938]),
    // Positions of Fairy-Stockfish's own tests.
    (
        "shako",
        "4kc3c/ernbq1b1re/ppp3p1pp/3p2pp2/4p5/5P4/2PN2P3/PP1PP2PPP/ER1BQKBNR1/5C3C w KQ - 0 9",
        &[0, 0, 26_325],
    ),
    (
        "shako",
        "4ncr1k1/1cr2P4/pp2p2pp1/P7PN/2Ep1p4/B3P1eN2/2P1n1P3/1B1P1K4/9p/5C2CR w - - 0 1",
        &[0, 0, 180_467],
    ),
    (
        "shako",
        "r5k3/4q2c2/1ebppnp3/1pp3BeEQ/10/2PE2P3/1P3P4/5NP2P/rR3KB3/7C2 w Q - 3 35",
        &[0, 4940],
    ),
    ("shako", "10/rr3k4/ppppp5/10/10/10/10/6PPPP/5K2RR/10 w Kq - 0 1", &[0, 460]),
];

#[test]
fn published_counts() {
    for &(ruleset, fen, counts) in COUNTS {
        let game = game(ruleset);
        let fen = if fen.is_empty() { game.start() } else { fen };
        for (&count, depth) in counts.iter().zip(1..) {
            // A zero stands for a depth that was not published.
            if count != 0 {
                assert_eq!(board(&game, fen).perft(depth), count, "{ruleset} {fen} depth {depth}");
            }
        }
    }
}

#[test]
fn every_built_in_ruleset_has_a_count() {
    for name in library::names() {
        assert!(
            COUNTS.iter().any(|&(ruleset, fen, _)| ruleset == name && fen.is_empty()),
            "{name}"
        );
    }
}
