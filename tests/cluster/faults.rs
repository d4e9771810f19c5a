//! Results that are damaged, cut off, of something else, or differ: each is named and refused.

use std::fs;

use tamerlane::perft::Record;
use tamerlane::perft::identity::digest;

use super::process::{run, stderr};
use super::{Place, files};

fn done() -> Place {
    let place = Place::new();
    place.printed("work", &["--all"]);
    place
}

/// The text of a result with one count changed, and all sums made anew, as a faulty machine writes it.
fn honest_but_wrong(text: &str, plan: &str) -> String {
    let header: serde_json::Value = serde_json::from_str(plan.lines().next().unwrap()).unwrap();
    let count = header["work"]["perft"]["count"]["count"].as_str().unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut record = Record::read(&lines[1], count).unwrap();
    record.nodes += 1;
    record.line(count).trim_end().clone_into(&mut lines[1]);
    let first: serde_json::Value = serde_json::from_str(&lines[0]).unwrap();
    let key = format!("{:05}-{}", first["n"].as_u64().unwrap(), first["id"].as_str().unwrap());
    let records = lines[1..lines.len() - 1].iter().map(|line| Record::read(line, count).unwrap());
    let sums: Vec<String> = records.map(|record| record.sum(count)).collect();
    let id = header["id"].as_str().unwrap();
    let sum = digest(["result 1", id, &key].into_iter().chain(sums.iter().map(String::as_str)));
    let mut last: serde_json::Value = serde_json::from_str(lines.last().unwrap()).unwrap();
    last["sum"] = sum.into();
    *lines.last_mut().unwrap() = last.to_string();
    lines.join("\n") + "\n"
}

#[test]
fn damage_is_seen_wherever_it_is() {
    let place = done();
    let file = &place.files()[3];
    let name = file.file_name().unwrap().to_str().unwrap();
    let text = fs::read_to_string(file).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let end = lines.len() - 1;
    let without = |gone: usize| {
        let mut kept = lines.clone();
        kept.remove(gone);
        kept.join("\n") + "\n"
    };
    let damaged = [
        text.replacen("\"nodes\":\"", "\"nodes\":\"1", 1),
        text.replacen("\"multiplicity\":1", "\"multiplicity\":2", 1),
        text.replacen("\"sum\":\"", "\"sum\":\"0", 1),
        without(0),
        without(1),
        without(end),
        text.replacen(lines[2], lines[1], 1),
        text[..text.len() - 1].to_owned(),
        text[..text.len() / 2].to_owned(),
        format!("{text}\n"),
        format!("{text}{text}"),
        String::new(),
        "rubbish\n".to_owned(),
        "\u{0}\u{0}\n".repeat(40),
    ];
    for (case, text) in damaged.iter().enumerate() {
        fs::write(file, text).unwrap();
        for (command, words) in [("merge", &[][..]), ("missing", &[]), ("work", &["--all"])] {
            place.refused(command, words, 5, &[name, "is damaged"]);
        }
        assert_eq!(&fs::read_to_string(file).unwrap(), text, "case {case}");
    }
    fs::write(file, [0xff, 0xfe]).unwrap();
    place.refused("merge", &[], 5, &[name, "is damaged: it is no text"]);
    fs::remove_file(file).unwrap();
    place.refused("merge", &[], 4, &["1 of 7 units missing: 3"]);
    place.printed("work", &["--all"]);
    place.printed("merge", &[]);
}

#[test]
fn results_of_something_else_are_refused() {
    let place = done();
    let file = &place.files()[3];
    let text = fs::read(file).unwrap();
    let name = file.file_name().unwrap().to_str().unwrap();
    // Of another unit, of another plan, of no unit of this one.
    fs::copy(&place.files()[4], file).unwrap();
    place.refused("merge", &[], 2, &[name, "it is the result of unit 00004-"]);
    let other = Place::planned(&["perft", "4", "-v", "chess", "--units", "8", "--no-estimate"]);
    other.printed("work", &["--all"]);
    fs::copy(&other.files()[3], file).unwrap();
    place.refused("merge", &[], 2, &[name, "it is a result of plan"]);
    fs::write(file, &text).unwrap();
    let stranger = file.with_file_name(other.files()[3].file_name().unwrap());
    fs::copy(&other.files()[3], &stranger).unwrap();
    let strange = stranger.file_name().unwrap().to_str().unwrap();
    place.refused("merge", &[], 2, &[strange, "no unit of the plan has its name"]);
    place.refused("missing", &[], 2, &[strange]);
    fs::remove_file(&stranger).unwrap();
    // What is no result does not matter: logs, and what a killed worker left.
    fs::write(file.with_file_name("job.log"), "x").unwrap();
    fs::write(file.with_file_name(".00003.tmp"), "x").unwrap();
    place.printed("merge", &[]);
}

#[test]
fn every_fault_is_named_and_the_worst_decides() {
    let place = done();
    let files = place.files();
    fs::write(&files[0], "x").unwrap();
    fs::write(&files[5], "x").unwrap();
    fs::copy(&files[2], &files[1]).unwrap();
    let names = [0, 5, 1].map(|place| files[place].to_str().unwrap());
    place.refused("merge", &[], 5, &names);
}

#[test]
fn another_result_of_the_same_unit_is_a_conflict() {
    let place = done();
    let file = &place.files()[3];
    let name = file.file_name().unwrap().to_str().unwrap();
    let text = fs::read_to_string(file).unwrap();
    let plan = fs::read_to_string(&place.plan).unwrap();
    let wrong = honest_but_wrong(&text, &plan);
    assert_ne!(wrong, text);

    // Two runs.
    let second = place.path("second");
    fs::create_dir(&second).unwrap();
    for file in place.files() {
        fs::copy(&file, format!("{second}/{}", file.file_name().unwrap().to_str().unwrap()))
            .unwrap();
    }
    fs::write(format!("{second}/{name}"), &wrong).unwrap();
    place.refused("merge", &["--cross-check", &second], 6, &[name, "differ: line 2"]);
    let changed = ["merge", "--plan", &place.plan, "--results", &second];
    assert_eq!(run(&changed).status.code(), Some(0), "it is whole in itself");

    // A worker finishes a unit that has got another result meanwhile: the first stays.
    let place = Place::planned(&["perft", "7", "-v", "chess", "--units", "7", "--no-estimate"]);
    place.printed("work", &["--unit", "3", "-j", "1"]);
    let file = &place.files()[0];
    let text = fs::read_to_string(file).unwrap();
    fs::remove_file(file).unwrap();
    let words =
        ["work", "--plan", &place.plan, "--results", &place.results, "--unit", "3", "-j", "1"];
    let worker = super::process::start(&words);
    std::thread::sleep(std::time::Duration::from_millis(300));
    let plan = fs::read_to_string(&place.plan).unwrap();
    let wrong = honest_but_wrong(&text, &plan);
    assert!(!file.exists(), "the unit was done before another result could be put there");
    fs::write(file, &wrong).unwrap();
    let output = worker.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(6), "{}", stderr(&output));
    assert!(stderr(&output).contains("are results of the same unit and differ"));
    assert_eq!(fs::read_to_string(file).unwrap(), wrong);
    let kept = files(std::path::Path::new(&place.results), "conflict");
    assert_eq!(kept.len(), 1);
    place.refused("merge", &[], 6, &[kept[0].to_str().unwrap(), file.to_str().unwrap()]);
}

#[test]
fn a_plan_that_was_changed_is_refused() {
    let place = done();
    let text = fs::read_to_string(&place.plan).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    fs::write(&place.plan, text.replacen("\",1]", "\",2]", 1)).unwrap();
    place.refused("merge", &[], 5, &["line 2: damaged: not the unit that it is called"]);
    fs::write(&place.plan, lines[..5].join("\n") + "\n").unwrap();
    place.refused("work", &["--all"], 5, &["4 units, expected 7"]);
    fs::write(&place.plan, text.replacen("tamerlane plan 1", "tamerlane plan 2", 1)).unwrap();
    place.refused("missing", &[], 2, &["expected a first line", "tamerlane plan 2"]);
}
