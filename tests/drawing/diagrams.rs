//! Diagrams of movements as text, and movements in words.

use std::collections::BTreeSet;

use tamerlane::drawing::{self, Mark, MovementDiagram};
use tamerlane::rules;

use super::{Folder, all_games};

fn diagram(game: &str, kind: &str) -> String {
    let game = rules::load(game).unwrap();
    let diagram = MovementDiagram::new(&game, game.kind_named(kind).unwrap());
    diagram.lines().join("\n") + "\n"
}

fn assert_diagram(game: &str, kind: &str, wanted: &str) {
    let drawn = diagram(game, kind);
    assert_eq!(drawn, wanted.trim_start_matches('\n'), "{game}, {kind}:\n{drawn}");
}

#[test]
fn diagrams_of_leapers() {
    assert_diagram(
        "chess",
        "knight",
        "
. * . * .
* . . . *
. . N . .
* . . . *
. * . * .
",
    );
    assert_diagram(
        "wild-tamerlane",
        "elephant",
        "
* . . . *
. * . * .
. . E . .
. * . * .
* . . . *
",
    );
    assert_diagram(
        "wild-tamerlane",
        "camel",
        "
. . * . * . .
. . . . . . .
* . . . . . *
. . . M . . .
* . . . . . *
. . . . . . .
. . * . * . .
",
    );
    assert_diagram("chess", "king", "\n* * *\n* K *\n* * *\n");
}

#[test]
fn diagrams_of_pawns_princes_and_kings() {
    let pawn = "
. . 2 . .
. x o x .
. . P . .
. . . . .
. . . . .
";
    assert_diagram("chess", "pawn", pawn);
    assert_diagram("timurid", "pawn", pawn);
    assert_diagram("tamerlane-historic", "pawn-of-rooks", "\nx o x\n. R .\n. . .\n");
    assert_diagram(
        "timurid",
        "prince",
        "
. . 2 . .
. * * * .
. * I * .
. * * * .
. . . . .
",
    );
    assert_diagram(
        "wild-tamerlane",
        "king",
        "
j j j j j
j * * * j
j * K * j
j * * * j
j j j j j
",
    );
}

#[test]
fn diagrams_of_lions() {
    assert_diagram(
        "wild-babur",
        "lion",
        "
* * * * *
* s s s *
* s L s *
* s s s *
* * * * *
",
    );
    assert!(!diagram("wild-babur-jump", "lion").contains('s'));
}

#[test]
fn diagrams_of_riders_and_hoppers() {
    assert_diagram(
        "chess",
        "queen",
        r"
\ . . | . . /
. \ . | . / .
. . \ | / . .
- - - Q - - -
. . / | \ . .
. / . | . \ .
/ . . | . . \
",
    );
    assert_diagram(
        "wild-tamerlane",
        "cannon",
        "
. . . x . . .
. . . # . . .
. . . : . . .
x # : C : # x
. . . : . . .
. . . # . . .
. . . x . . .
",
    );
    assert_diagram(
        "tamerlane-historic",
        "picket",
        r"
\ . . . . . /
. \ . . . / .
. . ~ . ~ . .
. . . T . . .
. . ~ . ~ . .
. / . . . \ .
/ . . . . . \
",
    );
}

#[test]
fn diagrams_of_bent_riders() {
    assert_diagram(
        "wild-tamerlane",
        "eagle",
        "
. . | . | . .
. . | . | . .
- - @ . @ - -
. . . G . . .
- - @ . @ - -
. . | . | . .
. . | . | . .
",
    );
    assert_diagram(
        "tamerlane2",
        "ship",
        "
. . | . | . .
. . | . | . .
. . @ . @ . .
. . . X . . .
. . @ . @ . .
. . | . | . .
. . | . | . .
",
    );
    assert_diagram(
        "tamerlane-historic",
        "giraffe",
        "
. . . | . | . . .
. . . ~ . ~ . . .
. . . ~ . ~ . . .
- ~ ~ ~ . ~ ~ ~ -
. . . . Z . . . .
- ~ ~ ~ . ~ ~ ~ -
. . . ~ . ~ . . .
. . . ~ . ~ . . .
. . . | . | . . .
",
    );
}

/// Pieces that no built-in game has, with what the diagram and the words make of them.
#[test]
fn diagrams_and_words_of_other_pieces() {
    let folder = Folder::new("movements");
    for (movement, lines, words) in [
        ("W2", &[". . . . . . .", ". . . | . . ."][..], "Slides up to two squares orthogonally."),
        (
            "nA",
            &[". . . . . . .", ". \\ . . . / .", ". . ~ . ~ . ."],
            "Slides two squares diagonally.",
        ),
        (
            "NN",
            &[". . . & . . . . . & . . .", ". . . . . . . . . . . . ."],
            "Leaps two squares one way and one the other, any number of times in the same direction.",
        ),
        ("pR", &[". . . ^ . . .", ". . . # . . .", ". . . . . . ."], "Hops orthogonally"),
        ("mRcW", &[". . . : . . .", ". . . : . . .", ". . . * . . ."], "To capture: steps one"),
        ("cBmW", &["+ . . . . . +", ". + . . . + .", ". . + o + . ."], "To capture: slides any"),
        ("fFrW", &["* . *", ". W *"], "Steps one square as the diagram shows."),
        (
            "afsW",
            &[". . . . . . .", ". . \\ . / . .", ". \\ . ~ . / ."],
            "slides one square outward along a diagonal",
        ),
        ("fN", &[". * . * .", "* . . . *", ". . W . ."], "one the other, forward."),
    ] {
        let text = format!(
            "name = \"own\"\nextends = \"chess\"\n[kinds.wizard]\nletter = \"W\"\nmove = \"{movement}\"\n"
        );
        let game = rules::load(&folder.write("own.toml", &text)).unwrap();
        let kind = game.kind_named("wizard").unwrap();
        let diagram = MovementDiagram::new(&game, kind);
        assert_eq!(&diagram.lines()[..lines.len()], lines, "{movement}");
        let told = drawing::movement_words(&game, kind);
        assert!(told.contains(words), "{movement}: {told}");
    }
}

#[test]
fn marks_are_all_different() {
    let texts: BTreeSet<&str> = Mark::ALL.iter().map(|mark| mark.text()).collect();
    assert_eq!(texts.len(), Mark::ALL.len());
    let meanings: BTreeSet<&str> = Mark::ALL.iter().map(|mark| mark.meaning()).collect();
    assert_eq!(meanings.len(), Mark::ALL.len());
    for game in all_games() {
        for kind in game.all_kinds() {
            let diagram = MovementDiagram::new(&game, kind);
            let size = diagram.lines().len();
            assert!(size % 2 == 1 && size <= 9, "{}: {size}", game.name);
            assert!(diagram.lines().iter().all(|line| line.len() == diagram.width()));
            for (mark, line) in diagram
                .lines()
                .iter()
                .flat_map(|line| line.split(' ').map(move |mark| (mark, line)))
            {
                let known = mark == "."
                    || diagram.marks().iter().any(|m| m.text().split(' ').any(|text| text == mark))
                    || game.kind(kind).letter.starts_with(mark);
                assert!(known, "{}: {mark} in {line}", game.name);
            }
        }
    }
}
