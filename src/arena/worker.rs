//! [`Worker`]: a thread that plays pairs of games.

use crossbeam_channel::{Receiver, Sender};

use super::book::digest_of;
use super::game::{Task, Unfinished, play};
use super::ours::Ours;
use super::player::Player;
use super::schedule::Pair;
use super::theirs::Theirs;
use super::{Brake, FailedGame, Opening, OtherProgram, Plan, PlayedGame, Program, here};
use crate::engine::Settings;
use crate::geometry::Bitboard;
use crate::rules::Ruleset;
use crate::search::Parameters;

/// A pair to play.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub(super) pair: Pair,
    pub(super) attempt: u32,
    /// Where its two games begin.
    pub(super) openings: [Opening; 2],
    /// Which of its games are still to be played.
    pub(super) games: [bool; 2],
}

/// What a worker tells.
#[derive(Debug)]
pub(super) enum Event {
    /// A game was finished.
    Finished(Box<PlayedGame>),
    /// A game could not be finished: its pair is to be played again.
    Failed(Box<Job>, Box<FailedGame>),
    /// The worker is done with a pair, whether or not it was finished.
    Free,
    /// A player cannot be had at all.
    Broken(String),
}

/// A thread that plays pairs of games, with players of its own.
#[derive(Debug)]
pub(super) struct Worker<'r, B: Bitboard> {
    rules: &'r Ruleset<B>,
    plan: &'r Plan,
    brake: &'r Brake,
    players: Vec<Option<Player<'r, B>>>,
    host: String,
}

impl<'r, B: Bitboard> Worker<'r, B> {
    pub(super) fn new(rules: &'r Ruleset<B>, plan: &'r Plan, brake: &'r Brake) -> Self {
        let players = plan.players.iter().map(|_| None).collect();
        Self { rules, plan, brake, players, host: here::host() }
    }

    /// Plays pairs as long as there are some.
    pub(super) fn serve(mut self, jobs: &Receiver<Job>, events: &Sender<Event>) {
        for job in jobs {
            if let Err(message) = self.play(job, events) {
                let _ = events.send(Event::Broken(message));
            }
            if events.send(Event::Free).is_err() {
                return;
            }
        }
    }

    fn play(&mut self, job: Job, events: &Sender<Event>) -> Result<(), String> {
        for game in [0, 1] {
            if !job.games[usize::from(game)] {
                continue;
            }
            if self.brake.is_on() {
                return Ok(());
            }
            let [first, second] = job.pair.players;
            let seats = if game == 0 { [first, second] } else { [second, first] };
            match self.play_game(&job, game, seats)? {
                Ok(game) => drop(events.send(Event::Finished(Box::new(game)))),
                Err(Unfinished::Interrupted) => return Ok(()),
                Err(Unfinished::Failed { side, failure, detail, moves }) => {
                    let player = self.plan.players[seats[side.index()]].name.clone();
                    let failed = FailedGame {
                        pair: job.pair.number,
                        game,
                        attempt: job.attempt,
                        player,
                        failure,
                        detail,
                        opening: job.openings[usize::from(game)].clone(),
                        moves,
                        ended: here::now(),
                        host: self.host.clone(),
                    };
                    drop(events.send(Event::Failed(Box::new(job), Box::new(failed))));
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn play_game(
        &mut self,
        job: &Job,
        game: u8,
        seats: [usize; 2],
    ) -> Result<Result<PlayedGame, Unfinished>, String> {
        for seat in seats {
            if self.players[seat].is_none() {
                self.players[seat] = Some(player(self.rules, self.plan, seat, self.brake)?);
            }
        }
        let plans = seats.map(|seat| &self.plan.players[seat]);
        let task = Task {
            pair: job.pair.number,
            game,
            attempt: job.attempt,
            names: plans.map(|plan| plan.name.as_str()),
            limits: plans.map(|plan| plan.limit),
            opening: &job.openings[usize::from(game)],
            adjudication: self.plan.adjudication,
            control: self.brake.control(),
            host: &self.host,
        };
        let [white, black] = seats;
        let Ok([Some(white), Some(black)]) = self.players.get_disjoint_mut([white, black]) else {
            return Err(format!("players {white} and {black} cannot meet"));
        };
        Ok(play(self.rules, &task, [white, black]))
    }
}

/// A player of a plan.
fn player<'r, B: Bitboard>(
    rules: &'r Ruleset<B>,
    plan: &Plan,
    seat: usize,
    brake: &Brake,
) -> Result<Player<'r, B>, String> {
    let player = &plan.players[seat];
    match &player.program {
        Program::Engine { threads, hash_bytes, values, search } => {
            let mut parameters = Parameters::default();
            for (name, &value) in search {
                parameters
                    .set(name, value)
                    .map_err(|error| format!("player \"{}\": {error}", player.name))?;
            }
            let settings = Settings {
                threads: *threads,
                table_bytes: *hash_bytes,
                values: values.as_ref().map(|values| values.text.clone()),
                parameters,
            };
            let searcher = settings
                .searcher(rules)
                .map_err(|error| format!("player \"{}\": {error}", player.name))?;
            Ok(Player::Ours(Box::new(Ours::new(searcher))))
        }
        Program::Command(command) => {
            let theirs = Theirs::new(rules.game(), command, plan.timeouts, brake.flag())
                .map_err(|error| format!("player \"{}\": {error}", player.name))?;
            Ok(Player::Theirs(Box::new(theirs)))
        }
    }
}

/// Starts a player once, to see that it can be had, and returns what there is to know of it if it is
/// another program.
///
/// # Errors
/// With a sentence.
pub fn probe<B: Bitboard>(
    rules: &Ruleset<B>,
    plan: &Plan,
    seat: usize,
) -> Result<Option<OtherProgram>, String> {
    let brake = Brake::default();
    let name = &plan.players[seat].name;
    match player(rules, plan, seat, &brake)? {
        Player::Ours(_) => Ok(None),
        Player::Theirs(mut theirs) => {
            let calls_itself =
                theirs.start().map_err(|error| format!("player \"{name}\": {error}"))?;
            let digest = here::program(theirs.command()).and_then(|path| digest_of(&path).ok());
            Ok(Some(OtherProgram { player: name.clone(), calls_itself, digest }))
        }
    }
}
