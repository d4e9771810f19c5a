//! `tamerlane compare`.

mod report;

use std::fs;
use std::io::{self, Read, Write};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use super::args::{VariantArgs, named_position, number, pair};
use super::game_command::GameCommand;
use super::output::write_json;
use super::{Exit, progress};
use crate::compare::{Comparison, Notation, Peer, Preset, Progress, Translator};
use crate::external::{Divider, Limits, Protocol};
use crate::geometry::Bitboard;
use crate::position::Position;
use crate::rules::{Game, Ruleset};
use crate::sampling::Sampler;
use report::Outcome;

/// How many random positions are tried where nobody says.
const POSITIONS: usize = 50;

/// Find the first move that another program's generator gets wrong
#[derive(Debug, clap::Args)]
#[command(long_about = include_str!("help.txt"))]
pub(super) struct Args {
    /// The command that starts the other program, quoted as in a shell
    #[arg(long, value_name = "CMD", required_unless_present = "preset")]
    engine: Option<String>,
    /// How it is spoken to: uci, uci-divide, cecp or lines [default: uci; a preset
    /// brings its own]
    #[arg(long, value_name = "PROTOCOL", conflicts_with = "preset")]
    protocol: Option<Protocol>,
    /// A program that we know: fairy-stockfish, sjaak or stockfish
    #[arg(long, value_name = "PROGRAM", value_parser = preset)]
    preset: Option<Preset>,
    #[command(flatten)]
    variant: VariantArgs,
    /// What the other program calls the game, if it must be told
    #[arg(long, value_name = "NAME")]
    engine_variant: Option<String>,
    /// An option to set in the other program; may be given several times
    #[arg(long = "engine-option", value_name = "NAME=VALUE", value_parser = pair)]
    engine_options: Vec<(String, String)>,
    /// Compare this position alone: a FEN, "startpos", or the name of a start position
    #[arg(long, value_name = "FEN", conflicts_with_all = ["input", "positions", "seed"])]
    fen: Option<String>,
    /// Compare the positions of a file, a FEN a line; "-" for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["positions", "seed"])]
    input: Option<String>,
    /// How many random positions to compare after the start position: ends of random games, and
    /// composed ones with pins, checks, en passant, promotions and so on [default: 50]
    #[arg(long, value_name = "N", value_parser = number::<0, 1_000_000>)]
    positions: Option<u32>,
    /// The seed of the random positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How deep to count, 1 to 20; lesser depths are compared first
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = number::<1, 20>)]
    depth: u32,
    /// The letters of the other program where they are not ours: camel=J,eagle=H
    #[arg(long, value_name = "KIND=LETTER", value_delimiter = ',', value_parser = pair)]
    map: Vec<(String, String)>,
    /// What to add to our number of a rank to have theirs: -1 where ranks begin with 0
    /// [default: what the preset needs, or 0]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    #[arg(value_parser = clap::value_parser!(i32).range(-9..=9))]
    rank_offset: Option<i32>,
    /// How many seconds to wait for one answer
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = number::<1, 86_400>)]
    timeout: u32,
    /// Print one JSON object: {"variant", "engine", "protocol", "depth", "positions", "answers",
    /// "nodes", "seconds", "complete", "agrees", "finding"}
    #[arg(long)]
    json: bool,
}

fn preset(text: &str) -> Result<Preset, String> {
    let known = Preset::ALL.into_iter().find(|preset| preset.name() == text);
    known.ok_or_else(|| "expected fairy-stockfish, sjaak or stockfish".to_owned())
}

impl Args {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        let variant = self.variant.load()?;
        self.dispatch(&variant, out)
    }

    /// The command of the other program.
    fn command(&self) -> anyhow::Result<&str> {
        match (&self.engine, self.preset) {
            (Some(engine), _) => Ok(engine),
            (None, Some(preset)) => Ok(preset.command()),
            (None, None) => bail!("--engine or --preset is needed"),
        }
    }

    fn protocol(&self) -> Protocol {
        let of_preset = self.preset.map(Preset::protocol);
        self.protocol.or(of_preset).unwrap_or(Protocol::Uci)
    }

    /// Refuses what would be set in the other program, for which that protocol has no words.
    fn refuse_what_lines_cannot_say(&self) -> anyhow::Result<()> {
        let option = self
            .engine_options
            .first()
            .map(|(name, value)| format!("--engine-option {name}={value}"));
        let variant = self.engine_variant.as_ref().map(|name| format!("--engine-variant {name}"));
        if let Some(said) = option.or(variant) {
            bail!(
                "\"{said}\" cannot be said by --protocol lines; expected none, put it into --engine"
            );
        }
        Ok(())
    }

    fn notation(&self, game: &Game) -> Notation {
        let of_preset = self.preset.map(|preset| preset.notation(game)).unwrap_or_default();
        Notation {
            letters: self.map.clone(),
            rank_offset: self.rank_offset.unwrap_or(of_preset.rank_offset),
            fen_rank_offset: self.rank_offset.unwrap_or(of_preset.fen_rank_offset),
            ..of_preset
        }
    }

    /// The positions to compare, with the rights left out that the program cannot be told.
    fn positions<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        translator: &Translator,
    ) -> anyhow::Result<Vec<Position<B>>> {
        let given = match (&self.fen, &self.input) {
            (Some(fen), _) => vec![named_position(rules, fen)?],
            (None, Some(path)) => read_positions(rules, path)?,
            (None, None) => {
                let count = self.positions.map_or(POSITIONS, |count| count as usize);
                let samples = Sampler::new(rules, self.seed).take(count);
                let random = samples.map(|sample| sample.position);
                let sayable = |position: Position<B>| {
                    let setup = translator.sayable(&position.setup(rules));
                    rules.admit(&setup).unwrap_or(position)
                };
                return Ok(std::iter::once(rules.start()).chain(random.map(sayable)).collect());
            }
        };
        for position in &given {
            let setup = position.setup(rules);
            if translator.sayable(&setup) != setup {
                bail!(
                    "\"{}\" cannot be told to this program: another man like the partner of a \
                     castling stands further out",
                    position.fen(rules)
                );
            }
        }
        Ok(given)
    }
}

/// The positions of a file, one a line; empty lines and comments behind "#" are passed over.
fn read_positions<B: Bitboard>(rules: &Ruleset<B>, path: &str) -> anyhow::Result<Vec<Position<B>>> {
    let mut text = String::new();
    if path == "-" {
        io::stdin().read_to_string(&mut text).context("cannot read standard input")?;
    } else {
        text = fs::read_to_string(path).with_context(|| format!("cannot read \"{path}\""))?;
    }
    let mut positions = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let fen = line.split('#').next().unwrap_or_default().trim();
        if !fen.is_empty() {
            let read = named_position(rules, fen);
            positions.push(read.with_context(|| format!("{path}, line {}", index + 1))?);
        }
    }
    if positions.is_empty() {
        bail!("\"{path}\" holds no position; expected a FEN a line");
    }
    Ok(positions)
}

impl GameCommand for Args {
    fn run_on<B: Bitboard>(
        &self,
        rules: &Ruleset<B>,
        out: &mut impl Write,
    ) -> anyhow::Result<Exit> {
        let game = rules.game();
        let command = self.command()?;
        let translator = Translator::new(game, self.notation(game)).map_err(anyhow::Error::msg)?;
        let positions = self.positions(rules, &translator)?;
        if self.protocol() == Protocol::Lines {
            self.refuse_what_lines_cannot_say()?;
        }
        let (watch, stop) = progress::interruptible_watch_and_flag()?;
        let limits = Limits { answer: Duration::from_secs(self.timeout.into()), stop };
        // Holds the file that the program reads, as long as it runs.
        let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
        let variant = self.engine_variant.as_deref();
        let divider = match self.preset {
            Some(preset) if variant.is_none() => {
                let mut divider =
                    preset.start(command, game, &translator, limits, folder.path())?;
                divider.configure(&self.engine_options, None)?;
                divider
            }
            _ => {
                let mut divider = Divider::start(command, self.protocol(), limits)?;
                divider.configure(&self.engine_options, variant)?;
                divider
            }
        };
        let begin = Instant::now();
        let mut comparison =
            Comparison::new(rules, Peer::new(divider, translator, command), &watch);
        let mut reached = Progress::default();
        let bar = progress::counting_bar(positions.len() as u64 * u64::from(self.depth));
        let found = comparison.run(&positions, self.depth, |progress| {
            reached = progress;
            bar.set_position(progress.answers);
        });
        bar.finish_and_clear();
        let interrupted = matches!(&found, Err(error) if error.is_interrupt());
        let finding = if interrupted { None } else { found? };
        let outcome = Outcome {
            game,
            args: self,
            command,
            positions: positions.len(),
            reached,
            seconds: begin.elapsed().as_secs_f64(),
            finding,
            interrupted,
        };
        if self.json {
            write_json(out, &outcome.json())?;
        } else {
            outcome.print(out)?;
        }
        Ok(match outcome.finding {
            _ if interrupted => Exit::Interrupted,
            Some(_) => Exit::Difference,
            None => Exit::Fine,
        })
    }
}
