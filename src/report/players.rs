//! [`PlayerRow`] and [`Meeting`]: what each player did, and what each two did to each other.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Score;
use crate::arena::{Plan, PlayedGame, Reason};
use crate::estimation::Outcome;
use crate::pieces::Color;
use crate::rating::{Estimate, RatedGame, RatingList, Results, Strength, Unrated};

/// What one player did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerRow {
    /// What it is called.
    pub name: String,
    /// Who it is, in words.
    pub program: String,
    /// How long it may think, in words.
    pub limit: String,
    /// All its games.
    #[serde(flatten)]
    pub score: Score,
    /// Those with the white men.
    pub white: Score,
    /// Those with the black men.
    pub black: Score,
    /// Its rating among all players: their mean is 0. None where it cannot be compared, or where
    /// there are two players only.
    pub rating: Option<Estimate>,
    /// Why there is no rating among rated players.
    pub unrated: Option<&'static str>,
    /// How it lost games: reasons and how often.
    pub lost_by: BTreeMap<Reason, u64>,
    /// How often its program failed; such games count for nobody.
    pub failures: u64,
    /// How it used its time.
    pub thinking: Thinking,
}

/// How a player used its time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Thinking {
    /// How many moves it made.
    pub moves: u64,
    /// The mean depth of a move, in plies, of those of which it is known.
    pub depth: Option<f64>,
    /// The mean number of positions of a move, of those of which it is known.
    pub nodes: Option<f64>,
    /// The mean time of a move, in seconds.
    pub seconds: Option<f64>,
}

/// What two players did to each other, told of the first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Meeting {
    /// Their names.
    pub players: [String; 2],
    /// Games of the first.
    #[serde(flatten)]
    pub score: Score,
    /// Pairs in which the first got 0, 1/2, 1, 3/2 and 2 points.
    pub pairs: [u64; 5],
    /// How much stronger the first is.
    pub strength: Option<Strength>,
}

/// Sums and how many there were of each.
#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    sum: f64,
    count: u64,
}

impl Mean {
    fn add(&mut self, number: f64) {
        self.sum += number;
        self.count += 1;
    }

    fn value(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}

/// What is known of a player while games are read.
#[derive(Clone, Debug, Default)]
struct Counted {
    white: Score,
    black: Score,
    lost_by: BTreeMap<Reason, u64>,
    failures: u64,
    depth: Mean,
    nodes: Mean,
    seconds: Mean,
}

/// All players, while games are read.
#[derive(Clone, Debug)]
pub(super) struct Players<'p> {
    plan: &'p Plan,
    counted: Vec<Counted>,
    /// By the places of two players, the smaller first: the results of the first.
    meetings: BTreeMap<[usize; 2], (Score, [u64; 5])>,
    games: Vec<RatedGame>,
}

impl<'p> Players<'p> {
    pub(super) fn new(plan: &'p Plan) -> Self {
        let counted = vec![Counted::default(); plan.players.len()];
        Self { plan, counted, meetings: BTreeMap::new(), games: Vec::new() }
    }

    /// The place of a player in the plan.
    pub(super) fn place(&self, name: &str) -> Option<usize> {
        self.plan.players.iter().position(|player| player.name == name)
    }

    /// Counts the two games of a pair.
    pub(super) fn add_pair(&mut self, games: [&PlayedGame; 2]) {
        let places = [&games[0].white, &games[0].black].map(|name| self.place(name));
        let [Some(one), Some(other)] = places else { return };
        let mut half_points = 0;
        for game in games {
            let one_is_white = self.place(&game.white) == Some(one);
            let (white, black) = if one_is_white { (one, other) } else { (other, one) };
            self.counted[white].white.add(game.result, Color::White);
            self.counted[black].black.add(game.result, Color::Black);
            let loser = match game.result.half_points(Color::White) {
                0 => Some(white),
                2 => Some(black),
                _ => None,
            };
            if let Some(loser) = loser {
                *self.counted[loser].lost_by.entry(game.reason).or_default() += 1;
            }
            self.think(game, white, black);
            let (least, side) =
                if one.min(other) == white { (white, Color::White) } else { (black, Color::Black) };
            let key = [least, one.max(other)];
            self.meetings.entry(key).or_default().0.add(game.result, side);
            half_points += game.result.half_points(side) as usize;
            let outcome = Outcome::ALL[game.result.half_points(Color::White) as usize];
            self.games.push(RatedGame { first: white, second: black, outcome, pair: game.pair });
        }
        let key = [one.min(other), one.max(other)];
        self.meetings.entry(key).or_default().1[half_points] += 1;
    }

    /// Counts a game that could not be finished.
    pub(super) fn add_failure(&mut self, player: &str) {
        if let Some(place) = self.place(player) {
            self.counted[place].failures += 1;
        }
    }

    fn think(&mut self, game: &PlayedGame, white: usize, black: usize) {
        let white_is_first = super::words::first_to_move(game) == Color::White;
        let order = if white_is_first { [white, black] } else { [black, white] };
        for (ply, &time) in game.times.iter().enumerate() {
            let counted = &mut self.counted[order[ply % 2]];
            counted.seconds.add(time as f64 / 1e6);
            if let Some(depth) = game.depths[ply] {
                counted.depth.add(f64::from(depth));
            }
            if let Some(nodes) = game.nodes[ply] {
                counted.nodes.add(nodes as f64);
            }
        }
    }

    /// The ratings of all players; `None` for two, of whom [`Meeting::strength`] tells all.
    pub(super) fn ratings(&self) -> Option<RatingList> {
        (self.counted.len() > 2)
            .then(|| RatingList::of(self.counted.len(), &self.games).ok())
            .flatten()
    }

    /// A row for each player, in the order of the plan.
    pub(super) fn rows(&self, ratings: Option<&RatingList>) -> Vec<PlayerRow> {
        let players = self.plan.players.iter().enumerate().zip(&self.counted);
        let row = |((place, player), counted): ((usize, _), &Counted)| {
            let player: &crate::arena::PlayerPlan = player;
            let rated = ratings.and_then(|list| {
                list.rated.iter().find(|rated| rated.player == place).map(|rated| rated.elo)
            });
            let unrated = ratings.and_then(|list| {
                list.unrated.iter().find_map(|unrated| match *unrated {
                    Unrated::Above(other) if other == place => Some("above all rated players"),
                    Unrated::Below(other) if other == place => Some("below all rated players"),
                    Unrated::Apart(other) if other == place => Some("not to be compared"),
                    _ => None,
                })
            });
            PlayerRow {
                name: player.name.clone(),
                program: super::words::program(&player.program),
                limit: super::words::limit(player.limit),
                score: counted.white.plus(counted.black),
                white: counted.white,
                black: counted.black,
                rating: rated,
                unrated,
                lost_by: counted.lost_by.clone(),
                failures: counted.failures,
                thinking: Thinking {
                    moves: counted.seconds.count,
                    depth: counted.depth.value(),
                    nodes: counted.nodes.value(),
                    seconds: counted.seconds.value(),
                },
            }
        };
        players.map(row).collect()
    }

    /// What each two did that met.
    pub(super) fn meetings(&self) -> Vec<Meeting> {
        let meeting = |(places, &(score, pairs)): (&[usize; 2], &(Score, [u64; 5]))| Meeting {
            players: places.map(|place| self.plan.players[place].name.clone()),
            score,
            pairs,
            strength: Strength::of(&Results::Pairs(pairs)),
        };
        self.meetings.iter().map(meeting).collect()
    }
}
