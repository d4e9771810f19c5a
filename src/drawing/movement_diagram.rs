//! [`MovementDiagram`]: how a kind moves, as a small grid of marks.

use crate::geometry::Offset;
use crate::pieces::{Kind, Part, Path, UNLIMITED};
use crate::rules::Game;

/// The squares shown on each side of the piece, at most: 15 by 15 in all.
const MAX_RADIUS: i8 = 7;

/// How a kind moves from the middle of an empty board, seen from White's side.
///
/// ```
/// use tamerlane::{drawing::MovementDiagram, rules};
/// let game = rules::load("chess").unwrap();
/// let knight = MovementDiagram::new(&game, game.kind_named("knight").unwrap());
/// assert_eq!(
///     knight.lines(),
///     [". * . * .", "* . . . *", ". . N . .", "* . . . *", ". * . * ."]
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovementDiagram {
    lines: Vec<String>,
    marks: Vec<Mark>,
}

/// A sort of mark in a diagram; its meaning is for a legend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// It leaps there, to move or to capture.
    Leap,
    /// It leaps there to move alone.
    LeapToMove,
    /// It captures there alone.
    Capture,
    /// A slide to move or to capture.
    Slide,
    /// A slide to move alone.
    SlideToMove,
    /// A slide to capture alone.
    SlideToCapture,
    /// A landing of a leap that is repeated.
    RepeatedLeap,
    /// A square that must be empty and where it cannot stop.
    Passed,
    /// Where a path bends that it may also end on.
    Elbow,
    /// A man that is hopped over.
    Screen,
    /// Where a hop leads, to move or to capture.
    Hop,
    /// Two squares forward.
    DoubleStep,
    /// The royal piece's jump while it is unmoved.
    Jump,
    /// Where a second step starts.
    SecondStep,
}

impl Mark {
    /// All marks in the order of a legend.
    pub const ALL: [Self; 14] = [
        Self::Leap,
        Self::LeapToMove,
        Self::Capture,
        Self::Slide,
        Self::SlideToMove,
        Self::SlideToCapture,
        Self::RepeatedLeap,
        Self::Passed,
        Self::Elbow,
        Self::Screen,
        Self::Hop,
        Self::DoubleStep,
        Self::Jump,
        Self::SecondStep,
    ];

    /// How the mark is written; a slide is written as one of several lines.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Leap => "*",
            Self::LeapToMove => "o",
            Self::Capture => "x",
            Self::Slide => "| - / \\",
            Self::SlideToMove => ":",
            Self::SlideToCapture => "+",
            Self::RepeatedLeap => "&",
            Self::Passed => "~",
            Self::Elbow => "@",
            Self::Screen => "#",
            Self::Hop => "^",
            Self::DoubleStep => "2",
            Self::Jump => "j",
            Self::SecondStep => "s",
        }
    }

    /// What the mark says.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Leap => "steps or leaps there, to move or to capture, whatever stands between",
            Self::LeapToMove => "steps or leaps there to move, but does not capture",
            Self::Capture => "only captures there",
            Self::Slide => {
                "slides along, to move or to capture, up to the first man; without end if the line \
                 reaches the edge"
            }
            Self::SlideToMove => "slides along in the same way, but does not capture",
            Self::SlideToCapture => "slides along in the same way, but only captures",
            Self::RepeatedLeap => {
                "leaps on in the same direction as long as it lands on empty squares"
            }
            Self::Passed => "passes this square, which must be empty, and cannot stop there",
            Self::Elbow => {
                "steps there, to move or to capture; or, if it is empty, goes on along the lines \
                 that begin there"
            }
            Self::Screen => {
                "a man of either side, somewhere on the line: the piece hops over it and lands \
                 behind it"
            }
            Self::Hop => "lands there by a hop, to move or to capture",
            Self::DoubleStep => "double step: both squares must be empty",
            Self::Jump => "jumps there, if empty, as long as it has not moved",
            Self::SecondStep => {
                "steps there, to move or to capture; having captured there, it may take a second \
                 step"
            }
        }
    }
}

impl MovementDiagram {
    /// The diagram of a kind of a game.
    pub fn new(game: &Game, kind: Kind) -> Self {
        let rules = game.kind(kind);
        let parts = &rules.movement.parts;
        let jump = game.jump.as_ref().filter(|jump| jump.kind == kind);
        let far = parts.iter().map(|part| radius(part.path)).max().unwrap_or(1);
        let far = if jump.is_some() { far.max(2) } else { far };
        let mut grid = Grid::new(far.clamp(1, MAX_RADIUS));
        for part in parts {
            grid.draw(part);
        }
        for &offset in jump.iter().flat_map(|jump| &jump.offsets) {
            grid.set(offset, |cell| cell.jump = true);
        }
        if rules.second_step {
            for offset in offsets(1) {
                grid.set(offset, |cell| cell.second_step = true);
            }
        }
        grid.finish(rules.letter.chars().next().unwrap_or('?'))
    }

    /// The rows from the top, marks with blanks between, all of one length.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// How wide the rows are.
    pub fn width(&self) -> usize {
        self.lines.len() * 2 - 1
    }

    /// The marks that it uses, in the order of a legend.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }
}

/// How many squares a path must be shown from its start for its shape to be seen: a slide without
/// end three squares, or one more than it must at least go.
fn radius(path: Path) -> i8 {
    let size = |offset: Offset| offset.file.abs().max(offset.rank.abs());
    let slide = |min: u8, max: u8| match max {
        UNLIMITED => min.saturating_add(if min == 1 { 2 } else { 1 }),
        // One more square shows that it goes no further.
        _ => max.saturating_add(1),
    };
    let squares = |steps: u8| i8::try_from(steps).unwrap_or(i8::MAX);
    match path {
        Path::Leap(offset) => size(offset),
        Path::Slide { step, min, max } => squares(slide(min, max)).saturating_mul(size(step)),
        Path::Hop { step } => 3 * size(step),
        Path::Bend { min, max, .. } => squares(match max {
            UNLIMITED => min.saturating_add(if min == 1 { 2 } else { 1 }),
            _ => max.saturating_add(2),
        }),
        Path::DoubleStep => 2,
    }
}

/// All offsets so many squares away at most, but for none at all; from the top, from the left.
fn offsets(radius: i8) -> impl Iterator<Item = Offset> {
    let square = move |rank: i8| (-radius..=radius).map(move |file| Offset::new(file, rank));
    (-radius..=radius).rev().flat_map(square).filter(|offset| *offset != Offset::new(0, 0))
}

/// What ends on a square.
#[derive(Clone, Copy, Default)]
struct Effect {
    quiet: bool,
    capture: bool,
}

impl Effect {
    fn add(&mut self, part: &Part) {
        self.quiet |= part.quiet;
        self.capture |= part.capture;
    }

    const fn is_any(self) -> bool {
        self.quiet || self.capture
    }

    /// One of three, for both, for moves alone and for captures alone.
    fn choose<T>(self, both: T, quiet: T, capture: T) -> T {
        match (self.quiet, self.capture) {
            (true, false) => quiet,
            (false, true) => capture,
            _ => both,
        }
    }
}

/// Everything that is known of a square of the grid.
#[derive(Clone, Copy, Default)]
struct Cell {
    leap: Effect,
    slide: Effect,
    hop: Effect,
    /// The step of the first slide over it.
    step: Option<Offset>,
    passed: bool,
    elbow: bool,
    screen: bool,
    double_step: bool,
    jump: bool,
    second_step: bool,
}

struct Grid {
    radius: i8,
    cells: Vec<Cell>,
}

impl Grid {
    fn new(radius: i8) -> Self {
        let side = 2 * radius as usize + 1;
        Self { radius, cells: vec![Cell::default(); side * side] }
    }

    fn index(&self, Offset { file, rank }: Offset) -> Option<usize> {
        let radius = self.radius;
        if file.abs() > radius || rank.abs() > radius {
            return None;
        }
        let side = 2 * radius as usize + 1;
        Some((radius - rank) as usize * side + (file + radius) as usize)
    }

    fn set(&mut self, offset: Offset, change: impl FnOnce(&mut Cell)) {
        if let Some(index) = self.index(offset) {
            change(&mut self.cells[index]);
        }
    }

    fn draw(&mut self, part: &Part) {
        match part.path {
            Path::Leap(offset) => self.set(offset, |cell| cell.leap.add(part)),
            Path::Slide { step, min, max } => self.slide(part, Offset::new(0, 0), step, (min, max)),
            Path::Hop { step } => {
                self.set(step.times(2), |cell| cell.screen = true);
                for steps in 3..=self.radius {
                    self.set(step.times(steps), |cell| cell.hop.add(part));
                }
            }
            Path::Bend { first, then, min, max } => {
                self.set(first, |cell| (cell.passed, cell.elbow) = (true, true));
                self.slide(part, first, then, (min, max));
            }
            Path::DoubleStep => {
                self.set(Offset::new(0, 1), |cell| cell.passed = true);
                self.set(Offset::new(0, 2), |cell| cell.double_step = true);
            }
        }
    }

    fn slide(&mut self, part: &Part, from: Offset, step: Offset, (min, max): (u8, u8)) {
        // Nothing further than twice the radius from an elbow can be in the grid.
        for steps in 1..=max.min(2 * self.radius as u8) {
            let offset = from.plus(step.times(steps as i8));
            self.set(offset, |cell| {
                if steps < min {
                    cell.passed = true;
                } else {
                    cell.slide.add(part);
                    cell.step.get_or_insert(step);
                }
            });
        }
    }

    fn finish(&self, letter: char) -> MovementDiagram {
        let mut marks = Vec::new();
        let mut lines = Vec::new();
        for rank in (-self.radius..=self.radius).rev() {
            let row = (-self.radius..=self.radius).map(|file| {
                let offset = Offset::new(file, rank);
                if offset == Offset::new(0, 0) {
                    return letter.to_string();
                }
                let cell = self.index(offset).map_or(Cell::default(), |index| self.cells[index]);
                let Some(mark) = cell.mark() else { return ".".to_owned() };
                marks.push(mark);
                match mark {
                    Mark::Slide => cell.step.map_or('|', line).to_string(),
                    other => other.text().to_owned(),
                }
            });
            lines.push(row.collect::<Vec<_>>().join(" "));
        }
        marks.sort_unstable();
        marks.dedup();
        MovementDiagram { lines, marks }
    }
}

impl Cell {
    /// The one thing that is shown of a square.
    fn mark(&self) -> Option<Mark> {
        let mut leap = self.leap;
        // A square that one way only moves to and another only captures on is like any other.
        if leap.is_any() {
            leap.quiet |= self.slide.quiet;
            leap.capture |= self.slide.capture;
        }
        let oblique = self.step.is_some_and(|step| step.file.abs().max(step.rank.abs()) > 1);
        if self.second_step {
            Some(Mark::SecondStep)
        } else if leap.is_any() {
            let both = if self.elbow { Mark::Elbow } else { Mark::Leap };
            Some(leap.choose(both, Mark::LeapToMove, Mark::Capture))
        } else if self.double_step {
            Some(Mark::DoubleStep)
        } else if self.jump {
            Some(Mark::Jump)
        } else if self.screen {
            Some(Mark::Screen)
        } else if self.hop.is_any() {
            Some(self.hop.choose(Mark::Hop, Mark::LeapToMove, Mark::Capture))
        } else if self.slide.is_any() && oblique {
            Some(self.slide.choose(Mark::RepeatedLeap, Mark::LeapToMove, Mark::Capture))
        } else if self.slide.is_any() {
            Some(self.slide.choose(Mark::Slide, Mark::SlideToMove, Mark::SlideToCapture))
        } else if self.passed {
            Some(Mark::Passed)
        } else {
            None
        }
    }
}

/// The line that a step draws.
const fn line(step: Offset) -> char {
    match (step.file, step.rank) {
        (0, _) => '|',
        (_, 0) => '-',
        (file, rank) if (file > 0) == (rank > 0) => '/',
        _ => '\\',
    }
}
