//! A fixed amount of searching: how fast it is, and whether anything about it has changed.
//!
//! A list of positions of all games is searched to a fixed depth by one thread from a cleared table.
//! The number of positions made and what was found depend on nothing but the program: two builds that
//! tell the same signature search the same way.

use std::fmt;
use std::io;
use std::time::Duration;

use super::{Control, Limits, Record, SearchError, Searcher};
use crate::geometry::Bitboard;
use crate::movegen::{Task, Variant};
use crate::rules::Ruleset;
use crate::values::PieceValues;

/// The depth that the signature is for.
pub const DEPTH: u32 = 8;

/// The size of the table in bytes.
const TABLE_BYTES: u64 = 16 << 20;

/// The positions besides the start positions of all games, in the form of an EPD file with the name
/// of the game behind: openings, middle games, endings, promotions, both sides.
const POSITIONS: &str = include_str!("../../data/bench.txt");

/// How a position came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionResult {
    /// The name of the game.
    pub variant: String,
    /// The position.
    pub fen: String,
    /// The positions made.
    pub nodes: u64,
    /// The score for the side to move.
    pub score: i32,
    /// The best move, `"(none)"` where there is none.
    pub best: String,
}

impl fmt::Display for PositionResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { variant, fen, nodes, score, best } = self;
        write!(f, "{variant}: {best} {score} {nodes} {fen}")
    }
}

/// A run of the bench, as far as it has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bench {
    depth: u32,
    positions: Vec<PositionResult>,
    signature: u32,
    time: Duration,
}

impl fmt::Display for Bench {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "signature {:08x}", self.signature)?;
        write!(f, "{} nodes {} nps", self.nodes(), self.nodes_per_second())
    }
}

/// Why a bench cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BenchError {
    /// There is not enough memory.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// Whoever was told could not take it.
    #[error(transparent)]
    Output(#[from] io::Error),
}

impl Bench {
    /// A bench of searches to a depth, at least 1.
    pub const fn new(depth: u32) -> Self {
        Self { depth, positions: Vec::new(), signature: FNV_START, time: Duration::ZERO }
    }

    /// Searches the positions of a game, its start position first, and tells each as it is done. A
    /// game that the list does not know has its start position alone.
    ///
    /// # Errors
    /// When there is not enough memory, or `tell` fails.
    ///
    /// # Panics
    /// When a position of the list is none of its game, which a test excludes.
    pub fn search(
        &mut self,
        variant: &Variant,
        tell: &mut dyn FnMut(&PositionResult) -> io::Result<()>,
    ) -> Result<(), BenchError> {
        variant.dispatch(SearchAll { bench: self, tell })
    }

    /// The depth of each search.
    pub const fn depth(&self) -> u32 {
        self.depth
    }

    /// How each position came out.
    pub fn positions(&self) -> &[PositionResult] {
        &self.positions
    }

    /// A number that changes with any node count, best move or score.
    pub const fn signature(&self) -> u32 {
        self.signature
    }

    /// The positions made in all.
    pub fn nodes(&self) -> u64 {
        self.positions.iter().map(|result| result.nodes).sum()
    }

    /// How long the searches took.
    pub const fn time(&self) -> Duration {
        self.time
    }

    /// Positions made in a second.
    pub fn nodes_per_second(&self) -> u64 {
        (u128::from(self.nodes()) * 1_000_000 / self.time.as_micros().max(1)) as u64
    }
}

/// The positions of a game on the list.
fn positions(variant: &str) -> Vec<&'static str> {
    let lines = POSITIONS.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let of_game = lines.filter_map(|line| line.split_once(": "));
    of_game.filter(|(name, _)| *name == variant).map(|(_, fen)| fen).collect()
}

struct SearchAll<'a> {
    bench: &'a mut Bench,
    tell: &'a mut dyn FnMut(&PositionResult) -> io::Result<()>,
}

impl Task for SearchAll<'_> {
    type Output = Result<(), BenchError>;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output {
        let game = rules.game();
        let values = PieceValues::of_mobility(game);
        let mut searcher = Searcher::new(rules, &values, TABLE_BYTES, 1)?;
        let listed = positions(&game.name).into_iter();
        let listed = listed.map(|fen| rules.position(fen).expect("a position of its game"));
        for position in std::iter::once(rules.start()).chain(listed) {
            searcher.clear();
            let limits = Limits::depth(self.bench.depth);
            let record = Record::new(position);
            let outcome = searcher.search(&record, &limits, &Control::default(), &mut |_| {});
            let best = outcome.best().map(|mv| mv.text(game));
            let result = PositionResult {
                variant: game.name.clone(),
                fen: position.fen(rules),
                nodes: outcome.nodes,
                score: outcome.score(),
                best: best.unwrap_or_else(|| "(none)".to_owned()),
            };
            let bench = &mut *self.bench;
            bench.time += outcome.time;
            bench.signature = fnv(bench.signature, &result.nodes.to_le_bytes());
            bench.signature = fnv(bench.signature, &result.score.to_le_bytes());
            bench.signature = fnv(bench.signature, result.best.as_bytes());
            (self.tell)(&result)?;
            bench.positions.push(result);
        }
        Ok(())
    }
}

/// Where Fowler, Noll and Vo's hash of 32 bits starts.
const FNV_START: u32 = 0x811C_9DC5;

/// Takes more bytes into their hash FNV-1a.
fn fnv(hash: u32, bytes: &[u8]) -> u32 {
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Instructions;
    use crate::rules::library;

    #[test]
    fn fnv_as_published() {
        // From the authors' list of test vectors.
        assert_eq!(fnv(FNV_START, b"a"), 0xE40C_292C);
        assert_eq!(fnv(FNV_START, b"foobar"), 0xBF9C_F968);
    }

    /// The depth, nodes and signature that the list of positions tells of itself.
    fn told() -> (u32, u64, String) {
        let line = POSITIONS.lines().find_map(|line| line.strip_prefix("# depth ")).unwrap();
        let (depth, rest) = line.split_once(": ").unwrap();
        let (nodes, signature) = rest.split_once(" nodes, signature ").unwrap();
        (depth.parse().unwrap(), nodes.parse().unwrap(), signature.to_owned())
    }

    #[test]
    fn the_search_is_the_one_that_is_told_of() {
        let (depth, nodes, signature) = told();
        for portable in [false, true] {
            let mut bench = Bench::new(depth);
            for name in library::names() {
                let mut variant = Variant::load(name).unwrap();
                if portable {
                    variant = variant.with_instructions(Instructions::Portable);
                }
                bench.search(&variant, &mut |_| Ok(())).unwrap();
            }
            let found = (bench.nodes(), format!("{:08x}", bench.signature()));
            assert_eq!(found, (nodes, signature.clone()), "data/bench.txt tells of another search");
        }
    }

    #[test]
    fn every_position_is_one_of_a_game() {
        let lines = POSITIONS.lines().filter(|line| line.contains(": ") && !line.starts_with('#'));
        let found: usize = library::names().map(|name| positions(name).len()).sum();
        assert_eq!(lines.count(), found);
        assert!(found >= 16);
    }
}
