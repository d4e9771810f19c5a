//! [`Armies`]: positions in which one army has other men than the other.

use std::collections::BTreeMap;

use super::openings::OpeningsError;
use super::{ArmiesPlan, Difference, Opening};
use crate::evaluation::bound_parts;
use crate::geometry::{Bitboard, Square};
use crate::pieces::{Color, Kind, Piece};
use crate::position::{Position, Setup};
use crate::rules::{Game, Right, Ruleset};
use crate::sampling::Random;

/// How often men are put elsewhere where a position cannot be or begins with a capture.
const DRAWS: usize = 400;
/// How often men are shuffled until those bound to a part of the board cover the parts that they do
/// at the start.
const SHUFFLES: usize = 2_000;

/// Positions in which one army has other men than the other, by number.
///
/// All men but pawns and royal men change places at random, both armies alike, one the mirror image of
/// the other; men that never leave a part of the board stay on as many parts as they cover at the start.
/// Then both lose the same men at random, and each those that the other is to have more of. White moves
/// first. Positions that cannot be, and those in which White could capture at once, are drawn again.
#[derive(Debug)]
pub(super) struct Armies<'r, B: Bitboard> {
    rules: &'r Ruleset<B>,
    plan: ArmiesPlan,
    /// What stays where it is: the royal men; whose turn it is; all rights.
    base: Setup,
    /// White's men at the start without royal men.
    men: Vec<(Kind, Square)>,
    /// For each square that of the other side.
    mirror: Vec<Square>,
    /// The kinds bound to parts of the board, and the parts.
    bound: Vec<(Kind, Vec<B>)>,
    /// For each difference: of which kinds the first army lacks how many, and the second.
    lacks: Vec<[Vec<(Kind, usize)>; 2]>,
}

/// Men and their squares, and for each square that of the other side.
pub(crate) type MirroredMen = (Vec<(Kind, Square)>, Vec<Square>);

/// The men that take part in differences: White's at the start but the royal ones, where Black's are
/// their mirror image.
///
/// # Errors
/// With a sentence, where they are not.
pub(crate) fn mirrored_men<B: Bitboard>(rules: &Ruleset<B>) -> Result<MirroredMen, String> {
    let game = rules.game();
    let start = rules.start().setup(rules);
    let royals = game.royals();
    let board = &game.board;
    let last = [board.files() - 1, board.ranks() - 1];
    // Either way may be the right one, whatever the rules say of moves.
    let ways = [false, true].map(|turned| {
        let other = |square: Square| match (board.file(square), board.rank(square)) {
            (Some(file), Some(rank)) => {
                let file = if turned { last[0] - file } else { file };
                board.square(i16::from(file), i16::from(last[1] - rank)).unwrap_or(square)
            }
            _ => square,
        };
        board.squares().map(other).collect::<Vec<Square>>()
    });
    let is_mirror = |way: &Vec<Square>| {
        board.rectangle().all(|square| {
            let swapped = |man: Piece| Piece { color: !man.color, ..man };
            start.at(square).map(swapped) == start.at(way[square.index()])
        })
    };
    let Some(mirror) = ways.into_iter().find(is_mirror) else {
        return Err(format!("{}: the armies are not each other's mirror image", game.name));
    };
    let man = |square: Square| {
        let man = start.at(square).filter(|man| man.color == Color::White)?;
        (!royals.contains(man.kind)).then_some((man.kind, square))
    };
    Ok((board.rectangle().filter_map(man).collect(), mirror))
}

impl<'r, B: Bitboard> Armies<'r, B> {
    /// The positions of a plan.
    ///
    /// # Errors
    /// When the game's armies are not each other's mirror image, or have not the men of a difference.
    pub(super) fn new(rules: &'r Ruleset<B>, plan: &ArmiesPlan) -> Result<Self, OpeningsError> {
        let game = rules.game();
        let (men, mirror) = mirrored_men(rules).map_err(OpeningsError::Armies)?;
        let mut base = rules.start().setup(rules);
        for &(_, square) in &men {
            base.pieces[square.index()] = None;
            base.pieces[mirror[square.index()].index()] = None;
        }
        let lacks: Result<Vec<_>, String> =
            plan.differences.iter().map(|one| lacks(game, &men, one)).collect();
        let lacks = lacks.map_err(OpeningsError::Armies)?;
        let is_known = |place: &u32| (*place as usize) < lacks.len();
        if plan.order.is_empty() || !plan.order.iter().all(is_known) {
            let reason = "the plan's order has none, or one that is not there".to_owned();
            return Err(OpeningsError::Armies(reason));
        }
        let pieces = game.all_kinds().filter(|&kind| !game.kind(kind).pawn);
        let bound = pieces.map(|kind| (kind, bound_parts(game, kind)));
        let bound = bound.filter(|(_, parts)| parts.len() > 1).collect();
        Ok(Self { rules, plan: plan.clone(), base, men, mirror, bound, lacks })
    }

    /// The positions of the two games of a round: White has the first army in the first game and the
    /// second in the second, in the same places.
    pub(super) fn of_round(&self, seed: u64, round: u64) -> Result<[Opening; 2], OpeningsError> {
        let order = &self.plan.order;
        let difference = order[(round % order.len() as u64) as usize] as usize;
        let mut random = Random::of_item(seed, round);
        let mut last = None;
        for _ in 0..DRAWS {
            let setups = self.draw(&self.lacks[difference], &mut random);
            let [Ok(one), Ok(two)] = setups.map(|setup| self.rules.admit(&setup)) else { continue };
            let positions = [one, two];
            if positions.iter().any(|position| !self.rules.checkers(position).is_empty()) {
                continue;
            }
            let is_quiet = positions.iter().all(|position| self.is_quiet(position));
            last = Some(positions);
            if is_quiet {
                break;
            }
        }
        let positions = last.ok_or_else(|| {
            OpeningsError::Armies(format!("no position was found for pair {}", round + 1))
        })?;
        Ok(positions.map(|position| {
            let fen = position.fen(self.rules);
            Opening { number: round, fen, moves: Vec::new() }
        }))
    }

    /// Whether the mover has moves and captures nobody with any.
    fn is_quiet(&self, position: &Position<B>) -> bool {
        let moves = self.rules.legal_moves(position);
        let men = position.occupied().count();
        let takes = |mv| position.play(self.rules, mv).occupied().count() < men;
        !moves.is_empty() && !moves.into_iter().any(takes)
    }

    fn draw(&self, lacks: &[Vec<(Kind, usize)>; 2], random: &mut Random) -> [Setup; 2] {
        let men = self.shuffled(random);
        let mut order: Vec<usize> = (0..men.len()).collect();
        random.shuffle(&mut order);
        let mut missing = [vec![false; men.len()], vec![false; men.len()]];
        for (army, lacks) in lacks.iter().enumerate() {
            for &(kind, count) in lacks {
                let of_kind = order.iter().filter(|&&place| men[place].0 == kind);
                for &place in of_kind.take(count) {
                    missing[army][place] = true;
                }
            }
        }
        let both: Vec<usize> =
            order.into_iter().filter(|&place| !missing[0][place] && !missing[1][place]).collect();
        let most = both.len() * self.plan.thinned as usize / 100;
        for &place in &both[..random.within(0..=most)] {
            missing[0][place] = true;
            missing[1][place] = true;
        }
        [[0, 1], [1, 0]].map(|armies| {
            let mut setup = self.base.clone();
            for (color, army) in Color::BOTH.into_iter().zip(armies) {
                for (&(kind, square), missing) in men.iter().zip(&missing[army]) {
                    let own =
                        if color == Color::White { square } else { self.mirror[square.index()] };
                    setup.pieces[own.index()] = (!missing).then_some(Piece { color, kind });
                }
            }
            let is_founded = |right: &Right| right.is_founded(|square| setup.at(square));
            let rights = self.rules.game().rights.iter().enumerate();
            setup.rights &= rights
                .filter(|(_, right)| is_founded(right))
                .fold(0, |all, (place, _)| all | 1 << place);
            setup.turn = Color::White;
            setup
        })
    }

    /// White's men in other places.
    fn shuffled(&self, random: &mut Random) -> Vec<(Kind, Square)> {
        let game = self.rules.game();
        let is_pawn = |&&(kind, _): &&(Kind, Square)| game.kind(kind).pawn;
        let (pawns, pieces): (Vec<_>, Vec<_>) = self.men.iter().partition(is_pawn);
        let covered = |men: &[(Kind, Square)]| -> Vec<u32> {
            let count = |(kind, part): (Kind, &B)| {
                men.iter().filter(|man| man.0 == kind && part.contains(man.1)).count() as u32
            };
            let parts = self.bound.iter();
            parts.flat_map(|(kind, parts)| parts.iter().map(|part| count((*kind, part)))).collect()
        };
        let wanted = covered(&pieces);
        let mut kinds: Vec<Kind> = pieces.iter().map(|man| man.0).collect();
        for _ in 0..SHUFFLES {
            random.shuffle(&mut kinds);
            let squares = pieces.iter().map(|man| man.1);
            let moved: Vec<_> = kinds.iter().copied().zip(squares).collect();
            if covered(&moved) == wanted {
                return pawns.into_iter().chain(moved).collect();
            }
        }
        self.men.clone()
    }
}

/// Of which kinds each army lacks how many, if all have so many.
fn lacks(
    game: &Game,
    men: &[(Kind, Square)],
    difference: &Difference,
) -> Result<[Vec<(Kind, usize)>; 2], String> {
    let of_army = |names: &BTreeMap<String, u32>| {
        let of_kind = |(name, &count): (&String, &u32)| {
            let kind = game.kind_named(name);
            let kind = kind.ok_or_else(|| format!("{} has no kind \"{name}\"", game.name))?;
            let there = men.iter().filter(|man| man.0 == kind).count();
            if there < count as usize {
                return Err(format!(
                    "{}: an army has {there} of \"{name}\", the plan takes {count} away",
                    game.name
                ));
            }
            Ok((kind, count as usize))
        };
        names.iter().map(of_kind).collect::<Result<Vec<_>, String>>()
    };
    if let Some(name) = difference.more.keys().find(|name| difference.less.contains_key(*name)) {
        return Err(format!("\"{name}\" is both more and less in one difference"));
    }
    Ok([of_army(&difference.less)?, of_army(&difference.more)?])
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::movegen::{Task, Variant};
    use crate::rules::library;

    fn plan(more: &[(&str, u32)], less: &[(&str, u32)]) -> ArmiesPlan {
        let men = |list: &[(&str, u32)]| -> BTreeMap<String, u32> {
            list.iter().map(|&(name, count)| (name.to_owned(), count)).collect()
        };
        let differences = vec![Difference { more: men(more), less: men(less) }];
        ArmiesPlan { differences, order: vec![0], thinned: 40 }
    }

    /// For each round the positions' men, White's less Black's, by name of kind.
    struct Count(ArmiesPlan, u64);

    impl Task for Count {
        type Output = Vec<[(String, BTreeMap<String, i32>, usize); 2]>;

        fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output {
            let armies = Armies::new(rules, &self.0).unwrap();
            let game = rules.game();
            let count = |opening: Opening| {
                let position = rules.position(&opening.fen).unwrap();
                let mut men = BTreeMap::new();
                for kind in game.all_kinds() {
                    let of = |color| position.men(color, kind).count() as i32;
                    let apart = of(Color::White) - of(Color::Black);
                    if apart != 0 {
                        men.insert(game.kind(kind).name.clone(), apart);
                    }
                }
                let takes = rules.legal_moves(&position).into_iter();
                let takes = takes.filter(|&mv| {
                    position.play(rules, mv).occupied().count() < position.occupied().count()
                });
                (opening.fen, men, takes.count())
            };
            (0..self.1).map(|round| armies.of_round(9, round).unwrap().map(count)).collect()
        }
    }

    #[test]
    fn armies_differ_as_planned_with_colours_changed() {
        let plan = plan(&[("rook", 1)], &[("knight", 1), ("pawn", 2)]);
        let found = Variant::load("wild-tamerlane").unwrap().dispatch(Count(plan.clone(), 60));
        let mut seen = HashSet::new();
        let mut loud = 0;
        for [one, two] in &found {
            let men = |men: &BTreeMap<String, i32>| format!("{men:?}");
            assert_eq!(men(&one.1), "{\"knight\": -1, \"pawn\": -2, \"rook\": 1}");
            assert_eq!(men(&two.1), "{\"knight\": 1, \"pawn\": 2, \"rook\": -1}");
            seen.insert(one.0.clone());
            loud += one.2 + two.2;
            // The second is the first seen by the other side.
            let board = |fen: &str| fen.split(' ').next().unwrap().to_owned();
            let swapped: Vec<String> = board(&one.0).split('/').rev().map(swap_case).collect();
            assert_eq!(swapped.join("/"), board(&two.0));
        }
        assert_eq!((seen.len(), loud), (60, 0));
        // A round does not depend on those before it.
        let again = Variant::load("wild-tamerlane").unwrap().dispatch(Count(plan, 7));
        assert_eq!(again[..], found[..7]);
    }

    fn swap_case(rank: &str) -> String {
        let swap = |letter: char| match letter {
            _ if letter.is_uppercase() => letter.to_ascii_lowercase(),
            _ => letter.to_ascii_uppercase(),
        };
        rank.chars().map(swap).collect()
    }

    #[test]
    fn every_game_has_armies() {
        for name in library::names() {
            let variant = Variant::load(name).unwrap();
            let game = variant.game();
            let pawn = game.kinds.iter().find(|kind| kind.pawn).unwrap().name.clone();
            let found = variant.dispatch(Count(plan(&[(&pawn, 1)], &[]), 5));
            for [one, two] in found {
                assert_eq!(one.1, BTreeMap::from([(pawn.clone(), 1)]), "{name}");
                assert_eq!(two.1, BTreeMap::from([(pawn.clone(), -1)]), "{name}");
            }
        }
    }

    #[test]
    fn men_that_are_not_there_are_refused() {
        struct Refuse(ArmiesPlan);
        impl Task for Refuse {
            type Output = String;
            fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> String {
                Armies::new(rules, &self.0).unwrap_err().to_string()
            }
        }
        let refuse = |plan| Variant::load("chess").unwrap().dispatch(Refuse(plan));
        assert!(refuse(plan(&[("queen", 2)], &[])).contains("has 1 of \"queen\""));
        assert!(refuse(plan(&[("camel", 1)], &[])).contains("no kind \"camel\""));
        assert!(refuse(plan(&[("king", 1)], &[])).contains("has 0 of \"king\""));
        assert!(refuse(plan(&[("rook", 1)], &[("rook", 1)])).contains("both more and less"));
    }
}
