//! [`Divider`]: any other program, asked for the count of each first move.

use std::str::FromStr;

use super::{Cecp, ExternalError, Limits, Lines, PerftCommand, Uci};

/// How a program is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// UCI with `go perft N`.
    Uci,
    /// UCI with `divide N`.
    UciDivide,
    /// CECP with the `perft N 1` of Sjaak II.
    Cecp,
    /// A FEN, a tab and a depth; see [`Lines`].
    Lines,
}

impl Protocol {
    /// All protocols.
    pub const ALL: [Self; 4] = [Self::Uci, Self::UciDivide, Self::Cecp, Self::Lines];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::UciDivide => "uci-divide",
            Self::Cecp => "cecp",
            Self::Lines => "lines",
        }
    }
}

impl FromStr for Protocol {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|protocol| protocol.name() == text);
        known.ok_or_else(|| "expected uci, uci-divide, cecp or lines".to_owned())
    }
}

/// The count of each first move, in the program's own notation and order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Divide {
    /// Moves and counts.
    pub moves: Vec<(String, u128)>,
}

impl Divide {
    /// Whether the counts come to a total that the program gave.
    pub(super) fn check_total(&self, total: u128) -> Result<(), String> {
        let sum: u128 = self.moves.iter().map(|(_, nodes)| nodes).sum();
        if sum == total {
            return Ok(());
        }
        let moves = self.moves.len();
        Err(format!("the sum of its {moves} moves, which is {sum}"))
    }
}

/// A program that gives divides.
#[derive(Debug)]
pub enum Divider {
    /// By UCI.
    Uci(Uci, PerftCommand),
    /// By CECP.
    Cecp(Cecp),
    /// By the protocol of lines.
    Lines(Lines),
}

impl Divider {
    /// Starts a command and greets it as its protocol has it.
    ///
    /// # Errors
    /// When it cannot be started or does not answer.
    pub fn start(command: &str, protocol: Protocol, limits: Limits) -> Result<Self, ExternalError> {
        Ok(match protocol {
            Protocol::Uci => Self::Uci(Uci::start(command, limits)?, PerftCommand::GoPerft),
            Protocol::UciDivide => Self::Uci(Uci::start(command, limits)?, PerftCommand::Divide),
            Protocol::Cecp => Self::Cecp(Cecp::start(command, limits)?),
            Protocol::Lines => Self::Lines(Lines::start(command, limits)?),
        })
    }

    /// Sets options, then the game by the program's own name for it.
    ///
    /// # Errors
    /// When the program says that it does not know one of them. By the protocol of lines nothing
    /// can be set, and nothing is.
    pub fn configure(
        &mut self,
        options: &[(String, String)],
        variant: Option<&str>,
    ) -> Result<(), ExternalError> {
        match self {
            Self::Uci(uci, _) => {
                for (name, value) in options {
                    uci.set_option(name, value);
                }
                if let Some(variant) = variant {
                    uci.set_option("UCI_Variant", variant);
                }
                uci.is_ready()
            }
            Self::Cecp(cecp) => {
                for (name, value) in options {
                    cecp.set_option(name, value)?;
                }
                variant.map_or(Ok(()), |variant| cecp.variant(variant))
            }
            Self::Lines(_) => Ok(()),
        }
    }

    /// The start position it shows when asked, if it can be asked.
    ///
    /// # Errors
    /// When it does not answer.
    pub fn shown_start(&mut self) -> Result<Option<String>, ExternalError> {
        match self {
            Self::Uci(uci, _) => {
                uci.position(None, &[]);
                uci.shown_fen()
            }
            Self::Cecp(cecp) => cecp.shown_fen(),
            Self::Lines(_) => Ok(None),
        }
    }

    /// Whether it can be told moves to play from a position.
    pub const fn plays_moves(&self) -> bool {
        matches!(self, Self::Uci(..))
    }

    /// The divide of a position after some moves, in the program's own notation.
    ///
    /// # Errors
    /// When it does not answer in time or not as it should.
    ///
    /// # Panics
    /// When moves are given to a program that does not [play](Self::plays_moves) them.
    pub fn divide(
        &mut self,
        fen: &str,
        moves: &[String],
        depth: u32,
    ) -> Result<Divide, ExternalError> {
        assert!(moves.is_empty() || self.plays_moves(), "moves for a program that plays none");
        match self {
            Self::Uci(uci, command) => {
                uci.position(Some(fen), moves);
                uci.divide(*command, depth)
            }
            Self::Cecp(cecp) => cecp.divide(fen, depth),
            Self::Lines(lines) => lines.divide(fen, depth),
        }
    }
}

/// A line that gives the number of all nodes.
pub(super) struct Total(pub(super) u128);

/// Reads `Nodes searched: 400`, `Nodes: 400`, `Total: 400` or the like.
pub(super) fn total_line(line: &str) -> Option<Total> {
    let lower = line.trim().to_ascii_lowercase();
    if !(lower.starts_with("nodes") || lower.starts_with("total")) {
        return None;
    }
    lower.split([':', '=', ' ']).next_back()?.parse().ok().map(Total)
}

/// Reads `e2e4: 20` or `e2e4 20`.
pub(super) fn move_and_count(line: &str) -> Option<(String, u128)> {
    let mut words = line.split_whitespace();
    let (mv, nodes) = (words.next()?, words.next()?);
    let mv = mv.strip_suffix(':').unwrap_or(mv);
    // All moves but castling name squares; "moves: 20" is none.
    let is_move = mv.contains(|c: char| c.is_ascii_digit()) || mv.starts_with("O-O");
    if words.next().is_some() || !is_move {
        return None;
    }
    Some((mv.to_owned(), nodes.parse().ok()?))
}

/// Reads a move of Sjaak II with its nodes, `"  Nb1-a3   20   40"`; the last number is the sum.
pub(super) fn cecp_row(line: &str) -> Option<(String, u128)> {
    let mut words = line.split_whitespace();
    let (mv, nodes, sum) = (words.next()?, words.next()?, words.next()?);
    if words.next().is_some() || mv.parse::<u64>().is_ok() {
        return None;
    }
    sum.parse::<u128>().ok()?;
    Some((mv.to_owned(), nodes.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_all_styles() {
        let read = |line| move_and_count(line).map(|(mv, nodes)| format!("{mv} {nodes}"));
        assert_eq!(read("e2e4: 20").as_deref(), Some("e2e4 20"));
        assert_eq!(read(" b10a11q 7 ").as_deref(), Some("b10a11q 7"));
        assert_eq!(read("O-O: 3").as_deref(), Some("O-O 3"));
        for line in
            ["", "e2e4", "e2e4 x", "e2e4: -1", "info depth 1", "moves: 20", "Nodes searched: 20"]
        {
            assert_eq!(read(line), None, "{line}");
        }
        let total = |line| total_line(line).map(|Total(total)| total);
        assert_eq!(total("Nodes searched: 400"), Some(400));
        assert_eq!(total("total 400"), Some(400));
        assert_eq!(total("a2a3: 400"), None);
        assert_eq!(cecp_row("  Nb1-a3   20    40"), Some(("Nb1-a3".to_owned(), 20)));
        assert_eq!(cecp_row(" 2        400  0.00   8163265.31nps"), None);
        assert_eq!(cecp_row(" 1   20  0.00"), None);
    }

    #[test]
    fn totals_must_be_sums() {
        let divide = Divide { moves: vec![("a".to_owned(), 2), ("b".to_owned(), 3)] };
        assert_eq!(divide.check_total(5), Ok(()));
        assert!(divide.check_total(6).unwrap_err().contains("which is 5"));
    }
}
