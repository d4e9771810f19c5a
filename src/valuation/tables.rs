//! A [`Valuation`] as text, Markdown and CSV.

use std::fmt::Write;

use super::{Interval, Valuation};
use crate::report::Table;

/// How many differences a table for people has; JSON has all.
const DIFFERENCES: usize = 12;

/// For a terminal.
pub fn text(valuation: &Valuation) -> String {
    let tables: Vec<String> = tables(valuation).iter().map(Table::text).collect();
    format!("{}\n{}{}", head(valuation), tables.join("\n"), foot(valuation, ""))
}

/// As Markdown.
pub fn markdown(valuation: &Valuation) -> String {
    let tables: Vec<String> = tables(valuation).iter().map(Table::markdown).collect();
    let head = head(valuation);
    format!("# {head}\n{}\n{}", tables.join("\n"), foot(valuation, "* "))
}

/// A line a piece with all digits, for spreadsheets.
pub fn csv(valuation: &Valuation) -> String {
    let mut text =
        "variant,method,kind,letter,value,error,low,high,pawns,centipawns,games\n".to_owned();
    for piece in &valuation.pieces {
        let Interval { value, error, low, high } = piece.value;
        let error = error.map_or_else(String::new, |error| format!("{error:.4}"));
        let pawns = piece.pawns.map_or_else(String::new, |pawns| format!("{:.4}", pawns.value));
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{},{},{},{},{value:.4},{error},{low:.4},{high:.4},{pawns},{},{}",
            valuation.variant,
            valuation.method.word(),
            piece.kind,
            piece.letter,
            piece.centipawns,
            piece.games
        );
    }
    text
}

pub(super) fn head(valuation: &Valuation) -> String {
    let Valuation { title, board: [files, ranks], method, games, pairs, drawn, .. } = valuation;
    let what = format!("{title}, {files}x{ranks}: values by {}", method.word());
    if *games == 0 {
        return what + "\n";
    }
    let share = 100.0 * *drawn as f64 / *games as f64;
    format!("{what}, {games} games in {pairs} clusters, {share:.0} % drawn\n")
}

/// What stands below the tables: how games were played, how well it fits, what it is not.
fn foot(valuation: &Valuation, bullet: &str) -> String {
    let mut text = String::new();
    for line in notes(valuation) {
        let _ = writeln!(text, "{bullet}{line}");
    }
    text
}

/// The same line by line.
pub(super) fn notes(valuation: &Valuation) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(first) = valuation.first_move {
        lines.push(format!("Moving first is worth {} (rook = 5).", interval(first)));
    }
    if let Some(goodness) = valuation.goodness {
        lines.push(format!(
            "One number a piece: chi-squared {:.1} for {} degrees of freedom, probability {:.2}. Of {} \
             differences predicted from all others {} were within their 95 % interval.",
            goodness.chi_squared,
            goodness.degrees,
            goodness.probability,
            goodness.held_out,
            goodness.held_out_inside
        ));
    }
    if let Some(made) = valuation.made {
        lines.push(format!(
            "The values are those to players with the values that these had on average. Of what players \
             think that a piece is worth more, {} comes out again (0: values are found, 1: belief alone \
             makes them).",
            interval(made)
        ));
    }
    lines.extend(valuation.conditions.iter().map(|line| sentence(line)));
    lines.extend(valuation.seed.map(|seed| format!("Seed {seed}.")));
    lines.extend(valuation.limits.iter().map(|line| sentence(line)));
    lines
}

fn sentence(line: &str) -> String {
    let mut letters = line.chars();
    let first: String =
        letters.next().map(|letter| letter.to_uppercase().collect()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

/// `3.12 [2.91, 3.33]`, or the number alone.
pub(super) fn interval(interval: Interval) -> String {
    let Interval { value, error, low, high } = interval;
    match error {
        Some(error) if error > 0.0 => format!("{value:.2} [{low:.2}, {high:.2}]"),
        _ => format!("{value:.2}"),
    }
}

pub(super) fn tables(valuation: &Valuation) -> Vec<Table> {
    let mut tables = vec![pieces(valuation)];
    tables.extend(stages(valuation));
    tables.extend(differences(valuation));
    tables
}

fn pieces(valuation: &Valuation) -> Table {
    let is_certain = valuation.games == 0;
    let has_phases = valuation.pieces.iter().any(|piece| piece.phases.is_some());
    let mut columns = vec!["piece", "letter", "value"];
    if !is_certain {
        columns.extend(["error", "95 % from", "to"]);
    }
    let players = &valuation.believed;
    if !players.is_empty() {
        columns.push("players had");
    }
    let rest = valuation.at_rest.as_deref().unwrap_or_default();
    if !rest.is_empty() {
        columns.push("if they had that");
    }
    columns.push("pawn = 1");
    if has_phases {
        columns.extend(["middle game", "endgame"]);
    }
    let has_bootstrap = valuation.pieces.iter().any(|piece| piece.bootstrap.is_some());
    if has_bootstrap {
        columns.push("error by bootstrap");
    }
    if !is_certain {
        columns.push("games");
    }
    let title = format!("What pieces are worth, a {} being 5", valuation.unit);
    let mut table = Table::new(&title, "", &columns);
    for (place, piece) in valuation.pieces.iter().enumerate() {
        let Interval { value, error, low, high } = piece.value;
        let mut cells = vec![piece.kind.clone(), piece.letter.clone(), format!("{value:.2}")];
        if !is_certain {
            let error = error.unwrap_or_default();
            cells.extend([error, low, high].map(|number| format!("{number:.2}")));
        }
        cells.extend(players.get(place).map(|value| format!("{value:.2}")));
        cells.extend(rest.get(place).map(|value| interval(*value)));
        let pawns = piece.pawns.map_or_else(String::new, |pawns| format!("{:.2}", pawns.value));
        cells.push(pawns);
        if has_phases {
            let phases = piece.phases.map(|phases| phases.map(interval));
            cells.extend(phases.unwrap_or_default());
        }
        if has_bootstrap {
            cells.push(piece.bootstrap.map_or_else(String::new, |error| format!("{error:.2}")));
        }
        if !is_certain {
            cells.push(piece.games.to_string());
        }
        table.row(cells);
    }
    table
}

/// What each stage says alone.
fn stages(valuation: &Valuation) -> Option<Table> {
    let known = || valuation.stages.iter().filter(|stage| stage.worths.is_some());
    if known().count() < 2 {
        return None;
    }
    let heads: Vec<String> =
        known().map(|stage| format!("{} ({} pairs)", stage.values, stage.pairs)).collect();
    let mut columns = vec!["piece"];
    columns.extend(heads.iter().map(String::as_str));
    columns.push("apart");
    let note = "Each column says what the games alone say in which both players had these values. The \
                last says how far its first two columns are apart, in standard errors.";
    let mut table = Table::new("How much the players' own values mattered", note, &columns);
    for (place, piece) in valuation.pieces.iter().enumerate() {
        let worths: Vec<Interval> =
            known().filter_map(|stage| stage.worths.as_ref()?.get(place).copied()).collect();
        let apart = match worths.as_slice() {
            [one, two, ..] => {
                let errors = [one, two].map(|worth| worth.error.unwrap_or_default());
                let error = errors[0].hypot(errors[1]);
                if error > 0.0 {
                    format!("{:.1}", (one.value - two.value) / error)
                } else {
                    String::new()
                }
            }
            _ => String::new(),
        };
        let cells = worths.iter().map(|worth| interval(*worth));
        table.row(std::iter::once(piece.kind.clone()).chain(cells).chain([apart]));
    }
    Some(table)
}

/// The differences that were played most.
fn differences(valuation: &Valuation) -> Option<Table> {
    if valuation.differences.is_empty() {
        return None;
    }
    let mut rows: Vec<_> = valuation.differences.iter().collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.pairs));
    let shown = rows.len().min(DIFFERENCES);
    let title = format!("Armies that differed, {shown} of {} ways", rows.len());
    let note = "The first army's share of the points, what the values say of it, and in which interval \
                the games of all other differences predict it.";
    let columns = ["difference", "pairs", "score %", "fitted %", "predicted from", "to"];
    let mut table = Table::new(&title, note, &columns);
    for row in &rows[..shown] {
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        let (low, high) = row.held_out.map_or_else(Default::default, |interval| {
            (percent(interval.low), percent(interval.high))
        });
        table.row([
            row.difference.clone(),
            row.pairs.to_string(),
            percent(row.score),
            percent(row.predicted),
            low,
            high,
        ]);
    }
    Some(table)
}
