//! What a run writes down, and in which form. All other files, tables and pages are made from this.
//!
//! A run has a folder with these files:
//!
//! * `run.json`, written once before the first game: a [`Run`].
//! * `games.ndjson`, one line a finished game: a [`PlayedGame`], written and forced to the disk as
//!   the game ends. Lines are only added. They stand in the order in which games ended, which is
//!   another one each time; whoever wants the same output for the same games sorts them by
//!   [`PlayedGame::key`], as [`Journal`](super::Journal) does.
//! * `failures.ndjson`, one line a game that could not be finished because a program failed: a
//!   [`FailedGame`]. There is no such file where nothing failed.
//!
//! ```json
//! {"pair":3,"game":1,"attempt":1,"white":"B","black":"A",
//!  "opening":{"number":3,"fen":"rnbqkbnr/... w KQkq - 0 1","moves":["e2e4","e7e5"]},
//!  "moves":["g1f3","b8c6"],"result":"1-0","reason":"checkmate",
//!  "scores":[35,-28],"depths":[7,7],"nodes":[500,500],"times":[812,790],
//!  "started":"2026-11-30T08:00:00.123Z","seconds":0.2,"host":"alpha","sum":"0123456789abcdef"}
//! ```
//!
//! # Which games count
//!
//! Two games make a pair: the same two opponents, the same opening, colours changed. If a program
//! fails in one of them both are played again, which is another *attempt*. Only pairs count of which
//! both games of one attempt were finished: see [`Journal::pairs`](super::Journal::pairs).

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Plan;
use crate::movegen::GameResult;
use crate::perft::identity::digest;
use crate::pieces::Color;
use crate::search::Ending;

/// What [`Run::format`] says.
pub const FORMAT: &str = "tamerlane run 1";

/// `run.json`: what was asked, by whom it is played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// [`FORMAT`].
    pub format: String,
    /// The name of the plan, see [`Plan::id`].
    pub id: String,
    /// The program that began the run, with its version.
    pub tool: String,
    /// When, in UTC: `2026-11-30T08:00:00.123Z`.
    pub started: String,
    /// Where.
    pub machine: Machine,
    /// What the players that are other programs call themselves, and which files they are.
    pub programs: Vec<OtherProgram>,
    /// What is played.
    pub plan: Plan,
}

/// Another program that plays, as it was when the run began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OtherProgram {
    /// The name of the player.
    pub player: String,
    /// What it calls itself, if it has said: `Fairy-Stockfish 11.1`.
    pub calls_itself: Option<String>,
    /// The first 16 hexadecimal digits of the SHA-256 of its file, if that was found.
    pub digest: Option<String>,
}

/// A machine, as far as it tells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// Its name.
    pub host: String,
    /// Its system: `linux`.
    pub system: String,
    /// Its processor: `x86_64`, and the model where the system tells.
    pub processor: String,
    /// How many threads run on it at once.
    pub threads: usize,
}

/// A line of `games.ndjson`: a game that was finished.
///
/// The lists `moves`, `scores`, `depths`, `nodes` and `times` are of the same length: an entry for
/// each ply of the players, the opening's not counted. The ply at place 0 is that of the side to
/// move after the opening.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedGame {
    /// The number of the pair, from 0; its opponents and opening follow from it.
    pub pair: u64,
    /// 0 or 1: which game of the pair. In the first the pairing's first player has White.
    pub game: u8,
    /// From 1: how often the pair was begun. Earlier attempts do not count.
    pub attempt: u32,
    /// The name of the player with the white men.
    pub white: String,
    /// The name of the player with the black men.
    pub black: String,
    /// Where the game began.
    pub opening: Opening,
    /// The players' moves in engine notation.
    pub moves: Vec<String>,
    /// Who has won.
    pub result: Outcome,
    /// How the game ended.
    pub reason: Reason,
    /// More about that where there is more to say: what an illegal move was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// What the mover thought of each move, for itself: five-hundredths of a rook where it is our
    /// engine, hundredths of a pawn where it is another program. From 31,744 on it is a mate, 32,000
    /// less the plies to it. None where it did not say, or said a bound only.
    pub scores: Vec<Option<i32>>,
    /// How deep it looked, in plies.
    pub depths: Vec<Option<u32>>,
    /// How many positions it made.
    pub nodes: Vec<Option<u64>>,
    /// How long it took, in microseconds.
    pub times: Vec<u64>,
    /// When the game began, in UTC: `2026-11-30T08:00:00.123Z`.
    pub started: String,
    /// How long it took.
    pub seconds: f64,
    /// On which machine.
    pub host: String,
    /// A sum over the run's name and all of the line but `times`, `started`, `seconds`, `host` and
    /// this: what two honest runs with the same seed agree about. See [`PlayedGame::line`].
    pub sum: String,
}

/// Where a game began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// The number of the opening in its source, from 0.
    pub number: u64,
    /// A position.
    pub fen: String,
    /// Moves from there, in engine notation, that the arena made.
    pub moves: Vec<String>,
}

/// Who has won a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Outcome {
    /// White.
    #[serde(rename = "1-0")]
    White,
    /// Black.
    #[serde(rename = "0-1")]
    Black,
    /// Nobody.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl Outcome {
    /// The outcome of a game that this side has lost.
    pub const fn lost_by(loser: Color) -> Self {
        match loser {
            Color::White => Self::Black,
            Color::Black => Self::White,
        }
    }

    /// The outcome of a game that has ended so; `None` while it goes on.
    pub const fn of(result: GameResult) -> Option<Self> {
        match result {
            GameResult::Win(Color::White) => Some(Self::White),
            GameResult::Win(Color::Black) => Some(Self::Black),
            GameResult::Draw => Some(Self::Draw),
            GameResult::Open => None,
        }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::White => GameResult::Win(Color::White).word(),
            Self::Black => GameResult::Win(Color::Black).word(),
            Self::Draw => GameResult::Draw.word(),
        }
    }

    /// What a side has: 2 for a win, 1 for a draw, 0 for a loss.
    pub const fn half_points(self, side: Color) -> u32 {
        match (self, side) {
            (Self::Draw, _) => 1,
            (Self::White, Color::White) | (Self::Black, Color::Black) => 2,
            _ => 0,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Reason {
    /// Mate.
    #[serde(rename = "checkmate")]
    Checkmate,
    /// No legal move, out of check; who has won depends on the game.
    #[serde(rename = "stalemate")]
    Stalemate,
    /// A royal man in the enemy's citadel.
    #[serde(rename = "citadel draw")]
    CitadelDraw,
    /// The same position for the third time.
    #[serde(rename = "repetition")]
    Repetition,
    /// Fifty moves of each side without a capture or a pawn move.
    #[serde(rename = "fifty moves")]
    FiftyMoves,
    /// A player has resigned.
    #[serde(rename = "resignation")]
    Resignation,
    /// Ended by [`DrawRule`](super::DrawRule).
    #[serde(rename = "draw adjudication")]
    DrawAdjudication,
    /// Ended by [`ResignRule`](super::ResignRule).
    #[serde(rename = "resign adjudication")]
    ResignAdjudication,
    /// Drawn after the most plies allowed.
    #[serde(rename = "move cap")]
    MoveCap,
    /// The loser made an illegal move.
    #[serde(rename = "illegal move")]
    IllegalMove,
    /// The loser's time was over.
    #[serde(rename = "time")]
    Time,
    /// The loser claimed a result that there was not.
    #[serde(rename = "false claim")]
    FalseClaim,
    /// The loser answered with what is no move at all.
    #[serde(rename = "rubbish")]
    Rubbish,
}

impl Reason {
    /// All reasons, in the order in which tables have them.
    pub const ALL: [Self; 13] = [
        Self::Checkmate,
        Self::Stalemate,
        Self::CitadelDraw,
        Self::Repetition,
        Self::FiftyMoves,
        Self::Resignation,
        Self::DrawAdjudication,
        Self::ResignAdjudication,
        Self::MoveCap,
        Self::IllegalMove,
        Self::Time,
        Self::FalseClaim,
        Self::Rubbish,
    ];

    /// The words used in every output.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Checkmate => Ending::Checkmate.word(),
            Self::Stalemate => Ending::Stalemate.word(),
            Self::CitadelDraw => Ending::CitadelDraw.word(),
            Self::Repetition => Ending::Repetition.word(),
            Self::FiftyMoves => Ending::FiftyMoves.word(),
            Self::Resignation => "resignation",
            Self::DrawAdjudication => "draw adjudication",
            Self::ResignAdjudication => "resign adjudication",
            Self::MoveCap => "move cap",
            Self::IllegalMove => "illegal move",
            Self::Time => "time",
            Self::FalseClaim => "false claim",
            Self::Rubbish => "rubbish",
        }
    }

    /// Whether the loser was at fault, whatever stood on the board.
    pub const fn is_forfeit(self) -> bool {
        matches!(self, Self::IllegalMove | Self::Time | Self::FalseClaim | Self::Rubbish)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

/// A line of `failures.ndjson`: a game that a failing program ended. It counts for nobody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FailedGame {
    /// The number of the pair.
    pub pair: u64,
    /// 0 or 1: which game of the pair.
    pub game: u8,
    /// From 1: how often the pair was begun.
    pub attempt: u32,
    /// The name of the player that failed.
    pub player: String,
    /// How it failed.
    pub failure: Failure,
    /// The message.
    pub detail: String,
    /// Where the game began.
    pub opening: Opening,
    /// The moves until then, in engine notation.
    pub moves: Vec<String>,
    /// When it failed, in UTC.
    pub ended: String,
    /// On which machine.
    pub host: String,
}

/// How a program failed without fault of its play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Failure {
    /// It could not be started or told the game.
    Start,
    /// It ended, or closed its output.
    Crash,
    /// It did not answer, and no clock of the game ran.
    Stall,
}

impl Failure {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Start, Self::Crash, Self::Stall];

    /// The word used in every output.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Crash => "crash",
            Self::Stall => "stall",
        }
    }
}

impl PlayedGame {
    /// By what games are sorted: the pair, then the game of it.
    pub const fn key(&self) -> (u64, u8) {
        (self.pair, self.game)
    }

    /// The name of the player of a side.
    pub fn player(&self, side: Color) -> &str {
        match side {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    /// How many plies the game has, the opening's counted.
    pub fn plies(&self) -> usize {
        self.opening.moves.len() + self.moves.len()
    }

    /// The line of the file, with its sum and the line feed at its end; `run` is [`Run::id`].
    pub fn line(&mut self, run: &str) -> String {
        self.sum = self.sum_of(run);
        line(self)
    }

    /// Reads a line of a run's file; `None` if it is damaged or another run's.
    pub fn read(text: &str, run: &str) -> Option<Self> {
        let game: Self = serde_json::from_str(text).ok()?;
        let count = game.moves.len();
        let whole = [game.scores.len(), game.depths.len(), game.nodes.len(), game.times.len()];
        let is_whole = whole.iter().all(|&length| length == count) && game.game < 2;
        (is_whole && game.sum == game.sum_of(run)).then_some(game)
    }

    fn sum_of(&self, run: &str) -> String {
        let mut value = serde_json::to_value(self).unwrap_or_default();
        if let Value::Object(keys) = &mut value {
            for key in ["times", "started", "seconds", "host", "sum"] {
                keys.shift_remove(key);
            }
        }
        digest(["game 1", run, &value.to_string()])
    }
}

impl FailedGame {
    /// The line of the file, with the line feed at its end.
    pub fn line(&self) -> String {
        line(self)
    }
}

/// A value as a line of JSON.
///
/// # Panics
/// Never for the types of this file: texts and numbers are JSON.
fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("texts and numbers are JSON") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> PlayedGame {
        PlayedGame {
            pair: 3,
            game: 1,
            attempt: 1,
            white: "B".to_owned(),
            black: "A".to_owned(),
            opening: Opening { number: 3, fen: "startpos".to_owned(), moves: vec![] },
            moves: vec!["e2e4".to_owned()],
            result: Outcome::White,
            reason: Reason::IllegalMove,
            detail: Some("e7e4".to_owned()),
            scores: vec![Some(-12)],
            depths: vec![None],
            nodes: vec![Some(500)],
            times: vec![812],
            started: "2026-11-30T08:00:00.123Z".to_owned(),
            seconds: 0.25,
            host: "alpha".to_owned(),
            sum: String::new(),
        }
    }

    #[test]
    fn lines_are_read_back() {
        let mut written = game();
        let line = written.line("run");
        assert_eq!(PlayedGame::read(&line, "run"), Some(written.clone()));
        assert_eq!(PlayedGame::read(&line, "another"), None);
        assert_eq!(PlayedGame::read(&line.replace("-12", "12"), "run"), None);
        assert_eq!(PlayedGame::read(&line.replace("[812]", "[]"), "run"), None);
        assert_eq!(PlayedGame::read(&line[..line.len() - 2], "run"), None);
        let later = line.replace("08:00:00", "09:00:00").replace("812", "9").replace("alpha", "b");
        assert_eq!(PlayedGame::read(&later, "run").unwrap().sum, written.sum);
    }

    #[test]
    fn words_are_those_of_the_file() {
        for reason in Reason::ALL {
            assert_eq!(serde_json::to_value(reason).unwrap(), reason.words());
        }
        for failure in Failure::ALL {
            assert_eq!(serde_json::to_value(failure).unwrap(), failure.word());
        }
        for outcome in [Outcome::White, Outcome::Black, Outcome::Draw] {
            assert_eq!(serde_json::to_value(outcome).unwrap(), outcome.word());
            let points = Color::BOTH.map(|side| outcome.half_points(side));
            assert_eq!(points.iter().sum::<u32>(), 2);
        }
        assert_eq!(Outcome::lost_by(Color::White).half_points(Color::Black), 2);
    }
}
