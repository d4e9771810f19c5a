//! What the kinds of a game reach from each square: the tables compiled from movements.

use crate::geometry::{Bitboard, Board, Offset, Square};
use crate::pieces::{ByKind, Color, Kind, KindSet, Part, Path, UNLIMITED, by_kind};

use super::Game;
use super::onto::Onto;
use super::reach::{Bend, Ray, Reach, SharedTable, Slides, Table, empty_table, walk};
use super::stages::arrival;
use super::steps::{Step, StepQuad, Steps, alike};

/// Lines of some kinds that can be looked at together.
#[derive(Debug)]
pub(crate) struct Lines<B> {
    /// Whether exactly one man must stand between, instead of none.
    pub(crate) hops: bool,
    /// Which of the tables of squares between holds the lines.
    between: usize,
    pub(crate) each: Vec<Line<B>>,
    /// All of them by the square reached.
    pub(crate) onto: Onto<B>,
}

impl<B: Bitboard> Lines<B> {
    /// Whether the men between the ends of a line let something pass along it.
    #[inline(always)]
    pub(crate) fn are_open(&self, between: B) -> bool {
        if self.hops { !between.is_empty() && !between.has_many() } else { between.is_empty() }
    }
}

/// The squares from which a kind could reach a square along a line, were the board empty.
#[derive(Debug)]
pub(crate) struct Line<B> {
    pub(crate) kind: Kind,
    /// By the square reached.
    pub(crate) onto: Table<B>,
}

/// What one kind of one side reaches.
#[derive(Debug)]
pub(crate) struct KindTables<B: Bitboard> {
    /// Moves that may end on an empty square or on an enemy man.
    pub(crate) both: Reach<B>,
    /// Moves to empty squares only, the double step aside.
    pub(crate) quiet: Reach<B>,
    /// Captures only.
    pub(crate) capture: Reach<B>,
    /// Whether it has nothing but leaps that both move and capture.
    pub(crate) leaps_only: bool,
    /// Whether some of its moves go along lines.
    pub(crate) rides: bool,
    /// Whether it may take two steps at once from some squares.
    pub(crate) double_steps: bool,
    /// Whether some of its leaps only move or only capture.
    pub(crate) splits: bool,
    /// The same, if it is steps and nothing else, for all men at once.
    pub(crate) steps: Option<Steps<B>>,
    /// The squares a man of the kind attacks by leaps.
    pub(crate) leap_attacks: SharedTable<B>,
    /// The squares from which a man of the kind captures onto a square by a leap.
    pub(crate) leaps_onto: SharedTable<B>,
    /// The squares from which a man of the kind may capture en passant onto a square.
    pub(crate) en_passant_onto: Option<Table<B>>,
}

impl<B: Bitboard> KindTables<B> {
    /// Of a kind that there is not.
    fn nothing(squares: &SharedTable<B>) -> Self {
        let reach = || Reach::nothing(squares);
        Self {
            both: reach(),
            quiet: reach(),
            capture: reach(),
            leaps_only: true,
            rides: false,
            double_steps: false,
            splits: false,
            steps: None,
            leap_attacks: squares.clone(),
            leaps_onto: squares.clone(),
            en_passant_onto: None,
        }
    }
}

/// A kind that attacks by leaps, and what of its tables says how.
#[derive(Debug)]
pub(crate) struct Leaper<B> {
    pub(crate) kind: Kind,
    /// As [`KindTables::leap_attacks`] and [`KindTables::leaps_onto`].
    pub(crate) attacks: SharedTable<B>,
    pub(crate) onto: SharedTable<B>,
    /// The captures of [`KindTables::steps`], if it has them.
    pub(crate) steps: Option<Vec<Step<B>>>,
    /// As [`KindTables::splits`].
    pub(crate) splits: bool,
}

impl<B: Bitboard> Leaper<B> {
    fn new(kind: Kind, tables: &KindTables<B>) -> Option<Self> {
        let attacks = tables.leap_attacks.iter().any(|squares| !squares.is_empty());
        attacks.then(|| Self {
            kind,
            attacks: tables.leap_attacks.clone(),
            onto: tables.leaps_onto.clone(),
            steps: tables.steps.as_ref().map(|steps| steps.capture.clone()),
            splits: tables.splits,
        })
    }

    /// The squares that men of the kind attack by leaps.
    #[inline(always)]
    pub(crate) fn attacked(&self, men: B) -> B {
        let mut attacked = B::EMPTY;
        if let Some(steps) = &self.steps {
            for step in steps {
                attacked |= step.of(men);
            }
        } else {
            for from in men.squares() {
                attacked |= self.attacks[from.index()];
            }
        }
        attacked
    }
}

/// Everything compiled from the movements of a game.
#[derive(Debug)]
pub(crate) struct MovementTables<B: Bitboard> {
    pub(crate) rays: Vec<Ray<B>>,
    /// By side, then kind.
    pub(crate) kinds: [ByKind<KindTables<B>>; 2],
    /// By side: all lines along which something attacks.
    pub(crate) lines: [Vec<Lines<B>>; 2],
    /// By side: all lines along which something moves to empty squares.
    pub(crate) quiet_lines: [Vec<Lines<B>>; 2],
    /// The squares between two squares, a table for each set of lines that do not contradict
    /// each other; the place of a pair is `onto * CAPACITY + from`.
    between: Vec<Vec<B>>,
    /// By side: the kinds that attack by leaps.
    pub(crate) leapers: [Vec<Leaper<B>>; 2],
    /// By side: the same leaps by the square reached.
    pub(crate) leaps_onto: [Onto<B>; 2],
    /// By side: the kinds that attack along lines.
    pub(crate) liners: [Vec<Kind>; 2],
    /// By side: the kinds that have [`KindTables::steps`].
    pub(crate) steppers: [Vec<Kind>; 2],
    /// By side: the others.
    pub(crate) movers: [Vec<Kind>; 2],
}

impl<B: Bitboard> MovementTables<B> {
    pub(crate) fn new(game: &Game) -> Self {
        let mut compiler: Compiler<'_, B> =
            Compiler { game, rays: Vec::new(), between: Vec::new() };
        let nowhere = SharedTable::from(empty_table());
        let kinds = Color::BOTH.map(|color| {
            let kinds = game.all_kinds().map(|kind| compiler.kind(kind, color));
            by_kind(kinds, || KindTables::nothing(&nowhere))
        });
        let lines = Color::BOTH.map(|color| compiler.lines(color, |part| part.capture));
        let quiet_lines = Color::BOTH.map(|color| compiler.lines(color, |part| part.quiet));
        let leapers = [0, 1].map(|side: usize| {
            let tables = std::iter::zip(game.all_kinds(), &*kinds[side]);
            tables
                .filter_map(|(kind, tables)| Leaper::new(kind, tables))
                .collect::<Vec<Leaper<B>>>()
        });
        let leaps_onto = [0, 1].map(|side: usize| {
            let each = leapers[side].iter().map(|leaper| (leaper.kind, &*leaper.onto));
            Onto::new(game.kinds.len(), each)
        });
        let liners = [0, 1].map(|side: usize| {
            game.all_kinds()
                .filter(|&kind| {
                    lines[side].iter().flat_map(|lines| &lines.each).any(|l| l.kind == kind)
                })
                .collect()
        });
        let [steppers, movers] = [true, false].map(|wanted| {
            [0, 1].map(|side: usize| {
                game.all_kinds()
                    .filter(|kind| kinds[side][kind.index()].steps.is_some() == wanted)
                    .collect()
            })
        });
        let between = compiler
            .between
            .into_iter()
            .map(|table| table.into_iter().map(Option::unwrap_or_default).collect())
            .collect();
        Self {
            rays: compiler.rays,
            kinds,
            lines,
            quiet_lines,
            between,
            leapers,
            leaps_onto,
            liners,
            steppers,
            movers,
        }
    }

    /// The squares that one of some lines passes between a square and the square it attacks.
    #[inline(always)]
    pub(crate) fn between(&self, lines: &Lines<B>, onto: Square, from: Square) -> B {
        self.between[lines.between][onto.index() * B::CAPACITY + from.index()]
    }

    /// Tells of each line along which a man of a kind would attack a square on an empty board:
    /// whether by hopping, and the squares between.
    #[inline(always)]
    pub(crate) fn lines_of(
        &self,
        (side, kind): (Color, Kind),
        from: Square,
        onto: Square,
        mut tell: impl FnMut(bool, B),
    ) {
        for lines in &self.lines[side.index()] {
            if lines.onto.of(kind, onto).contains(from) {
                tell(lines.hops, self.between(lines, onto, from));
            }
        }
    }

    /// The place of the ray of a step, which is added if it was not there.
    pub(super) fn ray(&mut self, board: &Board, step: Offset) -> usize {
        ray(&mut self.rays, board, step)
    }

    /// All squares from one on along a ray, to the first man and with him.
    #[inline(always)]
    pub(crate) fn along(&self, ray: usize, from: Square, occupied: B) -> B {
        self.rays[ray].along(from, occupied)
    }

    /// The first squares of a ray from a square on, at most so many.
    #[inline(always)]
    pub(crate) fn first(&self, ray: usize, from: Square, count: u32) -> B {
        let ray = &self.rays[ray];
        let mut squares = B::EMPTY;
        let mut last = from;
        for _ in 0..count {
            let rest = ray.squares[last.index()];
            if rest.is_empty() {
                break;
            }
            last = if ray.ascends { rest.lowest() } else { rest.highest() };
            squares |= B::single(last);
        }
        squares
    }
}

struct Compiler<'g, B> {
    game: &'g Game,
    rays: Vec<Ray<B>>,
    /// As [`MovementTables::between`], with `None` for pairs that no line joins.
    between: Vec<Vec<Option<B>>>,
}

impl<B: Bitboard> Compiler<'_, B> {
    fn ray(&mut self, step: Offset) -> usize {
        ray(&mut self.rays, &self.game.board, step)
    }

    /// Adds slides along a step, from a least to a greatest number of squares.
    fn slide(&mut self, slides: &mut Slides<B>, step: Offset, (min, max): (u8, u8)) {
        let within = (min > 1 || max != UNLIMITED).then(|| {
            let mut table = empty_table();
            for from in self.game.board.rectangle() {
                let allowed = walk(&self.game.board, from, step)
                    .take(usize::from(max))
                    .skip(usize::from(min) - 1);
                table[from.index()] = B::from_squares(allowed);
            }
            table
        });
        let ray = self.ray(step);
        slides.push(&self.rays[ray], within);
    }

    /// The tables of the parts of a movement that a filter admits.
    fn reach(&mut self, kind: Kind, parts: &[Part], color: Color) -> Reach<B> {
        let (mut slides, mut hops) = (Slides::new(), Slides::new());
        let mut bends: Vec<(Offset, Bend<B>)> = Vec::new();
        for part in parts {
            match part.path {
                Path::Leap(_) | Path::DoubleStep => {}
                Path::Slide { step, min, max } => {
                    self.slide(&mut slides, self.game.oriented(step, color), (min, max));
                }
                Path::Hop { step } => {
                    self.slide(&mut hops, self.game.oriented(step, color), (1, UNLIMITED));
                }
                Path::Bend { first, then, min, max } => {
                    let first = self.game.oriented(first, color);
                    let index = bends.iter().position(|(step, _)| *step == first);
                    let index = index.unwrap_or_else(|| {
                        bends.push((first, Bend::new(&self.game.board, first)));
                        bends.len() - 1
                    });
                    let slides = &mut bends[index].1.slides;
                    self.slide(slides, self.game.oriented(then, color), (min, max));
                }
            }
        }
        // Steps to where more happens are generated by themselves.
        let arrivals = arrival(self.game, kind, color).map_or(B::EMPTY, |(zone, _)| zone);
        let mut leaps = self.leaps(kind, parts, color);
        for targets in leaps.iter_mut() {
            *targets &= !arrivals;
        }
        Reach {
            leaps_only: parts
                .iter()
                .all(|part| matches!(part.path, Path::Leap(_) | Path::DoubleStep)),
            is_empty: parts.iter().all(|part| part.path == Path::DoubleStep),
            leaps: leaps.into(),
            slides,
            hops,
            bends: bends.into_iter().map(|(_, bend)| bend).collect(),
        }
    }

    /// The leaps among some parts, by the square they start from. A royal man in a citadel steps
    /// out of it; how it gets in is no leap.
    fn leaps(&self, kind: Kind, parts: &[Part], color: Color) -> Table<B> {
        let board = &self.game.board;
        let mut table = empty_table();
        if self.game.kind(kind).royal.is_some() && !parts.is_empty() {
            for (square, extra) in board.beyond().zip(board.extra()) {
                table[square.index()] = B::from_squares(extra.neighbours.iter().copied());
            }
        }
        for part in parts {
            let Path::Leap(offset) = part.path else { continue };
            let offset = self.game.oriented(offset, color);
            for from in board.rectangle() {
                if let Some(to) = board.step(from, offset) {
                    table[from.index()] |= B::single(to);
                }
            }
        }
        table
    }

    fn kind(&mut self, kind: Kind, color: Color) -> KindTables<B> {
        let rules = self.game.kind(kind);
        let select = |wanted: fn(&Part) -> bool| -> Vec<Part> {
            rules.movement.parts.iter().filter(|part| wanted(part)).copied().collect()
        };
        let both = select(|part| part.quiet && part.capture);
        let quiet = select(|part| part.quiet && !part.capture);
        let capture = select(|part| !part.quiet && part.capture);
        let attacks = select(|part| part.capture);
        let catches = select(|part| part.en_passant);
        let leap_attacks = self.leaps(kind, &attacks, color);
        KindTables {
            both: self.reach(kind, &both, color),
            quiet: self.reach(kind, &quiet, color),
            capture: self.reach(kind, &capture, color),
            leaps_only: rules
                .movement
                .parts
                .iter()
                .all(|part| part.quiet && part.capture && matches!(part.path, Path::Leap(_))),
            rides: !rules
                .movement
                .parts
                .iter()
                .all(|part| matches!(part.path, Path::Leap(_) | Path::DoubleStep)),
            double_steps: rules.movement.parts.iter().any(|part| part.path == Path::DoubleStep),
            splits: rules
                .movement
                .parts
                .iter()
                .any(|part| part.quiet != part.capture && matches!(part.path, Path::Leap(_))),
            steps: self.steps(kind, color),
            leaps_onto: self.reversed(&leap_attacks).into(),
            leap_attacks: leap_attacks.into(),
            en_passant_onto: (!catches.is_empty())
                .then(|| self.reversed(&self.leaps(kind, &catches, color))),
        }
    }

    /// By the square reached instead of the square left.
    fn reversed(&self, leaps: &Table<B>) -> Table<B> {
        let mut onto = empty_table();
        for from in self.game.board.squares() {
            for to in leaps[from.index()].squares() {
                onto[to.index()] |= B::single(from);
            }
        }
        onto
    }

    /// Steps of all men at once pay when kinds that are alike have fewer steps than men at the start.
    fn steps(&self, kind: Kind, color: Color) -> Option<Steps<B>> {
        let rules = self.game.kind(kind);
        if arrival::<B>(self.game, kind, color).is_some() {
            return None;
        }
        let (mut quiet, mut capture) = (Vec::new(), Vec::new());
        for part in &rules.movement.parts {
            let offset = match part.path {
                Path::Leap(offset) => self.game.oriented(offset, color),
                Path::DoubleStep => continue,
                _ => return None,
            };
            let step = Step::new(&self.game.board, offset);
            if part.quiet {
                quiet.push(step);
            }
            if part.capture {
                capture.push(step);
            }
        }
        let kinds = alike(self.game, kind);
        let men: usize = kinds.iter().map(|&kind| self.game.kind(kind).home.of(color).len()).sum();
        (quiet.len() + capture.len() < men).then(|| {
            let quads = StepQuad::all(&quiet, &capture);
            Steps { kinds, quiet, capture, quads }
        })
    }

    /// All lines along which a side moves by parts that a filter admits, and the squares between their
    /// ends.
    fn lines(&mut self, color: Color, wanted: impl Fn(&Part) -> bool) -> Vec<Lines<B>> {
        let mut lines: Vec<Lines<B>> = Vec::new();
        for kind in self.game.all_kinds() {
            for hops in [false, true] {
                let mut found = self.line_ends(kind, color, hops, &wanted);
                // A pair of squares joined by two different lines needs two of them.
                while !found.is_empty() {
                    let mut line: Line<B> = Line { kind, onto: empty_table() };
                    let mut taken: Vec<LineEnds<B>> = Vec::new();
                    let mut left = Vec::new();
                    for ends in found {
                        let set = &mut line.onto[ends.onto.index()];
                        if set.contains(ends.from) {
                            let twin = |t: &LineEnds<B>| {
                                (t.onto, t.from, t.between) == (ends.onto, ends.from, ends.between)
                            };
                            if !taken.iter().any(twin) {
                                left.push(ends);
                            }
                        } else {
                            *set |= B::single(ends.from);
                            taken.push(ends);
                        }
                    }
                    let between = self.store(&taken);
                    match lines.iter_mut().find(|l| (l.hops, l.between) == (hops, between)) {
                        Some(lines) => lines.each.push(line),
                        None => lines.push(Lines {
                            hops,
                            between,
                            each: vec![line],
                            onto: Onto::new(0, std::iter::empty()),
                        }),
                    }
                    found = left;
                }
            }
        }
        for lines in &mut lines {
            let each = lines.each.iter().map(|line| (line.kind, &*line.onto));
            lines.onto = Onto::new(self.game.kinds.len(), each);
        }
        lines
    }

    /// Every pair of squares that a kind's slides and bends, or its hops, join on an empty board.
    fn line_ends(
        &self,
        kind: Kind,
        color: Color,
        hops: bool,
        wanted: &impl Fn(&Part) -> bool,
    ) -> Vec<LineEnds<B>> {
        let board = &self.game.board;
        let mut found = Vec::new();
        for part in self.game.kind(kind).movement.parts.iter().filter(|part| wanted(part)) {
            let (first, step, min, max) = match part.path {
                Path::Slide { step, min, max } if !hops => (None, step, min, max),
                Path::Bend { first, then, min, max } if !hops => (Some(first), then, min, max),
                Path::Hop { step } if hops => (None, step, 1, UNLIMITED),
                _ => continue,
            };
            let step = self.game.oriented(step, color);
            for from in board.rectangle() {
                let mut passed = B::EMPTY;
                let mut start = from;
                if let Some(first) = first {
                    let Some(elbow) = board.step(from, self.game.oriented(first, color)) else {
                        continue;
                    };
                    passed |= B::single(elbow);
                    start = elbow;
                }
                for (steps, onto) in (1..=max).zip(walk(board, start, step)) {
                    if steps >= min {
                        found.push(LineEnds { onto, from, between: passed });
                    }
                    passed |= B::single(onto);
                }
            }
        }
        found
    }

    /// Puts the squares between into the first table that says nothing else about these pairs.
    fn store(&mut self, ends: &[LineEnds<B>]) -> usize {
        let place = |e: &LineEnds<B>| e.onto.index() * B::CAPACITY + e.from.index();
        let fits = |table: &Vec<Option<B>>| {
            ends.iter().all(|e| table[place(e)].is_none_or(|between| between == e.between))
        };
        let index = self.between.iter().position(fits).unwrap_or_else(|| {
            self.between.push(vec![None; B::CAPACITY * B::CAPACITY]);
            self.between.len() - 1
        });
        for e in ends {
            self.between[index][place(e)] = Some(e.between);
        }
        index
    }
}

/// The place of the ray of a step, which is added if it was not there.
fn ray<B: Bitboard>(rays: &mut Vec<Ray<B>>, board: &Board, step: Offset) -> usize {
    rays.iter().position(|ray| ray.step == step).unwrap_or_else(|| {
        rays.push(Ray::new(board, step));
        rays.len() - 1
    })
}

/// The ends of a line and what lies between.
struct LineEnds<B> {
    onto: Square,
    from: Square,
    between: B,
}

/// The kinds whose movement a test admits.
pub(crate) fn kinds_with(game: &Game, wanted: impl Fn(&Part) -> bool) -> KindSet {
    game.all_kinds().filter(|&kind| game.kind(kind).movement.parts.iter().any(&wanted)).collect()
}
