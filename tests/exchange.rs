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

/// Positions of each game; one exchange is worked out in each.
const POSITIONS: usize = 10_000;

/// In one position of so many the exchange begins with any move, in the others with a capture.
const ANY_MOVE_EVERY: usize = 4;

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
        let mut after = setup.clone();
        after.pieces[mv.from.index()] = None;
        let mut taken = Vec::new();
        let mut take = |square: Square| taken.extend(after.pieces[square.index()].take());
        take(mv.to);
        match mv.action {
            Action::EnPassant => {
                let onward = self.game.forward(!mover.color);
                take(self.game.board.step(mv.to, onward).unwrap());
            }
            Action::SecondStep => take(mv.via().unwrap()),
            _ => {}
        }
        after.pieces[mv.to.index()] = Some(becomes);
        assert!(taken.iter().all(|man| man.color != mover.color));
        let prize: i32 = taken.into_iter().map(self.value).sum();
        let gain = prize + (self.value)(becomes) - (self.value)(mover);
        let is_royal = self.game.kind(mover.kind).royal.is_some();
        if is_royal && self.careful[mover.color.index()] {
            return gain;
        }
        gain - self.best(&after, !mover.color)
    }
}

struct Compare {
    seed: u64,
}

/// What was compared.
#[derive(Debug, Default)]
struct Compared {
    exchanges: usize,
    /// Those of several captures, those that end with a loss, and those that begin with a move of two
    /// steps or en passant.
    long: usize,
    losing: usize,
    rare: usize,
}

impl Task for Compare {
    type Output = Compared;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output {
        let game = rules.game();
        let evaluation = Evaluation::new(rules, &PieceValues::of_mobility(game));
        let value = |man: Piece| evaluation.value(man.kind);
        let mut compared = Compared::default();
        let mut positions = Sampler::new(rules, self.seed);
        while compared.exchanges < POSITIONS {
            let position = positions.next().unwrap().position;
            let captures_only = !compared.exchanges.is_multiple_of(ANY_MOVE_EVERY);
            let moves = moves(rules, &position, captures_only);
            if moves.is_empty() {
                continue;
            }
            let mv = moves[compared.exchanges / ANY_MOVE_EVERY % moves.len()];
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
            compared.exchanges += 1;
            compared.long += usize::from(brute_force.known.len() > 2);
            compared.losing += usize::from(expected < 0);
            compared.rare += usize::from(mv.action != Action::Step);
        }
        compared
    }
}

/// The moves of a position from which an exchange on their target can follow; perhaps only captures.
fn moves<B: Bitboard>(
    rules: &Ruleset<B>,
    position: &Position<B>,
    captures_only: bool,
) -> Vec<Move> {
    let mut moves = rules.legal_moves(position);
    moves.retain(|mv| match mv.action {
        Action::Step => !captures_only || position.at(mv.to).is_some(),
        Action::DoubleStep => !captures_only,
        Action::EnPassant | Action::SecondStep => true,
        _ => false,
    });
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
                    let compared = variant.dispatch(Compare { seed: seed as u64 });
                    println!("{name}: {compared:?}");
                    let Compared { exchanges, long, losing, rare } = compared;
                    assert_eq!(exchanges, POSITIONS, "{name}");
                    assert!(long > POSITIONS / 50, "{name}: only {long} of several captures");
                    assert!(losing > POSITIONS / 50, "{name}: only {losing} that lose");
                    let game = variant.game();
                    let has_rare = game
                        .kinds
                        .iter()
                        .any(|kind| kind.second_step || kind.movement.double_step().is_some());
                    assert!(!has_rare || rare > POSITIONS / 500, "{name}: only {rare} rare ones");
                }
            });
        }
    });
}
