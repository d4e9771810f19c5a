//! How many squares pieces see, and how many of them lie around the enemy's royal man.

use super::Score;
use crate::geometry::Bitboard;
use crate::movegen::Sight;
use crate::pieces::{Color, Kind, MAX_KINDS};
use crate::position::Position;
use crate::rules::{Game, Reach, Ruleset};
use crate::values::{OPEN_MIDDLEGAME, PieceValues, crowded_mobility};

/// What each square that a piece sees is worth.
const SQUARE: i32 = 4;

/// How much an attack on a square around the royal man weighs that comes along a line.
const LINE: i32 = 4;

/// Attacks around a royal man that weigh less than this are no danger.
const HARMLESS: i32 = 12;

/// Danger is the square of the weight of all attacks divided by this.
const DANGER: i32 = 7;

/// The most that attacks around a royal man can be worth.
const MOST_DANGER: i32 = 420;

/// What a piece is worth less because what it usually sees is counted by itself.
pub(super) fn usual(game: &Game, kind: Kind) -> i32 {
    let rules = game.kind(kind);
    if rules.pawn || rules.royal.is_some() {
        return 0;
    }
    let mobility = crowded_mobility(game, &rules.movement, OPEN_MIDDLEGAME);
    (mobility.quiet.max(mobility.capture) * f64::from(SQUARE)).round() as i32
}

/// Tables about what pieces see.
#[derive(Debug)]
pub(super) struct Mobility {
    /// The pieces that leap, whatever else they do.
    leapers: Vec<Leaper>,
    /// By kind: how much each attack on a square around the royal man weighs.
    weights: [i32; MAX_KINDS],
}

/// A kind that leaps.
#[derive(Debug)]
struct Leaper {
    kind: Kind,
    /// Whether it captures by the leaps that it moves by.
    plain: bool,
}

impl Mobility {
    pub(super) fn new<B: Bitboard>(rules: &Ruleset<B>, values: &PieceValues) -> Self {
        let game = rules.game();
        let mut weights = [0; MAX_KINDS];
        for kind in game.all_kinds() {
            weights[kind.index()] = 2 + values.of(kind).neutral() / 250;
        }
        let leaper = |kind: Kind| {
            let tables = &rules.movement.kinds[0][kind.index()];
            let leaps = |reach: &Reach<B>| reach.leaps.iter().any(|to| !to.is_empty());
            let plain = !leaps(&tables.quiet) && !leaps(&tables.capture);
            (!plain || leaps(&tables.both)).then_some(Leaper { kind, plain })
        };
        let is_piece = |kind: &Kind| !game.kind(*kind).pawn && game.kind(*kind).royal.is_none();
        let leapers = game.all_kinds().filter(is_piece).filter_map(leaper).collect();
        Self { leapers, weights }
    }

    /// What a side's pieces see: by leaps of the squares `open`, by lines what `sight` says. `zone`
    /// is where the enemy's royal man stands.
    #[inline]
    pub(super) fn score<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        position: &Position<B>,
        us: Color,
        (open, zone): (B, B),
        sight: Sight,
    ) -> Score {
        let occupied = position.occupied();
        let mut seen = sight.squares;
        let mut weight = sight.near as i32 * LINE;
        for &Leaper { kind, plain } in &self.leapers {
            let tables = &rules.movement.kinds[us.index()][kind.index()];
            let mut near = 0;
            for from in position.men(us, kind).squares() {
                let both = tables.both.leaps[from.index()];
                if plain {
                    seen += (both & open).count();
                    near += (both & zone).count() as i32;
                    continue;
                }
                let quiet = tables.quiet.leaps[from.index()];
                let capture = tables.capture.leaps[from.index()];
                let moves = both | (quiet & !occupied) | (capture & occupied);
                seen += (moves & open).count();
                near += ((both | capture) & zone).count() as i32;
            }
            weight += near * self.weights[kind.index()];
        }
        let squares = seen as i32 * SQUARE;
        let danger =
            if weight > HARMLESS { (weight * weight / DANGER).min(MOST_DANGER) } else { 0 };
        Score::new(squares + danger, squares)
    }
}
