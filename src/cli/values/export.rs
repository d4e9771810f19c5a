//! `tamerlane values export`.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::super::Exit;
use crate::valuation::{self, VALUATION_FORMAT, Valuation, exports};

/// Write a result in another form: for people, for spreadsheets, for other programs
///
///   text, markdown, csv  tables
///   html                 a page that needs nothing else, with plots
///   svg                  the plot of values, intervals and what others say
///   values               a file for --values of other commands, and for `engine values=`
///   fairy-stockfish      pieceValueMg and pieceValueEg
///   fairy-max            letters and values of piece lines
///   sjaak                Value: lines
///   jocly                value entries
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A result as JSON, or the folder of `tamerlane values imbalance`
    #[arg(value_name = "FILE|DIR")]
    result: PathBuf,
    /// The form
    #[arg(long, value_name = "FORM", default_value = "text")]
    to: Form,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Form {
    Text,
    Markdown,
    Csv,
    Html,
    Svg,
    Values,
    FairyStockfish,
    FairyMax,
    Sjaak,
    Jocly,
}

/// Reads a result.
pub(super) fn read(path: &Path) -> anyhow::Result<Valuation> {
    let inside = path.join("values.json");
    let file = if path.is_dir() { inside.as_path() } else { path };
    let quoted = || format!("\"{}\"", file.display());
    let text = std::fs::read_to_string(file).with_context(quoted)?;
    let valuation: Valuation = serde_json::from_str(&text)
        .with_context(|| format!("{}: no result of `tamerlane values METHOD --json`", quoted()))?;
    if valuation.format != VALUATION_FORMAT {
        let format = &valuation.format;
        bail!("{}: its format is \"{format}\", expected \"{VALUATION_FORMAT}\"", quoted());
    }
    Ok(valuation)
}

impl Args {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        let result = read(&self.result)?;
        let text = match self.to {
            Form::Text => valuation::text(&result),
            Form::Markdown => valuation::markdown(&result),
            Form::Csv => valuation::csv(&result),
            Form::Html => valuation::page(&result),
            Form::Svg => valuation::forest(&result),
            Form::Values => exports::toml(&result),
            Form::FairyStockfish => exports::fairy_stockfish(&result),
            Form::FairyMax => exports::fairy_max(&result),
            Form::Sjaak => exports::sjaak(&result),
            Form::Jocly => exports::jocly(&result),
        };
        out.write_all(text.as_bytes())?;
        Ok(Exit::Fine)
    }
}
