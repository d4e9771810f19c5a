//! [`Openings`]: where the games of each round begin.

use std::collections::HashMap;
use std::path::Path;

use super::armies::Armies;
use super::book::{Book, BookError};
use super::{Opening, OpeningsPlan};
use crate::geometry::Bitboard;
use crate::rules::Ruleset;
use crate::sampling::{Conduct, Random, RandomGame, Style};
use crate::search::{Control, Limits, Record, SearchError, Searcher};
use crate::values::PieceValues;

/// How often another opening is drawn where one is not even or has come up before.
const DRAWS: u64 = 2_000;
/// The table of the search that says what is even.
const TABLE: u64 = 1 << 20;

/// Why there is no opening.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningsError {
    /// The book cannot be used.
    #[error(transparent)]
    Book(#[from] BookError),
    /// The armies of the plan cannot be.
    #[error("armies: {0}")]
    Armies(String),
    /// There is not enough memory.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// Nothing new was found.
    #[error(
        "no new opening of {plies} plies within {even} of even was found for round {round} in \
         {DRAWS} draws; expected more plies, a greater distance from even, or fewer rounds"
    )]
    Exhausted {
        /// The round, from 1.
        round: u64,
        /// How many plies an opening has.
        plies: u32,
        /// The greatest score that is even.
        even: i32,
    },
}

/// Where the games of each round begin: a pure function of plan and number, although the openings
/// before it must be known, for none comes up twice.
#[derive(Debug)]
pub struct Openings<'r, B: Bitboard> {
    rules: &'r Ruleset<B>,
    seed: u64,
    source: Source<'r, B>,
    /// What was asked for last: all pairings of a round ask.
    last: Option<(u64, [Opening; 2])>,
}

#[derive(Debug)]
enum Source<'r, B: Bitboard> {
    Start,
    Armies(Box<Armies<'r, B>>),
    Random(Box<Drawer<'r, B>>),
    Book {
        book: Book,
        /// The order of the lap that the last opening was of.
        order: Vec<u32>,
        lap: Option<u64>,
    },
}

/// Draws openings that are even.
#[derive(Debug)]
struct Drawer<'r, B: Bitboard> {
    search: SearchOfEven<'r, B>,
    plies: u32,
    even: i32,
    /// The positions of all openings up to the last, and the openings' numbers.
    taken: HashMap<u64, u64>,
    /// How many numbers have openings in `taken`.
    count: u64,
    /// Openings that are known without being drawn, by number.
    known: HashMap<u64, Opening>,
}

impl<'r, B: Bitboard> Openings<'r, B> {
    /// The openings of a plan.
    ///
    /// # Errors
    /// When the book cannot be read, or is another one than that of the plan.
    pub fn new(
        rules: &'r Ruleset<B>,
        plan: &OpeningsPlan,
        seed: u64,
    ) -> Result<Self, OpeningsError> {
        let source = match plan {
            OpeningsPlan::Start => Source::Start,
            OpeningsPlan::Armies(plan) => Source::Armies(Box::new(Armies::new(rules, plan)?)),
            &OpeningsPlan::Random { plies, even, nodes } => Source::Random(Box::new(Drawer {
                search: SearchOfEven::new(rules, nodes)?,
                plies,
                even,
                taken: HashMap::new(),
                count: 0,
                known: HashMap::new(),
            })),
            OpeningsPlan::Book { file, digest, plies } => {
                let book = Book::open(Path::new(file), *plies)?;
                if book.digest() != digest {
                    let (path, found) = (file.into(), book.digest().to_owned());
                    let expected = digest.clone();
                    return Err(BookError::Changed { path, found, expected }.into());
                }
                Source::Book { book, order: Vec::new(), lap: None }
            }
        };
        Ok(Self { rules, seed, source, last: None })
    }

    /// Takes note of an opening that was drawn in an earlier run, so that it need not be drawn again.
    pub fn remember(&mut self, round: u64, opening: &Opening) {
        if let Source::Random(drawer) = &mut self.source {
            drawer.known.insert(round, opening.clone());
        }
    }

    /// The openings of the two games of a pair in a round; they are the same, but for armies that
    /// change their colours.
    ///
    /// # Errors
    /// When the book has something else at its place, or nothing new is found.
    pub fn of_round(&mut self, round: u64) -> Result<[Opening; 2], OpeningsError> {
        if let Some((last, opening)) = &self.last
            && *last == round
        {
            return Ok(opening.clone());
        }
        let opening = self.find(round)?;
        self.last = Some((round, opening.clone()));
        Ok(opening)
    }

    fn find(&mut self, round: u64) -> Result<[Opening; 2], OpeningsError> {
        let (rules, seed) = (self.rules, self.seed);
        let opening: Result<Opening, OpeningsError> = match &mut self.source {
            Source::Armies(armies) => return armies.of_round(seed, round),
            Source::Start => {
                let fen = rules.start().fen(rules);
                Ok(Opening { number: 0, fen, moves: Vec::new() })
            }
            Source::Random(drawer) => drawer.of_round(rules, seed, round),
            Source::Book { book, order, lap } => {
                let count = book.len() as u64;
                let wanted = round / count;
                if *lap != Some(wanted) {
                    *order = (0..book.len() as u32).collect();
                    Random::of_item(seed, wanted).shuffle(order);
                    *lap = Some(wanted);
                }
                let index = order[(round % count) as usize] as usize;
                Ok(book.opening(rules, index)?)
            }
        };
        opening.map(|opening| [opening.clone(), opening])
    }

    /// After how many rounds openings come up again; `None` if never.
    pub fn distinct(&self) -> Option<u64> {
        match &self.source {
            Source::Start => Some(1),
            Source::Random(_) | Source::Armies(_) => None,
            Source::Book { book, .. } => Some(book.len() as u64),
        }
    }
}

impl<B: Bitboard> Drawer<'_, B> {
    fn of_round(
        &mut self,
        rules: &Ruleset<B>,
        seed: u64,
        round: u64,
    ) -> Result<Opening, OpeningsError> {
        let mut last = None;
        // Those before must be known, for they are not to come up again.
        while self.count <= round {
            let number = self.count;
            let (opening, key) = match self.known.remove(&number) {
                Some(opening) => {
                    let key = position_after(rules, &opening).position().hash(rules);
                    (opening, key)
                }
                None => self.draw(rules, seed, number)?,
            };
            self.taken.insert(key, number);
            self.count += 1;
            last = Some(opening);
        }
        match last {
            Some(opening) => Ok(opening),
            // One that was asked for before: those that were taken after it do not count.
            None => Ok(self.draw(rules, seed, round)?.0),
        }
    }

    /// Draws until an opening is even and new.
    fn draw(
        &mut self,
        rules: &Ruleset<B>,
        seed: u64,
        number: u64,
    ) -> Result<(Opening, u64), OpeningsError> {
        let seed = Random::of_item(seed, number).seed();
        for draw in 0..DRAWS {
            let seed = Random::of_item(seed, draw).seed();
            let Some((opening, record)) = random_line(rules, seed, self.plies) else { continue };
            let key = record.position().hash(rules);
            let is_new = self.taken.get(&key).is_none_or(|&owner| owner >= number);
            if is_new && self.search.score(&record).abs() <= self.even {
                return Ok((Opening { number, ..opening }, key));
            }
        }
        let (plies, even) = (self.plies, self.even);
        Err(OpeningsError::Exhausted { round: number + 1, plies, even })
    }
}

/// A search that says how even a position is, each time from nothing.
#[derive(Debug)]
pub(super) struct SearchOfEven<'r, B: Bitboard> {
    searcher: Searcher<'r, B>,
    nodes: u64,
}

impl<'r, B: Bitboard> SearchOfEven<'r, B> {
    /// A search of so many positions.
    pub(super) fn new(rules: &'r Ruleset<B>, nodes: u64) -> Result<Self, SearchError> {
        let values = PieceValues::of_mobility(rules.game());
        Ok(Self { searcher: Searcher::new(rules, &values, TABLE, 1)?, nodes })
    }

    /// The score for the side to move.
    pub(super) fn score(&mut self, record: &Record<B>) -> i32 {
        self.searcher.clear();
        let limits = Limits::nodes(self.nodes);
        self.searcher.search(record, &limits, &Control::default(), &mut |_| {}).score()
    }
}

/// So many random moves from the start position; `None` where the game is over before or then.
pub(super) fn random_line<B: Bitboard>(
    rules: &Ruleset<B>,
    seed: u64,
    plies: u32,
) -> Option<(Opening, Record<B>)> {
    let start = rules.start();
    let fen = start.fen(rules);
    let mut record = Record::new(start);
    let mut moves = Vec::new();
    let conduct = Conduct { style: Style::Uniform, plies, thinned: 0 };
    for ply in RandomGame::new(rules, conduct, seed) {
        record.play(rules, ply.mv);
        moves.push(ply.mv.text(rules.game()));
    }
    let is_whole = moves.len() == plies as usize && record.ending(rules).is_none();
    is_whole.then_some((Opening { number: 0, fen, moves }, record))
}

/// The game after an opening. What does not fit the rules is left out: openings are checked where they
/// come from.
pub(super) fn position_after<B: Bitboard>(rules: &Ruleset<B>, opening: &Opening) -> Record<B> {
    let start = rules.position(&opening.fen).unwrap_or_else(|_| rules.start());
    let mut record = Record::new(start);
    for text in &opening.moves {
        if let Some(mv) = rules.move_named(record.position(), text) {
            record.play(rules, mv);
        }
    }
    record
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::movegen::{Task, Variant};

    /// The openings of some rounds, asked for in an order, the positions after them.
    struct Ask<'a>(OpeningsPlan, &'a [u64]);

    impl Task for Ask<'_> {
        type Output = Vec<(Opening, u64)>;
        fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output {
            let mut openings = Openings::new(rules, &self.0, 5).unwrap();
            let ask = |&round: &u64| {
                let [opening, _] = openings.of_round(round).unwrap();
                let key = position_after(rules, &opening).position().hash(rules);
                (opening, key)
            };
            self.1.iter().map(ask).collect()
        }
    }

    fn ask(plan: &OpeningsPlan, rounds: &[u64]) -> Vec<(Opening, u64)> {
        Variant::load("chess").unwrap().dispatch(Ask(plan.clone(), rounds))
    }

    #[test]
    fn random_openings_do_not_depend_on_who_asks_and_never_come_twice() {
        // So few plies that the same position is drawn again and again.
        let plan = OpeningsPlan::Random { plies: 2, even: 200, nodes: 300 };
        let rounds: Vec<u64> = (0..150).collect();
        let all = ask(&plan, &rounds);
        let keys: HashSet<u64> = all.iter().map(|(_, key)| *key).collect();
        assert_eq!(keys.len(), 150);
        let some = ask(&plan, &[149, 20, 20, 3]);
        assert_eq!(some, [149, 20, 20, 3].map(|round: usize| all[round].clone()));
        for (round, (opening, _)) in all.iter().enumerate() {
            assert_eq!(opening.number, round as u64);
            assert_eq!(opening.moves.len(), 2);
        }
    }

    #[test]
    fn there_are_only_so_many_openings() {
        struct Exhaust;
        impl Task for Exhaust {
            type Output = String;
            fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> String {
                let plan = OpeningsPlan::Random { plies: 1, even: 500, nodes: 300 };
                let mut openings = Openings::new(rules, &plan, 5).unwrap();
                assert!(openings.of_round(15).is_ok());
                openings.of_round(20).unwrap_err().to_string()
            }
        }
        let message = Variant::load("chess").unwrap().dispatch(Exhaust);
        assert!(message.contains("no new opening of 1 plies"), "{message}");
    }

    #[test]
    fn a_book_is_read_in_an_order_of_the_seed_and_all_of_it_before_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("book.pgn");
        let text = "[White \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n[White \"b\"]\n\n1. d4 {x} d5 *\n\n1. c4 *\n";
        std::fs::write(&file, text).unwrap();
        let digest = Book::open(&file, 2).unwrap().digest().to_owned();
        let file = file.display().to_string();
        let plan = OpeningsPlan::Book { file, digest, plies: 2 };
        let found = ask(&plan, &[0, 1, 2, 3, 4, 5]);
        let numbers: Vec<u64> = found.iter().map(|(opening, _)| opening.number).collect();
        for lap in numbers.chunks(3) {
            let mut lap = lap.to_vec();
            lap.sort_unstable();
            assert_eq!(lap, [0, 1, 2]);
        }
        let first = found.iter().find(|(opening, _)| opening.number == 0).unwrap();
        assert_eq!(first.0.moves, ["e2e4", "e7e5"]);
        assert_eq!(ask(&plan, &[4, 1])[1].0, found[1].0);
    }
}
