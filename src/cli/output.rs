//! Numbers and JSON as all commands print them.

use std::io::Write;

use serde_json::{Value, json};

use crate::perft::Report;
use crate::rules::Game;

/// The largest whole number that every reader of JSON keeps exactly.
const LARGEST_EXACT: u128 = 1 << 53;

/// A count in JSON: a number up to 2^53, a decimal string above.
pub(super) fn json_count(count: u128) -> Value {
    match u64::try_from(count) {
        Ok(small) if count <= LARGEST_EXACT => Value::from(small),
        _ => Value::from(count.to_string()),
    }
}

/// Writes one JSON value on a line of its own.
pub(super) fn write_json(out: &mut impl Write, value: &Value) -> anyhow::Result<()> {
    // Through the formatter, so that an error of the output stays one.
    writeln!(out, "{value}")?;
    Ok(())
}

/// The longest message that is printed whole, in characters.
const LONGEST_MESSAGE: usize = 2000;

/// An error for people: one line, whatever it quotes, and no longer than anyone reads.
pub(super) fn one_line(message: &str) -> String {
    let mut line = String::new();
    for character in message.chars() {
        if character.is_control() {
            line.extend(character.escape_default());
        } else {
            line.push(character);
        }
    }
    let count = line.chars().count();
    if count <= LONGEST_MESSAGE {
        return line;
    }
    let half = LONGEST_MESSAGE / 2;
    let begin: String = line.chars().take(half).collect();
    let end: String = line.chars().skip(count - half).collect();
    format!("{begin} ... {end}")
}

/// The first moves of a count in the order of their text, as JSON.
pub(super) fn divide_json(report: &Report, game: &Game) -> Vec<Value> {
    let each = report.divide_by_text(game).into_iter();
    each.map(|(text, _, nodes)| json!({ "move": text, "nodes": json_count(nodes) })).collect()
}

/// The same for people: `e3e5 2696`, one a line.
pub(super) fn print_divide(
    out: &mut impl Write,
    report: &Report,
    game: &Game,
) -> anyhow::Result<()> {
    for (text, _, nodes) in report.divide_by_text(game) {
        writeln!(out, "{text} {nodes}")?;
    }
    Ok(())
}

/// A rate; no time at all is taken for a billionth of a second.
fn per_second(nodes: u128, seconds: f64) -> f64 {
    nodes as f64 / seconds.max(1e-9)
}

/// A rate as a whole number.
pub(super) fn nodes_per_second(nodes: u128, seconds: f64) -> u128 {
    per_second(nodes, seconds) as u128
}

/// A rate for people: `"103.5 million nodes/s"`.
pub(super) fn rate(nodes: u128, seconds: f64) -> String {
    let rate = per_second(nodes, seconds);
    match rate {
        _ if rate >= 1e9 => format!("{:.2} billion nodes/s", rate / 1e9),
        _ if rate >= 1e6 => format!("{:.1} million nodes/s", rate / 1e6),
        _ => format!("{rate:.0} nodes/s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_line() {
        assert_eq!(one_line("\"a\nb\u{1b}[1mé\""), "\"a\\nb\\u{1b}[1mé\"");
        let long = format!("FEN \"{}\": the end", "é".repeat(5000));
        assert_eq!(one_line(&long).chars().count(), LONGEST_MESSAGE + 5);
        assert!(one_line(&long).ends_with("é\": the end"));
    }

    #[test]
    fn counts_beyond_exact_numbers_are_strings() {
        assert_eq!(json_count(1 << 53), Value::from(1_u64 << 53));
        assert_eq!(json_count((1 << 53) + 1), Value::from("9007199254740993"));
        assert_eq!(json_count(u128::MAX), Value::from(u128::MAX.to_string()));
    }
}
