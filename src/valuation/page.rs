//! [`page`]: a [`Valuation`] as one HTML file.

use super::tables::{head, notes, tables};
use super::{Valuation, plot};
use crate::report::{STYLE, Table, escaped};

/// Nothing may be loaded from anywhere.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// A valuation as one HTML page that needs nothing else: the forest plot beside the values of others,
/// tables, which piece is worth more than which, how values settled.
pub fn page(valuation: &Valuation) -> String {
    let title = escaped(head(valuation).trim_end());
    let notes: Vec<String> =
        notes(valuation).iter().map(|line| format!("<li>{}</li>\n", escaped(line))).collect();
    let notes = notes.concat();
    let tables: String =
        tables(valuation).into_iter().chain(greater(valuation)).map(|table| table.html()).collect();
    let (forest, convergence) = (plot::forest(valuation), plot::convergence(valuation));
    let settled = if convergence.is_empty() {
        convergence
    } else {
        format!("<figure>{convergence}</figure>\n")
    };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n\
         <style>\n{STYLE}\nsvg.values {{ width: 100%; height: auto; }}\n</style>\n</head>\n<body>\n<main>\n\
         <h1>{title}</h1>\n<figure>{forest}</figure>\n<ul class=\"headline\">\n{notes}</ul>\n\
         {settled}{tables}<footer>{}; rules {}</footer>\n</main>\n</body>\n</html>\n",
        escaped(&valuation.tool),
        escaped(&valuation.rules)
    )
}

/// Which piece is worth more than which.
fn greater(valuation: &Valuation) -> Option<Table> {
    if valuation.greater.is_empty() {
        return None;
    }
    let kinds = valuation.pieces.iter().map(|piece| piece.kind.as_str());
    let columns: Vec<&str> = std::iter::once("more than").chain(kinds).collect();
    let note = "In per cent, the probability that the piece of the row is worth more than that of the \
                column.";
    let mut table = Table::new("Which is worth more", note, &columns);
    for (place, piece) in valuation.pieces.iter().enumerate() {
        let chance = |(other, chance): (usize, &f64)| {
            if other == place { String::new() } else { format!("{:.1}", 100.0 * chance) }
        };
        let cells = valuation.greater[place].iter().enumerate().map(chance);
        table.row(std::iter::once(piece.kind.clone()).chain(cells));
    }
    Some(table)
}
