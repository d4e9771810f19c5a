//! [`play_pairs`]: some pairs of a plan, played for somebody who keeps the games himself.

use std::collections::{HashMap, VecDeque};

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::journal::ATTEMPTS;
use super::run::{ArenaError, Conditions, STACK};
use super::worker::{Event, Job, Worker};
use super::{FailedGame, Opening, Plan, PlayedGame, Schedule};
use crate::geometry::Bitboard;
use crate::rules::Ruleset;

/// All that was played of a pair until it was settled.
#[derive(Clone, Debug, Default)]
pub struct SettledPair {
    /// Its games in the order in which they ended: both of the last attempt, unless the pair was given
    /// up, and perhaps one of each attempt before.
    pub games: Vec<PlayedGame>,
    /// The games that a program's failure ended.
    pub failures: Vec<FailedGame>,
}

impl SettledPair {
    /// Whether it counts or was given up: nothing more is to be played.
    pub fn is_whole(&self) -> bool {
        let failed = self.failures.iter().map(|failed| failed.attempt).max().unwrap_or(0);
        let has = |wanted: u8| {
            let mut games = self.games.iter();
            games.any(|game| game.attempt == failed + 1 && game.game == wanted)
        };
        failed >= ATTEMPTS || (has(0) && has(1))
    }
}

/// Somebody who hands out pairs and takes what came of them.
pub trait Desk {
    /// The next pair to play and where its two games begin; `None` when there is no more.
    fn next(&mut self) -> Option<(u64, [Opening; 2])>;
    /// Takes a pair that is settled; `false` ends everything.
    fn take(&mut self, number: u64, pair: SettledPair) -> bool;
}

/// Plays pairs of a plan until there are no more, or the brake is on; then what is not settled is
/// dropped.
///
/// # Errors
/// When a player cannot be had, or the system does not start the threads.
pub fn play_pairs<B: Bitboard>(
    rules: &Ruleset<B>,
    plan: &Plan,
    conditions: Conditions<'_>,
    desk: &mut dyn Desk,
) -> Result<(), ArenaError> {
    let (job_sender, jobs) = unbounded();
    let (event_sender, events) = unbounded();
    let threads = conditions.threads.max(1);
    std::thread::scope(|scope| {
        let mut ended = Ok(());
        for _ in 0..threads {
            let worker = Worker::new(rules, plan, conditions.brake);
            let (jobs, events): (Receiver<Job>, Sender<Event>) =
                (jobs.clone(), event_sender.clone());
            let started = std::thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, move || worker.serve(&jobs, &events));
            if let Err(error) = started {
                ended = Err(ArenaError::Threads(threads, error.to_string()));
            }
        }
        if ended.is_ok() {
            let schedule = Schedule::new(plan);
            let table = Table { schedule, jobs: &job_sender, open: HashMap::new(), desk };
            ended = table.serve(threads, &events, conditions);
        }
        if ended.is_err() {
            conditions.brake.slam();
        }
        // Nobody waits for more.
        drop(job_sender);
        ended
    })
}

struct Table<'a> {
    schedule: Schedule,
    jobs: &'a Sender<Job>,
    /// Pairs that are not settled, each with the attempt that is made.
    open: HashMap<u64, (u32, SettledPair)>,
    desk: &'a mut dyn Desk,
}

impl Table<'_> {
    fn serve(
        mut self,
        threads: usize,
        events: &Receiver<Event>,
        conditions: Conditions<'_>,
    ) -> Result<(), ArenaError> {
        let mut again = VecDeque::new();
        let mut busy = 0;
        let mut goes_on = true;
        loop {
            while busy < threads && goes_on && !conditions.brake.is_on() {
                let Some(job) = again.pop_front().or_else(|| self.next()) else { break };
                if self.jobs.send(job).is_err() {
                    break;
                }
                busy += 1;
            }
            if busy == 0 {
                return Ok(());
            }
            match events.recv() {
                Ok(Event::Free) => busy -= 1,
                Ok(Event::Finished(game)) => goes_on &= self.finished(*game),
                Ok(Event::Failed(job, failed)) => {
                    let (number, attempt) = (failed.pair, job.attempt + 1);
                    let Some(open) = self.open.get_mut(&number) else { continue };
                    open.0 = attempt;
                    open.1.failures.push(*failed);
                    if attempt > ATTEMPTS {
                        goes_on &= self.settle(number);
                    } else {
                        again.push_back(Job { attempt, games: [true; 2], ..*job });
                    }
                }
                Ok(Event::Broken(message)) => return Err(ArenaError::Player(message)),
                Err(_) => return Ok(()),
            }
        }
    }

    fn next(&mut self) -> Option<Job> {
        let (number, openings) = self.desk.next()?;
        self.open.insert(number, (1, SettledPair::default()));
        let pair = self.schedule.pair(number);
        Some(Job { pair, attempt: 1, openings, games: [true; 2] })
    }

    fn finished(&mut self, game: PlayedGame) -> bool {
        let number = game.pair;
        let Some((attempt, pair)) = self.open.get_mut(&number) else { return true };
        pair.games.push(game);
        let current = pair.games.iter().filter(|game| game.attempt == *attempt).count();
        current < 2 || self.settle(number)
    }

    fn settle(&mut self, number: u64) -> bool {
        self.open.remove(&number).is_none_or(|(_, pair)| self.desk.take(number, pair))
    }
}
