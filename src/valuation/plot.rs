//! Pictures of a [`Valuation`] as SVG, each complete in itself.

use std::fmt::Write;

use super::published::published;
use super::{Interval, Valuation, WIDTH_95};
use crate::report::escaped;

const WIDTH: f64 = 760.0;
/// The room for names on the left, and at every edge.
const LEFT: f64 = 96.0;
const EDGE: f64 = 18.0;
/// The height of a piece's row.
const ROW: f64 = 34.0;
/// The height of a line of the legend.
const LINE: f64 = 18.0;

const STYLE: &str = "<style>\
.values { --paper: #ffffff; --ink: #1d1d1f; --soft: #5c5c66; --line: #d9d9e0; --accent: #0b62c4; }\
@media (prefers-color-scheme: dark) { .values { --paper: #16171b; --ink: #ececf1; --soft: #a3a3ad; \
--line: #3a3b42; --accent: #7db4ff; } }\
.values .paper { fill: var(--paper); } .values text { fill: var(--ink); font: 13px system-ui, \
'Liberation Sans', 'DejaVu Sans', sans-serif; } .values .small { fill: var(--soft); font-size: 11px; }\
.values .grid { stroke: var(--line); fill: none; } .values .bar { stroke: var(--accent); \
stroke-width: 3; fill: none; } .values .dot { fill: var(--accent); } .values .line { \
stroke-width: 1.8; fill: none; }</style>";

/// Colours that can be told apart by most people, on light and on dark.
const COLOURS: [&str; 8] =
    ["#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#8a63d2", "#7f7f7f", "#a0522d"];

/// The values with their intervals, and beside them what others say.
pub fn forest(valuation: &Valuation) -> String {
    let published = published();
    let says = |source| {
        let of = |piece: &super::Worth| published.value(source, &piece.kind, &piece.moves);
        valuation.pieces.iter().map(of).collect::<Vec<_>>()
    };
    let sources: Vec<_> = published
        .sources
        .iter()
        .map(|source| (source, says(source)))
        // The rook is 5 by all; who says nothing else says nothing.
        .filter(|(_, values)| values.iter().any(Option::is_some))
        .collect();
    let ends = valuation.pieces.iter().map(|piece| piece.value.high);
    let others = sources.iter().flat_map(|(_, values)| values.iter().flatten().copied());
    let most = ends.chain(others).fold(5.0, f64::max).min(20.0).ceil();
    let x = |value: f64| LEFT + value.clamp(0.0, most) / most * (WIDTH - LEFT - EDGE);
    let rows = valuation.pieces.len() as f64 * ROW;
    let top = 44.0;
    let height = top + rows + 30.0 + LINE * (sources.len() as f64 + 1.0) + EDGE;
    let title = format!("{}: what pieces are worth, a rook being 5", valuation.title);
    let mut svg = Picture::new(&title, height);
    svg.text(LEFT, 24.0, "", &title);
    for mark in 0..=most as u32 {
        let at = x(f64::from(mark));
        svg.path("grid", &format!("M{at:.1} {top}V{:.1}", top + rows));
        svg.middle(at, top + rows + 16.0, &mark.to_string());
    }
    for (place, piece) in valuation.pieces.iter().enumerate() {
        let y = top + (place as f64 + 0.5) * ROW;
        svg.text(EDGE, y + 4.0, "", &piece.kind);
        let Interval { value, low, high, .. } = piece.value;
        svg.path("bar", &format!("M{:.1} {y:.1}H{:.1}", x(low), x(high)));
        let what = format!("{} {}", piece.kind, super::tables::interval(piece.value));
        svg.dot(x(value), y, 5.0, "class=\"dot\"", &what);
        for (number, (source, values)) in sources.iter().enumerate() {
            if let Some(value) = values[place] {
                // On lines of their own, so that equal values do not hide each other.
                let off = 7.0 + 1.2 * number as f64;
                let colour = format!("fill=\"{}\"", COLOURS[number % COLOURS.len()]);
                let what = format!("{}: {} {value}", source.name, piece.kind);
                svg.dot(x(value), y + off, 3.2, &colour, &what);
            }
        }
    }
    let mut y = top + rows + 40.0;
    svg.dot(LEFT, y - 4.0, 5.0, "class=\"dot\"", "");
    let here = format!("here, by {}, with 95 % interval", valuation.method.word());
    svg.text(LEFT + 12.0, y, "small", &here);
    for (number, (source, _)) in sources.iter().enumerate() {
        y += LINE;
        let colour = format!("fill=\"{}\"", COLOURS[number % COLOURS.len()]);
        svg.dot(LEFT, y - 4.0, 3.2, &colour, "");
        let text = format!("{} ({}), {}", source.name, source.board, source.place);
        svg.text(LEFT + 12.0, y, "small", &text);
    }
    svg.finished()
}

/// The values as games came in; empty where that is not known.
pub(super) fn convergence(valuation: &Valuation) -> String {
    let moments = &valuation.convergence;
    let Some(last) = moments.last().filter(|_| moments.len() > 1) else { return String::new() };
    let most = last.values.iter().fold(5.0, |most: f64, value| most.max(value + 1.0)).ceil();
    let (height, top) = (360.0, 44.0);
    let bottom = height - 40.0;
    let right = WIDTH - 92.0;
    let x = |pairs: u64| LEFT / 2.0 + pairs as f64 / last.pairs as f64 * (right - LEFT / 2.0);
    let y = |value: f64| bottom - value.clamp(0.0, most) / most * (bottom - top);
    let mut svg = Picture::new("The values as games came in, by pairs", height);
    svg.text(LEFT / 2.0, 24.0, "", "The values as games came in, by pairs, with 95 % intervals");
    for mark in 0..=most as u32 {
        let at = y(f64::from(mark));
        svg.path("grid", &format!("M{:.1} {at:.1}H{right:.1}", LEFT / 2.0));
        svg.text(EDGE, at + 4.0, "small", &mark.to_string());
    }
    for moment in moments.iter().step_by(moments.len().div_ceil(6)) {
        svg.middle(x(moment.pairs), bottom + 18.0, &moment.pairs.to_string());
    }
    let mut labels: Vec<(f64, usize)> =
        last.values.iter().map(|&value| y(value)).zip(0..).collect();
    labels.sort_by(|one, two| one.0.total_cmp(&two.0));
    let mut free = 0.0;
    for (at, place) in labels {
        let colour = COLOURS[place % COLOURS.len()];
        let points: Vec<String> = moments
            .iter()
            .map(|moment| format!("{:.1} {:.1}", x(moment.pairs), y(moment.values[place])))
            .collect();
        let _ = writeln!(
            svg.text,
            "<path class=\"line\" stroke=\"{colour}\" d=\"M{}\"/>",
            points.join("L")
        );
        for moment in moments {
            let half = WIDTH_95 * moment.errors[place];
            let value = moment.values[place];
            let _ = writeln!(
                svg.text,
                "<path stroke=\"{colour}\" stroke-opacity=\"0.35\" d=\"M{:.1} {:.1}V{:.1}\"/>",
                x(moment.pairs),
                y(value - half),
                y(value + half)
            );
        }
        let at = f64::max(at + 4.0, free);
        free = at + 13.0;
        svg.text(right + 8.0, at, "small", &valuation.pieces[place].kind);
    }
    svg.finished()
}

struct Picture {
    text: String,
}

impl Picture {
    fn new(title: &str, height: f64) -> Self {
        let title = escaped(title);
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"values\" viewBox=\"0 0 {WIDTH} {height:.0}\" \
             width=\"{WIDTH}\" height=\"{height:.0}\" role=\"img\" aria-label=\"{title}\">\n{STYLE}\n\
             <rect class=\"paper\" width=\"{WIDTH}\" height=\"{height:.0}\"/>\n"
        );
        Self { text }
    }

    fn path(&mut self, class: &str, path: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "<path class=\"{class}\" d=\"{path}\"/>");
    }

    fn text(&mut self, x: f64, y: f64, class: &str, text: &str) {
        let text = escaped(text);
        let _ =
            writeln!(self.text, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{text}</text>");
    }

    fn middle(&mut self, x: f64, y: f64, text: &str) {
        let _ = writeln!(
            self.text,
            "<text class=\"small\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{}</text>",
            escaped(text)
        );
    }

    fn dot(&mut self, x: f64, y: f64, radius: f64, how: &str, title: &str) {
        let title = if title.is_empty() {
            String::new()
        } else {
            format!("<title>{}</title>", escaped(title))
        };
        let _ = writeln!(
            self.text,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" {how}>{title}</circle>"
        );
    }

    fn finished(mut self) -> String {
        self.text += "</svg>\n";
        self.text
    }
}
