//! [`page`]: a run as one HTML file.

use super::table::escaped;
use super::{Summary, Viewer, headline, plot, tables};

pub(crate) const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Nothing may be loaded from anywhere.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// A run as one HTML page that needs nothing else: tables, plots and, with a viewer, its games on a
/// board. It is light or dark as the reader's system is, and fits a phone.
pub fn page(summary: &Summary, viewer: Option<&Viewer>) -> String {
    let names: Vec<&str> = summary.players.iter().map(|player| player.name.as_str()).collect();
    let title = match names.as_slice() {
        [one, other] => format!("{one} – {other}"),
        _ => format!("{} players", names.len()),
    };
    let title = escaped(&format!("{title}, {}", summary.run.variant));
    let lines: Vec<String> =
        headline(summary).iter().map(|line| format!("<li>{}</li>\n", escaped(line))).collect();
    let lines = lines.concat();
    let run = &summary.run;
    let origin = escaped(&format!(
        "{}; openings: {}; begun {} on {}{}",
        run.tool,
        run.begins,
        run.started,
        run.machine,
        if run.deterministic { "; the same seed gives the same games" } else { "" }
    ));
    let ratio = summary.test.as_ref().map(|test| plot::ratio(&summary.course, test));
    let both = ratio.unwrap_or_default() + &plot::elo(&summary.course);
    let plots =
        if both.is_empty() { both } else { format!("<div class=\"plots\">\n{both}</div>\n") };
    let games = viewer
        .filter(|viewer| viewer.games > 0)
        .map_or(String::new(), |viewer| games(viewer, summary.state.games));
    let tables: String = tables(summary).iter().map(super::Table::html).collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n\
         <ul class=\"headline\">\n{lines}</ul>\n{plots}{games}{tables}<footer>{origin}</footer>\n\
         </main>\n</body>\n</html>\n"
    )
}

/// The games, with what the script needs.
fn games(viewer: &Viewer, all: u64) -> String {
    // Inside a script "<" could end it.
    let data = viewer.data.to_string().replace('<', "\\u003c");
    let part = if viewer.games < all {
        format!("<p class=\"note\">The first {} of {all} games.</p>\n", viewer.games)
    } else {
        String::new()
    };
    let board = &viewer.board;
    format!(
        r#"<section id="viewer">
<h2>Games</h2>
<noscript><p class="note">The board needs a browser with scripts.</p></noscript>
{part}<div class="game">
<div class="choice"><button id="earlier" type="button" aria-label="game before">‹</button>
<select id="game" aria-label="game"></select>
<button id="later" type="button" aria-label="next game">›</button></div>
<div class="board">{board}</div>
<div class="controls">
<button id="first" type="button" aria-label="to the start">|◀</button>
<button id="back" type="button" aria-label="one move back">◀</button>
<button id="forward" type="button" aria-label="one move on">▶</button>
<button id="last" type="button" aria-label="to the end">▶|</button>
<input id="ply" type="range" min="0" value="0" aria-label="place in the game">
</div>
<p id="said" aria-live="polite"></p>
<ol id="moves"></ol>
</div>
<script type="application/json" id="games">{data}</script>
<script>
{SCRIPT}</script>
</section>
"#
    )
}
