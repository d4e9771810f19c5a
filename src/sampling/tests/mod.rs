//! What the samples must be, for every built-in game and for some that nobody plays.

use std::path::Path;

use super::*;
use crate::geometry::Wide;
use crate::movegen::{Task, Variant};
use crate::position::Setup;
use crate::rules::{self, Game, library};

fn ruleset(name: &str) -> Ruleset<u128> {
    Ruleset::new(rules::load(name).unwrap())
}

/// All built-in games, the example files, and of each a reshaped one.
fn all_rulesets() -> Vec<Ruleset<u128>> {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/examples");
    let mut files: Vec<String> = std::fs::read_dir(examples)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .map(|path| path.to_str().unwrap().to_owned())
        .collect();
    files.sort_unstable();
    let names = library::names().map(str::to_owned).chain(files);
    let games = names.zip(0..).flat_map(|(name, seed)| {
        let game = rules::load(&name).unwrap();
        let mut other = reshaped(&game, seed);
        other.name += " reshaped";
        [game, other]
    });
    games.map(Ruleset::new).collect()
}

fn assert_sound<B: Bitboard>(rules: &Ruleset<B>, position: &Position<B>, what: &str) {
    let game = rules.game();
    let setup = position.setup(rules);
    let fen = setup.fen(game);
    assert!(position.is_consistent(rules), "{} {what} {fen}", game.name);
    assert_eq!(rules.admit(&setup).as_ref(), Ok(position), "{} {what} {fen}", game.name);
    assert_eq!(Setup::parse(game, &fen).as_ref(), Ok(&setup), "{} {what} {fen}", game.name);
}

#[test]
fn every_theme_that_applies_yields_positions() {
    for rules in all_rulesets() {
        for theme in Theme::ALL {
            let found: Vec<_> = Composer::new(&rules, theme, 11).take(8).collect();
            let wanted = if theme.applies(rules.game()) { 8 } else { 0 };
            assert_eq!(found.len(), wanted, "{} {}", rules.game().name, theme.name());
            for position in found {
                assert_sound(&rules, &position, theme.name());
            }
        }
    }
}

/// The tag that most positions of a theme show, where one tells.
const fn telling(theme: Theme) -> Option<Tag> {
    match theme {
        Theme::Pin => Some(Tag::PinnedMan),
        Theme::BentPin => Some(Tag::BentPin),
        Theme::NoScreen | Theme::TwoScreens => Some(Tag::HopperConstraint),
        Theme::OneScreen | Theme::LeaperCheck | Theme::RiderCheck | Theme::BentCheck => {
            Some(Tag::Check)
        }
        Theme::DoubleCheck | Theme::TripleCheck => Some(Tag::DoubleCheck),
        Theme::DiscoveredCheck => Some(Tag::DiscoveredCheck),
        Theme::EnPassant => Some(Tag::EnPassantLegal),
        Theme::EnPassantPinned | Theme::EnPassantOpening => Some(Tag::EnPassantIllegal),
        Theme::PawnPromotion => Some(Tag::PawnPromotion),
        Theme::PiecePromotion => Some(Tag::PiecePromotion),
        Theme::Jump => Some(Tag::JumpRefused),
        Theme::Castling => Some(Tag::CastlingRefused),
        Theme::Unmoved => Some(Tag::FirstMove),
        Theme::Checkmate => Some(Tag::Checkmate),
        Theme::Stalemate => Some(Tag::Stalemate),
        _ => None,
    }
}

#[test]
fn themes_show_what_they_are_about() {
    for name in library::names() {
        let rules = ruleset(name);
        for theme in Theme::ALL.into_iter().filter(|theme| theme.applies(rules.game())) {
            let Some(tag) = telling(theme) else { continue };
            let shown = Composer::new(&rules, theme, 3)
                .take(40)
                .filter(|position| Tags::of(&rules, position).contains(tag))
                .count();
            assert!(shown >= 20, "{name} {}: {shown} of 40 show {tag}", theme.name());
        }
    }
}

#[test]
fn every_tag_that_the_rules_allow_occurs() {
    for name in library::names() {
        let rules = ruleset(name);
        let mut seen = Tags::default();
        for sample in Sampler::new(&rules, 1).take(900) {
            assert_sound(&rules, &sample.position, sample.source.name());
            seen |= Tags::of(&rules, &sample.position);
        }
        let possible = Tags::possible(rules.game());
        assert!(possible.without(seen).is_empty(), "{name}: no {}", possible.without(seen));
        assert!(seen.without(possible).is_empty(), "{name}: yet {}", seen.without(possible));
    }
}

#[test]
fn random_games_are_sound_after_each_ply() {
    for rules in all_rulesets() {
        for (seed, style) in (0..).zip(Style::ALL.into_iter().cycle().take(6)) {
            let conduct = Conduct { style, plies: 120, thinned: 15 * seed as u32 };
            let mut game = RandomGame::new(&rules, conduct, seed);
            let mut before = *game.position();
            assert_sound(&rules, &before, style.name());
            while let Some(ply) = game.next() {
                assert!(rules.legal_moves(&before).contains(&ply.mv));
                assert_eq!(before.play(&rules, ply.mv), ply.position);
                assert_eq!(*game.position(), ply.position);
                assert_sound(&rules, &ply.position, style.name());
                before = ply.position;
            }
        }
    }
}

#[test]
fn styles_play_what_they_prefer() {
    let rules = ruleset("wild-tamerlane");
    let count = |style, wanted: &dyn Fn(&Ply<u128>) -> bool| {
        let conduct = Conduct { style, plies: 300, thinned: 30 };
        let plies = (0..6).flat_map(|seed| RandomGame::new(&rules, conduct, seed));
        plies.filter(|ply| wanted(ply)).count()
    };
    let promotes = |ply: &Ply<u128>| ply.mv.promotion().is_some();
    let checks = |ply: &Ply<u128>| !rules.checkers(&ply.position).is_empty();
    let promotions = Style::ALL.map(|style| count(style, &promotes));
    let all_checks = Style::ALL.map(|style| count(style, &checks));
    assert!(promotions[2] > 3 * promotions[0], "{promotions:?}");
    assert!(all_checks[1] > 2 * all_checks[0], "{all_checks:?}");
}

#[test]
fn thinned_armies_keep_their_royal_pieces() {
    let rules = ruleset("tamerlane2-2021");
    for thinned in [0, 30, 100] {
        let conduct = Conduct { plies: 0, thinned, ..Conduct::default() };
        let mut men = Vec::new();
        for seed in 0..20 {
            let game = RandomGame::new(&rules, conduct, seed);
            assert_sound(&rules, game.position(), "thinned");
            men.push(game.position().occupied().count());
        }
        let whole = rules.start().occupied().count();
        match thinned {
            0 => assert!(men.iter().all(|&men| men == whole)),
            100 => assert!(men.iter().all(|&men| men == 2)),
            _ => assert!(men.iter().all(|&men| 2 < men && men < whole), "{men:?}"),
        }
    }
}

fn fens<B: Bitboard>(rules: &Ruleset<B>, seed: u64) -> Vec<String> {
    Sampler::new(rules, seed).take(60).map(|sample| sample.position.fen(rules)).collect()
}

#[test]
fn the_same_seed_gives_the_same_positions() {
    for rules in all_rulesets() {
        assert_eq!(fens(&rules, 4), fens(&rules, 4));
        assert_ne!(fens(&rules, 4), fens(&rules, 5));
    }
}

#[test]
fn positions_do_not_depend_on_the_width() {
    let game = rules::load("tamerlane2").unwrap();
    let narrow: Ruleset<u128> = Ruleset::new(game.clone());
    let wide: Ruleset<Wide> = Ruleset::new(game);
    assert_eq!(fens(&narrow, 9), fens(&wide, 9));
}

#[test]
fn reshaped_games_are_games() {
    let loaded = |name: &str| -> Game { rules::load(name).unwrap() };
    assert_eq!(reshaped(&loaded("shako"), 8), reshaped(&loaded("shako"), 8));
    let mut strange = 0;
    for name in library::names() {
        for seed in 0..4 {
            let game = reshaped(&loaded(name), seed);
            strange += usize::from(game != loaded(name));
            assert!(Variant::new(game).is_ok(), "{name} {seed}");
        }
    }
    assert_eq!(strange, 4 * library::names().count());
}

#[test]
fn a_seed_stands_for_one_game() {
    let rules = ruleset("wild-tamerlane");
    let conduct = Conduct { plies: 40, ..Conduct::default() };
    let moves: Vec<String> =
        RandomGame::new(&rules, conduct, 1).map(|ply| ply.mv.text(rules.game())).collect();
    assert_eq!(moves[..8].join(" "), "c1b4 f10h8 d3d4 h8g7 j2i4 b9b8 i4k5 e10f11");
    let mut game = RandomGame::new(&rules, conduct, 1);
    game.by_ref().for_each(drop);
    assert_eq!(
        game.position().fen(&rules),
        "e1m3c1m1e/rnbg1qqgb1r/2p1pppppp1/p7n2/2p1k5p/3p7/10N/1N1PBKP1P2/PPP1cP1PEPP/R2GQ1Q1BR1/\
         E3C1MC2G w - - 4 21"
    );
}

#[test]
fn broken_fens_break_nothing() {
    for rules in all_rulesets() {
        let game = rules.game();
        let mut random = Random::new(6);
        let mut refused = 0;
        for sample in Sampler::new(&rules, 6).take(250) {
            let fen = broken_fen(&sample.position.fen(&rules), &mut random);
            match rules.position(&fen) {
                Ok(position) => assert_sound(&rules, &position, "broken FEN"),
                Err(_) => refused += 1,
            }
        }
        assert!((125..250).contains(&refused), "{}: {refused} of 250 refused", game.name);
    }
}

/// Takes a few samples of a game that nobody has thought of.
struct SoundSamples;

impl Task for SoundSamples {
    type Output = ();

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) {
        for sample in Sampler::new(rules, 1).take(5) {
            assert_sound(rules, &sample.position, sample.source.name());
        }
    }
}

#[test]
fn broken_variants_break_nothing() {
    let path = std::env::temp_dir().join(format!("tamerlane-broken-{}.toml", std::process::id()));
    let file = path.to_str().unwrap();
    let mut random = Random::new(6);
    for (name, text) in library::FILES {
        let mut refused = 0;
        for _ in 0..40 {
            std::fs::write(&path, broken_variant(text, &mut random)).unwrap();
            match Variant::load(file) {
                Ok(variant) => variant.dispatch(SoundSamples),
                Err(_) => refused += 1,
            }
        }
        assert!((5..40).contains(&refused), "{name}: {refused} of 40 refused");
    }
    std::fs::remove_file(&path).unwrap();
}
