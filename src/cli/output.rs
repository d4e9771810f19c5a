//! Numbers and JSON as all commands print them.

use std::io::Write;

use serde_json::Value;

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
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)?;
    Ok(())
}

/// A rate for people: `"103.5 million nodes/s"`.
pub(super) fn rate(nodes: u128, seconds: f64) -> String {
    let rate = nodes as f64 / seconds.max(1e-9);
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
    fn counts_beyond_exact_numbers_are_strings() {
        assert_eq!(json_count(1 << 53), Value::from(1_u64 << 53));
        assert_eq!(json_count((1 << 53) + 1), Value::from("9007199254740993"));
        assert_eq!(json_count(u128::MAX), Value::from(u128::MAX.to_string()));
    }
}
