//! Exchanges on a square, held against a search of all captures there, played on a board of the
//! naive generator.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::HashMap;

use tamerlane::evaluation::Evaluation;
use tamerlane::geometry::{Bitboard, Square};
use tamerlane::movegen::{Task, Variant};
use tamerlane::naive::{Attack, NaiveBoard};
use tamerlane::pieces::{Color, Piece};
use tamerlane::position::{Action, Move, Position, Setup};
use tamerlane::rules::{Game, Ruleset, library};
use tamerlane::sampling::Sampler;
use tamerlane::search::Exchange;
use tamerlane::values::PieceValues;

/// Positions of each game; one exchange is worked out in each that has a capture.
const POSITIONS: usize = 10_000;

/// Works out exchanges by playing every sequence of captures.
struct BruteForce<'a> {
    game: &'a Game,
    value: &'a dyn Fn(Piece) -> i32,
    /// By side: whether it has one royal man, which captures nothing that is guarded.
    careful: [bool; 2],
    target: Square,
    /// What the side to move gets, by who is left and who stands on the target.
    known: HashMap<Vec<Option<Piece>>, i32>,
}

impl BruteForce<'_> {
    /// The most that a side gets by capturing on the target, or by leaving it.
    fn best(&mut self, setup: &Setup, side: Color) -> i32 {
        if let Some(&known) = self.known.get(&setup.pieces) {
            return known;
        }
        let prize = (self.value)(setup.at(self.target).unwrap());
        let attackers = NaiveBoard::new(self.game, setup).attackers(self.target, side);
        let mut best = 0;
        for Attack { from, man, .. } in attackers {
            let mut after = setup.clone();
            after.pieces[from.index()] = None;
            after.pieces[self.target.index()] = Some(man);
            let is_royal = self.game.kind(man.kind).royal.is_some();
            if is_royal && self.careful[side.index()] {
                if NaiveBoard::new(self.game, &after).attackers(self.target, !side).is_empty() {
                    best = best.max(prize);
                }
                continue;
            }
            best = best.max(prize - self.best(&after, !side));
        }
        self.known.insert(setup.pieces.clone(), best);
        best
    }

    /// The same for a side that begins with a certain move.
    fn first(&mut self, setup: &Setup, mv: Move) -> i32 {
        let mover = setup.at(mv.from).unwrap();
        let becomes = Piece { kind: mv.promotion().unwrap_or(mover.kind), ..mover };
        let prize = setup.at(mv.to).map_or(0, self.value);
        let gain = prize + (self.value)(becomes) - (self.value)(mover);
        let is_royal = self.game.kind(mover.kind).royal.is_some();
        if is_royal && self.careful[mover.color.index()] {
            return gain;
        }
        let mut after = setup.clone();
        after.pieces[mv.from.index()] = None;
        after.pieces[mv.to.index()] = Some(becomes);
        gain - self.best(&after, !mover.color)
    }
}

struct Compare {
    seed: u64,
}

impl Task for Compare {
    /// Exchanges compared, and those of more than one capture.
    type Output = (usize, usize);

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output {
        let game = rules.game();
        let evaluation = Evaluation::new(rules, &PieceValues::of_mobility(game));
        let value = |man: Piece| evaluation.value(man.kind);
        let (mut compared, mut long) = (0, 0);
        let positions = Sampler::new(rules, self.seed).take(POSITIONS);
        for (number, sample) in positions.enumerate() {
            let position = sample.position;
            let captures = captures(rules, &position);
            if captures.is_empty() {
                continue;
            }
            let mv = captures[number % captures.len()];
            let setup = position.setup(rules);
            let careful = Color::BOTH.map(|color| {
                let men = setup.pieces.iter().flatten().filter(|man| man.color == color);
                men.filter(|man| game.kind(man.kind).royal.is_some()).count() == 1
            });
            let mut brute_force =
                BruteForce { game, value: &value, careful, target: mv.to, known: HashMap::new() };
            let expected = brute_force.first(&setup, mv);
            let exchange = Exchange::new(rules, &evaluation, &position);
            let context = || format!("{}: {} in {}", game.name, mv.text(game), position.fen(rules));
            assert_eq!(exchange.value(mv), expected, "{}", context());
            for threshold in [expected - 1, expected, expected + 1, 0, -100, 300] {
                let is = exchange.is_at_least(mv, threshold);
                assert_eq!(is, expected >= threshold, "at least {threshold}: {}", context());
            }
            compared += 1;
            long += usize::from(brute_force.known.len() > 2);
        }
        (compared, long)
    }
}

/// The captures of a position that are nothing else.
fn captures<B: Bitboard>(rules: &Ruleset<B>, position: &Position<B>) -> Vec<Move> {
    let mut moves = rules.legal_moves(position);
    moves.retain(|mv| mv.action == Action::Step && position.at(mv.to).is_some());
    moves
}

#[test]
fn exchanges_are_what_all_captures_come_to() {
    let names: Vec<&str> = library::names().collect();
    let half = names.len().div_ceil(2);
    std::thread::scope(|scope| {
        for part in names.chunks(half) {
            scope.spawn(move || {
                for (seed, name) in part.iter().enumerate() {
                    let variant = Variant::load(name).unwrap();
                    let (compared, long) = variant.dispatch(Compare { seed: seed as u64 });
                    println!("{name}: {compared} exchanges, {long} of several captures");
                    assert!(compared > POSITIONS / 4, "{name}: only {compared} exchanges");
                    assert!(long > POSITIONS / 50, "{name}: only {long} of several captures");
                }
            });
        }
    });
}
