//! [`Finder`]: puzzles from random games and composed positions.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use super::{Exhausted, MARGIN, MateProver, MaterialProver, Proof, Puzzle, WIN};
use crate::geometry::Bitboard;
use crate::pieces::{Kind, Piece};
use crate::position::{Move, Position};
use crate::rules::Ruleset;
use crate::sampling::{Conduct, Random, RandomGame, Sampler, Style, Tag, Tags};
use crate::values::PieceValues;

/// Which puzzles to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// What is to be proved of them; the value of a material proof is of no account.
    pub proof: Proof,
    /// The most moves that may solve a mate.
    pub most_keys: usize,
    /// The kind of man that the best move moves; any if none.
    pub mover: Option<Kind>,
    /// What the position shows, or a position after one of its moves, right or wrong; anything if
    /// none.
    pub tag: Option<Tag>,
    /// After how many positions made a proof is given up, and the position with it.
    pub most_positions: u64,
}

/// How many plies of a random game at the start are no puzzles.
const OPENING: usize = 8;

/// How many men, royal ones aside, are left where there are few.
const FEW: RangeInclusive<usize> = 2..=6;

/// Mates in so many moves or more are looked for among those that checks alone force: to see that a
/// position is none of the others takes too long to do it for many.
const BY_CHECKS: u32 = 4;

/// After how many positions made such a look is given up.
const MOST_BY_CHECKS: u64 = 50_000;

/// How long a random game is at most.
const PLIES: u32 = 160;

/// How many men in a hundred are taken off before a random game.
const THINNED: [u32; 5] = [0, 20, 50, 80, 90];

/// Looks for puzzles; the same seed gives the same. They come from random games, from the positions of
/// a [`Sampler`], and from such positions with few of their men left; positions of which nothing that is wanted can be proved are left
/// out.
///
/// A mate is one in exactly so many moves; of four or more one that can be forced by checks alone. Material is won, or a worse loss avoided, by a single move,
/// and a look of one ply does not find it.
#[derive(Debug)]
pub struct Finder<'r, B: Bitboard> {
    rules: &'r Ruleset<B>,
    values: PieceValues,
    wanted: Wanted,
    sampler: Sampler<'r, B>,
    game: Option<RandomGame<'r, B>>,
    random: Random,
    /// The hashes of those found.
    found: HashSet<u64>,
    looked_at: u64,
}

impl<'r, B: Bitboard> Finder<'r, B> {
    /// The series that a seed stands for.
    pub fn new(rules: &'r Ruleset<B>, values: PieceValues, wanted: Wanted, seed: u64) -> Self {
        Self {
            rules,
            values,
            wanted,
            sampler: Sampler::new(rules, seed),
            game: None,
            random: Random::new(seed),
            found: HashSet::new(),
            looked_at: 0,
        }
    }

    /// How many positions were looked at so far.
    pub const fn looked_at(&self) -> u64 {
        self.looked_at
    }

    /// The next position of either source.
    fn candidate(&mut self) -> Option<Position<B>> {
        match self.random.below(3) {
            0 => return self.sampler.next().map(|sample| sample.position),
            1 => loop {
                let position = self.sampler.next()?.position;
                if let Some(few) = self.with_few_men(&position) {
                    return Some(few);
                }
            },
            _ => {}
        }
        loop {
            let skipped = self.random.below(4);
            if let Some(game) = &mut self.game
                && let Some(ply) = game.nth(skipped)
            {
                return Some(ply.position);
            }
            let conduct = Conduct {
                style: *self.random.choose(&Style::ALL)?,
                plies: PLIES,
                thinned: *self.random.choose(&THINNED)?,
            };
            let mut game = RandomGame::new(self.rules, conduct, self.random.seed());
            // A game that is over so soon gives nothing.
            let _ = game.nth(OPENING - 1);
            self.game = Some(game);
        }
    }

    /// A position without most of its men; nothing where a royal man would be attacked that must not.
    fn with_few_men(&mut self, position: &Position<B>) -> Option<Position<B>> {
        let game = self.rules.game();
        let mut setup = position.setup(self.rules);
        let royals = game.royals();
        let has_other = |place: &usize| {
            setup.pieces[*place].is_some_and(|man: Piece| !royals.contains(man.kind))
        };
        let mut others: Vec<usize> = (0..setup.pieces.len()).filter(has_other).collect();
        self.random.shuffle(&mut others);
        let kept = self.random.within(FEW);
        for &place in others.iter().skip(kept) {
            setup.pieces[place] = None;
        }
        setup.en_passant = None;
        for (index, right) in game.rights.iter().enumerate() {
            if !right.is_founded(|square| setup.at(square)) {
                setup.rights &= !(1 << index);
            }
        }
        self.rules.admit(&setup).ok()
    }

    /// The puzzle that a position is, if it is one that is wanted.
    fn puzzle(&self, position: &Position<B>) -> Result<Option<Puzzle<B>>, Exhausted> {
        // The clocks are no part of it.
        let position = position.core(self.rules);
        if !self.may_be_wanted(&position) {
            return Ok(None);
        }
        let found = match self.wanted.proof {
            Proof::Mate(moves) => self.mate(&position, moves)?,
            Proof::Material { plies, .. } => self.material(&position, plies)?,
        };
        let Some((best, proof)) = found else { return Ok(None) };
        let moves_so = |mv: &Move| {
            let mover = position.at(mv.from).map(|man| man.kind);
            self.wanted.mover.is_none() || self.wanted.mover == mover
        };
        Ok(best.iter().all(moves_so).then_some(Puzzle {
            position,
            id: None,
            best,
            proof: Some(proof),
        }))
    }

    fn mate(
        &self,
        position: &Position<B>,
        moves: u32,
    ) -> Result<Option<(Vec<Move>, Proof)>, Exhausted> {
        if moves >= BY_CHECKS {
            let mut prover = MateProver::by_checks(self.rules, MOST_BY_CHECKS);
            let mate = prover.mate_within(position, moves)?;
            if mate.is_none_or(|mate| mate.moves < moves) {
                return Ok(None);
            }
        }
        let mut prover = MateProver::new(self.rules, self.wanted.most_positions);
        let mate = prover.mate_within(position, moves)?;
        let mate =
            mate.filter(|mate| mate.moves == moves && mate.keys.len() <= self.wanted.most_keys);
        Ok(mate.map(|mate| (mate.keys, Proof::Mate(moves))))
    }

    fn material(
        &self,
        position: &Position<B>,
        plies: u32,
    ) -> Result<Option<(Vec<Move>, Proof)>, Exhausted> {
        let most = self.wanted.most_positions;
        let mut prover = MaterialProver::new(self.rules, &self.values, most);
        let at_sight = prover.only_good_move(position, 1)?;
        // Where what is best at sight is best by far, it seldom is not at last.
        if at_sight.is_some_and(|tactic| tactic.value - tactic.others > 2 * MARGIN) {
            return Ok(None);
        }
        let Some(tactic) = prover.only_good_move(position, plies)? else { return Ok(None) };
        let wins = tactic.value >= prover.balance(position) + MARGIN;
        let mates = tactic.value.abs() > WIN / 2;
        let obvious = at_sight.is_some_and(|at_sight| at_sight.best == tactic.best);
        let proof = Proof::Material { plies, value: tactic.value };
        Ok((wins && !mates && !obvious).then(|| (vec![tactic.best], proof)))
    }

    /// Whether the position has what is wanted besides the proof, which takes longer.
    fn may_be_wanted(&self, position: &Position<B>) -> bool {
        let has = |kind: Kind| !position.men(position.turn(), kind).is_empty();
        self.wanted.mover.is_none_or(has) && self.shows_tag(position)
    }

    fn shows_tag(&self, position: &Position<B>) -> bool {
        let Some(tag) = self.wanted.tag else { return true };
        let shows = |position: &Position<B>| Tags::of(self.rules, position).contains(tag);
        let moves = self.rules.legal_moves(position);
        shows(position) || moves.iter().any(|&mv| shows(&position.play(self.rules, mv)))
    }

    /// The next puzzle; none when so many positions have been looked at in all.
    pub fn next_within(&mut self, candidates: u64) -> Option<Puzzle<B>> {
        while self.looked_at < candidates {
            let candidate = self.candidate()?;
            self.looked_at += 1;
            if let Ok(Some(puzzle)) = self.puzzle(&candidate)
                && self.found.insert(puzzle.position.hash(self.rules))
            {
                return Some(puzzle);
            }
        }
        None
    }
}
