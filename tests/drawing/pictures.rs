//! Pictures of positions, and the glyphs in them.

use std::collections::{BTreeMap, BTreeSet};

use tamerlane::drawing::{self, Glyph, SvgOptions};
use tamerlane::pieces::Color;
use tamerlane::position::Setup;
use tamerlane::rules;

use super::elements::elements;
use super::{Folder, all_games, start};

#[test]
fn pictures_are_well_formed_and_have_a_glyph_for_each_man() {
    for game in all_games() {
        for start in &game.starts {
            let setup = Setup::parse(&game, &start.fen).unwrap();
            let text = drawing::svg(&game, &setup, &SvgOptions::default());
            assert_eq!(text, drawing::svg(&game, &setup, &SvgOptions::default()));
            let elements = elements(&text);
            assert_eq!(elements[0].name, "svg");
            let symbols: BTreeSet<&str> = elements
                .iter()
                .filter(|element| element.name == "symbol")
                .map(|element| element.attributes["id"].as_str())
                .collect();
            let uses: BTreeMap<&str, &str> = elements
                .iter()
                .filter(|element| element.name == "use")
                .map(|element| {
                    let glyph = element.attributes["href"].strip_prefix('#').unwrap();
                    assert!(symbols.contains(glyph), "{}: {glyph}", game.name);
                    (element.attributes["data-square"].as_str(), glyph)
                })
                .collect();
            let men = setup.pieces.iter().flatten().count();
            assert_eq!(uses.len(), men, "{}: {}", game.name, start.name);
            for square in game.board.squares() {
                let wanted = setup.at(square).map(|man| Glyph::of(&game, man.kind));
                let name = game.board.name(square);
                let drawn = uses.get(name.as_str()).copied();
                assert_eq!(drawn, wanted.as_ref().map(Glyph::id), "{}: {name}", game.name);
            }
            let squares = elements.iter().filter(|element| {
                element.name == "rect" && element.attributes.contains_key("data-square")
            });
            assert_eq!(squares.count(), game.board.len(), "{}", game.name);
        }
    }
}

#[test]
fn every_kind_has_a_glyph_of_its_own() {
    for game in all_games() {
        let glyphs: Vec<Glyph> = game.all_kinds().map(|kind| Glyph::of(&game, kind)).collect();
        let ids: BTreeSet<&str> = glyphs.iter().map(Glyph::id).collect();
        let fragments: BTreeSet<&str> = glyphs.iter().map(Glyph::fragment).collect();
        assert_eq!(ids.len(), game.kinds.len(), "{}", game.name);
        assert_eq!(fragments.len(), game.kinds.len(), "{}", game.name);
        for kind in game.kinds {
            assert!(Glyph::named(&kind.name).is_some(), "{}: {}", game.name, kind.name);
        }
    }
}

#[test]
fn every_glyph_stands_alone_and_takes_its_colours_from_outside() {
    for name in drawing::glyph_names() {
        for name in [name.to_owned(), format!("pawn-of-{name}s")] {
            let symbol = Glyph::named(&name).unwrap().symbol();
            let elements = elements(&symbol);
            assert_eq!(elements[0].name, "symbol");
            assert!(elements.len() > 1, "{name}");
            for element in &elements {
                for key in ["fill", "stroke"] {
                    let colour = element.attributes.get(key).map_or("none", String::as_str);
                    assert!(["none", "currentColor"].contains(&colour), "{name}: {colour}");
                }
            }
        }
    }
}

/// A kind of a user's own file, whose title is the user's too.
#[test]
fn a_kind_without_a_glyph_is_a_disc_with_its_letter() {
    let folder = Folder::new("glyphs");
    let path = folder.write(
        "own.toml",
        r#"
        name = "own"
        title = "Wizards & <Witches>"
        extends = "chess"
        start = "wnbqkbnw'/pppppppp/8/8/8/8/PPPPPPPP/WNBQKBNW' w - - 0 1"
        castling = []
        [kinds.wizard]
        letter = "W"
        move = "FC"
        [kinds.witch]
        letter = "W'"
        move = "C"
        "#,
    );
    let game = rules::load(&path).unwrap();
    let text = drawing::svg(&game, &start(&game), &SvgOptions::default());
    elements(&text);
    assert!(text.contains("<title>Wizards &amp; &lt;Witches&gt;</title>"), "{text}");
    let glyph = |name: &str| Glyph::of(&game, game.kind_named(name).unwrap());
    assert_eq!(glyph("wizard").id(), "glyph-letter-W");
    assert!(glyph("wizard").fragment().ends_with(">W</text>"));
    assert_eq!(glyph("witch").id(), "glyph-letter-W-prime");
    assert!(glyph("witch").fragment().ends_with(">W'</text>"));
}

#[test]
fn corners_are_light_or_dark_as_the_board_has_it() {
    let corner = |name: &str, square: &str| {
        let game = rules::load(name).unwrap();
        let text = drawing::svg(&game, &start(&game), &SvgOptions::default());
        let square = elements(&text).into_iter().find(|e| {
            e.name == "rect" && e.attributes.get("data-square").is_some_and(|s| s == square)
        });
        square.unwrap().attributes["fill"].clone()
    };
    let (light, dark) = (corner("chess", "h1"), corner("chess", "a1"));
    assert_ne!(light, dark);
    for square in ["a1", "k1", "a11", "k11"] {
        assert_eq!(corner("wild-tamerlane", square), light, "{square}");
    }
    assert_eq!(corner("timurid", "a1"), dark);
    assert_eq!(corner("timurid", "l1"), light);
    assert_eq!(corner("shako", "a1"), dark);
    for square in ["a1", "b1", "a2", "l2", "z9"] {
        assert_eq!(corner("tamerlane-historic", square), light, "{square}");
    }
}

#[test]
fn citadels_are_beyond_the_edge_and_black_sees_the_board_turned() {
    let game = rules::load("tamerlane-historic").unwrap();
    let place = |name: &str, view_from: Color| {
        let options = SvgOptions { view_from, ..SvgOptions::default() };
        let square =
            elements(&drawing::svg(&game, &start(&game), &options)).into_iter().find(|e| {
                e.name == "rect" && e.attributes.get("data-square").is_some_and(|s| s == name)
            });
        let number = |key: &str| square.as_ref().unwrap().attributes[key].parse::<i32>().unwrap();
        (number("x"), number("y"))
    };
    assert_eq!(place("a1", Color::White), (0, 900));
    assert_eq!(place("k2", Color::White), (1000, 800));
    assert_eq!(place("l2", Color::White), (1100, 800));
    assert_eq!(place("z9", Color::White), (-100, 100));
    assert_eq!(place("a1", Color::Black), (1000, 0));
    assert_eq!(place("l2", Color::Black), (-100, 100));
    assert_eq!(place("z9", Color::Black), (1100, 800));
}

#[test]
fn highlighted_squares_are_marked() {
    let game = rules::load("chess").unwrap();
    let highlighted = vec![game.board.parse("e2").unwrap(), game.board.parse("e4").unwrap()];
    let options = SvgOptions { highlighted, square_size: 40, ..SvgOptions::default() };
    let elements = elements(&drawing::svg(&game, &start(&game), &options));
    let marked: Vec<(&str, &str)> = elements
        .iter()
        .filter(|e| e.attributes.get("class").is_some_and(|class| class == "highlight"))
        .map(|e| (e.attributes["x"].as_str(), e.attributes["y"].as_str()))
        .collect();
    assert_eq!(marked, [("404", "604"), ("404", "404")]);
    // Eight squares of 40 pixels, and the margins.
    assert_eq!(elements[0].attributes["width"], "364");
}
