//! [`rules_page`]: the rules of a game as a page of text, from the data alone.

mod data;
mod fen;
mod kinds;
mod topics;

use std::collections::BTreeSet;

pub use data::rules_json;
pub use topics::{Topic, topics};

use crate::drawing::wording::joined;
use crate::drawing::{Mark, MovementDiagram};
use crate::position::Setup;
use crate::rules::{Game, Start, Symmetry};

/// How wide the page is.
const WIDTH: usize = 100;

/// The rules of a game, to be read by people; no line is longer than 100 characters.
///
/// ```
/// use tamerlane::{drawing::rules_page, rules};
/// let page = rules_page(&rules::load("chess").unwrap());
/// assert!(page.contains("The king goes from e1 to g1 and the rook from h1 to f1"));
/// assert!(page.lines().all(|line| line.chars().count() <= 100));
/// ```
pub fn rules_page(game: &Game) -> String {
    let mut page = Page::default();
    page.line(&format!("{} ({})", game.title, game.name));
    page.line(&"=".repeat(page.text.trim_end().chars().count().min(WIDTH)));
    if !game.summary.is_empty() {
        page.blank();
        page.paragraph("", &game.summary);
    }
    if !game.sources.is_empty() {
        page.heading("Sources");
        for source in &game.sources {
            page.paragraph("  ", source);
        }
    }
    board(game, &mut page);
    pieces(game, &mut page);
    for topic in topics(game) {
        page.heading(&topic.title);
        for rule in &topic.rules {
            page.hanging("  ", "- ", rule);
        }
    }
    fen_fields(game, &mut page);
    page.text
}

fn board(game: &Game, page: &mut Page) {
    page.heading("Board and start position");
    let (files, ranks) = (game.board.files(), game.board.ranks());
    let extra: Vec<String> = game.board.extra().iter().map(|extra| extra.name.clone()).collect();
    let beyond = match extra.as_slice() {
        [] => String::new(),
        names => format!("; beyond the edge {}", joined(names, "and")),
    };
    page.paragraph("  ", &format!("{files} files and {ranks} ranks{beyond}."));
    if let Ok(setup) = Setup::parse(game, game.start()) {
        page.blank();
        for line in setup.diagram(game).lines() {
            page.line(line);
        }
    }
    page.blank();
    if let [only] = game.starts.as_slice() {
        page.fen("  ", &only.fen);
        return;
    }
    page.paragraph(
        "  ",
        &format!("Start positions; drawn is the usual one, {}:", game.starts[0].name),
    );
    let width = game.starts.iter().map(|start| start.name.chars().count()).max().unwrap_or(0) + 2;
    let fits = |start: &Start| 2 + width + start.fen.chars().count() <= WIDTH;
    for start in &game.starts {
        if game.starts.iter().all(fits) {
            page.fen(&format!("  {:<width$}", start.name), &start.fen);
        } else {
            page.line(&format!("  {}", start.name));
            page.fen("    ", &start.fen);
        }
    }
}

fn pieces(game: &Game, page: &mut Page) {
    page.heading("Pieces");
    let seen = match game.symmetry {
        Symmetry::Mirror => "Black's men move the same way as seen in a mirror along the middle",
        Symmetry::Rotate => "Black's men move the same way with the board turned round",
    };
    page.paragraph("  ", &format!("The diagrams are White's. {seen}."));
    let groups = kinds::groups(game);
    let width = groups.iter().map(|group| group.diagram.width()).max().unwrap_or(0);
    for group in &groups {
        page.blank();
        page.beside(&group.diagram, width, |page, indent| {
            for &kind in &group.kinds {
                let letter = &game.kind(kind).letter;
                page.hanging(indent, &format!("{letter:<4}"), &kinds::headline(game, kind));
            }
            page.hanging(indent, "    ", &group.words);
        });
    }
    let used: BTreeSet<Mark> =
        groups.iter().flat_map(|group| group.diagram.marks()).copied().collect();
    page.heading("Marks in the diagrams");
    for mark in used {
        page.hanging("  ", &format!("{:<9}", mark.text()), mark.meaning());
    }
}

fn fen_fields(game: &Game, page: &mut Page) {
    page.heading("FEN");
    page.paragraph("  ", "Men are written with the letters above, Black's with small ones.");
    if game.rights.is_empty() {
        page.paragraph("  ", "Third field: always \"-\".");
    } else {
        page.paragraph(
            "  ",
            "Third field: these letters as long as what they say is so, or \"-\".",
        );
        for (index, right) in game.rights.iter().enumerate() {
            page.hanging("    ", &format!("{}  ", right.letter), &fen::right_words(game, index));
        }
    }
    page.paragraph("  ", &format!("Fourth field: {}.", fen::fourth_field_words(game)));
    page.paragraph("  ", &format!("Fifth field: {}.", fen::fifth_field_words(game)));
}

/// Text that is broken into lines as it is written.
#[derive(Default)]
struct Page {
    text: String,
}

impl Page {
    fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    fn blank(&mut self) {
        self.text.push('\n');
    }

    fn heading(&mut self, title: &str) {
        self.blank();
        self.line(title);
        self.line(&"-".repeat(title.chars().count()));
    }

    fn paragraph(&mut self, indent: &str, text: &str) {
        self.hanging(indent, "", text);
    }

    /// A paragraph whose first line begins with a label and whose others are as far in.
    fn hanging(&mut self, indent: &str, label: &str, text: &str) {
        let further = format!("{indent}{}", " ".repeat(label.chars().count()));
        let mut line = format!("{indent}{label}");
        let mut has_words = false;
        for word in text.split_whitespace() {
            if has_words && line.chars().count() + 1 + word.chars().count() > WIDTH {
                self.line(&line);
                line.clone_from(&further);
                has_words = false;
            }
            if has_words {
                line.push(' ');
            }
            line.push_str(word);
            has_words = true;
        }
        self.line(&line);
    }

    /// A FEN; one that is too long for a line is broken behind the board, or else behind a rank.
    fn fen(&mut self, label: &str, fen: &str) {
        let room = WIDTH - label.chars().count();
        let fits = |text: &str| text.chars().count() <= room;
        let (board, fields) = fen.split_once(' ').unwrap_or((fen, ""));
        let mut lines = vec![String::new()];
        let pieces: Vec<&str> = if fits(fen) {
            vec![fen]
        } else if fits(board) {
            vec![board, fields]
        } else {
            fen.split_inclusive(['/', ' ']).collect()
        };
        for piece in pieces {
            if let Some(line) =
                lines.last_mut().filter(|l| fits(&format!("{l}{}", piece.trim_end())))
            {
                line.push_str(piece);
            } else {
                lines.push(piece.to_owned());
            }
        }
        for (index, line) in lines.iter().enumerate() {
            let indent = if index == 0 { label } else { &" ".repeat(label.chars().count()) };
            self.line(&format!("{indent}{line}"));
        }
    }

    /// A diagram, and beside it what is written by a function that is told the indent.
    fn beside(
        &mut self,
        diagram: &MovementDiagram,
        width: usize,
        write: impl FnOnce(&mut Self, &str),
    ) {
        let margin = " ".repeat(2 + width + 3);
        let mut side = Self::default();
        write(&mut side, &margin);
        let mut right = side.text.lines();
        let mut left = diagram.lines().iter();
        loop {
            match (left.next(), right.next()) {
                (None, None) => break,
                (None, Some(line)) => self.line(line),
                (Some(row), None) => self.line(&format!("  {row}")),
                // All margins are blanks, so bytes are characters.
                (Some(row), Some(line)) => {
                    self.line(&format!("  {row:<width$}   {}", &line[margin.len()..]));
                }
            }
        }
    }
}
