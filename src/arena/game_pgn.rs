//! Played games as PGN.

use std::fmt::Write as _;

use super::{Limit, Plan, PlayedGame, Reason, Run, Schedule};
use crate::geometry::Bitboard;
use crate::pgn::Writer;
use crate::pieces::Color;
use crate::rules::Ruleset;
use crate::search::moves_to_mate;

/// Whether what changes from one time to the next, dates and times, is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Times {
    /// Written.
    Told,
    /// Left out: the same games give the same text.
    Hidden,
}

/// A game as PGN, with scores, depths and times as comments: `{+0.35/12 0.103s, n=500}`.
///
/// # Errors
/// With a sentence where the game does not fit the ruleset.
pub fn pgn<B: Bitboard>(
    rules: &Ruleset<B>,
    run: &Run,
    game: &PlayedGame,
    times: Times,
) -> Result<String, String> {
    let title = &rules.game().title;
    let plan = &run.plan;
    let schedule = Schedule::new(plan);
    let mut writer = Writer::new();
    let (date, time) = game.started.split_once('T').unwrap_or((&game.started, ""));
    let is_told = times == Times::Told;
    writer.tag("Event", &format!("{title}, run {}", run.id));
    writer.tag("Site", if is_told { &game.host } else { "?" });
    writer.tag("Date", &if is_told { date.replace('-', ".") } else { "????.??.??".to_owned() });
    let round = schedule.pair(game.pair).round + 1;
    writer.tag("Round", &format!("{round}.{}", game.game + 1));
    writer.tag("White", &game.white);
    writer.tag("Black", &game.black);
    writer.tag("Result", game.result.word());
    // Standard chess needs no name, and readers of it know none.
    if !is_known_to_everybody(rules) {
        writer.tag("Variant", &rules.game().name);
    }
    let start = rules.position(&game.opening.fen).map_err(|error| error.to_string())?;
    if game.opening.fen != rules.start().fen(rules) {
        writer.tag("SetUp", "1");
        writer.tag("FEN", &game.opening.fen);
    }
    for (name, player) in [("White", &game.white), ("Black", &game.black)] {
        writer.tag(&format!("{name}TimeControl"), &time_control(plan, player));
    }
    writer.tag("PlyCount", &game.plies().to_string());
    writer.tag("Termination", termination(game.reason));
    writer.tag("Ending", game.reason.words());
    writer.tag("Pair", &game.pair.to_string());
    writer.tag("Opening", &game.opening.number.to_string());
    writer.tag("Seed", &plan.seed.to_string());
    if is_told {
        writer.tag("UTCDate", &date.replace('-', "."));
        writer.tag("UTCTime", time.split('.').next().unwrap_or_default());
        writer.tag("GameDuration", &format!("{:.3}", game.seconds));
    }
    writer.begin_moves();
    let mut position = start;
    let opening = game.opening.moves.len();
    for (ply, text) in game.opening.moves.iter().chain(&game.moves).enumerate() {
        let mv = rules.move_named(&position, text).ok_or_else(|| {
            format!("pair {}: \"{text}\" is not legal in \"{}\"", game.pair, position.fen(rules))
        })?;
        let fen = position.fen(rules);
        let number = fullmove(&fen);
        if position.turn() == Color::White {
            writer.word(&format!("{number}."));
        } else if ply == 0 || ply > opening {
            // After a comment the number is told again.
            writer.word(&format!("{number}..."));
        }
        writer.word(&rules.san(&position, mv));
        match ply.checked_sub(opening) {
            None if ply + 1 == opening => writer.comment("opening"),
            None => {}
            Some(index) => writer.comment(&comment(game, index, is_told)),
        }
        position = position.play(rules, mv);
    }
    if let Some(detail) = &game.detail
        && (is_told || game.reason != Reason::Time)
    {
        writer.comment(&format!("{}: {detail}", game.reason));
    }
    Ok(writer.finish(game.result.word()))
}

/// Whether a game is the one that PGN was made for: it starts from that position, and has its board.
fn is_known_to_everybody<B: Bitboard>(rules: &Ruleset<B>) -> bool {
    let standard = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    rules.game().start() == standard
}

/// The number of the move in a FEN.
fn fullmove(fen: &str) -> &str {
    fen.rsplit(' ').next().unwrap_or("1")
}

/// What the mover thought of a ply.
fn comment(game: &PlayedGame, index: usize, with_times: bool) -> String {
    let mut text = match game.scores[index] {
        None => "?".to_owned(),
        Some(score) => match moves_to_mate(score) {
            Some(moves) if moves > 0 => format!("+M{moves}"),
            Some(moves) => format!("-M{}", -moves),
            None => format!("{:+.2}", f64::from(score) / 100.0),
        },
    };
    // Writing to a string cannot fail.
    if let Some(depth) = game.depths[index] {
        let _ = write!(text, "/{depth}");
    }
    if with_times {
        let _ = write!(text, " {:.3}s", game.times[index] as f64 / 1e6);
    }
    if let Some(nodes) = game.nodes[index] {
        let _ = write!(text, ", n={nodes}");
    }
    text
}

/// The words of the PGN standard for the end of a game.
fn termination(reason: Reason) -> &'static str {
    match reason {
        Reason::Time => "time forfeit",
        Reason::IllegalMove | Reason::FalseClaim | Reason::Rubbish => "rules infraction",
        Reason::DrawAdjudication | Reason::ResignAdjudication | Reason::MoveCap => "adjudication",
        _ => "normal",
    }
}

/// How long a player may think, as a tag says it.
fn time_control(plan: &Plan, name: &str) -> String {
    let player = plan.players.iter().find(|player| player.name == name);
    match player.map(|player| player.limit) {
        None => "?".to_owned(),
        Some(Limit::Nodes(nodes)) => format!("nodes {nodes}"),
        Some(Limit::Depth(depth)) => format!("depth {depth}"),
        Some(Limit::Movetime { milliseconds, .. }) => format!("movetime {}", seconds(milliseconds)),
        Some(Limit::Clock { milliseconds, increment, .. }) => {
            format!("{}+{}", seconds(milliseconds), seconds(increment))
        }
    }
}

fn seconds(milliseconds: u64) -> String {
    (milliseconds as f64 / 1000.0).to_string()
}
