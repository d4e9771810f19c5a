//! The protocol of `XBoard`: as a process, and with nonsense.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod dialogue;
mod process;

use std::io::Cursor;
use std::time::Duration;

use dialogue::{Dialogue, Kept};
use tamerlane::cecp::Cecp;
use tamerlane::rules::library;
use tamerlane::sampling::Random;

/// The program as an engine for `XBoard`.
struct Engine {
    dialogue: Dialogue,
    pings: u32,
}

impl Engine {
    /// The program after the greeting, in a game, with few nodes a move.
    fn start(variant: &str) -> Self {
        let mut engine = Self::of(&["cecp"]);
        engine.say("xboard\nprotover 2");
        engine.until("feature done=1");
        engine.say(&format!("option Nodes=500\nnew\nvariant {variant}"));
        engine.answers();
        engine
    }

    fn of(arguments: &[&str]) -> Self {
        Self { dialogue: Dialogue::start(arguments), pings: 0 }
    }

    fn say(&mut self, text: &str) {
        self.dialogue.say(text);
    }

    fn until(&self, word: &str) -> Vec<String> {
        self.dialogue.until(word)
    }

    fn quit(self) {
        self.dialogue.quit();
    }

    /// What is answered to everything said so far: a `ping` comes behind it.
    fn answers(&mut self) -> Vec<String> {
        self.pings += 1;
        let number = self.pings;
        self.say(&format!("ping {number}"));
        let mut lines = self.until(&format!("pong {number}"));
        lines.pop();
        lines
    }

    /// What is answered to some commands.
    fn asked(&mut self, text: &str) -> Vec<String> {
        self.say(text);
        self.answers()
    }

    /// The position.
    fn fen(&mut self) -> String {
        self.asked("fen").pop().unwrap()
    }

    /// The one line of an answer that starts with a word.
    fn one(&mut self, text: &str, word: &str) -> String {
        let answer = self.asked(text);
        let mut found: Vec<&String> = answer.iter().filter(|l| l.starts_with(word)).collect();
        assert_eq!(found.len(), 1, "{text}: {answer:#?}");
        found.pop().unwrap().clone()
    }
}

#[test]
fn greeting_and_a_game_from_the_first_to_the_last_move() {
    let mut engine = Engine::of(&["xboard"]);
    engine.say("xboard\nprotover 2");
    let features = engine.until("feature done=1").join("\n");
    for name in library::names().filter(|&name| name != library::ORTHODOX) {
        let offered =
            features.contains(&format!(",{name},")) || features.contains(&format!(",{name}\""));
        assert!(offered, "{name}: {features}");
    }
    for feature in ["ping=1", "setboard=1", "usermove=1", "colors=0", "highlight=1", "sigint=0"] {
        assert!(features.contains(feature), "{feature}");
    }
    engine
        .say("accepted ping\nmemory 8\ncores 1\noption Nodes=500\nnew\nrandom\nlevel 40 5 0\npost");
    let mut lines = engine.asked("variant normal\nusermove f2f3");
    assert!(!lines.iter().any(|line| line.starts_with("setup")), "{lines:?}");
    let mut plies = 1;
    let mut thinking = 0;
    // The engine plays both sides in turn: `playother` gives it the other one.
    let result = loop {
        thinking += lines.iter().filter(|line| line.contains('\t')).count();
        plies += lines.iter().filter(|line| line.starts_with("move ")).count();
        let result = lines.iter().find(|line| line.ends_with('}'));
        if let Some(result) = result {
            break result.clone();
        }
        assert!(plies < 1_000, "{lines:?}");
        lines = engine.asked("go");
    };
    assert!(thinking > plies && plies > 4, "{thinking} lines of thinking in {plies} plies");
    let known = ["1-0 {White mates}", "0-1 {Black mates}", "1/2-1/2 {Draw by repetition}"];
    assert!(known.contains(&result.as_str()) || result.starts_with("1/2"), "{result}");
    assert_eq!(engine.asked(&format!("result {result}")), [""; 0]);
    engine.quit();
}

#[test]
fn every_game_is_set_up_played_and_taken_back() {
    for name in library::names().filter(|&name| name != library::ORTHODOX) {
        let mut engine = Engine::start("normal");
        let lines = engine.asked(&format!("new\nvariant {name}"));
        assert!(lines[0].starts_with("setup ("), "{name}: {lines:?}");
        assert!(lines[1..].iter().all(|line| line.starts_with("piece ")), "{name}: {lines:?}");
        let start = engine.fen();
        let told = lines[0].split(' ').nth(3).unwrap();
        assert_eq!(start.split(' ').next(), Some(told), "{name}");
        engine.one("go", "move ");
        let after = engine.fen();
        assert_ne!(after, start, "{name}");
        // What it tells of a position it takes for that position.
        engine.asked(&format!("force\nsetboard {after}"));
        assert_eq!(engine.fen(), after, "{name}");
        engine.one("go", "move ");
        assert_eq!(engine.asked("force\nundo"), [""; 0], "{name}");
        assert_eq!(engine.fen(), after, "{name}");
        engine.quit();
    }
}

#[test]
fn force_undo_remove_and_whose_turn_it_is() {
    let mut engine = Engine::start("wild-tamerlane");
    assert_eq!(engine.asked("force\nusermove e3e5\nusermove f9f7"), [""; 0]);
    let two = engine.fen();
    engine.one("go", "move ");
    engine.one("playother\nusermove a9a7", "move ");
    engine.asked("remove");
    engine.asked("force\nundo");
    assert_eq!(engine.fen(), two);
    let nothing_left = engine.asked("undo\nundo\nundo\nremove");
    assert_eq!(
        nothing_left,
        ["Error (command not legal now): undo", "Error (command not legal now): remove"]
    );
    engine.quit();
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let mut engine = Engine::start("wild-tamerlane");
    for (text, words) in [
        ("usermove e3e6", "pawn"),
        ("usermove e9e8", "White's turn"),
        ("usermove f2f2", ""),
        ("usermove e3", "expected two squares"),
        ("usermove z3z4", "expected two squares"),
        ("usermove e3e5q", ""),
        ("e3e6", "pawn"),
    ] {
        let line = engine.one(&format!("force\n{text}"), "Illegal move (");
        let text = text.strip_prefix("usermove ").unwrap_or(text);
        assert!(line.ends_with(&format!("): {text}")) && line.contains(words), "{line}");
    }
    // Jumping over a square that is attacked, which XBoard allows.
    engine.asked("setboard 3k7/11/11/11/11/11/11/6r4/11/5K5/11 w - - 0 1");
    let line = engine.one("usermove f2h2", "Illegal move (");
    assert!(line.contains("jump over an attacked square"), "{line}");
    assert_eq!(engine.asked("usermove f2d2"), [""; 0]);
    // A position that cannot be.
    let line = engine.one("setboard 11/11/11/11/11/11/11/11/11/11/11 w - - 0 1", "tellusererror ");
    assert!(line.contains("Illegal position"), "{line}");
    engine.one("usermove e3e5", "Illegal move (");
    engine.asked("new\nvariant wild-tamerlane\nforce");
    assert_eq!(engine.asked("usermove e3e5"), [""; 0]);
    engine.quit();
}

#[test]
fn boards_of_ten_ranks_are_counted_from_zero() {
    let mut engine = Engine::start("shako");
    engine.asked("force\nusermove e2e4");
    assert!(engine.fen().contains(" b KQkq e3 "), "{}", engine.fen());
    engine.asked("usermove e7e5\nusermove g0f2");
    // Castling, with the rook beside the corner.
    engine
        .asked("setboard c8c/ernbqkbnre/pppppppppp/10/10/10/10/PPPPPPPPPP/ERNBQK2RE/C8C w - - 0 1");
    assert_eq!(engine.asked("usermove f1h1"), [""; 0]);
    assert!(engine.fen().contains("/ERNBQ1RK1E/"), "{}", engine.fen());
    engine.quit();
}

#[test]
fn promotions_are_letters_of_pawns_and_a_plus_of_others() {
    let mut engine = Engine::start("wild-timurid");
    let board = "5k6/12/3I8/2P9/12/12/12/12/12/12/12/5K6";
    engine.asked(&format!("force\nsetboard {board} w - - 0 1"));
    assert_eq!(engine.asked("usermove d10d11\nusermove f12f11\nusermove d11d12+"), [""; 0]);
    assert!(engine.fen().starts_with("3Q8/"), "{}", engine.fen());
    // It may stay a Prince, in words or without.
    for stays in ["d11d12", "d11d12i"] {
        engine.asked("undo");
        assert_eq!(engine.asked(&format!("usermove {stays}")), [""; 0]);
        assert!(engine.fen().starts_with("3I8/"), "{}", engine.fen());
    }
    engine.asked(&format!("setboard {} w - - 0 1", board.replace("12/3I8/2P9", "2P9/12/12")));
    engine.one("usermove c11c12", "Illegal move (");
    assert_eq!(engine.asked("usermove c11c12q"), [""; 0]);
    engine.quit();
}

#[test]
fn two_legs_and_a_pass() {
    let mut engine = Engine::start("wild-babur");
    engine.asked("force\nsetboard 5k6/12/12/12/5p6/4pL6/12/12/12/12/12/5K6 w - - 0 1");
    assert_eq!(engine.asked("usermove f7e7,e7f8"), [""; 0]);
    assert!(engine.fen().starts_with("5k6/12/12/12/5L6/12/"), "{}", engine.fen());
    assert_eq!(engine.asked("usermove f12e12\nusermove @@@@\nusermove e12f12"), [""; 0]);
    // Its own move comes leg by leg: the one move that takes both men.
    engine.asked("setboard 4k7/12/12/12/5q6/5pL5/12/12/12/12/12/5K6 w - - 0 1");
    let answer = engine.asked("go");
    let moves: Vec<&String> = answer.iter().filter(|line| line.starts_with("move ")).collect();
    assert_eq!(moves, ["move g7f7,", "move f7f8"], "{answer:?}");
    engine.quit();
}

#[test]
fn squares_are_marked_for_the_mouse() {
    let mut engine = Engine::start("wild-timurid");
    let nothing = "12/12/12/12/12/12/12/12/12/12/12/12";
    assert_eq!(engine.asked("lift f1"), [format!("highlight {nothing}")]);
    engine.asked("force\nsetboard 5k6/2P9/3p1I6/12/12/12/12/12/12/12/12/5K6 w - - 0 1");
    assert_eq!(engine.asked("lift c11"), ["highlight 2B9/12/12/12/12/12/12/12/12/12/12/12"]);
    assert_eq!(engine.asked("put c12"), ["choice Q"]);
    // A King's moves that are legal, of which one is attacked by nobody.
    let king = engine.one("lift f1", "highlight ");
    assert_eq!(king, "highlight 12/12/12/12/12/12/12/12/12/12/4YYY5/4Y1Y5");
    // A Prince is asked whether it becomes a Queen.
    let prince = engine.one("lift f10", "highlight ");
    assert_eq!(prince, "highlight 12/4YYY5/4Y1Y5/4YYY5/12/12/12/12/12/12/12/12");
    engine.asked("usermove f10e11\nusermove f12g12");
    engine.asked("usermove f1f2\nusermove g12g11");
    let prince = engine.one("lift e11", "highlight ");
    assert!(prince.starts_with("highlight 3MMM6/"), "{prince}");
    assert_eq!(engine.asked("put e12"), ["choice QI"]);
    // En passant: who goes is shown while the mouse is there.
    engine.asked("setboard 5k6/12/12/12/12/3pP7/12/12/12/12/12/5K6 w - d8 0 1");
    assert!(engine.one("lift e7", "highlight ").starts_with("highlight 12/12/12/4Y7/3RY7/"));
    assert!(engine.one("hover d8", "highlight ").contains("/3RY7/3g8/"));
    // Queen or Eagle.
    engine.asked("variant wild-tamerlane\nsetboard 5k5/2P8/11/11/11/11/11/11/11/5K5/11 w - - 0 1");
    assert_eq!(engine.asked("lift c10"), ["highlight 2M8/11/11/11/11/11/11/11/11/11/11"]);
    assert_eq!(engine.asked("put c11"), ["choice QG"]);
    // Nonsense.
    assert_eq!(engine.asked("lift\nlift q99\nput e4\nhover e4\nput"), [""; 0]);
    engine.quit();
}

#[test]
fn the_first_leg_of_two_is_marked_and_then_the_second() {
    let mut engine = Engine::start("wild-babur");
    engine.asked("force\nsetboard 5k6/12/12/12/12/4pL6/12/12/12/12/12/5K6 w - - 0 1");
    let lion = engine.one("lift f7", "highlight ");
    assert!(lion.contains("/3YC1YY4/"), "{lion}");
    let second = engine.one("put e7", "highlight ");
    assert!(second.contains("/3YYYY5/") || second.contains("/3YYY6/"), "{second}");
    engine.quit();
}

#[test]
fn analysis_goes_on_until_it_is_told_to_end() {
    let mut engine = Engine::start("wild-tamerlane");
    engine.say("post\nanalyze");
    engine.until("3 ");
    let status = engine.one(".", "stat01: ");
    assert_eq!(status.split(' ').count(), 6, "{status}");
    assert!(status.ends_with(" 0 52"), "{status}");
    engine.say("usermove e3e5");
    engine.until("2 ");
    assert!(engine.one("usermove e3e5", "Illegal move").ends_with("e3e5"));
    engine.say("undo\nnew\nvariant shako");
    engine.until("piece K");
    engine.until("2 ");
    engine.say("exit");
    engine.answers();
    assert_eq!(engine.asked("."), [""; 0]);
    assert!(!engine.asked("nopost").iter().any(|line| line.starts_with("move")));
    engine.quit();
}

#[test]
fn clocks_moving_now_and_pings_behind_the_move() {
    let mut engine = Engine::start("wild-tamerlane");
    engine.say("option Nodes=0");
    for clock in ["level 40 0:01 0\ntime 100\notim 100", "st 0.05", "st 2\nnps 500", "sd 1"] {
        // The answer to the ping comes behind the move.
        engine.one(&format!("{clock}\ngo"), "move ");
    }
    engine.asked("new\nvariant wild-tamerlane");
    engine.say("level 0 600 0\ngo");
    std::thread::sleep(Duration::from_millis(100));
    assert!(!engine.dialogue.lines.try_iter().any(|line| line.starts_with("move")));
    let answer = engine.asked("?");
    assert!(answer.iter().any(|line| line.starts_with("move ")), "{answer:?}");
    // A search that is forced to end does not move.
    let answer = engine.asked("go\nforce");
    assert!(!answer.iter().any(|line| line.starts_with("move ")), "{answer:?}");
    engine.quit();
}

#[test]
fn hints_draws_and_thinking_in_the_opponents_time() {
    let mut engine = Engine::start("normal");
    assert_eq!(engine.asked("hard\nnew\nforce"), [""; 0]);
    engine.say("hint");
    engine.until("Hint: ");
    engine.one("go", "move ");
    let hint = engine.one("hint", "Hint: ");
    let reply = hint.strip_prefix("Hint: ").unwrap().to_owned();
    engine.one(&format!("usermove {reply}"), "move ");
    engine.asked("easy");
    // Nobody gives a draw away who stands well.
    engine.asked("setboard 4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1");
    engine.one("go", "move ");
    assert_eq!(engine.asked("draw"), [""; 0]);
    engine.asked("setboard 4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1");
    engine.one("go", "move ");
    assert_eq!(engine.asked("draw"), ["offer draw"]);
    engine.quit();
}

#[test]
fn results_are_claimed_where_the_rules_end_the_game() {
    for (variant, board, commands, claim) in [
        ("normal", "k7/8/1K6/8/8/8/8/7R w - - 0 1", "go", "1-0 {White mates}"),
        (
            "normal",
            "k7/8/8/8/8/8/1Q6/1K6 w - - 0 1",
            "playother\nusermove b2b6",
            "1/2-1/2 {Stalemate}",
        ),
        (
            "normal",
            "7k/5K2/8/8/8/8/8/6R1 w - - 0 1",
            "playother\nusermove g1h1",
            "1-0 {White mates}",
        ),
        (
            "normal",
            "k7/8/8/8/8/8/6R1/1K6 w - - 99 80",
            "playother\nusermove b1b2",
            "1/2-1/2 {Draw by fifty moves}",
        ),
        // Who only takes part in the position says nothing.
        ("normal", "7k/5K2/8/8/8/8/8/6R1 w - - 0 1", "force\nusermove g1h1", ""),
    ] {
        let mut engine = Engine::start(variant);
        engine.asked(&format!("force\nsetboard {board}"));
        let answer = engine.asked(commands);
        let claims: Vec<&String> = answer.iter().filter(|line| line.contains('{')).collect();
        let expected: Vec<&str> =
            Some(claim).filter(|claim| !claim.is_empty()).into_iter().collect();
        assert_eq!(claims, expected, "{board}: {answer:?}");
        engine.quit();
    }
}

#[test]
fn a_win_that_xboard_would_not_see_is_left_to_the_loser_to_tell() {
    // XBoard believes that a King may jump out of check, and takes such claims of programs for false.
    let mate = "setboard 10k/R10/11/11/11/11/11/11/11/11/1R3K5 w - - 0 1";
    let mut engine = Engine::start("wild-tamerlane");
    let claim = |lines: &[String]| lines.iter().any(|line| line == "1-0 {White mates}");
    for (commands, is_claimed) in
        [("go", true), ("computer\ngo", false), ("computer\nplayother\nusermove b1b11", true)]
    {
        engine.asked(&format!("new\nvariant wild-tamerlane\nforce\n{mate}"));
        let lines = engine.asked(commands);
        assert_eq!(claim(&lines), is_claimed, "{commands}: {lines:?}");
        let moved = lines.iter().any(|line| line == "move b1b11");
        assert_eq!(moved, commands.ends_with("go"), "{lines:?}");
    }
    engine.quit();
}

#[test]
fn a_game_of_ones_own_and_what_is_wrong_with_options() {
    let file = std::env::temp_dir().join(format!("tamerlane-cecp-{}.toml", std::process::id()));
    std::fs::write(
        &file,
        "name = \"amazons\"\nextends = \"chess\"\n[kinds.queen]\nmove = \"QN\"\n",
    )
    .unwrap();
    let path = file.to_str().unwrap();
    let mut engine = Engine::start("normal");
    let line = engine.one(&format!("option VariantPath={path}"), "feature variants=");
    assert!(line.contains(",amazons,"), "{line}");
    let lines = engine.asked("variant amazons");
    assert!(lines.iter().any(|line| line == "piece Q& QN"), "{lines:?}");
    for (nonsense, words) in [
        ("option Nodes=many", "\"many\""),
        ("option MultiPV=0", "\"0\""),
        ("option VariantPath=/nowhere.toml", "/nowhere.toml"),
        ("option PieceValues=/nowhere.toml", "/nowhere.toml"),
        ("option Colour=blue", "no such option"),
        ("option", "no such option"),
        ("variant atomic", "\"atomic\""),
        ("memory much", "wrong parameters"),
        ("cores", "wrong parameters"),
        ("level 40", "wrong parameters"),
        ("usermove", "no move"),
        ("edit", "unknown command"),
        ("exclude all", "unknown command"),
        ("tell me", "unknown command"),
    ] {
        let line = engine.one(nonsense, "Error (");
        assert!(line.contains(words) && line.ends_with(&format!("): {nonsense}")), "{line}");
    }
    engine.quit();
    // The same file, given before.
    let mut engine = Engine::of(&["cecp", "--variant", path]);
    engine.say("protover 2");
    let features = engine.until("feature done=1").join("\n");
    assert!(features.contains("normal,amazons,"), "{features}");
    engine.quit();
    std::fs::remove_file(file).unwrap();
    process::refused(&["cecp", "-v", "/nowhere.toml"], &["/nowhere.toml"]);
}

#[test]
fn no_nonsense_makes_it_stumble() {
    let words: Vec<&str> = "xboard protover accepted new variant normal wild-babur shako \
        tamerlane-historic quick force go playother level st sd nps time otim usermove ? ping draw \
        result setboard hint bk undo remove hard easy post nopost analyze exit . memory cores option \
        Nodes=30 Nodes=300 MultiPV=3 VariantPath= PieceValues= Clear Hash lift put hover computer fen \
        e2e4 e7e5 e3e5 @@@@ f2 f1 e4 1 2 -7 0 40 0:01 99999999999999999999 18446744073709551615 1e300 \
        NaN \0 é é2é4 w b - k7/8/1K6/8/8/8/8/7R 4k7/12/12/12/5q6/5pL5/12/12/12/12/12/5K6 edit exclude \
        e7,e8 + a9a10+ * {"
        .split(' ')
        .collect();
    let mut random = Random::new(2026);
    for _ in 0..40 {
        let mut text = "option Nodes=30\nmemory 1\n".to_owned();
        for _ in 0..40 {
            for _ in 0..random.below(6) {
                text += words[random.below(words.len())];
                text += if random.below(30) == 0 { "\t" } else { " " };
            }
            text += "\n";
        }
        let kept = Kept::default();
        let mut engine = Cecp::new(&[], kept.clone()).unwrap();
        engine.run(Cursor::new(text.clone().replace("option Nodes=300", "sd 2"))).unwrap();
        engine.run(Cursor::new("force\nping 77\n")).unwrap();
        let written = String::from_utf8(kept.0.lock().unwrap().clone()).unwrap();
        assert!(written.ends_with("pong 77\n"), "{text}\n{written}");
    }
}
