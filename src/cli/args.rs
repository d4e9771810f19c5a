//! Arguments that several commands share.

use std::num::NonZeroUsize;

use anyhow::{Context, bail};

use crate::geometry::Bitboard;
use crate::movegen::Variant;
use crate::position::{Move, Position};
use crate::rules::{Game, Ruleset, library};
use crate::search::Record;
use crate::values::PieceValues;

/// Which game.
#[derive(Debug, clap::Args)]
pub(super) struct VariantArgs {
    /// The game: a built-in name (see `tamerlane variants`) or the path of a variant file
    #[arg(short, long, value_name = "NAME|FILE", default_value = library::DEFAULT)]
    pub(super) variant: String,
}

impl VariantArgs {
    pub(super) fn load(&self) -> anyhow::Result<Variant> {
        Ok(Variant::load(&self.variant)?)
    }

    /// The game with other hash keys.
    pub(super) fn load_with_keys(&self, seed: u64) -> anyhow::Result<Variant> {
        Ok(Variant::load_with_keys(&self.variant, seed)?)
    }
}

/// How many threads.
#[derive(Debug, clap::Args)]
pub(super) struct ThreadsArgs {
    /// How many threads, 1 to 1024; all cores if not given
    #[arg(long, value_parser = number::<1, 1024>)]
    threads: Option<u32>,
}

impl ThreadsArgs {
    pub(super) fn count(&self) -> NonZeroUsize {
        let given = self.threads.and_then(|count| NonZeroUsize::new(count as usize));
        let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        given.unwrap_or_else(cores)
    }
}

/// What pieces are worth.
#[derive(Debug, clap::Args)]
pub(super) struct ValuesArgs {
    /// Piece values from a TOML or JSON file, as `tamerlane values` prints them; kinds that it leaves
    /// out keep theirs
    #[arg(long, value_name = "FILE")]
    values: Option<String>,
}

impl ValuesArgs {
    pub(super) fn load(&self, game: &Game) -> anyhow::Result<PieceValues> {
        let Some(path) = &self.values else { return Ok(PieceValues::of_mobility(game)) };
        let text =
            std::fs::read_to_string(path).with_context(|| format!("cannot read \"{path}\""))?;
        PieceValues::parse(game, &text).with_context(|| format!("\"{path}\""))
    }
}

/// Which game and position.
#[derive(Debug, clap::Args)]
pub(super) struct PositionArgs {
    #[command(flatten)]
    pub(super) variant: VariantArgs,
    /// The position: a FEN of six fields (or four, without the clocks), "startpos", or the name of
    /// one of the game's start positions
    #[arg(long, value_name = "FEN", default_value = "startpos")]
    pub(super) fen: String,
}

impl PositionArgs {
    pub(super) fn position<B: Bitboard>(&self, rules: &Ruleset<B>) -> anyhow::Result<Position<B>> {
        named_position(rules, &self.fen)
    }
}

/// The position of a FEN, of "startpos", or of the name of a start position.
pub(super) fn named_position<B: Bitboard>(
    rules: &Ruleset<B>,
    text: &str,
) -> anyhow::Result<Position<B>> {
    if text == "startpos" {
        return Ok(rules.start());
    }
    let named = rules.game().starts.iter().find(|start| start.name == text);
    Ok(rules.position(named.map_or(text, |start| &start.fen))?)
}

/// Plays moves in engine notation from a position.
pub(super) fn play_all<B: Bitboard>(
    rules: &Ruleset<B>,
    mut position: Position<B>,
    moves: &[String],
) -> anyhow::Result<Position<B>> {
    for (index, text) in moves.iter().enumerate() {
        let mv = find_move(rules, &position, text)
            .with_context(|| format!("move {} of {}", index + 1, moves.len()))?;
        position = position.play(rules, mv);
    }
    Ok(position)
}

/// The same, with what was played kept for repetitions.
pub(super) fn play_record<B: Bitboard>(
    rules: &Ruleset<B>,
    start: Position<B>,
    moves: &[String],
) -> anyhow::Result<Record<B>> {
    let mut record = Record::new(start);
    for (index, text) in moves.iter().enumerate() {
        let mv = find_move(rules, record.position(), text)
            .with_context(|| format!("move {} of {}", index + 1, moves.len()))?;
        record.play(rules, mv);
    }
    Ok(record)
}

/// The legal move that a text means.
pub(super) fn find_move<B: Bitboard>(
    rules: &Ruleset<B>,
    position: &Position<B>,
    text: &str,
) -> anyhow::Result<Move> {
    if let Some(mv) = rules.move_named(position, text) {
        return Ok(mv);
    }
    let legal = rules.move_texts(position);
    let fen = position.fen(rules);
    if legal.is_empty() {
        let status = rules.status(position);
        bail!("\"{text}\" is not legal in \"{fen}\": no move is ({status})");
    }
    bail!("\"{text}\" is not legal in \"{fen}\"; legal are {}", legal.join(" "))
}

/// Reads a whole number between two.
pub(super) fn number<const LEAST: u32, const MOST: u32>(text: &str) -> Result<u32, String> {
    let expected = || format!("expected a whole number from {LEAST} to {MOST}");
    let number = text.parse().ok().filter(|number| (LEAST..=MOST).contains(number));
    number.ok_or_else(expected)
}

/// Reads a name and a value: `camel=J`.
pub(super) fn pair(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected a name, \"=\" and a value")?;
    if name.is_empty() || value.is_empty() {
        return Err("expected a name, \"=\" and a value".to_owned());
    }
    Ok((name.to_owned(), value.to_owned()))
}
