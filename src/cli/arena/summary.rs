//! `tamerlane report`, and what every run prints at its end.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use anyhow::anyhow;
use serde_json::{Value, json};

use super::{create, variant_of};
use crate::arena::game_pgn::{Times, pgn};
use crate::arena::{Journal, PairCounts, Reason, Schedule, Standing, game_csv};
use crate::cli::Exit;
use crate::cli::game_command::GameCommand;
use crate::cli::output::write_json;
use crate::geometry::Bitboard;
use crate::rating::{Bounds, EloScale, Verdict};
use crate::rules::Ruleset;

/// Make tables and files of games of a run, finished or not
///
/// Everything is made from the log of the run; only pairs of games count of which both are finished.
/// The order is that of the pairs, so the same games give the same files, whatever order they were
/// played in.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// The folder of the run
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Write the games as PGN to a file; "-" for standard output, without the tables
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Write a row for each game to a file
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Leave out of the PGN what differs each time: dates, times, the machine
    #[arg(long)]
    no_times: bool,
    /// Print one JSON object instead of tables
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(in crate::cli) fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        let journal = Journal::read(&self.folder)?;
        if let Some(path) = &self.csv {
            let mut file = create(path)?;
            let schedule = Schedule::new(&journal.run().plan);
            file.write_all(game_csv::HEADER.as_bytes())?;
            for game in journal.games() {
                file.write_all(game_csv::row(&schedule, &game?).as_bytes())?;
            }
            file.flush()?;
        }
        if let Some(path) = &self.pgn {
            let variant = variant_of(&journal)?;
            let times = if self.no_times { Times::Hidden } else { Times::Told };
            let command = WritePgn { journal: &journal, times };
            if path.as_os_str() == "-" {
                return command.dispatch(&variant, out);
            }
            let mut file = create(path)?;
            command.dispatch(&variant, &mut file)?;
            file.flush()?;
        }
        if self.json {
            write_json(out, &json(&journal)?)?;
        } else {
            print(out, &journal)?;
        }
        Ok(Exit::Fine)
    }
}

struct WritePgn<'a> {
    journal: &'a Journal,
    times: Times,
}

impl GameCommand for WritePgn<'_> {
    fn run_on<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        out: &mut impl Write,
    ) -> anyhow::Result<Exit> {
        for game in self.journal.games() {
            let text = pgn(rules, self.journal.run(), &game?, self.times);
            out.write_all(text.map_err(|error| anyhow!(error))?.as_bytes())?;
        }
        Ok(Exit::Fine)
    }
}

/// What is told of two opponents.
struct Row {
    names: [String; 2],
    counts: PairCounts,
    games: [u64; 3],
}

struct Tables {
    rows: Vec<Row>,
    reasons: BTreeMap<Reason, u64>,
    forfeits: BTreeMap<(String, Reason), u64>,
    standing: Standing,
}

fn tables(journal: &Journal) -> anyhow::Result<Tables> {
    let plan = &journal.run().plan;
    let schedule = Schedule::new(plan);
    let test = plan.test.map(|test| test.sprt()).transpose()?;
    let standing = Standing::of(&schedule, journal, test);
    let name = |seat: usize| plan.players[seat].name.clone();
    let rows = standing.pairings();
    let rows = rows.map(|(seats, counts, games)| Row { names: seats.map(name), counts, games });
    let rows = rows.collect();
    let mut reasons = BTreeMap::new();
    let mut forfeits = BTreeMap::new();
    for game in journal.games() {
        let game = game?;
        *reasons.entry(game.reason).or_default() += 1;
        if game.reason.is_forfeit() {
            let winner_is_white = game.result == crate::arena::Outcome::White;
            let loser = if winner_is_white { game.black } else { game.white };
            *forfeits.entry((loser, game.reason)).or_default() += 1;
        }
    }
    Ok(Tables { rows, reasons, forfeits, standing })
}

/// The tables of a run for people.
pub(super) fn print(out: &mut impl Write, journal: &Journal) -> anyhow::Result<()> {
    let run = journal.run();
    let tables = tables(journal)?;
    let standing = &tables.standing;
    let planned = standing.planned().map_or(String::new(), |planned| format!(" of {planned}"));
    writeln!(
        out,
        "run {}, {}, seed {}: {}{planned} pairs of games",
        run.id,
        run.plan.variant,
        run.plan.seed,
        standing.pairs()
    )?;
    for Row { names: [one, two], counts, games: [won, drawn, lost] } in &tables.rows {
        let games = won + drawn + lost;
        let points = *won as f64 + *drawn as f64 / 2.0;
        let counts = counts.map(|count| count.to_string()).join(" ");
        writeln!(
            out,
            "{one} - {two}: {points} of {games} points; won {won}, drawn {drawn}, lost {lost}; \
             pairs with 0, 1/2, 1, 3/2, 2 points: {counts}"
        )?;
    }
    if let (Some(test), Some(ratio)) = (standing.test(), standing.log_likelihood_ratio()) {
        let [elo0, elo1] = test.hypotheses();
        let Bounds { lower, upper } = test.bounds();
        let verdict = match standing.decision() {
            None => "not decided".to_owned(),
            Some(decision) => {
                let word = if decision.verdict == Verdict::Pass { "passed" } else { "failed" };
                format!("{word} after {} pairs", decision.counts.iter().sum::<u64>())
            }
        };
        writeln!(
            out,
            "test of {elo0} against {elo1} Elo ({}): LLR {ratio:.3}, bounds {lower:.3} and {upper:.3}, \
             {verdict}",
            scale_word(test.scale())
        )?;
    }
    let reasons: Vec<String> =
        tables.reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
    if !reasons.is_empty() {
        writeln!(out, "ended by {}", reasons.join(", "))?;
    }
    for ((player, reason), count) in &tables.forfeits {
        writeln!(out, "{player} lost by {reason}: {count}")?;
    }
    for failure in journal.failures() {
        writeln!(
            out,
            "pair {}, attempt {}: {} failed ({}): {}",
            failure.pair,
            failure.attempt,
            failure.player,
            failure.failure.word(),
            failure.detail
        )?;
    }
    if standing.is_invalid() {
        let given_up = standing.given_up();
        writeln!(out, "INVALID: {given_up} pairs were given up, which is more than one in twenty")?;
    } else if standing.given_up() > 0 {
        writeln!(out, "{} pairs were given up and do not count", standing.given_up())?;
    }
    Ok(())
}

/// What a scale is called.
fn scale_word(scale: EloScale) -> &'static str {
    match scale {
        EloScale::Normalized => "normalized",
        EloScale::Logistic => "logistic",
    }
}

/// What there is to say of a test.
fn test_json(standing: &Standing) -> Option<Value> {
    let (test, ratio) = (standing.test()?, standing.log_likelihood_ratio()?);
    let decision = standing.decision();
    let [elo0, elo1] = test.hypotheses();
    let Bounds { lower, upper } = test.bounds();
    Some(json!({
        "elo0": elo0, "elo1": elo1, "scale": test.scale(), "llr": ratio, "lower": lower,
        "upper": upper,
        "verdict": decision.map(|decision| decision.verdict),
        "stopped_at": decision.map(|decision| decision.counts),
    }))
}

/// The same for programs.
pub(super) fn json(journal: &Journal) -> anyhow::Result<Value> {
    let run = journal.run();
    let tables = tables(journal)?;
    let standing = &tables.standing;
    let rows: Vec<Value> = tables
        .rows
        .iter()
        .map(|row| {
            let [won, drawn, lost] = row.games;
            json!({
                "players": row.names, "won": won, "drawn": drawn, "lost": lost,
                "pairs": row.counts,
            })
        })
        .collect();
    let reasons: serde_json::Map<String, Value> = tables
        .reasons
        .iter()
        .map(|(reason, count)| (reason.words().to_owned(), json!(count)))
        .collect();
    let forfeits: Vec<Value> = tables
        .forfeits
        .iter()
        .map(|((player, reason), count)| {
            json!({ "player": player, "reason": reason, "count": count })
        })
        .collect();
    let planned = standing.planned();
    let settled = standing.pairs() + standing.given_up();
    Ok(json!({
        "run": run.id,
        "folder": journal.folder(),
        "variant": run.plan.variant,
        "seed": run.plan.seed,
        "pairs": standing.pairs(),
        "planned": planned,
        "complete": planned.is_some_and(|planned| settled >= planned),
        "valid": !standing.is_invalid(),
        "test": test_json(standing),
        "pairings": rows,
        "reasons": reasons,
        "forfeits": forfeits,
        "failures": journal.failures(),
        "given_up": journal.given_up(),
    }))
}
