//! Players, limits and numbers in words.

use crate::arena::{Limit, OpeningsPlan, PlayedGame, Program};
use crate::pieces::Color;
use crate::rating::Estimate;

/// Who a player is.
pub(super) fn program(program: &Program) -> String {
    match program {
        Program::Engine { threads, hash_bytes, values, search } => {
            let values = match values {
                Some(values) => format!(", values of \"{}\"", values.file),
                None => String::new(),
            };
            let threads =
                if *threads == 1 { String::new() } else { format!(", {threads} threads") };
            let search: Vec<String> =
                search.iter().map(|(name, value)| format!(", {name} {value}")).collect();
            let search = search.concat();
            format!("tamerlane, {} MiB of hash{threads}{values}{search}", hash_bytes >> 20)
        }
        Program::Command(command) => command.command.clone(),
    }
}

/// How long a player may think.
pub(super) fn limit(limit: Limit) -> String {
    let seconds = |milliseconds: u64| milliseconds as f64 / 1000.0;
    match limit {
        Limit::Nodes(nodes) => format!("{nodes} nodes a move"),
        Limit::Depth(depth) => format!("depth {depth}"),
        Limit::Movetime { milliseconds, .. } => format!("{} s a move", seconds(milliseconds)),
        Limit::Clock { milliseconds, increment, .. } => {
            format!("{} s and {} s a move", seconds(milliseconds), seconds(increment))
        }
    }
}

/// Where games begin.
pub(super) fn openings(openings: &OpeningsPlan) -> String {
    match openings {
        OpeningsPlan::Start => "the start position".to_owned(),
        OpeningsPlan::Random { plies, .. } => format!("{plies} random plies, even by a search"),
        OpeningsPlan::Armies(plan) => {
            format!("armies that differ in {} ways, men shuffled", plan.differences.len())
        }
        OpeningsPlan::Book { file, .. } => format!("the book \"{file}\""),
    }
}

/// The side that makes the first move of the players.
pub(super) fn first_to_move(game: &PlayedGame) -> Color {
    let black = game.opening.fen.split(' ').nth(1) == Some("b");
    if black == game.opening.moves.len().is_multiple_of(2) { Color::Black } else { Color::White }
}

/// A number with a sign.
pub(super) fn signed(number: f64, digits: usize) -> String {
    // No minus before a zero.
    let text = format!("{number:+.digits$}");
    if text.trim_start_matches(['-', '+', '0', '.']).is_empty() {
        format!("{:.digits$}", 0.0)
    } else {
        text.replace('-', "−")
    }
}

/// An estimate with its interval; where all was won or lost, its one bound.
pub(super) fn estimate(estimate: &Estimate, digits: usize) -> String {
    let Estimate { value, low, high } = *estimate;
    if value == f64::INFINITY {
        format!("above {} (one-sided)", signed(low, digits))
    } else if value == f64::NEG_INFINITY {
        format!("below {} (one-sided)", signed(high, digits))
    } else {
        let end = |end: f64, sign: &str| {
            if end.is_finite() { signed(end, digits) } else { format!("{sign}∞") }
        };
        format!("{} [{}, {}]", signed(value, digits), end(low, "−"), end(high, "+"))
    }
}

/// A share as a percentage.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A probability, near 0 and 1 as a bound.
pub(super) fn probability(p: f64) -> String {
    match 100.0 * p {
        p if p > 99.95 => "> 99.9 %".to_owned(),
        p if p < 0.05 => "< 0.1 %".to_owned(),
        p => format!("{p:.1} %"),
    }
}

/// Points as people write them: `12½`.
pub(super) fn points(half_points: u64) -> String {
    match (half_points / 2, half_points % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(signed(-0.004, 2), "0.00");
        assert_eq!(signed(-3.25, 1), "−3.2");
        assert_eq!(signed(7.0, 0), "+7");
        assert_eq!([0, 1, 2, 25].map(points), ["0", "½", "1", "12½"]);
        let all = Estimate { value: f64::INFINITY, low: 182.74, high: f64::INFINITY };
        assert_eq!(estimate(&all, 1), "above +182.7 (one-sided)");
        let some = Estimate { value: 3.0, low: -2.0, high: f64::INFINITY };
        assert_eq!(estimate(&some, 1), "+3.0 [−2.0, +∞]");
        assert_eq!(probability(0.9999), "> 99.9 %");
    }
}
