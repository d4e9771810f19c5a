//! `tamerlane submit`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, anyhow};

use super::{PlanAndResults, read_plan};
use crate::cli::Exit;
use crate::cli::args::number;
use crate::cluster::Results;
use crate::cluster::submit::{Parallel, Slurm, Submission};

/// How many tasks an array has where nobody says: many clusters take no more than 1,000.
const SHARDS: u64 = 100;

/// Print what Slurm or GNU parallel need to do a plan; with --run, run it
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    #[command(subcommand)]
    to: To,
}

#[derive(Debug, clap::Subcommand)]
enum To {
    Slurm(SlurmArgs),
    Parallel(ParallelArgs),
}

/// Print the job script of a Slurm array
///
/// Example: `tamerlane submit slurm --plan plan.jsonl --results results --shards 200 --cores 16 > job.sh`,
/// then `sbatch job.sh`. Each task does a shard of the plan and goes back into the queue when it is
/// stopped; sent once more, the array does what is missing. Plan, results and program must be where all
/// nodes see them.
#[derive(Debug, clap::Args)]
struct SlurmArgs {
    #[command(flatten)]
    files: PlanAndResults,
    /// How many tasks; 100 if not given, or as many as there are units
    #[arg(long, value_name = "N", value_parser = number::<1, 1_000_000>)]
    shards: Option<u32>,
    /// How many tasks at once; all if not given
    #[arg(long, value_name = "N", value_parser = number::<1, 1_000_000>)]
    at_once: Option<u32>,
    /// How many cores each task has
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<1, 1024>)]
    cores: u32,
    /// How long a task may take, as sbatch has it
    #[arg(long, value_name = "TIME", default_value = "4:00:00")]
    time: String,
    /// The program on the nodes; this one if not given
    #[arg(long, value_name = "PATH")]
    program: Option<PathBuf>,
    #[command(flatten)]
    how: HowArgs,
}

/// Print the script that does a plan on machines reached by ssh, with GNU parallel
///
/// Example: `tamerlane submit parallel --plan plan.jsonl --results results --hosts 8/pc1,16/pc2 --run`.
/// The other machines need sshd, rsync and the program. What is missing is handed out again until
/// nothing is, then all is merged.
#[derive(Debug, clap::Args)]
struct ParallelArgs {
    #[command(flatten)]
    files: PlanAndResults,
    /// The machines, each with how many units it does at once: 8/pc1,16/pc2; ":" is this one
    #[arg(long, value_name = "HOSTS")]
    hosts: String,
    /// The command that reaches them
    #[arg(long, value_name = "COMMAND", default_value = "ssh")]
    ssh: String,
    /// The program on the other machines; on this one it is the one that is asked
    #[arg(long, value_name = "PATH", default_value = "tamerlane")]
    program: PathBuf,
    #[command(flatten)]
    how: HowArgs,
}

/// What both need to know.
#[derive(Debug, clap::Args)]
struct HowArgs {
    /// `work --hash`: a table of counts of this size for each worker
    #[arg(long, value_name = "SIZE", value_parser = size)]
    hash: Option<String>,
    /// `work --key-seed`: the seed of the hash keys
    #[arg(long, value_name = "N")]
    key_seed: Option<u64>,
    /// Run it instead of printing it
    #[arg(long)]
    run: bool,
}

/// A size as it was written, once it is understood.
fn size(text: &str) -> Result<String, String> {
    crate::cli::perft::parse_size(text).map(|_| text.to_owned())
}

impl HowArgs {
    fn options(&self) -> Vec<String> {
        let hash = self.hash.iter().flat_map(|size| ["--hash".to_owned(), size.clone()]);
        let keys =
            self.key_seed.iter().flat_map(|seed| ["--key-seed".to_owned(), seed.to_string()]);
        hash.chain(keys).collect()
    }

    fn submission(&self, files: &PlanAndResults, program: PathBuf) -> anyhow::Result<Submission> {
        let plan = std::path::absolute(&files.plan)?;
        let results = std::path::absolute(&files.results)?;
        if self.run {
            Results::make(&results)?;
        }
        Ok(Submission { program, plan, results, options: self.options() })
    }
}

impl Args {
    pub(in crate::cli) fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        match self.to {
            To::Slurm(args) => args.run(out),
            To::Parallel(args) => args.run(out),
        }
    }
}

impl SlurmArgs {
    fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        let units = read_plan(&self.files.plan)?.units.len() as u64;
        let here = || std::env::current_exe().context("where this program is, is not known");
        let program = self.program.clone().map_or_else(here, Ok)?;
        let submission = self.how.submission(&self.files, program)?;
        let script = submission.slurm(&Slurm {
            shards: self.shards.map_or(SHARDS, u64::from).clamp(1, units.max(1)),
            at_once: self.at_once,
            cores: self.cores,
            time: self.time,
        });
        if !self.how.run {
            out.write_all(script.as_bytes())?;
            return Ok(Exit::Fine);
        }
        out.flush()?;
        let mut sbatch = start(Command::new("sbatch").stdin(Stdio::piped()))?;
        if let Some(mut input) = sbatch.stdin.take() {
            input.write_all(script.as_bytes()).context("\"sbatch\" does not take the script")?;
        }
        ended("sbatch", sbatch.wait()?)
    }
}

impl ParallelArgs {
    fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        let plan = read_plan(&self.files.plan)?;
        let here = std::env::current_exe().context("where this program is, is not known")?;
        let submission = self.how.submission(&self.files, self.program.clone())?;
        let script = submission.parallel(&Parallel {
            here,
            hosts: self.hosts,
            ssh: self.ssh,
            folder: format!("tamerlane-{}", plan.id),
        });
        if !self.how.run {
            out.write_all(script.as_bytes())?;
            return Ok(Exit::Fine);
        }
        out.flush()?;
        // Told here, where one sentence says it; the script would go round and round.
        if which("parallel").is_none() {
            return Err(anyhow!("\"parallel\" cannot be started: install GNU parallel"));
        }
        ended("the script", start(Command::new("bash").args(["-c", &script]))?.wait()?)
    }
}

fn which(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders)
        .map(|folder| folder.join(name))
        .find(|path: &PathBuf| Path::is_file(path))
}

fn start(command: &mut Command) -> anyhow::Result<std::process::Child> {
    let name = command.get_program().to_string_lossy().into_owned();
    command.spawn().with_context(|| format!("\"{name}\" cannot be started"))
}

/// How we end when a program has ended that did our work.
fn ended(name: &str, status: std::process::ExitStatus) -> anyhow::Result<Exit> {
    match status.code() {
        Some(0) => Ok(Exit::Fine),
        Some(code) => Exit::of_code(code).with_context(|| format!("{name} ended with code {code}")),
        None => Err(anyhow!("{name} was killed")),
    }
}
