//! [`ValuedKinds`]: the kinds whose worth is asked for.

use crate::arena::mirrored_men;
use crate::geometry::Bitboard;
use crate::pieces::{Color, Kind};
use crate::position::Setup;
use crate::rules::{Game, Ruleset};
use crate::values::{Convention, mobility_share};

/// What a rook is worth in all results.
pub const ROOK: f64 = 5.0;

/// The kinds that both armies have at the start, royal ones left out, in the order of the game's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuedKinds {
    kinds: Vec<Kind>,
    names: Vec<String>,
    counts: Vec<u32>,
    rook: usize,
    pawn: Option<usize>,
}

impl ValuedKinds {
    /// Those of a game.
    ///
    /// # Errors
    /// With a sentence, where the armies are not each other's mirror image or nobody rides like a
    /// rook: the rook is what others are measured in.
    pub fn of<B: Bitboard>(rules: &Ruleset<B>) -> Result<Self, String> {
        let game = rules.game();
        let (men, _) = mirrored_men(rules)?;
        let count = |kind| men.iter().filter(|man| man.0 == kind).count() as u32;
        let kinds: Vec<Kind> = game.all_kinds().filter(|&kind| count(kind) > 0).collect();
        let is_rook = |&&kind: &&Kind| {
            let share = |empty| mobility_share(game, kind, empty, Convention::Reach);
            [0.5, 0.9].iter().all(|&empty| share(empty).is_some_and(|s| (s - 1.0).abs() < 1e-9))
        };
        let rook = kinds.iter().find(is_rook).copied();
        let rook = rook.ok_or_else(|| {
            format!("{}: no kind rides like a rook, which others are measured in", game.name)
        })?;
        let place = |wanted| kinds.iter().position(|&kind| kind == wanted);
        let pawn = kinds.iter().copied().find(|&kind| game.kind(kind).pawn).and_then(place);
        Ok(Self {
            rook: place(rook).unwrap_or_default(),
            pawn,
            names: kinds.iter().map(|&kind| game.kind(kind).name.clone()).collect(),
            counts: kinds.iter().map(|&kind| count(kind)).collect(),
            kinds,
        })
    }

    /// The kinds.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// Their names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// How many of each an army has at the start.
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }

    /// How many kinds there are.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// The place of the rook.
    pub fn rook(&self) -> usize {
        self.rook
    }

    /// The place of the first kind of pawn, if there is one.
    pub fn pawn(&self) -> Option<usize> {
        self.pawn
    }

    /// What White has more than Black of each.
    pub fn difference(&self, setup: &Setup) -> Vec<f64> {
        let of = |color, kind| {
            let men = setup.pieces.iter().flatten();
            men.filter(|man| man.color == color && man.kind == kind).count() as f64
        };
        self.kinds.iter().map(|&kind| of(Color::White, kind) - of(Color::Black, kind)).collect()
    }

    /// What a text of values says of them, rooks being 5: the middle of middle game and endgame.
    ///
    /// # Errors
    /// When the text is none.
    pub fn values_of_text(&self, game: &Game, text: &str) -> Result<Vec<f64>, String> {
        let values = crate::values::PieceValues::parse(game, text).map_err(|e| e.to_string())?;
        let of = |&kind: &Kind| f64::from(values.of(kind).neutral());
        let unit = of(&self.kinds[self.rook]).max(1.0) / ROOK;
        Ok(self.kinds.iter().map(|kind| of(kind) / unit).collect())
    }

    /// Values as a text that the search takes: middle game and endgame alike.
    pub fn text_of_values(&self, game: &Game, values: &[f64]) -> String {
        let lines: Vec<String> = self
            .names
            .iter()
            .zip(values)
            .map(|(name, value)| {
                let most = f64::from(crate::values::MAX_VALUE);
                let value = (value * 100.0).round().clamp(0.0, most);
                format!("{name} = {{ middlegame = {value}, endgame = {value} }}\n")
            })
            .collect();
        format!("variant = \"{}\"\n\n[kinds]\n{}", game.name, lines.concat())
    }
}
