//! `tamerlane values imbalance`.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use indicatif::{ProgressBar, ProgressStyle};

use super::super::Exit;
use super::super::arena::{any_seed, begin};
use super::super::args::{ThreadsArgs, VariantArgs, number};
use super::super::game_command::GameCommand;
use super::super::output::write_json;
use crate::arena::{
    Adjudication, Arena, Brake, Conditions, End, Journal, Limit, LogWriter, ResignRule, here,
};
use crate::geometry::Bitboard;
use crate::movegen::Variant;
use crate::perft::identity::rules_id;
use crate::rules::{Game, Ruleset};
use crate::search::{Control, Limits, Record, Searcher};
use crate::valuation::{
    self, Enough, Evidence, FORMAT, NextStage, Prior, Question, Valuation, ValuedKinds,
};
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
/// after the other, and then with what was estimated. The result is that of the latter games; it says
/// what each prior alone gives, so that one sees how much it matters.
///
/// Games are kept in a folder, stage by stage, each an ordinary run (`tamerlane report DIR/stage-1`).
/// Ctrl-C loses nothing; --resume DIR goes on. The same seed gives the same games and values with any
/// number of threads.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    variant: VariantArgs,
    /// Half the width of the widest 95 % interval that is good enough, a rook being 5
    #[arg(long, value_name = "VALUE", default_value = "0.4", value_parser = precision)]
    precision: f64,
    /// How many positions a player looks at for each move
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number::<1, 1_000_000_000>)]
    nodes: u32,
    /// Values that players begin with: "mobility" (how pieces move), "flat" (all pieces alike), or a
    /// file as `tamerlane values` prints it; give this once for each [default: mobility and flat]
    #[arg(long, value_name = "PRIOR")]
    prior: Vec<String>,
    /// What part of the men that both armies have they may lose, in hundredths; with 0 all games
    /// begin with full boards
    #[arg(long, value_name = "PERCENT", default_value_t = 50, value_parser = number::<0, 90>)]
    thinned: u32,
    /// No more pairs of games than this
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = number::<1, 10_000_000>)]
    pairs: u32,
    /// The seed of all armies; a random one if not given, which is told and written down
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Play every game to its end; without it a game is lost when both players' scores say so by five
    /// rooks for six plies in a row, and drawn after 400 plies
    #[arg(long)]
    to_the_end: bool,
    /// The folder for games and result, which must not hold one yet [default: runs/values-, and the
    /// time]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Go on in a folder; everything else but --threads, --pairs and --precision is as it was
    #[arg(long, value_name = "DIR", conflicts_with_all = ["out", "seed", "prior", "nodes", "thinned", "variant", "to_the_end"])]
    resume: Option<PathBuf>,
    /// Only say how many games it would take, and about how long
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    threads: ThreadsArgs,
    /// Print one JSON object: the result, as in DIR/values.json
    #[arg(long)]
    json: bool,
}

fn precision(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.01..=10.0).contains(number));
    number.ok_or_else(|| "expected half the width of an interval, 0.01 to 10: 0.4".to_owned())
}

/// Kinds alike but for pawns: the plainest values there are.
fn flat(game: &Game) -> String {
    let lines = game.kinds.iter().map(|kind| {
        let value = if kind.pawn { 100 } else { 350 };
        format!("{} = {{ middlegame = {value}, endgame = {value} }}\n", kind.name)
    });
    format!("variant = \"{}\"\n\n[kinds]\n{}", game.name, lines.collect::<String>())
}

fn prior(game: &Game, text: &str) -> anyhow::Result<Prior> {
    let text_of = match text {
        "mobility" => PieceValues::of_mobility(game).toml(game),
        "flat" => flat(game),
        file => {
            let text = std::fs::read_to_string(file).with_context(|| {
                format!("\"{file}\": expected mobility, flat or a file of piece values")
            })?;
            PieceValues::parse(game, &text).with_context(|| format!("\"{file}\""))?;
            text
        }
    };
    Ok(Prior { name: text.to_owned(), text: text_of })
}

impl Args {
    pub(super) fn run(mut self, out: &mut impl Write) -> anyhow::Result<Exit> {
        let is_new = self.resume.is_none();
        let (question, folder) = if let Some(folder) = self.resume.take() {
            let mut question = Question::read(&folder)?;
            question.precision = self.precision;
            question.most_pairs = self.pairs.into();
            (question, folder)
        } else {
            let folder = self.out.clone().unwrap_or_else(|| {
                let time = here::now();
                let time = time.split('.').next().unwrap_or_default().replace(':', "");
                Path::new("runs").join(format!("values-{time}"))
            });
            (self.question()?, folder)
        };
        let variant = Variant::load(&question.variant)?;
        let rules = rules_id(variant.game());
        if rules != question.rules {
            let asked = &question.rules;
            bail!("\"{}\": its rules are {rules} here, asked was of {asked}", question.variant);
        }
        let threads = self.threads.count().get();
        let asking =
            Asking { question, folder, is_new, threads, dry_run: self.dry_run, json: self.json };
        asking.dispatch(&variant, out)
    }

    fn question(&self) -> anyhow::Result<Question> {
        let variant = self.variant.load()?;
        let game = variant.game();
        let default = ["mobility", "flat"].map(str::to_owned);
        let names = if self.prior.is_empty() { &default[..] } else { &self.prior[..] };
        let priors: anyhow::Result<Vec<Prior>> =
            names.iter().map(|name| prior(game, name)).collect();
        let adjudication = if self.to_the_end {
            Adjudication::default()
        } else {
            let resign = Some(ResignRule { plies: 6, score: 2500 });
            Adjudication { draw: None, resign, cap: Some(400) }
        };
        Ok(Question {
            format: FORMAT.to_owned(),
            variant: self.variant.variant.clone(),
            rules: rules_id(game),
            limit: Limit::Nodes(self.nodes.into()),
            precision: self.precision,
            priors: priors?,
            seed: self.seed.unwrap_or_else(any_seed),
            thinned: self.thinned,
            most_pairs: self.pairs.into(),
            adjudication,
        })
    }
}

struct Asking {
    question: Question,
    folder: PathBuf,
    is_new: bool,
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
            let next = self.next(rules.game(), &kinds, &evidence)?;
            if let Ok(next) = next {
                writeln!(out, "{}", self.forecast(rules, &evidence, &next)?)?;
            }
            return Ok(Exit::Fine);
        }
        if self.is_new {
            self.question.begin(&self.folder)?;
        }
        eprintln!("seed {}, results in {}", self.question.seed, self.folder.display());
        let brake = Arc::new(Brake::default());
        let pressed = Arc::clone(&brake);
        ctrlc::set_handler(move || {
            pressed.press();
            eprintln!("finishing the games that run; Ctrl-C again stops at once");
        })?;
        loop {
            let stages = Question::stages(&self.folder)?;
            let evidence = Evidence::of(rules.game(), &kinds, &stages)?;
            let is_open = stages.last().is_some_and(|stage| {
                let asked = stage.run().plan.rounds.unwrap_or_default();
                let settled = stage.pairs().count() + stage.given_up().len();
                (settled as u64) < asked
            });
            let (writer, journal) = if is_open {
                let folder = Question::stage_folder(&self.folder, stages.len() - 1);
                drop(stages);
                let (writer, journal) = LogWriter::resume(&folder)?;
                (writer, Some(journal))
            } else {
                match self.next(rules.game(), &kinds, &evidence)? {
                    Err(enough) => return self.finish(rules, &kinds, &evidence, enough, out),
                    Ok(next) => {
                        eprintln!("{}", self.forecast(rules, &evidence, &next)?);
                        let stage = stages.len();
                        let plan = self.question.plan(stage, &next.values, next.armies);
                        let folder = Question::stage_folder(&self.folder, stage);
                        (LogWriter::begin(&folder, begin(rules, &plan)?)?, None)
                    }
                }
            };
            if !self.play(rules, writer, journal, &brake)? {
                let folder = self.folder.display().to_string();
                let folder = shlex::try_quote(&folder).unwrap_or_default();
                eprintln!("interrupted; go on with: tamerlane values imbalance --resume {folder}");
                return Ok(Exit::Interrupted);
            }
        }
    }
}

impl Asking {
    fn next(
        &self,
        game: &Game,
        kinds: &ValuedKinds,
        evidence: &Evidence,
    ) -> anyhow::Result<Result<NextStage, Enough>> {
        let next = valuation::next_stage(&self.question, game, kinds, evidence);
        next.map_err(|error| anyhow!(error))
    }

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
            let Limit::Nodes(nodes) = self.question.limit else { bail!("expected nodes a move") };
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
            self.question.precision,
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
        let folder = self.folder.display();
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
        let answer = valuation::answer(&self.question, rules.game(), kinds, evidence);
        let answer = answer.map_err(|error| {
            anyhow!("{} games are too few for values: {error}", 2 * evidence.pairs.len())
        })?;
        write_files(&self.folder, &answer)?;
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
