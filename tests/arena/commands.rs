//! What the commands understand, and what they say.

use super::Place;
use super::process::{printed, printed_json, refused, run, stdout};
use super::{games, played, python};

#[test]
fn players_that_cannot_be() {
    let place = Place::new();
    let out = place.run();
    let refuse = |player: &str, words: &[&str]| {
        let arguments = ["match", "-p", "engine", "-p", player, "--out", &out];
        refused(&arguments, words);
        assert!(!std::path::Path::new(&out).exists(), "{player}");
    };
    refuse("", &["empty", "cmd="]);
    refuse("engine nodes=", &["\"nodes\" has no value"]);
    refuse("engine nodes=many", &["\"nodes=many\"", "expected a number of positions"]);
    refuse("engine nodes=0", &["\"nodes=0\""]);
    refuse("engine depth=128", &["\"depth=128\"", "1 to 127"]);
    refuse("engine nodes=5 depth=3", &["\"nodes\" and \"depth\"", "expected one of"]);
    refuse("engine nodes=5 nodes=6", &["said twice"]);
    refuse("engine speed=5", &["\"speed\"", "expected one of"]);
    refuse("engine tc=1+x", &["\"tc=1+x\"", "60+0.6"]);
    refuse("engine movetime=soon", &["\"movetime=soon\"", "500ms"]);
    refuse("engine cmd=cat", &["either \"engine\"", "cmd="]);
    refuse("nodes=5", &["either \"engine\"", "cmd="]);
    refuse("engine values=no/such.toml", &["no/such.toml"]);
    refuse("engine hash=much", &["\"hash=much\""]);
    refuse("engine threads=0", &["\"threads=0\""]);
    refuse("engine protocol=uci", &["\"protocol\"", "other programs"]);
    refuse("cmd=cat protocol=http", &["\"protocol=http\"", "uci or cecp"]);
    refuse("cmd=cat values=x", &["\"values\"", "our engine"]);
    refuse("cmd='open", &["quote"]);
    refused(&["match", "-p", "engine", "--out", &out], &["players given: 1", "expected 2"]);
    refused(&["tournament", "-p", "engine", "--out", &out], &["players given: 1", "two or more"]);
    refused(&["match", "-p", "engine name=a", "-p", "engine name=a"], &["two players", "\"a\""]);
    refused(&["match", "-p", "engine", "-p", "engine", "--draw", "5"], &["FROM,PLIES,SCORE"]);
    refused(&["match", "-p", "engine", "-p", "engine", "--resign", "0,5"], &["PLIES,SCORE"]);
    refused(&["match", "-p", "engine", "-p", "engine", "--openings", "no/book"], &["no/book"]);
    refused(&["sprt", "--elo0", "5", "--elo1", "0", "-p", "engine", "-p", "engine"], &["elo0"]);
    for (scale, elo, range) in
        [("normalized", "250", "-200 to 200"), ("logistic", "6500", "-1000 to 1000")]
    {
        let players = ["-p", "engine name=a", "-p", "engine name=b", "--out", &out];
        let test = ["sprt", "--scale", scale, "--elo0", "0", "--elo1", elo];
        refused(&[&test[..], &players].concat(), &[elo, range]);
        assert!(!std::path::Path::new(&out).exists());
    }
}

#[test]
fn a_report_does_not_write_over_its_run() {
    let place = Place::new();
    let run = place.run();
    played(&[
        "match",
        "-p",
        "engine depth=1",
        "-p",
        "engine name=b depth=1",
        "--pairs",
        "1",
        "--out",
        &run,
    ]);
    let games = std::fs::read(format!("{run}/games.ndjson")).unwrap();
    for (option, file) in
        [("--csv", "games.ndjson"), ("--html", "run.json"), ("--pgn", "failures.ndjson")]
    {
        refused(&["report", &run, option, &format!("{run}/{file}")], &[file, "a file of the run"]);
    }
    let page = place.path("page");
    refused(&["report", &run, "--csv", &page, "--html", &page], &["page", "given twice"]);
    assert_eq!(std::fs::read(format!("{run}/games.ndjson")).unwrap(), games);
}

#[test]
fn a_program_that_is_away_is_told_before_a_run_goes_on() {
    let place = Place::new();
    let (run, program, away) = (place.run(), place.path("program"), place.path("away"));
    std::fs::write(&program, format!("#!/bin/sh\nexec {}\n", python("player.py", "plays")))
        .unwrap();
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&program, executable).unwrap();
    let other = format!("name=other cmd=\"{program}\" nodes=1");
    let words = ["match", "-v", "chess", "-p", "engine depth=1", "-p", &other, "--cap", "8"];
    let (report, code) =
        played(&[&words[..], &["--openings", "start", "--pairs", "1", "--out", &run]].concat());
    assert_eq!((code, &report["pairs"]), (Some(0), &1.into()), "{report}");
    let kept = std::fs::read(format!("{run}/run.json")).unwrap();
    std::fs::rename(&program, &away).unwrap();
    refused(&["resume", &run, "--pairs", "3"], &[&program, "cannot be started"]);
    assert_eq!(std::fs::read(format!("{run}/run.json")).unwrap(), kept);
    std::fs::rename(&away, &program).unwrap();
    let (report, code) = played(&["resume", &run, "--pairs", "3"]);
    assert_eq!(
        (code, &report["pairs"], &report["failures"]),
        (Some(0), &3.into(), &serde_json::json!([]))
    );
}

#[test]
fn players_from_a_file() {
    let place = Place::new();
    let (values, file) = (place.path("heavy.toml"), place.path("players.toml"));
    std::fs::write(&values, "[kinds]\ncannon = { middlegame = 900, endgame = 900 }\n").unwrap();
    let text = format!(
        "[[player]]\nengine = true\nvalues = \"{values}\"\n\n[[player]]\nengine = true\nname = \"b\"\n\
         nodes = 30\n"
    );
    std::fs::write(&file, text).unwrap();
    let (report, code) = played(&[
        "tournament",
        "--players",
        &file,
        "-p",
        "engine name=c",
        "--each",
        "nodes=20",
        "--pairs",
        "2",
        "--cap",
        "10",
        "--even",
        "300",
        "--seed",
        "1",
        "--out",
        &place.run(),
    ]);
    assert_eq!(code, Some(0));
    let names: Vec<String> = report["pairings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["players"].to_string())
        .collect();
    assert_eq!(names, ["[\"c\",\"heavy\"]", "[\"c\",\"b\"]", "[\"heavy\",\"b\"]"]);
    assert_eq!(report["pairs"], 6);
    let games = games(&place.run());
    assert_eq!(games.len(), 12);
    for game in &games {
        // One opening for all pairings of a round, and both colours once.
        let round = game["pair"].as_u64().unwrap() / 3;
        assert_eq!(game["opening"]["number"], round);
        let most = |name: &str| if name == "b" { 30 } else { 20 };
        let black_first = game["opening"]["moves"].as_array().unwrap().len() % 2 == 1;
        for (ply, nodes) in game["nodes"].as_array().unwrap().iter().enumerate() {
            let side = if (ply % 2 == 1) ^ black_first { "black" } else { "white" };
            assert!(nodes.as_u64().unwrap() <= most(game[side].as_str().unwrap()), "{game}");
        }
    }
    std::fs::write(&file, "[player]\n").unwrap();
    refused(&["match", "--players", &file], &["players.toml", "[[player]]"]);
    std::fs::write(&file, "[[player]]\nspeed = 5\n").unwrap();
    refused(&["match", "--players", &file], &["players.toml", "player 1", "\"speed\""]);
}

#[test]
fn a_gauntlet_is_the_first_against_each() {
    let place = Place::new();
    let (report, code) = played(&[
        "tournament",
        "--gauntlet",
        "-v",
        "chess",
        "-p",
        "engine",
        "-p",
        "engine",
        "-p",
        "engine",
        "--each",
        "depth=1",
        "--pairs",
        "1",
        "--cap",
        "4",
        "--openings",
        "start",
        "--out",
        &place.run(),
    ]);
    assert_eq!(code, Some(0));
    let names: Vec<String> = report["pairings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["players"].to_string())
        .collect();
    assert_eq!(names, ["[\"engine\",\"engine-2\"]", "[\"engine\",\"engine-3\"]"]);
}

#[test]
fn a_test_ends_at_the_same_pair_whatever_the_number_of_threads() {
    let place = Place::new();
    let test = |threads: &str, strong: &str, weak: &str| {
        let folder = place.path(&format!("{threads}{strong}"));
        let (one, two) = (format!("engine name=a {strong}"), format!("engine name=b {weak}"));
        let arguments = [
            "sprt",
            "-v",
            "chess",
            "-p",
            &one,
            "-p",
            &two,
            "--elo1",
            "200",
            "--seed",
            "4",
            "--even",
            "150",
            "--threads",
            threads,
            "--out",
            &folder,
            "--resign",
            "4,1500",
        ];
        let (report, code) = played(&arguments);
        // Asked again, it is still decided.
        let (again, code_again) = played(&["resume", &folder]);
        assert_eq!((&again["test"], code_again), (&report["test"], code));
        // More pairs may be at play when it is decided; they stand in the last ratio alone.
        let mut decision = report["test"].clone();
        assert!(decision.as_object_mut().unwrap().remove("final_llr").unwrap().is_number());
        (decision, code)
    };
    let (passed, code) = test("1", "depth=3", "depth=1");
    assert_eq!((&passed["verdict"], code), (&"pass".into(), Some(0)), "{passed}");
    assert_eq!(test("2", "depth=3", "depth=1"), (passed, code));
    let (failed, code) = test("2", "depth=1", "depth=3");
    assert_eq!((&failed["verdict"], code), (&"fail".into(), Some(1)), "{failed}");
    let folder = place.path("undecided");
    let (report, code) = played(&[
        "sprt",
        "-v",
        "chess",
        "-p",
        "engine depth=1",
        "-p",
        "engine depth=1",
        "--pairs",
        "2",
        "--cap",
        "10",
        "--seed",
        "1",
        "--out",
        &folder,
    ]);
    assert_eq!((code, &report["test"]["verdict"]), (Some(4), &serde_json::Value::Null));
}

#[test]
fn adjudication_is_reported_as_what_it_is() {
    let place = Place::new();
    let reasons = |name: &str, rule: &[&str]| {
        let folder = place.path(name);
        let base = [
            "match",
            "-v",
            "chess",
            "-p",
            "engine depth=2",
            "-p",
            "engine depth=1",
            "--pairs",
            "3",
            "--seed",
            "8",
            "--out",
            &folder,
        ];
        played(&[&base[..], rule].concat()).0["reasons"].clone()
    };
    assert_eq!(reasons("draw", &["--draw", "0,1,30000"])["draw adjudication"], 6);
    assert_eq!(reasons("cap", &["--cap", "7"])["move cap"], 6);
    assert_eq!(reasons("resign", &["--resign", "1,100"])["resign adjudication"], 6);
}

#[test]
fn games_that_might_never_end_are_capped() {
    let cap_of = |variant: &str, more: &[&str]| {
        let place = Place::new();
        let out = place.run();
        let words = ["match", "-v", variant, "-p", "engine name=a nodes=1", "-p", "engine nodes=1"];
        let rest = ["--pairs", "1", "--seed", "1", "--opening-plies", "2", "--out", &out];
        printed(&[&words[..], &rest, more].concat());
        let text = std::fs::read_to_string(format!("{out}/run.json")).unwrap();
        let run: serde_json::Value = serde_json::from_str(&text).unwrap();
        run["plan"]["adjudication"]["cap"].as_u64()
    };
    // No repetition and no count of moves ends a game there.
    assert_eq!(cap_of("tamerlane-historic", &[]), Some(1000));
    assert_eq!(cap_of("tamerlane-historic", &["--cap", "20"]), Some(20));
    assert_eq!(cap_of("chess", &[]), None);
}

#[test]
fn games_are_exported() {
    let place = Place::new();
    let folder = place.run();
    printed(&[
        "match",
        "-p",
        "engine depth=1",
        "-p",
        "engine name=\"b, or \\\"c\\\"\" depth=1",
        "--pairs",
        "2",
        "--cap",
        "20",
        "--seed",
        "3",
        "--out",
        &folder,
    ]);
    let (pgn, csv) = (place.path("games.pgn"), place.path("games.csv"));
    let report = printed_json(&["report", &folder, "--pgn", &pgn, "--csv", &csv, "--json"]);
    assert_eq!(report["pairs"], 2);
    let pgn = std::fs::read_to_string(&pgn).unwrap();
    for tag in
        ["Variant \"wild-tamerlane\"", "PlyCount \"28\"", "Ending \"move cap\"", "UTCDate \"20"]
    {
        assert_eq!(pgn.matches(&format!("[{tag}")).count(), 4, "{tag}: {pgn}");
    }
    assert!(pgn.contains("[Termination \"adjudication\"]"));
    let rows: Vec<String> =
        std::fs::read_to_string(&csv).unwrap().lines().map(str::to_owned).collect();
    assert_eq!(rows.len(), 5);
    assert!(
        rows[1].starts_with("0,0,0,engine,\"b, or \"\"c\"\"\",1/2-1/2,move cap,28,0,"),
        "{rows:?}"
    );
}

#[test]
fn help_teaches() {
    for command in ["match", "tournament", "sprt", "resume", "report", "openings"] {
        let output = run(&[command, "--help"]);
        assert_eq!(output.status.code(), Some(0));
        assert!(stdout(&output).len() > 600, "{command}");
    }
    let text = printed(&["match", "--help"]);
    for word in ["Is version B of my values better?", "cmd=\"COMMAND\"", "[[player]]", "resume DIR"]
    {
        assert!(text.contains(word), "{word}");
    }
}
