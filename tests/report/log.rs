//! Logs of runs that nobody played: the games are random, and so are their ends.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use tamerlane::arena::log::FORMAT;
use tamerlane::arena::{
    Adjudication, Contest, FailedGame, Failure, Limit, Machine, Opening, OpeningsPlan, Outcome,
    Plan, PlayedGame, PlayerPlan, Program, Reason, Run, TestPlan, Timeouts,
};
use tamerlane::geometry::Bitboard;
use tamerlane::movegen::{Task, Variant};
use tamerlane::rules::Ruleset;
use tamerlane::sampling::{Conduct, Random, RandomGame, Style};

/// A log to be written.
pub(crate) struct Log {
    pub(crate) run: Run,
    pub(crate) games: Vec<PlayedGame>,
    pub(crate) failures: Vec<FailedGame>,
}

/// What a log is made of.
pub(crate) struct Recipe<'a> {
    pub(crate) variant: &'a str,
    pub(crate) players: &'a [&'a str],
    pub(crate) rounds: u64,
    /// Chances of a loss, a draw and a win of the player with the lower number, in hundredths.
    pub(crate) chances: [u32; 3],
    pub(crate) test: Option<TestPlan>,
    pub(crate) seed: u64,
}

struct Moves {
    seed: u64,
    plies: u32,
}

impl Task for Moves {
    type Output = Vec<String>;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Vec<String> {
        let conduct = Conduct { style: Style::Uniform, plies: self.plies, thinned: 0 };
        RandomGame::new(rules, conduct, self.seed).map(|ply| ply.mv.text(rules.game())).collect()
    }
}

impl Recipe<'_> {
    pub(crate) fn log(&self) -> Log {
        let variant = Variant::load(self.variant).unwrap();
        let player = |name: &&str| PlayerPlan {
            name: (*name).to_owned(),
            program: Program::Engine {
                threads: 1,
                hash_bytes: 16 << 20,
                values: None,
                search: BTreeMap::new(),
            },
            limit: Limit::Nodes(500),
        };
        let plan = Plan {
            variant: self.variant.to_owned(),
            rules: tamerlane::perft::identity::rules_id(variant.game()),
            contest: Contest::RoundRobin,
            players: self.players.iter().map(player).collect(),
            rounds: self.test.is_none().then_some(self.rounds),
            test: self.test,
            seed: self.seed,
            openings: OpeningsPlan::Random { plies: 6, even: 60, nodes: 1000 },
            adjudication: Adjudication::default(),
            timeouts: Timeouts::default(),
        };
        let run = Run {
            format: FORMAT.to_owned(),
            id: plan.id(),
            tool: "tamerlane 0.1.0".to_owned(),
            started: "2026-11-30T08:00:00.123Z".to_owned(),
            machine: Machine {
                host: "alpha".to_owned(),
                system: "linux".to_owned(),
                processor: "x86_64".to_owned(),
                threads: 2,
            },
            programs: Vec::new(),
            plan,
        };
        let mut random = Random::new(self.seed);
        let mut games = Vec::new();
        let mut pair = 0;
        for round in 0..self.rounds {
            for one in 0..self.players.len() {
                for other in one + 1..self.players.len() {
                    for game in 0..2 {
                        let seats = if game == 0 { [one, other] } else { [other, one] };
                        games.push(self.game(&variant, (pair, round, game), seats, &mut random));
                    }
                    pair += 1;
                }
            }
        }
        Log { run, games, failures: Vec::new() }
    }

    fn game(
        &self,
        variant: &Variant,
        (pair, round, game): (u64, u64, u8),
        seats: [usize; 2],
        random: &mut Random,
    ) -> PlayedGame {
        let plies = 20 + random.below(60) as u32;
        // The games of a round begin alike, and go on differently.
        let mut moves = variant.dispatch(Moves { seed: round, plies });
        let rest = moves.split_off(6);
        let place = random.weighted(&self.chances).unwrap();
        let white_is_lower = seats[0] < seats[1];
        let result = match (place, white_is_lower) {
            (1, _) => Outcome::Draw,
            (2, true) | (0, false) => Outcome::White,
            _ => Outcome::Black,
        };
        let reasons: &[Reason] = match result {
            Outcome::Draw => &[Reason::Repetition, Reason::FiftyMoves, Reason::MoveCap],
            _ => &[Reason::Checkmate, Reason::Time, Reason::IllegalMove, Reason::Resignation],
        };
        let count = rest.len();
        PlayedGame {
            pair,
            game,
            attempt: 1,
            white: self.players[seats[0]].to_owned(),
            black: self.players[seats[1]].to_owned(),
            opening: Opening { number: round, fen: variant.game().start().to_owned(), moves },
            moves: rest,
            result,
            reason: *random.choose(reasons).unwrap(),
            detail: None,
            scores: (0..count).map(|ply| (ply % 7 != 0).then_some(ply as i32 * 3 - 40)).collect(),
            depths: vec![Some(7); count],
            nodes: (0..count).map(|ply| Some(400 + ply as u64)).collect(),
            times: (0..count).map(|ply| 700 + 10 * ply as u64).collect(),
            started: "2026-11-30T08:00:00.123Z".to_owned(),
            seconds: 0.25,
            host: "alpha".to_owned(),
            sum: String::new(),
        }
    }
}

impl Log {
    /// Notes that a player's program failed in an attempt at a pair.
    pub(crate) fn fail(&mut self, player: &str, pair: u64, attempt: u32) {
        self.failures.push(FailedGame {
            pair,
            game: 0,
            attempt,
            player: player.to_owned(),
            failure: Failure::Crash,
            detail: "it ended".to_owned(),
            opening: self.games[0].opening.clone(),
            moves: Vec::new(),
            ended: "2026-11-30T08:00:00.123Z".to_owned(),
            host: "alpha".to_owned(),
        });
    }

    /// Writes the files of the run, the games in an order of their own.
    pub(crate) fn write(&mut self, folder: &Path) {
        fs::create_dir_all(folder).unwrap();
        fs::write(folder.join("run.json"), serde_json::to_string(&self.run).unwrap()).unwrap();
        let id = self.run.id.clone();
        let mut lines: Vec<String> = self.games.iter_mut().map(|game| game.line(&id)).collect();
        Random::new(9).shuffle(&mut lines);
        fs::write(folder.join("games.ndjson"), lines.concat()).unwrap();
        if !self.failures.is_empty() {
            let lines: Vec<String> = self.failures.iter().map(FailedGame::line).collect();
            fs::write(folder.join("failures.ndjson"), lines.concat()).unwrap();
        }
    }
}
