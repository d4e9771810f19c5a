//! [`compose`]: positions made so that rare things happen in them.

use super::draft::Draft;
use super::lines::Way;
use super::recipes::passing::Stepper;
use super::recipes::{
    arrivals, boards, checks, citadels, endings, passing, second_step, several, special, swaps,
    waiting,
};
use super::{Random, Theme};
use crate::geometry::Bitboard;
use crate::position::Position;
use crate::rules::Ruleset;

/// Puts on the board what a theme needs.
fn recipe<B: Bitboard>(theme: Theme, draft: &mut Draft<'_, B>) -> Option<()> {
    match theme {
        Theme::Pin => checks::pin(draft, Way::Slide),
        Theme::BentPin => checks::pin(draft, Way::Bend),
        Theme::NoScreen => checks::screens(draft, 0),
        Theme::OneScreen => checks::screens(draft, 1),
        Theme::TwoScreens => checks::screens(draft, 2),
        Theme::ThreeScreens => checks::screens(draft, 3),
        Theme::LeaperCheck => checks::checks(draft, 1, |line| line.way == Way::Leap),
        Theme::RiderCheck => checks::checks(draft, 1, |line| line.way == Way::Slide),
        Theme::BentCheck => checks::checks(draft, 1, |line| line.way == Way::Bend),
        Theme::DoubleCheck => checks::checks(draft, 2, |_| true),
        Theme::TripleCheck => checks::checks(draft, 3, |_| true),
        Theme::DiscoveredCheck => checks::discovered_check(draft),
        Theme::EnPassant => passing::en_passant(draft, Stepper::Any),
        Theme::EnPassantPiece => passing::en_passant(draft, Stepper::Piece),
        Theme::EnPassantAway => passing::en_passant(draft, Stepper::Away),
        Theme::EnPassantPinned => passing::pinned(draft),
        Theme::EnPassantOpening => passing::opening(draft),
        Theme::EnPassantScreens => passing::screens(draft),
        Theme::PawnPromotion => special::promotion(draft, true),
        Theme::PiecePromotion => special::promotion(draft, false),
        Theme::DoubleStepPromotion => special::double_step_promotion(draft),
        Theme::Jump => special::jump(draft),
        Theme::Castling => special::castling(draft),
        Theme::Unmoved => boards::unmoved(draft),
        Theme::Succession => endings::succession(draft),
        Theme::SecondStep => second_step::among_enemies(draft),
        Theme::SecondStepPinned => second_step::pinned(draft),
        Theme::SecondStepScreens => second_step::screens(draft),
        Theme::SecondStepInCheck => second_step::in_check(draft),
        Theme::SeveralRoyals => several::attacked(draft),
        Theme::RoyalCapture => several::capture(draft),
        Theme::Crowning => several::crowning(draft, false),
        Theme::CrowningInCheck => several::crowning(draft, true),
        Theme::WaitingPawns => waiting::waiting(draft),
        Theme::RelocationFork => waiting::forking(draft),
        Theme::RelocationOnto => waiting::onto(draft),
        Theme::RelocationImmobile => waiting::immobile(draft),
        Theme::RelocationRefused => waiting::refused(draft),
        Theme::RelocationInCheck => waiting::in_check(draft),
        Theme::SecondArrival => arrivals::second_arrival(draft, false),
        Theme::SecondArrivalBlocked => arrivals::second_arrival(draft, true),
        Theme::DelayedTransfer => arrivals::delayed_transfer(draft),
        Theme::SwapInCheck => swaps::in_check(draft),
        Theme::SwapOutOfMate => swaps::out_of_mate(draft),
        Theme::SwapInStalemate => swaps::in_stalemate(draft),
        Theme::SwapRefused => swaps::refused(draft),
        Theme::CitadelEntry => citadels::entry(draft),
        Theme::CitadelClosed => citadels::closed(draft),
        Theme::CitadelExchange => citadels::exchange(draft),
        Theme::OwnCitadel => citadels::own(draft),
        Theme::OutOfCitadel => citadels::inside(draft),
        Theme::CitadelDraw => citadels::draw(draft),
        Theme::Checkmate => endings::checkmate(draft),
        Theme::Stalemate => endings::stalemate(draft),
        Theme::OneKind => boards::one_kind(draft),
        Theme::NearlyFull => boards::army(draft, 70..=100),
        Theme::NearlyEmpty => boards::nearly_empty(draft),
        Theme::Edges => boards::edges(draft),
        Theme::Scattered => boards::army(draft, 8..=50),
    }
}

/// Whether other men are put around those of the recipe.
const fn is_surrounded(theme: Theme) -> bool {
    !matches!(
        theme,
        Theme::Succession
            | Theme::SwapOutOfMate
            | Theme::SwapInStalemate
            | Theme::Checkmate
            | Theme::Stalemate
            | Theme::OneKind
            | Theme::NearlyFull
            | Theme::NearlyEmpty
            | Theme::Edges
            | Theme::Scattered
    )
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
        recipe(theme, &mut draft)?;
        draft.position()?;
        if is_surrounded(theme) {
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
