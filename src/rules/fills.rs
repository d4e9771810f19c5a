//! [`FillTables`]: riders, hoppers and bent riders by direction, for all men of a side at once.
//!
//! Rays of one direction from different men never share a square, for the second man blocks the
//! first. So what all riders of a side reach along one direction is one set, found by filling
//! from all of them together; and the number of their moves is the sum over the directions.
//! Directions are taken four at a time, a [`Quad`].

use super::Game;
use super::reach::SharedTable;
use super::steps::Step;
use super::tables::MovementTables;
use crate::geometry::{Bitboard, LANES, Offset, Shift, Square};
use crate::pieces::{Color, Kind, Part, Path, UNLIMITED};

/// The longest ray a fill follows, in squares.
const LONGEST: usize = 11;

/// The tables of the fills of a game.
#[derive(Debug)]
pub(crate) struct FillTables<B: Bitboard> {
    /// Those that ascend, then those that descend.
    pub(crate) quads: Vec<Quad<B>>,
    /// Further ones, for two men at once.
    pub(crate) twins: Vec<Twin<B>>,
    /// By side.
    pub(crate) sides: [SideFills<B>; 2],
}

/// Up to four directions that all lead towards higher indices, or all towards lower ones.
#[derive(Debug)]
pub(crate) struct Quad<B: Bitboard> {
    pub(crate) ascends: bool,
    /// By how much one, two, three, four steps change the index of a square.
    pub(crate) shifts: [Shift; 4],
    /// How many directions there are: the lanes behind them have none.
    pub(crate) directions: usize,
    /// The ray of each lane, and the one in the opposite direction.
    pub(crate) rays: [usize; LANES],
    pub(crate) opposite: [usize; LANES],
    /// Its own place among the quads, and that of the quad with the opposite directions in the same
    /// lanes.
    pub(crate) place: usize,
    pub(crate) reversed: usize,
    /// By side, then as in [`SideFills::benders`].
    pub(crate) turns: [Vec<Vec<Turn<B>>>; 2],
    /// The squares a step can arrive on. Empty in a lane without direction.
    pub(crate) arrivals: B::Lanes,
    /// By side, then as in [`SideFills::benders`]: for each square the elbows of a man there, in
    /// the lanes of the directions in which it goes on.
    pub(crate) elbows: [Vec<Box<[B::Lanes]>>; 2],
}

/// A quad that has each of two directions twice, for two men who go on behind elbows: their paths may
/// cross, so that they cannot share lanes, but few directions leave half of a quad to another man.
#[derive(Debug)]
pub(crate) struct Twin<B: Bitboard> {
    pub(crate) quad: Quad<B>,
    /// By side, then as in [`SideFills::benders`]; nothing of kinds that another twin is for.
    pub(crate) elbows: [Vec<Option<TwinElbows<B>>>; 2],
}

/// For each square the elbows of a man there, in the first two lanes and in the others.
type TwinElbows<B> = [Box<[<B as Bitboard>::Lanes]>; 2];

/// A way to go on behind an elbow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn<B> {
    /// Of the direction in which it goes on.
    pub(crate) lane: usize,
    /// The step from the elbow back to where the man stands.
    pub(crate) back: Step<B>,
}

/// What the kinds of a side do along the directions.
#[derive(Debug)]
pub(crate) struct SideFills<B> {
    /// Kinds that slide, and capture where they stop.
    pub(crate) riders: Vec<Rider>,
    /// Kinds that slide to empty squares and hop over one man to capture.
    pub(crate) hoppers: Vec<Rider>,
    /// Kinds that slide behind an elbow.
    pub(crate) benders: Vec<Bender>,
    /// Kinds that leap, and whose slides, hops and bends, if any, are all above. Those that move
    /// by the steps of all men at once are not among them. The plain ones capture wherever they
    /// leap, and do not promote.
    pub(crate) plain_leapers: Vec<PlainLeaper<B>>,
    pub(crate) leapers: Vec<Kind>,
    /// Kinds with slides, hops or bends that are not above: man by man.
    pub(crate) others: Vec<Kind>,
}

/// A kind each of whose leaps is one move, to an empty square or onto an enemy man.
#[derive(Debug)]
pub(crate) struct PlainLeaper<B> {
    pub(crate) kind: Kind,
    /// Where it leaps.
    pub(crate) leaps: SharedTable<B>,
}

/// A kind that slides.
#[derive(Debug)]
pub(crate) struct Rider {
    pub(crate) kind: Kind,
    /// By quad: all ones in the lanes of its directions.
    pub(crate) lanes: Vec<[u64; LANES]>,
    /// Empty squares it must pass before the first it may stop on.
    pub(crate) skips: u32,
}

/// A kind that slides behind an elbow.
#[derive(Debug)]
pub(crate) struct Bender {
    pub(crate) kind: Kind,
    /// Empty squares behind the elbow that it must pass before the first it may stop on.
    pub(crate) skips: u32,
    /// Whether two men at once are looked at by a [`Twin`].
    pub(crate) has_twins: bool,
}

impl Bender {
    /// The men that no twin looks at.
    #[inline(always)]
    pub(crate) fn single<B: Bitboard>(&self, men: B) -> B {
        if !self.has_twins {
            men
        } else if men.count().is_multiple_of(2) {
            B::EMPTY
        } else {
            B::single(men.highest())
        }
    }
}

impl<B: Bitboard> FillTables<B> {
    /// The quads that lead towards higher indices.
    #[inline(always)]
    pub(crate) fn ascending(&self) -> &[Quad<B>] {
        &self.quads[..self.quads.len() / 2]
    }

    /// The quads that lead towards lower indices.
    #[inline(always)]
    pub(crate) fn descending(&self) -> &[Quad<B>] {
        &self.quads[self.quads.len() / 2..]
    }

    /// The tables, or `None` for boards on which fills do not work.
    pub(super) fn new(game: &Game, movement: &mut MovementTables<B>) -> Option<Self> {
        let mut steps: Vec<Offset> = Vec::new();
        for color in Color::BOTH {
            for kind in game.all_kinds() {
                for part in &game.kind(kind).movement.parts {
                    if let Some(step) = direction(part) {
                        let step = game.oriented(step, color);
                        if !steps.contains(&step) {
                            steps.push(step);
                        }
                    }
                }
            }
        }
        let delta = |step: Offset| {
            i64::from(step.rank) * i64::from(game.board.files()) + i64::from(step.file)
        };
        // The widest shift of a fill is four steps at once, within one word.
        if steps.iter().any(|&step| 4 * delta(step).abs() >= 64 || longest(game, step) > LONGEST) {
            return None;
        }
        // Every direction has its opposite, at the same place of the quad that leads the other way.
        let mut up: Vec<Offset> = Vec::new();
        for step in steps {
            let step = if delta(step) > 0 { step } else { step.times(-1) };
            if !up.contains(&step) {
                up.push(step);
            }
        }
        let down: Vec<Offset> = up.iter().map(|step| step.times(-1)).collect();
        let groups: Vec<&[Offset]> = up.chunks(LANES).chain(down.chunks(LANES)).collect();
        let mut sides = Color::BOTH.map(|color| side(game, color, &groups, movement));
        let half = groups.len() / 2;
        let mut quads: Vec<Quad<B>> =
            groups.iter().map(|group| quad(game, movement, group, &sides, delta)).collect();
        for (place, quad) in quads.iter_mut().enumerate() {
            quad.place = place;
            quad.reversed = (place + half) % groups.len();
        }
        let twins = twins(game, movement, &mut sides, delta);
        Some(Self { quads, twins, sides })
    }
}

/// The direction in which a part slides or hops, if it does.
fn direction(part: &Part) -> Option<Offset> {
    match part.path {
        Path::Slide { step, .. } | Path::Hop { step } => Some(step),
        Path::Bend { then, .. } => Some(then),
        Path::Leap(_) | Path::DoubleStep => None,
    }
}

/// The squares of the longest ray along a step.
fn longest(game: &Game, step: Offset) -> usize {
    let along = |from: Square| {
        std::iter::successors(Some(from), |&square| game.board.step(square, step)).count() - 1
    };
    game.board.rectangle().map(along).max().unwrap_or(0)
}

fn quad<B: Bitboard>(
    game: &Game,
    movement: &mut MovementTables<B>,
    group: &[Offset],
    sides: &[SideFills<B>; 2],
    delta: impl Fn(Offset) -> i64,
) -> Quad<B> {
    let mut shift = [0; LANES];
    let mut arrivals = [B::EMPTY; LANES];
    let (mut rays, mut opposite) = ([0; LANES], [0; LANES]);
    for (lane, &step) in group.iter().enumerate() {
        shift[lane] = delta(step).unsigned_abs();
        rays[lane] = movement.ray(&game.board, step);
        opposite[lane] = movement.ray(&game.board, step.times(-1));
        arrivals[lane] =
            B::from_squares(game.board.rectangle().filter_map(|from| game.board.step(from, step)));
    }
    let mut quad = Quad {
        ascends: group.first().is_some_and(|&step| delta(step) > 0),
        shifts: [1, 2, 3, 4].map(|steps| Shift::new(shift.map(|shift| steps * shift))),
        directions: group.len(),
        rays,
        opposite,
        place: 0,
        reversed: 0,
        turns: [Vec::new(), Vec::new()],
        arrivals: arrivals.into(),
        elbows: [Vec::new(), Vec::new()],
    };
    for color in Color::BOTH {
        for bender in &sides[color.index()].benders {
            let ways = bends(game, bender.kind, color);
            let mut turns = Vec::new();
            for &(first, then) in &ways {
                let Some(lane) = group.iter().position(|&step| step == then) else { continue };
                turns.push(Turn { lane, back: Step::new(&game.board, first.times(-1)) });
            }
            quad.elbows[color.index()].push(elbows::<B>(game, &ways, group, 0));
            quad.turns[color.index()].push(turns);
        }
    }
    quad
}

/// The twins for all kinds that go on in no more than two directions up, and two down.
fn twins<B: Bitboard>(
    game: &Game,
    movement: &mut MovementTables<B>,
    sides: &mut [SideFills<B>; 2],
    delta: impl Fn(Offset) -> i64 + Copy,
) -> Vec<Twin<B>> {
    let mut twins: Vec<([Offset; 2], Twin<B>)> = Vec::new();
    for color in Color::BOTH {
        let benders = sides[color.index()].benders.len();
        for bender in 0..benders {
            let kind = sides[color.index()].benders[bender].kind;
            let ways = bends(game, kind, color);
            let [up, down] = [true, false].map(|ascends| {
                let mut steps: Vec<Offset> = Vec::new();
                for &(_, then) in ways.iter().filter(|(_, then)| (delta(*then) > 0) == ascends) {
                    if !steps.contains(&then) {
                        steps.push(then);
                    }
                }
                steps
            });
            if up.len() != 2 || down.len() != 2 {
                continue;
            }
            sides[color.index()].benders[bender].has_twins = true;
            for steps in [up, down] {
                let pair = if delta(steps[0]) < delta(steps[1]) {
                    [steps[0], steps[1]]
                } else {
                    [steps[1], steps[0]]
                };
                let known = twins.iter().position(|(steps, _)| *steps == pair);
                let index = known.unwrap_or_else(|| {
                    let group = [pair[0], pair[1], pair[0], pair[1]];
                    let quad = quad(game, movement, &group, sides, delta);
                    let elbows = [0, 1]
                        .map(|side: usize| sides[side].benders.iter().map(|_| None).collect());
                    twins.push((pair, Twin { quad, elbows }));
                    twins.len() - 1
                });
                let both = [0, 2].map(|first| elbows::<B>(game, &ways, &pair, first));
                twins[index].1.elbows[color.index()][bender] = Some(both);
            }
        }
    }
    twins.into_iter().map(|(_, twin)| twin).collect()
}

/// The steps of a kind to elbows, and its directions behind them.
fn bends(game: &Game, kind: Kind, color: Color) -> Vec<(Offset, Offset)> {
    let parts = game.kind(kind).movement.parts.iter();
    let bends = parts.filter_map(|part| match part.path {
        Path::Bend { first, then, .. } => Some((first, then)),
        _ => None,
    });
    bends.map(|(first, then)| (game.oriented(first, color), game.oriented(then, color))).collect()
}

/// For each square the elbows of a man there, by the direction behind them in the lanes from one on.
fn elbows<B: Bitboard>(
    game: &Game,
    ways: &[(Offset, Offset)],
    directions: &[Offset],
    lane: usize,
) -> Box<[B::Lanes]> {
    let mut elbows = vec![[B::EMPTY; LANES]; 256];
    for &(first, then) in ways {
        let Some(place) = directions.iter().position(|&step| step == then) else { continue };
        for from in game.board.rectangle() {
            if let Some(elbow) = game.board.step(from, first) {
                elbows[from.index()][lane + place] |= B::single(elbow);
            }
        }
    }
    elbows.into_iter().map(B::Lanes::from).collect()
}

fn side<B: Bitboard>(
    game: &Game,
    color: Color,
    groups: &[&[Offset]],
    movement: &MovementTables<B>,
) -> SideFills<B> {
    let mut fills = SideFills {
        riders: Vec::new(),
        hoppers: Vec::new(),
        benders: Vec::new(),
        plain_leapers: Vec::new(),
        leapers: Vec::new(),
        others: Vec::new(),
    };
    for &kind in &movement.movers[color.index()] {
        let rules = game.kind(kind);
        let leaps = |part: &&Part| matches!(part.path, Path::Leap(_));
        let mut leaps = rules.movement.parts.iter().filter(leaps).peekable();
        if !lines_fit(game, color, kind, groups, &mut fills) {
            fills.others.push(kind);
        } else if leaps.peek().is_none() {
        } else if rules.promotion.is_none() && leaps.all(|part| part.quiet && part.capture) {
            let leaps = movement.kinds[color.index()][kind.index()].both.leaps.clone();
            fills.plain_leapers.push(PlainLeaper { kind, leaps });
        } else {
            fills.leapers.push(kind);
        }
    }
    fills
}

/// Sorts the slides, hops and bends of a kind in; whether they fit into fills.
fn lines_fit<B>(
    game: &Game,
    color: Color,
    kind: Kind,
    groups: &[&[Offset]],
    fills: &mut SideFills<B>,
) -> bool {
    let parts = &game.kind(kind).movement.parts;
    let lines: Vec<&Part> = parts.iter().filter(|part| direction(part).is_some()).collect();
    if lines.is_empty() {
        return true;
    }
    if !is_disjoint(game, parts) {
        return false;
    }
    let lanes = |wanted: &dyn Fn(&Part) -> bool| -> Vec<[u64; LANES]> {
        let steps: Vec<Offset> = lines
            .iter()
            .filter(|part| wanted(part))
            .filter_map(|part| direction(part))
            .map(|step| game.oriented(step, color))
            .collect();
        let mask = |group: &&[Offset]| {
            let on = |lane: usize| group.get(lane).is_some_and(|step| steps.contains(step));
            std::array::from_fn(|lane| if on(lane) { u64::MAX } else { 0 })
        };
        groups.iter().map(mask).collect()
    };
    // All slides of a kind must agree in how they begin, and so must its bends.
    let begin = |part: &&Part| match part.path {
        Path::Slide { min, max: UNLIMITED, .. } | Path::Bend { min, max: UNLIMITED, .. } => {
            Some((part.quiet, part.capture, u32::from(min) - 1))
        }
        Path::Hop { .. } => Some((part.quiet, part.capture, 0)),
        _ => None,
    };
    let same = |parts: &[&Part]| {
        let begins: Vec<_> = parts.iter().map(begin).collect();
        begins.first().copied().flatten().filter(|first| begins.iter().all(|b| b == &Some(*first)))
    };
    let is_slide = |part: &Part| matches!(part.path, Path::Slide { .. });
    let is_hop = |part: &Part| matches!(part.path, Path::Hop { .. });
    let is_bend = |part: &Part| matches!(part.path, Path::Bend { .. });
    let of = |wanted: &dyn Fn(&Part) -> bool| -> Vec<&Part> {
        lines.iter().copied().filter(|part| wanted(part)).collect()
    };
    let (slides, hops, bends) = (of(&is_slide), of(&is_hop), of(&is_bend));
    let slides_begin = same(&slides);
    let bends_begin = same(&bends);
    let slides_fit = match (slides_begin, same(&hops)) {
        _ if slides.is_empty() && hops.is_empty() => true,
        (Some((true, true, _)), None) => hops.is_empty(),
        (Some((true, false, 0)), Some((false, true, 0))) => lanes(&is_slide) == lanes(&is_hop),
        _ => false,
    };
    let bends_fit = bends.is_empty() || matches!(bends_begin, Some((true, true, _)));
    // Moves of different kinds are counted together, so none may stand for several.
    let promotes = game.kind(kind).promotion.is_some() && !slides.is_empty();
    if !slides_fit || !bends_fit || promotes {
        return false;
    }
    if let Some((_, _, skips)) = slides_begin {
        let rider = Rider { kind, lanes: lanes(&is_slide), skips };
        if hops.is_empty() { fills.riders.push(rider) } else { fills.hoppers.push(rider) }
    }
    if let Some((_, _, skips)) = bends_begin {
        fills.benders.push(Bender { kind, skips, has_twins: false });
    }
    true
}

/// Whether no two parts of a movement lead to the same square with the same effect, on any board:
/// then their moves can be counted one part at a time.
fn is_disjoint(game: &Game, parts: &[Part]) -> bool {
    game.board.rectangle().all(|from| {
        let mut seen: Vec<(Square, bool, bool)> = Vec::new();
        parts.iter().all(|part| {
            part.path.reached(&game.board, from).into_iter().all(|to| {
                let clash = seen.iter().any(|&(square, quiet, capture)| {
                    square == to && ((quiet && part.quiet) || (capture && part.capture))
                });
                seen.push((to, part.quiet, part.capture));
                !clash
            })
        })
    })
}
