//! [`Table`]: rows and columns of text, written in three ways.

use std::fmt::Write;

/// A table: a title, what is to be known of it, columns and rows.
///
/// The first column is text and stands on the left, all others on the right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// What it shows.
    pub title: String,
    /// What a reader must know to read it right; may be empty.
    pub note: String,
    /// The heads of the columns.
    pub columns: Vec<String>,
    /// Cells by row.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty one.
    pub fn new(title: &str, note: &str, columns: &[&str]) -> Self {
        Self {
            title: title.to_owned(),
            note: note.to_owned(),
            columns: columns.iter().map(|&column| column.to_owned()).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row of as many cells as there are columns.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let cells: Vec<String> = cells.into_iter().collect();
        debug_assert_eq!(cells.len(), self.columns.len(), "{}", self.title);
        self.rows.push(cells);
    }

    /// For a terminal.
    pub fn text(&self) -> String {
        let lines = || std::iter::once(&self.columns).chain(&self.rows);
        let width = |column: usize| lines().map(|line| line[column].chars().count()).max();
        let widths: Vec<usize> =
            (0..self.columns.len()).map(|column| width(column).unwrap_or(0)).collect();
        let mut text = format!("{}\n", self.title);
        for line in lines() {
            let cells = line.iter().zip(&widths).enumerate();
            let cells: Vec<String> = cells
                .map(|(column, (cell, width))| match column {
                    0 => format!("{cell:<width$}"),
                    _ => format!("{cell:>width$}"),
                })
                .collect();
            let _ = writeln!(text, "  {}", cells.join("  ").trim_end());
        }
        if !self.note.is_empty() {
            let _ = writeln!(text, "  {}", self.note);
        }
        text
    }

    /// As Markdown.
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let mut text = format!("## {}\n\n", self.title);
        text += &line(&self.columns);
        text += "|---|";
        text += &"---:|".repeat(self.columns.len() - 1);
        text.push('\n');
        text.extend(self.rows.iter().map(|row| line(row)));
        if !self.note.is_empty() {
            let _ = writeln!(text, "\n{}", self.note);
        }
        text
    }

    /// As a part of an HTML page.
    pub fn html(&self) -> String {
        let line = |cells: &[String], tag: &str| {
            let cells: Vec<String> =
                cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell))).collect();
            format!("<tr>{}</tr>\n", cells.concat())
        };
        let mut text = format!("<section>\n<h2>{}</h2>\n", escaped(&self.title));
        text += "<div class=\"scroll\"><table>\n<thead>";
        text += line(&self.columns, "th").trim_end();
        text += "</thead>\n<tbody>\n";
        text.extend(self.rows.iter().map(|row| line(row, "td")));
        text += "</tbody>\n</table></div>\n";
        if !self.note.is_empty() {
            let _ = writeln!(text, "<p class=\"note\">{}</p>", escaped(&self.note));
        }
        text += "</section>\n";
        text
    }
}

/// Text that may hold any character, for HTML.
pub(crate) fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new("Players", "A note.", &["player", "points"]);
        table.row(["A<b|c".to_owned(), "12½".to_owned()]);
        table.row(["long name".to_owned(), "3".to_owned()]);
        table
    }

    #[test]
    fn three_ways_to_write_it() {
        let text =
            "Players\n  player     points\n  A<b|c         12½\n  long name       3\n  A note.\n";
        assert_eq!(table().text(), text);
        assert!(table().markdown().contains("| A<b\\|c | 12½ |\n| long name | 3 |\n\nA note.\n"));
        assert!(table().html().contains("<tr><td>A&lt;b|c</td><td>12½</td></tr>"));
    }
}
