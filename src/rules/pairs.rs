//! [`PairTables`]: what counting two plies together needs to know of the rules.
//!
//! See `movegen::pairs`. Games whose moves do not fit its assumptions have no such tables and are
//! counted ply by ply.

use super::Game;
use super::fills::FillTables;
use super::steps::{Step, alike};
use super::tables::{MovementTables, Table, empty_table};
use crate::geometry::{Bitboard, Offset};
use crate::pieces::{Color, Kind, Path};

/// Tables for counting two plies together, by side.
#[derive(Debug)]
pub(crate) struct PairTables<B: Bitboard> {
    pub(crate) sides: [PairSide<B>; 2],
}

/// What one side's men mean to the other side's replies.
#[derive(Debug)]
pub(crate) struct PairSide<B: Bitboard> {
    /// Kinds with leaps that only move or only capture, such as pawns; each is alone there, or with
    /// others that do the same.
    pub(crate) splits: Vec<Split<B>>,
    /// All squares on the rays outward from a royal man along which this side's men look at it, by
    /// the royal man's square.
    pub(crate) near: Table<B>,
    /// By kind: from where it looks at the enemy's royal man.
    pub(crate) approaches: Vec<Approach<B>>,
    /// Where this side's royal man steps from a square.
    pub(crate) steps: Table<B>,
}

/// Kinds with leaps that only move or only capture, whose moves can be counted together.
#[derive(Debug)]
pub(crate) struct Split<B> {
    pub(crate) kinds: Vec<Kind>,
    pub(crate) quiet: Vec<Step<B>>,
    pub(crate) capture: Vec<Step<B>>,
}

/// From where a kind looks at a royal man, told from the royal man's square; rays by their place
/// among the lanes of all quads, see [`FillTables::lane_of`].
#[derive(Debug)]
pub(crate) struct Approach<B> {
    /// The rays outward along which it slides inward, and those along which it hops.
    pub(crate) slides: Vec<usize>,
    pub(crate) hops: Vec<usize>,
    /// The rays outward along which it comes from an elbow, and the step from the elbow back to
    /// where it stands.
    pub(crate) bends: Vec<(usize, Step<B>)>,
    /// All squares from where it might look at a royal man on a square.
    pub(crate) onto: Table<B>,
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
        Some(Self { sides: Color::BOTH.map(|color| side(game, movement, fills, color)) })
    }
}

fn side<B: Bitboard>(
    game: &Game,
    movement: &mut MovementTables<B>,
    fills: &FillTables<B>,
    color: Color,
) -> PairSide<B> {
    let mut rays = Vec::new();
    let mut inward = |movement: &mut MovementTables<B>, step: Offset| {
        let ray = movement.ray(&game.board, game.oriented(step, color).times(-1));
        rays.push(ray);
        fills.lane_of(ray).expect("every direction and its opposite have a lane")
    };
    let approaches =
        game.all_kinds().map(|kind| approach(game, movement, kind, color, &mut inward)).collect();
    PairSide {
        splits: splits(game, color),
        near: near(&rays, movement),
        approaches,
        steps: steps(game, color),
    }
}

/// All squares on some rays, by the square where they start.
fn near<B: Bitboard>(rays: &[usize], movement: &MovementTables<B>) -> Table<B> {
    let mut near = empty_table();
    for &ray in rays {
        for (squares, &more) in near.iter_mut().zip(movement.rays[ray].squares.iter()) {
            *squares |= more;
        }
    }
    near
}

/// Where the royal man steps from each square.
fn steps<B: Bitboard>(game: &Game, color: Color) -> Table<B> {
    let mut steps = empty_table();
    for kind in game.royals().iter() {
        for part in &game.kind(kind).movement.parts {
            let Path::Leap(offset) = part.path else { continue };
            for from in game.board.rectangle() {
                if let Some(to) = game.board.step(from, game.oriented(offset, color)) {
                    steps[from.index()] |= B::single(to);
                }
            }
        }
    }
    steps
}

fn splits<B: Bitboard>(game: &Game, color: Color) -> Vec<Split<B>> {
    let groups = game.all_kinds().map(|kind| alike(game, kind));
    // A group comes once for each of its kinds.
    let once = std::iter::zip(game.all_kinds(), groups).filter(|(kind, group)| group[0] == *kind);
    once.filter_map(|(_, group)| split(game, group, color)).collect()
}

fn split<B: Bitboard>(game: &Game, kinds: Vec<Kind>, color: Color) -> Option<Split<B>> {
    let kind = kinds[0];
    let mut split = Split { kinds, quiet: Vec::new(), capture: Vec::new() };
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
    mut inward: impl FnMut(&mut MovementTables<B>, Offset) -> usize,
) -> Approach<B> {
    let mut onto = movement.kinds[color.index()][kind.index()].leaps_onto.clone();
    for line in movement.lines[color.index()].iter().filter(|line| line.kind == kind) {
        for (squares, &more) in onto.iter_mut().zip(line.onto.iter()) {
            *squares |= more;
        }
    }
    let mut approach = Approach { slides: Vec::new(), hops: Vec::new(), bends: Vec::new(), onto };
    for part in game.kind(kind).movement.parts.iter().filter(|part| part.capture) {
        match part.path {
            Path::Slide { step, .. } => approach.slides.push(inward(movement, step)),
            Path::Hop { step } => approach.hops.push(inward(movement, step)),
            Path::Bend { first, then, .. } => {
                let back = Step::new(&game.board, game.oriented(first, color).times(-1));
                approach.bends.push((inward(movement, then), back));
            }
            Path::Leap(_) | Path::DoubleStep => {}
        }
    }
    approach
}
