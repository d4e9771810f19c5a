//! [`Draft`]: a position being composed.

use super::Random;
use super::lines::{has_stepped, may_stand};
use crate::geometry::{Bitboard, Board, Square};
use crate::movegen::Status;
use crate::pieces::{Color, Kind, Piece};
use crate::position::{Position, Setup};
use crate::rules::{Game, Ruleset};

/// A position being composed: men put on purpose, then others around them.
///
/// Squares that a recipe has used, or that it needs empty, are *settled*: nothing else is put
/// there. Where something does not fit, the methods return `None` and the recipe starts anew.
#[derive(Debug)]
pub(super) struct Draft<'r, B: Bitboard> {
    pub(super) rules: &'r Ruleset<B>,
    pub(super) random: Random,
    pub(super) setup: Setup,
    settled: B,
    /// The rights that the recipe needs; of the others any may be there.
    pub(super) wanted_rights: u32,
    /// The rights that would spoil the recipe.
    pub(super) unwanted_rights: u32,
}

impl<'r, B: Bitboard> Draft<'r, B> {
    /// An empty board, either side to move.
    pub(super) fn new(rules: &'r Ruleset<B>, mut random: Random) -> Self {
        let turn = if random.chance(1, 2) { Color::White } else { Color::Black };
        let setup = Setup {
            pieces: vec![None; rules.game().board.len()],
            turn,
            rights: 0,
            en_passant: None,
            halfmove: 0,
            fullmove: 1,
        };
        Self { rules, random, setup, settled: B::EMPTY, wanted_rights: 0, unwanted_rights: 0 }
    }

    pub(super) fn game(&self) -> &'r Game {
        self.rules.game()
    }

    pub(super) fn board(&self) -> &'r Board {
        &self.rules.game().board
    }

    /// The side to move.
    pub(super) fn us(&self) -> Color {
        self.setup.turn
    }

    /// The side that has moved.
    pub(super) fn them(&self) -> Color {
        !self.setup.turn
    }

    pub(super) fn side(&mut self) -> Color {
        if self.random.chance(1, 2) { Color::White } else { Color::Black }
    }

    /// Does something to the draft, or nothing if it comes to nothing; whether it was done.
    pub(super) fn attempt(&mut self, change: impl FnOnce(&mut Self) -> Option<()>) -> bool {
        let (setup, settled) = (self.setup.clone(), self.settled);
        let done = change(self).is_some();
        if !done {
            self.setup = setup;
            self.settled = settled;
        }
        done
    }

    /// The position, if it can be.
    pub(super) fn position(&self) -> Option<Position<B>> {
        self.rules.admit(&self.setup).ok()
    }

    /// Whether the side to move is in check; `None` when the position cannot be.
    pub(super) fn is_in_check(&self) -> Option<bool> {
        Some(!self.rules.checkers(&self.position()?).is_empty())
    }

    // Squares.

    pub(super) fn is_empty(&self, square: Square) -> bool {
        self.setup.at(square).is_none()
    }

    /// Whether something may be put on a square.
    pub(super) fn is_open(&self, square: Square) -> bool {
        self.is_empty(square) && !self.settled.contains(square)
    }

    /// The open squares that a test admits.
    pub(super) fn open_squares(&self, wanted: impl Fn(Square) -> bool) -> Vec<Square> {
        self.board().rectangle().filter(|&s| self.is_open(s) && wanted(s)).collect()
    }

    /// One of the open squares that a test admits.
    pub(super) fn open_square(&mut self, wanted: impl Fn(Square) -> bool) -> Option<Square> {
        let squares = self.open_squares(wanted);
        self.random.choose(&squares).copied()
    }

    /// Leaves a square as it is.
    pub(super) fn settle(&mut self, square: Square) {
        self.settled |= B::single(square);
    }

    /// Leaves a square empty.
    pub(super) fn keep_empty(&mut self, square: Square) -> Option<()> {
        self.is_empty(square).then(|| self.settle(square))
    }

    // Men.

    /// Whether the rules let a man stand on a square.
    pub(super) fn may_stand(&self, piece: Piece, square: Square) -> bool {
        may_stand(self.game(), piece, square)
    }

    /// Puts a man on an open square, which is settled by that.
    pub(super) fn place(&mut self, piece: Piece, square: Square) -> Option<()> {
        if !self.is_open(square) || !self.may_stand(piece, square) {
            return None;
        }
        self.setup.pieces[square.index()] = Some(piece);
        self.settle(square);
        Some(())
    }

    /// Takes a man off.
    pub(super) fn remove(&mut self, square: Square) {
        self.setup.pieces[square.index()] = None;
    }

    /// Puts a man of any kind that is not royal.
    pub(super) fn place_any(&mut self, color: Color, square: Square) -> Option<()> {
        let kinds: Vec<Kind> = self
            .common_kinds()
            .into_iter()
            .filter(|&kind| self.may_stand(Piece { color, kind }, square))
            .collect();
        let kind = *self.random.choose(&kinds)?;
        self.place(Piece { color, kind }, square)
    }

    /// The kinds that are not royal.
    pub(super) fn common_kinds(&self) -> Vec<Kind> {
        let game = self.game();
        let royals = game.royals();
        game.all_kinds().filter(|&kind| !royals.contains(kind)).collect()
    }

    // The rest of the board.

    /// Puts men of the kinds on open squares that a test admits, so many if possible; a man is
    /// left out where the position could not be with it, or `keeps` refuses the position.
    pub(super) fn fill(
        &mut self,
        men: usize,
        kinds: &[Kind],
        wanted: impl Fn(Square) -> bool,
        keeps: impl Fn(&Ruleset<B>, &Position<B>) -> bool,
    ) {
        let mut squares = self.open_squares(wanted);
        self.random.shuffle(&mut squares);
        let mut left = men;
        for square in squares {
            if left == 0 {
                return;
            }
            let color = self.side();
            let Some(&kind) = self.random.choose(kinds) else { return };
            let piece = Piece { color, kind };
            if !self.may_stand(piece, square) {
                continue;
            }
            self.setup.pieces[square.index()] = Some(piece);
            if self.position().is_some_and(|position| keeps(self.rules, &position)) {
                left -= 1;
            } else {
                self.remove(square);
            }
        }
    }

    /// The kinds of an army: half of it pawns, where the game has pawns.
    pub(super) fn army(&self) -> Vec<Kind> {
        let game = self.game();
        let (pawns, others): (Vec<Kind>, Vec<Kind>) =
            self.common_kinds().into_iter().partition(|&kind| game.kind(kind).pawn);
        let repeats = (others.len() / pawns.len().max(1)).max(1);
        let pawns = pawns.iter().flat_map(|&pawn| std::iter::repeat_n(pawn, repeats));
        pawns.chain(others.iter().copied()).collect()
    }

    /// Puts men around what the recipe has made: few, some or many, mostly such as give no check
    /// and answer none.
    pub(super) fn surround(&mut self) {
        let area = self.board().rectangle_len();
        let men = match self.random.below(8) {
            0..3 => self.random.within(0..=3),
            3..6 => self.random.within(area / 16..=area / 6),
            _ => self.random.within(area / 6..=area / 3),
        };
        let before = self.position().map(|position| self.rules.checkers(&position));
        let freely = self.random.chance(1, 8);
        let army = self.army();
        self.fill(
            men,
            &army,
            |_| true,
            |rules, position| freely || Some(rules.checkers(position)) == before,
        );
    }

    /// Puts a few men that leave the status as it is.
    pub(super) fn surround_keeping(&mut self, status: Status) {
        let men = if self.random.chance(1, 2) { 0 } else { self.random.within(1..=6) };
        let army = self.army();
        self.fill(men, &army, |_| true, |rules, position| rules.status(position) == status);
    }

    /// The finished position: rights where they can be, sometimes an en passant square, clocks.
    pub(super) fn finish(mut self) -> Option<Position<B>> {
        for (index, right) in self.game().rights.iter().enumerate() {
            let founded = right.is_founded(|square| self.setup.at(square));
            let [wanted, unwanted] =
                [self.wanted_rights, self.unwanted_rights].map(|rights| rights >> index & 1 != 0);
            if founded && !unwanted && (wanted || self.random.chance(1, 2)) {
                self.setup.rights |= 1 << index;
            }
        }
        if self.setup.en_passant.is_none() && self.random.chance(1, 3) {
            let passed = self.passable();
            self.setup.en_passant = self.random.choose(&passed).copied();
        }
        self.setup.fullmove = self.random.within(1..=150) as u32;
        if self.setup.en_passant.is_none() {
            self.setup.halfmove = self.random.within(0..=120) as u32;
        }
        self.position()
    }

    /// The squares that a man of the side that has moved may just have passed.
    fn passable(&self) -> Vec<Square> {
        let (game, mover) = (self.game(), self.them());
        let forward = game.forward(mover);
        let steps = |square, by| self.board().step(square, forward.times(by));
        self.board()
            .rectangle()
            .filter(|&passed| {
                let (Some(origin), Some(stands)) = (steps(passed, -1), steps(passed, 1)) else {
                    return false;
                };
                self.is_empty(passed)
                    && self.is_empty(origin)
                    && self
                        .setup
                        .at(stands)
                        .is_some_and(|man| man.color == mover && has_stepped(game, man, origin))
            })
            .collect()
    }
}

/// Whether a square lies at the edge of the rectangle.
pub(super) fn is_edge(board: &Board, square: Square) -> bool {
    match (board.file(square), board.rank(square)) {
        (Some(file), Some(rank)) => {
            file == 0 || rank == 0 || file + 1 == board.files() || rank + 1 == board.ranks()
        }
        _ => false,
    }
}

/// Whether a square is a corner of the rectangle.
pub(super) fn is_corner(board: &Board, square: Square) -> bool {
    match (board.file(square), board.rank(square)) {
        (Some(file), Some(rank)) => {
            (file == 0 || file + 1 == board.files()) && (rank == 0 || rank + 1 == board.ranks())
        }
        _ => false,
    }
}
