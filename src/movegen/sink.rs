//! [`Sink`]: where generated moves go, as sets of targets.

use crate::geometry::{Bitboard, Square};
use crate::pieces::{Color, Kind};
use crate::position::{Action, Move};
use crate::rules::Ruleset;

/// Takes moves as the generator finds them. Targets where a kind promotes stand for as many moves
/// as there are choices; it is the sink that knows how many.
pub trait Sink<B: Bitboard> {
    /// Whether it asks of a move no more than how many it stands for: kinds that move and promote
    /// alike may then be taken for one of them.
    const ONLY_COUNTS: bool;

    /// A man of a kind may go from a square to each of these.
    fn targets(&mut self, kind: Kind, from: Square, to: B);
    /// Men of a kind arrive on these squares, each from the square whose index is `delta` lower.
    fn shifted(&mut self, kind: Kind, delta: i32, to: B, action: Action);
    /// One move of a man of a kind.
    fn promotable(&mut self, kind: Kind, mv: Move);
    /// One move that does not promote.
    fn single(&mut self, mv: Move);
}

/// Lists the moves.
#[derive(Debug)]
pub struct List<'a, B: Bitboard> {
    rules: &'a Ruleset<B>,
    us: Color,
    moves: &'a mut Vec<Move>,
}

impl<'a, B: Bitboard> List<'a, B> {
    /// Appends the moves of a side to a list.
    pub fn new(rules: &'a Ruleset<B>, us: Color, moves: &'a mut Vec<Move>) -> Self {
        Self { rules, us, moves }
    }

    /// The length of the list, with what the caller had put there.
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// The moves that a move to a square stands for.
    #[inline(always)]
    fn expand(&mut self, kind: Kind, mv: Move) {
        if let Some(promotion) = &self.rules.promotions[self.us.index()][kind.index()]
            && promotion.zone.contains(mv.to)
        {
            self.moves.extend(promotion.to.iter().map(|&kind| mv.promoting(kind)));
            if !promotion.optional {
                return;
            }
        }
        self.moves.push(mv);
    }
}

impl<B: Bitboard> Sink<B> for List<'_, B> {
    const ONLY_COUNTS: bool = false;

    #[inline(always)]
    fn targets(&mut self, kind: Kind, from: Square, to: B) {
        for to in to.squares() {
            self.expand(kind, Move::new(from, to, Action::Step));
        }
    }

    #[inline(always)]
    fn shifted(&mut self, kind: Kind, delta: i32, to: B, action: Action) {
        for to in to.squares() {
            let from = Square::new((i32::from(to.raw()) - delta) as u8);
            self.expand(kind, Move::new(from, to, action));
        }
    }

    #[inline(always)]
    fn promotable(&mut self, kind: Kind, mv: Move) {
        self.expand(kind, mv);
    }

    #[inline(always)]
    fn single(&mut self, mv: Move) {
        self.moves.push(mv);
    }
}

/// Counts the moves.
#[derive(Debug)]
pub struct Count<'a, B: Bitboard> {
    rules: &'a Ruleset<B>,
    us: Color,
    moves: u64,
}

impl<'a, B: Bitboard> Count<'a, B> {
    /// Counts the moves of a side.
    #[inline(always)]
    pub fn new(rules: &'a Ruleset<B>, us: Color) -> Self {
        Self { rules, us, moves: 0 }
    }

    /// How many moves there were.
    #[inline(always)]
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// Moves to squares each of which stands for one.
    #[inline(always)]
    pub(super) fn plain(&mut self, to: B) {
        self.moves += u64::from(to.count());
    }

    #[inline(always)]
    fn add(&mut self, kind: Kind, to: B) {
        self.moves += u64::from(to.count());
        if let Some(promotion) = &self.rules.promotions[self.us.index()][kind.index()] {
            let more = u64::from(promotion.choices) - 1;
            self.moves += u64::from((to & promotion.zone).count()) * more;
        }
    }
}

impl<B: Bitboard> Sink<B> for Count<'_, B> {
    const ONLY_COUNTS: bool = true;

    #[inline(always)]
    fn targets(&mut self, kind: Kind, _from: Square, to: B) {
        self.add(kind, to);
    }

    #[inline(always)]
    fn shifted(&mut self, kind: Kind, _delta: i32, to: B, _action: Action) {
        self.add(kind, to);
    }

    #[inline(always)]
    fn promotable(&mut self, kind: Kind, mv: Move) {
        self.add(kind, B::single(mv.to));
    }

    #[inline(always)]
    fn single(&mut self, _mv: Move) {
        self.moves += 1;
    }
}
