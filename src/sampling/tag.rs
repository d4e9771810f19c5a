//! [`Tag`]: the rare things that a position shows.

use std::fmt;

use super::features::{
    has_bent_riders, has_crowning, has_double_step_promotion, has_en_passant, has_hoppers,
    has_kind, has_own_citadel, has_part, has_pins, has_relocation, has_riders, has_second_step,
    has_transfer, is_away,
};
use crate::pieces::Path;
use crate::rules::{Game, SwapWhen};

/// Something that a position shows for its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tag {
    /// It is in check.
    Check,
    /// It is in check by two men or more.
    DoubleCheck,
    /// A man of its own is alone between its royal man and a man that slides towards it.
    PinnedMan,
    /// The same on the way of a bent rider.
    BentPin,
    /// A hopper on a line to its royal man has nobody between, or two men of which one at least is
    /// its own: some moves of some men would be answered by check.
    HopperConstraint,
    /// It can give check with a man that does not move.
    DiscoveredCheck,
    /// It has a legal capture en passant.
    EnPassantLegal,
    /// A man stands ready to capture en passant, but may not.
    EnPassantIllegal,
    /// It has a legal capture en passant of a man that is no pawn.
    EnPassantPiece,
    /// It has a legal capture en passant after a double step that did not start where the kind
    /// starts.
    EnPassantAway,
    /// It has a legal promotion of a pawn.
    PawnPromotion,
    /// It has a legal promotion of another man.
    PiecePromotion,
    /// It has a promotion that it may decline.
    OptionalPromotion,
    /// It has a legal double step that promotes.
    DoubleStepPromotion,
    /// Its royal man has a legal jump.
    JumpAvailable,
    /// Its royal man may jump by its right, but not to some empty square within its reach.
    JumpRefused,
    /// It has a legal castling.
    CastlingAvailable,
    /// It has a right to castle that it cannot use now.
    CastlingRefused,
    /// It has a legal double step by a man that must be unmoved for it.
    FirstMove,
    /// Its royal man is mated and may change places with a successor.
    Succession,
    /// Its royal man is mated and none of its successors is safe.
    SuccessionRefused,
    /// It can capture a neighbour and step on to an empty square.
    TwoLegCapture,
    /// It can capture two men in one move.
    DoubleCapture,
    /// It can capture a neighbour without leaving its square.
    Igui,
    /// It can pass.
    Pass,
    /// It could capture a neighbour and step on, but its royal man would be attacked.
    SecondStepRefused,
    /// A man with a second step may not pass: it has no empty neighbour, or its side is in check.
    PassRefused,
    /// It has several royal men.
    SeveralRoyals,
    /// It has several royal men, and one of them is attacked.
    SeveralRoyalsAttacked,
    /// It can capture one of several royal men.
    RoyalCapture,
    /// It can capture one of two royal men and leave the other in check.
    RoyalCaptureCheck,
    /// It can capture a royal man so that the highest one left is in a citadel, which draws.
    RoyalCaptureDraw,
    /// It has a pawn that can become royal.
    Crowning,
    /// The same while it is in check.
    CrowningInCheck,
    /// A pawn of either side waits on its last rank.
    WaitingPawn,
    /// A pawn of either side that waits on its last rank would be attacked, were it not immune.
    WaitingPawnAttacked,
    /// It has a legal relocation.
    Relocation,
    /// It has a legal relocation in place of another man.
    RelocationOnto,
    /// It has a legal relocation that attacks just one man, who cannot move.
    RelocationImmobile,
    /// A waiting pawn would attack two men somewhere, but may not be put there: its royal man would
    /// be attacked.
    RelocationRefused,
    /// A pawn can arrive from where it is transferred.
    SecondArrival,
    /// A pawn can arrive, but will wait to be transferred.
    SecondArrivalBlocked,
    /// A pawn can arrive and is transferred at once.
    Transfer,
    /// A pawn can be transferred, at once or after waiting, in place of another man.
    TransferOnto,
    /// A pawn that waited can be transferred.
    DelayedTransfer,
    /// A pawn that waits to be transferred cannot be.
    DelayedTransferRefused,
    /// It is in check, and its royal man may swap places with another man.
    SwapInCheck,
    /// It is in check, and has no other move than that.
    SwapOutOfMate,
    /// It is not in check, and has no other move than that.
    SwapInStalemate,
    /// It may swap by its right, being in check or without another move, but not with some man that
    /// is not royal.
    SwapRefused,
    /// A royal man can enter the enemy's citadel.
    CitadelEntry,
    /// A royal man stands beside a citadel that it may not enter.
    CitadelRefused,
    /// A royal man can enter the enemy's citadel and put a lower one there instead.
    CitadelExchange,
    /// A royal man can enter the citadel of its own side.
    OwnCitadel,
    /// A royal man can step out of a citadel.
    OutOfCitadel,
    /// Its only royal man is in a citadel, and the game goes on.
    SoleRoyalInCitadel,
    /// The game is drawn by a royal man in a citadel.
    CitadelDraw,
    /// It is mated.
    Checkmate,
    /// It has no move and is not in check.
    Stalemate,
}

impl Tag {
    /// All tags.
    pub const ALL: [Self; 59] = [
        Self::Check,
        Self::DoubleCheck,
        Self::PinnedMan,
        Self::BentPin,
        Self::HopperConstraint,
        Self::DiscoveredCheck,
        Self::EnPassantLegal,
        Self::EnPassantIllegal,
        Self::EnPassantPiece,
        Self::EnPassantAway,
        Self::PawnPromotion,
        Self::PiecePromotion,
        Self::OptionalPromotion,
        Self::DoubleStepPromotion,
        Self::JumpAvailable,
        Self::JumpRefused,
        Self::CastlingAvailable,
        Self::CastlingRefused,
        Self::FirstMove,
        Self::Succession,
        Self::SuccessionRefused,
        Self::TwoLegCapture,
        Self::DoubleCapture,
        Self::Igui,
        Self::Pass,
        Self::SecondStepRefused,
        Self::PassRefused,
        Self::SeveralRoyals,
        Self::SeveralRoyalsAttacked,
        Self::RoyalCapture,
        Self::RoyalCaptureCheck,
        Self::RoyalCaptureDraw,
        Self::Crowning,
        Self::CrowningInCheck,
        Self::WaitingPawn,
        Self::WaitingPawnAttacked,
        Self::Relocation,
        Self::RelocationOnto,
        Self::RelocationImmobile,
        Self::RelocationRefused,
        Self::SecondArrival,
        Self::SecondArrivalBlocked,
        Self::Transfer,
        Self::TransferOnto,
        Self::DelayedTransfer,
        Self::DelayedTransferRefused,
        Self::SwapInCheck,
        Self::SwapOutOfMate,
        Self::SwapInStalemate,
        Self::SwapRefused,
        Self::CitadelEntry,
        Self::CitadelRefused,
        Self::CitadelExchange,
        Self::OwnCitadel,
        Self::OutOfCitadel,
        Self::SoleRoyalInCitadel,
        Self::CitadelDraw,
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
            Self::EnPassantPiece => "en-passant-piece",
            Self::EnPassantAway => "en-passant-away",
            Self::PawnPromotion => "pawn-promotion",
            Self::PiecePromotion => "piece-promotion",
            Self::OptionalPromotion => "optional-promotion",
            Self::DoubleStepPromotion => "double-step-promotion",
            Self::JumpAvailable => "jump-available",
            Self::JumpRefused => "jump-refused",
            Self::CastlingAvailable => "castling-available",
            Self::CastlingRefused => "castling-refused",
            Self::FirstMove => "first-move",
            Self::Succession => "succession",
            Self::SuccessionRefused => "succession-refused",
            Self::TwoLegCapture => "two-leg-capture",
            Self::DoubleCapture => "double-capture",
            Self::Igui => "igui",
            Self::Pass => "pass",
            Self::SecondStepRefused => "second-step-refused",
            Self::PassRefused => "pass-refused",
            Self::SeveralRoyals => "several-royals",
            Self::SeveralRoyalsAttacked => "several-royals-attacked",
            Self::RoyalCapture => "royal-capture",
            Self::RoyalCaptureCheck => "royal-capture-check",
            Self::RoyalCaptureDraw => "royal-capture-draw",
            Self::Crowning => "crowning",
            Self::CrowningInCheck => "crowning-in-check",
            Self::WaitingPawn => "waiting-pawn",
            Self::WaitingPawnAttacked => "waiting-pawn-attacked",
            Self::Relocation => "relocation",
            Self::RelocationOnto => "relocation-onto",
            Self::RelocationImmobile => "relocation-immobile",
            Self::RelocationRefused => "relocation-refused",
            Self::SecondArrival => "second-arrival",
            Self::SecondArrivalBlocked => "second-arrival-blocked",
            Self::Transfer => "transfer",
            Self::TransferOnto => "transfer-onto",
            Self::DelayedTransfer => "delayed-transfer",
            Self::DelayedTransferRefused => "delayed-transfer-refused",
            Self::SwapInCheck => "swap-in-check",
            Self::SwapOutOfMate => "swap-out-of-mate",
            Self::SwapInStalemate => "swap-in-stalemate",
            Self::SwapRefused => "swap-refused",
            Self::CitadelEntry => "citadel-entry",
            Self::CitadelRefused => "citadel-refused",
            Self::CitadelExchange => "citadel-exchange",
            Self::OwnCitadel => "own-citadel",
            Self::OutOfCitadel => "out-of-citadel",
            Self::SoleRoyalInCitadel => "sole-royal-in-citadel",
            Self::CitadelDraw => "citadel-draw",
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
        }
    }

    /// Whether some position of the game can show it, as far as the rules tell at a glance and
    /// without what royal men do to each other.
    pub fn applies(self, game: &Game) -> bool {
        let promotes = |wanted: fn(bool, bool) -> bool| {
            has_kind(game, |kind| {
                kind.promotion.as_ref().is_some_and(|p| wanted(kind.pawn, p.optional))
            })
        };
        match self {
            Self::Check | Self::DoubleCheck | Self::Checkmate | Self::Stalemate => true,
            Self::PinnedMan => has_riders(game),
            Self::BentPin => has_bent_riders(game),
            Self::HopperConstraint => has_hoppers(game),
            Self::DiscoveredCheck => has_pins(game) || has_hoppers(game),
            Self::EnPassantLegal | Self::EnPassantIllegal => has_en_passant(game, |_, _| true),
            Self::EnPassantPiece => has_en_passant(game, |man, _| !game.kind(man.kind).pawn),
            Self::EnPassantAway => has_en_passant(game, |man, origin| is_away(game, man, origin)),
            Self::PawnPromotion => promotes(|pawn, _| pawn),
            Self::PiecePromotion => promotes(|pawn, _| !pawn),
            Self::OptionalPromotion => promotes(|_, optional| optional),
            Self::DoubleStepPromotion => has_double_step_promotion(game),
            Self::JumpAvailable | Self::JumpRefused => game.jump.is_some(),
            Self::CastlingAvailable | Self::CastlingRefused => !game.castlings.is_empty(),
            Self::FirstMove => has_part(game, |p| p.initial && p.path == Path::DoubleStep),
            Self::Succession | Self::SuccessionRefused => game.succession,
            _ => self.applies_beyond_chess(game),
        }
    }

    /// The same for second steps, several royal men, waiting pawns, swaps and citadels.
    fn applies_beyond_chess(self, game: &Game) -> bool {
        let has_citadels = !game.citadels.is_empty();
        let has_several = game.has_several_royals();
        match self {
            Self::TwoLegCapture
            | Self::DoubleCapture
            | Self::Igui
            | Self::Pass
            | Self::SecondStepRefused
            | Self::PassRefused => has_second_step(game),
            Self::SeveralRoyals
            | Self::SeveralRoyalsAttacked
            | Self::RoyalCapture
            | Self::RoyalCaptureCheck => has_several,
            Self::RoyalCaptureDraw => has_several && has_citadels,
            Self::Crowning | Self::CrowningInCheck => has_crowning(game),
            Self::WaitingPawn | Self::WaitingPawnAttacked => {
                has_kind(game, |kind| kind.stage.is_some())
            }
            Self::Relocation
            | Self::RelocationOnto
            | Self::RelocationImmobile
            | Self::RelocationRefused => has_relocation(game),
            Self::SecondArrival
            | Self::SecondArrivalBlocked
            | Self::Transfer
            | Self::DelayedTransfer
            | Self::DelayedTransferRefused => has_transfer(game),
            Self::TransferOnto => has_transfer(game) && game.relocation.transfer_removes,
            Self::SwapInCheck | Self::SwapOutOfMate | Self::SwapRefused => game.swap.is_some(),
            Self::SwapInStalemate => game.swap == Some(SwapWhen::CheckOrStalemate),
            Self::CitadelEntry | Self::CitadelDraw => has_citadels,
            Self::CitadelExchange => game.citadel_exchange && has_several,
            Self::OwnCitadel | Self::SoleRoyalInCitadel => has_own_citadel(game),
            Self::CitadelRefused | Self::OutOfCitadel => {
                has_own_citadel(game) || (has_citadels && has_several)
            }
            _ => false,
        }
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
