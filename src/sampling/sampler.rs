//! [`Sampler`]: positions of every sort in turn.

use super::{Conduct, Random, RandomGame, Style, Theme, compose};
use crate::geometry::Bitboard;
use crate::position::Position;
use crate::rules::Ruleset;

/// Where a sample comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// It was composed.
    Theme(Theme),
    /// It stood at the end of a random game.
    Game(Style),
}

impl Source {
    /// The name of the theme or of the style.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Theme(theme) => theme.name(),
            Self::Game(style) => style.name(),
        }
    }
}

/// A position and where it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample<B: Bitboard> {
    /// Where it comes from.
    pub source: Source,
    /// The position.
    pub position: Position<B>,
}

/// Positions without end: in each round one of every theme that applies, and the last positions
/// of three random games, one of each style.
///
/// ```
/// use tamerlane::geometry::Bitboard;
/// use tamerlane::movegen::{Task, Variant};
/// use tamerlane::rules::Ruleset;
/// use tamerlane::sampling::Sampler;
///
/// struct Fens;
/// impl Task for Fens {
///     type Output = Vec<String>;
///     fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Vec<String> {
///         Sampler::new(rules, 3).take(40).map(|sample| sample.position.fen(rules)).collect()
///     }
/// }
/// let variant = Variant::load("tamerlane2").unwrap();
/// assert_eq!(variant.dispatch(Fens), variant.dispatch(Fens));
/// ```
#[derive(Clone, Debug)]
pub struct Sampler<'r, B: Bitboard> {
    rules: &'r Ruleset<B>,
    sources: Vec<Source>,
    next: usize,
    random: Random,
}

impl<'r, B: Bitboard> Sampler<'r, B> {
    /// The series that a seed stands for.
    pub fn new(rules: &'r Ruleset<B>, seed: u64) -> Self {
        let themes = Theme::ALL.into_iter().filter(|theme| theme.applies(rules.game()));
        let sources = themes.map(Source::Theme).chain(Style::ALL.map(Source::Game)).collect();
        Self { rules, sources, next: 0, random: Random::new(seed) }
    }

    /// How many positions make a round.
    pub fn round(&self) -> usize {
        self.sources.len()
    }
}

impl<B: Bitboard> Iterator for Sampler<'_, B> {
    type Item = Sample<B>;

    fn next(&mut self) -> Option<Sample<B>> {
        // A theme that comes to nothing is left out; games always come to something.
        loop {
            let source = self.sources[self.next % self.sources.len()];
            self.next += 1;
            let mut random = self.random.branch();
            let position = match source {
                Source::Theme(theme) => compose(self.rules, theme, random.seed()),
                Source::Game(style) => {
                    let plies = random.within(0..=160) as u32;
                    let thinned = [0, 0, 20, 50, 80][random.below(5)];
                    let conduct = Conduct { style, plies, thinned };
                    let start = self.rules.start();
                    let mut game =
                        RandomGame::from_position(self.rules, &start, conduct, random.seed());
                    game.by_ref().for_each(drop);
                    Some(*game.position())
                }
            };
            if let Some(position) = position {
                return Some(Sample { source, position });
            }
        }
    }
}
