//! [`Draft`]: a position being composed.

use super::Random;
use super::lines::{Line, Way, lines_onto};
use crate::geometry::{Bitboard, Board, Square};
use crate::movegen::Status;
use crate::pieces::{Color, Kind, Path, Piece};
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
}

/// What a draft held at some time.
#[derive(Clone, Debug)]
pub(super) struct Snapshot<B> {
    setup: Setup,
    settled: B,
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
        Self { rules, random, setup, settled: B::EMPTY, wanted_rights: 0 }
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

    pub(super) fn snapshot(&self) -> Snapshot<B> {
        Snapshot { setup: self.setup.clone(), settled: self.settled }
    }

    pub(super) fn restore(&mut self, snapshot: Snapshot<B>) {
        self.setup = snapshot.setup;
        self.settled = snapshot.settled;
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

    /// Whether a man may stand on a square: a pawn that had to promote there may not.
    pub(super) fn may_stand(&self, piece: Piece, square: Square) -> bool {
        let game = self.game();
        let kind = game.kind(piece.kind);
        let forced = kind
            .promotion
            .as_ref()
            .is_some_and(|p| !p.optional && p.zone.contains(piece.color, square));
        !(kind.pawn && forced && game.on_last_rank(piece.color, square))
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

    /// Puts a man of any kind but the royal one.
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

    pub(super) fn royal_kind(&self) -> Kind {
        self.game().royals().iter().next().expect("a game has a royal kind")
    }

    /// The square of a side's royal piece.
    pub(super) fn royal(&self, color: Color) -> Option<Square> {
        let royal = Piece { color, kind: self.royal_kind() };
        self.board().rectangle().find(|&square| self.setup.at(square) == Some(royal))
    }

    /// Puts a side's royal piece where it starts, at the edge, or anywhere.
    pub(super) fn place_royal(&mut self, color: Color) -> Option<Square> {
        let kind = self.royal_kind();
        let home = &self.game().kind(kind).home;
        let board = self.board();
        let square = match self.random.below(4) {
            0 => self.open_square(|square| home.contains(color, square)),
            1 => self.open_square(|square| is_edge(board, square)),
            _ => None,
        };
        let square = match square {
            Some(square) => square,
            None => self.open_square(|_| true)?,
        };
        self.place(Piece { color, kind }, square)?;
        Some(square)
    }

    /// Puts both royal pieces; returns that of the side to move.
    pub(super) fn place_royals(&mut self) -> Option<Square> {
        let ours = self.place_royal(self.us())?;
        self.place_royal(self.them())?;
        Some(ours)
    }

    // Lines.

    /// How many men stand on the squares that a line passes.
    pub(super) fn men_on(&self, line: &Line) -> usize {
        line.between.iter().filter(|&&square| !self.is_empty(square)).count()
    }

    /// One of the lines: first the kind, so that no kind is rare for having few.
    pub(super) fn choose_line(&mut self, lines: Vec<Line>) -> Option<Line> {
        let mut kinds: Vec<Kind> = lines.iter().map(|line| line.kind).collect();
        kinds.dedup();
        let kind = *self.random.choose(&kinds)?;
        let mut lines: Vec<Line> = lines.into_iter().filter(|line| line.kind == kind).collect();
        let index = self.random.below(lines.len());
        Some(lines.swap_remove(index))
    }

    /// The lines onto a square along which a man of a side, not its royal piece, could capture
    /// from an open square.
    pub(super) fn attacks_onto(&self, color: Color, onto: Square) -> Vec<Line> {
        let game = self.game();
        let royals = game.royals();
        let mut lines = lines_onto(game, color, onto);
        lines.retain(|line| {
            let piece = Piece { color, kind: line.kind };
            line.capture
                && !royals.contains(line.kind)
                && self.is_open(line.from)
                && self.may_stand(piece, line.from)
        });
        lines
    }

    /// Puts a man of a side where it attacks a square along a way that a test admits, with a
    /// screen if the way needs one; the squares between stay as they are.
    pub(super) fn aim(
        &mut self,
        color: Color,
        onto: Square,
        wanted: impl Fn(&Line) -> bool,
    ) -> Option<Line> {
        let mut lines = self.attacks_onto(color, onto);
        lines.retain(|line| {
            let men = self.men_on(line);
            let open = match line.way {
                Way::Leap => true,
                Way::Hop => men == 1 || (men == 0 && line.between.iter().any(|&s| self.is_open(s))),
                Way::Slide | Way::Bend | Way::DoubleStep => men == 0,
            };
            open && wanted(line)
        });
        let line = self.choose_line(lines)?;
        self.place(Piece { color, kind: line.kind }, line.from)?;
        let screens = usize::from(line.way == Way::Hop && self.men_on(&line) == 0);
        let owners = [self.side()];
        self.interpose(&line, &owners[..screens])?;
        Some(line)
    }

    /// Puts a man of a side at the start of a line onto a square, with nobody between yet.
    pub(super) fn point(
        &mut self,
        color: Color,
        onto: Square,
        wanted: impl Fn(&Line) -> bool,
    ) -> Option<Line> {
        let mut lines = self.attacks_onto(color, onto);
        lines.retain(|line| self.men_on(line) == 0 && wanted(line));
        let line = self.choose_line(lines)?;
        self.place(Piece { color, kind: line.kind }, line.from)?;
        Some(line)
    }

    /// Puts a man of each of the owners on squares that a line passes and settles the rest.
    pub(super) fn interpose(&mut self, line: &Line, owners: &[Color]) -> Option<Vec<Square>> {
        let mut squares: Vec<Square> =
            line.between.iter().copied().filter(|&square| self.is_open(square)).collect();
        if squares.len() < owners.len() {
            return None;
        }
        self.random.shuffle(&mut squares);
        squares.truncate(owners.len());
        for (&owner, &square) in owners.iter().zip(&squares) {
            self.place_any(owner, square)?;
        }
        for &square in &line.between {
            self.settle(square);
        }
        Some(squares)
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
            let wanted = self.wanted_rights >> index & 1 != 0;
            if founded && (wanted || self.random.chance(1, 2)) {
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

/// Whether a man may have come by a double step from a square.
pub(super) fn has_stepped(game: &Game, man: Piece, origin: Square) -> bool {
    let kind = game.kind(man.kind);
    kind.movement.parts.iter().any(|part| {
        part.path == Path::DoubleStep && (!part.initial || kind.home.contains(man.color, origin))
    })
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
