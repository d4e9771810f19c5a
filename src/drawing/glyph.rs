//! [`Glyph`]: the drawing of a kind of piece, the same for both sides.
//!
//! A glyph is a fragment of SVG on a square of 100 by 100 units. It says nothing of colours: bodies
//! take the `fill` and the `stroke` of what they are put into, marks on them its `color`. So one
//! glyph serves both sides, see [`paint`].

use crate::pieces::{Color, Kind};
use crate::rules::Game;

/// The files of `data/glyphs` by the name of the kind that they draw.
const DRAWN: &[(&str, &str)] = &[
    ("pawn", include_str!("../../data/glyphs/pawn.svg")),
    ("knight", include_str!("../../data/glyphs/knight.svg")),
    ("bishop", include_str!("../../data/glyphs/bishop.svg")),
    ("rook", include_str!("../../data/glyphs/rook.svg")),
    ("queen", include_str!("../../data/glyphs/queen.svg")),
    ("king", include_str!("../../data/glyphs/king.svg")),
    ("prince", include_str!("../../data/glyphs/prince.svg")),
    ("adventitious-king", include_str!("../../data/glyphs/adventitious-king.svg")),
    ("elephant", include_str!("../../data/glyphs/elephant.svg")),
    ("camel", include_str!("../../data/glyphs/camel.svg")),
    ("giraffe", include_str!("../../data/glyphs/giraffe.svg")),
    ("lion", include_str!("../../data/glyphs/lion.svg")),
    ("eagle", include_str!("../../data/glyphs/eagle.svg")),
    ("ship", include_str!("../../data/glyphs/ship.svg")),
    ("cannon", include_str!("../../data/glyphs/cannon.svg")),
    ("war-engine", include_str!("../../data/glyphs/war-engine.svg")),
    ("general", include_str!("../../data/glyphs/general.svg")),
    ("vizier", include_str!("../../data/glyphs/vizier.svg")),
    ("picket", include_str!("../../data/glyphs/picket.svg")),
];

/// How a pawn of something is put together: the pawn stands small on the left, what it is a pawn of
/// is its mark on the right. Lines are made thicker, as they are drawn smaller.
const PAWN_ON_THE_LEFT: &str =
    "<g transform=\"translate(-19 15) scale(.86)\" stroke-width=\"4.6\">";
const MARK_ON_THE_RIGHT: &str = "<g transform=\"translate(42 0) scale(.58)\" stroke-width=\"6\">";

/// The chevrons below the mark of a pawn that has been promoted once or twice already.
const CHEVRONS: &[&str] = &[
    "",
    "<path d=\"M55 86 L70 74 L85 86\" fill=\"none\" stroke-width=\"7\"/>",
    "<path d=\"M55 79 L70 67 L85 79 M55 93 L70 81 L85 93\" fill=\"none\" stroke-width=\"7\"/>",
];

/// The drawing of a kind of piece.
///
/// ```
/// use tamerlane::drawing::Glyph;
/// let knight = Glyph::named("knight").unwrap();
/// assert_eq!(knight.id(), "glyph-knight");
/// assert!(knight.symbol().starts_with("<symbol id=\"glyph-knight\" viewBox=\"0 0 100 100\""));
/// assert!(Glyph::named("pawn-of-knights").is_some());
/// assert!(Glyph::named("wizard").is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glyph {
    id: String,
    fragment: String,
}

impl Glyph {
    /// The glyph of a kind of a game: the one of its name, or else a disc with its letter.
    pub fn of(game: &Game, kind: Kind) -> Self {
        let rules = game.kind(kind);
        Self::named(&rules.name).unwrap_or_else(|| Self::disc(&rules.letter))
    }

    /// The glyph drawn for kinds of a name, such as `"knight"` or `"pawn-of-knights"`, if there is
    /// one.
    pub fn named(name: &str) -> Option<Self> {
        let fragment = drawn(name).map(str::to_owned).or_else(|| pawn_of(name))?;
        Some(Self { id: format!("glyph-{name}"), fragment })
    }

    /// A disc with a letter, for kinds without a glyph of their own.
    pub fn disc(letter: &str) -> Self {
        // A letter of a kind is one capital and perhaps apostrophes, which an id cannot hold.
        let (capital, apostrophes) = letter.split_at_checked(1).unwrap_or((letter, ""));
        let id = format!("glyph-letter-{capital}{}", "-prime".repeat(apostrophes.len()));
        let size = if apostrophes.is_empty() { 52 } else { 40 };
        let fragment = format!(
            "<circle cx=\"50\" cy=\"50\" r=\"41\"/>\n<circle cx=\"50\" cy=\"50\" r=\"34\" \
             fill=\"none\" stroke=\"currentColor\" stroke-width=\"2.5\"/>\n<text x=\"50\" y=\"{}\" \
             font-family=\"sans-serif\" font-size=\"{size}\" font-weight=\"bold\" \
             text-anchor=\"middle\" fill=\"currentColor\" stroke=\"none\">{letter}</text>",
            // A capital is about seven tenths as high as the size of its font.
            50 + size * 35 / 100,
        );
        Self { id, fragment }
    }

    /// Its name in a document, different for all kinds of a game.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What is drawn, without the symbol around it.
    pub fn fragment(&self) -> &str {
        &self.fragment
    }

    /// A `<symbol>` to be used in a document any number of times, in the colours of either side.
    pub fn symbol(&self) -> String {
        format!(
            "<symbol id=\"{}\" viewBox=\"0 0 100 100\" stroke-width=\"4\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\">\n{}\n</symbol>",
            self.id, self.fragment
        )
    }
}

/// The attributes that give a glyph the colours of a side, to be put on what surrounds its use.
///
/// White's bodies are white with black outlines and marks, Black's are black with white marks, so
/// that print in black and white keeps them apart.
pub const fn paint(color: Color) -> &'static str {
    match color {
        Color::White => "fill=\"#ffffff\" stroke=\"#000000\" color=\"#000000\"",
        Color::Black => "fill=\"#1c1c1c\" stroke=\"#000000\" color=\"#ffffff\"",
    }
}

/// The names of the kinds that have a file of their own in `data/glyphs`. Pawns of any of them have
/// glyphs too.
pub fn glyph_names() -> impl Iterator<Item = &'static str> {
    DRAWN.iter().map(|&(name, _)| name)
}

/// What stands between the tags of the file of a kind.
fn drawn(name: &str) -> Option<&'static str> {
    let (_, file) = DRAWN.iter().find(|(known, _)| *known == name)?;
    let (_, inside) = file.split_once('>')?;
    Some(inside.strip_suffix("</svg>\n").unwrap_or(inside).trim())
}

/// A pawn of something, `"pawn-of-rooks"`; the pawn of pawns also as one that has been promoted
/// once or twice.
fn pawn_of(name: &str) -> Option<String> {
    let rest = name.strip_prefix("pawn-of-")?;
    let (base, promotions) = DRAWN.iter().find_map(|(base, _)| {
        let promotions = match rest.strip_prefix(base)?.strip_prefix('s')? {
            "" => 0,
            "-relocated" => 1,
            "-transferred" => 2,
            _ => return None,
        };
        Some((base, promotions))
    })?;
    let (pawn, mark) = (drawn("pawn")?, drawn(base)?);
    let mut fragment =
        format!("{PAWN_ON_THE_LEFT}\n{pawn}\n</g>\n{MARK_ON_THE_RIGHT}\n{mark}\n</g>");
    if promotions > 0 {
        fragment = format!("{fragment}\n{}", CHEVRONS[promotions]);
    }
    Some(fragment)
}
