//! Composed positions: each theme yields some, and they show what it is about.

use super::*;

/// Every theme that applies yields positions, all admitted.
#[derive(Clone, Copy)]
struct Yields;

impl Task for Yields {
    type Output = ();

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) {
        for theme in Theme::ALL {
            let found: Vec<_> = Composer::new(rules, theme, 11).take(8).collect();
            let wanted = if theme.applies(rules.game()) { 8 } else { 0 };
            assert_eq!(found.len(), wanted, "{} {}", rules.game().name, theme.name());
            for position in found {
                assert_sound(rules, &position, theme.name());
            }
        }
    }
}

#[test]
fn every_theme_that_applies_yields_positions() {
    for_all(Yields);
}

/// The tags that most positions of a theme show, where some tell; each of them in so many of a
/// hundred at least.
const fn telling(theme: Theme) -> &'static [(Tag, usize)] {
    match theme {
        Theme::Pin => &[(Tag::PinnedMan, 90)],
        Theme::BentPin => &[(Tag::BentPin, 90)],
        Theme::NoScreen => &[(Tag::HopperConstraint, 90)],
        Theme::TwoScreens => &[(Tag::HopperConstraint, 60)],
        Theme::OneScreen | Theme::LeaperCheck | Theme::RiderCheck | Theme::BentCheck => {
            &[(Tag::Check, 90)]
        }
        Theme::DoubleCheck | Theme::TripleCheck => &[(Tag::DoubleCheck, 90)],
        Theme::DiscoveredCheck => &[(Tag::DiscoveredCheck, 60)],
        Theme::EnPassant => &[(Tag::EnPassantLegal, 80)],
        Theme::EnPassantPiece => &[(Tag::EnPassantLegal, 80), (Tag::EnPassantPiece, 70)],
        Theme::EnPassantAway => &[(Tag::EnPassantLegal, 80), (Tag::EnPassantAway, 70)],
        Theme::EnPassantPinned | Theme::EnPassantOpening => &[(Tag::EnPassantIllegal, 60)],
        Theme::EnPassantScreens => &[(Tag::EnPassantIllegal, 20), (Tag::EnPassantLegal, 20)],
        Theme::PawnPromotion => &[(Tag::PawnPromotion, 80)],
        Theme::PiecePromotion => &[(Tag::PiecePromotion, 80)],
        Theme::DoubleStepPromotion => &[(Tag::DoubleStepPromotion, 80)],
        Theme::Jump => &[(Tag::JumpRefused, 60)],
        Theme::Castling => &[(Tag::CastlingRefused, 60)],
        Theme::Unmoved => &[(Tag::FirstMove, 40)],
        Theme::Succession => &[(Tag::Succession, 40), (Tag::SuccessionRefused, 20)],
        Theme::Checkmate => &[(Tag::Checkmate, 70)],
        Theme::Stalemate => &[(Tag::Stalemate, 70)],
        Theme::SecondStep => {
            &[(Tag::TwoLegCapture, 60), (Tag::Igui, 60), (Tag::DoubleCapture, 50), (Tag::Pass, 40)]
        }
        Theme::SecondStepPinned => &[(Tag::Igui, 50), (Tag::SecondStepRefused, 40)],
        Theme::SecondStepScreens => &[(Tag::Igui, 30), (Tag::SecondStepRefused, 40)],
        Theme::SecondStepInCheck => &[(Tag::PassRefused, 90), (Tag::DoubleCapture, 40)],
        _ => telling_of_several(theme),
    }
}

/// The same for themes of games with several royal men.
const fn telling_of_several(theme: Theme) -> &'static [(Tag, usize)] {
    match theme {
        Theme::SeveralRoyals => &[(Tag::SeveralRoyalsAttacked, 90)],
        Theme::RoyalCapture => &[(Tag::RoyalCaptureCheck, 60), (Tag::RoyalCaptureDraw, 4)],
        Theme::Crowning => &[(Tag::Crowning, 90)],
        Theme::CrowningInCheck => &[(Tag::CrowningInCheck, 90)],
        Theme::WaitingPawns => &[(Tag::WaitingPawn, 100), (Tag::WaitingPawnAttacked, 60)],
        Theme::RelocationFork => &[(Tag::Relocation, 70)],
        Theme::RelocationOnto => &[(Tag::RelocationOnto, 60)],
        Theme::RelocationImmobile => &[(Tag::RelocationImmobile, 50), (Tag::RelocationOnto, 30)],
        Theme::RelocationRefused => &[(Tag::RelocationRefused, 90)],
        Theme::RelocationInCheck => &[(Tag::Relocation, 60), (Tag::Check, 90)],
        Theme::SecondArrival => &[(Tag::Transfer, 25), (Tag::SecondArrivalBlocked, 15)],
        Theme::SecondArrivalBlocked => &[(Tag::SecondArrivalBlocked, 60)],
        Theme::DelayedTransfer => &[(Tag::DelayedTransfer, 20), (Tag::DelayedTransferRefused, 30)],
        Theme::SwapInCheck => &[(Tag::SwapInCheck, 80)],
        Theme::SwapOutOfMate => &[(Tag::SwapOutOfMate, 50), (Tag::Checkmate, 10)],
        Theme::SwapInStalemate => &[(Tag::SwapInStalemate, 50), (Tag::Stalemate, 10)],
        Theme::SwapRefused => &[(Tag::SwapRefused, 70)],
        Theme::CitadelEntry => &[(Tag::CitadelEntry, 90)],
        Theme::CitadelClosed => &[(Tag::CitadelRefused, 90)],
        Theme::CitadelExchange => &[(Tag::CitadelExchange, 70)],
        Theme::OwnCitadel => &[(Tag::OwnCitadel, 60), (Tag::CitadelRefused, 10)],
        Theme::OutOfCitadel => &[(Tag::OutOfCitadel, 80), (Tag::SoleRoyalInCitadel, 20)],
        Theme::CitadelDraw => &[(Tag::CitadelDraw, 100)],
        _ => &[],
    }
}

/// Themes show what they are about.
#[derive(Clone, Copy)]
struct Shows;

impl Task for Shows {
    type Output = ();

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) {
        for theme in Theme::ALL.into_iter().filter(|theme| theme.applies(rules.game())) {
            let found: Vec<Tags> = Composer::new(rules, theme, 3)
                .take(100)
                .map(|position| Tags::of(rules, &position))
                .collect();
            for &(tag, wanted) in telling(theme) {
                let shown = found.iter().filter(|tags| tags.contains(tag)).count();
                let name = &rules.game().name;
                assert!(shown >= wanted, "{name} {}: {shown} of 100 show {tag}", theme.name());
            }
        }
    }
}

#[test]
fn themes_show_what_they_are_about() {
    for_each(PLAYED.iter(), Shows);
}

#[test]
fn names_are_told_apart() {
    let mut names: Vec<&str> = Theme::ALL.iter().map(|theme| theme.name()).collect();
    names.extend(Style::ALL.iter().map(|style| style.name()));
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
    for (index, theme) in Theme::ALL.into_iter().enumerate() {
        assert_eq!(theme as usize, index, "{}", theme.name());
    }
}
