//! [`Variant`]: a game compiled for the narrowest board it fits, the width hidden.

use crate::geometry::{Bitboard, Instructions, Wide};
use crate::rules::{self, Game, KEY_SEED, Origin, Ruleset, VariantError};

/// A playable game, whatever the width of its board.
#[derive(Debug)]
pub enum Variant {
    /// Up to 128 squares.
    Narrow(Box<Ruleset<u128>>),
    /// Up to 192 squares.
    Wide(Box<Ruleset<Wide>>),
}

/// A job that works for every width of board.
pub trait Task {
    /// What comes out.
    type Output;
    /// Does the job.
    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output;
}

impl Variant {
    /// Loads a game: a built-in one by its name, or a variant file by its path.
    ///
    /// ```
    /// use tamerlane::movegen::Variant;
    /// assert!(Variant::load("wild-tamerlane").is_ok());
    /// assert!(Variant::load("wild-tamerlan").is_err());
    /// ```
    ///
    /// # Errors
    /// When there is no such game, or the file says something that cannot be.
    pub fn load(name_or_path: &str) -> Result<Self, VariantError> {
        Self::new(rules::load(name_or_path)?)
    }

    /// Loads a game with other hash keys, see [`Ruleset::with_keys`].
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn load_with_keys(name_or_path: &str, seed: u64) -> Result<Self, VariantError> {
        Self::with_keys(rules::load(name_or_path)?, seed)
    }

    /// Compiles a game.
    ///
    /// # Errors
    /// When one of its start positions cannot be.
    pub fn new(game: Game) -> Result<Self, VariantError> {
        Self::with_keys(game, KEY_SEED)
    }

    /// Compiles a game with other hash keys.
    fn with_keys(game: Game, seed: u64) -> Result<Self, VariantError> {
        if game.board.len() > u128::CAPACITY {
            return Self::Wide(Box::new(Ruleset::with_keys(game, seed))).checked();
        }
        Self::Narrow(Box::new(Ruleset::with_keys(game, seed))).checked()
    }

    /// Compiles a game for a wide board even if it fits a narrow one, to compare the two.
    ///
    /// # Errors
    /// When one of its start positions cannot be.
    pub fn new_wide(game: Game) -> Result<Self, VariantError> {
        Self::Wide(Box::new(Ruleset::new(game))).checked()
    }

    fn checked(self) -> Result<Self, VariantError> {
        self.dispatch(CheckStarts)?;
        Ok(self)
    }

    /// The same with other instructions of the processor than the best.
    #[must_use]
    pub fn with_instructions(self, instructions: Instructions) -> Self {
        match self {
            Self::Narrow(rules) => Self::Narrow(Box::new(rules.with_instructions(instructions))),
            Self::Wide(rules) => Self::Wide(Box::new(rules.with_instructions(instructions))),
        }
    }

    /// The rules as they were read.
    pub fn game(&self) -> &Game {
        match self {
            Self::Narrow(rules) => rules.game(),
            Self::Wide(rules) => rules.game(),
        }
    }

    /// Does a job: the one place where run-time data picks compile-time code.
    pub fn dispatch<T: Task>(&self, task: T) -> T::Output {
        match self {
            Self::Narrow(rules) => task.run(rules),
            Self::Wide(rules) => task.run(rules),
        }
    }
}

struct CheckStarts;

impl Task for CheckStarts {
    type Output = Result<(), VariantError>;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output {
        let game = rules.game();
        for start in &game.starts {
            rules.position(&start.fen).map_err(|error| VariantError {
                origin: Origin { file: game.name.clone(), line: 0 },
                key: start.key(),
                reason: error.to_string(),
            })?;
        }
        Ok(())
    }
}
