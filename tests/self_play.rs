//! Whole games of the search against itself: all moves legal, all games ended by a rule or the cap.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;

use tamerlane::geometry::Bitboard;
use tamerlane::movegen::{Task, Variant};
use tamerlane::rules::{Ruleset, library};
use tamerlane::sampling::{Conduct, RandomGame};
use tamerlane::search::{Control, Limits, Record, Searcher};
use tamerlane::values::PieceValues;

/// No game is longer than this, in plies.
const CAP: usize = 1_000;

/// Random plies at the start, so that no two games are alike.
const OPENING: u32 = 6;

/// Positions a move, enough to see what hangs.
const NODES: u64 = 150;

/// Games of each ruleset; another number with `TAMERLANE_GAMES` in the environment. Where a citadel saves
/// the loser, one in a few games ends by mate.
const GAMES: u64 = 24;

struct Play {
    games: u64,
}

impl Task for Play {
    /// How many games ended how.
    type Output = BTreeMap<&'static str, u64>;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output {
        let values = PieceValues::of_mobility(rules.game());
        let mut searcher = Searcher::new(rules, &values, 1 << 20, 1).unwrap();
        let mut endings = BTreeMap::new();
        for seed in 0..self.games {
            searcher.clear();
            let ending = play(rules, &mut searcher, seed);
            *endings.entry(ending).or_default() += 1;
        }
        endings
    }
}

fn play<B: Bitboard>(
    rules: &Ruleset<B>,
    searcher: &mut Searcher<'_, B>,
    seed: u64,
) -> &'static str {
    let mut record = Record::new(rules.start());
    let conduct = Conduct { plies: OPENING, ..Conduct::default() };
    for ply in RandomGame::new(rules, conduct, seed) {
        record.play(rules, ply.mv);
    }
    while record.plies() < CAP {
        if let Some(ending) = record.ending(rules) {
            return ending.word();
        }
        let limits = Limits::nodes(NODES);
        let outcome = searcher.search(&record, &limits, &Control::default(), &mut |_| {});
        let best = outcome.best().unwrap();
        let fen = record.position().fen(rules);
        let game = rules.game();
        // Every move of every line must be legal where it stands, not only the first.
        for line in &outcome.lines {
            let mut position = *record.position();
            for &mv in &line.moves {
                let legal = rules.legal_moves(&position).contains(&mv);
                assert!(legal, "{}: {} in {fen}", game.name, mv.text(game));
                position = position.play(rules, mv);
            }
        }
        assert!(outcome.nodes <= NODES, "{} positions in {fen}", outcome.nodes);
        record.play(rules, best);
    }
    "cap"
}

#[test]
fn games_end_properly() {
    let games = std::env::var("TAMERLANE_GAMES").map_or(GAMES, |games| games.parse().unwrap());
    let names: Vec<&str> = library::names().collect();
    let half = names.len().div_ceil(2);
    std::thread::scope(|scope| {
        for part in names.chunks(half) {
            scope.spawn(move || {
                for name in part {
                    let endings = Variant::load(name).unwrap().dispatch(Play { games });
                    println!("{name}: {endings:?}");
                    assert_eq!(endings.values().sum::<u64>(), games, "{name}");
                    let decided = endings.get("checkmate").copied().unwrap_or(0);
                    assert!(decided > 0, "{name}: no game ended by mate: {endings:?}");
                }
            });
        }
    });
}
