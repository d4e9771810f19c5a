//! [`RandomGame`]: games played at random.

use super::features::is_crowned;
use super::{Random, ordered_moves};
use crate::geometry::Bitboard;
use crate::pieces::Kind;
use crate::position::{Action, Move, Position};
use crate::rules::{Game, Ruleset};

/// What a random game prefers to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// Nothing: every legal move is as likely as any other.
    Uniform,
    /// Captures, double ones most, and checks.
    Sharp,
    /// Pawn moves, steps forward of men that may promote, promotions, and whatever else pawns do on
    /// their last rank.
    Advancing,
}

impl Style {
    /// All styles.
    pub const ALL: [Self; 3] = [Self::Uniform, Self::Sharp, Self::Advancing];

    /// Its name, `"uniform"`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Sharp => "sharp",
            Self::Advancing => "advancing",
        }
    }

    /// How likely a move is, compared with others.
    fn weight<B: Bitboard>(self, rules: &Ruleset<B>, position: &Position<B>, mv: Move) -> u32 {
        if self == Self::Uniform {
            return 1;
        }
        let next = position.play(rules, mv);
        let them = !position.turn();
        // A move may take two men, and some take men of their own side, which is no reason to play
        // them.
        let taken = position.side(them).count().saturating_sub(next.side(them).count());
        if self == Self::Sharp {
            return 1 + 11 * taken + 9 * u32::from(!rules.checkers(&next).is_empty());
        }
        let game = rules.game();
        let Some(mover) = position.at(mv.from) else { return 1 };
        let kind = game.kind(mover.kind);
        let rank = |square| game.board.rank(square).map_or(0, i16::from);
        let forward = i16::from(game.forward(mover.color).rank);
        let advances = (rank(mv.to) - rank(mv.from)) * forward > 0;
        let arrives = matches!(mv.action, Action::Arrive | Action::Relocate | Action::Transfer);
        // Pawns get past those of the other side by captures alone.
        let weight = match (mv.promotion(), kind.pawn) {
            (Some(_), _) => 60,
            (None, true) if arrives => 30,
            (None, true) if taken > 0 => 24,
            (None, true) => 6,
            (None, false) if kind.promotion.is_some() && advances => 4,
            (None, false) => 1,
        };
        // They have the longest way, or there are few of them.
        if travels_far(game, mover.kind) { 3 * weight } else { weight }
    }
}

/// Whether more becomes of a pawn on its last rank than an ordinary man.
fn travels_far(game: &Game, kind: Kind) -> bool {
    let rules = game.kind(kind);
    rules.stage.is_some() || is_crowned(game, rules)
}

/// How a random game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conduct {
    /// What it prefers to play.
    pub style: Style,
    /// After how many plies it ends, if it does not end before.
    pub plies: u32,
    /// How many men in a hundred are taken off before the first move, so that lines open and pawns
    /// get through; royal men stay, and so does every second one of the pawns of which more becomes
    /// than an ordinary man.
    pub thinned: u32,
}

impl Default for Conduct {
    /// A uniform game of two hundred plies with the whole army.
    fn default() -> Self {
        Self { style: Style::Uniform, plies: 200, thinned: 0 }
    }
}

/// A ply of a random game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply<B: Bitboard> {
    /// The move.
    pub mv: Move,
    /// The position that it led to.
    pub position: Position<B>,
}

/// A game played at random: an iterator over its plies.
///
/// It ends with the cap of its [`Conduct`], or where there is no legal move. Draws by repetition
/// or by the fifty-move rule do not end it. Moves are drawn from the list ordered by their texts,
/// so a game does not depend on the order of generation.
///
/// ```
/// use tamerlane::geometry::Bitboard;
/// use tamerlane::movegen::{Task, Variant};
/// use tamerlane::rules::Ruleset;
/// use tamerlane::sampling::{Conduct, RandomGame};
///
/// struct LastFen;
/// impl Task for LastFen {
///     type Output = String;
///     fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> String {
///         let mut game = RandomGame::new(rules, Conduct::default(), 7);
///         game.by_ref().for_each(drop);
///         game.position().fen(rules)
///     }
/// }
/// let variant = Variant::load("wild-tamerlane").unwrap();
/// assert_eq!(variant.dispatch(LastFen), variant.dispatch(LastFen));
/// ```
#[derive(Clone, Debug)]
pub struct RandomGame<'r, B: Bitboard> {
    rules: &'r Ruleset<B>,
    style: Style,
    position: Position<B>,
    plies_left: u32,
    random: Random,
}

impl<'r, B: Bitboard> RandomGame<'r, B> {
    /// A game from the usual start position.
    pub fn new(rules: &'r Ruleset<B>, conduct: Conduct, seed: u64) -> Self {
        Self::from_position(rules, &rules.start(), conduct, seed)
    }

    /// A game from a position.
    pub fn from_position(
        rules: &'r Ruleset<B>,
        position: &Position<B>,
        conduct: Conduct,
        seed: u64,
    ) -> Self {
        let mut random = Random::new(seed);
        let position = thinned(rules, position, conduct.thinned, &mut random);
        Self { rules, style: conduct.style, position, plies_left: conduct.plies, random }
    }

    /// The position after the plies played so far; before the first, where the game starts.
    pub fn position(&self) -> &Position<B> {
        &self.position
    }
}

impl<B: Bitboard> Iterator for RandomGame<'_, B> {
    type Item = Ply<B>;

    fn next(&mut self) -> Option<Ply<B>> {
        self.plies_left = self.plies_left.checked_sub(1)?;
        let moves = ordered_moves(self.rules, &self.position);
        let weights: Vec<u32> =
            moves.iter().map(|&mv| self.style.weight(self.rules, &self.position, mv)).collect();
        let mv = moves[self.random.weighted(&weights)?];
        self.position = self.position.play(self.rules, mv);
        Some(Ply { mv, position: self.position })
    }
}

/// How often thinning is tried before the army stays whole.
const TRIES: usize = 100;

/// The position without so many men in a hundred; rights and the en passant square go with the
/// men they need. The position itself when no such position can be.
fn thinned<B: Bitboard>(
    rules: &Ruleset<B>,
    position: &Position<B>,
    percent: u32,
    random: &mut Random,
) -> Position<B> {
    let game = rules.game();
    if percent == 0 {
        return *position;
    }
    let royals = game.royals();
    for _ in 0..TRIES {
        let mut setup = position.setup(rules);
        for place in &mut setup.pieces {
            let Some(kind) = place.map(|piece| piece.kind) else { continue };
            let spared = travels_far(game, kind) && random.chance(1, 2);
            if !royals.contains(kind) && !spared && random.chance(percent as usize, 100) {
                *place = None;
            }
        }
        setup.en_passant = None;
        for (index, right) in game.rights.iter().enumerate() {
            if !right.is_founded(|square| setup.at(square)) {
                setup.rights &= !(1 << index);
            }
        }
        // A line may have opened onto the royal piece of the side that is not to move.
        if let Ok(thinned) = rules.admit(&setup) {
            return thinned;
        }
    }
    *position
}
