//! What a comparison came to, for people and as JSON.

use std::borrow::Cow;
use std::io::Write;

use serde_json::{Value, json};

use super::Args;
use crate::cli::output::json_count;
use crate::compare::{Fault, Finding, Place, Progress, why_illegal, why_legal};
use crate::position::Setup;
use crate::rules::Game;

/// Of the moves of one sort, how many are explained to people; JSON has all.
const EXPLAINED: usize = 12;

/// Says why a move is legal or not.
type Explain = fn(&Game, &Setup, &str) -> String;

/// What a comparison came to.
pub(super) struct Outcome<'a> {
    pub(super) game: &'a Game,
    pub(super) args: &'a Args,
    pub(super) command: &'a str,
    pub(super) positions: usize,
    pub(super) reached: Progress,
    pub(super) seconds: f64,
    pub(super) finding: Option<Finding>,
    pub(super) interrupted: bool,
}

impl Outcome<'_> {
    pub(super) fn json(&self) -> Value {
        json!({
            "variant": self.game.name,
            "engine": self.command,
            "protocol": self.args.protocol().name(),
            "depth": self.args.depth,
            "positions": self.positions,
            "answers": self.reached.answers,
            "nodes": json_count(self.reached.nodes),
            "seconds": self.seconds,
            "complete": !self.interrupted,
            "agrees": self.finding.is_none(),
            "finding": self.finding.as_ref().map(|finding| self.finding_json(finding)),
        })
    }

    fn finding_json(&self, finding: &Finding) -> Value {
        json!({
            "start": finding.start.fen(self.game),
            "depth": finding.depth,
            "path": finding.path,
            "place": self.place_json(&finding.place),
            "smaller": finding.smaller.as_ref().map(|place| self.place_json(place)),
            "shrinking_ended": finding.shrinking_ended,
        })
    }

    fn place_json(&self, place: &Place) -> Value {
        let (game, setup) = (self.game, &place.setup);
        let explained = |moves: &[String], why: Explain| -> Vec<Value> {
            moves.iter().map(|mv| json!({ "move": mv, "reason": why(game, setup, mv) })).collect()
        };
        let mut object = json!({
            "fen": setup.fen(game),
            "men": place.men(),
            "board": setup.diagram(game).lines().collect::<Vec<_>>(),
            "given": place.base.fen(game),
            "played": place.played,
        });
        match &place.fault {
            Fault::Lists(lists) => {
                object["only_theirs"] = json!(explained(&lists.only_theirs, why_illegal));
                object["only_ours"] = json!(explained(&lists.only_ours, why_legal));
                object["twice"] = json!(lists.twice);
                object["counts"] = Value::Null;
            }
            Fault::Played { mv, depth, ours, theirs } => {
                for list in ["only_theirs", "only_ours", "twice"] {
                    object[list] = json!([]);
                }
                object["counts"] = json!({
                    "move": mv,
                    "depth": depth,
                    "ours": json_count(*ours),
                    "theirs": json_count(*theirs),
                });
            }
        }
        object["again"] = json!(self.again(place));
        object
    }

    pub(super) fn print(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let Some(finding) = &self.finding else { return self.print_agreement(out) };
        let game = self.game;
        writeln!(out, "{} and tamerlane differ in {}.", self.command, game.title)?;
        writeln!(out)?;
        writeln!(out, "Compared from: {}", finding.start.fen(game))?;
        if !finding.path.is_empty() {
            writeln!(out, "Moves to it:   {}", finding.path.join(" "))?;
        }
        writeln!(out, "Differs at:    {}", finding.place.setup.fen(game))?;
        let place = finding.shown();
        if finding.smaller.is_some() {
            writeln!(out, "With less:     {}", place.setup.fen(game))?;
        }
        writeln!(out, "\n{}", place.setup.diagram(game))?;
        self.print_fault(out, place)?;
        if let Some(reason) = &finding.shrinking_ended {
            writeln!(out, "\nNo more men could be taken away: {reason}")?;
        }
        writeln!(out, "\nSee it again:  {}", self.again(place))?;
        let fen = quoted(&place.setup.fen(game));
        let variant = quoted(&self.args.variant.variant);
        writeln!(out, "Our moves:     tamerlane moves -v {variant} --fen {fen}")?;
        Ok(())
    }

    fn print_agreement(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let Progress { answers, of, nodes } = self.reached;
        let command = self.command;
        let positions = if self.positions == 1 { "position" } else { "positions" };
        if self.interrupted {
            writeln!(
                out,
                "interrupted: {command} agrees in {answers} of {of} answers, {nodes} nodes"
            )?;
            return Ok(());
        }
        writeln!(
            out,
            "{command} agrees: {}, {} {positions} to depth {}, {nodes} nodes, {:.1} s",
            self.game.name, self.positions, self.args.depth, self.seconds
        )?;
        Ok(())
    }

    fn print_fault(&self, out: &mut impl Write, place: &Place) -> anyhow::Result<()> {
        let (game, setup) = (self.game, &place.setup);
        if !place.played.is_empty() {
            writeln!(out, "Only when it plays {} itself, from", place.played.join(" "))?;
            writeln!(out, "{}:", place.base.fen(game))?;
            writeln!(
                out,
                "given the position after that as a FEN, it is right. So it plays a move wrongly."
            )?;
        }
        let turn = setup.turn.name();
        match &place.fault {
            Fault::Lists(lists) => {
                let groups: [(&str, &[String], Explain); 2] = [
                    ("It lacks", &lists.only_ours, why_legal),
                    ("It alone has", &lists.only_theirs, why_illegal),
                ];
                for (title, moves, why) in groups {
                    if moves.is_empty() {
                        continue;
                    }
                    writeln!(out, "{title} ({turn} to move):")?;
                    for mv in moves.iter().take(EXPLAINED) {
                        writeln!(out, "  {mv:<8} {}", why(game, setup, mv))?;
                    }
                    if moves.len() > EXPLAINED {
                        writeln!(
                            out,
                            "  and {} more: {}",
                            moves.len() - EXPLAINED,
                            moves[EXPLAINED..].join(" ")
                        )?;
                    }
                }
                if !lists.twice.is_empty() {
                    writeln!(out, "It lists more than once: {}", lists.twice.join(" "))?;
                }
            }
            Fault::Played { mv, depth, ours, theirs } => {
                writeln!(
                    out,
                    "{turn} to move. Both sides have the same moves here, and after {mv} too, if"
                )?;
                writeln!(
                    out,
                    "that position is given as a FEN. But counted from here to depth {depth},"
                )?;
                writeln!(out, "  {mv:<8} has {theirs} with it and {ours} with us.")?;
                writeln!(
                    out,
                    "So it plays {mv}, or a move after it, wrongly: look at what that move"
                )?;
                writeln!(
                    out,
                    "changes besides the board, such as rights and the en passant square."
                )?;
            }
        }
        Ok(())
    }

    /// The command that shows a place again.
    fn again(&self, place: &Place) -> String {
        let args = self.args;
        let mut words = vec!["tamerlane".to_owned(), "compare".to_owned()];
        let mut add = |option: &str, value: &str| {
            words.push(option.to_owned());
            words.push(quoted(value));
        };
        if let Some(preset) = args.preset {
            add("--preset", preset.name());
        }
        if let Some(engine) = &args.engine {
            add("--engine", engine);
        }
        if let Some(protocol) = args.protocol {
            add("--protocol", protocol.name());
        }
        add("-v", &args.variant.variant);
        if let Some(name) = &args.engine_variant {
            add("--engine-variant", name);
        }
        for (name, value) in &args.engine_options {
            add("--engine-option", &format!("{name}={value}"));
        }
        for (kind, letter) in &args.map {
            add("--map", &format!("{kind}={letter}"));
        }
        if let Some(offset) = args.rank_offset {
            add("--rank-offset", &offset.to_string());
        }
        let depth = match &place.fault {
            Fault::Lists(_) => place.played.len() as u32 + 1,
            Fault::Played { depth, .. } => *depth,
        };
        add("--depth", &depth.to_string());
        add("--fen", &place.base.fen(self.game));
        words.join(" ")
    }
}

/// A word as a shell wants it.
fn quoted(word: &str) -> String {
    shlex::try_quote(word).map_or_else(|_| word.to_owned(), Cow::into_owned)
}
