//! Played games as a table.

use super::{PlayedGame, Schedule};
use crate::pieces::Color;

/// The names of the columns, with the line feed.
pub const HEADER: &str = "pair,game,round,white,black,result,reason,plies,opening,nodes_white,\
    nodes_black,milliseconds_white,milliseconds_black,started,seconds,host\n";

/// A row: one game. Nodes and times are sums over the game.
pub fn row(schedule: &Schedule, game: &PlayedGame) -> String {
    // Which side made the ply at place 0 shows in the position and the opening's length.
    let first = match (game.opening.fen.split(' ').nth(1), game.opening.moves.len() % 2) {
        (Some("b"), 0) | (Some("w"), 1) => Color::Black,
        _ => Color::White,
    };
    let sum = |side: Color, values: &mut dyn Iterator<Item = u64>| -> u64 {
        let skip = usize::from(side != first);
        values.skip(skip).step_by(2).sum()
    };
    let nodes = |side| sum(side, &mut game.nodes.iter().map(|nodes| nodes.unwrap_or(0)));
    let times = |side| sum(side, &mut game.times.iter().copied()) / 1000;
    [
        game.pair.to_string(),
        game.game.to_string(),
        schedule.pair(game.pair).round.to_string(),
        quoted(&game.white),
        quoted(&game.black),
        game.result.word().to_owned(),
        game.reason.words().to_owned(),
        game.plies().to_string(),
        game.opening.number.to_string(),
        nodes(Color::White).to_string(),
        nodes(Color::Black).to_string(),
        times(Color::White).to_string(),
        times(Color::Black).to_string(),
        game.started.clone(),
        format!("{:.3}", game.seconds),
        quoted(&game.host),
    ]
    .join(",")
        + "\n"
}

/// A text as a field.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
