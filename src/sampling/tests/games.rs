//! Random games.

use super::*;
use crate::position::Action;

/// Every ply of a game leads to a position that can be.
#[derive(Clone, Copy)]
struct SoundGames;

impl Task for SoundGames {
    type Output = ();

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) {
        for (seed, style) in (0..).zip(Style::ALL.into_iter().cycle().take(6)) {
            let conduct = Conduct { style, plies: 120, thinned: 15 * seed as u32 };
            let mut game = RandomGame::new(rules, conduct, seed);
            let mut before = *game.position();
            assert_sound(rules, &before, style.name());
            while let Some(ply) = game.next() {
                assert!(rules.legal_moves(&before).contains(&ply.mv));
                assert_eq!(before.play(rules, ply.mv), ply.position);
                assert_eq!(*game.position(), ply.position);
                assert_sound(rules, &ply.position, style.name());
                before = ply.position;
            }
        }
    }
}

#[test]
fn random_games_are_sound_after_each_ply() {
    for_all(SoundGames);
}

/// How often things happen in some games of a style.
#[derive(Debug, Default)]
struct Counts {
    checks: usize,
    promotions: usize,
    lowest_crownings: usize,
    second_steps: usize,
    relocations: usize,
    arrivals: usize,
}

struct Count(Style);

impl Task for Count {
    type Output = Counts;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Counts {
        let conduct = Conduct { style: self.0, plies: 300, thinned: 30 };
        let mut counts = Counts::default();
        for ply in (0..6).flat_map(|seed| RandomGame::new(rules, conduct, seed)) {
            counts.checks += usize::from(!rules.checkers(&ply.position).is_empty());
            if let Some(kind) = ply.mv.promotion() {
                counts.promotions += 1;
                counts.lowest_crownings += usize::from(rules.game().kind(kind).royal == Some(3));
            }
            match ply.mv.action {
                Action::SecondStep => counts.second_steps += 1,
                Action::Relocate => counts.relocations += 1,
                Action::Arrive => counts.arrivals += 1,
                _ => {}
            }
        }
        counts
    }
}

fn counts(name: &str) -> [Counts; 3] {
    let variant = variant(name);
    Style::ALL.map(|style| variant.dispatch(Count(style)))
}

#[test]
fn styles_play_what_they_prefer() {
    let [uniform, sharp, advancing] = counts("wild-tamerlane");
    assert!(advancing.promotions > 3 * uniform.promotions, "{advancing:?}, {uniform:?}");
    assert!(sharp.checks > 2 * uniform.checks, "{sharp:?}, {uniform:?}");
    let [uniform, sharp, _] = counts("wild-babur");
    assert!(sharp.second_steps > 2 * uniform.second_steps, "{sharp:?}, {uniform:?}");
}

#[test]
fn pawns_of_advancing_games_arrive_three_times() {
    let [_, _, advancing] = counts("tamerlane-historic");
    assert!(advancing.relocations >= 3, "{advancing:?}");
    assert!(advancing.arrivals >= 3, "{advancing:?}");
    assert!(advancing.lowest_crownings >= 2, "{advancing:?}");
}

/// How many men are left of a thinned army, for each of some seeds.
struct Thinned(u32);

impl Task for Thinned {
    type Output = (u32, Vec<u32>);

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> (u32, Vec<u32>) {
        let conduct = Conduct { plies: 0, thinned: self.0, ..Conduct::default() };
        let men = (0..20).map(|seed| {
            let game = RandomGame::new(rules, conduct, seed);
            assert_sound(rules, game.position(), "thinned");
            game.position().occupied().count()
        });
        (rules.start().occupied().count(), men.collect())
    }
}

#[test]
fn thinned_armies_keep_their_royal_men() {
    for name in ["tamerlane2-2021", "wild-babur", "tamerlane-historic"] {
        for thinned in [0, 30, 100] {
            let (whole, men) = variant(name).dispatch(Thinned(thinned));
            // Some pawns are spared where there are such that go far.
            let most = if name == "tamerlane-historic" { 6 } else { 2 };
            match thinned {
                0 => assert!(men.iter().all(|&men| men == whole)),
                100 => assert!(men.iter().all(|&men| (2..=most).contains(&men)), "{men:?}"),
                _ => assert!(men.iter().all(|&men| 2 < men && men < whole), "{men:?}"),
            }
        }
    }
}

/// The first moves of a game and its last position.
struct Played;

impl Task for Played {
    type Output = (String, String);

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> (String, String) {
        let conduct = Conduct { plies: 40, ..Conduct::default() };
        let mut game = RandomGame::new(rules, conduct, 1);
        let moves: Vec<String> = game.by_ref().map(|ply| ply.mv.text(rules.game())).collect();
        (moves[..8].join(" "), game.position().fen(rules))
    }
}

#[test]
fn a_seed_stands_for_one_game() {
    let (moves, fen) = variant("wild-tamerlane").dispatch(Played);
    assert_eq!(moves, "c1b4 f10h8 d3d4 h8g7 j2i4 b9b8 i4k5 e10f11");
    assert_eq!(
        fen,
        "e1m3c1m1e/rnbg1qqgb1r/2p1pppppp1/p7n2/2p1k5p/3p7/10N/1N1PBKP1P2/PPP1cP1PEPP/R2GQ1Q1BR1/\
         E3C1MC2G w - - 4 21"
    );
}
