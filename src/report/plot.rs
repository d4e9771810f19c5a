//! Plots of the course of a run as SVG, in the colours of the page.

use std::fmt::Write;

use super::{CoursePoint, TestSummary};

/// The size of a plot in its own units.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 240.0;
/// The room for numbers on the left and below, and nothing above and on the right.
const LEFT: f64 = 62.0;
const BELOW: f64 = 34.0;
const EDGE: f64 = 16.0;

/// The difference in Elo with its interval, pair by pair; empty without points.
pub(super) fn elo(course: &[CoursePoint]) -> String {
    let finite = |point: &&CoursePoint| {
        [point.elo.low, point.elo.value, point.elo.high].iter().all(|elo| elo.is_finite())
    };
    let points: Vec<&CoursePoint> = course.iter().filter(finite).collect();
    // The first pairs say next to nothing and would press the rest flat.
    let settled = points.iter().skip(points.len() / 10);
    let ends = settled.flat_map(|point| [point.elo.low, point.elo.high]);
    let Some(scale) = Scale::of(&points, ends.chain([0.0])) else { return String::new() };
    let mut plot = Plot::new(scale, "Elo of the first player, with its 95 % interval, by pairs");
    let above = points.iter().map(|point| (point.pairs as f64, point.elo.high));
    let below = points.iter().rev().map(|point| (point.pairs as f64, point.elo.low));
    plot.area(above.chain(below));
    plot.level(0.0, "zero");
    plot.line(points.iter().map(|point| (point.pairs as f64, point.elo.value)));
    plot.finished()
}

/// The logarithm of the likelihood ratio of the test with its bounds; empty without points.
pub(super) fn ratio(course: &[CoursePoint], test: &TestSummary) -> String {
    let points: Vec<(f64, f64)> = course
        .iter()
        .filter_map(|point| Some((point.pairs as f64, point.log_likelihood_ratio?)))
        .collect();
    let levels = [test.bounds.lower, test.bounds.upper];
    let all: Vec<&CoursePoint> = course.iter().collect();
    let Some(scale) = Scale::of(&all, points.iter().map(|point| point.1).chain(levels)) else {
        return String::new();
    };
    let mut plot = Plot::new(scale, "Log-likelihood ratio of the test, with its bounds, by pairs");
    plot.level(0.0, "zero");
    for level in levels {
        plot.level(level, "bound");
    }
    plot.line(points.into_iter());
    plot.finished()
}

/// Where numbers are on paper.
#[derive(Clone, Copy)]
struct Scale {
    most_pairs: f64,
    low: f64,
    high: f64,
    /// Between two marks.
    step: f64,
}

impl Scale {
    fn of(points: &[&CoursePoint], values: impl Iterator<Item = f64>) -> Option<Self> {
        let most_pairs = points.last()?.pairs as f64;
        let (least, greatest) = values
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
                (low.min(value), high.max(value))
            });
        let step = round_step((greatest - least).max(0.01) / 4.0);
        let (low, high) = ((least / step).floor() * step, (greatest / step).ceil() * step);
        Some(Self { most_pairs, low, high: high.max(low + step), step })
    }

    fn x(self, pairs: f64) -> f64 {
        LEFT + pairs / self.most_pairs * (WIDTH - LEFT - EDGE)
    }

    fn y(self, value: f64) -> f64 {
        let share = (value.clamp(self.low, self.high) - self.low) / (self.high - self.low);
        HEIGHT - BELOW - share * (HEIGHT - BELOW - EDGE)
    }
}

/// The next of 1, 2, 5 times a power of ten.
fn round_step(least: f64) -> f64 {
    let power = 10_f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .map(|digit| digit * power)
        .into_iter()
        .find(|&step| step >= least * 0.999)
        .unwrap_or(10.0 * power)
}

struct Plot {
    scale: Scale,
    text: String,
}

impl Plot {
    fn new(scale: Scale, title: &str) -> Self {
        let mut text = format!(
            "<figure>\n<figcaption>{title}</figcaption>\n<svg class=\"plot\" viewBox=\"0 0 {WIDTH} \
             {HEIGHT}\" role=\"img\" aria-label=\"{title}\">\n"
        );
        let mut mark = |value: f64| {
            let y = scale.y(value);
            let digits = usize::from(scale.step < 1.0);
            let number = super::words::signed(value, digits);
            let _ = writeln!(
                text,
                "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{:.1}\"/><text x=\"{:.1}\" y=\"{:.1}\" \
                 text-anchor=\"end\">{number}</text>",
                WIDTH - EDGE,
                LEFT - 6.0,
                y + 4.0
            );
        };
        let count = ((scale.high - scale.low) / scale.step).round() as i32;
        for place in 0..=count {
            mark(scale.low + f64::from(place) * scale.step);
        }
        let step = round_step(scale.most_pairs / 5.0).max(1.0);
        let mut pairs = 0.0;
        while pairs <= scale.most_pairs {
            let x = scale.x(pairs);
            let _ = writeln!(
                text,
                "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{pairs:.0}</text>",
                HEIGHT - 12.0
            );
            pairs += step;
        }
        Self { scale, text }
    }

    fn path(&self, points: impl Iterator<Item = (f64, f64)>) -> String {
        let place =
            |(pairs, value)| format!("{:.1} {:.1}", self.scale.x(pairs), self.scale.y(value));
        let places: Vec<String> = points.map(place).collect();
        format!("M{}", places.join("L"))
    }

    fn area(&mut self, points: impl Iterator<Item = (f64, f64)>) {
        let path = self.path(points);
        let _ = writeln!(self.text, "<path class=\"band\" d=\"{path}Z\"/>");
    }

    fn line(&mut self, points: impl Iterator<Item = (f64, f64)>) {
        let path = self.path(points);
        let _ = writeln!(self.text, "<path class=\"line\" d=\"{path}\"/>");
    }

    fn level(&mut self, value: f64, class: &str) {
        let (y, right) = (self.scale.y(value), WIDTH - EDGE);
        let _ = writeln!(self.text, "<path class=\"{class}\" d=\"M{LEFT} {y:.1}H{right:.1}\"/>");
    }

    fn finished(mut self) -> String {
        self.text += "</svg>\n</figure>\n";
        self.text
    }
}
