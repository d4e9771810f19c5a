//! [`Theme`] and [`compose`]: positions made so that rare things happen in them.

use super::Random;
use super::draft::Draft;
use super::lines::{
    Way, has_bent_riders, has_en_passant, has_hoppers, has_leapers, has_part, has_riders,
};
use super::recipes::{boards, checks, endings, passing, special};
use crate::geometry::Bitboard;
use crate::pieces::Path;
use crate::position::Position;
use crate::rules::{Game, Ruleset};

/// What a composed position is about.
///
/// "We" are the side to move, which is either. Around the men that the theme needs stand others,
/// few or many, so the theme is what most positions show, not what all of them do. Every position
/// can be, but many could not come up in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Theme {
    /// A man of ours is alone between our royal piece and a man that slides towards it.
    Pin,
    /// The same, on the elbow or the leg of a bent rider's way.
    BentPin,
    /// A hopper on a line to our royal piece with nobody between.
    NoScreen,
    /// A hopper with one man of either side between: it gives check.
    OneScreen,
    /// A hopper with two men between; one that leaves or is captured would be missed.
    TwoScreens,
    /// A hopper with three men between.
    ThreeScreens,
    /// A man that leaps gives check.
    LeaperCheck,
    /// A man that slides gives check.
    RiderCheck,
    /// A bent rider gives check: there is an elbow to interpose on.
    BentCheck,
    /// Two men give check.
    DoubleCheck,
    /// Three men give check.
    TripleCheck,
    /// We can give check with a man that does not move: the one that moves opens a line, leaves
    /// two screens, or becomes the screen.
    DiscoveredCheck,
    /// We can capture en passant; sometimes the man to be captured gives check.
    EnPassant,
    /// The man that could capture en passant shields our royal piece.
    EnPassantPinned,
    /// Capturing en passant takes the last men off a line to our royal piece.
    EnPassantOpening,
    /// Capturing en passant takes one or two screens off a hopper's line to our royal piece.
    EnPassantScreens,
    /// Pawns of ours are a move away from promotion.
    PawnPromotion,
    /// Other men of ours are a move away from promotion.
    PiecePromotion,
    /// Our royal piece may still jump; men stand around it and squares around it are attacked.
    Jump,
    /// Our royal piece may still castle: the way is free, blocked or attacked, or a man beyond the
    /// partner attacks over the square that the partner leaves.
    Castling,
    /// Men that have a double step while unmoved stand where they start, with their rights.
    Unmoved,
    /// Our royal piece is mated and there are men it may change places with, attacked or not.
    Succession,
    /// Our royal piece is mated.
    Checkmate,
    /// We have no move and are not in check.
    Stalemate,
    /// Many men are of one kind.
    OneKind,
    /// Most squares are taken.
    NearlyFull,
    /// Next to nobody is there.
    NearlyEmpty,
    /// All men stand at the edge, many of them in the corners.
    Edges,
    /// An army on random squares.
    Scattered,
}

impl Theme {
    /// All themes.
    pub const ALL: [Self; 29] = [
        Self::Pin,
        Self::BentPin,
        Self::NoScreen,
        Self::OneScreen,
        Self::TwoScreens,
        Self::ThreeScreens,
        Self::LeaperCheck,
        Self::RiderCheck,
        Self::BentCheck,
        Self::DoubleCheck,
        Self::TripleCheck,
        Self::DiscoveredCheck,
        Self::EnPassant,
        Self::EnPassantPinned,
        Self::EnPassantOpening,
        Self::EnPassantScreens,
        Self::PawnPromotion,
        Self::PiecePromotion,
        Self::Jump,
        Self::Castling,
        Self::Unmoved,
        Self::Succession,
        Self::Checkmate,
        Self::Stalemate,
        Self::OneKind,
        Self::NearlyFull,
        Self::NearlyEmpty,
        Self::Edges,
        Self::Scattered,
    ];

    /// Its name, `"bent-pin"`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pin => "pin",
            Self::BentPin => "bent-pin",
            Self::NoScreen => "no-screen",
            Self::OneScreen => "one-screen",
            Self::TwoScreens => "two-screens",
            Self::ThreeScreens => "three-screens",
            Self::LeaperCheck => "leaper-check",
            Self::RiderCheck => "rider-check",
            Self::BentCheck => "bent-check",
            Self::DoubleCheck => "double-check",
            Self::TripleCheck => "triple-check",
            Self::DiscoveredCheck => "discovered-check",
            Self::EnPassant => "en-passant",
            Self::EnPassantPinned => "en-passant-pinned",
            Self::EnPassantOpening => "en-passant-opening",
            Self::EnPassantScreens => "en-passant-screens",
            Self::PawnPromotion => "pawn-promotion",
            Self::PiecePromotion => "piece-promotion",
            Self::Jump => "jump",
            Self::Castling => "castling",
            Self::Unmoved => "unmoved",
            Self::Succession => "succession",
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::OneKind => "one-kind",
            Self::NearlyFull => "nearly-full",
            Self::NearlyEmpty => "nearly-empty",
            Self::Edges => "edges",
            Self::Scattered => "scattered",
        }
    }

    /// Whether the game has what the theme is about.
    pub fn applies(self, game: &Game) -> bool {
        let promotes = |pawn: bool| {
            game.kinds.iter().any(|kind| kind.pawn == pawn && kind.promotion.is_some())
        };
        match self {
            Self::Pin | Self::RiderCheck => has_riders(game),
            Self::BentPin | Self::BentCheck => has_bent_riders(game),
            Self::NoScreen | Self::OneScreen | Self::TwoScreens | Self::ThreeScreens => {
                has_hoppers(game)
            }
            Self::LeaperCheck => has_leapers(game),
            Self::DiscoveredCheck => has_riders(game) || has_bent_riders(game) || has_hoppers(game),
            Self::EnPassant => has_en_passant(game),
            Self::EnPassantPinned | Self::EnPassantOpening => {
                has_en_passant(game) && (has_riders(game) || has_bent_riders(game))
            }
            Self::EnPassantScreens => has_en_passant(game) && has_hoppers(game),
            Self::PawnPromotion => promotes(true),
            Self::PiecePromotion => promotes(false),
            Self::Jump => game.jump.is_some(),
            Self::Castling => !game.castlings.is_empty(),
            Self::Unmoved => has_part(game, |p| p.initial && p.path == Path::DoubleStep),
            Self::Succession => game.succession,
            Self::DoubleCheck | Self::TripleCheck | Self::Checkmate | Self::Stalemate => {
                has_part(game, |part| part.capture)
            }
            Self::OneKind
            | Self::NearlyFull
            | Self::NearlyEmpty
            | Self::Edges
            | Self::Scattered => true,
        }
    }

    fn recipe<B: Bitboard>(self, draft: &mut Draft<'_, B>) -> Option<()> {
        match self {
            Self::Pin => checks::pin(draft, Way::Slide),
            Self::BentPin => checks::pin(draft, Way::Bend),
            Self::NoScreen => checks::screens(draft, 0),
            Self::OneScreen => checks::screens(draft, 1),
            Self::TwoScreens => checks::screens(draft, 2),
            Self::ThreeScreens => checks::screens(draft, 3),
            Self::LeaperCheck => checks::checks(draft, 1, |line| line.way == Way::Leap),
            Self::RiderCheck => checks::checks(draft, 1, |line| line.way == Way::Slide),
            Self::BentCheck => checks::checks(draft, 1, |line| line.way == Way::Bend),
            Self::DoubleCheck => checks::checks(draft, 2, |_| true),
            Self::TripleCheck => checks::checks(draft, 3, |_| true),
            Self::DiscoveredCheck => checks::discovered_check(draft),
            Self::EnPassant => passing::en_passant(draft),
            Self::EnPassantPinned => passing::pinned(draft),
            Self::EnPassantOpening => passing::opening(draft),
            Self::EnPassantScreens => passing::screens(draft),
            Self::PawnPromotion => special::promotion(draft, true),
            Self::PiecePromotion => special::promotion(draft, false),
            Self::Jump => special::jump(draft),
            Self::Castling => special::castling(draft),
            Self::Unmoved => boards::unmoved(draft),
            Self::Succession => endings::succession(draft),
            Self::Checkmate => endings::checkmate(draft),
            Self::Stalemate => endings::stalemate(draft),
            Self::OneKind => boards::one_kind(draft),
            Self::NearlyFull => boards::army(draft, 70..=100),
            Self::NearlyEmpty => boards::nearly_empty(draft),
            Self::Edges => boards::edges(draft),
            Self::Scattered => boards::army(draft, 8..=50),
        }
    }

    /// Whether other men are put around those of the recipe.
    const fn is_surrounded(self) -> bool {
        !matches!(
            self,
            Self::Succession
                | Self::Checkmate
                | Self::Stalemate
                | Self::OneKind
                | Self::NearlyFull
                | Self::NearlyEmpty
                | Self::Edges
                | Self::Scattered
        )
    }
}

/// How often a recipe is tried for one position.
const TRIES: u64 = 300;

/// The position of a theme that a seed stands for; `None` when the theme does not apply, or, on
/// strange boards, when all tries came to nothing.
///
/// ```
/// use tamerlane::geometry::Bitboard;
/// use tamerlane::movegen::{Task, Variant};
/// use tamerlane::rules::Ruleset;
/// use tamerlane::sampling::{Theme, compose};
///
/// struct InCheck;
/// impl Task for InCheck {
///     type Output = u32;
///     fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> u32 {
///         let position = compose(rules, Theme::DoubleCheck, 1).unwrap();
///         rules.checkers(&position).count()
///     }
/// }
/// assert!(Variant::load("wild-tamerlane").unwrap().dispatch(InCheck) >= 2);
/// ```
pub fn compose<B: Bitboard>(rules: &Ruleset<B>, theme: Theme, seed: u64) -> Option<Position<B>> {
    if !theme.applies(rules.game()) {
        return None;
    }
    (0..TRIES).find_map(|index| {
        let mut draft = Draft::new(rules, Random::of_item(seed, index));
        theme.recipe(&mut draft)?;
        draft.position()?;
        if theme.is_surrounded() {
            draft.surround();
        }
        draft.finish()
    })
}

/// The positions of a theme, one after another; see [`compose`]. It ends where that gives none: at
/// once when the theme does not apply, otherwise hardly ever.
#[derive(Clone, Debug)]
pub struct Composer<'r, B: Bitboard> {
    rules: &'r Ruleset<B>,
    theme: Theme,
    seeds: Random,
}

impl<'r, B: Bitboard> Composer<'r, B> {
    /// The series that a seed stands for.
    pub fn new(rules: &'r Ruleset<B>, theme: Theme, seed: u64) -> Self {
        Self { rules, theme, seeds: Random::new(seed) }
    }
}

impl<B: Bitboard> Iterator for Composer<'_, B> {
    type Item = Position<B>;

    fn next(&mut self) -> Option<Position<B>> {
        compose(self.rules, self.theme, self.seeds.seed())
    }
}
