//! [`Position`]: a state of a game in the form the generator wants.

use super::{Move, Setup};
use crate::geometry::{Bitboard, Mailbox, Square};
use crate::pieces::{Color, Kind, MAX_KINDS, Piece};
use crate::rules::{Onto, Ruleset};

/// The byte of an empty square.
const NOBODY: u8 = u8::MAX;
/// The bit of a man of Black's.
const BLACK: u8 = 0x80;

/// A state of a game: sets of squares by kind and by side, and what else the FEN says.
///
/// It is copied to make a move. Which ruleset it belongs to is the caller's to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<B: Bitboard> {
    kinds: [B; MAX_KINDS],
    sides: [B; 2],
    mailbox: B::Mailbox,
    /// The hash of everything but the en passant square, see [`Position::hash`].
    pub(super) key: u64,
    pub(super) rights: u32,
    pub(super) turn: Color,
    pub(super) en_passant: Option<EnPassant>,
    pub(super) halfmove: u32,
    pub(super) fullmove: u32,
}

/// What a double step leaves behind for one ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EnPassant {
    /// The square passed.
    pub(crate) target: Square,
    /// The square of the man that passed it.
    pub(crate) victim: Square,
}

impl<B: Bitboard> Position<B> {
    /// The position of a setup that has passed [`Setup::check`].
    ///
    /// # Panics
    /// When the en passant square has no square beyond it.
    pub(crate) fn new(rules: &Ruleset<B>, setup: &Setup) -> Self {
        let game = rules.game();
        let mut position = Self {
            kinds: [B::EMPTY; MAX_KINDS],
            sides: [B::EMPTY; 2],
            mailbox: B::Mailbox::filled(NOBODY),
            key: rules.zobrist.rights(setup.rights),
            rights: setup.rights,
            turn: setup.turn,
            en_passant: setup.en_passant.map(|target| EnPassant {
                target,
                victim: game
                    .board
                    .step(target, game.forward(!setup.turn))
                    .expect("a checked en passant square has a square beyond it"),
            }),
            halfmove: setup.halfmove,
            fullmove: setup.fullmove,
        };
        if setup.turn == Color::Black {
            position.key ^= rules.zobrist.black_to_move();
        }
        for square in game.board.squares() {
            if let Some(piece) = setup.at(square) {
                position.put(rules, piece, square);
            }
        }
        position
    }

    /// What a FEN of the position says.
    pub fn setup(&self, rules: &Ruleset<B>) -> Setup {
        Setup {
            pieces: rules.game().board.squares().map(|square| self.at(square)).collect(),
            turn: self.turn,
            rights: self.rights,
            en_passant: self.en_passant.map(|passed| passed.target),
            halfmove: self.halfmove,
            fullmove: self.fullmove,
        }
    }

    /// The position as a FEN.
    pub fn fen(&self, rules: &Ruleset<B>) -> String {
        self.setup(rules).fen(rules.game())
    }

    /// Whose turn it is.
    #[inline(always)]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// One bit for each of [`Game::rights`](crate::rules::Game::rights).
    #[inline(always)]
    pub fn rights(&self) -> u32 {
        self.rights
    }

    /// Plies since the last capture or pawn move.
    pub fn halfmove(&self) -> u32 {
        self.halfmove
    }

    /// The square passed by the double step just made.
    pub fn en_passant_target(&self) -> Option<Square> {
        self.en_passant.map(|passed| passed.target)
    }

    #[inline(always)]
    pub(crate) fn en_passant(&self) -> Option<EnPassant> {
        self.en_passant
    }

    /// The squares of all men.
    #[inline(always)]
    pub fn occupied(&self) -> B {
        self.sides[0] | self.sides[1]
    }

    /// The squares of a side's men.
    #[inline(always)]
    pub fn side(&self, color: Color) -> B {
        self.sides[color.index()]
    }

    /// The squares of a side's men of a kind.
    #[inline(always)]
    pub fn men(&self, color: Color, kind: Kind) -> B {
        self.kinds[kind.index()] & self.sides[color.index()]
    }

    /// The squares of a side's men of some kinds.
    #[inline(always)]
    pub(crate) fn men_of(&self, color: Color, kinds: &[Kind]) -> B {
        let all = kinds.iter().fold(B::EMPTY, |all, kind| all | self.kinds[kind.index()]);
        all & self.sides[color.index()]
    }

    /// The men of a side that reach a square.
    #[inline(always)]
    pub(crate) fn onto(&self, color: Color, square: Square, onto: &Onto<B>) -> B {
        // The first question is none at run time: boards without a fast way never ask the second.
        if B::PACE_OF_ANY > 1 && onto.is_dense {
            let row = onto.row(square);
            return B::any_of(&self.kinds[..row.len()], row) & self.sides[color.index()];
        }
        let mut all = B::EMPTY;
        for (kind, from) in onto.each() {
            all |= self.men(color, *kind) & from[square.index()];
        }
        all
    }

    /// Who stands on a square.
    #[inline(always)]
    pub fn at(&self, square: Square) -> Option<Piece> {
        let byte = self.mailbox.get(square);
        if byte == NOBODY {
            return None;
        }
        let color = if byte & BLACK == 0 { Color::White } else { Color::Black };
        Some(Piece { color, kind: Kind::new(usize::from(byte & !BLACK)) })
    }

    /// The squares of a side's royal men.
    #[inline(always)]
    pub fn royals(&self, rules: &Ruleset<B>, color: Color) -> B {
        let mut royals = B::EMPTY;
        for kind in &rules.royals {
            royals |= self.kinds[kind.index()];
        }
        royals & self.sides[color.index()]
    }

    /// The square of a side's only royal man; nothing for a side with several, which no attack
    /// concerns.
    #[inline(always)]
    pub fn sole_royal(&self, rules: &Ruleset<B>, color: Color) -> B {
        let royals = self.royals(rules, color);
        if royals.has_many() { B::EMPTY } else { royals }
    }

    /// The squares of a side's royal men of the highest rank it has.
    pub(crate) fn highest_royals(&self, rules: &Ruleset<B>, color: Color) -> B {
        let mut ranks = rules.royals.iter().map(|&kind| self.men(color, kind));
        ranks.find(|men| !men.is_empty()).unwrap_or(B::EMPTY)
    }

    /// The squares of a side's pawns that wait on their last rank: immune and immobile.
    #[inline(always)]
    pub(crate) fn waiting(&self, rules: &Ruleset<B>, color: Color) -> B {
        let mut waiting = B::EMPTY;
        for &(kind, last_rank) in &rules.stages[color.index()].waiting {
            waiting |= self.men(color, kind) & last_rank;
        }
        waiting
    }

    /// Puts a man on an empty square.
    #[inline(always)]
    pub(super) fn put(&mut self, rules: &Ruleset<B>, piece: Piece, square: Square) {
        let bit = B::single(square);
        self.kinds[piece.kind.index()] |= bit;
        self.sides[piece.color.index()] |= bit;
        let side = if piece.color == Color::Black { BLACK } else { 0 };
        self.mailbox.set(square, piece.kind.index() as u8 | side);
        self.key ^= rules.zobrist.man(piece, square);
    }

    /// Takes a man off a square.
    #[inline(always)]
    pub(super) fn lift(&mut self, rules: &Ruleset<B>, piece: Piece, square: Square) {
        let bit = B::single(square);
        self.kinds[piece.kind.index()] = self.kinds[piece.kind.index()] & !bit;
        self.sides[piece.color.index()] = self.sides[piece.color.index()] & !bit;
        self.mailbox.set(square, NOBODY);
        self.key ^= rules.zobrist.man(piece, square);
    }

    /// A hash of everything that decides which moves are legal now and later, the clocks left
    /// out. The en passant square counts only where a man stands ready to capture onto it.
    pub fn hash(&self, rules: &Ruleset<B>) -> u64 {
        match self.en_passant {
            Some(passed) if self.catchers(rules, passed.target).is_empty() => self.key,
            Some(passed) => self.key ^ rules.zobrist.en_passant(passed.target),
            None => self.key,
        }
    }

    /// The [`Self::hash`] after a move, but for what a move changes besides its man and the one it
    /// takes: good for a guess of where a table will be asked.
    #[inline(always)]
    pub(crate) fn hash_guessed_after(&self, rules: &Ruleset<B>, mv: Move) -> u64 {
        let zobrist = &rules.zobrist;
        let mut key = self.key ^ zobrist.black_to_move();
        if let Some(mover) = self.at(mv.from) {
            let kind = mv.promotion().unwrap_or(mover.kind);
            key ^= zobrist.man(mover, mv.from) ^ zobrist.man(Piece { kind, ..mover }, mv.to);
        }
        if let Some(victim) = self.at(mv.to) {
            key ^= zobrist.man(victim, mv.to);
        }
        key
    }

    /// The position without what no later move depends on: the clocks as at the start of a game,
    /// and the en passant square only where a man stands ready to capture onto it. Positions that
    /// have equal cores have equal trees of moves.
    #[must_use]
    pub fn core(&self, rules: &Ruleset<B>) -> Self {
        let en_passant =
            self.en_passant.filter(|passed| !self.catchers(rules, passed.target).is_empty());
        Self { en_passant, halfmove: 0, fullmove: 1, ..*self }
    }

    /// The men of the side to move that stand ready to capture en passant onto a square.
    pub(crate) fn catchers(&self, rules: &Ruleset<B>, target: Square) -> B {
        let mut catchers = B::EMPTY;
        for &kind in &rules.catchers[self.turn.index()] {
            let tables = &rules.movement.kinds[self.turn.index()][kind.index()];
            if let Some(onto) = &tables.en_passant_onto {
                catchers |= self.men(self.turn, kind) & onto[target.index()];
            }
        }
        catchers
    }

    /// Whether the sets, the mailbox and the hash agree with each other; slow, for tests.
    pub fn is_consistent(&self, rules: &Ruleset<B>) -> bool {
        let rebuilt = Self::new(rules, &self.setup(rules));
        *self == rebuilt
    }
}
