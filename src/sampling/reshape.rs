//! [`reshaped`]: games that nobody plays, for the parts of the rules that no built-in game uses.

use super::Random;
use crate::geometry::Board;
use crate::movegen::Variant;
use crate::pieces::{Movement, Path, betza};
use crate::rules::{Game, JumpPath, KindRules, Unmoved};

/// Ways to move: leaps, slides of all lengths, hops, bends, and mixtures of them.
const MOVEMENTS: &str = "N B R Q K C FA KAD KNAD GH WA FD R3 B2 Q2 DD AA HH NN CC ZZ nA nD nH R2B3 \
    fRbB lRrB fRfBbN cRmB mQcN mNcQ mNNcQ cR4mB2 pR pB pQ fpR cpQ cpNN mRcpR mBcpB mQcpQ \
    mNNcpNN pNNpR FyafsF FyafqF WyafsW afsafyafF yafF yafWyafF [F?fsR] [F?fqR] [W-fsB] \
    mFyafsFcN cFyafsFmR WyafsWFyafsF fmWfcF";

/// Ways to move for royal pieces.
const ROYAL_MOVEMENTS: &str = "K W F KN FD Q2 KpR mKcN FyafsF";

/// The same for royal pieces that jump or castle: one step.
const ROYAL_STEPS: &str = "K W F";

/// Ways to move for pawns, double steps aside.
const PAWN_MOVEMENTS: &str = "fmWfceF fmFfceW fmWfceFfceN fmWceF fmWcebF";

/// The same game with other ways to move: board, letters, rights and promotions stay, kinds move
/// as a seed has it, pawns may get or lose their double steps, some kinds may become successors.
///
/// Where a man would reach the same square by an ordinary move and by a double step or a jump,
/// two moves would have one text; such movements are not given. Nor are such with which a start
/// position could not be; if none is found, the game stays as it is.
///
/// ```
/// use tamerlane::movegen::Variant;
/// use tamerlane::{rules, sampling};
/// let game = rules::load("wild-tamerlane").unwrap();
/// let other = sampling::reshaped(&game, 3);
/// assert_ne!(game.kinds, other.kinds);
/// ```
#[must_use]
pub fn reshaped(game: &Game, seed: u64) -> Game {
    (0..TRIES)
        .map(|index| attempt(game, Random::of_item(seed, index)))
        .find(|other| Variant::new(other.clone()).is_ok())
        .unwrap_or_else(|| game.clone())
}

/// How many games are tried until the start positions can be.
const TRIES: u64 = 50;

fn attempt(game: &Game, mut random: Random) -> Game {
    let mut game = game.clone();
    let royals = game.royals();
    for kind in game.all_kinds() {
        let steps_only = game.jump.is_some() || !game.castlings.is_empty();
        let rules = &mut game.kinds[kind.index()];
        let before = rules.movement.double_step().map(|part| part.initial);
        if royals.contains(kind) {
            let texts = if steps_only { ROYAL_STEPS } else { ROYAL_MOVEMENTS };
            remake(rules, texts, &mut random);
        } else if rules.pawn {
            remake(rules, PAWN_MOVEMENTS, &mut random);
            let double = [None, Some(true), Some(false), before][random.below(4)];
            rules.movement.set_double_step(double);
        } else {
            remake(rules, MOVEMENTS, &mut random);
            // A right to be unmoved is for a double step.
            while rules.unmoved == Unmoved::Right && goes_two_forward(&game.board, &rules.movement)
            {
                remake(rules, MOVEMENTS, &mut random);
            }
            if rules.unmoved == Unmoved::Right {
                rules.movement.set_double_step(before);
            } else if random.chance(1, 4) && !goes_two_forward(&game.board, &rules.movement) {
                rules.movement.set_double_step(Some(random.chance(1, 2)));
            }
            if random.chance(1, 5) {
                rules.successor = true;
                game.succession = true;
            }
        }
    }
    if let Some(jump) = &mut game.jump {
        let paths = [JumpPath::Virtual, JumpPath::Static, JumpPath::Unchecked];
        jump.path = paths[random.below(paths.len())];
    }
    game
}

/// Gives a kind one of the ways to move.
fn remake(kind: &mut KindRules, texts: &str, random: &mut Random) {
    let texts: Vec<&str> = texts.split_whitespace().collect();
    let text = random.choose(&texts).copied().unwrap_or_default();
    kind.movement = betza::parse(text).expect("the movement strings here are of the dialect");
    text.clone_into(&mut kind.move_text);
}

/// Whether an ordinary move goes where a double step goes.
fn goes_two_forward(board: &Board, movement: &Movement) -> bool {
    board.rectangle().any(|from| {
        let double = Path::DoubleStep.reached(board, from);
        movement.parts.iter().any(|part| {
            part.quiet && part.path.reached(board, from).iter().any(|to| double.contains(to))
        })
    })
}
