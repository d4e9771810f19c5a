//! [`Outlook`]: what men reach along lines before a move. After most moves they still reach the same,
//! so it need not be looked for after each of them again.

use super::constrained::Men;
use crate::geometry::{Bitboard, Square};
use crate::movegen::View;
use crate::pieces::{Color, Kind, Piece};
use crate::position::Position;
use crate::rules::{Reach, Ruleset};

/// What men reach along lines.
#[derive(Clone, Debug)]
pub(crate) struct Outlook<B> {
    /// Where men stood, if anything is known.
    occupied: Option<B>,
    /// Of which men it is known.
    riders: B,
    /// By square, once there was something to know: many counters never look.
    each: Option<Box<[Reached<B>; 256]>>,
}

/// What one man reaches, men of both sides included.
#[derive(Clone, Copy, Debug)]
struct Reached<B> {
    man: Piece,
    /// The squares on which that depends.
    looked_at: B,
    both: B,
    quiet: B,
    capture: B,
}

impl<B: Bitboard> Outlook<B> {
    /// Nothing is known.
    pub(crate) const fn new() -> Self {
        Self { occupied: None, riders: B::EMPTY, each: None }
    }

    /// Forgets all.
    pub(crate) fn forget(&mut self) {
        self.occupied = None;
    }

    /// Looks at the men of both sides in a position.
    pub(crate) fn look(&mut self, rules: &Ruleset<B>, position: &Position<B>) {
        self.occupied = Some(position.occupied());
        self.riders = B::EMPTY;
        for color in Color::BOTH {
            self.look_at(rules, position, color);
        }
    }

    fn look_at(&mut self, rules: &Ruleset<B>, position: &Position<B>, color: Color) {
        let occupied = position.occupied();
        let each = self.each.get_or_insert_with(nobody);
        for &kind in &rules.movement.movers[color.index()] {
            let tables = &rules.movement.kinds[color.index()][kind.index()];
            if !tables.rides {
                continue;
            }
            let man = Piece { color, kind };
            let ways = [&tables.both, &tables.quiet, &tables.capture];
            let riders = position.men(color, kind);
            self.riders |= riders;
            for from in riders.squares() {
                let [both, quiet, capture] = ways.map(|way| way.from(from, occupied));
                let looked_at = looked_at_anew(&ways, from, occupied);
                each[from.index()] = Reached { man, looked_at, both, quiet, capture };
            }
        }
    }
}

/// The squares on which it depends what is reached in some ways along lines.
#[inline(never)]
fn looked_at_anew<B: Bitboard>(ways: &[&Reach<B>; 3], from: Square, occupied: B) -> B {
    let looked_at = ways.iter().filter(|way| !way.is_empty);
    looked_at.fold(B::EMPTY, |seen, way| seen | way.looked_at(from, occupied))
}

/// Room for what men on all squares reach.
fn nobody<B: Bitboard>() -> Box<[Reached<B>; 256]> {
    let (both, quiet, capture) = (B::EMPTY, B::EMPTY, B::EMPTY);
    let man = Piece { color: Color::White, kind: Kind::new(0) };
    Box::new([Reached { man, looked_at: B::EMPTY, both, quiet, capture }; 256])
}

/// What is known of men before the last move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<'o, B> {
    each: Option<&'o [Reached<B>; 256]>,
    /// Where men stood then.
    occupied: B,
    /// Of which men it is known.
    riders: B,
}

impl<'o, B: Bitboard> Known<'o, B> {
    /// What was seen, if a position was looked at.
    #[inline(always)]
    pub(super) fn new(outlook: &'o Outlook<B>) -> Self {
        let riders = if outlook.occupied.is_some() { outlook.riders } else { B::EMPTY };
        let occupied = outlook.occupied.unwrap_or(B::EMPTY);
        Self { each: outlook.each.as_deref(), occupied, riders }
    }

    /// Where a man of a side could go among some men, were there no royal man to think of.
    #[inline(always)]
    pub(super) fn targets(&self, view: &View<'_, B>, kind: Kind, from: Square, men: Men<B>) -> B {
        let Men { occupied, enemy } = men;
        let tables = &view.rules.movement.kinds[view.us.index()][kind.index()];
        if tables.leaps_only {
            return tables.both.leaps[from.index()] & (!occupied | enemy);
        }
        if !tables.rides {
            return view.leap_targets(kind, from, occupied, enemy);
        }
        self.rider_targets(view, kind, from, men)
    }

    /// The same for a man who moves along lines.
    #[inline(always)]
    pub(super) fn rider_targets(
        &self,
        view: &View<'_, B>,
        kind: Kind,
        from: Square,
        men: Men<B>,
    ) -> B {
        let Men { occupied, enemy } = men;
        match self.reached(Piece { color: view.us, kind }, from, occupied) {
            Some(reached) => {
                (reached.both & (!occupied | enemy))
                    | (reached.quiet & !occupied)
                    | (reached.capture & enemy)
            }
            None => view.targets_apart(kind, from, occupied, enemy),
        }
    }

    /// The squares on which the moves of a man along lines depend, among some men.
    #[inline(always)]
    pub(super) fn looked_at(&self, view: &View<'_, B>, kind: Kind, from: Square, occupied: B) -> B {
        let tables = &view.rules.movement.kinds[view.us.index()][kind.index()];
        if !tables.rides {
            return B::EMPTY;
        }
        match self.reached(Piece { color: view.us, kind }, from, occupied) {
            Some(reached) => reached.looked_at,
            None => looked_at_anew(&[&tables.both, &tables.quiet, &tables.capture], from, occupied),
        }
    }

    /// What a man reaches along lines among some men, if it is what he reached before.
    #[inline(always)]
    fn reached(&self, man: Piece, from: Square, occupied: B) -> Option<&Reached<B>> {
        let each = self.each.filter(|_| self.riders.contains(from))?;
        let reached = &each[from.index()];
        let is_same = reached.man == man && !reached.looked_at.meets(self.occupied ^ occupied);
        is_same.then_some(reached)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::{Task, Variant};
    use crate::rules::library;
    use crate::sampling::Sampler;

    /// After every move of sampled positions, what is known of the enemy's men is so.
    struct StillSo;

    impl Task for StillSo {
        type Output = usize;

        fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> usize {
            let mut outlook = Outlook::new();
            let mut kept = 0;
            for sample in Sampler::new(rules, 7).take(100) {
                outlook.look(rules, &sample.position);
                for mv in rules.legal_moves(&sample.position) {
                    let next = sample.position.play(rules, mv);
                    let known = Known::new(&outlook);
                    for color in Color::BOTH {
                        let view = View::unconstrained(rules, &next, color);
                        let men = Men { occupied: view.occupied, enemy: view.enemy };
                        for from in view.own.squares() {
                            let man = next.at(from).unwrap();
                            kept += usize::from(known.reached(man, from, view.occupied).is_some());
                            let targets = known.targets(&view, man.kind, from, men);
                            let fen = next.fen(rules);
                            assert_eq!(targets, view.targets(man.kind, from), "{fen}");
                        }
                    }
                }
            }
            kept
        }
    }

    #[test]
    fn most_men_still_reach_the_same() {
        for name in library::names() {
            assert!(Variant::load(name).unwrap().dispatch(StillSo) > 1000, "{name}");
        }
    }
}
