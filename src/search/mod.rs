//! Finding good moves: [`Searcher`].
//!
//! Iterative deepening principal-variation search with a transposition table, written once for all
//! games. With one thread and a limit of depth or nodes a search from a cleared [`Searcher`] gives
//! the same result on every machine.
//!
//! What is where: `root` deepens, `node` is a position inside the tree, `quiescence` the end of it;
//! `mating` looks for a mate in so many moves among all of them;
//! `exchange` tells what captures on a square come to, `ordering` puts moves in order with the help
//! of `history`; `table` keeps what was found, `time` watches the clock. [`Record`] is a game as far
//! as it has been played, with the draws that need its past.
//!
//! ```
//! use tamerlane::geometry::Bitboard;
//! use tamerlane::movegen::{Task, Variant};
//! use tamerlane::rules::Ruleset;
//! use tamerlane::search::{Control, Limits, MATE, Record, Searcher};
//! use tamerlane::values::PieceValues;
//!
//! struct Mate;
//! impl Task for Mate {
//!     type Output = (String, i32);
//!     fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output {
//!         let values = PieceValues::of_mobility(rules.game());
//!         let mut searcher = Searcher::new(rules, &values, 1 << 20, 1).unwrap();
//!         let position = rules.position("k7/8/1K6/8/8/8/8/7R w - - 0 1").unwrap();
//!         let limits = Limits::depth(3);
//!         let outcome =
//!             searcher.search(&Record::new(position), &limits, &Control::default(), &mut |_| {});
//!         (outcome.best().unwrap().text(rules.game()), outcome.score())
//!     }
//! }
//! let chess = Variant::load("chess").unwrap();
//! assert_eq!(chess.dispatch(Mate), ("h1h8".to_owned(), MATE - 1));
//! ```

pub mod bench;
mod evaluations;
mod exchange;
mod history;
mod limits;
mod mating;
mod node;
mod ordering;
mod parameters;
mod quiescence;
mod record;
mod reductions;
mod report;
mod root;
mod score;
mod table;
mod time;
mod worker;

pub use exchange::Exchange;
pub use limits::{Clock, Control, Limits, MAX_LINES};
pub use parameters::{Parameter, ParameterError, Parameters};
pub use record::{Ending, Record};
pub use report::{Info, Line, Outcome, ScoreBound};
pub use score::{MATE, MAX_PLY, moves_to_mate};

use crate::evaluation::Evaluation;
use crate::geometry::Bitboard;
use crate::perft;
use crate::rules::Ruleset;
use crate::values::PieceValues;
use reductions::Reductions;
use root::RootMove;
use table::TranspositionTable;
use time::Timer;
use worker::{Memory, Progress, Shared, Worker};

/// The most threads of a search.
pub const MAX_THREADS: usize = 256;

/// The stack of a thread: positions on the way down lie there.
const STACK: usize = 16 << 20;

/// Why there is no searcher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The system does not give the memory for the table.
    #[error("a table of {0} bytes does not fit into memory")]
    Memory(u64),
}

/// Searches positions of one game, and remembers from search to search.
#[derive(Debug)]
pub struct Searcher<'r, B: Bitboard> {
    rules: &'r Ruleset<B>,
    evaluation: Evaluation<B>,
    table: perft::Memory,
    /// How many searches there were since everything was forgotten.
    searches: u32,
    reductions: Reductions,
    parameters: Parameters,
    /// One for each thread.
    memories: Vec<Memory>,
}

impl<'r, B: Bitboard> Searcher<'r, B> {
    /// A searcher with piece values, a table of so many bytes and a number of threads, from 1 to
    /// [`MAX_THREADS`].
    ///
    /// # Errors
    /// When the system does not give the memory.
    pub fn new(
        rules: &'r Ruleset<B>,
        values: &PieceValues,
        table_bytes: u64,
        threads: usize,
    ) -> Result<Self, SearchError> {
        let threads = threads.clamp(1, MAX_THREADS);
        Ok(Self {
            rules,
            evaluation: Evaluation::new(rules, values),
            table: perft::Memory::new(table_bytes).ok_or(SearchError::Memory(table_bytes))?,
            searches: 0,
            reductions: Reductions::new(&Parameters::default()),
            parameters: Parameters::default(),
            memories: (0..threads).map(|_| Memory::new(rules.game())).collect(),
        })
    }

    /// The same with other parameters than the usual ones.
    #[must_use]
    pub fn with_parameters(self, parameters: Parameters) -> Self {
        Self { reductions: Reductions::new(&parameters), parameters, ..self }
    }

    /// The evaluation that the searcher uses.
    pub fn evaluation(&self) -> &Evaluation<B> {
        &self.evaluation
    }

    /// Forgets everything, as if it were new.
    pub fn clear(&mut self) {
        TranspositionTable::new(&mut self.table, 0).clear();
        self.searches = 0;
        for memory in &mut self.memories {
            memory.clear();
        }
    }

    /// Finds the best moves where a game stands, and reports each finished depth on the way.
    pub fn search(
        &mut self,
        record: &Record<B>,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Info<'_>),
    ) -> Outcome {
        let timer = Timer::new(limits, control.is_pondering());
        let position = record.position();
        let mut legal = self.rules.legal_moves(position);
        // The order of generation is the generator's own affair.
        legal.sort_by_key(|mv| mv.bits());
        if !limits.moves.is_empty() {
            legal.retain(|mv| limits.moves.contains(mv));
        }
        let root_moves: Vec<RootMove> = legal.into_iter().map(RootMove::new).collect();
        if root_moves.is_empty() {
            return Outcome { lines: Vec::new(), depth: 0, nodes: 0, time: timer.elapsed() };
        }
        self.searches = self.searches.wrapping_add(1);
        let progress = Progress::default();
        let shared = Shared {
            rules: self.rules,
            evaluation: &self.evaluation,
            table: TranspositionTable::new(&mut self.table, self.searches),
            reductions: &self.reductions,
            parameters: &self.parameters,
            limits,
            control,
            progress: &progress,
        };
        let mut workers = self.memories.iter_mut().enumerate().map(|(number, memory)| {
            Worker::new(shared, memory, number, record.keys(), root_moves.clone(), timer)
        });
        let Some(mut first) = workers.next() else {
            return Outcome { lines: Vec::new(), depth: 0, nodes: 0, time: timer.elapsed() };
        };
        let depth = std::thread::scope(|scope| {
            for mut worker in workers {
                let builder = std::thread::Builder::new().stack_size(STACK);
                // A thread that the system does not give is one that does not help.
                let _ = builder.spawn_scoped(scope, move || {
                    worker.iterate(position, &mut |_| {});
                    worker.all_nodes();
                });
            }
            let depth = first.iterate(position, report);
            first.finish();
            depth
        });
        let nodes = first.all_nodes();
        let lines = first.lines(position);
        Outcome { lines, depth, nodes, time: first.timer.elapsed() }
    }
}
