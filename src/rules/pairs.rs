//! [`PairTables`]: what counting two plies together needs to know of the rules.
//!
//! See `movegen::pairs`. Games whose moves do not fit its assumptions have no such tables and are
//! counted ply by ply.

use super::fills::FillTables;
use super::tables::{MovementTables, Step, Table, empty_table};
use super::{Game, Jump};
use crate::geometry::{Bitboard, Offset, Square};
use crate::pieces::{Color, Kind, Path};

/// Tables for counting two plies together, by side.
#[derive(Debug)]
pub(crate) struct PairTables<B: Bitboard> {
    pub(crate) sides: [PairSide<B>; 2],
}

/// What one side's men mean to the other side's replies.
#[derive(Debug)]
pub(crate) struct PairSide<B: Bitboard> {
    /// Kinds with leaps that only move or only capture, such as pawns.
    pub(crate) splits: Vec<Split<B>>,
    /// By kind: from where it looks at the enemy's royal man.
    pub(crate) approaches: Vec<Approach<B>>,
    /// The squares that matter to the moves of this side's royal man on a square: where it steps,
    /// and in the second table also where it jumps and what it passes.
    pub(crate) zones: [Table<B>; 2],
    /// By kind, as [`PairSide::zones`] of the *other* side: the squares from which a leap of this
    /// side's kind hits the zone of the other's royal man on a square.
    pub(crate) zone_leaps_onto: Vec<[Table<B>; 2]>,
    /// For each square and each neighbour of it, the targets of jumps that pass there; the place is
    /// `square * CAPACITY + neighbour`. Empty in games without a jump.
    pub(crate) jumps_through: Vec<B>,
}

/// A kind with leaps that only move or only capture.
#[derive(Debug)]
pub(crate) struct Split<B> {
    pub(crate) kind: Kind,
    pub(crate) quiet: Vec<Step<B>>,
    pub(crate) capture: Vec<Step<B>>,
}

/// From where a kind looks at a royal man, told from the royal man's square.
#[derive(Debug)]
pub(crate) struct Approach<B> {
    /// The rays outward along which it slides inward, and those along which it hops.
    pub(crate) slides: Vec<usize>,
    pub(crate) hops: Vec<usize>,
    /// The rays outward along which it comes from an elbow, and the step from the elbow back to
    /// where it stands.
    pub(crate) bends: Vec<(usize, Step<B>)>,
}

impl<B: Bitboard> PairTables<B> {
    /// The tables, or `None` for games that are counted ply by ply.
    pub(super) fn new(
        game: &Game,
        movement: &mut MovementTables<B>,
        fills: Option<&FillTables<B>>,
    ) -> Option<Self> {
        let fills = fills?;
        let scanned = fills.sides.iter().any(|side| !side.others.is_empty());
        let royals_leap = game.royals().iter().all(|kind| {
            let parts = &game.kind(kind).movement.parts;
            parts.iter().all(|p| p.quiet && p.capture && matches!(p.path, Path::Leap(_)))
        });
        // Kinds of which some leaps move and capture and others only do one or the other.
        let mixed = game.kinds.iter().any(|kind| {
            let leaps = kind.movement.parts.iter().filter(|p| matches!(p.path, Path::Leap(_)));
            let both = leaps.clone().filter(|part| part.quiet && part.capture).count();
            both > 0 && both < leaps.count()
        });
        if scanned || !royals_leap || mixed {
            return None;
        }
        Some(Self { sides: Color::BOTH.map(|color| side(game, movement, color)) })
    }
}

fn side<B: Bitboard>(game: &Game, movement: &mut MovementTables<B>, color: Color) -> PairSide<B> {
    let zones = zones(game, color);
    let enemy_zones = self::zones(game, !color);
    PairSide {
        splits: game.all_kinds().filter_map(|kind| split(game, kind, color)).collect(),
        approaches: game.all_kinds().map(|kind| approach(game, movement, kind, color)).collect(),
        zone_leaps_onto: game
            .all_kinds()
            .map(|kind| {
                let onto = &movement.kinds[color.index()][kind.index()].leaps_onto;
                [0, 1].map(|with_jump: usize| {
                    let mut table = empty_table();
                    for royal in game.board.rectangle() {
                        let zone: B = enemy_zones[with_jump][royal.index()];
                        for square in zone.squares() {
                            table[royal.index()] |= onto[square.index()];
                        }
                    }
                    table
                })
            })
            .collect(),
        jumps_through: jumps_through(game, color),
        zones,
    }
}

/// The squares that matter to the royal man's moves, without and with its jump.
fn zones<B: Bitboard>(game: &Game, color: Color) -> [Table<B>; 2] {
    let mut zones = [empty_table(), empty_table()];
    for kind in game.royals().iter() {
        for part in &game.kind(kind).movement.parts {
            let Path::Leap(offset) = part.path else { continue };
            for from in game.board.rectangle() {
                if let Some(to) = game.board.step(from, game.oriented(offset, color)) {
                    zones[0][from.index()] |= B::single(to);
                }
            }
        }
    }
    let steps: Table<B> = zones[0].clone();
    zones[1] = steps;
    if let Some(jump) = &game.jump {
        for from in game.board.rectangle() {
            for &offset in &jump.offsets {
                let seen = Jump::passed(offset).into_iter().chain([offset]);
                let squares =
                    seen.filter_map(|offset| game.board.step(from, game.oriented(offset, color)));
                zones[1][from.index()] |= B::from_squares(squares);
            }
        }
    }
    zones
}

fn jumps_through<B: Bitboard>(game: &Game, color: Color) -> Vec<B> {
    let Some(jump) = &game.jump else { return Vec::new() };
    let mut through = vec![B::EMPTY; B::CAPACITY * B::CAPACITY];
    let place = |from: Square, passed: Square| from.index() * B::CAPACITY + passed.index();
    for from in game.board.rectangle() {
        for &offset in &jump.offsets {
            let Some(to) = game.board.step(from, game.oriented(offset, color)) else { continue };
            for passed in Jump::passed(offset) {
                if let Some(square) = game.board.step(from, game.oriented(passed, color)) {
                    through[place(from, square)] |= B::single(to);
                }
            }
        }
    }
    through
}

fn split<B: Bitboard>(game: &Game, kind: Kind, color: Color) -> Option<Split<B>> {
    let mut split = Split { kind, quiet: Vec::new(), capture: Vec::new() };
    for part in &game.kind(kind).movement.parts {
        let Path::Leap(offset) = part.path else { continue };
        let step = Step::new(&game.board, game.oriented(offset, color));
        match (part.quiet, part.capture) {
            (true, false) => split.quiet.push(step),
            (false, true) => split.capture.push(step),
            _ => {}
        }
    }
    (!split.quiet.is_empty() || !split.capture.is_empty()).then_some(split)
}

fn approach<B: Bitboard>(
    game: &Game,
    movement: &mut MovementTables<B>,
    kind: Kind,
    color: Color,
) -> Approach<B> {
    let mut approach = Approach { slides: Vec::new(), hops: Vec::new(), bends: Vec::new() };
    let inward = |step: Offset| game.oriented(step, color).times(-1);
    for part in game.kind(kind).movement.parts.iter().filter(|part| part.capture) {
        match part.path {
            Path::Slide { step, .. } => {
                approach.slides.push(movement.ray(&game.board, inward(step)));
            }
            Path::Hop { step } => approach.hops.push(movement.ray(&game.board, inward(step))),
            Path::Bend { first, then, .. } => {
                let ray = movement.ray(&game.board, inward(then));
                approach.bends.push((ray, Step::new(&game.board, inward(first))));
            }
            Path::Leap(_) | Path::DoubleStep => {}
        }
    }
    approach
}
