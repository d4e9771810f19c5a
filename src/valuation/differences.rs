//! [`differences`]: the ways in which armies may differ so that games say what men are worth.

use std::collections::BTreeMap;

use super::ValuedKinds;
use crate::arena::Difference;

/// The most that the two armies may differ in worth, in fifths of a rook: games that one side wins
/// anyway say little, and one that is ahead by the score of `RESIGN` has won already.
const MOST_APART: f64 = 3.0;
/// The most pawns on one side of a difference.
const PAWNS: u32 = 3;

/// Differences of one man against nobody, one or two others, and pawns, that are believed to be worth
/// about nothing; `values` are what is believed, rooks being 5.
pub fn differences(kinds: &ValuedKinds, values: &[f64]) -> Vec<Difference> {
    let mut rows: Vec<Vec<i32>> = Vec::new();
    let count = kinds.len();
    for one in 0..count {
        let row = |men: &[(usize, i32)]| {
            let mut row = vec![0; count];
            row[one] += 1;
            for &(kind, times) in men {
                row[kind] -= times;
            }
            row
        };
        rows.push(row(&[]));
        for two in (0..count).filter(|&two| two != one) {
            rows.push(row(&[(two, 1)]));
            for three in (two..count).filter(|&three| three != one) {
                rows.push(row(&[(two, 1), (three, 1)]));
            }
            let Some(pawn) = kinds.pawn().filter(|&pawn| pawn != one && pawn != two) else {
                continue;
            };
            for pawns in 2..=PAWNS as i32 {
                rows.push(row(&[(two, 1), (pawn, pawns)]));
            }
            // A man against another and pawns the other way round: +rook +pawn -eagle.
            for pawns in 1..=PAWNS as i32 {
                rows.push(row(&[(two, 1), (pawn, -pawns)]));
            }
        }
        if let Some(pawn) = kinds.pawn().filter(|&pawn| pawn != one) {
            for pawns in 2..=PAWNS as i32 {
                rows.push(row(&[(pawn, pawns)]));
            }
        }
    }
    rows.retain(|row| row.iter().zip(kinds.counts()).all(|(x, &most)| x.unsigned_abs() <= most));
    let apart = |row: &Vec<i32>| -> f64 {
        row.iter().zip(values).map(|(&x, value)| f64::from(x) * value).sum::<f64>().abs()
    };
    let is_near = |row: &Vec<i32>| apart(row) <= MOST_APART;
    // What is believed must not shut a kind out: the nearest difference of each stays.
    let mut nearest = Vec::new();
    for kind in 0..count {
        let of_kind = || rows.iter().filter(|row| row[kind] != 0);
        if !of_kind().any(is_near) {
            nearest.extend(of_kind().min_by(|a, b| apart(a).total_cmp(&apart(b))).cloned());
        }
    }
    rows.retain(is_near);
    rows.extend(nearest);
    rows.sort_unstable();
    rows.dedup();
    // A difference and its opposite are the same pair of games.
    let mut kept: Vec<Vec<i32>> = Vec::new();
    for row in rows {
        let opposite: Vec<i32> = row.iter().map(|x| -x).collect();
        if !kept.contains(&opposite) {
            kept.push(row);
        }
    }
    kept.iter().map(|row| named(kinds, row)).collect()
}

fn named(kinds: &ValuedKinds, row: &[i32]) -> Difference {
    let of = |sign: i32| -> BTreeMap<String, u32> {
        let men = kinds.names().iter().zip(row).filter(|(_, x)| **x * sign > 0);
        men.map(|(name, &x)| (name.clone(), x.unsigned_abs())).collect()
    };
    Difference { more: of(1), less: of(-1) }
}

/// A difference as numbers, one a kind, and the rows of its two games: White has the first army and
/// then the second, and moves first. The rows are White's.
pub(super) fn rows(kinds: &ValuedKinds, difference: &Difference) -> Vec<Vec<f64>> {
    let of = |name: &String| {
        let count = |men: &BTreeMap<String, u32>| men.get(name).copied().unwrap_or(0);
        f64::from(count(&difference.more)) - f64::from(count(&difference.less))
    };
    let row: Vec<f64> = kinds.names().iter().map(of).collect();
    [1.0, -1.0].map(|side| row.iter().map(|x| x * side).chain([1.0]).collect()).to_vec()
}
