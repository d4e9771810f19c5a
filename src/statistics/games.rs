//! [`GameStatistics`]: random games, counted.

use std::num::NonZeroUsize;

use rayon::prelude::*;

use super::Distribution;
use crate::geometry::Bitboard;
use crate::movegen::Status;
use crate::perft::{Classes, PerftError, Watch, thread_pool};
use crate::rules::Ruleset;
use crate::sampling::{Conduct, Random, RandomGame};

/// Which games to play.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// How many.
    pub games: u32,
    /// How they are played.
    pub conduct: Conduct,
    /// The seed of all of them; the same seed gives the same games.
    pub seed: u64,
    /// How many threads play. The result does not depend on it.
    pub threads: NonZeroUsize,
}

/// How a random game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no move and is not in check.
    Stalemate,
    /// A royal man stands in the enemy's citadel.
    CitadelDraw,
    /// It was broken off after the most plies allowed.
    Cap,
}

impl Ending {
    /// All endings.
    pub const ALL: [Self; 4] = [Self::Checkmate, Self::Stalemate, Self::CitadelDraw, Self::Cap];

    /// Its name in every output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::CitadelDraw => "citadel draw",
            Self::Cap => "cap",
        }
    }
}

/// What some random games were like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameStatistics {
    /// How many plies they had.
    pub lengths: Distribution,
    /// How many legal moves there were in each position in which one was played.
    pub branching: Distribution,
    /// What sort of moves were played.
    pub classes: Classes,
    /// How many moves were played.
    pub moves: u64,
    /// How many games ended in each way, in the order of [`Ending::ALL`].
    pub endings: [u64; Ending::ALL.len()],
}

impl GameStatistics {
    /// Plays games. If the watch is stopped, those that were finished are counted.
    ///
    /// # Errors
    /// When the system does not start the threads.
    pub fn of<B: Bitboard>(
        rules: &Ruleset<B>,
        request: &Request,
        watch: &Watch,
    ) -> Result<Self, PerftError> {
        let play = |index: u32| {
            if watch.is_stopped() {
                return None;
            }
            let seed = Random::of_item(request.seed, u64::from(index)).seed();
            let game = Self::of_game(rules, request.conduct, seed);
            watch.add(1, request.games.into());
            Some(game)
        };
        // Sums, so it does not matter in which order they are made.
        Ok(thread_pool(request.threads)?.install(|| {
            let games = (0..request.games).into_par_iter().filter_map(play);
            games.reduce(Self::default, |one, other| one.plus(&other))
        }))
    }

    /// How many games were played.
    pub fn games(&self) -> u64 {
        self.lengths.total()
    }

    fn of_game<B: Bitboard>(rules: &Ruleset<B>, conduct: Conduct, seed: u64) -> Self {
        let mut statistics = Self::default();
        let mut game = RandomGame::new(rules, conduct, seed);
        let mut length = 0;
        let mut before = *game.position();
        for ply in &mut game {
            statistics.branching.add(rules.count_moves(&before) as u32);
            statistics.classes = statistics.classes.plus(Classes::of(rules, &before, ply.mv));
            before = ply.position;
            length += 1;
        }
        let ending = match rules.status(&before) {
            Status::Checkmate => Ending::Checkmate,
            Status::Stalemate => Ending::Stalemate,
            Status::CitadelDraw => Ending::CitadelDraw,
            Status::Ongoing | Status::Check => Ending::Cap,
        };
        statistics.lengths.add(length);
        statistics.moves = u64::from(length);
        statistics.endings[ending as usize] += 1;
        statistics
    }

    fn plus(mut self, other: &Self) -> Self {
        self.lengths.merge(&other.lengths);
        self.branching.merge(&other.branching);
        self.classes = self.classes.plus(other.classes);
        self.moves += other.moves;
        for (sum, count) in self.endings.iter_mut().zip(other.endings) {
            *sum += count;
        }
        self
    }
}
