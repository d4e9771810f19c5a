//! `tamerlane values spsa`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use serde::{Deserialize, Serialize};

use super::super::Exit;
use super::super::arena::{any_seed, begin};
use super::super::args::{ThreadsArgs, ValuesArgs, VariantArgs, number};
use super::super::game_command::GameCommand;
use crate::arena::{
    Adjudication, Arena, Brake, Conditions, Contest, End, Journal, Limit, LogWriter, OpeningsPlan,
    Plan, PlayerPlan, Program, Timeouts, ValuesPlan,
};
use crate::geometry::Bitboard;
use crate::movegen::Variant;
use crate::perft::identity::rules_id;
use crate::rules::{Game, Ruleset};
use crate::sampling::Random;
use crate::search::Parameters;
use crate::valuation::{Tuned, Tuning, ValuedKinds};

const FORMAT: &str = "tamerlane values tuning 1";
const QUESTION: &str = "tuning.json";
const COURSE: &str = "course.ndjson";
/// The folder of the games of the iteration that is being played.
const GAMES: &str = "iteration";

/// Tune the values for strength, and the search, by simultaneous perturbation
///
/// In each iteration two players meet whose values are a little apart, each value this way or that by
/// chance, and all values follow the winner a little (SPSA, with the schedule that is usual for
/// engines). What comes out plays well; it does not say what pieces are worth, and has no intervals.
/// Strength is flat around its best: think of tens of thousands of games, and test the result with
/// `tamerlane sprt`.
///
/// With --parameter numbers of the search are tuned as well, with --hold-values they alone. The result
/// ends with them as a player is told them: `-p "engine search.futility=95"`.
///
/// The course is a line an iteration in DIR/course.ndjson. After Ctrl-C or a kill --resume DIR goes on.
/// The same seed gives the same course.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    variant: VariantArgs,
    #[command(flatten)]
    values: ValuesArgs,
    /// A parameter of the search to tune too, or "all"; give this once for each
    #[arg(long = "parameter", value_name = "NAME", value_parser = parameter)]
    parameters: Vec<String>,
    /// Leave the values as they are and tune parameters of the search alone
    #[arg(long, requires = "parameters")]
    hold_values: bool,
    /// How many iterations
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = number::<1, 100_000_000>)]
    iterations: u32,
    /// How many pairs of games an iteration has
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = number::<1, 100_000>)]
    batch: u32,
    /// How many positions a player looks at for each move
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number::<1, 1_000_000_000>)]
    nodes: u32,
    /// How far players are from the values at the end, as a share of the first values
    #[arg(long, value_name = "SHARE", default_value = "0.08", value_parser = share)]
    c_end: f64,
    /// How much of that values change for each game won more than lost at the end
    #[arg(long, value_name = "SHARE", default_value = "0.002", value_parser = share)]
    r_end: f64,
    /// The seed; a random one if not given, which is told and written down
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The folder, which must not hold a tuning yet
    #[arg(long, value_name = "DIR", required_unless_present = "resume")]
    out: Option<PathBuf>,
    /// Go on in a folder; everything but --threads is as it was
    #[arg(long, value_name = "DIR", conflicts_with = "out")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    threads: ThreadsArgs,
}

/// The word for all parameters.
const EVERY: &str = "all";

fn parameter(text: &str) -> Result<String, String> {
    if text != EVERY {
        Parameters::named(text).map_err(|error| format!("{error}, or {EVERY}"))?;
    }
    Ok(text.to_owned())
}

fn is_share(number: f64) -> bool {
    number > 0.0 && number <= 1.0
}

fn share(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|&number| is_share(number));
    number.ok_or_else(|| "expected a share above 0, at most 1: 0.08".to_owned())
}

/// What was asked.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    format: String,
    variant: String,
    rules: String,
    /// The values to begin with, as a text that the search takes.
    values: String,
    nodes: u64,
    batch: u64,
    tuning: Tuning,
    /// Parameters of the search, and what each is at the beginning.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    parameters: Vec<(String, i32)>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    holds_values: bool,
}

impl Question {
    /// Whether it could have been asked.
    fn check(&self) -> Result<(), String> {
        let Tuning { iterations, c_end, r_end, .. } = self.tuning;
        for (name, is_right) in [
            ("nodes", self.nodes > 0),
            ("batch", self.batch > 0),
            ("iterations", iterations > 0),
            ("c_end", is_share(c_end)),
            ("r_end", is_share(r_end)),
        ] {
            if !is_right {
                return Err(format!("\"{name}\" is nothing that could have been asked"));
            }
        }
        let mut names = BTreeSet::new();
        if let Some((twice, _)) = self.parameters.iter().find(|(name, _)| !names.insert(name)) {
            return Err(format!("\"{twice}\" is said twice"));
        }
        Ok(())
    }
}

/// A line of the course.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    iteration: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    /// The values after it, rooks being 5, in the order of the game's list.
    values: Vec<f64>,
    /// The parameters of the search after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    parameters: Vec<f64>,
}

impl Line {
    fn numbers(&self) -> Vec<f64> {
        [&self.values[..], &self.parameters[..]].concat()
    }
}

impl Args {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        let (folder, question) = match &self.resume {
            Some(folder) => (folder.clone(), read(folder)?),
            None => self.begin()?,
        };
        let variant = Variant::load(&question.variant)?;
        if rules_id(variant.game()) != question.rules {
            bail!("\"{}\": its rules are others than those of the tuning", question.variant);
        }
        let threads = self.threads.count().get();
        TuningCommand { folder, question, threads }.dispatch(&variant, out)
    }

    /// The parameters of the search that are asked for, each once, in the order of the list of all.
    fn named(&self) -> Vec<(String, i32)> {
        let is_asked = |name: &str| self.parameters.iter().any(|one| one == name || one == EVERY);
        let names = Parameters::all().iter().map(|parameter| parameter.name);
        let asked = names.filter(|name| is_asked(name));
        asked
            .filter_map(|name| Some((name.to_owned(), Parameters::default().get(name).ok()?)))
            .collect()
    }

    fn begin(&self) -> anyhow::Result<(PathBuf, Question)> {
        let folder = self.out.clone().unwrap_or_default();
        let variant = self.variant.load()?;
        let game = variant.game();
        let question = Question {
            format: FORMAT.to_owned(),
            variant: self.variant.variant.clone(),
            rules: rules_id(game),
            values: self.values.load(game)?.toml(game),
            nodes: self.nodes.into(),
            batch: self.batch.into(),
            tuning: Tuning {
                iterations: self.iterations.into(),
                c_end: self.c_end,
                r_end: self.r_end,
                seed: self.seed.unwrap_or_else(any_seed),
            },
            parameters: self.named(),
            holds_values: self.hold_values,
        };
        let path = folder.join(QUESTION);
        if path.exists() {
            bail!("\"{}\" holds a tuning already: go on by --resume", folder.display());
        }
        let quoted = || format!("\"{}\" cannot be written", path.display());
        fs::create_dir_all(&folder).with_context(quoted)?;
        // Whole or not at all: half a question could neither be gone on with nor be asked again.
        let mut draft = tempfile::NamedTempFile::new_in(&folder).with_context(quoted)?;
        draft.write_all((serde_json::to_string_pretty(&question)? + "\n").as_bytes())?;
        draft.persist_noclobber(&path).map_err(|error| error.error).with_context(quoted)?;
        Ok((folder, question))
    }
}

fn read(folder: &Path) -> anyhow::Result<Question> {
    let path = folder.join(QUESTION);
    let quoted = || format!("\"{}\"", path.display());
    let text = fs::read_to_string(&path)
        .with_context(|| format!("{}: expected the folder of a tuning", quoted()))?;
    let question: Question = serde_json::from_str(&text).with_context(quoted)?;
    if question.format != FORMAT {
        bail!("{}: its format is \"{}\", expected \"{FORMAT}\"", quoted(), question.format);
    }
    question.check().map_err(|reason| anyhow!(reason)).with_context(quoted)?;
    Ok(question)
}

struct TuningCommand {
    folder: PathBuf,
    question: Question,
    threads: usize,
}

impl GameCommand for TuningCommand {
    fn run_on<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        out: &mut impl Write,
    ) -> anyhow::Result<Exit> {
        let game = rules.game();
        let kinds = ValuedKinds::of(rules).map_err(|error| anyhow!(error))?;
        let tuning = &self.question.tuning;
        let tuned = self.tuned(game, &kinds)?;
        let course = self.folder.join(COURSE);
        let first = || tuned.iter().map(|one| one.first).collect();
        let (mut next, mut numbers) =
            last_line(&course, &self.question, kinds.len())?.unwrap_or_else(|| (0, first()));
        eprintln!("seed {}, course in {}", tuning.seed, course.display());
        let brake = Arc::new(Brake::default());
        let pressed = Arc::clone(&brake);
        ctrlc::set_handler(move || {
            pressed.press();
        })?;
        while next < tuning.iterations {
            let one = tuning.perturbation(&tuned, next);
            let players =
                [1.0, -1.0].map(|sign| self.player(game, &kinds, &one.player(&numbers, sign)));
            let Some([won, drawn, lost]) = self.play(rules, next, players, &brake)? else {
                let folder = self.folder.display().to_string();
                let folder = shlex::try_quote(&folder).unwrap_or_default();
                eprintln!("interrupted; go on with: tamerlane values spsa --resume {folder}");
                return Ok(Exit::Interrupted);
            };
            numbers = one.after(&numbers, won as f64 - lost as f64);
            let (values, parameters) = numbers.split_at(kinds.len());
            let (values, parameters) = (values.to_vec(), parameters.to_vec());
            let line = Line { iteration: next, won, drawn, lost, values, parameters };
            let text = serde_json::to_string(&line)? + "\n";
            let mut file = OpenOptions::new().create(true).append(true).open(&course)?;
            file.write_all(text.as_bytes()).and_then(|()| file.sync_data())?;
            fs::remove_dir_all(self.folder.join(GAMES))?;
            next += 1;
        }
        let (values, search) = self.player(game, &kinds, &numbers);
        write!(out, "{values}")?;
        // A comment in the file, and what a player is told.
        let words: Vec<String> =
            search.iter().map(|(name, value)| format!(" search.{name}={value}")).collect();
        if !words.is_empty() {
            writeln!(out, "\n#{}", words.concat())?;
        }
        Ok(Exit::Fine)
    }
}

/// A player: the text of its values, and the parameters of its search.
type Tried = (String, BTreeMap<String, i32>);

/// The number of the next iteration and the numbers before it. What a kill left without an end is taken
/// off.
fn last_line(
    path: &Path,
    question: &Question,
    kinds: usize,
) -> anyhow::Result<Option<(u64, Vec<f64>)>> {
    let quoted = || format!("\"{}\"", path.display());
    if !path.exists() {
        return Ok(None);
    }
    let mut reader = BufReader::new(File::open(path).with_context(quoted)?);
    let (mut whole, mut last, mut text) = (0, None, String::new());
    while reader.read_line(&mut text).with_context(quoted)? > 0 && text.ends_with('\n') {
        let number = last.as_ref().map_or(0, |line: &Line| line.iteration + 1);
        let line: Line = serde_json::from_str(&text)
            .with_context(|| format!("{}, line {}", quoted(), number + 1))?;
        if line.iteration != number {
            bail!("{}: iteration {}, expected {number}", quoted(), line.iteration);
        }
        let games = line.won + line.drawn + line.lost;
        if games != 2 * question.batch
            || line.values.len() != kinds
            || line.parameters.len() != question.parameters.len()
            || number >= question.tuning.iterations
        {
            bail!("{}, line {}: it is no line of this tuning", quoted(), number + 1);
        }
        whole += text.len() as u64;
        last = Some(line);
        text.clear();
    }
    let file = OpenOptions::new().write(true).open(path);
    file.and_then(|file| file.set_len(whole)).with_context(quoted)?;
    Ok(last.map(|line| (line.iteration + 1, line.numbers())))
}

impl TuningCommand {
    /// What is tuned: the values of kinds, then parameters of the search.
    fn tuned(&self, game: &Game, kinds: &ValuedKinds) -> anyhow::Result<Vec<Tuned>> {
        let question = &self.question;
        let first = kinds.values_of_text(game, &question.values);
        let first = first.map_err(|error| anyhow!(error))?;
        let mut tuned = Tuned::values(kinds, &first, question.holds_values);
        for (name, first) in &question.parameters {
            tuned.push(Tuned::parameter(name, *first)?);
        }
        Ok(tuned)
    }

    /// The player of some numbers.
    fn player(&self, game: &Game, kinds: &ValuedKinds, numbers: &[f64]) -> Tried {
        let (values, parameters) = numbers.split_at(kinds.len());
        let rounded = parameters.iter().map(|number| number.round() as i32);
        let search =
            self.question.parameters.iter().map(|(name, _)| name.clone()).zip(rounded).collect();
        (kinds.text_of_values(game, values), search)
    }

    /// The games of an iteration: won, drawn and lost by the first player. `None` if interrupted.
    fn play<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        number: u64,
        players: [Tried; 2],
        brake: &Brake,
    ) -> anyhow::Result<Option<[u64; 3]>> {
        let plan = self.plan(number, players);
        let folder = self.folder.join(GAMES);
        let begun = Journal::read(&folder).is_ok_and(|begun| begun.run().id == plan.id());
        let (writer, journal) = if begun {
            let (writer, journal) = LogWriter::resume(&folder)?;
            (writer, Some(journal))
        } else {
            if folder.exists() {
                fs::remove_dir_all(&folder)?;
            }
            (LogWriter::begin(&folder, begin(rules, &plan)?)?, None)
        };
        let conditions = Conditions { threads: self.threads, brake };
        let mut arena = Arena::new(rules, writer, journal, conditions)?;
        if arena.play(&mut |_| {})? == End::Interrupted {
            return Ok(None);
        }
        Ok(arena.standing().pairings().next().map(|(_, _, games)| games))
    }

    fn plan(&self, number: u64, players: [Tried; 2]) -> Plan {
        let player = |(name, (text, search)): (&str, Tried)| PlayerPlan {
            name: name.to_owned(),
            program: Program::Engine {
                threads: 1,
                hash_bytes: 1 << 20,
                values: Some(ValuesPlan { file: name.to_owned(), text }),
                search,
            },
            limit: Limit::Nodes(self.question.nodes),
        };
        Plan {
            variant: self.question.variant.clone(),
            rules: self.question.rules.clone(),
            contest: Contest::RoundRobin,
            players: ["plus", "minus"].into_iter().zip(players).map(player).collect(),
            rounds: Some(self.question.batch),
            test: None,
            seed: Random::of_item(!self.question.tuning.seed, number).seed() >> 16,
            openings: OpeningsPlan::Random { plies: 8, even: 60, nodes: 2000 },
            adjudication: Adjudication { cap: Some(400), ..Adjudication::default() },
            timeouts: Timeouts::default(),
        }
    }
}
