//! Matches against programs that others have written.

use super::process::search_path;
use super::{Place, games, played};

fn need(program: &str) {
    let found =
        search_path().split(':').any(|folder| std::path::Path::new(folder).join(program).exists());
    assert!(
        found,
        "\"{program}\" is missing; scripts/test installs it (Debian has it as a package)"
    );
}

/// All games end by rule, nobody is at fault.
fn fair(game: &str, pairs: u64, player: &str) {
    let place = Place::new();
    let count = pairs.to_string();
    let (report, code) = played(&[
        "match",
        "-v",
        game,
        "--pairs",
        &count,
        "--seed",
        "2",
        "--cap",
        "300",
        "-p",
        "engine depth=3",
        "-p",
        player,
        "--out",
        &place.run(),
    ]);
    assert_eq!(code, Some(0), "{report}");
    assert_eq!((&report["pairs"], &report["valid"]), (&pairs.into(), &true.into()), "{report}");
    assert_eq!(report["forfeits"].as_array().unwrap().len(), 0, "{report}");
    assert_eq!(report["failures"].as_array().unwrap().len(), 0, "{report}");
    for game in games(&place.run()) {
        // Both tell what they think: ours, and what the other program has said.
        let told =
            |key: &str| game[key].as_array().unwrap().iter().filter(|x| !x.is_null()).count();
        let plies = game["moves"].as_array().unwrap().len();
        assert!(told("scores") * 10 > plies * 8, "{game}");
        assert!(told("nodes") * 10 > plies * 8, "{game}");
    }
}

#[test]
fn fairy_stockfish_plays_shako() {
    need("fairy-stockfish");
    fair("shako", 2, "cmd=fairy-stockfish protocol=uci depth=3");
}

#[test]
fn fairy_max_plays_chess() {
    need("fairymax");
    fair("chess", 2, "cmd=fairymax protocol=cecp depth=3");
    fair("chess", 1, "cmd=fairymax protocol=cecp tc=3+0.1 margin=500");
}

#[test]
fn our_own_engine_plays_by_uci() {
    let engine = format!("cmd=\"{} uci\" nodes=300", env!("CARGO_BIN_EXE_tamerlane"));
    fair("wild-tamerlane", 1, &engine);
    fair("wild-babur", 1, &engine);
}

#[test]
fn programs_that_do_not_know_the_game_are_refused() {
    use super::process::refused;
    need("fairy-stockfish");
    let place = Place::new();
    let arguments = ["match", "-v", "wild-tamerlane", "-p", "engine depth=1", "-p"];
    let out = ["--out", &place.run()];
    let words = ["fairy-stockfish", "does not offer UCI_Variant wild-tamerlane"];
    refused(&[&arguments[..], &["cmd=fairy-stockfish depth=1"], &out].concat(), &words);
}
