//! The thread that searches: it belongs to one game and keeps what it learns from move to move.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::time::Duration;

use super::{GameLine, SessionError, Settings};
use crate::geometry::Bitboard;
use crate::movegen::{Task, Variant};
use crate::rules::{Game, Ruleset};
use crate::search::{Control, Info, Limits, Outcome, Searcher};

/// How often a thread that has finished looks whether it may say so.
const LOOK_EVERY: Duration = Duration::from_millis(1);

/// Hears what a search finds, on the thread that searches.
pub trait Listener: Send {
    /// A line stands so after a depth.
    fn info(&mut self, game: &Game, info: &Info<'_>);
    /// The search is over.
    fn done(&mut self, game: &Game, outcome: &Outcome);
}

/// When the end of a search may be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patience {
    /// As soon as it has ended.
    None,
    /// Not before it is told to stop.
    UntilStopped,
    /// Not before the move pondered about was played, or it is told to stop.
    UntilPonderHit,
}

/// What the thread is told to do.
pub(super) enum Order {
    Search(SearchOrder),
    /// Forgets what belongs to the last game, and tells when it has.
    NewGame(Sender<()>),
    /// Takes other settings, and tells whether it could.
    Configure(Settings, Sender<Result<(), SessionError>>),
}

pub(super) struct SearchOrder {
    pub(super) line: GameLine,
    pub(super) limits: Limits,
    pub(super) patience: Patience,
    pub(super) control: Arc<Control>,
    pub(super) listener: Box<dyn Listener>,
    /// Hears when the listener has been told.
    pub(super) over: Sender<()>,
}

/// Does what it is told until nobody can tell it anything more.
pub(super) fn serve(variant: &Variant, orders: &Receiver<Order>) {
    variant.dispatch(Serve { orders });
}

struct Serve<'a> {
    orders: &'a Receiver<Order>,
}

impl Task for Serve<'_> {
    type Output = ();

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) {
        // The first order brings the settings.
        let mut searcher = None;
        for order in self.orders {
            match order {
                Order::Search(order) => search(rules, searcher.as_mut(), order),
                Order::NewGame(done) => {
                    if let Some(searcher) = &mut searcher {
                        searcher.clear();
                    }
                    // Who does not wait for it does not want to know.
                    let _ = done.send(());
                }
                Order::Configure(settings, answer) => {
                    // The old table goes before the new one comes: both may not fit.
                    searcher = None;
                    let result = settings.searcher(rules).map(|new| searcher = Some(new));
                    // Who does not wait for the answer does not want it.
                    let _ = answer.send(result);
                }
            }
        }
    }
}

fn search<B: Bitboard>(
    rules: &Ruleset<B>,
    searcher: Option<&mut Searcher<'_, B>>,
    mut order: SearchOrder,
) {
    let game = rules.game();
    let outcome = match (searcher, order.line.record(rules)) {
        (Some(searcher), Ok(record)) => {
            let listener = &mut order.listener;
            let mut report = |info: &Info<'_>| listener.info(game, info);
            searcher.search(&record, &order.limits, &order.control, &mut report)
        }
        _ => Outcome { lines: Vec::new(), depth: 0, nodes: 0, time: Duration::ZERO },
    };
    let may_tell = || match order.patience {
        Patience::None => true,
        Patience::UntilStopped => order.control.is_stopped(),
        Patience::UntilPonderHit => !order.control.is_pondering() || order.control.is_stopped(),
    };
    while !may_tell() {
        std::thread::sleep(LOOK_EVERY);
    }
    order.listener.done(game, &outcome);
    // The session may be gone.
    let _ = order.over.send(());
}
