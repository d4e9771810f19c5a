//! [`Session`]: a game and the thread that searches in it.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use super::thread::{Order, SearchOrder, serve};
use super::{GameLine, Listener, Patience};
use crate::geometry::Bitboard;
use crate::movegen::Variant;
use crate::rules::{Game, Ruleset};
use crate::search::{Control, Limits, Parameters, SearchError, Searcher};
use crate::values::{PieceValues, ValuesError};

/// The stack of the thread that searches: positions on the way down lie there.
const STACK: usize = 16 << 20;

/// How a session searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How many threads, from 1 to [`MAX_THREADS`](crate::search::MAX_THREADS).
    pub threads: usize,
    /// The size of the table in bytes.
    pub table_bytes: u64,
    /// Piece values as a text of [`PieceValues::parse`]; those derived from mobility if there is
    /// none.
    pub values: Option<String>,
    /// The numbers that the search is tuned by.
    pub parameters: Parameters,
}

impl Default for Settings {
    /// One thread and a table of 16 MiB.
    fn default() -> Self {
        Self { threads: 1, table_bytes: 16 << 20, values: None, parameters: Parameters::default() }
    }
}

impl Settings {
    /// The searcher that the settings ask for.
    ///
    /// # Errors
    /// When the values are not those of the game, or there is not enough memory.
    pub fn searcher<'r, B: Bitboard>(
        &self,
        rules: &'r Ruleset<B>,
    ) -> Result<Searcher<'r, B>, SessionError> {
        let game = rules.game();
        let values = match &self.values {
            Some(text) => PieceValues::parse(game, text)?,
            None => PieceValues::of_mobility(game),
        };
        let searcher = Searcher::new(rules, &values, self.table_bytes, self.threads)?;
        Ok(searcher.with_parameters(self.parameters))
    }
}

/// Why a session cannot search as it was told.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// The piece values cannot be used.
    #[error(transparent)]
    Values(#[from] ValuesError),
    /// There is not enough memory.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The system does not start the thread.
    #[error("the thread that searches cannot be started: {0}")]
    Thread(String),
}

/// A game, and a thread that searches in it.
#[derive(Debug)]
pub struct Session {
    variant: Arc<Variant>,
    /// The game so far: to be changed while nothing is searched.
    pub line: GameLine,
    settings: Settings,
    orders: Option<Sender<Order>>,
    thread: Option<JoinHandle<()>>,
    search: Option<Running>,
}

/// A search that has been ordered.
#[derive(Debug)]
struct Running {
    control: Arc<Control>,
    over: Receiver<()>,
}

impl Session {
    /// A session of a game, at its usual start position.
    ///
    /// # Errors
    /// When the settings cannot be had.
    pub fn new(variant: Variant, settings: Settings) -> Result<Self, SessionError> {
        let variant = Arc::new(variant);
        let (orders, receiver) = channel();
        let theirs = Arc::clone(&variant);
        let thread = std::thread::Builder::new()
            .stack_size(STACK)
            .spawn(move || serve(&theirs, &receiver))
            .map_err(|error| SessionError::Thread(error.to_string()))?;
        let mut session = Self {
            line: GameLine::from_start(&variant),
            variant,
            settings: settings.clone(),
            orders: Some(orders),
            thread: Some(thread),
            search: None,
        };
        session.configure(settings)?;
        Ok(session)
    }

    /// The game's rules, compiled.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The game's rules as they were read.
    pub fn game(&self) -> &Game {
        self.variant.game()
    }

    /// How the session searches.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Takes other settings. A search that runs is stopped before.
    ///
    /// # Errors
    /// When they cannot be had; the old ones stay.
    pub fn configure(&mut self, settings: Settings) -> Result<(), SessionError> {
        self.stop();
        let result = self.ask(settings.clone());
        match &result {
            Ok(()) => self.settings = settings,
            // What could be had before can be had again.
            Err(_) if settings != self.settings => {
                let _ = self.ask(self.settings.clone());
            }
            Err(_) => {}
        }
        result
    }

    fn ask(&self, settings: Settings) -> Result<(), SessionError> {
        let (answer, result) = channel();
        self.order(Order::Configure(settings, answer));
        result.recv().unwrap_or_else(|error| Err(SessionError::Thread(error.to_string())))
    }

    fn order(&self, order: Order) {
        if let Some(orders) = &self.orders {
            // The thread ends only when the session does.
            let _ = orders.send(order);
        }
    }

    /// Starts another game: what was learnt in the last one is forgotten. It returns when that is
    /// done, which takes a while for a large table: a search ordered next must not lose the time.
    pub fn new_game(&mut self) {
        self.stop();
        let (done, is_done) = channel();
        self.order(Order::NewGame(done));
        // An error means that the thread is gone, and all that it knew.
        let _ = is_done.recv();
        self.line = GameLine::from_start(&self.variant);
    }

    /// Starts a search where the game stands. One that runs is stopped before.
    pub fn start(&mut self, limits: Limits, patience: Patience, listener: Box<dyn Listener>) {
        self.stop();
        let control = Arc::new(match patience {
            Patience::UntilPonderHit => Control::pondering(),
            Patience::None | Patience::UntilStopped => Control::default(),
        });
        let (over, is_over) = channel();
        self.search = Some(Running { control: Arc::clone(&control), over: is_over });
        self.order(Order::Search(SearchOrder {
            line: self.line.clone(),
            limits,
            patience,
            control,
            listener,
            over,
        }));
    }

    /// Stops the search, if one runs, and waits until its listener has been told.
    pub fn stop(&mut self) {
        if let Some(search) = &self.search {
            search.control.stop();
        }
        self.wait();
    }

    /// Waits until the search is over, if one runs.
    pub fn wait(&mut self) {
        if let Some(search) = self.search.take() {
            // An error means that the thread is gone, and the search with it.
            let _ = search.over.recv();
        }
    }

    /// The move pondered about was played.
    pub fn ponder_hit(&self) {
        if let Some(search) = &self.search {
            search.control.ponder_hit();
        }
    }

    /// Whether a search runs, or has ended without its listener having been told.
    pub fn is_searching(&mut self) -> bool {
        let over = self.search.as_ref().is_some_and(|search| search.over.try_recv().is_ok());
        if over {
            self.search = None;
        }
        self.search.is_some()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.stop();
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has said so.
            let _ = thread.join();
        }
    }
}
