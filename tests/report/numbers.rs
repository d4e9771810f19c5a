//! The tables against a recount of the log.

use std::collections::BTreeMap;

use tamerlane::arena::{Outcome, PlayedGame};
use tamerlane::pieces::Color;
use tamerlane::rating::{Results, Sprt, Strength};
use tamerlane::report::{Table, tables};

use super::{Reported, three_players, two_players};

/// Half points of a player in a game; `None` if it did not play.
fn half_points(game: &PlayedGame, player: &str) -> Option<u64> {
    let side = [(Color::White, &game.white), (Color::Black, &game.black)]
        .into_iter()
        .find_map(|(side, name)| (name == player).then_some(side))?;
    let result = match (game.result, side) {
        (Outcome::Draw, _) => 1,
        (Outcome::White, Color::White) | (Outcome::Black, Color::Black) => 2,
        _ => 0,
    };
    Some(result)
}

/// Won, drawn, lost.
fn counted(half_points: impl Iterator<Item = u64>) -> [u64; 3] {
    let mut counts = [0; 3];
    half_points.for_each(|points| counts[2 - points as usize] += 1);
    counts
}

/// How many pairs gave each number of half points.
fn cells_of(pairs: &BTreeMap<u64, u64>) -> [u64; 5] {
    let mut cells = [0; 5];
    for &points in pairs.values() {
        cells[points as usize] += 1;
    }
    cells
}

fn table<'t>(tables: &'t [Table], title: &str) -> &'t Table {
    tables.iter().find(|table| table.title == title).unwrap_or_else(|| panic!("no {title}"))
}

/// The cells of some neighbouring columns as numbers.
fn numbers(row: &[String], from: usize, count: usize) -> Vec<u64> {
    row[from..from + count].iter().map(|cell| cell.parse().unwrap()).collect()
}

fn share([won, drawn, lost]: [u64; 3]) -> String {
    let points = won as f64 + drawn as f64 / 2.0;
    format!("{:.1} %", 100.0 * points / (won + drawn + lost) as f64)
}

#[test]
fn players_colours_and_meetings() {
    for reported in [Reported::of(two_players()), Reported::of(three_players())] {
        let games = &reported.log.games;
        let tables = tables(&reported.summary);
        let players = table(&tables, "Players");
        assert_eq!(players.rows.len(), reported.summary.players.len());
        for row in &players.rows {
            let of = |game: &PlayedGame| half_points(game, &row[0]);
            let counts = counted(games.iter().filter_map(of));
            assert_eq!(numbers(row, 3, 3), counts);
            assert_eq!(numbers(row, 1, 1), [counts.iter().sum::<u64>()]);
            assert_eq!(row[6], share(counts));
            let points = row[2].replace('½', ".5").parse::<f64>().unwrap();
            assert!((points - (counts[0] as f64 + counts[1] as f64 / 2.0)).abs() < 1e-9);
        }
        for row in &table(&tables, "By colour").rows {
            let white = games.iter().filter(|game| game.white == row[0]);
            let black = games.iter().filter(|game| game.black == row[0]);
            let [white, black] = [
                counted(white.map(|game| half_points(game, &row[0]).unwrap())),
                counted(black.map(|game| half_points(game, &row[0]).unwrap())),
            ];
            assert_eq!(numbers(row, 1, 3), white);
            assert_eq!(numbers(row, 5, 3), black);
            assert_eq!([&row[4], &row[8]], [&share(white), &share(black)]);
        }
        let meetings = table(&tables, "Who met whom");
        for row in &meetings.rows {
            let (one, other) = row[0].split_once(" – ").unwrap();
            let mut pairs: BTreeMap<u64, u64> = BTreeMap::new();
            for game in games {
                if let (Some(points), Some(_)) = (half_points(game, one), half_points(game, other))
                {
                    *pairs.entry(game.pair).or_default() += points;
                }
            }
            let cells = cells_of(&pairs);
            assert_eq!(numbers(row, 7, 5), cells);
            let strength = Strength::of(&Results::Pairs(cells)).unwrap();
            let text = |elo: f64| format!("{elo:+.1}").replace('-', "−");
            let elo = strength.elo;
            let words = format!("{} [{}, {}]", text(elo.value), text(elo.low), text(elo.high));
            assert_eq!(row[12], words);
        }
    }
}

#[test]
fn reasons_openings_and_lengths() {
    let reported = Reported::of(three_players());
    let games = &reported.log.games;
    let tables = tables(&reported.summary);
    let white = |game: &PlayedGame| half_points(game, &game.white).unwrap();
    let mut all = 0;
    for row in &table(&tables, "How games ended").rows {
        let of_reason: Vec<&PlayedGame> =
            games.iter().filter(|game| game.reason.words() == row[0]).collect();
        let counts = counted(of_reason.iter().map(|game| white(game)));
        assert_eq!(numbers(row, 1, 1), [of_reason.len() as u64]);
        assert_eq!(numbers(row, 3, 3), counts);
        all += of_reason.len();
    }
    assert_eq!(all, games.len());
    let mut lost = 0;
    for row in &table(&tables, "Who lost how").rows {
        let count = games
            .iter()
            .filter(|game| game.reason.words() == row[1] && half_points(game, &row[0]) == Some(0));
        lost += numbers(row, 2, 1)[0];
        assert_eq!(numbers(row, 2, 1), [count.count() as u64]);
    }
    assert_eq!(lost, games.iter().filter(|game| game.result != Outcome::Draw).count() as u64);
    for row in &table(&tables, "Openings").rows {
        let number: u64 = row[0].split_once(':').unwrap().0.parse().unwrap();
        let of_opening = || games.iter().filter(|game| game.opening.number == number);
        assert_eq!(numbers(row, 1, 1), [of_opening().count() as u64]);
        assert_eq!(numbers(row, 2, 3), counted(of_opening().map(white)));
    }
    let plies = |game: &PlayedGame| game.opening.moves.len() + game.moves.len();
    for row in &table(&tables, "Lengths of games").rows {
        let (from, to) = row[0].split_once('–').unwrap();
        let within = from.parse::<usize>().unwrap()..=to.parse().unwrap();
        let count = games.iter().filter(|game| within.contains(&plies(game))).count();
        assert_eq!(numbers(row, 1, 1), [count as u64]);
    }
    let lengths = &reported.summary.lengths;
    assert_eq!(lengths.least.unwrap() as usize, games.iter().map(plies).min().unwrap());
    assert_eq!(lengths.greatest.unwrap() as usize, games.iter().map(plies).max().unwrap());
    let mean = games.iter().map(plies).sum::<usize>() as f64 / games.len() as f64;
    assert!((lengths.mean.unwrap() - mean).abs() < 1e-9);
}

#[test]
fn the_advantage_of_white_and_how_players_think() {
    let reported = Reported::of(three_players());
    let games = &reported.log.games;
    let tables = tables(&reported.summary);
    let white = |game: &PlayedGame| half_points(game, &game.white).unwrap();
    let row = &table(&tables, "White and Black").rows[0];
    assert_eq!(numbers(row, 1, 3), counted(games.iter().map(white)));
    let mut pairs: BTreeMap<u64, u64> = BTreeMap::new();
    for game in games {
        *pairs.entry(game.pair).or_default() += white(game);
    }
    let cells = cells_of(&pairs);
    let advantage = reported.summary.white.advantage.unwrap();
    assert_eq!(advantage, Strength::of(&Results::Pairs(cells)).unwrap());
    for row in &table(&tables, "Thinking").rows {
        // White moves first after an opening of six plies.
        let mine = |game: &PlayedGame| {
            let side = usize::from(game.black == row[0]);
            let plays = game.white == row[0] || game.black == row[0];
            let nodes: Vec<u64> =
                game.nodes.iter().skip(side).step_by(2).flatten().copied().collect();
            if plays { nodes } else { Vec::new() }
        };
        let nodes: Vec<u64> = games.iter().flat_map(mine).collect();
        assert_eq!(numbers(row, 1, 1), [nodes.len() as u64]);
        let mean = nodes.iter().sum::<u64>() as f64 / nodes.len() as f64;
        assert_eq!(row[3], format!("{mean:.0}"));
    }
}

#[test]
fn the_course_of_a_test() {
    let reported = Reported::of(two_players());
    let test = reported.summary.test.as_ref().unwrap();
    let plan = reported.log.run.plan.test.unwrap();
    let sprt = Sprt::new(plan.scale, plan.elo0, plan.elo1, plan.alpha, plan.beta).unwrap();
    let first = &reported.log.run.plan.players[0].name;
    let mut cells = [0; 5];
    let mut decided = None;
    let mut points = reported.summary.course.iter();
    for pair in 0..120 {
        let games = reported.log.games.iter().filter(|game| game.pair == pair);
        let sum: u64 = games.map(|game| half_points(game, first).unwrap()).sum();
        cells[sum as usize] += 1;
        let ratio = sprt.log_likelihood_ratio(&Results::Pairs(cells));
        if decided.is_none() && (ratio >= test.bounds.upper || ratio <= test.bounds.lower) {
            decided = Some(pair + 1);
        }
        let point = points.next().unwrap();
        assert_eq!(point.pairs, pair + 1);
        assert!((point.log_likelihood_ratio.unwrap() - ratio).abs() < 1e-9);
        assert_eq!(point.elo, Strength::of(&Results::Pairs(cells)).unwrap().elo);
    }
    assert!(decided.is_some(), "the test must end for this to say anything");
    assert_eq!(test.decided_after(), decided);
}

#[test]
fn the_cross_table_and_ratings() {
    let reported = Reported::of(three_players());
    let tables = tables(&reported.summary);
    let cross = table(&tables, "Cross-table");
    let names: Vec<&str> = cross.rows.iter().map(|row| row[0].split_once(' ').unwrap().1).collect();
    for (row, cells) in cross.rows.iter().enumerate() {
        for column in (0..3).filter(|&column| column != row) {
            let games = reported.log.games.iter().filter(|game| {
                half_points(game, names[row]).is_some()
                    && half_points(game, names[column]).is_some()
            });
            let points: Vec<u64> =
                games.map(|game| half_points(game, names[row]).unwrap()).collect();
            let (told, of) = cells[column + 1].split_once('/').unwrap();
            assert_eq!(of.parse::<usize>().unwrap(), points.len());
            let told = told.replace('½', ".5").parse::<f64>().unwrap();
            assert!((told - points.iter().sum::<u64>() as f64 / 2.0).abs() < 1e-9);
        }
    }
    // Who is listed first has the lower chance to lose in this log.
    assert_eq!(names, ["A", "B", "C"]);
    let ratings = reported.summary.ratings.as_ref().unwrap();
    let sum: f64 = ratings.rated.iter().map(|rated| rated.elo.value).sum();
    assert!(sum.abs() < 1e-6 && ratings.rated.len() == 3);
    let superiority = table(&tables, "Likelihood of superiority");
    assert_eq!(superiority.rows[0][0], "A");
    assert!(ratings.superiority[0][2] > 0.975);
}
