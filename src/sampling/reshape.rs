//! [`reshaped`]: games that nobody plays, for the parts of the rules that no built-in game uses.

use super::Random;
use super::features::{has_relocation, has_transfer, is_crowned};
use crate::geometry::Board;
use crate::movegen::Variant;
use crate::pieces::{Kind, Movement, Path, betza};
use crate::rules::{Game, JumpPath, KindRules, Relocation, SwapWhen, Unmoved};

/// Ways to move: leaps, slides of all lengths, hops, bends, and mixtures of them.
const MOVEMENTS: &str = "N B R Q K C FA KAD KNAD GH WA FD R3 B2 Q2 DD AA HH NN CC ZZ nA nD nH R2B3 \
    fRbB lRrB fRfBbN cRmB mQcN mNcQ mNNcQ cR4mB2 pR pB pQ fpR cpQ cpNN mRcpR mBcpB mQcpQ \
    mNNcpNN pNNpR FyafsF FyafqF WyafsW afsafyafF yafF yafWyafF [F?fsR] [F?fqR] [W-fsB] \
    mFyafsFcN cFyafsFmR WyafsWFyafsF fmWfcF";

/// Ways to move for men with a second step: to all squares one or two away, for that is where they
/// capture by it, and what they capture they must be known to attack.
const SECOND_STEP_MOVEMENTS: &str = "KNAD KNADC KNADH KNADGH KNADmR mKNADcKNAD";

/// Ways to move for royal men.
const ROYAL_MOVEMENTS: &str = "K W F KN FD Q2 KpR mKcN FyafsF";

/// The same for royal men that jump, castle or enter citadels: one step.
const ROYAL_STEPS: &str = "K W F";

/// Ways to move for pawns, double steps aside.
const PAWN_MOVEMENTS: &str = "fmWfceF fmFfceW fmWfceFfceN fmWceF fmWcebF";

/// The same for pawns of which more becomes than an ordinary man: forward alone, so that those that
/// wait on their last rank are immobile and attack nothing.
const FAR_PAWN_MOVEMENTS: &str = "fmWfcF fmFfcW fmWfcFfcN fmWfcN fmWfFfcN";

/// The same game with other ways to move: board, letters, rights and promotions stay, kinds move
/// as a seed has it, pawns may get or lose their double steps, some kinds may become successors or
/// get a second step. Where pawns wait on their last rank, other rules may say where they are put.
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
    for kind in game.all_kinds() {
        if game.kind(kind).royal.is_some() {
            reshape_royal(&mut game, kind, &mut random);
        } else if game.kind(kind).pawn {
            reshape_pawn(&mut game, kind, &mut random);
        } else {
            reshape_piece(&mut game, kind, &mut random);
        }
    }
    if let Some(jump) = &mut game.jump {
        let paths = [JumpPath::Virtual, JumpPath::Static, JumpPath::Unchecked];
        jump.path = paths[random.below(paths.len())];
    }
    if has_relocation(&game) || has_transfer(&game) {
        game.relocation = Relocation {
            must: random.chance(1, 4),
            pawns_count: random.chance(1, 2),
            royals_count: random.chance(1, 2),
            transfer_removes: random.chance(1, 2),
        };
    }
    if game.swap.is_some() {
        let when = [SwapWhen::Check, SwapWhen::CheckOrStalemate];
        game.swap = random.choose(&when).copied();
    }
    game
}

fn reshape_royal(game: &mut Game, kind: Kind, random: &mut Random) {
    let steps_only = game.jump.is_some() || !game.castlings.is_empty() || !game.citadels.is_empty();
    let rules = &mut game.kinds[kind.index()];
    remake(rules, if steps_only { ROYAL_STEPS } else { ROYAL_MOVEMENTS }, random);
    if rules.royal != Some(1) && !game.citadels.is_empty() {
        rules.own_citadel = random.chance(1, 2);
    }
}

fn reshape_pawn(game: &mut Game, kind: Kind, random: &mut Random) {
    let rules = game.kind(kind);
    let before = rules.movement.double_step().map(|part| part.initial);
    let only_steps = rules.stage.is_some() || is_crowned(game, rules);
    let has_room = game.citadels.is_empty();
    let rules = &mut game.kinds[kind.index()];
    remake(rules, if only_steps { FAR_PAWN_MOVEMENTS } else { PAWN_MOVEMENTS }, random);
    // A FEN with citadels has no place for the square passed.
    if has_room && !only_steps {
        let double = [None, Some(true), Some(false), before][random.below(4)];
        rules.movement.set_double_step(double);
    }
}

fn reshape_piece(game: &mut Game, kind: Kind, random: &mut Random) {
    let (several, has_room) = (game.has_several_royals(), game.citadels.is_empty());
    let rules = &mut game.kinds[kind.index()];
    let before = rules.movement.double_step().map(|part| part.initial);
    // No rule says what a man becomes whose second step ends where it promotes, nor what it means
    // to capture the last two royal men at once.
    let may = rules.promotion.is_none() && rules.unmoved == Unmoved::Home && !several;
    if rules.second_step || (may && random.chance(1, 8)) {
        rules.second_step = true;
        remake(rules, SECOND_STEP_MOVEMENTS, random);
        return;
    }
    remake(rules, MOVEMENTS, random);
    // A right to be unmoved is for a double step.
    while rules.unmoved == Unmoved::Right && goes_two_forward(&game.board, &rules.movement) {
        remake(rules, MOVEMENTS, random);
    }
    if rules.unmoved == Unmoved::Right {
        rules.movement.set_double_step(before);
    } else if has_room && random.chance(1, 4) && !goes_two_forward(&game.board, &rules.movement) {
        rules.movement.set_double_step(Some(random.chance(1, 2)));
    }
    // A mate of one royal man among several is none.
    if !several && random.chance(1, 5) {
        rules.successor = true;
        game.succession = true;
    }
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
