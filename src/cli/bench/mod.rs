//! `tamerlane bench`.

mod perft;
mod search;

use std::io::Write;

use super::Exit;
use super::args::number;
use crate::geometry::Instructions;
use crate::movegen::Variant;
use crate::perft::MAX_DEPTH;
use crate::rules::library;

/// Search a fixed list of positions of all games, or count one, and tell how fast that was
///
/// The lists never change, so neither do the nodes unless the search does; the signature is made from
/// each single result. The last line is for programs that compare builds: "N nodes M nps". Speed is
/// by the clock on the wall and says little on a busy machine. A search is one thread with a table
/// cleared before each position.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Count sequences of moves instead of searching
    #[arg(long)]
    perft: bool,
    /// Only this game: a built-in name or the path of a variant file
    #[arg(short, long, value_name = "NAME|FILE")]
    variant: Option<String>,
    /// How many plies, up to 64; 8 for a search and 4 for a count if not given
    #[arg(long, value_parser = number::<0, MAX_DEPTH>)]
    depth: Option<u32>,
    /// How many threads count, 1 to 1024
    #[arg(long, default_value_t = 1, value_parser = number::<1, 1024>, requires = "perft")]
    threads: u32,
    /// Do without the vector instructions (AVX-512) that are used where the processor has them
    #[arg(long)]
    portable: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<Exit> {
        if self.perft { perft::run(&self, out) } else { search::run(&self, out) }
    }

    /// The games of the list, one after another.
    fn variants(&self) -> impl Iterator<Item = anyhow::Result<Variant>> {
        let names = match &self.variant {
            Some(name) => vec![name.as_str()],
            None => library::names().collect(),
        };
        names.into_iter().map(|name| {
            let variant = Variant::load(name)?;
            Ok(if self.portable {
                variant.with_instructions(Instructions::Portable)
            } else {
                variant
            })
        })
    }
}
