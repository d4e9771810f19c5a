//! [`Inspection`]: finds the tags of a position in what the fast generator says of it.

mod moves;
mod refusals;

use super::lines::{Way, lines_onto};
use super::{Tag, Tags};
use crate::geometry::{Bitboard, Square};
use crate::movegen::Status;
use crate::pieces::{Color, Piece};
use crate::position::{Move, Position};
use crate::rules::{Game, RightNeeds, Ruleset};

/// A position with its moves and the tags found so far.
#[derive(Debug)]
pub(super) struct Inspection<'a, B: Bitboard> {
    rules: &'a Ruleset<B>,
    position: &'a Position<B>,
    moves: Vec<Move>,
    is_check: bool,
    tags: Tags,
}

impl<'a, B: Bitboard> Inspection<'a, B> {
    pub(super) fn new(rules: &'a Ruleset<B>, position: &'a Position<B>) -> Self {
        let moves = rules.legal_moves(position);
        let is_check = !rules.checkers(position).is_empty();
        Self { rules, position, moves, is_check, tags: Tags::default() }
    }

    /// All tags of the position.
    pub(super) fn tags(mut self) -> Tags {
        self.men();
        match self.rules.status(self.position) {
            // The game is over, so there are no moves and nothing is refused.
            Status::CitadelDraw => {
                self.tags.insert(Tag::CitadelDraw);
                return self.tags;
            }
            Status::Checkmate => self.tags.insert(Tag::Checkmate),
            Status::Stalemate => self.tags.insert(Tag::Stalemate),
            Status::Check | Status::Ongoing => {}
        }
        self.checks();
        self.lines();
        self.legal_moves();
        self.refusals();
        self.tags
    }

    fn game(&self) -> &'a Game {
        self.rules.game()
    }

    /// The side to move.
    fn us(&self) -> Color {
        self.position.turn()
    }

    fn them(&self) -> Color {
        !self.position.turn()
    }

    /// The only royal man of the side to move.
    fn sole_royal(&self) -> Option<(Square, Piece)> {
        let square = self.position.sole_royal(self.rules, self.us()).squares().next()?;
        Some((square, self.position.at(square)?))
    }

    /// The men of a side and where they stand.
    fn men_of(&self, color: Color) -> impl Iterator<Item = (Square, Piece)> + use<'a, B> {
        let position = self.position;
        let squares = position.side(color).squares();
        squares.filter_map(|square| Some((square, position.at(square)?)))
    }

    /// Whether the side to move has a right.
    fn has_right(&self, needs: &RightNeeds) -> bool {
        let right = self.game().right(self.us(), needs);
        right.is_some_and(|right| self.position.rights() >> right & 1 != 0)
    }

    /// Royal men and waiting pawns.
    fn men(&mut self) {
        let (us, them) = (self.us(), self.them());
        let royals = self.position.royals(self.rules, us);
        if royals.has_many() {
            self.tags.insert(Tag::SeveralRoyals);
            let is_attacked =
                |square| !self.rules.attackers(self.position, square, them).is_empty();
            self.tags.insert_if(royals.squares().any(is_attacked), Tag::SeveralRoyalsAttacked);
        }
        for color in [us, them] {
            for (square, man) in self.men_of(color) {
                if self.game().waits(man, square) {
                    let attackers = self.rules.attackers(self.position, square, !color);
                    self.tags.insert(Tag::WaitingPawn);
                    self.tags.insert_if(!attackers.is_empty(), Tag::WaitingPawnAttacked);
                }
            }
        }
    }

    fn checks(&mut self) {
        let checkers = self.rules.checkers(self.position);
        self.tags.insert_if(self.is_check, Tag::Check);
        self.tags.insert_if(checkers.has_many(), Tag::DoubleCheck);
        let board = &self.game().board;
        if let Some((royal, _)) = self.sole_royal() {
            self.tags.insert_if(!board.in_rectangle(royal), Tag::SoleRoyalInCitadel);
        }
    }

    /// What stands between the royal man and the men on lines to it.
    fn lines(&mut self) {
        let (position, them) = (self.position, self.them());
        let own = position.side(self.us());
        let Some((royal, _)) = self.sole_royal() else { return };
        for line in lines_onto(self.game(), them, royal) {
            let attacker = Piece { color: them, kind: line.kind };
            if !line.capture || position.at(line.from) != Some(attacker) {
                continue;
            }
            let men = B::from_squares(line.between.iter().copied()) & position.occupied();
            match (line.way, men.count()) {
                (Way::Slide, 1) => self.tags.insert_if(men.meets(own), Tag::PinnedMan),
                (Way::Bend, 1) => self.tags.insert_if(men.meets(own), Tag::BentPin),
                (Way::Hop, 0) => self.tags.insert(Tag::HopperConstraint),
                (Way::Hop, 2) => self.tags.insert_if(men.meets(own), Tag::HopperConstraint),
                _ => {}
            }
        }
    }

    /// Whether a man of theirs counts among those that a relocation attacks.
    fn is_counted(&self, position: &Position<B>, square: Square) -> bool {
        let game = self.game();
        position.at(square).is_some_and(|man| {
            let rules = game.kind(man.kind);
            man.color == self.them()
                && !game.waits(man, square)
                && (game.relocation.pawns_count || !rules.pawn)
                && (game.relocation.royals_count || rules.royal.is_none())
        })
    }
}
