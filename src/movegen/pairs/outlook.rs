//! [`Outlook`]: what a side's men reach before the enemy moves. After most of his moves they still
//! reach the same, so it need not be looked for after each of them again.

use crate::geometry::{Bitboard, Square};
use crate::movegen::View;
use crate::pieces::Kind;
use crate::position::Position;
use crate::rules::{Reach, Ruleset};

/// What the men of the side that does not move reach along lines.
#[derive(Clone, Debug)]
pub(crate) struct Outlook<B> {
    /// Where men stood, if anything is known.
    occupied: Option<B>,
    /// By square, once there was something to know: many counters never look.
    each: Option<Box<[Reached<B>; 256]>>,
}

/// What one man reaches, men of both sides included.
#[derive(Clone, Copy, Debug)]
struct Reached<B> {
    /// The squares on which that depends.
    looked_at: B,
    both: B,
    quiet: B,
    capture: B,
}

impl<B: Bitboard> Outlook<B> {
    /// Nothing is known.
    pub(crate) const fn new() -> Self {
        Self { occupied: None, each: None }
    }

    /// Forgets all.
    pub(crate) fn forget(&mut self) {
        self.occupied = None;
    }

    /// Looks at the men of the side that does not move in a position.
    pub(crate) fn look(&mut self, rules: &Ruleset<B>, position: &Position<B>) {
        let (them, occupied) = (!position.turn(), position.occupied());
        self.occupied = Some(occupied);
        let each = self.each.get_or_insert_with(nobody);
        for &kind in &rules.movement.movers[them.index()] {
            let tables = &rules.movement.kinds[them.index()][kind.index()];
            if !tables.rides {
                continue;
            }
            let ways = [&tables.both, &tables.quiet, &tables.capture];
            for man in position.men(them, kind).squares() {
                let looked_at = |seen, way: &&Reach<B>| {
                    if way.is_empty { seen } else { seen | way.looked_at(man, occupied) }
                };
                let [both, quiet, capture] = ways.map(|way| way.from(man, occupied));
                let looked_at = ways.iter().fold(B::EMPTY, looked_at);
                each[man.index()] = Reached { looked_at, both, quiet, capture };
            }
        }
    }
}

/// Room for what men on all squares reach.
fn nobody<B: Bitboard>() -> Box<[Reached<B>; 256]> {
    let (both, quiet, capture) = (B::EMPTY, B::EMPTY, B::EMPTY);
    Box::new([Reached { looked_at: B::EMPTY, both, quiet, capture }; 256])
}

/// What is known of a side's men before the enemy's move, and what the move has changed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<'o, B> {
    each: Option<&'o [Reached<B>; 256]>,
    /// The squares filled or emptied since.
    changed: B,
}

impl<'o, B: Bitboard> Known<'o, B> {
    /// After a move of the position that was looked at, if one was.
    #[inline(always)]
    pub(super) fn new(outlook: &'o Outlook<B>, occupied: B) -> Self {
        match outlook {
            Outlook { occupied: Some(before), each: Some(each) } => {
                Self { each: Some(each), changed: *before ^ occupied }
            }
            _ => Self { each: None, changed: B::EMPTY },
        }
    }

    /// Where a man who moves along lines could go, were there no royal man to think of.
    #[inline(always)]
    pub(super) fn targets(&self, view: &View<'_, B>, kind: Kind, from: Square) -> B {
        let Some(each) = self.each else { return view.targets_apart(kind, from) };
        let reached = &each[from.index()];
        if reached.looked_at.meets(self.changed) {
            return view.targets_apart(kind, from);
        }
        let empty = !view.occupied;
        (reached.both & (empty | view.enemy))
            | (reached.quiet & empty)
            | (reached.capture & view.enemy)
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
                    let view = View::new(rules, &next);
                    let known = Known::new(&outlook, view.occupied);
                    for kind in rules.game().all_kinds() {
                        let tables = &rules.movement.kinds[view.us.index()][kind.index()];
                        for man in next.men(view.us, kind).squares().filter(|_| tables.rides) {
                            let reached = &outlook.each.as_ref().unwrap()[man.index()];
                            kept += usize::from(!reached.looked_at.meets(known.changed));
                            let fen = next.fen(rules);
                            assert_eq!(
                                known.targets(&view, kind, man),
                                view.targets(kind, man),
                                "{fen}"
                            );
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
