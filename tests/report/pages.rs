//! The page: whole, without a network, and with all games.

use std::collections::BTreeMap;

use serde_json::Value;
use tamerlane::geometry::Bitboard;
use tamerlane::movegen::{Task, Variant};
use tamerlane::pieces::Color;
use tamerlane::position::Setup;
use tamerlane::report::{Viewer, page, tables};
use tamerlane::rules::{Game, Ruleset};

use super::{Log, Recipe, Reported, journal, three_players, two_players};

fn viewer(reported: &Reported) -> (Variant, Viewer) {
    let variant = Variant::load(&reported.summary.run.variant).unwrap();
    let viewer = Viewer::of(&journal(reported.folder.path()), &variant, usize::MAX).unwrap();
    (variant, viewer)
}

/// What stands between tags of HTML, with its entities resolved.
fn texts(html: &str) -> String {
    let without_script: String = html
        .split("<script")
        .enumerate()
        .map(
            |(place, part)| if place == 0 { part } else { part.split_once("</script>").unwrap().1 },
        )
        .collect();
    let mut text = String::new();
    let mut inside = false;
    for character in without_script.chars() {
        match character {
            '<' => inside = true,
            '>' => {
                inside = false;
                text.push(' ');
            }
            _ if !inside => text.push(character),
            _ => {}
        }
    }
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
        .iter()
        .fold(text, |text, (entity, character)| text.replace(entity, character))
}

#[test]
fn the_page_needs_nothing_else() {
    for log in [two_players(), three_players()] {
        let reported = Reported::of(log);
        let (_, viewer) = viewer(&reported);
        let page = page(&reported.summary, Some(&viewer));
        let without_namespace = page.replace("http://www.w3.org/2000/svg", "");
        for word in [
            "http:",
            "https:",
            "//www",
            "src=",
            "@import",
            "url(",
            "fetch(",
            "XMLHttp",
            "import(",
            "<link",
            "<iframe",
            "<object",
            "WebSocket",
            "sendBeacon",
        ] {
            assert!(!without_namespace.contains(word), "{word}");
        }
        assert!(page.contains("default-src 'none'"));
        assert!(page.contains("<meta name=\"viewport\" content=\"width=device-width"));
        assert!(page.contains("prefers-color-scheme: dark"));
        // Nothing that a player is called may become a tag.
        assert!(!page.contains("<b>values</b>"));
    }
}

/// All that the page tells is in the tables, whose numbers `numbers.rs` counts again, in the lines
/// above them, or in the plots.
#[test]
fn the_page_holds_the_tables_and_no_other_numbers() {
    for log in [two_players(), three_players()] {
        let reported = Reported::of(log);
        let html = page(&reported.summary, None);
        let (_, after_style) = html.split_once("</style>").unwrap();
        let (before_plots, rest) = after_style.split_once("</ul>").unwrap();
        let rest = rest.split_once("<section>").unwrap().1;
        let (rest, footer) = rest.split_once("<footer>").unwrap();
        let told = texts(&format!("<section>{rest}"));
        let mut told: Vec<&str> = told.split_whitespace().collect();
        let mut wanted = Vec::new();
        let tables = tables(&reported.summary);
        for table in &tables {
            wanted.extend(table.title.split_whitespace());
            let cells = table.columns.iter().chain(table.rows.iter().flatten());
            wanted.extend(cells.flat_map(|cell| cell.split_whitespace()));
            wanted.extend(table.note.split_whitespace());
        }
        assert_eq!(told, wanted);
        told.retain(|word| word.contains(|c: char| c.is_ascii_digit()));
        assert!(told.len() > 100);
        let lines = texts(before_plots);
        for line in tamerlane::report::headline(&reported.summary) {
            assert!(lines.contains(&line), "{line}");
        }
        assert!(texts(footer).contains(&reported.summary.run.started));
    }
}

#[test]
fn plots_show_the_course() {
    let reported = Reported::of(two_players());
    let html = page(&reported.summary, None);
    let (_, plots) = html.split_once("<div class=\"plots\">").unwrap();
    let lines: Vec<&str> = plots.split("class=\"line\" d=\"M").skip(1).collect();
    assert_eq!(lines.len(), 2, "the ratio and Elo");
    let places = |line: &str| line.split('"').next().unwrap().split('L').count();
    // One for each pair; of Elo those without an interval are left out.
    assert_eq!(places(lines[0]), 120);
    assert!((100..=120).contains(&places(lines[1])));
    assert_eq!(plots.matches("class=\"bound\"").count(), 2);
    assert!(!page(&Reported::of(three_players()).summary, None).contains("class=\"plot"));
}

/// Replays what the script does, and holds it against the rules.
#[test]
fn the_viewer_shows_the_games_of_the_log() {
    let citadels = Recipe {
        variant: "tamerlane2",
        players: &["A", "B"],
        rounds: 3,
        chances: [1, 1, 1],
        test: None,
        seed: 8,
    };
    for log in [two_players(), three_players(), citadels.log()] {
        let reported = Reported::of(log);
        let (variant, viewer) = viewer(&reported);
        assert_eq!(viewer.games, reported.log.games.len() as u64);
        let check = Check { log: &reported.log, data: &viewer.data };
        variant.dispatch(check);
        for kind in viewer.data["kinds"].as_array().unwrap() {
            let symbol = format!("<symbol id=\"{}\"", kind[0].as_str().unwrap());
            assert!(viewer.board.contains(&symbol), "{symbol}");
        }
        for square in viewer.data["squares"].as_array().unwrap() {
            let rect = format!("<rect data-square=\"{}\"", square.as_str().unwrap());
            assert!(viewer.board.contains(&rect), "{rect}");
        }
        assert_eq!(viewer.board.matches("<use").count(), 0, "the board is empty");
        let page = page(&reported.summary, Some(&viewer));
        let (_, data) = page.split_once("id=\"games\">").unwrap();
        let data: Value = serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap();
        assert_eq!(data, viewer.data);
    }
}

#[test]
fn a_part_of_the_games_is_said_to_be_one() {
    let reported = Reported::of(three_players());
    let variant = Variant::load("chess").unwrap();
    let viewer = Viewer::of(&journal(reported.folder.path()), &variant, 10).unwrap();
    let page = page(&reported.summary, Some(&viewer));
    assert!(page.contains("The first 10 of 240 games."));
}

struct Check<'a> {
    log: &'a Log,
    data: &'a Value,
}

impl Task for Check<'_> {
    type Output = ();

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) {
        let game = rules.game();
        let mut played: Vec<_> = self.log.games.iter().collect();
        played.sort_by_key(|game| (game.pair, game.game));
        for (wanted, told) in played.iter().zip(self.data["games"].as_array().unwrap()) {
            assert_eq!(told["white"], wanted.white.as_str());
            assert_eq!(told["result"], wanted.result.word());
            assert_eq!(told["opening"], wanted.opening.moves.len());
            let mut men: BTreeMap<u64, i64> = BTreeMap::new();
            apply(&mut men, &told["men"]);
            let mut position = rules.position(&wanted.opening.fen).unwrap();
            same(game, &men, &position.setup(rules));
            let texts: Vec<&String> = wanted.opening.moves.iter().chain(&wanted.moves).collect();
            let plies = told["plies"].as_array().unwrap();
            assert_eq!(plies.len(), texts.len());
            for (ply, text) in plies.iter().zip(texts) {
                assert_eq!(ply[0], text.as_str());
                apply(&mut men, &ply[1]);
                let mv = rules.move_named(&position, text).unwrap();
                position = position.play(rules, mv);
                same(game, &men, &position.setup(rules));
            }
        }
    }
}

fn apply(men: &mut BTreeMap<u64, i64>, changes: &Value) {
    for change in changes.as_array().unwrap().chunks(2) {
        men.insert(change[0].as_u64().unwrap(), change[1].as_i64().unwrap());
    }
}

fn same(game: &Game, men: &BTreeMap<u64, i64>, setup: &Setup) {
    for (place, square) in (0..).zip(game.board.squares()) {
        let man = men.get(&place).copied().unwrap_or(-1);
        let wanted = setup.at(square).map(|man| (game.kind(man.kind).name.as_str(), man.color));
        let told = (man >= 0).then(|| {
            let color = if man % 2 == 0 { Color::White } else { Color::Black };
            (game.kinds[man as usize / 2].name.as_str(), color)
        });
        assert_eq!(told, wanted);
    }
}
