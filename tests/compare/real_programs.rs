//! Programs that others have written agree over dozens of random positions.

use serde_json::Value;

use super::exports::has_version;
use super::process::{run, stderr, stdout};
use super::{agrees, moves, need};

/// A comparison that must agree over the positions of a file.
fn agree_on(program: &str, preset: &[&str], game: &str, depth: &str, file: &str) {
    need(program);
    let path = format!("tests/compare/positions/{file}.fen");
    let positions = std::fs::read_to_string(&path).unwrap().lines().count();
    assert!(positions >= 100, "{path}: {positions} positions");
    let arguments = ["-v", game, "--depth", depth, "--input", &path];
    let object = agrees(&[preset, &arguments].concat());
    assert_eq!(object["positions"], positions, "{path}");
    let nodes = object["nodes"].as_u64().unwrap();
    assert!(nodes > 10_000, "{path}: only {nodes} nodes");
    println!("{program}, {game}: {positions} positions, {nodes} nodes");
}

const FAIRY_STOCKFISH: [&str; 2] = ["--preset", "fairy-stockfish"];
const SJAAK: [&str; 2] = ["--preset", "sjaak"];

#[test]
fn fairy_stockfish_plays_two_games_of_its_own() {
    agree_on("fairy-stockfish", &FAIRY_STOCKFISH, "chess", "3", "chess");
    agree_on("fairy-stockfish", &FAIRY_STOCKFISH, "shako", "3", "shako");
}

#[test]
fn fairy_stockfish_reads_our_games() {
    // Not games of the library, so they are told by a file.
    let large = "tests/compare/large-shako.toml";
    agree_on("fairy-stockfish", &FAIRY_STOCKFISH, large, "2", "large-shako");
}

#[test]
fn stockfish_plays_chess() {
    agree_on("stockfish", &["--preset", "stockfish"], "chess", "3", "chess");
    let output = run(&["compare", "--preset", "stockfish", "-v", "shako"]);
    assert_eq!(output.status.code(), Some(2));
    let message = stderr(&output);
    assert!(message.contains("plays another game"), "{message}");
}

/// Faults of the versions that Debian 12 has, which must be found; others may agree.
#[test]
fn known_faults_are_found() {
    // Fairy-Stockfish 11.1 castles though the rook leaves a line to the king's target open.
    let fen = "10/5k4/10/10/10/10/10/10/rR3K4/10 w Q - 0 1";
    let found = known_fault(&["--preset", "fairy-stockfish", "-v", "shako", "--fen", fen]);
    assert!(found.is_some() || !has_version("fairy-stockfish", "11.1"));
    if let Some(place) = found {
        let wrong = moves(&place, "only_theirs");
        let reason =
            "it leaves the White king on d2 attacked by the Black rook on a2 by way of b2 c2";
        assert_eq!(wrong, [("f2d2".to_owned(), reason.to_owned())]);
    }
    // Sjaak II 1.4.1 lists a move twice that answers a rider's and a hopper's check at once.
    let fen = "5k5/11/11/2c8/4Q6/2r8/11/11/2K8/11/11 w - - 0 1";
    let game = "data/examples/wild-tamerlane-no-eagles.toml";
    let found = known_fault(&["--preset", "sjaak", "-v", game, "--fen", fen]);
    assert!(found.is_some() || !has_version("sjaakii", "1.4.1"));
    if let Some(place) = found {
        assert_eq!(place["twice"].as_array().unwrap(), &["e7c5"]);
    }
}

/// The place of a fault, if the installed version has it.
fn known_fault(arguments: &[&str]) -> Option<Value> {
    let output = run(&[&["compare", "--json", "--depth", "1"], arguments].concat());
    let object: Value = serde_json::from_str(stdout(&output)).unwrap();
    (object["agrees"] == false).then(|| object["finding"]["place"].clone())
}

#[test]
fn sjaak_reads_our_games() {
    let game = "data/examples/wild-tamerlane-no-eagles.toml";
    agree_on("sjaakii", &SJAAK, game, "2", "wild-tamerlane-no-eagles");
    agree_on("sjaakii", &SJAAK, "chess", "2", "chess");
    agree_on("sjaakii", &SJAAK, "shako", "2", "shako");
}
