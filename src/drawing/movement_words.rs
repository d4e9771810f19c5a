//! [`movement_words`]: how a kind moves, in sentences.

use super::wording::{capitalised, number, squares, zone};
use crate::geometry::Offset;
use crate::pieces::{Kind, Part, Path, UNLIMITED};
use crate::rules::{Game, Unmoved};

/// A way of moving apart from its directions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Step,
    Leap { near: u8, far: u8 },
    Slide { near: u8, far: u8, min: u8, max: u8 },
    Hop { near: u8, far: u8 },
    Bend { min: u8, max: u8 },
    DoubleStep,
}

/// Parts that differ in their directions alone.
struct Group {
    way: Way,
    quiet: bool,
    capture: bool,
    /// The directions, or the first steps of bent paths with the directions after them.
    directions: Vec<(Offset, Offset)>,
}

/// How a kind of a game moves, in words: what it may do in any case first, then what it may do to
/// move alone, and to capture alone.
pub fn movement_words(game: &Game, kind: Kind) -> String {
    let mut groups: Vec<Group> = Vec::new();
    for part in &game.kind(kind).movement.parts {
        let (way, direction) = way(part);
        let group = groups.iter_mut().find(|group| {
            group.way == way && group.quiet == part.quiet && group.capture == part.capture
        });
        match group {
            Some(group) => group.directions.push(direction),
            None => groups.push(Group {
                way,
                quiet: part.quiet,
                capture: part.capture,
                directions: vec![direction],
            }),
        }
    }
    let mut sentences = Vec::new();
    for (quiet, capture, before) in
        [(true, true, ""), (true, false, "without capturing: "), (false, true, "to capture: ")]
    {
        let alike: Vec<&Group> = groups
            .iter()
            .filter(|group| group.quiet == quiet && group.capture == capture)
            .collect();
        // A step on which it may end or go on is told once.
        let goes_on = |step: &Group| alike.iter().any(|group| group.starts_with(step));
        let two_away = has_all_two_away(&alike);
        let told_at_once = |group: &Group| two_away && group.is_two_away();
        let mut phrases: Vec<String> = alike
            .iter()
            .filter(|group| !goes_on(group) && !told_at_once(group))
            .map(|group| {
                let may_end_early = alike.iter().any(|step| group.starts_with(step));
                if may_end_early { group.step_and_bend() } else { group.phrase(game, kind) }
            })
            .collect();
        if two_away {
            phrases.push("leaps to any of the sixteen squares two away".to_owned());
        }
        if !phrases.is_empty() {
            sentences
                .push(format!("{}.", capitalised(&format!("{before}{}", phrases.join("; or ")))));
        }
    }
    sentences.join(" ")
}

fn shape(offset: Offset) -> (u8, u8) {
    let (file, rank) = (offset.file.unsigned_abs(), offset.rank.unsigned_abs());
    (file.min(rank), file.max(rank))
}

fn way(part: &Part) -> (Way, (Offset, Offset)) {
    let none = Offset::new(0, 0);
    match part.path {
        Path::Leap(offset) => {
            let (near, far) = shape(offset);
            (if far == 1 { Way::Step } else { Way::Leap { near, far } }, (offset, none))
        }
        Path::Slide { step, min, max } => {
            let (near, far) = shape(step);
            // A slide in all eight directions is one slide.
            let near = if far == 1 { 0 } else { near };
            (Way::Slide { near, far, min, max }, (step, none))
        }
        Path::Hop { step } => {
            let (near, far) = shape(step);
            let near = if far == 1 { 0 } else { near };
            (Way::Hop { near, far }, (step, none))
        }
        Path::Bend { first, then, min, max } => (Way::Bend { min, max }, (first, then)),
        Path::DoubleStep => (Way::DoubleStep, (Offset::new(0, 2), none)),
    }
}

/// Whether there are leaps to all sixteen squares two away.
fn has_all_two_away(groups: &[&Group]) -> bool {
    let squares = groups.iter().filter(|group| group.is_two_away());
    squares.map(|group| group.directions.len()).sum::<usize>() == 16
}

impl Group {
    /// Whether it is leaps to squares two away.
    const fn is_two_away(&self) -> bool {
        matches!(self.way, Way::Leap { far: 2, .. })
    }

    fn phrase(&self, game: &Game, kind: Kind) -> String {
        let firsts: Vec<Offset> = self.directions.iter().map(|&(first, _)| first).collect();
        match self.way {
            Way::Step => format!("steps one square {}", directions(&firsts)),
            Way::Leap { near, far } => format!("leaps {}", leap(near, far, &firsts)),
            Way::Slide { far: 1, min, max, .. } => {
                format!("slides {} {}", distance(min, max), directions(&firsts))
            }
            Way::Slide { near, far, min, max } => {
                let times = match (min, max) {
                    (1, UNLIMITED) => "any number of times".to_owned(),
                    (1, max) => format!("up to {} times", number(max)),
                    (min, UNLIMITED) => format!("at least {} times", number(min)),
                    (min, max) => format!("{} to {} times", number(min), number(max)),
                };
                format!("leaps {}, {times} in the same direction", leap(near, far, &firsts))
            }
            Way::Hop { near, far } => {
                let along = if far == 1 {
                    directions(&firsts)
                } else {
                    format!("by leaps of {}", leap(near, far, &firsts))
                };
                let landing = match (self.quiet, self.capture) {
                    (false, true) => "onto the first man behind it",
                    (true, false) => "onto any square up to the next man behind it",
                    _ => "up to and onto the next man behind it",
                };
                format!(
                    "hops {along}, at any distance, over exactly one man of either side, {landing}"
                )
            }
            Way::Bend { min, max } => format!(
                "steps one square {} onto an empty square and from there slides {} {}",
                directions(&self.first_steps()),
                distance(min, max),
                self.turn(),
            ),
            Way::DoubleStep => {
                format!("makes a double step straight forward {}", double_step_when(game, kind))
            }
        }
    }

    /// The first steps of a bent path, each once.
    fn first_steps(&self) -> Vec<Offset> {
        let mut firsts: Vec<Offset> = self.directions.iter().map(|&(first, _)| first).collect();
        firsts.sort_unstable();
        firsts.dedup();
        firsts
    }

    /// Whether this is a bent path whose first steps are those of another group.
    fn starts_with(&self, step: &Self) -> bool {
        matches!(self.way, Way::Bend { .. })
            && step.way == Way::Step
            && self.first_steps() == step.first_steps()
    }

    /// A bent path that may end on its elbow.
    fn step_and_bend(&self) -> String {
        let Way::Bend { min, max } = self.way else { return String::new() };
        format!(
            "steps one square {} and, if that is empty, may slide on from there, {} {}",
            directions(&self.first_steps()),
            distance(min, max),
            self.turn(),
        )
    }

    /// Where a bent path goes on.
    fn turn(&self) -> &'static str {
        let all = |wanted: fn(Offset, Offset) -> bool| {
            self.directions.iter().all(|&(first, then)| wanted(first, then))
        };
        // The scalar product: positive for a turn of less than a right angle, 0 for a right angle.
        let outward = |first: Offset, then: Offset| {
            first.file * then.file + first.rank * then.rank > 0 && first != then
        };
        if all(|first, then| first.file * then.file + first.rank * then.rank == 0) {
            "at a right angle"
        } else if !all(outward) {
            "as the diagram shows"
        } else if all(|first, _| first.file == 0 || first.rank == 0) {
            "outward along a diagonal"
        } else if all(|_, then| then.file == 0) {
            "outward along the file"
        } else if all(|_, then| then.rank == 0) {
            "outward along the rank"
        } else {
            "outward along the file or the rank"
        }
    }
}

/// When the double step may be made.
fn double_step_when(game: &Game, kind: Kind) -> String {
    let rules = game.kind(kind);
    let initial = rules.movement.double_step().is_some_and(|part| part.initial);
    let home = zone(game, &rules.home, "or");
    match (initial, rules.unmoved) {
        (false, _) => "from everywhere".to_owned(),
        (true, Unmoved::Home) => format!("from {home}"),
        (true, Unmoved::Right) => format!("as its first move, from {home}"),
    }
}

/// "any distance", "at least two squares".
fn distance(min: u8, max: u8) -> String {
    match (min, max) {
        (1, UNLIMITED) => "any distance".to_owned(),
        (min, UNLIMITED) => format!("at least {}", squares(min)),
        (min, max) if min == max => squares(max),
        (1, max) => format!("up to {}", squares(max)),
        (min, max) => format!("{} to {}", number(min), squares(max)),
    }
}

/// "two squares diagonally forward", "two squares one way and one the other".
fn leap(near: u8, far: u8, offsets: &[Offset]) -> String {
    if near == 0 || near == far {
        let units: Vec<Offset> =
            offsets.iter().map(|o| Offset::new(o.file.signum(), o.rank.signum())).collect();
        return format!("{} {}", squares(far), directions(&units));
    }
    let text = format!("{} one way and {} the other", squares(far), number(near));
    match offsets.len() {
        8 => text,
        4 if offsets.iter().all(|offset| offset.rank > 0) => format!("{text}, forward"),
        4 if offsets.iter().all(|offset| offset.rank < 0) => format!("{text}, backward"),
        _ => format!("{text}, as the diagram shows"),
    }
}

/// The directions of single steps.
fn directions(steps: &[Offset]) -> String {
    let has = |file: i8, rank: i8| steps.contains(&Offset::new(file, rank));
    let orthogonal = [(0, 1), (0, -1), (-1, 0), (1, 0)];
    let diagonal = [(-1, 1), (1, 1), (-1, -1), (1, -1)];
    let is = |wanted: &[(i8, i8)]| {
        steps.len() == wanted.len() && wanted.iter().all(|&(file, rank)| has(file, rank))
    };
    let known: [(&[(i8, i8)], &str); 8] = [
        (&orthogonal, "orthogonally"),
        (&diagonal, "diagonally"),
        (&[(0, 1)], "straight forward"),
        (&[(0, -1)], "straight backward"),
        (&[(0, 1), (0, -1)], "straight forward or backward"),
        (&[(-1, 0), (1, 0)], "sideways"),
        (&[(-1, 1), (1, 1)], "diagonally forward"),
        (&[(-1, -1), (1, -1)], "diagonally backward"),
    ];
    if let Some((_, words)) = known.iter().find(|(wanted, _)| is(wanted)) {
        return (*words).to_owned();
    }
    if steps.len() == 8 {
        return "in any direction".to_owned();
    }
    let forward: Vec<_> = [(-1, 1), (0, 1), (1, 1)].into();
    if is(&forward) {
        return "forward, straight or diagonally".to_owned();
    }
    if orthogonal.iter().all(|&(file, rank)| has(file, rank)) {
        let rest: Vec<Offset> =
            steps.iter().copied().filter(|o| o.file != 0 && o.rank != 0).collect();
        return format!("orthogonally or {}", directions(&rest));
    }
    if diagonal.iter().all(|&(file, rank)| has(file, rank)) {
        let rest: Vec<Offset> =
            steps.iter().copied().filter(|o| o.file == 0 || o.rank == 0).collect();
        return format!("diagonally or {}", directions(&rest));
    }
    "as the diagram shows".to_owned()
}
