//! Sjaak II's text files.

use std::fmt::Write;

use super::features::{castles, double_step_squares, foreign_rules};
use super::shape::{Shape, UNENDING, Way, pawn, shapes};
use super::{Export, ExportError, exported_name};
use crate::geometry::Square;
use crate::pieces::{Color, Kind};
use crate::rules::{Game, KindRules, Stalemate};

const PROGRAM: &str = "Sjaak II";
/// The largest side of a board.
const LONGEST_SIDE: u8 = 15;
/// The most squares of a board.
const SQUARES: usize = 127;

/// A game as a variant file.
///
/// # Errors
/// When the game has what the program cannot say; with all reasons.
pub fn sjaak(game: &Game) -> Result<Export, ExportError> {
    let mut writer = Writer { game, reasons: foreign_rules(game), zones: Vec::new() };
    let pieces = writer.pieces();
    writer.board();
    if !writer.reasons.is_empty() {
        let game = game.name.clone();
        return Err(ExportError { game, program: PROGRAM, reasons: writer.reasons });
    }
    let name = exported_name(game);
    let mut text = format!("# {}: {}\n", game.title, game.summary);
    let (files, ranks) = (game.board.files(), game.board.ranks());
    let _ = writeln!(text, "Variant: {name}\nBoard: {files}x{ranks}\nFEN: \"{}\"", game.start());
    for (index, squares) in writer.zones.iter().enumerate() {
        let names: Vec<String> = squares.iter().map(|&square| game.board.name(square)).collect();
        let _ = writeln!(text, "Zone: {} = {}", zone_name(index), names.join(","));
    }
    let stalemate = if game.endings.stalemate == Stalemate::Loss { "loss" } else { "draw" };
    let _ = writeln!(text, "Rule: stalemate = {stalemate}");
    text += &pieces;
    Ok(Export { name, text, needs_recent: None })
}

/// Zones are found by the beginnings of their names, so all names are equally long.
fn zone_name(index: usize) -> String {
    format!("zone{index:03}")
}

struct Writer<'g> {
    game: &'g Game,
    reasons: Vec<String>,
    zones: Vec<Vec<Square>>,
}

impl Writer<'_> {
    fn refuse(&mut self, reason: String) {
        self.reasons.push(reason);
    }

    fn board(&mut self) {
        let board = &self.game.board;
        let (files, ranks) = (board.files(), board.ranks());
        if files.max(ranks) > LONGEST_SIDE || board.rectangle_len() > SQUARES {
            let reason = format!(
                "a board of {files}x{ranks}; it has at most {LONGEST_SIDE} files and ranks and {SQUARES} squares"
            );
            self.reasons.insert(0, reason);
        }
    }

    /// The name of a zone with these squares.
    fn zone(&mut self, squares: Vec<Square>) -> String {
        let known = self.zones.iter().position(|zone| *zone == squares);
        let index = known.unwrap_or_else(|| {
            self.zones.push(squares);
            self.zones.len() - 1
        });
        zone_name(index)
    }

    fn pieces(&mut self) -> String {
        let mut text = String::new();
        for (kind, rules) in self.game.all_kinds().zip(&self.game.kinds) {
            let piece = if pawn(&rules.movement).is_some() {
                Ok(self.pawn(kind))
            } else {
                shapes(&rules.movement).and_then(|shapes| moves(&shapes))
            };
            match piece {
                Ok(moves) => {
                    let (upper, lower) = (&rules.letter, rules.letter.to_lowercase());
                    let symbol = if rules.pawn { " " } else { upper };
                    let _ = write!(text, "\nPiece: {}\n{moves}", rules.name);
                    let _ = writeln!(text, "Symbol: \"{symbol}\", \"{upper},{lower}\"");
                    if rules.royal.is_some() {
                        text += "Flags: royal\n";
                        text += &self.castling();
                    }
                }
                Err(reason) => self.refuse(format!("the {} has {reason}", rules.name)),
            }
        }
        text
    }

    fn pawn(&mut self, kind: Kind) -> String {
        let game = self.game;
        let rules: &KindRules = game.kind(kind);
        let mut text = "Move: step N\nCapture: step NE,NW\n".to_owned();
        let Some(pawn) = pawn(&rules.movement) else { return text };
        let mut flags = Vec::new();
        if let Some(initial) = pawn.double_step {
            flags.push("set_ep");
            let [white, black] =
                Color::BOTH.map(|side| self.zone(double_step_squares(game, kind, initial, side)));
            let _ = writeln!(text, "Special: {white}, {black}, step 2N");
        }
        if pawn.en_passant {
            flags.push("take_ep");
        }
        if !flags.is_empty() {
            let _ = writeln!(text, "Flags: {}", flags.join(","));
        }
        if let Some(promotion) = &rules.promotion {
            let letters: String =
                promotion.to.iter().map(|&to| game.kind(to).letter.as_str()).collect();
            let [white, black] =
                Color::BOTH.map(|side| self.zone(promotion.zone.of(side).to_vec()));
            let _ = writeln!(text, "Promotion: {white}, {black}, \"{letters}\"");
            text += "Optional promotion: empty, empty\n";
        }
        text
    }

    /// The ways to castle, which belong to the royal piece.
    fn castling(&mut self) -> String {
        let castles = match castles(self.game) {
            Ok(castles) => castles,
            Err(reason) => {
                self.refuse(reason);
                return String::new();
            }
        };
        let name = |square| self.game.board.name(square);
        let mut text = String::new();
        for castle in castles {
            let color = castle.color.name().to_lowercase();
            let (from, to, partner) =
                (name(castle.king.0), name(castle.king.1), name(castle.partner));
            let _ = writeln!(text, "Castle: {color} {from}-{to} with {partner}");
        }
        text
    }
}

/// The lines that say how a piece moves and captures.
fn moves(shapes: &[Shape]) -> Result<String, &'static str> {
    let quiet: Vec<Shape> = shapes.iter().copied().filter(|shape| shape.quiet).collect();
    let capture: Vec<Shape> = shapes.iter().copied().filter(|shape| shape.capture).collect();
    if quiet.is_empty() {
        return Err("no move that does not capture");
    }
    let mut text = lines("Move", &quiet)?;
    text += &if capture.is_empty() {
        "Capture: none\n".to_owned()
    } else {
        lines("Capture", &capture)?
    };
    Ok(text)
}

/// The lines of moves or of captures, each manner once.
fn lines(key: &str, shapes: &[Shape]) -> Result<String, &'static str> {
    let (mut leaps, mut slides, mut hops) = (Vec::new(), Vec::new(), Vec::new());
    for shape in shapes {
        let rays = match (shape.near, shape.far) {
            (0, 1) => Some("H,V"),
            (1, 1) => Some("A,D"),
            _ => None,
        };
        match (shape.way, rays) {
            (Way::Leap, _) => leaps.push(format!("({},{})", shape.near, shape.far)),
            (UNENDING, Some(rays)) => slides.push(rays),
            (Way::Hop, Some(rays)) => hops.push(rays),
            (Way::Slide(_), Some(_)) => return Err("a slide of limited length"),
            _ => return Err("a slide of leaps"),
        }
    }
    let mut text = String::new();
    if !leaps.is_empty() {
        let _ = writeln!(text, "{key}: leap {}", leaps.join("|"));
    }
    if !slides.is_empty() {
        let _ = writeln!(text, "{key}: slide ({})", slides.join(","));
    }
    if !hops.is_empty() {
        let _ = writeln!(text, "{key}: hop ({})", hops.join(","));
    }
    Ok(text)
}
