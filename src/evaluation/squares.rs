//! What a man is worth on a square: its value, its mobility from there, and how near it is to a
//! promotion.

use super::Score;
use super::pieces::usual;
use crate::geometry::{Board, Square};
use crate::pieces::{Color, Kind};
use crate::rules::{Game, Stage};
use crate::values::{OPEN_ENDGAME, OPEN_MIDDLEGAME, PieceValues, mobility_from};

/// The part of a man's value that it gains or loses where it reaches twice or none of the squares
/// that it reaches on average.
const PLACEMENT: f64 = 0.10;

/// What the middle of the board is worth to an ordinary man, beyond its mobility there.
const CENTRE: Score = Score::new(8, 4);

/// What the middle of the board is worth to a man that all depends on: it hides while there are
/// many men, and helps when there are few.
const ROYAL_CENTRE: Score = Score::new(-40, 40);

/// What each rank that a royal man leaves behind costs it in the middle game.
const ROYAL_ADVANCE: Score = Score::new(-14, 0);

/// The part of what a promotion gains that a man one move away has of it; with more moves to go
/// it is divided by their number plus one.
const PROMOTION: [f64; 2] = [0.08, 0.22];

/// What a rank forward is worth to a pawn by itself.
const PAWN_ADVANCE: Score = Score::new(3, 2);

/// What a pawn on its way to being royal, or to a new start, gains.
const STAGE_GAIN: i32 = 150;

/// Moves beyond which no promotion is in sight.
pub(super) const FAR: u8 = 32;

/// What men of a kind are worth on each square, White's and Black's, each from its side's view.
pub(super) fn by_square(game: &Game, values: &PieceValues, kind: Kind) -> [Box<[Score; 256]>; 2] {
    let board = &game.board;
    let rules = game.kind(kind);
    let value = values.of(kind);
    let placement = placement(game, kind, values);
    let moves = Color::BOTH.map(|color| moves_to_promotion(game, kind, color));
    let gain = promotion_gain(game, values, kind);
    let usual = usual(game, kind);
    Color::BOTH.map(|color| {
        let mut table = Box::new([Score::ZERO; 256]);
        for square in board.squares() {
            let mut score = Score::new(value.middlegame - usual, value.endgame - usual);
            let whites = counterpart(game, square, color);
            let advance = i32::from(board.rank(whites).unwrap_or(0));
            let centre = centrality(board, square);
            if rules.royal.is_some() {
                score += part_of(ROYAL_CENTRE, centre) + ROYAL_ADVANCE * advance;
            } else {
                score += placement[whites.index()] + part_of(CENTRE, centre);
            }
            if rules.pawn {
                score += PAWN_ADVANCE * advance;
            }
            let to_go = moves[color.index()][square.index()];
            if to_go < FAR {
                let share = |part: f64| f64::from(gain) * part / f64::from(to_go.max(1) + 1) * 2.0;
                score += Score::new(
                    share(PROMOTION[0]).round() as i32,
                    share(PROMOTION[1]).round() as i32,
                );
            }
            table[square.index()] = score;
        }
        table
    })
}

/// A hundredth part of a score, so many times.
fn part_of(score: Score, hundredths: i32) -> Score {
    Score::new(score.middlegame * hundredths / 100, score.endgame * hundredths / 100)
}

/// The square of White's that a square of a side's corresponds to.
fn counterpart(game: &Game, square: Square, color: Color) -> Square {
    match color {
        Color::White => square,
        Color::Black => game.symmetry.map(&game.board, square),
    }
}

/// How near the middle of the board a square is: 0 in the corners, 100 in the middle.
fn centrality(board: &Board, square: Square) -> i32 {
    let (Some(file), Some(rank)) = (board.file(square), board.rank(square)) else { return 0 };
    // Twice the distance from the middle line.
    let off = |at: u8, count: u8| (2 * i32::from(at) - (i32::from(count) - 1)).abs();
    let most = i32::from(board.files()) - 1 + i32::from(board.ranks()) - 1;
    let away = off(file, board.files()) + off(rank, board.ranks());
    if most == 0 { 0 } else { 100 - 100 * away / most }
}

/// What each square of White's adds to the value of a kind because of the squares it reaches from
/// there, more or fewer than on average.
fn placement(game: &Game, kind: Kind, values: &PieceValues) -> Box<[Score; 256]> {
    let movement = &game.kind(kind).movement;
    let mut table = Box::new([Score::ZERO; 256]);
    let value = values.of(kind);
    let mut phase = |empty: f64, value: i32, set: fn(&mut Score, i32)| {
        let worth = |square| mobility_from(&game.board, movement, square, empty).worth();
        let mean =
            game.board.rectangle().map(worth).sum::<f64>() / game.board.rectangle_len() as f64;
        for square in game.board.rectangle().filter(|_| mean > 0.0) {
            let more = (worth(square) - mean) / mean * f64::from(value) * PLACEMENT;
            set(&mut table[square.index()], more.round() as i32);
        }
    };
    // A pawn that reaches less on the edge is no worse there: it meets fewer enemies.
    if !game.kind(kind).pawn {
        phase(OPEN_MIDDLEGAME, value.middlegame, |score, more| score.middlegame = more);
        phase(OPEN_ENDGAME, value.endgame, |score, more| score.endgame = more);
    }
    table
}

/// What a man of a kind gains by the best promotion it has.
pub(super) fn promotion_gain(game: &Game, values: &PieceValues, kind: Kind) -> i32 {
    let rules = game.kind(kind);
    let own = values.of(kind).neutral();
    let promoted = rules.promotion.iter().flat_map(|promotion| &promotion.to);
    let best = promoted.map(|&to| values.of(to).neutral() - own).max().unwrap_or(0);
    let staged = match rules.stage {
        Some(Stage::Wait { .. } | Stage::Transfer { .. }) => STAGE_GAIN,
        None => 0,
    };
    best.max(staged).max(0)
}

/// How many quiet moves on an empty board take a man of a kind from each square to where something
/// becomes of it; [`FAR`] where none do.
pub(super) fn moves_to_promotion(game: &Game, kind: Kind, color: Color) -> Box<[u8; 256]> {
    let board = &game.board;
    let rules = game.kind(kind);
    let mut moves = Box::new([FAR; 256]);
    let mut reached: Vec<Square> = match &rules.promotion {
        Some(promotion) => promotion.zone.of(color).to_vec(),
        None if rules.stage.is_some() => {
            board.rectangle().filter(|&square| game.on_last_rank(color, square)).collect()
        }
        None => return moves,
    };
    for square in &reached {
        moves[square.index()] = 0;
    }
    for distance in 1..FAR {
        let mut next = Vec::new();
        for from in board.rectangle().filter(|from| moves[from.index()] == FAR) {
            let white = counterpart(game, from, color);
            let arrives = rules.movement.parts.iter().filter(|part| part.quiet && !part.initial);
            let arrives = arrives.flat_map(|part| part.path.reached(board, white));
            let arrives = arrives.map(|to| counterpart(game, to, color));
            if arrives.into_iter().any(|to| reached.contains(&to)) {
                next.push(from);
            }
        }
        if next.is_empty() {
            break;
        }
        for square in &next {
            moves[square.index()] = distance;
        }
        reached = next;
    }
    moves
}
