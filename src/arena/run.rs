//! Playing a plan: [`Arena`] hands out pairs, and writes down what comes back.

use std::collections::VecDeque;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};

use super::journal::{ATTEMPTS, Journal, JournalError};
use super::openings::{Openings, OpeningsError};
use super::standing::Standing;
use super::worker::{Event, Job, Worker};
use super::{Brake, LogWriter, OpeningsPlan, Plan, Schedule};
use crate::geometry::Bitboard;
use crate::rating::{SprtError, Verdict};
use crate::rules::Ruleset;

/// The stack of a thread that plays: positions on the way down lie there.
pub(super) const STACK: usize = 16 << 20;
/// How often somebody who watches is told at least.
const TICK: Duration = Duration::from_millis(200);

/// Why a run cannot go on. What was finished is written down.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArenaError {
    /// A file of the run cannot be written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// There is no opening.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// The test is none.
    #[error(transparent)]
    Test(#[from] SprtError),
    /// A player cannot be had.
    #[error("{0}")]
    Player(String),
    /// The system does not start the threads.
    #[error("{0} threads cannot be started: {1}")]
    Threads(usize, String),
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Everything that was asked for is played.
    Complete,
    /// The test has ended.
    Decided(Verdict),
    /// Somebody has pressed the brake.
    Interrupted,
    /// Too many pairs were given up.
    Hopeless,
}

/// How a run is played, besides what it plays.
#[derive(Clone, Copy, Debug)]
pub struct Conditions<'a> {
    /// How many games at once, at least 1. The games do not depend on it.
    pub threads: usize,
    /// Stops the run.
    pub brake: &'a Brake,
}

/// Plays a plan.
#[derive(Debug)]
pub struct Arena<'a, B: Bitboard> {
    plan: Plan,
    schedule: Schedule,
    openings: Openings<'a, B>,
    rules: &'a Ruleset<B>,
    writer: LogWriter,
    /// What was played before.
    journal: Option<Journal>,
    standing: Standing,
    conditions: Conditions<'a>,
    /// The first pair that nobody has looked at.
    next: u64,
    /// Pairs to play again.
    again: VecDeque<Job>,
    error: Option<ArenaError>,
}

impl<'a, B: Bitboard> Arena<'a, B> {
    /// Gets ready to play the plan of a run, less what was played before.
    ///
    /// # Errors
    /// When the openings or the log cannot be read.
    pub fn new(
        rules: &'a Ruleset<B>,
        writer: LogWriter,
        journal: Option<Journal>,
        conditions: Conditions<'a>,
    ) -> Result<Self, ArenaError> {
        let plan = writer.run().plan.clone();
        let schedule = Schedule::new(&plan);
        let mut openings = Openings::new(rules, &plan.openings, plan.seed)?;
        let test = plan.test.map(|test| test.sprt()).transpose()?;
        let standing = match &journal {
            Some(journal) => Standing::of(&schedule, journal, test),
            None => Standing::new(&schedule, test),
        };
        if let (Some(journal), OpeningsPlan::Random { .. }) = (&journal, &plan.openings) {
            for game in journal.games() {
                let game = game?;
                openings.remember(schedule.pair(game.pair).round, &game.opening);
            }
        }
        Ok(Self {
            plan,
            schedule,
            openings,
            rules,
            writer,
            journal,
            standing,
            conditions,
            next: 0,
            again: VecDeque::new(),
            error: None,
        })
    }

    /// How the run stands.
    pub fn standing(&self) -> &Standing {
        &self.standing
    }

    /// After how many rounds openings come up again; `None` if never.
    pub fn distinct_openings(&self) -> Option<u64> {
        self.openings.distinct()
    }

    /// Plays until there is nothing left to play, or a reason to stop. `watch` is told how the run
    /// stands, after each game and some times a second.
    ///
    /// # Errors
    /// When something cannot be written, or a player or an opening cannot be had. What was finished
    /// before is in the log.
    pub fn play(&mut self, watch: &mut dyn FnMut(&Standing)) -> Result<End, ArenaError> {
        let (job_sender, jobs) = unbounded();
        let (event_sender, events) = unbounded();
        let threads = self.conditions.threads.max(1);
        let plan = self.plan.clone();
        let (rules, brake) = (self.rules, self.conditions.brake);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let worker = Worker::new(rules, &plan, brake);
                let (jobs, events): (Receiver<Job>, Sender<Event>) =
                    (jobs.clone(), event_sender.clone());
                let started = std::thread::Builder::new()
                    .stack_size(STACK)
                    .spawn_scoped(scope, move || worker.serve(&jobs, &events));
                if let Err(error) = started {
                    self.error = Some(ArenaError::Threads(threads, error.to_string()));
                }
            }
            self.hand_out(threads, &job_sender, &events, watch);
            // Nobody waits for more.
            drop(job_sender);
        });
        match self.error.take() {
            Some(error) => Err(error),
            None => Ok(self.end()),
        }
    }

    fn end(&self) -> End {
        let settled = self.standing.pairs() + self.standing.given_up();
        match self.standing.decision() {
            Some(decision) => End::Decided(decision.verdict),
            None if self.standing.planned().is_some_and(|planned| settled >= planned) => {
                End::Complete
            }
            None if self.standing.is_hopeless() => End::Hopeless,
            None => End::Interrupted,
        }
    }

    fn hand_out(
        &mut self,
        threads: usize,
        jobs: &Sender<Job>,
        events: &Receiver<Event>,
        watch: &mut dyn FnMut(&Standing),
    ) {
        let mut busy = 0;
        loop {
            while busy < threads && !self.is_stopping() {
                match self.next_job() {
                    Ok(Some(job)) => {
                        if jobs.send(job).is_err() {
                            break;
                        }
                        busy += 1;
                    }
                    Ok(None) => break,
                    Err(error) => self.fail(error.into()),
                }
            }
            self.standing.set_running(busy);
            watch(&self.standing);
            if busy == 0 {
                return;
            }
            match events.recv_timeout(TICK) {
                Ok(Event::Free) => busy -= 1,
                Ok(event) => {
                    if let Err(error) = self.take(event) {
                        self.fail(error);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn is_stopping(&self) -> bool {
        self.error.is_some()
            || self.conditions.brake.is_on()
            || self.standing.decision().is_some()
            || self.standing.is_hopeless()
    }

    /// Remembers the first error, and ends everything.
    fn fail(&mut self, error: ArenaError) {
        if self.error.is_none() {
            self.error = Some(error);
        }
        self.conditions.brake.slam();
    }

    fn take(&mut self, event: Event) -> Result<(), ArenaError> {
        match event {
            Event::Finished(mut game) => {
                if self.error.is_none() {
                    self.writer.add(&mut game)?;
                    let noted = (game.pair, game.game, game.result);
                    self.standing.note(&self.schedule, noted);
                }
            }
            Event::Failed(job, failed) => {
                if self.error.is_none() {
                    self.writer.add_failure(&failed)?;
                    let is_given_up = job.attempt >= ATTEMPTS;
                    self.standing.note_failure(&self.schedule, failed.pair, is_given_up);
                    if !is_given_up {
                        let attempt = job.attempt + 1;
                        self.again.push_back(Job { attempt, games: [true; 2], ..*job });
                    }
                }
            }
            Event::Broken(message) => return Err(ArenaError::Player(message)),
            Event::Free => {}
        }
        Ok(())
    }

    /// The next pair that is to be played, or the rest of one.
    fn next_job(&mut self) -> Result<Option<Job>, OpeningsError> {
        if let Some(job) = self.again.pop_front() {
            return Ok(Some(job));
        }
        loop {
            let number = self.next;
            if self.schedule.pairs().is_some_and(|pairs| number >= pairs) {
                return Ok(None);
            }
            self.next += 1;
            let (attempt, games) = match &self.journal {
                Some(journal) => {
                    let missing = |game| !journal.has_game(number, game);
                    (journal.attempt(number), [missing(0), missing(1)])
                }
                None => (1, [true; 2]),
            };
            if attempt > ATTEMPTS || games == [false; 2] {
                continue;
            }
            let pair = self.schedule.pair(number);
            let openings = self.openings.of_round(pair.round)?;
            return Ok(Some(Job { pair, attempt, openings, games }));
        }
    }
}
