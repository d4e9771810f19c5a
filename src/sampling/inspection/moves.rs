//! Tags of legal moves.

use super::Inspection;
use crate::geometry::{Bitboard, Square};
use crate::movegen::Status;
use crate::pieces::{Color, Piece};
use crate::position::{Action, Move, Position};
use crate::rules::{Citadel, RightNeeds, Stage};
use crate::sampling::Tag;
use crate::sampling::lines::leap_attacks;

impl<B: Bitboard> Inspection<'_, B> {
    /// What each of the moves does.
    pub(super) fn legal_moves(&mut self) {
        for mv in self.moves.clone() {
            let Some(mover) = self.position.at(mv.from) else { continue };
            let next = self.position.play(self.rules, mv);
            self.action(mv, mover, &next);
            self.promotion(mv, mover);
            self.royal_capture(&next);
            self.discovered_check(mv, &next);
        }
        let is_rescued = !self.moves.is_empty() && self.moves.iter().all(|mv| self.is_swap(*mv));
        self.tags.insert_if(is_rescued && self.is_check, Tag::SwapOutOfMate);
    }

    /// Whether a move is the royal man's swap, and not the changing of places that follows a mate.
    fn is_swap(&self, mv: Move) -> bool {
        mv.action == Action::Exchange && self.has_right(&RightNeeds::Swap)
    }

    fn action(&mut self, mv: Move, mover: Piece, next: &Position<B>) {
        let rules = self.game().kind(mover.kind);
        match mv.action {
            Action::Step => self.step(mv),
            Action::DoubleStep => {
                let is_first = rules.movement.double_step().is_some_and(|part| part.initial);
                self.tags.insert_if(is_first, Tag::FirstMove);
                self.tags.insert_if(mv.promotion().is_some(), Tag::DoubleStepPromotion);
            }
            Action::EnPassant => self.en_passant(),
            Action::Jump => self.tags.insert(Tag::JumpAvailable),
            Action::Castle => self.tags.insert(Tag::CastlingAvailable),
            Action::Exchange => self.tags.insert(match (self.is_swap(mv), self.is_check) {
                (false, _) => Tag::Succession,
                (true, true) => Tag::SwapInCheck,
                (true, false) => Tag::SwapInStalemate,
            }),
            Action::SecondStep if mv.to == mv.from => self.tags.insert(Tag::Igui),
            Action::SecondStep if self.position.at(mv.to).is_some() => {
                self.tags.insert(Tag::DoubleCapture);
            }
            Action::SecondStep => self.tags.insert(Tag::TwoLegCapture),
            Action::Pass => self.tags.insert(Tag::Pass),
            Action::Relocate => self.relocation(mv, next),
            Action::Arrive => self.arrival(mv, mover, next),
            Action::Transfer => {
                self.tags.insert(Tag::DelayedTransfer);
                self.tags.insert_if(self.position.at(mv.to).is_some(), Tag::TransferOnto);
            }
            Action::CitadelExchange => self.tags.insert(Tag::CitadelExchange),
        }
    }

    /// A step into a citadel or out of one.
    fn step(&mut self, mv: Move) {
        let us = self.us();
        let owner = |square: Square| -> Option<Color> {
            let is_there = |citadel: &&Citadel| citadel.square == square;
            self.game().citadels.iter().find(is_there).map(|citadel| citadel.owner)
        };
        let (from, to) = (owner(mv.from), owner(mv.to));
        self.tags.insert_if(from.is_some(), Tag::OutOfCitadel);
        self.tags.insert_if(to == Some(us), Tag::OwnCitadel);
        self.tags.insert_if(to == Some(!us), Tag::CitadelEntry);
    }

    fn en_passant(&mut self) {
        let (game, them) = (self.game(), self.them());
        self.tags.insert(Tag::EnPassantLegal);
        let Some(passed) = self.position.en_passant_target() else { return };
        let step = |by| game.board.step(passed, game.forward(them).times(by));
        let (Some(origin), Some(victim)) = (step(-1), step(1)) else { return };
        let Some(victim) = self.position.at(victim) else { return };
        let rules = game.kind(victim.kind);
        // A man that became another by its double step leaves no doubt that it was a pawn.
        if rules.movement.double_step().is_some() {
            self.tags.insert_if(!rules.pawn, Tag::EnPassantPiece);
            self.tags.insert_if(!rules.home.contains(them, origin), Tag::EnPassantAway);
        }
    }

    fn promotion(&mut self, mv: Move, mover: Piece) {
        let game = self.game();
        let rules = game.kind(mover.kind);
        let Some(kind) = mv.promotion() else { return };
        self.tags.insert(if rules.pawn { Tag::PawnPromotion } else { Tag::PiecePromotion });
        let is_optional = rules.promotion.as_ref().is_some_and(|promotion| promotion.optional);
        self.tags.insert_if(is_optional, Tag::OptionalPromotion);
        let is_crowned = game.kind(kind).royal.is_some();
        self.tags.insert_if(is_crowned, Tag::Crowning);
        self.tags.insert_if(is_crowned && self.is_check, Tag::CrowningInCheck);
    }

    fn relocation(&mut self, mv: Move, next: &Position<B>) {
        self.tags.insert(Tag::Relocation);
        self.tags.insert_if(self.position.at(mv.to).is_some(), Tag::RelocationOnto);
        let Some(pawn) = next.at(mv.to) else { return };
        let attacked = leap_attacks(self.game(), pawn, mv.to);
        let counted = attacked.iter().filter(|&&square| self.is_counted(next, square)).count();
        self.tags.insert_if(counted == 1, Tag::RelocationImmobile);
    }

    fn arrival(&mut self, mv: Move, mover: Piece, next: &Position<B>) {
        self.tags.insert(Tag::SecondArrival);
        if next.at(mv.to) == Some(mover) {
            self.tags.insert(Tag::SecondArrivalBlocked);
            return;
        }
        self.tags.insert(Tag::Transfer);
        let home = match &self.game().kind(mover.kind).stage {
            Some(Stage::Transfer { to, .. }) => to.of(mover.color).first(),
            _ => None,
        };
        let removes = home.is_some_and(|&home| self.position.at(home).is_some());
        self.tags.insert_if(removes, Tag::TransferOnto);
    }

    fn royal_capture(&mut self, next: &Position<B>) {
        let them = self.them();
        let [before, after] =
            [self.position, next].map(|position| position.royals(self.rules, them).count());
        if after == before {
            return;
        }
        self.tags.insert(Tag::RoyalCapture);
        self.tags.insert_if(!self.rules.checkers(next).is_empty(), Tag::RoyalCaptureCheck);
        let is_drawn = self.rules.status(next) == Status::CitadelDraw;
        self.tags.insert_if(is_drawn, Tag::RoyalCaptureDraw);
    }

    fn discovered_check(&mut self, mv: Move, next: &Position<B>) {
        // Two men move in some, and a man ends elsewhere in another, so a check by a man that is not
        // on the target is no discovery.
        let is_plain = !matches!(
            mv.action,
            Action::Castle | Action::Exchange | Action::Arrive | Action::CitadelExchange
        );
        // The last royal man may have been attacked before.
        let royals = |position: &Position<B>| position.royals(self.rules, self.them()).count();
        if !self.tags.contains(Tag::DiscoveredCheck)
            && is_plain
            && royals(next) == royals(self.position)
            && self.rules.checkers(next).meets(!B::single(mv.to))
        {
            self.tags.insert(Tag::DiscoveredCheck);
        }
    }
}
