//! [`Tag`]: the rare things that a position shows.

use std::fmt;
use std::ops::{BitOr, BitOrAssign};

use super::lines::{
    Way, has_bent_riders, has_en_passant, has_hoppers, has_part, has_riders, lines_onto,
};
use crate::geometry::{Bitboard, Square};
use crate::movegen::Status;
use crate::pieces::{Part, Path, Piece};
use crate::position::{Action, Move, Position};
use crate::rules::{Game, Ruleset};

/// Something that a position shows for its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tag {
    /// It is in check.
    Check,
    /// It is in check by two men or more.
    DoubleCheck,
    /// A man of its own is alone between its royal piece and a man that slides towards it.
    PinnedMan,
    /// The same on the way of a bent rider.
    BentPin,
    /// A hopper on a line to its royal piece has nobody between, or two men of which one at least
    /// is its own: some moves of some men would be answered by check.
    HopperConstraint,
    /// It can give check with a man that does not move.
    DiscoveredCheck,
    /// It has a legal capture en passant.
    EnPassantLegal,
    /// A man stands ready to capture en passant, but may not.
    EnPassantIllegal,
    /// It has a legal promotion of a pawn.
    PawnPromotion,
    /// It has a legal promotion of another man.
    PiecePromotion,
    /// It has a promotion that it may decline.
    OptionalPromotion,
    /// Its royal piece has a legal jump.
    JumpAvailable,
    /// Its royal piece may jump by its right, but not to some empty square within its reach.
    JumpRefused,
    /// It has a legal castling.
    CastlingAvailable,
    /// It has a right to castle that it cannot use now.
    CastlingRefused,
    /// It has a legal double step by a man that must be unmoved for it.
    FirstMove,
    /// Its royal piece is mated and may change places with a successor.
    Succession,
    /// Its royal piece is mated and none of its successors is safe.
    SuccessionRefused,
    /// It is mated.
    Checkmate,
    /// It has no move and is not in check.
    Stalemate,
}

impl Tag {
    /// All tags.
    pub const ALL: [Self; 20] = [
        Self::Check,
        Self::DoubleCheck,
        Self::PinnedMan,
        Self::BentPin,
        Self::HopperConstraint,
        Self::DiscoveredCheck,
        Self::EnPassantLegal,
        Self::EnPassantIllegal,
        Self::PawnPromotion,
        Self::PiecePromotion,
        Self::OptionalPromotion,
        Self::JumpAvailable,
        Self::JumpRefused,
        Self::CastlingAvailable,
        Self::CastlingRefused,
        Self::FirstMove,
        Self::Succession,
        Self::SuccessionRefused,
        Self::Checkmate,
        Self::Stalemate,
    ];

    /// Its name, `"double-check"`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Check => "check",
            Self::DoubleCheck => "double-check",
            Self::PinnedMan => "pinned-man",
            Self::BentPin => "bent-pin",
            Self::HopperConstraint => "hopper-constraint",
            Self::DiscoveredCheck => "discovered-check",
            Self::EnPassantLegal => "en-passant-legal",
            Self::EnPassantIllegal => "en-passant-illegal",
            Self::PawnPromotion => "pawn-promotion",
            Self::PiecePromotion => "piece-promotion",
            Self::OptionalPromotion => "optional-promotion",
            Self::JumpAvailable => "jump-available",
            Self::JumpRefused => "jump-refused",
            Self::CastlingAvailable => "castling-available",
            Self::CastlingRefused => "castling-refused",
            Self::FirstMove => "first-move",
            Self::Succession => "succession",
            Self::SuccessionRefused => "succession-refused",
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
        }
    }

    /// Whether some position of the game can show it, as far as the rules tell at a glance and
    /// without what royal pieces do to each other.
    pub fn applies(self, game: &Game) -> bool {
        let promotes = |wanted: fn(bool, bool) -> bool| {
            let is = |kind: &crate::rules::KindRules| {
                kind.promotion.as_ref().is_some_and(|p| wanted(kind.pawn, p.optional))
            };
            game.kinds.iter().any(is)
        };
        match self {
            Self::Check | Self::DoubleCheck | Self::Checkmate | Self::Stalemate => true,
            Self::PinnedMan => has_riders(game),
            Self::BentPin => has_bent_riders(game),
            Self::HopperConstraint => has_hoppers(game),
            Self::DiscoveredCheck => has_riders(game) || has_bent_riders(game) || has_hoppers(game),
            Self::EnPassantLegal | Self::EnPassantIllegal => has_en_passant(game),
            Self::PawnPromotion => promotes(|pawn, _| pawn),
            Self::PiecePromotion => promotes(|pawn, _| !pawn),
            Self::OptionalPromotion => promotes(|_, optional| optional),
            Self::JumpAvailable | Self::JumpRefused => game.jump.is_some(),
            Self::CastlingAvailable | Self::CastlingRefused => !game.castlings.is_empty(),
            Self::FirstMove => has_part(game, |p| p.initial && p.path == Path::DoubleStep),
            Self::Succession | Self::SuccessionRefused => game.succession,
        }
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of tags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tags(u32);

impl Tags {
    /// What a position shows, by what the fast generator says of it.
    pub fn of<B: Bitboard>(rules: &Ruleset<B>, position: &Position<B>) -> Self {
        let moves = rules.legal_moves(position);
        let mut tags = Self::default();
        tags.insert_checks(rules, position);
        tags.insert_lines(rules, position);
        for &mv in &moves {
            tags.insert_move(rules, position, mv);
        }
        tags.insert_refusals(rules, position, &moves);
        match rules.status(position) {
            Status::Checkmate => tags.insert(Tag::Checkmate),
            Status::Stalemate => tags.insert(Tag::Stalemate),
            _ => {}
        }
        let successors = position.side(position.turn()).squares().any(|square| {
            position.at(square).is_some_and(|man| rules.game().kind(man.kind).successor)
        });
        if tags.contains(Tag::Checkmate) && rules.game().succession && successors {
            tags.insert(Tag::SuccessionRefused);
        }
        tags
    }

    /// All that some position of the game can show, see [`Tag::applies`].
    pub fn possible(game: &Game) -> Self {
        Tag::ALL.into_iter().filter(|tag| tag.applies(game)).collect()
    }

    /// Whether the tag is in the set.
    pub const fn contains(self, tag: Tag) -> bool {
        self.0 >> tag as u32 & 1 != 0
    }

    /// Whether no tag is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The tags of the set in the order of [`Tag::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Tag> {
        Tag::ALL.into_iter().filter(move |&tag| self.contains(tag))
    }

    /// The tags that are not in another set.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Adds a tag.
    pub const fn insert(&mut self, tag: Tag) {
        self.0 |= 1 << tag as u32;
    }

    fn insert_checks<B: Bitboard>(&mut self, rules: &Ruleset<B>, position: &Position<B>) {
        match rules.checkers(position).count() {
            0 => {}
            1 => self.insert(Tag::Check),
            _ => *self |= [Tag::Check, Tag::DoubleCheck].into_iter().collect(),
        }
    }

    /// What stands between the royal piece and the men on lines to it.
    fn insert_lines<B: Bitboard>(&mut self, rules: &Ruleset<B>, position: &Position<B>) {
        let us = position.turn();
        let own = position.side(us);
        let Some(royal) = sole_royal(rules.game(), position) else { return };
        for line in lines_onto(rules.game(), !us, royal) {
            let attacker = Piece { color: !us, kind: line.kind };
            if !line.capture || position.at(line.from) != Some(attacker) {
                continue;
            }
            let men = B::from_squares(line.between.iter().copied()) & position.occupied();
            match (line.way, men.count()) {
                (Way::Slide, 1) if men.meets(own) => self.insert(Tag::PinnedMan),
                (Way::Bend, 1) if men.meets(own) => self.insert(Tag::BentPin),
                (Way::Hop, 0) => self.insert(Tag::HopperConstraint),
                (Way::Hop, 2) if men.meets(own) => self.insert(Tag::HopperConstraint),
                _ => {}
            }
        }
    }

    fn insert_move<B: Bitboard>(&mut self, rules: &Ruleset<B>, position: &Position<B>, mv: Move) {
        let Some(mover) = position.at(mv.from) else { return };
        let kind = rules.game().kind(mover.kind);
        match mv.action {
            Action::EnPassant => self.insert(Tag::EnPassantLegal),
            Action::Jump => self.insert(Tag::JumpAvailable),
            Action::Castle => self.insert(Tag::CastlingAvailable),
            Action::Exchange => self.insert(Tag::Succession),
            Action::DoubleStep if kind.movement.double_step().is_some_and(|p| p.initial) => {
                self.insert(Tag::FirstMove);
            }
            _ => {}
        }
        if mv.promotion().is_some() {
            self.insert(if kind.pawn { Tag::PawnPromotion } else { Tag::PiecePromotion });
            if kind.promotion.as_ref().is_some_and(|promotion| promotion.optional) {
                self.insert(Tag::OptionalPromotion);
            }
        }
        // Castling and exchanges move two men, so a check by the other is no discovery.
        if !self.contains(Tag::DiscoveredCheck)
            && !matches!(mv.action, Action::Castle | Action::Exchange)
            && rules.checkers(&position.play(rules, mv)).meets(!B::single(mv.to))
        {
            self.insert(Tag::DiscoveredCheck);
        }
    }

    /// What the position has by its rights and its en passant square, but not by its moves.
    fn insert_refusals<B: Bitboard>(
        &mut self,
        rules: &Ruleset<B>,
        position: &Position<B>,
        moves: &[Move],
    ) {
        let game = rules.game();
        let us = position.turn();
        let has_right = |right: usize| position.rights() >> right & 1 != 0;
        let is_legal = |action: Action, from: Square, to: Square| {
            moves.iter().any(|mv| (mv.action, mv.from, mv.to) == (action, from, to))
        };
        if let Some(target) = position.en_passant_target() {
            let refused = catchers(game, position, target)
                .any(|from| !is_legal(Action::EnPassant, from, target));
            if refused {
                self.insert(Tag::EnPassantIllegal);
            }
        }
        if let (Some(jump), Some(right)) = (&game.jump, game.jump_right(us))
            && let Some(royal) = sole_royal(game, position)
            && has_right(right)
        {
            let refused = jump
                .offsets
                .iter()
                .filter_map(|&offset| game.board.step(royal, game.oriented(offset, us)))
                .any(|to| position.at(to).is_none() && !is_legal(Action::Jump, royal, to));
            if refused {
                self.insert(Tag::JumpRefused);
            }
        }
        for way in game.castlings.iter().filter(|way| way.color == us && has_right(way.right)) {
            if !is_legal(Action::Castle, way.king.0, way.king.1) {
                self.insert(Tag::CastlingRefused);
            }
        }
    }
}

/// The square of the royal piece of the side to move, if it has just one.
fn sole_royal<B: Bitboard>(game: &Game, position: &Position<B>) -> Option<Square> {
    let us = position.turn();
    let men = |kind| position.men(us, kind);
    let royals = game.royals().iter().map(men).fold(B::EMPTY, |all, men| all | men);
    (royals.count() == 1).then(|| royals.lowest())
}

/// The men of the side to move that stand ready to capture en passant onto a square.
fn catchers<'p, B: Bitboard>(
    game: &'p Game,
    position: &'p Position<B>,
    target: Square,
) -> impl Iterator<Item = Square> + 'p {
    let us = position.turn();
    position.side(us).squares().filter(move |&from| {
        let catches = |part: &Part| match part.path {
            Path::Leap(offset) if part.en_passant => {
                game.board.step(from, game.oriented(offset, us)) == Some(target)
            }
            _ => false,
        };
        position.at(from).is_some_and(|man| game.kind(man.kind).movement.parts.iter().any(catches))
    })
}

impl BitOr for Tags {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Tags {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl FromIterator<Tag> for Tags {
    fn from_iter<I: IntoIterator<Item = Tag>>(tags: I) -> Self {
        let mut set = Self::default();
        tags.into_iter().for_each(|tag| set.insert(tag));
        set
    }
}

impl fmt::Display for Tags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.iter().map(Tag::name).collect();
        f.write_str(&names.join(" "))
    }
}
