//! `tamerlane match`, `tournament`, `sprt`, `resume`: playing, and what they share.

mod display;
mod spec;
mod sprt;
pub(super) mod summary;

use std::hash::{BuildHasher, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};

use super::Exit;
use super::args::{ThreadsArgs, VariantArgs, number};
use super::game_command::GameCommand;
use crate::arena::book::Book;
use crate::arena::log::FORMAT;
use crate::arena::{
    self, Adjudication, Arena, Brake, Conditions, Contest, DrawRule, End, Journal, LogWriter,
    OpeningsPlan, OtherProgram, Plan, ResignRule, Run, TestPlan, Timeouts, here,
};
use crate::geometry::Bitboard;
use crate::movegen::Variant;
use crate::perft::identity::rules_id;
use crate::rating::Verdict;
use crate::rules::{Game, Repetition, Ruleset};
use display::Display;
use spec::Spec;
pub(super) use sprt::Args as SprtArgs;
pub(super) use summary::Args as ReportArgs;

/// How many plies of a game of a book are an opening, and how many random ones.
const PLIES: u32 = 8;
/// When a game is drawn whose rules might let it go on for ever.
const CAP_OF_ENDLESS: u32 = 1000;

/// Play a match between two players
#[derive(Debug, clap::Args)]
#[command(long_about = include_str!("match.txt"), after_long_help = include_str!("players.txt"))]
pub(super) struct MatchArgs {
    /// How many pairs of games to play
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number::<1, 100_000_000>)]
    pairs: u32,
    #[command(flatten)]
    play: PlayArgs,
}

/// Play a tournament between any number of players
///
/// Everybody meets everybody, or with --gauntlet the first meets each of the others. Two that meet
/// play --pairs pairs of games; all pairs of a round begin at the same opening.
///
/// See `tamerlane match --help` for players, openings and everything else.
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("players.txt"))]
pub(super) struct TournamentArgs {
    /// How many pairs of games each two opponents play
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = number::<1, 100_000_000>)]
    pairs: u32,
    /// The first player meets each of the others, who do not meet each other
    #[arg(long)]
    gauntlet: bool,
    #[command(flatten)]
    play: PlayArgs,
}

/// What is played, and how.
#[derive(Debug, clap::Args)]
pub(super) struct PlayArgs {
    #[command(flatten)]
    games: ContestArgs,
    #[command(flatten)]
    threads: ThreadsArgs,
    /// The folder of the run, which must not hold one yet [default: runs/, and the time]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print one JSON object at the end: that of `tamerlane report --json`
    #[arg(long)]
    json: bool,
}

/// What is played.
#[derive(Debug, clap::Args)]
pub(super) struct ContestArgs {
    #[command(flatten)]
    pub(super) variant: VariantArgs,
    /// A player, see below; give this once for each
    #[arg(short, long = "player", value_name = "PLAYER", value_parser = Spec::parse)]
    player: Vec<Spec>,
    /// More players from a TOML file: tables [[player]] with the same names and values
    #[arg(long, value_name = "FILE")]
    players: Option<PathBuf>,
    /// What is said of every player that does not say otherwise: "nodes=20000"
    #[arg(long, value_name = "WORDS", value_parser = Spec::parse)]
    each: Option<Spec>,
    /// The seed of openings; a random one if not given, which is told and written down
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Where games begin: "random" (even positions after random moves), "start", or a book, a file of
    /// FEN or EPD lines, or of PGN games (*.pgn)
    #[arg(long, value_name = "SOURCE", default_value = "random")]
    openings: String,
    /// How many plies an opening has that is random or from a PGN file
    #[arg(long, value_name = "N", default_value_t = PLIES, value_parser = number::<0, 400>)]
    opening_plies: u32,
    /// How far from even a random opening may be, in five-hundredths of a rook
    #[arg(long, value_name = "SCORE", default_value_t = 60, value_parser = number::<0, 30_000>)]
    even: u32,
    /// Call a game drawn when, from ply FROM on, no score of either player was farther than SCORE
    /// from zero for PLIES plies in a row without a capture or a pawn move: 80,16,10
    #[arg(long, value_name = "FROM,PLIES,SCORE", value_parser = draw_rule)]
    draw: Option<DrawRule>,
    /// Call a game lost when both players' scores say so by at least SCORE for PLIES plies in a row:
    /// 8,1000
    #[arg(long, value_name = "PLIES,SCORE", value_parser = resign_rule)]
    resign: Option<ResignRule>,
    /// Call a game drawn, and report it as capped, after so many plies of the players [default: 1000
    /// in games whose rules have no draw by repetition, none in others]
    #[arg(long, value_name = "PLIES", value_parser = number::<1, 100_000>)]
    cap: Option<u32>,
    /// How many seconds another program has to start
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = number::<1, 86_400>)]
    start_timeout: u32,
    /// How many seconds it has to get ready for a new game
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = number::<1, 86_400>)]
    game_timeout: u32,
    /// How many seconds it has to move where no clock and no time of a move says so
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = number::<1, 86_400>)]
    answer_timeout: u32,
}

/// Reads whole numbers with commas between them.
fn numbers<const N: usize>(text: &str) -> Option<[u32; N]> {
    let numbers: Option<Vec<u32>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
    numbers?.try_into().ok()
}

fn draw_rule(text: &str) -> Result<DrawRule, String> {
    match numbers(text) {
        Some([from, plies, score]) if plies > 0 && score <= 30_000 => {
            Ok(DrawRule { from, plies, score: score as i32 })
        }
        _ => Err("expected FROM,PLIES,SCORE: 80,16,10".to_owned()),
    }
}

fn resign_rule(text: &str) -> Result<ResignRule, String> {
    match numbers(text) {
        Some([plies, score]) if plies > 0 && (1..=30_000).contains(&score) => {
            Ok(ResignRule { plies, score: score as i32 })
        }
        _ => Err("expected PLIES,SCORE: 8,1000".to_owned()),
    }
}

/// A seed that nobody has asked for.
pub(super) fn any_seed() -> u64 {
    let hasher = std::collections::hash_map::RandomState::new().build_hasher();
    // Short enough to be typed again.
    hasher.finish() >> 32
}

impl MatchArgs {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        self.play.run(Contest::RoundRobin, Some(self.pairs.into()), None, Some(2), out)
    }
}

impl TournamentArgs {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        let contest = if self.gauntlet { Contest::Gauntlet } else { Contest::RoundRobin };
        self.play.run(contest, Some(self.pairs.into()), None, None, out)
    }
}

impl PlayArgs {
    fn run(
        self,
        contest: Contest,
        rounds: Option<u64>,
        test: Option<TestPlan>,
        count: Option<usize>,
        out: &mut impl Write,
    ) -> anyhow::Result<Exit> {
        let variant = self.games.variant.load()?;
        let plan = self.games.plan(variant.game(), contest, rounds, test, count)?;
        let folder = self.out.clone().unwrap_or_else(|| {
            let time = here::now();
            let time = time.split('.').next().unwrap_or_default();
            Path::new("runs").join(time.replace(':', ""))
        });
        let source = Begin::New(Box::new(plan));
        let threads = self.threads.count().get();
        Playing { source, folder, threads, json: self.json }.dispatch(&variant, out)
    }
}

impl ContestArgs {
    /// The plan of a run, with so many players if that is given.
    pub(super) fn plan(
        &self,
        game: &Game,
        contest: Contest,
        rounds: Option<u64>,
        test: Option<TestPlan>,
        count: Option<usize>,
    ) -> anyhow::Result<Plan> {
        let mut specs = self.player.clone();
        if let Some(path) = &self.players {
            specs.extend(Spec::read_file(path)?);
        }
        let players = spec::players(game, &specs, self.each.as_ref())?;
        let found = players.len();
        if found < 2 || count.is_some_and(|count| count != found) {
            let expected =
                count.map_or_else(|| "two or more".to_owned(), |count| count.to_string());
            bail!(
                "players given: {found}, expected {expected}; each is an option --player, see --help"
            );
        }
        let openings = match self.openings.as_str() {
            "start" => OpeningsPlan::Start,
            "random" => OpeningsPlan::Random {
                plies: self.opening_plies,
                even: self.even as i32,
                nodes: 2000,
            },
            file => {
                let book = Book::open(Path::new(file), self.opening_plies)?;
                let digest = book.digest().to_owned();
                OpeningsPlan::Book { file: file.to_owned(), digest, plies: self.opening_plies }
            }
        };
        Ok(Plan {
            variant: self.variant.variant.clone(),
            rules: rules_id(game),
            contest,
            players,
            rounds,
            test,
            seed: self.seed.unwrap_or_else(any_seed),
            openings,
            adjudication: Adjudication {
                draw: self.draw,
                resign: self.resign,
                cap: self.cap.or_else(|| {
                    (game.endings.repetition == Repetition::None).then_some(CAP_OF_ENDLESS)
                }),
            },
            timeouts: Timeouts {
                start: self.start_timeout,
                new_game: self.game_timeout,
                answer: self.answer_timeout,
            },
        })
    }
}

/// Go on with a run that was interrupted, killed, or is to be longer
///
/// Plays what is missing: the same games that an uninterrupted run would have played, at the same
/// openings. Nothing that is finished is played again. If the last line of the log was torn by a
/// kill, its game is.
#[derive(Debug, clap::Args)]
pub(super) struct ResumeArgs {
    /// The folder of the run
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Play so many pairs for each two opponents, instead of what was asked at first
    #[arg(long, value_name = "N", value_parser = number::<1, 100_000_000>)]
    pairs: Option<u32>,
    #[command(flatten)]
    threads: ThreadsArgs,
    /// Print one JSON object at the end: that of `tamerlane report --json`
    #[arg(long)]
    json: bool,
}

impl ResumeArgs {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        let journal = Journal::read(&self.folder)?;
        let variant = variant_of(&journal)?;
        let source = Begin::Again { pairs: self.pairs.map(u64::from) };
        let threads = self.threads.count().get();
        Playing { source, folder: self.folder, threads, json: self.json }.dispatch(&variant, out)
    }
}

/// The game of a run, if this program has the same one.
fn variant_of(journal: &Journal) -> anyhow::Result<Variant> {
    let plan = &journal.run().plan;
    let variant = Variant::load(&plan.variant)?;
    let rules = rules_id(variant.game());
    if rules != plan.rules {
        bail!(
            "\"{}\": the rules of \"{}\" are {rules} here, and the run began with {}",
            journal.folder().display(),
            plan.variant,
            plan.rules
        );
    }
    Ok(variant)
}

/// What is to be played.
enum Begin {
    /// A plan, from its first game on.
    New(Box<Plan>),
    /// What is missing of a run, perhaps with another number of pairs.
    Again { pairs: Option<u64> },
}

struct Playing {
    source: Begin,
    folder: PathBuf,
    threads: usize,
    json: bool,
}

impl GameCommand for Playing {
    fn run_on<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        out: &mut impl Write,
    ) -> anyhow::Result<Exit> {
        let (writer, journal) = match &self.source {
            Begin::New(plan) => (LogWriter::begin(&self.folder, begin(rules, plan)?)?, None),
            Begin::Again { pairs } => {
                let (mut writer, journal) = LogWriter::resume(&self.folder)?;
                // One that is away now would only make pairs be given up.
                programs(rules, &writer.run().plan)?;
                if pairs.is_some() {
                    writer.set_rounds(&self.folder, *pairs)?;
                }
                (writer, Some(journal))
            }
        };
        let run = writer.run().clone();
        let brake = Arc::new(Brake::default());
        let pressed = Arc::clone(&brake);
        let display = Display::new(&run, &self.folder);
        let bar = display.bar();
        ctrlc::set_handler(move || {
            pressed.press();
            bar.println("finishing the games that run; Ctrl-C again stops at once");
        })?;
        let conditions = Conditions { threads: self.threads, brake: &brake };
        let mut arena = Arena::new(rules, writer, journal, conditions)?;
        display.begin(arena.distinct_openings());
        let end = arena.play(&mut |standing| display.show(standing));
        display.finish();
        let invalid = arena.standing().is_invalid();
        let is_test = arena.standing().test().is_some();
        let end = match end {
            Ok(end) => end,
            Err(error) => {
                let resume = resume_command(&self.folder);
                return Err(anyhow!(error).context(format!("stopped; go on with {resume}")));
            }
        };
        // The log is released before it is read.
        drop(arena);
        let journal = Journal::read(&self.folder)?;
        summary::tell(out, &journal, self.json)?;
        if end == End::Interrupted {
            eprintln!("interrupted; go on with: {}", resume_command(&self.folder));
        }
        Ok(match end {
            _ if invalid => Exit::Invalid,
            End::Interrupted => Exit::Interrupted,
            End::Decided(Verdict::Fail) => Exit::Difference,
            End::Complete if is_test => Exit::Missing,
            End::Complete | End::Decided(_) | End::Hopeless => Exit::Fine,
        })
    }
}

/// The command that goes on with a run.
fn resume_command(folder: &Path) -> String {
    let folder = folder.display().to_string();
    format!("tamerlane resume {}", shlex::try_quote(&folder).unwrap_or_default())
}

/// The programs of others that play, once each has shown that it can be had.
pub(super) fn programs<B: Bitboard>(
    rules: &Ruleset<B>,
    plan: &Plan,
) -> anyhow::Result<Vec<OtherProgram>> {
    let mut programs = Vec::new();
    for seat in 0..plan.players.len() {
        programs.extend(arena::probe(rules, plan, seat).map_err(|error| anyhow!(error))?);
    }
    Ok(programs)
}

/// A run of a plan, once every program has shown that it can be had, and a book that it is one.
pub(super) fn begin<B: Bitboard>(rules: &Ruleset<B>, plan: &Plan) -> anyhow::Result<Run> {
    let programs = programs(rules, plan)?;
    if let OpeningsPlan::Book { file, plies, .. } = &plan.openings {
        Book::open(Path::new(file), *plies)?.check(rules)?;
    }
    Ok(Run {
        format: FORMAT.to_owned(),
        id: plan.id(),
        tool: format!("tamerlane {}", env!("CARGO_PKG_VERSION")),
        started: here::now(),
        machine: here::machine(),
        programs,
        plan: plan.clone(),
    })
}

/// An opened file, or a clear error.
fn create(path: &Path) -> anyhow::Result<std::io::BufWriter<std::fs::File>> {
    let file = std::fs::File::create(path);
    let file = file.with_context(|| format!("\"{}\" cannot be written", path.display()))?;
    Ok(std::io::BufWriter::new(file))
}
