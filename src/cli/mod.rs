//! The command line: one file for each command, each with its arguments and a `run`.
//!
//! Commands write results to standard output, and everything else (progress, warnings, errors) to
//! standard error. This is the only module that prints.

mod analyse;
mod arena;
mod args;
mod bench;
mod cecp;
mod cluster;
mod compare;
mod exit;
mod game_command;
mod goal;
mod moves;
mod openings;
mod output;
mod perft;
mod play;
mod progress;
mod puzzles;
mod sample;
mod show;
mod stats;
mod suite;
mod uci;
mod unique;
mod values;
mod variants;

use std::io::{self, Write};

use clap::{Parser, Subcommand};

pub use exit::Exit;

/// Exact and fast perft, analysis and self-play for the Tamerlane family of great chess games.
///
/// The games are data: Wild Tamerlane, Tamerlane II and others are built in (`tamerlane variants`),
/// and -v takes a file of your own just as well.
///
/// Exit codes: 0 fine, 1 a difference was found, 2 bad input, 3 interrupted, 4 results are missing, 5 a
/// file of results is damaged, 6 results of the same work differ, 7 a run says nothing because too much
/// went wrong, 75 a worker was stopped by a signal.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100, disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Perft(perft::Args),
    Moves(moves::Args),
    Play(play::Args),
    Suite(suite::Args),
    Variants(variants::Args),
    Show(show::Args),
    Bench(bench::Args),
    Analyse(analyse::Args),
    Values(values::Args),
    Uci(uci::Args),
    Cecp(cecp::Args),
    Compare(compare::Args),
    Sample(sample::Args),
    Stats(stats::Args),
    Match(arena::MatchArgs),
    Tournament(arena::TournamentArgs),
    Sprt(arena::SprtArgs),
    Resume(arena::ResumeArgs),
    Report(arena::ReportArgs),
    Openings(openings::Args),
    Plan(cluster::PlanArgs),
    Work(cluster::WorkArgs),
    Missing(cluster::MissingArgs),
    Merge(cluster::MergeArgs),
    Submit(cluster::SubmitArgs),
    Puzzles(puzzles::Args),
}

/// Parses the arguments of the process, does what they say, and tells how it went.
pub fn run() -> Exit {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are no errors and go to standard output.
            let exit = if error.use_stderr() { Exit::BadInput } else { Exit::Fine };
            let _ = error.print();
            return exit;
        }
    };
    // Not locked: the answers of a protocol come from another thread.
    let mut out = io::BufWriter::new(io::stdout());
    let result = match cli.command {
        Command::Perft(args) => args.run(&mut out),
        Command::Moves(args) => args.run(&mut out),
        Command::Play(args) => args.run(&mut out),
        Command::Suite(args) => args.run(&mut out),
        Command::Variants(args) => args.run(&mut out),
        Command::Show(args) => args.run(&mut out),
        Command::Bench(args) => args.run(&mut out),
        Command::Analyse(args) => args.run(&mut out),
        Command::Values(args) => args.run(&mut out),
        Command::Uci(args) => args.run(),
        Command::Cecp(args) => args.run(),
        Command::Compare(args) => args.run(&mut out),
        Command::Sample(args) => args.run(&mut out),
        Command::Stats(args) => args.run(&mut out),
        Command::Match(args) => args.run(&mut out),
        Command::Tournament(args) => args.run(&mut out),
        Command::Sprt(args) => args.run(&mut out),
        Command::Openings(args) => args.run(&mut out),
        Command::Resume(args) => args.run(&mut out),
        Command::Report(args) => args.run(&mut out),
        Command::Plan(args) => args.run(&mut out),
        Command::Work(args) => args.run(&mut out),
        Command::Missing(args) => args.run(&mut out),
        Command::Merge(args) => args.run(&mut out),
        Command::Submit(args) => args.run(&mut out),
        Command::Puzzles(args) => args.run(&mut out),
    };
    let result = result.and_then(|exit| Ok(out.flush().map(|()| exit)?));
    match result {
        Ok(exit) => exit,
        Err(error) if is_closed_pipe(&error) => Exit::Fine,
        Err(error) => {
            eprintln!("error: {}", output::one_line(&format!("{error:#}")));
            Exit::of_error(&error)
        }
    }
}

/// Whether whoever read our output has gone, as `head` does.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
