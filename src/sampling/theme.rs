//! [`Theme`]: what a composed position is about.

use super::features::{
    has_bent_riders, has_crowning, has_double_step_promotion, has_en_passant, has_hoppers,
    has_kind, has_leapers, has_own_citadel, has_part, has_pins, has_relocation, has_riders,
    has_second_step, has_transfer, is_away,
};
use crate::pieces::Path;
use crate::rules::{Game, SwapWhen};

/// What a composed position is about.
///
/// "We" are the side to move, which is either. Around the men that the theme needs stand others,
/// few or many, so the theme is what most positions show, not what all of them do. Every position
/// can be, but many could not come up in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Theme {
    /// A man of ours is alone between our royal man and a man that slides towards it.
    Pin,
    /// The same, on the elbow or the leg of a bent rider's way.
    BentPin,
    /// A hopper on a line to our royal man with nobody between.
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
    /// We can give check with a man that does not move: the one that moves opens a line, leaves two
    /// screens, or becomes the screen.
    DiscoveredCheck,
    /// We can capture en passant; sometimes the man to be captured gives check.
    EnPassant,
    /// We can capture a man en passant that is no pawn.
    EnPassantPiece,
    /// We can capture en passant after a double step that did not start where the kind starts.
    EnPassantAway,
    /// The man that could capture en passant shields our royal man.
    EnPassantPinned,
    /// Capturing en passant takes the last men off a line to our royal man.
    EnPassantOpening,
    /// Capturing en passant takes one or two screens off a hopper's line to our royal man.
    EnPassantScreens,
    /// Pawns of ours are a move away from promotion.
    PawnPromotion,
    /// Other men of ours are a move away from promotion.
    PiecePromotion,
    /// Men of ours are a double step away from promotion.
    DoubleStepPromotion,
    /// Our royal man may still jump; men stand around it and squares around it are attacked.
    Jump,
    /// Our royal man may still castle: the way is free, blocked or attacked, or a man beyond the
    /// partner attacks over the square that the partner leaves.
    Castling,
    /// Men that have a double step while unmoved stand where they start, with their rights.
    Unmoved,
    /// Our royal man is mated and there are men it may change places with, attacked or not.
    Succession,
    /// A man of ours with a second step stands among men of theirs.
    SecondStep,
    /// A man of ours with a second step shields our royal man.
    SecondStepPinned,
    /// A man of ours with a second step is a screen on a hopper's line to our royal man, or stands
    /// beside one that it could capture.
    SecondStepScreens,
    /// We are in check by a man that one of ours with a second step can capture on its way, or by
    /// two of them.
    SecondStepInCheck,
    /// We have several royal men, and some are attacked.
    SeveralRoyals,
    /// We can capture one of their two royal men; the other would be in check, or the game drawn.
    RoyalCapture,
    /// Pawns of ours are a step away from becoming royal.
    Crowning,
    /// The same, and our only royal man is in check.
    CrowningInCheck,
    /// Pawns wait on their last ranks: attacked, beside our royal man, or shielding it.
    WaitingPawns,
    /// A waiting pawn of ours may be put where it attacks two men.
    RelocationFork,
    /// The same, in place of another man of either side; some may not be removed.
    RelocationOnto,
    /// A waiting pawn of ours may be put where it attacks a man that cannot move.
    RelocationImmobile,
    /// A waiting pawn of ours shields our royal man.
    RelocationRefused,
    /// We are in check, and a waiting pawn of ours may be put where that ends it.
    RelocationInCheck,
    /// A pawn of ours is a step away from its last rank, from where it is transferred; the square
    /// is empty, or somebody stands there.
    SecondArrival,
    /// The same, and a royal man stands there: the pawn will have to wait.
    SecondArrivalBlocked,
    /// A pawn of ours waits to be transferred; the square is free for it now, or still is not.
    DelayedTransfer,
    /// Our royal man is in check and may swap places with some of our men.
    SwapInCheck,
    /// Our royal man is mated, but for the swap.
    SwapOutOfMate,
    /// We have no move but the swap and are not in check.
    SwapInStalemate,
    /// Our royal man is in check, and its swap with some of our men is refused.
    SwapRefused,
    /// Our highest royal man is beside the enemy's empty citadel.
    CitadelEntry,
    /// A royal man of ours is beside the enemy's citadel, and may not enter it.
    CitadelClosed,
    /// Our highest royal man may enter the enemy's citadel and put a lower one there instead.
    CitadelExchange,
    /// A royal man of ours is beside our citadel, which it may enter if nobody is there.
    OwnCitadel,
    /// A royal man of ours is in a citadel.
    OutOfCitadel,
    /// The highest royal man of a side is in the enemy's citadel: the game is over.
    CitadelDraw,
    /// Our royal man is mated.
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
    pub const ALL: [Self; 59] = [
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
        Self::EnPassantPiece,
        Self::EnPassantAway,
        Self::EnPassantPinned,
        Self::EnPassantOpening,
        Self::EnPassantScreens,
        Self::PawnPromotion,
        Self::PiecePromotion,
        Self::DoubleStepPromotion,
        Self::Jump,
        Self::Castling,
        Self::Unmoved,
        Self::Succession,
        Self::SecondStep,
        Self::SecondStepPinned,
        Self::SecondStepScreens,
        Self::SecondStepInCheck,
        Self::SeveralRoyals,
        Self::RoyalCapture,
        Self::Crowning,
        Self::CrowningInCheck,
        Self::WaitingPawns,
        Self::RelocationFork,
        Self::RelocationOnto,
        Self::RelocationImmobile,
        Self::RelocationRefused,
        Self::RelocationInCheck,
        Self::SecondArrival,
        Self::SecondArrivalBlocked,
        Self::DelayedTransfer,
        Self::SwapInCheck,
        Self::SwapOutOfMate,
        Self::SwapInStalemate,
        Self::SwapRefused,
        Self::CitadelEntry,
        Self::CitadelClosed,
        Self::CitadelExchange,
        Self::OwnCitadel,
        Self::OutOfCitadel,
        Self::CitadelDraw,
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
            Self::EnPassantPiece => "en-passant-piece",
            Self::EnPassantAway => "en-passant-away",
            Self::EnPassantPinned => "en-passant-pinned",
            Self::EnPassantOpening => "en-passant-opening",
            Self::EnPassantScreens => "en-passant-screens",
            Self::PawnPromotion => "pawn-promotion",
            Self::PiecePromotion => "piece-promotion",
            Self::DoubleStepPromotion => "double-step-promotion",
            Self::Jump => "jump",
            Self::Castling => "castling",
            Self::Unmoved => "unmoved",
            Self::Succession => "succession",
            Self::SecondStep => "second-step",
            Self::SecondStepPinned => "second-step-pinned",
            Self::SecondStepScreens => "second-step-screens",
            Self::SecondStepInCheck => "second-step-in-check",
            Self::SeveralRoyals => "several-royals",
            Self::RoyalCapture => "royal-capture",
            Self::Crowning => "crowning",
            Self::CrowningInCheck => "crowning-in-check",
            Self::WaitingPawns => "waiting-pawns",
            Self::RelocationFork => "relocation-fork",
            Self::RelocationOnto => "relocation-onto",
            Self::RelocationImmobile => "relocation-immobile",
            Self::RelocationRefused => "relocation-refused",
            Self::RelocationInCheck => "relocation-in-check",
            Self::SecondArrival => "second-arrival",
            Self::SecondArrivalBlocked => "second-arrival-blocked",
            Self::DelayedTransfer => "delayed-transfer",
            Self::SwapInCheck => "swap-in-check",
            Self::SwapOutOfMate => "swap-out-of-mate",
            Self::SwapInStalemate => "swap-in-stalemate",
            Self::SwapRefused => "swap-refused",
            Self::CitadelEntry => "citadel-entry",
            Self::CitadelClosed => "citadel-closed",
            Self::CitadelExchange => "citadel-exchange",
            Self::OwnCitadel => "own-citadel",
            Self::OutOfCitadel => "out-of-citadel",
            Self::CitadelDraw => "citadel-draw",
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
        let promotes =
            |pawn: bool| has_kind(game, |kind| kind.pawn == pawn && kind.promotion.is_some());
        match self {
            Self::Pin | Self::RiderCheck => has_riders(game),
            Self::BentPin | Self::BentCheck => has_bent_riders(game),
            Self::NoScreen | Self::OneScreen | Self::TwoScreens | Self::ThreeScreens => {
                has_hoppers(game)
            }
            Self::LeaperCheck => has_leapers(game),
            Self::DiscoveredCheck => has_pins(game) || has_hoppers(game),
            Self::EnPassant => has_en_passant(game, |_, _| true),
            Self::EnPassantPiece => has_en_passant(game, |man, _| !game.kind(man.kind).pawn),
            Self::EnPassantAway => has_en_passant(game, |man, origin| is_away(game, man, origin)),
            Self::EnPassantPinned | Self::EnPassantOpening => {
                has_en_passant(game, |_, _| true) && has_pins(game)
            }
            Self::EnPassantScreens => has_en_passant(game, |_, _| true) && has_hoppers(game),
            Self::PawnPromotion => promotes(true),
            Self::PiecePromotion => promotes(false),
            Self::DoubleStepPromotion => has_double_step_promotion(game),
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
            _ => self.applies_beyond_chess(game),
        }
    }

    /// The same for second steps, several royal men, waiting pawns, swaps and citadels.
    fn applies_beyond_chess(self, game: &Game) -> bool {
        let has_citadels = !game.citadels.is_empty();
        let has_several = game.has_several_royals();
        match self {
            Self::SecondStep | Self::SecondStepInCheck => has_second_step(game),
            Self::SecondStepPinned => has_second_step(game) && has_pins(game),
            Self::SecondStepScreens => has_second_step(game) && has_hoppers(game),
            Self::SeveralRoyals | Self::RoyalCapture => has_several,
            Self::Crowning | Self::CrowningInCheck => has_crowning(game),
            Self::WaitingPawns => has_kind(game, |kind| kind.stage.is_some()),
            Self::RelocationFork
            | Self::RelocationOnto
            | Self::RelocationImmobile
            | Self::RelocationInCheck => has_relocation(game),
            Self::RelocationRefused => has_relocation(game) && has_pins(game),
            Self::SecondArrival | Self::SecondArrivalBlocked | Self::DelayedTransfer => {
                has_transfer(game)
            }
            Self::SwapInCheck | Self::SwapOutOfMate | Self::SwapRefused => game.swap.is_some(),
            Self::SwapInStalemate => game.swap == Some(SwapWhen::CheckOrStalemate),
            Self::CitadelEntry | Self::CitadelDraw => has_citadels,
            Self::CitadelExchange => game.citadel_exchange && has_several,
            Self::OwnCitadel => has_own_citadel(game),
            Self::CitadelClosed | Self::OutOfCitadel => {
                has_own_citadel(game) || (has_citadels && has_several)
            }
            _ => false,
        }
    }
}
