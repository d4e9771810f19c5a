//! [`svg`]: a position as a picture.

use std::fmt::Write;

use super::glyph::{Glyph, paint};
use super::layout::{Layout, Place};
use crate::geometry::{Square, file_letter};
use crate::pieces::{Color, Kind};
use crate::position::Setup;
use crate::rules::Game;

/// How a position is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SvgOptions {
    /// How wide a square is, in pixels. The picture can be scaled to any size all the same.
    pub square_size: u32,
    /// Whose side is below.
    pub view_from: Color,
    /// Squares to be made conspicuous, such as those of the last move.
    pub highlighted: Vec<Square>,
}

impl Default for SvgOptions {
    fn default() -> Self {
        Self { square_size: 48, view_from: Color::White, highlighted: Vec::new() }
    }
}

/// A square in the units of the picture.
const SQUARE: i32 = 100;
/// The room for file letters, rank numbers and the mark of the side to move.
const MARGIN: i32 = 56;
/// The room above, where nothing is written.
const TOP_MARGIN: i32 = 24;
/// How far a glyph keeps from the edges of its square.
const INSET: i32 = 5;

const LIGHT: &str = "#f5ecd7";
const DARK: &str = "#c9ad80";
const INK: &str = "#40331f";

/// A position as an SVG document that needs nothing else. The same position gives the same text.
///
/// ```
/// use tamerlane::{drawing, position::Setup, rules};
/// let game = rules::load("chess").unwrap();
/// let setup = Setup::parse(&game, game.start()).unwrap();
/// let text = drawing::svg(&game, &setup, &drawing::SvgOptions::default());
/// assert!(text.starts_with("<svg xmlns=") && text.ends_with("</svg>\n"));
/// ```
pub fn svg(game: &Game, setup: &Setup, options: &SvgOptions) -> String {
    let picture =
        Picture { game, setup, options, layout: Layout::new(&game.board, options.view_from) };
    picture.draw()
}

struct Picture<'a> {
    game: &'a Game,
    setup: &'a Setup,
    options: &'a SvgOptions,
    layout: Layout,
}

impl Picture<'_> {
    fn draw(&self) -> String {
        let (first, last) = (self.layout.first, self.layout.last);
        let (left, top) = (first.column * SQUARE - MARGIN, first.row * SQUARE - TOP_MARGIN);
        let width = (last.column + 1) * SQUARE + MARGIN - left;
        let height = (last.row + 1) * SQUARE + MARGIN - top;
        let pixels =
            |units: i32| i64::from(units) * i64::from(self.options.square_size) / i64::from(SQUARE);
        let mut text = String::new();
        let _ = writeln!(
            text,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" \
             viewBox=\"{left} {top} {width} {height}\" role=\"img\">",
            pixels(width),
            pixels(height),
        );
        let _ = writeln!(text, "<title>{}</title>", escaped(&self.game.title));
        let mover = self.setup.turn.name();
        let _ = writeln!(text, "<desc>{mover} to move: {}</desc>", self.setup.fen(self.game));
        self.symbols(&mut text);
        let _ = writeln!(
            text,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" \
             fill=\"#ffffff\"/>"
        );
        self.squares(&mut text);
        self.highlights(&mut text);
        self.labels(&mut text);
        self.side_to_move(&mut text);
        for color in Color::BOTH {
            self.men(color, &mut text);
        }
        text += "</svg>\n";
        text
    }

    /// The glyphs of the kinds that are on the board.
    fn symbols(&self, text: &mut String) {
        text.push_str("<defs>\n");
        let stands = |kind: &Kind| self.setup.pieces.iter().flatten().any(|man| man.kind == *kind);
        for kind in self.game.all_kinds().filter(stands) {
            text.push_str(&Glyph::of(self.game, kind).symbol());
            text.push('\n');
        }
        text.push_str("</defs>\n");
    }

    fn squares(&self, text: &mut String) {
        let _ = writeln!(text, "<g stroke=\"{INK}\" stroke-width=\"2\">");
        for square in self.game.board.squares() {
            let fill = if self.is_dark(square) { DARK } else { LIGHT };
            let name = self.game.board.name(square);
            let (x, y) = self.corner(square);
            let _ = writeln!(
                text,
                "<rect data-square=\"{name}\" x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" \
                 height=\"{SQUARE}\" fill=\"{fill}\"/>"
            );
        }
        text.push_str("</g>\n");
        let board = &self.game.board;
        let _ = writeln!(text, "<g fill=\"none\" stroke=\"{INK}\" stroke-width=\"6\">");
        let mut frame = |(x, y): (i32, i32), width: i32, height: i32| {
            let _ =
                writeln!(text, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>");
        };
        let (files, ranks) = (i32::from(board.files()), i32::from(board.ranks()));
        frame((0, 0), files * SQUARE, ranks * SQUARE);
        for square in board.beyond() {
            frame(self.corner(square), SQUARE, SQUARE);
        }
        text.push_str("</g>\n");
    }

    /// The corner on a player's right hand is light, as on every modern board. Boards with squares
    /// beyond the rectangle are those of an age that knew no dark squares.
    fn is_dark(&self, square: Square) -> bool {
        let board = &self.game.board;
        match (board.file(square), board.rank(square)) {
            (Some(file), Some(rank)) if board.extra().is_empty() => {
                (board.files() - 1 - file + rank) % 2 == 1
            }
            _ => false,
        }
    }

    /// A tint and a frame, so that a highlight is seen in print without colours too.
    fn highlights(&self, text: &mut String) {
        for &square in &self.options.highlighted {
            let (x, y) = self.corner(square);
            let _ = writeln!(
                text,
                "<rect class=\"highlight\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" \
                 fill=\"#ffd000\" fill-opacity=\"0.55\" stroke=\"#7a4b00\" stroke-width=\"6\"/>",
                x + 4,
                y + 4,
                SQUARE - 8,
                SQUARE - 8,
            );
        }
    }

    /// File letters below, rank numbers on the left; with squares beyond the rectangle also on the
    /// right, for such a square takes the place of a number and has its own name instead.
    fn labels(&self, text: &mut String) {
        let board = &self.game.board;
        let (files, ranks) = (i32::from(board.files()), i32::from(board.ranks()));
        let _ = writeln!(
            text,
            "<g fill=\"{INK}\" font-family=\"sans-serif\" font-size=\"34\" text-anchor=\"middle\">"
        );
        let mut label = |column: i32, row: i32, dx: i32, dy: i32, name: &str| {
            let (x, y) = (column * SQUARE + SQUARE / 2 + dx, row * SQUARE + SQUARE / 2 + dy);
            let _ = writeln!(text, "<text x=\"{x}\" y=\"{y}\">{name}</text>");
        };
        // From the middle of a place outside to the middle of a label that is close to the board.
        let close = (SQUARE - MARGIN) / 2 + 2;
        for index in 0..files {
            let column = self.seen(index, files);
            if !self.layout.is_taken(Place { column, row: ranks }) {
                label(column, ranks, 0, 14 - close, &file_letter(index as u8).to_string());
            }
        }
        let sides: &[i32] = if board.extra().is_empty() { &[-1] } else { &[-1, files] };
        for index in 0..ranks {
            let row = ranks - 1 - self.seen(index, ranks);
            for &column in sides {
                if !self.layout.is_taken(Place { column, row }) {
                    let dx = if column < 0 { close } else { -close };
                    label(column, row, dx, 12, &(index + 1).to_string());
                }
            }
        }
        for (square, extra) in board.beyond().zip(board.extra()) {
            let Place { column, row } = self.layout.place(square);
            let outward = match column {
                _ if column < 0 => -1,
                _ if column >= files => 1,
                _ => 0,
            };
            // Above or below the rectangle there is room on the right.
            let column = column + if outward == 0 { 1 } else { outward };
            let dx = if outward < 0 { close } else { -close };
            label(column, row, dx, 12, &extra.name);
        }
        text.push_str("</g>\n");
    }

    /// A disc beside the corner of the side to move, in its colour.
    fn side_to_move(&self, text: &mut String) {
        let below = self.setup.turn == self.options.view_from;
        let row = if below { i32::from(self.game.board.ranks()) - 1 } else { 0 };
        let fill = match self.setup.turn {
            Color::White => "#ffffff",
            Color::Black => "#1c1c1c",
        };
        let _ = writeln!(
            text,
            "<circle class=\"side-to-move\" cx=\"{}\" cy=\"{}\" r=\"14\" fill=\"{fill}\" \
             stroke=\"#000000\" stroke-width=\"4\"/>",
            (self.layout.last.column + 1) * SQUARE + MARGIN / 2,
            row * SQUARE + SQUARE / 2,
        );
    }

    fn men(&self, color: Color, text: &mut String) {
        let _ = writeln!(text, "<g {}>", paint(color));
        for square in self.game.board.squares() {
            let Some(man) = self.setup.at(square).filter(|man| man.color == color) else {
                continue;
            };
            let (x, y) = self.corner(square);
            let size = SQUARE - 2 * INSET;
            let _ = writeln!(
                text,
                "<use data-square=\"{}\" href=\"#{}\" x=\"{}\" y=\"{}\" width=\"{size}\" \
                 height=\"{size}\"/>",
                self.game.board.name(square),
                Glyph::of(self.game, man.kind).id(),
                x + INSET,
                y + INSET,
            );
        }
        text.push_str("</g>\n");
    }

    /// The upper left corner of a square.
    fn corner(&self, square: Square) -> (i32, i32) {
        let place = self.layout.place(square);
        (place.column * SQUARE, place.row * SQUARE)
    }

    /// A file or rank as it is counted from the left or from below, by the side the board is seen
    /// from.
    fn seen(&self, index: i32, count: i32) -> i32 {
        match self.options.view_from {
            Color::White => index,
            Color::Black => count - 1 - index,
        }
    }
}

/// Text that may hold any character, for XML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
