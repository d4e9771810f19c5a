//! Men of a [`Draft`] that bear on a square along a line.

use super::draft::Draft;
use super::lines::{Line, Way, lines_onto};
use crate::geometry::{Bitboard, Square};
use crate::pieces::{Color, Kind, Piece};

/// How many squares are tried for a royal man behind others, of all that are open.
const ROYAL_SQUARES: usize = 32;

impl<B: Bitboard> Draft<'_, B> {
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
                && !game.waits(piece, line.from)
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

    /// Puts our only royal man and a man of theirs at the ends of a line that passes some squares,
    /// no men but those on them, and none of the squares to avoid. The rest of the line is settled
    /// unless a hopper goes along it.
    pub(super) fn royal_behind(
        &mut self,
        through: &[Square],
        avoid: &[Square],
        hops: bool,
    ) -> Option<Line> {
        let (us, them) = (self.us(), self.them());
        let mut squares = self.open_squares(|_| true);
        self.random.shuffle(&mut squares);
        squares.truncate(ROYAL_SQUARES);
        let men = through.iter().filter(|&&square| !self.is_empty(square)).count();
        for royal in squares {
            let mut lines = self.attacks_onto(them, royal);
            lines.retain(|line| {
                (line.way == Way::Hop) == hops
                    && line.from != royal
                    && through.iter().all(|square| line.between.contains(square))
                    && !avoid.iter().any(|square| line.between.contains(square))
                    && self.men_on(line) == men
            });
            let Some(line) = self.choose_line(lines) else { continue };
            self.place_royal_at(us, royal)?;
            self.place(Piece { color: them, kind: line.kind }, line.from)?;
            if !hops {
                self.interpose(&line, &[])?;
            }
            return Some(line);
        }
        None
    }

    /// Puts a man of ours a move away from one of some squares, to go there or to capture there
    /// along a way that a test admits.
    pub(super) fn step_away(
        &mut self,
        kind: Kind,
        targets: &[Square],
        wanted: impl Fn(&Line) -> bool,
    ) -> Option<()> {
        let (us, them) = (self.us(), self.them());
        let piece = Piece { color: us, kind };
        let target = self.open_square(|square| targets.contains(&square))?;
        let mut lines = lines_onto(self.game(), us, target);
        lines.retain(|line| {
            line.kind == kind
                && self.men_on(line) == 0
                && self.is_open(line.from)
                && self.may_stand(piece, line.from)
                && wanted(line)
        });
        let line = self.choose_line(lines)?;
        if !line.quiet || (line.capture && self.random.chance(1, 2)) {
            self.place_any(them, target)?;
        } else {
            self.settle(target);
        }
        self.place(piece, line.from)?;
        let owners = [self.side()];
        self.interpose(&line, &owners[..usize::from(line.way == Way::Hop)])?;
        Some(())
    }
}
