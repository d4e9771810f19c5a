//! [`Openings`]: which openings were played, and what came of them.

use std::collections::BTreeMap;
use std::collections::HashMap;

use serde::Serialize;

use super::Score;
use crate::arena::PlayedGame;
use crate::pieces::Color;

/// Which openings were played.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Openings {
    /// How many different positions games began at.
    pub different: usize,
    /// How many openings White won in both games of a pair, and how many Black.
    pub one_sided: [u64; 2],
    /// How many games were the same as another, move by move.
    pub repeated_games: u64,
    /// Each, by its number.
    pub rows: Vec<OpeningRow>,
}

/// What came of an opening.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OpeningRow {
    /// Its number in its source.
    pub number: u64,
    /// Where it begins.
    pub fen: String,
    /// The moves from there.
    pub moves: Vec<String>,
    /// How White did.
    pub white: Score,
}

/// Openings while games are read.
#[derive(Debug, Default)]
pub(super) struct Played {
    rows: BTreeMap<u64, OpeningRow>,
    one_sided: [u64; 2],
    /// How often each game was played: by its opening and moves.
    games: HashMap<String, u64>,
}

impl Played {
    pub(super) fn add_pair(&mut self, games: [&PlayedGame; 2]) {
        for game in games {
            let opening = &game.opening;
            let row = self.rows.entry(opening.number).or_insert_with(|| OpeningRow {
                number: opening.number,
                fen: opening.fen.clone(),
                moves: opening.moves.clone(),
                white: Score::default(),
            });
            row.white.add(game.result, Color::White);
            let whole = [opening.moves.join(" "), game.moves.join(" ")].join(" ");
            *self.games.entry(format!("{} {whole}", opening.fen)).or_default() += 1;
        }
        for (count, color) in self.one_sided.iter_mut().zip(Color::BOTH) {
            *count += u64::from(games.iter().all(|game| game.result.half_points(color) == 2));
        }
    }

    pub(super) fn finished(self) -> Openings {
        let rows: Vec<OpeningRow> = self.rows.into_values().collect();
        let mut places: Vec<_> = rows.iter().map(|row| (&row.fen, &row.moves)).collect();
        places.sort_unstable();
        places.dedup();
        Openings {
            different: places.len(),
            one_sided: self.one_sided,
            repeated_games: self.games.values().map(|count| count - 1).sum(),
            rows,
        }
    }
}
