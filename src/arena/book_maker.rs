//! Making and checking books of openings.

use std::num::NonZeroUsize;

use dashmap::DashMap;
use rayon::prelude::*;

use super::Opening;
use super::book::{Book, BookError};
use super::openings::{SearchOfEven, position_after, random_line};
use crate::geometry::Bitboard;
use crate::perft::{PerftError, Watch, thread_pool};
use crate::rules::Ruleset;
use crate::sampling::Random;
use crate::search::SearchError;

/// How many candidates are looked at together. Which of them are taken does not depend on it.
const BLOCK: u64 = 1024;

/// Which openings are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// How many.
    pub count: usize,
    /// How many random plies each has.
    pub plies: u32,
    /// The greatest score of either side that is even, in five-hundredths of a rook.
    pub even: i32,
    /// How many positions the search makes that says so.
    pub nodes: u64,
    /// The same seed gives the same openings.
    pub seed: u64,
    /// How many threads look for them. The openings do not depend on it.
    pub threads: NonZeroUsize,
}

/// An opening of a book that is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeOpening {
    /// The position.
    pub fen: String,
    /// The score for the side to move, in five-hundredths of a rook.
    pub score: i32,
    /// The moves from the start position that led there.
    pub moves: Vec<String>,
}

/// Why no book can be made or checked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookMakerError {
    /// The system does not start the threads.
    #[error(transparent)]
    Threads(#[from] PerftError),
    /// There is not enough memory.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The book that is checked cannot be used.
    #[error(transparent)]
    Book(#[from] BookError),
    /// There are not so many.
    #[error(
        "only {found} of {wanted} openings were found among {candidates} random ones; expected fewer, \
         more plies, or a greater distance from even"
    )]
    TooFew {
        /// How many were found.
        found: usize,
        /// How many were wanted.
        wanted: usize,
        /// How many were looked at.
        candidates: u64,
    },
}

/// Looks for openings that are even, each once, the first by their places in the series of the seed.
/// Where the watch is stopped, what was found until then.
///
/// # Errors
/// When there are not as many as are wanted, or the system gives too little.
pub fn make_book<B: Bitboard>(
    rules: &Ruleset<B>,
    wanted: &Wanted,
    watch: &Watch,
) -> Result<Vec<MadeOpening>, BookMakerError> {
    let most = (wanted.count as u64 * 200).max(20_000);
    // The first candidate that led to each position.
    let first: DashMap<u64, u64> = DashMap::new();
    let pool = thread_pool(wanted.threads)?;
    let mut found = Vec::new();
    let mut begin = 0;
    while found.len() < wanted.count && begin < most && !watch.is_stopped() {
        let lines: Vec<_> = pool.install(|| {
            let candidates = (begin..begin + BLOCK).into_par_iter();
            let line = |candidate| {
                let seed = Random::of_item(wanted.seed, candidate).seed();
                let (opening, record) = random_line(rules, seed, wanted.plies)?;
                let key = record.position().hash(rules);
                first
                    .entry(key)
                    .and_modify(|first| *first = candidate.min(*first))
                    .or_insert(candidate);
                Some((candidate, key, opening, record))
            };
            candidates.filter_map(line).collect()
        });
        let even: Result<Vec<Option<MadeOpening>>, SearchError> = pool.install(|| {
            let searcher = || SearchOfEven::new(rules, wanted.nodes);
            let judge = |searcher: &mut Result<SearchOfEven<'_, B>, SearchError>,
                         (candidate, key, opening, record)| {
                if first.get(&key).is_none_or(|first| *first != candidate) || watch.is_stopped() {
                    return Ok(None);
                }
                let searcher = searcher.as_mut().map_err(|error| *error)?;
                let score = searcher.score(&record);
                let fen = record.position().fen(rules);
                let Opening { moves, .. } = opening;
                let is_even = score.abs() <= wanted.even;
                Ok(is_even.then_some(MadeOpening { fen, score, moves }))
            };
            lines.into_par_iter().map_init(searcher, judge).collect()
        });
        let before = found.len();
        found.extend(even?.into_iter().flatten());
        found.truncate(wanted.count);
        watch.add((found.len() - before) as u64, wanted.count as u64);
        begin += BLOCK;
    }
    if found.len() < wanted.count && !watch.is_stopped() {
        let (found, wanted) = (found.len(), wanted.count);
        return Err(BookMakerError::TooFew { found, wanted, candidates: begin });
    }
    Ok(found)
}

/// What was found in a book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookCheck {
    /// How many openings it has.
    pub openings: usize,
    /// Lines of the file whose position an earlier opening has already, and the line of that.
    pub repeated: Vec<(u64, u64)>,
    /// Lines of the file whose position is not even, and its score for the side to move.
    pub uneven: Vec<(u64, i32)>,
}

/// Looks at every opening of a book: all must be of the game.
///
/// # Errors
/// When one is not, or the system gives too little.
pub fn check_book<B: Bitboard>(
    rules: &Ruleset<B>,
    book: &Book,
    even: i32,
    nodes: u64,
    watch: &Watch,
) -> Result<BookCheck, BookMakerError> {
    let first: DashMap<u64, u64> = DashMap::new();
    let mut searcher = SearchOfEven::new(rules, nodes)?;
    let mut check = BookCheck::default();
    for index in 0..book.len() {
        if watch.is_stopped() {
            break;
        }
        let line = book.line(index);
        let record = position_after(rules, &book.opening(rules, index)?);
        let key = record.position().hash(rules);
        match first.get(&key).map(|line| *line) {
            Some(earlier) => check.repeated.push((line, earlier)),
            None => {
                first.insert(key, line);
            }
        }
        let score = searcher.score(&record);
        if score.abs() > even {
            check.uneven.push((line, score));
        }
        check.openings += 1;
        watch.add(1, book.len() as u64);
    }
    Ok(check)
}
