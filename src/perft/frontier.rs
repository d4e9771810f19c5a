//! [`Frontier`]: the positions some plies on, from which the rest of a count can be made anywhere.

use std::collections::HashMap;

use super::Header;
use super::identity::unit_id;
use super::run::merged_plies;
use super::split::Split;
use crate::geometry::Bitboard;
use crate::position::Position;
use crate::rules::Ruleset;

/// The different positions some plies on, each once: those of the units of a count with a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frontier {
    /// Which count they are of.
    pub header: Header,
    /// A FEN without clocks that run, and the number of ways that lead there.
    pub positions: Vec<(String, u64)>,
}

/// Sums of a count by its first moves: the moves as texts, and how many sequences begin so.
pub type Subtotals = Vec<(Vec<String>, u128)>;

impl Frontier {
    /// The positions from which a count of this depth, at least 1, goes on.
    pub fn new<B: Bitboard>(rules: &Ruleset<B>, position: &Position<B>, depth: u32) -> Self {
        let plies = merged_plies(depth);
        let split = Split::new(rules, position, plies, true);
        let fens =
            split.units.iter().map(|unit| unit.position(rules, position).core(rules).fen(rules));
        let positions: Vec<(String, u64)> = fens.zip(split.multiplicities()).collect();
        let fen = position.core(rules).fen(rules);
        let header = Header::new(rules.game(), fen, depth, plies, positions.len());
        Self { header, positions }
    }

    /// The name of a position of it, as checkpoints have it.
    pub fn id(header: &Header, fen: &str, multiplicity: u64) -> String {
        unit_id(&header.rules, header.rest(), [(fen, multiplicity)])
    }

    /// Adds up the counts of the positions by the first moves, so many plies of them: at most as many as
    /// are split off.
    ///
    /// All sequences are walked again and each position is looked for by its text, so that a sum is
    /// right whatever was merged, and however. It is also the only place where multiplicities are not
    /// needed.
    ///
    /// # Errors
    /// With the FEN of a position that has no count.
    pub fn subtotals<B: Bitboard>(
        rules: &Ruleset<B>,
        position: &Position<B>,
        header: &Header,
        plies: u32,
        counts: &HashMap<&str, u128>,
    ) -> Result<Subtotals, String> {
        let mut sums = Vec::new();
        let mut line = Vec::new();
        let mut walk = Walk {
            rules,
            counts,
            plies: plies.min(header.split),
            line: &mut line,
            sums: &mut sums,
        };
        walk.down(position, header.split)?;
        Ok(sums)
    }
}

struct Walk<'a, B: Bitboard> {
    rules: &'a Ruleset<B>,
    counts: &'a HashMap<&'a str, u128>,
    /// How many more moves belong to the name of a sum.
    plies: u32,
    line: &'a mut Vec<String>,
    sums: &'a mut Subtotals,
}

impl<B: Bitboard> Walk<'_, B> {
    /// Walks the moves that name a sum.
    fn down(&mut self, position: &Position<B>, split: u32) -> Result<(), String> {
        if self.line.len() == self.plies as usize {
            let sum = self.sum(position, split)?;
            self.sums.push((self.line.clone(), sum));
            return Ok(());
        }
        for mv in self.rules.legal_moves(position) {
            self.line.push(mv.text(self.rules.game()));
            self.down(&position.play(self.rules, mv), split - 1)?;
            self.line.pop();
        }
        Ok(())
    }

    /// What all sequences from a position come to.
    fn sum(&self, position: &Position<B>, split: u32) -> Result<u128, String> {
        if split == 0 {
            let fen = position.core(self.rules).fen(self.rules);
            return self.counts.get(fen.as_str()).copied().ok_or(fen);
        }
        let moves = self.rules.legal_moves(position);
        moves.iter().map(|&mv| self.sum(&position.play(self.rules, mv), split - 1)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::{Task, Variant};
    use crate::perft::{Perft, Watch};
    use crate::rules::library;

    struct Sums;

    impl Task for Sums {
        type Output = ();

        fn run<B: Bitboard>(self, rules: &Ruleset<B>) {
            let (start, watch) = (rules.start(), Watch::default());
            let count = |position: &Position<B>, depth| {
                Perft::new(depth).run(rules, position, &watch).unwrap().nodes
            };
            let frontier = Frontier::new(rules, &start, 4);
            assert_eq!((frontier.header.split, frontier.header.rest()), (1, 3));
            let mut frontier = Frontier::new(rules, &start, 5);
            frontier.header.depth = 3;
            assert_eq!(frontier.header.split, 2);
            let counts: HashMap<&str, u128> = frontier
                .positions
                .iter()
                .map(|(fen, _)| (fen.as_str(), count(&rules.position(fen).unwrap(), 1)))
                .collect();
            let whole: u128 = frontier
                .positions
                .iter()
                .map(|(fen, ways)| counts[fen.as_str()] * u128::from(*ways))
                .sum();
            assert_eq!(whole, count(&start, 3));
            let subtotals = |plies| {
                Frontier::subtotals(rules, &start, &frontier.header, plies, &counts).unwrap()
            };
            for (plies, expected) in [(0, 1), (1, count(&start, 1)), (2, count(&start, 2))] {
                let sums = subtotals(plies);
                assert_eq!(sums.len() as u128, expected);
                assert_eq!(sums.iter().map(|(_, sum)| sum).sum::<u128>(), whole);
            }
            let divide = Perft::new(3).run(rules, &start, &watch).unwrap();
            for ((line, sum), (mv, nodes)) in subtotals(1).iter().zip(&divide.divide) {
                assert_eq!((&line[0], sum), (&mv.text(rules.game()), nodes));
            }
            let none = Frontier::subtotals(rules, &start, &frontier.header, 1, &HashMap::new());
            assert!(none.is_err());
        }
    }

    #[test]
    fn sums_by_first_moves() {
        Variant::load(library::DEFAULT).unwrap().dispatch(Sums);
    }
}
