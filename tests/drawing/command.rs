//! The commands that draw pictures and show rules, run as a process.

use tamerlane::drawing::{self, SvgOptions};
use tamerlane::rules;

use super::elements::elements;
use super::process::{printed, printed_json, refused};
use super::{Folder, all_games, start};

#[test]
fn the_command_shows_rules() {
    let game = rules::load("tamerlane2").unwrap();
    assert_eq!(printed(&["variants", "show", "tamerlane2"]), drawing::rules_page(&game));
    for game in all_games() {
        let object = printed_json(&["variants", "show", &game.name, "--json"]);
        assert_eq!(object, drawing::rules_json(&game));
        assert_eq!(object["name"], game.name);
        assert_eq!(object["start"], game.start());
        assert_eq!(object["kinds"].as_array().unwrap().len(), game.kinds.len());
        assert_eq!(object["special"]["jump"].is_null(), game.jump.is_none());
        assert_eq!(object["fen"]["rights"].as_array().unwrap().len(), game.rights.len());
    }
    let object = drawing::rules_json(&game);
    let kind = |name: &str| {
        let kinds = object["kinds"].as_array().unwrap();
        kinds.iter().find(|kind| kind["name"] == name).unwrap()
    };
    assert_eq!(kind("ship")["promotion"]["zone"]["white"], serde_json::json!(["a11", "k11"]));
    assert_eq!(kind("ship")["promotion"]["optional"], true);
    assert_eq!(kind("prince")["successor"], true);
    assert_eq!(kind("eagle")["movement"].as_array().unwrap().len(), 12);
    assert_eq!(kind("cannon")["movement"][4]["path"], "hop");
    assert_eq!(object["special"]["succession"], serde_json::json!(["prince"]));
}

#[test]
fn the_command_draws_pictures() {
    let game = rules::load("shako").unwrap();
    let picture = drawing::svg(&game, &start(&game), &SvgOptions::default());
    assert_eq!(printed(&["show", "-v", "shako", "--svg", "-"]), picture);
    let folder = Folder::new("pictures");
    let path = folder.path("board.svg");
    assert_eq!(printed(&["show", "-v", "shako", "--svg", &path]), "");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), picture);
    let fen = "4k3/8/8/8/8/8/8/4K3 b - - 0 1";
    let arguments = ["show", "-v", "chess", "--fen", fen, "--svg", "-", "--square-size", "100"];
    let drawn = printed(&[&arguments[..], &["--highlight", "e1,e8"]].concat());
    let elements = elements(&drawn);
    assert_eq!(elements.iter().filter(|element| element.name == "use").count(), 2);
    assert_eq!(elements.iter().filter(|element| element.name == "symbol").count(), 1);
    assert_eq!(drawn.matches("class=\"highlight\"").count(), 2);
    assert!(drawn.contains(&format!("<desc>Black to move: {fen}</desc>")), "{drawn}");
    refused(&["show", "-v", "chess", "--svg", "-", "--highlight", "e9"], &["\"e9\""]);
    refused(&["show", "--svg", "-", "--json"], &["--json"]);
    refused(&["show", "--highlight", "e1"], &["--svg"]);
    refused(&["show", "--svg", "no/such/folder/board.svg"], &["no/such/folder/board.svg"]);
}

#[test]
fn the_pictures_kept_are_those_drawn() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("data/pictures");
    let eagle = "e1m1c1c1m1e/rnb1q1qgbnr/ppppgpppppp/6k4/4p6/11/3PP6/11/PPP1GPPPPPP/RNB1QKQGBNR/E1M1C1C1M1E w K - 3 4";
    let targets = "a4,b4,c4,d1,d2,d4,f4,f5,f6,f7,f8,f9,g4,h4,i4,j4,k4";
    let kept: [(&str, &[&str]); 2] = [
        ("wild-tamerlane-eagle.svg", &["--fen", eagle, "--highlight", targets]),
        ("tamerlane-historic.svg", &["-v", "tamerlane-historic"]),
    ];
    for (file, arguments) in kept {
        let command = ["show", "--svg", "-", "--square-size", "32"];
        let picture = std::fs::read_to_string(folder.join(file)).unwrap();
        assert_eq!(printed(&[&command, arguments].concat()), picture, "{file}");
    }
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), kept.len());
}
