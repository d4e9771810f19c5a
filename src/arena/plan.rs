//! [`Plan`]: what a run was asked to play, whole: from it alone every game can be played again.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::perft::identity::digest;
use crate::rating::{EloScale, Sprt, SprtError};

/// What a run plays.
///
/// Which opening and which seed a pair of games has depends on this and on the pair's number alone,
/// never on when, where and by whom it is played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The game: a built-in name or the path of a variant file.
    pub variant: String,
    /// The name of its rules, see [`rules_id`](crate::perft::identity::rules_id).
    pub rules: String,
    /// Who meets whom.
    pub contest: Contest,
    /// The players, at least two, each with a name of its own.
    pub players: Vec<PlayerPlan>,
    /// How many pairs of games each two opponents play; none where a test decides when to stop.
    pub rounds: Option<u64>,
    /// When to stop before that.
    pub test: Option<TestPlan>,
    /// The seed of openings.
    pub seed: u64,
    /// Where games begin.
    pub openings: OpeningsPlan,
    /// When a game is ended without the rules.
    pub adjudication: Adjudication,
    /// How long a player that is a program is waited for.
    pub timeouts: Timeouts,
}

impl Plan {
    /// The name of the plan: 16 hexadecimal digits. Plans have the same name if the same pairs are
    /// the same games in both; one may play more of them than the other.
    ///
    /// # Panics
    /// Never: texts and numbers are JSON.
    pub fn id(&self) -> String {
        let games = Self { rounds: None, test: None, ..self.clone() };
        digest(["run 1", &serde_json::to_string(&games).expect("texts and numbers are JSON")])
    }

    /// Whether the same games come out whenever they are played: all players search with one thread
    /// to a limit of nodes or depth, and are known to do so in the same way each time.
    pub fn is_deterministic(&self) -> bool {
        let repeats = |player: &PlayerPlan| {
            matches!(player.program, Program::Engine { threads: 1, .. })
                && matches!(player.limit, Limit::Nodes(_) | Limit::Depth(_))
        };
        self.players.iter().all(repeats)
    }
}

/// Who meets whom. Two opponents play pairs of games: both begin at the same opening, the second
/// with colours changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Contest {
    /// Everybody meets everybody. With two players, a match.
    RoundRobin,
    /// The first player meets each of the others.
    Gauntlet,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerPlan {
    /// What the player is called in every output.
    pub name: String,
    /// Who it is.
    pub program: Program,
    /// How long it may think.
    pub limit: Limit,
}

/// Who plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Program {
    /// The search of this program.
    Engine {
        /// With how many threads it searches.
        threads: usize,
        /// The size of its table in bytes.
        hash_bytes: u64,
        /// The piece values that it was given.
        values: Option<ValuesPlan>,
        /// The [`Parameters`](crate::search::Parameters) that are not the usual ones.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        search: BTreeMap<String, i32>,
    },
    /// Another program.
    Command(CommandPlan),
}

/// Piece values as they were given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValuesPlan {
    /// The file they were read from.
    pub file: String,
    /// The text of the file, as it was then.
    pub text: String,
}

/// Another program as a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandPlan {
    /// The command that starts it, quoted as in a shell.
    pub command: String,
    /// How it is spoken to.
    pub protocol: PlayProtocol,
    /// What it calls the game, if it must be told and does not use our name.
    pub variant: Option<String>,
    /// Options to set, names and values.
    pub options: Vec<(String, String)>,
    /// Kinds and its letters for them, where they are not ours.
    pub letters: Vec<(String, String)>,
    /// What is added to our number of a rank to have its own.
    pub rank_offset: i32,
}

/// How a program is told to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayProtocol {
    /// The universal chess interface.
    Uci,
    /// The protocol of `XBoard`.
    Cecp,
}

/// How long a player may think about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Limit {
    /// So many positions a move.
    Nodes(u64),
    /// So many plies deep.
    Depth(u32),
    /// So long a move.
    Movetime {
        /// In milliseconds.
        milliseconds: u64,
        /// By how many milliseconds it may be exceeded.
        margin: u64,
    },
    /// A clock for the whole game.
    Clock {
        /// What it shows at the start, in milliseconds.
        milliseconds: u64,
        /// What each move adds, in milliseconds.
        increment: u64,
        /// By how many milliseconds it may be exceeded.
        margin: u64,
    },
}

/// A sequential test of the first player against the second.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TestPlan {
    /// The strength that is to be rejected.
    pub elo0: f64,
    /// The strength that is to be accepted, greater than `elo0`.
    pub elo1: f64,
    /// The chance to accept where `elo0` is true.
    pub alpha: f64,
    /// The chance to reject where `elo1` is true.
    pub beta: f64,
    /// What the strengths are measured in.
    pub scale: EloScale,
}

impl TestPlan {
    /// The test.
    ///
    /// # Errors
    /// When the numbers are those of no test.
    pub fn sprt(&self) -> Result<Sprt, SprtError> {
        Sprt::new(self.scale, self.elo0, self.elo1, self.alpha, self.beta)
    }
}

/// Where games begin. All opponents of a round begin at the same opening, and no opening comes up
/// twice before all have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum OpeningsPlan {
    /// All games begin at the start position.
    Start,
    /// Random moves from the start position, taken if a search finds the position even.
    Random {
        /// How many plies.
        plies: u32,
        /// The greatest score of either side that is even, in five-hundredths of a rook.
        even: i32,
        /// How many positions the search makes.
        nodes: u64,
    },
    /// The openings of a file in an order that the seed gives.
    Book {
        /// The file: an EPD or FEN a line, or PGN.
        file: String,
        /// The SHA-256 of the file, its first 16 hexadecimal digits.
        digest: String,
        /// How many plies of a game of a PGN file are an opening; other files have whole lines.
        plies: u32,
    },
    /// Armies of which one has other men than the other, to find out what men are worth.
    Armies(ArmiesPlan),
}

/// Positions in which the first player's army has other men than the second's. In the first game of a
/// pair the first player has White, in the second Black, with the same armies in the same places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmiesPlan {
    /// How armies may differ.
    pub differences: Vec<Difference>,
    /// The place in that list for each round, and from the beginning again after the last.
    pub order: Vec<u32>,
    /// What part of the men that both have they lose at most, in hundredths; how many, is drawn for
    /// each round.
    pub thinned: u32,
}

/// How two armies differ: names of kinds, and how many.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Difference {
    /// What the first army has more.
    pub more: BTreeMap<String, u32>,
    /// What it has less.
    pub less: BTreeMap<String, u32>,
}

impl fmt::Display for Difference {
    /// `+rook -2 knight`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let signed = [('+', &self.more), ('-', &self.less)];
        let all = signed.iter().flat_map(|(sign, men)| men.iter().map(move |man| (sign, man)));
        for (place, (sign, (name, &count))) in all.enumerate() {
            let blank = if place > 0 { " " } else { "" };
            match count {
                1 => write!(f, "{blank}{sign}{name}")?,
                _ => write!(f, "{blank}{sign}{count} {name}")?,
            }
        }
        Ok(())
    }
}

/// When a game is ended before the rules end it. Scores are the players' own, each for its side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjudication {
    /// When it is drawn.
    pub draw: Option<DrawRule>,
    /// When it is lost.
    pub resign: Option<ResignRule>,
    /// After how many plies of the players it is drawn, and reported as capped.
    pub cap: Option<u32>,
}

/// A game is drawn if the scores of both players stay near zero. A capture or a pawn move begins the
/// count anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// Not before so many plies of the game, those of the opening counted.
    pub from: u32,
    /// For so many plies one after the other.
    pub plies: u32,
    /// No score farther from zero.
    pub score: i32,
}

/// A game is lost if both players agree for so long that one of them loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResignRule {
    /// For so many plies one after the other.
    pub plies: u32,
    /// No score nearer to zero.
    pub score: i32,
}

/// How long a player that is a program is waited for, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timeouts {
    /// From its start until it is ready.
    pub start: u32,
    /// Until it is ready for a new game.
    pub new_game: u32,
    /// Until it moves, where no clock or time of a move says so.
    pub answer: u32,
}

impl Default for Timeouts {
    /// Ten seconds to start, ten for a new game, a minute to answer.
    fn default() -> Self {
        Self { start: 10, new_game: 10, answer: 60 }
    }
}
