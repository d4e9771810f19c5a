//! The rules of games as pages.

use tamerlane::drawing::{self, MovementDiagram};
use tamerlane::rules::{self, Game};

use super::{all_games, start};

/// A page as one line, so that sentences are found wherever they are broken.
fn page(game: &Game) -> String {
    drawing::rules_page(game).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn pages_of_all_games_are_tidy() {
    for game in all_games() {
        let page = drawing::rules_page(&game);
        for line in page.lines() {
            assert!(line.chars().count() <= 100, "{}: {line}", game.name);
            assert_eq!(line, line.trim_end(), "{}", game.name);
        }
        assert!(!page.contains("\n\n\n"), "{}", game.name);
        let start = start(&game);
        for line in start.diagram(&game).lines() {
            assert!(page.contains(line), "{}: {line}", game.name);
        }
        for start in &game.starts {
            let fen: String = start.fen.split(' ').collect();
            let text: String = page.split_whitespace().collect();
            assert!(text.contains(&fen), "{}: {}", game.name, start.fen);
        }
        for kind in game.all_kinds() {
            let rules = game.kind(kind);
            let name = rules.name.replace('-', " ");
            assert!(page.contains(&format!("{:<4}{name}", rules.letter)), "{}: {name}", game.name);
            for line in MovementDiagram::new(&game, kind).lines() {
                let line = line.replacen(&rules.letter[..1], "", 1);
                let found = line.split("  ").all(|part| page.contains(part));
                assert!(found, "{}: {name}: {line}", game.name);
            }
        }
    }
}

#[test]
fn pages_say_the_rules() {
    let common = ["Stalemate: a side that is not in check and has no legal move draws."];
    let jump = "any of the sixteen squares two away: orthogonally, diagonally or";
    let succession = "may change places with a prince of its side whose square is not attacked.";
    let second_step = "A lion that captures on a neighbouring square may step on in the same move";
    let prince_captured =
        "A pawn or a prince that has just made a double step may be captured by a pawn";
    let pawn_captured = "A pawn that has just made a double step may be captured by a pawn";
    let expected: [(&str, &[&str], &[&str]); 8] = [
        (
            "wild-tamerlane",
            &[
                jump,
                pawn_captured,
                "P pawn: promotes to a queen or an eagle on the last rank",
                "from rank 3 (Black: rank 9)",
                "lifted from where it stands and put in place of whatever stands there",
                "K White's king on f2 has not moved and may jump",
                "seventy-five draw by themselves",
            ],
            &[succession, second_step, "Citadels", "Castling"],
        ),
        ("wild-tamerlane-hcf", &["Third field: always \"-\"."], &[jump, "jumps while unmoved"]),
        (
            "tamerlane2",
            &[
                jump,
                succession,
                "may promote to a queen on ranks 9 to 11 (Black: ranks 1 to 3)",
                "may promote to an eagle on a11 and k11 (Black: a1 and k1)",
            ],
            &[second_step],
        ),
        (
            "tamerlane2-2021",
            &[
                prince_captured,
                "ship: promotes to an eagle on a11 and k11",
                "as its first move, from e2 or g2 (Black: e10 or g10)",
                "E White's prince on e2 has not moved and may make its double step",
            ],
            &[jump],
        ),
        (
            "wild-babur",
            &[second_step, "which passes the turn", prince_captured, "leaps to any of the sixteen"],
            &[succession, jump],
        ),
        (
            "metamachy",
            &["a queen, a lion or an eagle on the last rank", "from everywhere", "kgql", "qgkl"],
            &[second_step],
        ),
        (
            "chess",
            &[
                "The king goes from e1 to c1 and the rook from a1 to d1 (Black: e8 to c8 and a8 to d8)",
                "q Black may castle with the rook on a8",
            ],
            &[jump],
        ),
        (
            "shako",
            &[
                "The king goes from f2 to h2 and the rook from i2 to g2",
                "from rank 3 (Black: rank 8)",
            ],
            &[jump],
        ),
    ];
    for (name, says, lacks) in expected {
        let page = page(&rules::load(name).unwrap());
        for sentence in says.iter().chain(&common) {
            assert!(page.contains(sentence), "{name} does not say: {sentence}\n{page}");
        }
        for sentence in lacks {
            assert!(!page.contains(sentence), "{name} says: {sentence}");
        }
    }
}

#[test]
fn the_page_of_a_game_with_citadels_and_waiting_pawns() {
    let page = page(&rules::load("tamerlane-historic").unwrap());
    for sentence in [
        "Royal are, from the highest to the lowest: king, prince and adventitious king.",
        "A side with several royal men is never in check",
        "Once in the game a king that is the only royal man of its side may change places",
        "while it is in check or its side has no other legal move.",
        "l2 is White's citadel, a square beyond the edge that touches k1, k2 and k3.",
        "z9 is Black's citadel, a square beyond the edge that touches a8, a9 and a10.",
        "a king that enters may change places at once with a prince or an adventitious king",
        "Into the citadel of its own side only an adventitious king may step",
        "A pawn of pawns that reaches its last rank waits there",
        "is transferred to f3 (Black: f8) in the same move",
        "pawn of kings: promotes to a prince on the last rank",
        "A side that is not in check and has no legal move has lost too.",
        "No draw by repetition",
        "S White's swap is not used yet",
        "who stands in the citadels l2 and z9",
        "least three squares outward along the file or the rank",
        "Black's men move the same way with the board turned round.",
    ] {
        let found = page.to_lowercase().contains(&sentence.to_lowercase());
        assert!(found, "it does not say: {sentence}\n{page}");
    }
    assert!(!page.contains("En passant"), "{page}");
}
