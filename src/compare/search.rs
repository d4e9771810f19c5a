//! [`Comparison`]: from a count that differs to the position where the moves differ.

use super::shrink::shrink;
use super::{CompareError, Fault, Finding, ListDifference, Peer, Place};
use crate::geometry::Bitboard;
use crate::perft::{Perft, Watch};
use crate::position::{Move, Position, Setup};
use crate::rules::Ruleset;

/// Of the positions that differ at a depth, how many are followed to the end.
const FOLLOWED: usize = 8;
/// Of the moves of a position whose counts differ, how many are asked for by FEN.
const TRIED: usize = 12;

/// How far a comparison is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Answers of the other program to the positions themselves.
    pub answers: u64,
    /// How many that will be if nothing differs.
    pub of: u64,
    /// Nodes that were the same on both sides.
    pub nodes: u128,
}

/// A search for the first move that differs.
#[derive(Debug)]
pub struct Comparison<'r, B: Bitboard> {
    pub(super) rules: &'r Ruleset<B>,
    pub(super) peer: Peer,
    watch: &'r Watch,
}

/// A move with both counts.
#[derive(Clone, Debug)]
struct Counted {
    mv: Move,
    said: String,
    ours: u128,
    theirs: u128,
}

/// What the divides of a position say.
enum Verdict {
    Same(u128),
    Lists(ListDifference),
    /// The moves whose counts differ, the smallest subtree first.
    Counts(Vec<Counted>),
}

/// Where the search stands: a position, told to the program as another one and moves.
#[derive(Clone)]
struct Stand<B: Bitboard> {
    base: Position<B>,
    played: Vec<String>,
    said: Vec<String>,
    position: Position<B>,
    depth: u32,
}

/// A move down the tree, and what was found there.
struct StepDown<B: Bitboard> {
    mv: String,
    stand: Stand<B>,
    verdict: Verdict,
}

impl<B: Bitboard> Stand<B> {
    fn at(position: Position<B>, depth: u32) -> Self {
        Self { base: position, played: Vec::new(), said: Vec::new(), position, depth }
    }
}

impl<'r, B: Bitboard> Comparison<'r, B> {
    /// A comparison with a program that plays the same game. Stopping the watch stops our counting;
    /// waiting for the program is stopped by its own [`Limits`](crate::external::Limits).
    pub fn new(rules: &'r Ruleset<B>, peer: Peer, watch: &'r Watch) -> Self {
        Self { rules, peer, watch }
    }

    /// The other program.
    pub fn peer(&self) -> &Peer {
        &self.peer
    }

    /// Compares counts from some positions, depth by depth, and finds the fault with the fewest men
    /// among those that show at the least depth. `None` if all counts are the same.
    ///
    /// # Errors
    /// When the other program fails.
    pub fn run(
        &mut self,
        positions: &[Position<B>],
        depth: u32,
        mut watch: impl FnMut(Progress),
    ) -> Result<Option<Finding>, CompareError> {
        let of = positions.len() as u64 * u64::from(depth);
        let mut progress = Progress { of, ..Progress::default() };
        for depth in 1..=depth {
            let mut failing = Vec::new();
            for position in positions {
                match self.verdict(&Stand::at(*position, depth))? {
                    Verdict::Same(nodes) => progress.nodes += nodes,
                    Verdict::Lists(_) | Verdict::Counts(_) => failing.push(*position),
                }
                progress.answers += 1;
                watch(progress);
            }
            if let Some(finding) = self.smallest(failing, depth)? {
                return Ok(Some(finding));
            }
        }
        Ok(None)
    }

    /// The fault with the fewest men, from positions that differ at a depth.
    fn smallest(
        &mut self,
        mut failing: Vec<Position<B>>,
        depth: u32,
    ) -> Result<Option<Finding>, CompareError> {
        failing.sort_by_key(|position| position.occupied().count());
        let mut smallest: Option<Finding> = None;
        for position in failing.into_iter().take(FOLLOWED) {
            let Some(found) = self.descend(position, depth)? else { continue };
            if smallest.as_ref().is_none_or(|known| found.place.men() < known.place.men()) {
                smallest = Some(found);
            }
        }
        let Some(mut finding) = smallest else { return Ok(None) };
        shrink(self, &mut finding);
        Ok(Some(finding))
    }

    /// Goes down from a position whose counts differ. `None` if they do not when asked again.
    fn descend(&mut self, start: Position<B>, depth: u32) -> Result<Option<Finding>, CompareError> {
        let mut stand = Stand::at(start, depth);
        let mut path = Vec::new();
        let mut verdict = self.verdict(&stand)?;
        let fault = loop {
            let counts = match verdict {
                Verdict::Same(_) => return Ok(None),
                Verdict::Lists(difference) => break Fault::Lists(difference),
                Verdict::Counts(counts) => counts,
            };
            let Some(step) = self.step_down(&stand, &counts)? else {
                let Counted { mv, ours, theirs, .. } = &counts[0];
                let mv = mv.text(self.rules.game());
                let (ours, theirs) = (*ours, *theirs);
                break Fault::Played { mv, depth: stand.depth, ours, theirs };
            };
            path.push(step.mv);
            stand = step.stand;
            verdict = step.verdict;
        };
        let place = Place {
            base: stand.base.setup(self.rules),
            played: stand.played,
            said: stand.said,
            setup: stand.position.setup(self.rules),
            fault,
        };
        let start = start.setup(self.rules);
        Ok(Some(Finding { start, depth, path, place, smaller: None, shrinking_ended: None }))
    }

    /// The next position down: one that differs when it is given as it is, or else one that
    /// differs when the program itself plays the move that leads there.
    fn step_down(
        &mut self,
        stand: &Stand<B>,
        counts: &[Counted],
    ) -> Result<Option<StepDown<B>>, CompareError> {
        let game = self.rules.game();
        let depth = stand.depth - 1;
        for Counted { mv, .. } in counts.iter().take(TRIED) {
            let position = stand.position.play(self.rules, *mv);
            let setup = position.setup(self.rules);
            if self.peer.translator().sayable(&setup) != setup {
                continue;
            }
            let next = Stand::at(position, depth);
            let verdict = self.verdict(&next)?;
            if !matches!(verdict, Verdict::Same(_)) {
                return Ok(Some(StepDown { mv: mv.text(game), stand: next, verdict }));
            }
        }
        if !self.peer.plays_moves() {
            return Ok(None);
        }
        let Counted { mv, said, .. } = &counts[0];
        let mut next = stand.clone();
        next.position = stand.position.play(self.rules, *mv);
        next.depth = depth;
        next.played.push(mv.text(game));
        next.said.push(said.clone());
        let verdict = self.verdict(&next)?;
        let differs = !matches!(verdict, Verdict::Same(_));
        Ok(differs.then(|| StepDown { mv: mv.text(game), stand: next, verdict }))
    }

    /// Asks both sides for their divides.
    fn verdict(&mut self, stand: &Stand<B>) -> Result<Verdict, CompareError> {
        let base = stand.base.setup(self.rules);
        let after = stand.position.setup(self.rules);
        let theirs = self.peer.divide(&base, &stand.said, &after, stand.depth)?;
        let ours = self.divide(&stand.position, stand.depth)?;
        let our_texts: Vec<String> = ours.iter().map(|(text, ..)| text.clone()).collect();
        let their_texts: Vec<String> = theirs.iter().map(|mv| mv.text.clone()).collect();
        let difference = ListDifference::between(&our_texts, &their_texts);
        if !difference.is_empty() {
            return Ok(Verdict::Lists(difference));
        }
        let mut counts: Vec<Counted> = ours
            .iter()
            .zip(theirs)
            .filter(|((_, _, ours), theirs)| *ours != theirs.nodes)
            .map(|(&(_, mv, ours), theirs)| Counted {
                mv,
                said: theirs.said,
                ours,
                theirs: theirs.nodes,
            })
            .collect();
        if counts.is_empty() {
            return Ok(Verdict::Same(ours.iter().map(|(_, _, nodes)| nodes).sum()));
        }
        counts.sort_by_key(|counted| counted.ours.max(counted.theirs));
        Ok(Verdict::Counts(counts))
    }

    /// How the lists of moves differ at a position that the program is given as another one and
    /// moves in its own notation.
    pub(super) fn lists(
        &mut self,
        base: &Setup,
        said: &[String],
        position: &Position<B>,
    ) -> Result<ListDifference, CompareError> {
        let after = position.setup(self.rules);
        let theirs = self.peer.divide(base, said, &after, 1)?;
        let theirs: Vec<String> = theirs.into_iter().map(|mv| mv.text).collect();
        Ok(ListDifference::between(&self.rules.move_texts(position), &theirs))
    }

    /// Both counts of a move of a position; `None` if a side does not have the move.
    pub(super) fn counts_of(
        &mut self,
        position: &Position<B>,
        mv: &str,
        depth: u32,
    ) -> Result<Option<(u128, u128)>, CompareError> {
        let setup = position.setup(self.rules);
        let theirs = self.peer.divide(&setup, &[], &setup, depth)?;
        let theirs = theirs.into_iter().find(|theirs| theirs.text == mv).map(|mv| mv.nodes);
        let ours = self.divide(position, depth)?.into_iter().find(|(text, ..)| text == mv);
        Ok(ours.map(|(_, _, nodes)| nodes).zip(theirs))
    }

    /// Our divide, sorted by text.
    fn divide(
        &self,
        position: &Position<B>,
        depth: u32,
    ) -> Result<Vec<(String, Move, u128)>, CompareError> {
        let perft = Perft::new(depth);
        // Without a table and other threads there is nothing that the system could refuse.
        let report = perft.run(self.rules, position, self.watch).expect("no memory is asked for");
        if !report.is_complete {
            return Err(CompareError::Interrupted);
        }
        Ok(report.divide_by_text(self.rules.game()))
    }
}
