//! [`Sampler`]: positions of every sort in turn.

use super::features::has_kind;
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
/// The games start from any of the start positions, with the whole army or a part of it; some go on
/// from a composed position instead, so that what follows something rare is there too.
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
    themes: Vec<Theme>,
    sources: Vec<Source>,
    next: usize,
    random: Random,
}

/// The most plies of a game from a start position.
const PLIES: usize = 160;
/// The same where pawns have more to do than to arrive once.
const PLIES_WITH_STAGES: usize = 300;
/// The most plies of a game from a composed position.
const PLIES_FROM_COMPOSED: usize = 12;

impl<'r, B: Bitboard> Sampler<'r, B> {
    /// The series that a seed stands for.
    pub fn new(rules: &'r Ruleset<B>, seed: u64) -> Self {
        let themes: Vec<Theme> =
            Theme::ALL.into_iter().filter(|theme| theme.applies(rules.game())).collect();
        let sources = themes.iter().copied().map(Source::Theme);
        let sources = sources.chain(Style::ALL.map(Source::Game)).collect();
        Self { rules, themes, sources, next: 0, random: Random::new(seed) }
    }

    /// How many positions make a round.
    pub fn round(&self) -> usize {
        self.sources.len()
    }

    /// The end of a random game.
    fn game(&self, style: Style, random: &mut Random) -> Position<B> {
        let composed = if random.chance(1, 3) { self.composed(random) } else { None };
        let (start, plies, thinned) = if let Some(position) = composed {
            (position, PLIES_FROM_COMPOSED, 0)
        } else {
            let has_stages = has_kind(self.rules.game(), |kind| kind.stage.is_some());
            let plies = if has_stages { PLIES_WITH_STAGES } else { PLIES };
            (self.start(random), plies, [0, 0, 20, 50, 80, 95][random.below(6)])
        };
        let conduct = Conduct { style, plies: random.within(0..=plies) as u32, thinned };
        let mut game = RandomGame::from_position(self.rules, &start, conduct, random.seed());
        game.by_ref().for_each(drop);
        *game.position()
    }

    /// One of the start positions.
    fn start(&self, random: &mut Random) -> Position<B> {
        let starts = &self.rules.game().starts;
        let start = &starts[random.below(starts.len())];
        // They are checked when a game is loaded.
        self.rules.position(&start.fen).unwrap_or_else(|_| self.rules.start())
    }

    fn composed(&self, random: &mut Random) -> Option<Position<B>> {
        let theme = *random.choose(&self.themes)?;
        compose(self.rules, theme, random.seed())
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
                Source::Game(style) => Some(self.game(style, &mut random)),
            };
            if let Some(position) = position {
                return Some(Sample { source, position });
            }
        }
    }
}
