//! The tables of a [`Summary`], and what is said above them.

use super::words::{estimate, percent, points, probability, signed};
use super::{Meeting, PlayerRow, Score, Summary, Table, TestSummary};
use crate::rating::{EloScale, Estimate, Verdict};

/// Fewer pairs than this are too few for a normal distribution.
const FEW: u64 = 30;
/// Of failures, how many are told one by one; JSON has all.
const FAILURES: usize = 10;
/// Of openings, how many are in a table; JSON has all.
const OPENINGS: usize = 30;

/// What is said first: how far the run is, who is stronger, what to beware of. A line each.
pub fn headline(summary: &Summary) -> Vec<String> {
    let (run, state) = (&summary.run, &summary.state);
    let planned = state.planned.map_or(String::new(), |planned| format!(" of {planned}"));
    let complete = if state.complete { "" } else { ", not finished" };
    let mut lines = vec![format!(
        "{}, {}, run {}, seed {}: {}{planned} pairs, {} games{complete}",
        run.variant, run.contest, run.id, run.seed, state.pairs, state.games
    )];
    if state.pairs == 0 {
        lines.push("No pair of games is finished: there is nothing to count yet.".to_owned());
    }
    if let (2, [meeting]) = (summary.players.len(), summary.pairings.as_slice()) {
        lines.extend(match_line(meeting));
        if (1..FEW).contains(&state.pairs) {
            lines.push(format!("Fewer than {FEW} pairs: the intervals are rough."));
        }
    }
    if let Some(test) = &summary.test {
        lines.push(test_line(test));
        if let (Some(_), Some(adjusted)) = (test.stopped_at, &test.adjusted) {
            lines.push(format!(
                "Elo corrected for the moment at which the test stopped: {}, likelihood of \
                 superiority {}",
                estimate(&adjusted.elo, 1),
                probability(adjusted.superiority)
            ));
        }
    }
    if state.torn {
        lines.push(
            "The last line of the log has no end, as whoever wrote it was killed or is writing \
             still: it does not count."
                .to_owned(),
        );
    }
    if !state.valid {
        lines.push(format!(
            "INVALID: {} pairs were given up because a program failed, more than one in twenty: \
             the others say nothing.",
            state.given_up.len()
        ));
    } else if !state.given_up.is_empty() {
        let count = state.given_up.len();
        lines.push(format!("{count} pairs were given up because a program failed."));
    }
    for failure in state.failures.iter().take(FAILURES) {
        lines.push(format!(
            "Pair {}, attempt {}: {} failed ({}): {}",
            failure.pair,
            failure.attempt,
            failure.player,
            failure.failure.word(),
            failure.detail
        ));
    }
    if state.failures.len() > FAILURES {
        lines.push(format!(
            "{} games in all were ended by a failing program.",
            state.failures.len()
        ));
    }
    if summary.openings.repeated_games > 0 {
        lines.push(format!(
            "{} games repeat another one move by move.",
            summary.openings.repeated_games
        ));
    }
    lines
}

fn match_line(meeting: &Meeting) -> Option<String> {
    let strength = meeting.strength?;
    let [one, other] = &meeting.players;
    let mut parts = vec![format!("{one} against {other}: Elo {}", estimate(&strength.elo, 1))];
    let normalized = strength.normalized_elo.as_ref();
    parts.extend(normalized.map(|elo| format!("normalised {}", estimate(elo, 1))));
    let superiority = strength.superiority.map(probability);
    parts.extend(superiority.map(|chance| format!("likelihood of superiority {chance}")));
    Some(parts.join(", ") + " (95 % intervals)")
}

fn test_line(test: &TestSummary) -> String {
    let scale = match test.test.scale() {
        EloScale::Normalized => "normalised Elo",
        EloScale::Logistic => "Elo",
    };
    let [elo0, elo1] = test.test.hypotheses();
    let verdict = match (test.verdict, test.decided_after()) {
        (Some(Verdict::Pass), Some(after)) => format!("passed after {after} pairs"),
        (Some(_), Some(after)) => format!("failed after {after} pairs"),
        _ => "not decided".to_owned(),
    };
    format!(
        "Test of {scale} [{elo0}, {elo1}]: {verdict}; log-likelihood ratio {}, bounds {} and {}",
        signed(test.llr, 3),
        signed(test.bounds.lower, 3),
        signed(test.bounds.upper, 3)
    )
}

/// All tables that have something to show, in the order in which they are read.
pub fn tables(summary: &Summary) -> Vec<Table> {
    let all = [
        players(summary),
        meetings(summary),
        cross_table(summary),
        superiority(summary),
        colors(summary),
        white(summary),
        reasons(summary),
        losses(summary),
        lengths(summary),
        openings(summary),
        thinking(summary),
    ];
    all.into_iter().filter(|table| !table.rows.is_empty()).collect()
}

/// Won, drawn, lost, and the share of points.
fn score_cells(score: Score) -> [String; 4] {
    let share = score.share().map_or("–".to_owned(), percent);
    [score.won.to_string(), score.drawn.to_string(), score.lost.to_string(), share]
}

fn half_points(score: Score) -> String {
    points(2 * score.won + score.drawn)
}

fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or("–".to_owned(), |value| format!("{value:.digits$}"))
}

/// Players from the best to the worst: by rating, or else by their share of points.
fn ranking(summary: &Summary) -> Vec<&PlayerRow> {
    let mut players: Vec<&PlayerRow> = summary.players.iter().collect();
    let key = |player: &PlayerRow| {
        let above = match player.unrated {
            Some(words) if words.starts_with("above") => 1e9,
            Some(_) => -1e9,
            None => 0.0,
        };
        let rating = player.rating.map_or(0.0, |rating| rating.value);
        (above + rating, player.score.share().unwrap_or(0.0))
    };
    players.sort_by(|one, other| {
        key(other).partial_cmp(&key(one)).unwrap_or(std::cmp::Ordering::Equal)
    });
    players
}

fn players(summary: &Summary) -> Table {
    let has_ratings = summary.ratings.is_some();
    let mut columns = vec!["player", "games", "points", "won", "drawn", "lost", "score"];
    let mut note = String::new();
    if let Some(ratings) = &summary.ratings {
        columns.push("rating, 95 %");
        note += "Ratings by a Bradley-Terry model with draws; their mean is 0; errors by pair.";
        if let Some(first) = &ratings.first_move {
            let advantage = estimate(first, 1);
            note.extend([" White's advantage in it: ", &advantage, " Elo."]);
        }
    } else if summary.players.len() > 2 {
        note += "No ratings yet: no two players have both won and lost points against each other, directly or \
                 by way of others.";
    }
    columns.extend(["program", "limit"]);
    let mut table = Table::new("Players", &note, &columns);
    for player in ranking(summary) {
        let games = player.score.games().to_string();
        let mut cells = vec![player.name.clone(), games, half_points(player.score)];
        cells.extend(score_cells(player.score));
        if has_ratings {
            let words = player.unrated.unwrap_or("–").to_owned();
            cells.push(player.rating.map_or(words, |rating| estimate(&rating, 1)));
        }
        cells.extend([player.program.clone(), player.limit.clone()]);
        table.row(cells);
    }
    table
}

fn meetings(summary: &Summary) -> Table {
    let mut table = Table::new(
        "Who met whom",
        "Told of the first player. Pairs of games with colours changed, by the points it got in \
         them; Elo and likelihood of superiority from pairs.",
        &[
            "players",
            "games",
            "points",
            "won",
            "drawn",
            "lost",
            "score",
            "0",
            "½",
            "1",
            "1½",
            "2",
            "Elo, 95 %",
            "normalised Elo, 95 %",
            "superior",
        ],
    );
    for meeting in &summary.pairings {
        let mut cells = vec![
            meeting.players.join(" – "),
            meeting.score.games().to_string(),
            half_points(meeting.score),
        ];
        cells.extend(score_cells(meeting.score));
        cells.extend(meeting.pairs.map(|count| count.to_string()));
        let strength = meeting.strength.as_ref();
        let words = |of: Option<Estimate>| of.map_or("–".to_owned(), |of| estimate(&of, 1));
        cells.push(words(strength.map(|strength| strength.elo)));
        cells.push(words(strength.and_then(|strength| strength.normalized_elo)));
        let superiority = strength.and_then(|strength| strength.superiority);
        cells.push(superiority.map_or("–".to_owned(), probability));
        table.row(cells);
    }
    table
}

fn cross_table(summary: &Summary) -> Table {
    let players = ranking(summary);
    if players.len() < 3 {
        return Table::default();
    }
    let numbers: Vec<String> = (1..=players.len()).map(|number| number.to_string()).collect();
    let mut columns = vec!["player"];
    columns.extend(numbers.iter().map(String::as_str));
    columns.push("all");
    let note = "Points of games, the player of the row against that of the column.";
    let mut table = Table::new("Cross-table", note, &columns);
    for (place, player) in players.iter().enumerate() {
        let mut cells = vec![format!("{} {}", place + 1, player.name)];
        for other in &players {
            let met = |one: &PlayerRow, two: &PlayerRow| {
                let names = [&one.name, &two.name];
                summary.pairings.iter().find(|meeting| meeting.players.each_ref() == names)
            };
            let score = match (met(player, other), met(other, player)) {
                (Some(meeting), _) => Some(meeting.score),
                (_, Some(meeting)) => Some(Score {
                    won: meeting.score.lost,
                    drawn: meeting.score.drawn,
                    lost: meeting.score.won,
                }),
                _ => None,
            };
            let words = |score: Score| format!("{}/{}", half_points(score), score.games());
            cells.push(score.map_or("–".to_owned(), words));
        }
        cells.push(format!("{}/{}", half_points(player.score), player.score.games()));
        table.row(cells);
    }
    table
}

fn superiority(summary: &Summary) -> Table {
    let Some(ratings) = &summary.ratings else { return Table::default() };
    let name = |place: usize| summary.players[ratings.rated[place].player].name.as_str();
    let mut columns = vec!["player"];
    columns.extend((0..ratings.rated.len()).map(name));
    let note = "The probability that the player of the row is stronger than that of the column.";
    let mut table = Table::new("Likelihood of superiority", note, &columns);
    for (row, chances) in ratings.superiority.iter().enumerate() {
        let cells = chances.iter().enumerate().map(|(column, &chance)| {
            if row == column { "–".to_owned() } else { probability(chance) }
        });
        table.row(std::iter::once(name(row).to_owned()).chain(cells));
    }
    table
}

fn colors(summary: &Summary) -> Table {
    let mut table = Table::new(
        "By colour",
        "",
        &["player", "White: won", "drawn", "lost", "score", "Black: won", "drawn", "lost", "score"],
    );
    for player in ranking(summary).into_iter().filter(|player| player.score.games() > 0) {
        let mut cells = vec![player.name.clone()];
        cells.extend(score_cells(player.white));
        cells.extend(score_cells(player.black));
        table.row(cells);
    }
    table
}

fn white(summary: &Summary) -> Table {
    let white = &summary.white;
    let mut table = Table::new(
        "White and Black",
        "The advantage of the white men, with a 95 % interval, from pairs.",
        &["games", "White won", "drawn", "Black won", "White's score", "White's advantage, Elo"],
    );
    if let Some(advantage) = &white.advantage {
        let mut cells = vec![white.score.games().to_string()];
        cells.extend(score_cells(white.score));
        cells.push(estimate(&advantage.elo, 1));
        table.row(cells);
    }
    table
}

fn reasons(summary: &Summary) -> Table {
    let mut table = Table::new(
        "How games ended",
        "",
        &["reason", "games", "share", "White won", "drawn", "Black won"],
    );
    let all = summary.state.games.max(1) as f64;
    for row in &summary.endings {
        let games = row.white.games();
        table.row([
            row.reason.words().to_owned(),
            games.to_string(),
            percent(games as f64 / all),
            row.white.won.to_string(),
            row.white.drawn.to_string(),
            row.white.lost.to_string(),
        ]);
    }
    table
}

fn losses(summary: &Summary) -> Table {
    let mut table = Table::new("Who lost how", "", &["player", "reason", "games"]);
    for player in ranking(summary) {
        for (reason, count) in &player.lost_by {
            table.row([player.name.clone(), reason.words().to_owned(), count.to_string()]);
        }
        if player.failures > 0 {
            let failures = player.failures.to_string();
            table.row([player.name.clone(), "program failed, not counted".to_owned(), failures]);
        }
    }
    table
}

fn lengths(summary: &Summary) -> Table {
    let lengths = &summary.lengths;
    let mut table = Table::new(
        "Lengths of games",
        "In plies, those of the opening counted.",
        &["plies", "games", "share"],
    );
    let all = summary.state.games.max(1) as f64;
    for &(from, to, count) in &lengths.buckets {
        table.row([format!("{from}–{to}"), count.to_string(), percent(count as f64 / all)]);
    }
    if let (Some(least), Some(median), Some(most), Some(greatest)) =
        (lengths.least, lengths.median, lengths.percentile95, lengths.greatest)
    {
        table.note = format!(
            "In plies, those of the opening counted: shortest {least}, median {median}, mean {}, 95 % \
             up to {most}, longest {greatest}. A game took {} s on average.",
            number(lengths.mean, 1),
            number(lengths.seconds, 2)
        );
    }
    table
}

fn openings(summary: &Summary) -> Table {
    let openings = &summary.openings;
    let mut rows: Vec<_> = openings.rows.iter().collect();
    rows.sort_by_key(|row| (std::cmp::Reverse(row.white.games()), row.number));
    let shown = rows.len().min(OPENINGS);
    let [white, black] = openings.one_sided;
    let note = format!(
        "{} different openings, {shown} of them here. White won both games of {white} pairs, Black of \
         {black}.",
        openings.different
    );
    let columns = ["opening", "games", "White won", "drawn", "Black won", "White's score"];
    let mut table = Table::new("Openings", &note, &columns);
    for row in &rows[..shown] {
        let moves = row.moves.join(" ");
        let words = if moves.is_empty() { row.fen.clone() } else { moves };
        let mut cells = vec![format!("{}: {words}", row.number), row.white.games().to_string()];
        cells.extend(score_cells(row.white));
        table.row(cells);
    }
    table
}

fn thinking(summary: &Summary) -> Table {
    let note = "Means of a move.";
    let columns = ["player", "moves", "depth", "nodes", "seconds"];
    let mut table = Table::new("Thinking", note, &columns);
    for player in ranking(summary).into_iter().filter(|player| player.thinking.moves > 0) {
        let thinking = &player.thinking;
        table.row([
            player.name.clone(),
            thinking.moves.to_string(),
            number(thinking.depth, 1),
            number(thinking.nodes, 0),
            number(thinking.seconds, 3),
        ]);
    }
    table
}

/// Everything for a terminal.
pub fn text(summary: &Summary) -> String {
    let mut text = headline(summary).join("\n");
    text.push('\n');
    for table in tables(summary) {
        text.push('\n');
        text += &table.text();
    }
    text
}

/// Everything as Markdown.
pub fn markdown(summary: &Summary) -> String {
    let run = &summary.run;
    let mut lines = headline(summary);
    lines.push(format!(
        "{}; openings: {}; begun {} on {}",
        run.tool, run.begins, run.started, run.machine
    ));
    let mut text = format!("# Run {}\n\n- {}\n", run.id, lines.join("\n- "));
    for table in tables(summary) {
        text.push('\n');
        text += &table.markdown();
    }
    text
}
