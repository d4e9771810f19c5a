//! `tamerlane values imbalance`.

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use indicatif::{ProgressBar, ProgressStyle};

use super::super::Exit;
use super::super::arena::begin;
use super::super::args::ThreadsArgs;
use super::super::game_command::GameCommand;
use super::super::output::write_json;
use super::question::{Asked, QuestionArgs};
use crate::arena::{Arena, Brake, Conditions, End, Journal, Limit, LogWriter};
use crate::geometry::Bitboard;
use crate::rules::Ruleset;
use crate::search::{Control, Limits, Record, Searcher};
use crate::valuation::{self, Enough, Evidence, NextStage, Question, Valuation, ValuedKinds};
use crate::values::PieceValues;

/// How long a game is taken to be before one is played, in plies.
const EXPECTED_PLIES: f64 = 110.0;
/// How many positions are searched to see how fast that is.
const TRIAL_NODES: u64 = 30_000;
/// How much more than the table and its overhead a search of one move is taken to need.
const TICK: Duration = Duration::from_millis(500);

/// Values from games between armies of different men
///
/// Plays the search against itself from positions in which one army has a Rook more and a Cannon less,
/// or a Queen more and a Rook and a Bishop less, and so on, and finds the values that explain the
/// results best, all at once, with the gain of moving first and the chance of a draw. Each position is
/// played twice with colours changed. Which armies meet is planned so that the games say most
/// (D-optimality), and whichever piece is least certain is topped up until every 95 % interval is as
/// narrow as --precision asks.
///
/// What a piece is worth depends on who plays: players play first with the values of each --prior, one
/// after the other, and then with what was estimated, drawn to the first prior while games are few. The
/// result is the worth to players with the values that these had on average. It says what share of what
/// players believe of a piece comes out again, and what each stage alone gives.
///
/// Games are kept in a folder, stage by stage, each an ordinary run (`tamerlane report DIR/stage-1`).
/// Ctrl-C loses nothing; --resume DIR goes on. The same seed gives the same games and values with any
/// number of threads.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    question: QuestionArgs,
    /// Only say how many games it would take, and about how long
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    threads: ThreadsArgs,
    /// Print one JSON object: the result, as in DIR/values.json
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        let asked = self.question.asked()?;
        let variant = asked.variant()?;
        let threads = self.threads.count().get();
        let asking = Asking { asked, threads, dry_run: self.dry_run, json: self.json };
        asking.dispatch(&variant, out)
    }
}

struct Asking {
    asked: Asked,
    threads: usize,
    dry_run: bool,
    json: bool,
}

impl GameCommand for Asking {
    fn run_on<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        out: &mut impl Write,
    ) -> anyhow::Result<Exit> {
        let kinds = ValuedKinds::of(rules).map_err(|error| anyhow!(error))?;
        if self.dry_run {
            let evidence = Evidence::default();
            let next = self.asked.next(rules.game(), &kinds, &evidence)?;
            if let Ok(next) = next {
                writeln!(out, "{}", self.forecast(rules, &evidence, &next)?)?;
            }
            return Ok(Exit::Fine);
        }
        if self.asked.is_new {
            self.asked.question.begin(&self.asked.folder)?;
        }
        eprintln!("seed {}, results in {}", self.asked.question.seed, self.asked.folder.display());
        let brake = Arc::new(Brake::default());
        let pressed = Arc::clone(&brake);
        ctrlc::set_handler(move || {
            pressed.press();
            eprintln!("finishing the games that run; Ctrl-C again stops at once");
        })?;
        loop {
            let stages = Question::stages(&self.asked.folder)?;
            let evidence = Evidence::of(rules.game(), &kinds, &stages)?;
            let is_open = stages.last().is_some_and(|stage| !stage.is_settled());
            let (writer, journal) = if is_open {
                let folder = Question::stage_folder(&self.asked.folder, stages.len() - 1);
                drop(stages);
                let (writer, journal) = LogWriter::resume(&folder)?;
                (writer, Some(journal))
            } else {
                match self.asked.next(rules.game(), &kinds, &evidence)? {
                    Err(enough) => return self.finish(rules, &kinds, &evidence, enough, out),
                    Ok(next) => {
                        eprintln!("{}", self.forecast(rules, &evidence, &next)?);
                        let stage = stages.len();
                        let plan = self.asked.question.plan(stage, &next.values, next.armies);
                        let folder = Question::stage_folder(&self.asked.folder, stage);
                        (LogWriter::begin(&folder, begin(rules, &plan)?)?, None)
                    }
                }
            };
            if !self.play(rules, writer, journal, &brake)? {
                let folder = self.asked.folder.display().to_string();
                let folder = shlex::try_quote(&folder).unwrap_or_default();
                eprintln!("interrupted; go on with: tamerlane values imbalance --resume {folder}");
                return Ok(Exit::Interrupted);
            }
        }
    }
}

impl Asking {
    /// How many games are still expected, and about how long they take.
    fn forecast<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        evidence: &Evidence,
        next: &NextStage,
    ) -> anyhow::Result<String> {
        let played = 2 * evidence.pairs.len() as u64;
        let seconds = if played > 0 {
            evidence.seconds / played as f64
        } else {
            let Limit::Nodes(nodes) = self.asked.question.limit else {
                bail!("expected nodes a move")
            };
            let values = PieceValues::of_mobility(rules.game());
            let mut searcher = Searcher::new(rules, &values, 1 << 20, 1)?;
            let begin = Instant::now();
            let record = Record::new(rules.start());
            searcher.search(&record, &Limits::nodes(TRIAL_NODES), &Control::default(), &mut |_| {});
            begin.elapsed().as_secs_f64() * nodes as f64 / TRIAL_NODES as f64 * EXPECTED_PLIES
        };
        let games = 2 * next.expected;
        let minutes = seconds * games as f64 / self.threads as f64 / 60.0;
        let threads = if self.threads == 1 { "thread" } else { "threads" };
        Ok(format!(
            "{played} games played; about {games} more for intervals of +-{} (rook = 5), about {minutes:.0} \
             minutes on {} {threads}; next {} pairs with {}",
            self.asked.question.precision,
            self.threads,
            next.armies.order.len(),
            next.values.file
        ))
    }

    /// Plays a stage; whether it was finished.
    fn play<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        writer: LogWriter,
        journal: Option<Journal>,
        brake: &Brake,
    ) -> anyhow::Result<bool> {
        let bar = if std::io::stderr().is_terminal() {
            ProgressBar::new(0)
        } else {
            ProgressBar::hidden()
        };
        if let Ok(style) =
            ProgressStyle::with_template("{wide_bar} {pos}/{len} pairs {elapsed}, {eta} to go")
        {
            bar.set_style(style);
        }
        bar.enable_steady_tick(TICK);
        let conditions = Conditions { threads: self.threads, brake };
        let mut arena = Arena::new(rules, writer, journal, conditions)?;
        let end = arena.play(&mut |standing| {
            bar.set_length(standing.planned().unwrap_or_default());
            bar.set_position(standing.pairs() + standing.given_up());
        });
        bar.finish_and_clear();
        let folder = self.asked.folder.display();
        match end.with_context(|| format!("stopped; go on with --resume {folder}"))? {
            End::Interrupted => Ok(false),
            End::Complete | End::Decided(_) | End::Hopeless => Ok(true),
        }
    }

    fn finish<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        kinds: &ValuedKinds,
        evidence: &Evidence,
        enough: Enough,
        out: &mut impl Write,
    ) -> anyhow::Result<Exit> {
        let answer = valuation::answer(&self.asked.question, rules.game(), kinds, evidence);
        let answer = answer.map_err(|error| {
            anyhow!("{} games are too few for values: {error}", 2 * evidence.pairs.len())
        })?;
        write_files(&self.asked.folder, &answer)?;
        if self.json {
            write_json(out, &serde_json::to_value(&answer)?)?;
        } else {
            write!(out, "{}", valuation::text(&answer))?;
        }
        match enough {
            Enough::Precise => Ok(Exit::Fine),
            Enough::Many => {
                eprintln!("the pairs allowed are played, and some interval is wider than asked");
                Ok(Exit::Missing)
            }
        }
    }
}

/// Writes the result beside the games.
fn write_files(folder: &Path, answer: &Valuation) -> anyhow::Result<()> {
    let files = [
        ("values.json", serde_json::to_string_pretty(answer)? + "\n"),
        ("values.csv", valuation::csv(answer)),
        ("values.md", valuation::markdown(answer)),
        ("values.html", valuation::page(answer)),
        ("values.svg", valuation::forest(answer)),
        ("values.toml", valuation::exports::toml(answer)),
    ];
    for (name, text) in files {
        let path = folder.join(name);
        std::fs::write(&path, text)
            .with_context(|| format!("\"{}\" cannot be written", path.display()))?;
    }
    Ok(())
}
