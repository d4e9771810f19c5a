//! Tags of what a position has by its men, its rights and its en passant square, but not by its
//! moves.

use super::Inspection;
use crate::geometry::{Bitboard, Square};
use crate::pieces::{Part, Path, Piece};
use crate::position::Action;
use crate::rules::{RightNeeds, Stage, SwapWhen};
use crate::sampling::Tag;
use crate::sampling::lines::{leap_attacks, neighbours};

impl<B: Bitboard> Inspection<'_, B> {
    /// All refusals.
    pub(super) fn refusals(&mut self) {
        self.refused_en_passant();
        self.refused_jump();
        self.refused_castling();
        self.refused_succession();
        self.refused_second_steps();
        self.refused_relocation();
        self.refused_transfer();
        self.refused_swap();
        self.refused_citadel();
    }

    fn is_legal(&self, action: Action, from: Square, to: Square) -> bool {
        self.moves.iter().any(|mv| (mv.action, mv.from, mv.to) == (action, from, to))
    }

    fn refused_en_passant(&mut self) {
        let Some(target) = self.position.en_passant_target() else { return };
        let (game, us) = (self.game(), self.us());
        let refused = self.men_of(us).any(|(from, man)| {
            let catches = |part: &Part| match part.path {
                Path::Leap(offset) if part.en_passant => {
                    game.board.step(from, game.oriented(offset, us)) == Some(target)
                }
                _ => false,
            };
            game.kind(man.kind).movement.parts.iter().any(catches)
                && !self.is_legal(Action::EnPassant, from, target)
        });
        self.tags.insert_if(refused, Tag::EnPassantIllegal);
    }

    fn refused_jump(&mut self) {
        let (game, us) = (self.game(), self.us());
        let (Some(jump), Some(right)) = (&game.jump, game.jump_right(us)) else { return };
        let Some((royal, _)) = self.sole_royal() else { return };
        if self.position.rights() >> right & 1 == 0 {
            return;
        }
        let refused = jump
            .offsets
            .iter()
            .filter_map(|&offset| game.board.step(royal, game.oriented(offset, us)))
            .any(|to| self.position.at(to).is_none() && !self.is_legal(Action::Jump, royal, to));
        self.tags.insert_if(refused, Tag::JumpRefused);
    }

    fn refused_castling(&mut self) {
        let us = self.us();
        for way in self.game().castlings.iter().filter(|way| way.color == us) {
            let has_right = self.position.rights() >> way.right & 1 != 0;
            let refused = has_right && !self.is_legal(Action::Castle, way.king.0, way.king.1);
            self.tags.insert_if(refused, Tag::CastlingRefused);
        }
    }

    fn refused_succession(&mut self) {
        let game = self.game();
        if game.succession && self.tags.contains(Tag::Checkmate) {
            let has_successor =
                self.men_of(self.us()).any(|(_, man)| game.kind(man.kind).successor);
            self.tags.insert_if(has_successor, Tag::SuccessionRefused);
        }
    }

    /// Second steps that would leave the royal man attacked, and passes that there are none of.
    fn refused_second_steps(&mut self) {
        let (game, us) = (self.game(), self.us());
        // Men that may be captured stand there, and nobody that may not.
        let is_enemy = |square, man: Piece| man.color != us && !game.waits(man, square);
        for (from, _) in self.men_of(us).filter(|(_, man)| game.kind(man.kind).second_step) {
            self.tags.insert_if(!self.is_legal(Action::Pass, from, from), Tag::PassRefused);
            for via in neighbours(&game.board, from) {
                if !self.position.at(via).is_some_and(|man| is_enemy(via, man)) {
                    continue;
                }
                let refused = neighbours(&game.board, via).into_iter().any(|to| {
                    let is_open =
                        self.position.at(to).is_none_or(|man| to == from || is_enemy(to, man));
                    let is_legal = self.moves.iter().any(|mv| {
                        mv.action == Action::SecondStep
                            && (mv.from, mv.via(), mv.to) == (from, Some(via), to)
                    });
                    is_open && !is_legal
                });
                self.tags.insert_if(refused, Tag::SecondStepRefused);
            }
        }
    }

    /// Squares from which a waiting pawn would attack two men, but where it may not be put.
    fn refused_relocation(&mut self) {
        let game = self.game();
        let pawns = self.men_of(self.us()).filter(|&(square, man)| game.waits(man, square));
        for (from, man) in pawns {
            let Some(Stage::Wait { becomes }) = game.kind(man.kind).stage else { continue };
            let pawn = Piece { kind: becomes, ..man };
            let refused = game.board.rectangle().any(|to| {
                let is_barred = self
                    .position
                    .at(to)
                    .is_some_and(|man| game.kind(man.kind).royal.is_some() || game.waits(man, to));
                let counted = leap_attacks(game, pawn, to)
                    .into_iter()
                    .filter(|&square| self.is_counted(self.position, square))
                    .count();
                counted >= 2 && !is_barred && !self.is_legal(Action::Relocate, from, to)
            });
            self.tags.insert_if(refused, Tag::RelocationRefused);
        }
    }

    fn refused_transfer(&mut self) {
        let game = self.game();
        for (from, man) in self.men_of(self.us()) {
            let Some(Stage::Transfer { to, .. }) = &game.kind(man.kind).stage else { continue };
            let refused = game.waits(man, from)
                && to.of(man.color).iter().all(|&to| !self.is_legal(Action::Transfer, from, to));
            self.tags.insert_if(refused, Tag::DelayedTransferRefused);
        }
    }

    fn refused_swap(&mut self) {
        let game = self.game();
        let Some((royal, man)) = self.sole_royal() else { return };
        let is_stuck = self.moves.iter().all(|mv| mv.action == Action::Exchange);
        let may = self.is_check || (is_stuck && game.swap == Some(SwapWhen::CheckOrStalemate));
        if may && self.has_right(&RightNeeds::Swap) && game.kind(man.kind).royal == Some(1) {
            let refused = self.men_of(self.us()).any(|(partner, _)| {
                partner != royal && !self.is_legal(Action::Exchange, royal, partner)
            });
            self.tags.insert_if(refused, Tag::SwapRefused);
        }
    }

    /// Royal men beside the enemy's citadel, and beside their own if it is for their kind.
    fn refused_citadel(&mut self) {
        let (game, us) = (self.game(), self.us());
        for (citadel, extra) in game.citadels.iter().zip(game.board.extra()) {
            let refused = extra.neighbours.iter().any(|&from| {
                self.position.at(from).filter(|man| man.color == us).is_some_and(|man| {
                    let rules = game.kind(man.kind);
                    rules.royal.is_some()
                        && (citadel.owner != us || rules.own_citadel)
                        && !self.is_legal(Action::Step, from, citadel.square)
                })
            });
            self.tags.insert_if(refused, Tag::CitadelRefused);
        }
    }
}
