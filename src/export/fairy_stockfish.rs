//! Fairy-Stockfish's `variants.ini`.

use std::fmt::Write;

use super::features::{castles, double_step_squares, foreign_rules};
use super::shape::{Shape, UNENDING, Way, pawn, shapes};
use super::{Export, ExportError, exported_name};
use crate::geometry::{Board, Square, file_letter};
use crate::pieces::betza::leap_letter;
use crate::pieces::{Color, Kind, UNLIMITED};
use crate::rules::{Game, KindRules, Repetition, Stalemate};

const PROGRAM: &str = "Fairy-Stockfish";
/// The largest board of its builds for large boards.
const FILES: u8 = 12;
const RANKS: u8 = 10;
/// How many pieces of one's own it has room for.
const CUSTOM_PIECES: usize = 25;

/// Its own name for a piece that moves so.
fn known_piece(shapes: &[Shape], is_royal: bool) -> Option<&'static str> {
    const fn leap(near: u8, far: u8) -> Shape {
        Shape::both(near, far, Way::Leap)
    }
    const fn slide(near: u8, far: u8) -> Shape {
        Shape::both(near, far, UNENDING)
    }
    let known: &[(&str, &[Shape])] = &[
        ("wazir", &[leap(0, 1)]),
        ("fers", &[leap(1, 1)]),
        ("alfil", &[leap(2, 2)]),
        ("fersAlfil", &[leap(1, 1), leap(2, 2)]),
        ("knight", &[leap(1, 2)]),
        ("bishop", &[slide(1, 1)]),
        ("rook", &[slide(0, 1)]),
        ("queen", &[slide(0, 1), slide(1, 1)]),
        ("archbishop", &[slide(1, 1), leap(1, 2)]),
        ("chancellor", &[slide(0, 1), leap(1, 2)]),
        ("amazon", &[slide(0, 1), slide(1, 1), leap(1, 2)]),
        (if is_royal { "king" } else { "commoner" }, &[leap(0, 1), leap(1, 1)]),
        (
            "cannon",
            &[
                Shape { capture: false, ..slide(0, 1) },
                Shape { quiet: false, ..Shape::both(0, 1, Way::Hop) },
            ],
        ),
    ];
    let same = |list: &[Shape]| {
        list.len() == shapes.len() && list.iter().all(|shape| shapes.contains(shape))
    };
    known.iter().find(|(_, list)| same(list)).map(|(name, _)| *name)
}

/// A movement in its notation.
fn betza(shapes: &[Shape]) -> Result<String, &'static str> {
    let mut text = String::new();
    for shape in shapes {
        let atom = leap_letter(shape.near, shape.far).ok_or("a leap of more than three squares")?;
        match (shape.quiet, shape.capture) {
            (true, false) => text.push('m'),
            (false, true) => text.push('c'),
            _ => {}
        }
        match (shape.way, atom) {
            (Way::Leap, _) => text.push(atom),
            (Way::Slide(UNLIMITED), 'W') => text.push('R'),
            (Way::Slide(UNLIMITED), 'F') => text.push('B'),
            (Way::Slide(UNLIMITED), _) => text.extend([atom, '0']),
            (Way::Slide(most), _) => {
                text.push(atom);
                text += &most.to_string();
            }
            (Way::Hop, 'W') => text += "pR",
            (Way::Hop, 'F') => text += "pB",
            (Way::Hop, _) => return Err("a hop that is neither straight nor diagonal"),
        }
    }
    Ok(text)
}

/// A game in the form of `variants.ini`.
///
/// Both the keys of recent versions and those of version 11 are written, where there are both.
///
/// # Errors
/// When the game has what the program cannot say; with all reasons.
pub fn fairy_stockfish(game: &Game) -> Result<Export, ExportError> {
    let mut writer =
        Writer { game, reasons: foreign_rules(game), text: String::new(), recent: None };
    writer.write();
    if !writer.reasons.is_empty() {
        let game = game.name.clone();
        return Err(ExportError { game, program: PROGRAM, reasons: writer.reasons });
    }
    Ok(Export { name: exported_name(game), text: writer.text, needs_recent: writer.recent })
}

struct Writer<'g> {
    game: &'g Game,
    reasons: Vec<String>,
    text: String,
    recent: Option<String>,
}

impl Writer<'_> {
    fn key(&mut self, key: &str, value: impl std::fmt::Display) {
        let _ = writeln!(self.text, "{key} = {value}");
    }

    fn refuse(&mut self, reason: impl Into<String>) {
        self.reasons.push(reason.into());
    }

    fn write(&mut self) {
        let game = self.game;
        let (files, ranks) = (game.board.files(), game.board.ranks());
        if files > FILES || ranks > RANKS {
            let reason = format!("a board of {files}x{ranks}; it has at most {FILES}x{RANKS}");
            self.reasons.insert(0, reason);
        }
        let _ = writeln!(self.text, "# {}: {}", game.title, game.summary);
        let _ = writeln!(self.text, "[{}]", exported_name(game));
        self.key("maxRank", ranks);
        self.key("maxFile", file_letter(files - 1));
        self.pieces();
        self.key("startFen", game.start());
        self.castling();
        let stalemate = if game.endings.stalemate == Stalemate::Loss { "loss" } else { "draw" };
        self.key("stalemateValue", stalemate);
        if game.endings.repetition == Repetition::None {
            self.key("nMoveRule", 0);
            self.key("nFoldRule", 0);
        }
    }

    fn pieces(&mut self) {
        let game = self.game;
        let mut custom = 0;
        let mut named: Vec<&str> = Vec::new();
        let mut pawns = Vec::new();
        for (kind, rules) in game.all_kinds().zip(&game.kinds) {
            let letter = rules.letter.to_lowercase();
            if pawn(&rules.movement).is_some() && rules.royal.is_none() {
                pawns.push(kind);
                continue;
            }
            let shapes = match shapes(&rules.movement) {
                Ok(shapes) => shapes,
                Err(reason) => {
                    self.refuse(format!("the {} has {reason}", rules.name));
                    continue;
                }
            };
            let known = known_piece(&shapes, rules.royal.is_some());
            if let Some(name) = known.filter(|name| !named.contains(name)) {
                named.push(name);
                self.key(name, &letter);
                continue;
            }
            match betza(&shapes) {
                Err(reason) => self.refuse(format!("the {} has {reason}", rules.name)),
                Ok(moves) => {
                    self.recent = Some(format!("the move {moves} of the {}", rules.name));
                    if rules.royal.is_some() {
                        named.push("king");
                        self.key("king", format!("{letter}:{moves}"));
                    } else {
                        custom += 1;
                        self.key(&format!("customPiece{custom}"), format!("{letter}:{moves}"));
                    }
                }
            }
        }
        if custom > CUSTOM_PIECES {
            self.refuse(format!(
                "{custom} kinds that it does not know; it has room for {CUSTOM_PIECES}"
            ));
        }
        for absent in ["knight", "bishop", "rook", "queen"] {
            if !named.contains(&absent) {
                self.key(absent, "-");
            }
        }
        match pawns.as_slice() {
            [] => self.key("pawn", "-"),
            &[kind] => self.pawn(kind),
            _ => self.refuse("several kinds of pawn"),
        }
    }

    fn pawn(&mut self, kind: Kind) {
        let game = self.game;
        let rules: &KindRules = game.kind(kind);
        self.key("pawn", rules.letter.to_lowercase());
        let ranks = game.board.ranks();
        match &rules.promotion {
            None => self.refuse("pawns that do not promote"),
            Some(promotion) => {
                let letters: String =
                    promotion.to.iter().map(|&to| game.kind(to).letter.to_lowercase()).collect();
                self.key("promotionRank", ranks);
                self.key("promotionRegionWhite", format!("*{ranks}"));
                self.key("promotionRegionBlack", "*1");
                self.key("promotionPieceTypes", letters);
            }
        }
        let Some(pawn) = pawn(&rules.movement) else { return };
        let Some(initial) = pawn.double_step else {
            self.key("doubleStep", "false");
            return;
        };
        if !pawn.en_passant {
            self.refuse("pawns with a double step that do not capture en passant");
        }
        self.key("doubleStep", "true");
        let squares = |side| double_step_squares(game, kind, initial, side);
        let regions = Color::BOTH.map(|side| region(&game.board, &squares(side)));
        let whole = |text: &str| text.strip_prefix('*').and_then(|rank| rank.parse::<u8>().ok());
        match (whole(&regions[0]), whole(&regions[1])) {
            (Some(white), Some(black)) if white + black == ranks + 1 => {
                self.key("doubleStepRank", white);
            }
            _ => self.recent = Some("the squares of the double step".to_owned()),
        }
        self.key("doubleStepRegionWhite", &regions[0]);
        self.key("doubleStepRegionBlack", &regions[1]);
    }

    fn castling(&mut self) {
        let game = self.game;
        let castles = match castles(game) {
            Ok(castles) => castles,
            Err(reason) => return self.refuse(reason),
        };
        if castles.is_empty() {
            return self.key("castling", "false");
        }
        let white: Vec<_> = castles.iter().filter(|castle| castle.color == Color::White).collect();
        let file = |square: Square| game.board.file(square).map(file_letter).unwrap_or_default();
        self.key("castling", "true");
        let king = white[0].king.0;
        self.key("castlingKingFile", file(king));
        self.key("castlingRank", game.board.rank(king).unwrap_or_default() + 1);
        for castle in white {
            let is_short = castle.king.0 < castle.partner;
            let letter = if is_short { 'K' } else { 'Q' };
            let has_letter = game
                .castlings
                .iter()
                .any(|c| c.king == castle.king && game.rights[c.right].letter == letter);
            if !has_letter || castle.king.0 != king {
                self.refuse("castling by other letters than K and Q, or from several squares");
            }
            let partner = game.castlings.iter().find(|c| c.king == castle.king).map(|c| c.partner);
            let shapes = partner.map(|kind| shapes(&game.kind(kind).movement).unwrap_or_default());
            if shapes.and_then(|shapes| known_piece(&shapes, false)) != Some("rook") {
                self.refuse("castling with a partner that is no rook");
            }
            let key = if is_short { "castlingKingsideFile" } else { "castlingQueensideFile" };
            self.key(key, file(castle.king.1));
        }
    }
}

/// A set of squares: `*3` for a rank, or the squares by name.
fn region(board: &Board, squares: &[Square]) -> String {
    let mut items = Vec::new();
    for rank in 0..board.ranks() {
        let here: Vec<&Square> = squares.iter().filter(|&&s| board.rank(s) == Some(rank)).collect();
        if here.len() == usize::from(board.files()) {
            items.push(format!("*{}", rank + 1));
        } else {
            items.extend(here.into_iter().map(|&square| board.name(square)));
        }
    }
    items.join(" ")
}
