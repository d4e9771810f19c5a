//! What the samples must be, for every built-in game and for some that nobody plays.

mod games;
mod tags;
mod texts;
mod themes;

use std::path::Path;
use std::sync::LazyLock;

use super::*;
use crate::geometry::Wide;
use crate::movegen::{Task, Variant};
use crate::position::Setup;
use crate::rules::{self, Game, library};

fn variant(name: &str) -> Variant {
    Variant::load(name).unwrap()
}

/// All built-in games and the example files.
static PLAYED: LazyLock<Vec<Variant>> = LazyLock::new(|| {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/examples");
    let mut files: Vec<String> = std::fs::read_dir(examples)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .map(|path| path.to_str().unwrap().to_owned())
        .collect();
    files.sort_unstable();
    let names = library::names().map(str::to_owned).chain(files);
    names.map(|name| variant(&name)).collect()
});

/// Of each of them a game that nobody plays.
static RESHAPED: LazyLock<Vec<Variant>> = LazyLock::new(|| {
    let games = PLAYED.iter().zip(0..).map(|(variant, seed)| {
        let mut game = reshaped(variant.game(), seed);
        game.name += " reshaped";
        game
    });
    games.map(|game| Variant::new(game).unwrap()).collect()
});

fn for_each<'v>(
    variants: impl IntoIterator<Item = &'v Variant>,
    task: impl Task<Output = ()> + Copy,
) {
    for variant in variants {
        variant.dispatch(task);
    }
}

fn for_all(task: impl Task<Output = ()> + Copy) {
    for_each(PLAYED.iter().chain(RESHAPED.iter()), task);
}

fn assert_sound<B: Bitboard>(rules: &Ruleset<B>, position: &Position<B>, what: &str) {
    let game = rules.game();
    let setup = position.setup(rules);
    let fen = setup.fen(game);
    assert!(position.is_consistent(rules), "{} {what} {fen}", game.name);
    assert_eq!(rules.admit(&setup).as_ref(), Ok(position), "{} {what} {fen}", game.name);
    assert_eq!(Setup::parse(game, &fen).as_ref(), Ok(&setup), "{} {what} {fen}", game.name);
}

fn fens<B: Bitboard>(rules: &Ruleset<B>, seed: u64) -> Vec<String> {
    Sampler::new(rules, seed).take(60).map(|sample| sample.position.fen(rules)).collect()
}

/// The same seed gives the same positions, another one others.
#[derive(Clone, Copy)]
struct Repeats;

impl Task for Repeats {
    type Output = ();

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) {
        assert_eq!(fens(rules, 4), fens(rules, 4));
        assert_ne!(fens(rules, 4), fens(rules, 5));
    }
}

#[test]
fn the_same_seed_gives_the_same_positions() {
    for_all(Repeats);
}

#[test]
fn positions_do_not_depend_on_the_width() {
    for name in library::names() {
        let game = rules::load(name).unwrap();
        if game.board.len() <= u128::CAPACITY {
            let narrow: Ruleset<u128> = Ruleset::new(game.clone());
            let wide: Ruleset<Wide> = Ruleset::new(game);
            assert_eq!(fens(&narrow, 9), fens(&wide, 9), "{name}");
        }
    }
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
