//! [`PairTables`]: what counting two plies together needs to know of the rules.
//!
//! See `movegen::pairs`. Games whose moves do not fit its assumptions have no such tables and are
//! counted ply by ply.

use super::fills::{FillTables, Quad};
use super::onto::Onto;
use super::reach::{Table, empty_table};
use super::ruleset::double_steps;
use super::stages::Stages;
use super::steps::{Step, alike};
use super::tables::{Leaper, MovementTables};
use super::{Game, KindRules};
use crate::geometry::{Bitboard, LANES, Lanes, Offset, Shift, Square};
use crate::pieces::{ByKind, Color, Kind, MAX_KINDS, Path, by_kind};

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
    /// From where men look at the enemy's royal man, by its square.
    pub(crate) approaches: Vec<Approaches<B>>,
    /// By quad of the fills: who comes along its directions.
    pub(crate) lookers: Vec<Lookers<B>>,
    /// Where this side's royal man steps from a square.
    pub(crate) steps: Table<B>,
    /// By kind: its attacks by leaps.
    pub(crate) leaps: Vec<Vec<LeapQuad<B>>>,
    /// By kind: the squares where a man becomes another, or waits.
    pub(crate) becoming: ByKind<B>,
    /// The kinds that leap to empty squares, those aside that step, and from where they do by the square
    /// they go to; and the same for leaps onto enemy men.
    pub(crate) leaps_onto: [Onto<B>; 2],
    /// The kinds that capture wherever they leap, and from where by the square they go to.
    pub(crate) recaptures: Onto<B>,
    /// The squares where kinds promote that are not counted by steps.
    pub(crate) promoting: B,
    /// By square: from where a man could step there on some board, of a kind that only steps.
    pub(crate) steps_onto: Table<B>,
    /// By square: from where a double step leads there.
    pub(crate) double_steps_onto: Table<B>,
}

/// Up to four leaps with which a kind attacks, that all lead towards higher indices or all towards
/// lower ones.
#[derive(Debug)]
pub(crate) struct LeapQuad<B: Bitboard> {
    ascends: bool,
    shift: Shift,
    /// The squares a leap can arrive on. Empty in a lane without one.
    arrivals: B::Lanes,
}

impl<B: Bitboard> LeapQuad<B> {
    /// From where the leaps arrive on squares.
    #[inline(always)]
    pub(crate) fn back<L: Lanes<B>>(&self, squares: B) -> L {
        let arrived = L::splat(squares).and(L::load(&self.arrivals));
        if self.ascends { arrived.down(&self.shift) } else { arrived.up(&self.shift) }
    }
}

/// Kinds with leaps that only move or only capture, whose moves can be counted together.
#[derive(Debug)]
pub(crate) struct Split<B> {
    pub(crate) kinds: Vec<Kind>,
    pub(crate) quiet: Vec<Step<B>>,
    pub(crate) capture: Vec<Step<B>>,
}

/// From where each kind looks at a royal man on a square.
#[derive(Debug)]
pub(crate) struct Approaches<B> {
    /// By kind: the squares from where it leaps at it.
    pub(crate) leaps: ByKind<B>,
    /// By kind: all squares from where it might look at it.
    pub(crate) all: ByKind<B>,
}

/// The kinds that come along the directions of a quad, taken outward from a royal man.
#[derive(Debug)]
pub(crate) struct Lookers<B> {
    /// Kinds that slide inward, with all ones in the lanes of their directions, and kinds that hop.
    pub(crate) slides: Vec<(Kind, [u64; LANES])>,
    pub(crate) hops: Vec<(Kind, [u64; LANES])>,
    /// Kinds that come from an elbow along a lane, and the step from the elbow back to where they
    /// stand.
    pub(crate) bends: Vec<(Kind, usize, Step<B>)>,
}

impl<B> Approaches<B> {
    /// By kind: from where it looks at the royal man whatever else stands there; where a reply may take
    /// so many men off a line, from where it might.
    #[inline(always)]
    pub(crate) fn row(&self, slack: u32) -> &[B; MAX_KINDS] {
        if slack > 0 { &self.all } else { &self.leaps }
    }
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
        // The widest shift of lanes is within one word.
        let far = game.kinds.iter().flat_map(|kind| &kind.movement.parts).any(|part| {
            matches!(part.path, Path::Leap(offset) if delta(game, offset).unsigned_abs() >= 64)
        });
        if scanned || !royals_leap || mixed || far {
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
    let approaches = (0..B::CAPACITY).map(|royal| approaches(movement, royal, color)).collect();
    let lookers = lookers(game, movement, fills, color, &mut rays);
    PairSide {
        splits: splits(game, color),
        near: near(&rays, movement),
        approaches,
        lookers,
        steps: steps(game, color),
        leaps: game.all_kinds().map(|kind| leaps(game, kind, color)).collect(),
        becoming: becoming(game, color),
        leaps_onto: [false, true].map(|captures| leaps_onto(game, movement, captures, color)),
        promoting: promoting(game, movement, color),
        recaptures: Onto::new(
            game.kinds.len(),
            whole_leapers(movement, color).map(|leaper| (leaper.kind, &*leaper.onto)),
        ),
        steps_onto: steps_onto(game, movement, color),
        double_steps_onto: double_steps_onto(game, color),
    }
}

/// By how much an offset changes the index of a square.
fn delta(game: &Game, offset: Offset) -> i32 {
    i32::from(offset.rank) * i32::from(game.board.files()) + i32::from(offset.file)
}

/// The attacks by leaps of a kind, four at a time. Steps out of a citadel are not among them: while
/// anybody stands in one, plies are not counted together.
fn leaps<B: Bitboard>(game: &Game, kind: Kind, color: Color) -> Vec<LeapQuad<B>> {
    let (mut up, mut down) = (Vec::new(), Vec::new());
    for part in game.kind(kind).movement.parts.iter().filter(|part| part.capture) {
        let Path::Leap(offset) = part.path else { continue };
        let offset = game.oriented(offset, color);
        if delta(game, offset) > 0 { up.push(offset) } else { down.push(offset) }
    }
    let quad = |offsets: &[Offset]| {
        let mut shift = [0; LANES];
        let mut arrivals = [B::EMPTY; LANES];
        for (lane, &offset) in offsets.iter().enumerate() {
            shift[lane] = u64::from(delta(game, offset).unsigned_abs());
            let reached = game.board.rectangle().filter_map(|from| game.board.step(from, offset));
            arrivals[lane] = B::from_squares(reached);
        }
        LeapQuad {
            ascends: offsets.first().is_some_and(|&offset| delta(game, offset) > 0),
            shift: Shift::new(shift),
            arrivals: arrivals.into(),
        }
    };
    up.chunks(LANES).chain(down.chunks(LANES)).map(quad).collect()
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

/// By kind: the squares where a man becomes another, or waits.
fn becoming<B: Bitboard>(game: &Game, color: Color) -> ByKind<B> {
    let promoting = |kind: &KindRules| {
        let zone = kind.promotion.as_ref().map(|promotion| promotion.zone.of(color));
        B::from_squares(zone.into_iter().flatten().copied())
    };
    let mut becoming = by_kind(game.kinds.iter().map(promoting), || B::EMPTY);
    for (kind, last_rank) in Stages::<B>::new(game, color).waiting {
        becoming[kind.index()] |= last_rank;
    }
    becoming
}

/// The kinds that do not step but leap, to empty squares or onto enemy men, and from where they do by
/// the square they go to.
fn leaps_onto<B: Bitboard>(
    game: &Game,
    movement: &MovementTables<B>,
    captures: bool,
    color: Color,
) -> Onto<B> {
    let mut kinds: Vec<(Kind, Table<B>)> = Vec::new();
    for &kind in &movement.movers[color.index()] {
        let tables = &movement.kinds[color.index()][kind.index()];
        let either = if captures { &tables.capture } else { &tables.quiet };
        let onto =
            backwards(game, |from| either.leaps[from.index()] | tables.both.leaps[from.index()]);
        if onto.iter().any(|squares| !squares.is_empty()) {
            kinds.push((kind, onto));
        }
    }
    Onto::new(game.kinds.len(), kinds.iter().map(|(kind, onto)| (*kind, &**onto)))
}

/// By square: from where a man of a kind that steps could go there on some board, double steps aside.
fn steps_onto<B: Bitboard>(game: &Game, movement: &MovementTables<B>, color: Color) -> Table<B> {
    backwards(game, |from| {
        let mut reached = B::EMPTY;
        for &kind in &movement.steppers[color.index()] {
            let tables = &movement.kinds[color.index()][kind.index()];
            for reach in [&tables.both, &tables.quiet, &tables.capture] {
                reached |= reach.leaps[from.index()];
            }
        }
        reached
    })
}

/// By square: from where it is reached.
fn backwards<B: Bitboard>(game: &Game, reached: impl Fn(Square) -> B) -> Table<B> {
    let mut onto = empty_table();
    for from in game.board.rectangle() {
        for to in reached(from).squares() {
            onto[to.index()] |= B::single(from);
        }
    }
    onto
}

/// The kinds that capture wherever they leap.
fn whole_leapers<B: Bitboard>(
    movement: &MovementTables<B>,
    color: Color,
) -> impl Iterator<Item = &Leaper<B>> {
    movement.leapers[color.index()].iter().filter(|leaper| !leaper.splits)
}

/// The squares where kinds promote, those aside that step and only move or only capture.
fn promoting<B: Bitboard>(game: &Game, movement: &MovementTables<B>, color: Color) -> B {
    let leapers = whole_leapers(movement, color).map(|leaper| leaper.kind);
    let kinds = movement.movers[color.index()].iter().copied().chain(leapers);
    let promotions = kinds.filter_map(|kind| game.kind(kind).promotion.as_ref());
    B::from_squares(promotions.flat_map(|promotion| promotion.zone.of(color)).copied())
}

/// By square: from where a double step leads there.
fn double_steps_onto<B: Bitboard>(game: &Game, color: Color) -> Table<B> {
    let mut onto = empty_table();
    for double in double_steps::<B>(game, color) {
        for from in double.from.squares() {
            let to = double.step(double.step(B::single(from)));
            onto[to.lowest().index()] |= B::single(from);
        }
    }
    onto
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

/// From where men look at a royal man that stands on a square.
fn approaches<B: Bitboard>(
    movement: &MovementTables<B>,
    royal: usize,
    color: Color,
) -> Approaches<B> {
    let kinds = &movement.kinds[color.index()];
    let leaps = by_kind(kinds.iter().map(|tables| tables.leaps_onto[royal]), || B::EMPTY);
    let mut all = leaps.clone();
    for line in movement.lines[color.index()].iter().flat_map(|lines| &lines.each) {
        all[line.kind.index()] |= line.onto[royal];
    }
    Approaches { leaps, all }
}

/// Who comes along the directions of each quad; their rays outward are added to a list.
fn lookers<B: Bitboard>(
    game: &Game,
    movement: &mut MovementTables<B>,
    fills: &FillTables<B>,
    color: Color,
    rays: &mut Vec<usize>,
) -> Vec<Lookers<B>> {
    let none = || Lookers { slides: Vec::new(), hops: Vec::new(), bends: Vec::new() };
    let mut lookers: Vec<Lookers<B>> = fills.quads.iter().map(|_| none()).collect();
    // The quad and the lane that lead outward.
    let mut outward = |step: Offset| {
        let ray = movement.ray(&game.board, game.oriented(step, color).times(-1));
        rays.push(ray);
        let lane = |quad: &Quad<B>| (0..quad.directions).find(|&lane| quad.rays[lane] == ray);
        let mut lanes = fills.quads.iter().filter_map(|quad| Some((quad.place, lane(quad)?)));
        lanes.next().expect("fills know all directions and their opposites")
    };
    for kind in game.all_kinds() {
        for part in game.kind(kind).movement.parts.iter().filter(|part| part.capture) {
            match part.path {
                Path::Slide { step, .. } => {
                    let (quad, lane) = outward(step);
                    add(&mut lookers[quad].slides, kind, lane);
                }
                Path::Hop { step } => {
                    let (quad, lane) = outward(step);
                    add(&mut lookers[quad].hops, kind, lane);
                }
                Path::Bend { first, then, .. } => {
                    let back = Step::new(&game.board, game.oriented(first, color).times(-1));
                    let (quad, lane) = outward(then);
                    lookers[quad].bends.push((kind, lane, back));
                }
                Path::Leap(_) | Path::DoubleStep => {}
            }
        }
    }
    lookers
}

/// Adds a lane to those of a kind.
fn add(lookers: &mut Vec<(Kind, [u64; LANES])>, kind: Kind, lane: usize) {
    let known = lookers.iter().position(|&(known, _)| known == kind);
    let index = known.unwrap_or_else(|| {
        lookers.push((kind, [0; LANES]));
        lookers.len() - 1
    });
    lookers[index].1[lane] = u64::MAX;
}
