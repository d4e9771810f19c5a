//! [`Viewer`]: all games of a run in a form that the page can step through.

use serde_json::{Value, json};

use crate::arena::{Journal, JournalError, Opening, PlayedGame};
use crate::drawing::{self, Glyph, SvgOptions};
use crate::geometry::Bitboard;
use crate::movegen::{Task, Variant};
use crate::pieces::Color;
use crate::position::{Position, Setup};
use crate::rules::{Game, Ruleset};

/// What the page needs to show games: an empty board, and for each game what each ply changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Viewer {
    /// The board, with the drawings of all kinds, as SVG.
    pub board: String,
    /// Kinds and games, for the script of the page.
    pub data: Value,
    /// How many games it holds.
    pub games: u64,
}

/// Why games cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum ViewerError {
    /// The log cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A game is not one of these rules.
    #[error("game {game} of pair {pair}: {reason}")]
    Game {
        /// The pair.
        pair: u64,
        /// The game of it.
        game: u8,
        /// What is wrong.
        reason: String,
    },
}

impl Viewer {
    /// The first games of a run, at most so many.
    ///
    /// # Errors
    /// When the log cannot be read, or holds a position or a move that the rules do not know.
    pub fn of(journal: &Journal, variant: &Variant, most: usize) -> Result<Self, ViewerError> {
        let game = variant.game();
        let games = variant.dispatch(Replay { journal, most })?;
        let kinds: Vec<Value> = game
            .all_kinds()
            .map(|kind| json!([Glyph::of(game, kind).id(), game.kind(kind).name]))
            .collect();
        let squares: Vec<String> = game.board.squares().map(|s| game.board.name(s)).collect();
        let count = games.len() as u64;
        Ok(Self {
            board: empty_board(game),
            data: json!({ "kinds": kinds, "squares": squares, "games": games }),
            games: count,
        })
    }
}

/// The board of a game without men, with the drawings of all of them, and a place for each side's.
fn empty_board(game: &Game) -> String {
    let Ok(mut setup) = Setup::parse(game, game.start()) else { return String::new() };
    setup.pieces.fill(None);
    let board = drawing::svg(game, &setup, &SvgOptions::default());
    let symbols: String = game.all_kinds().map(|kind| Glyph::of(game, kind).symbol()).collect();
    let men =
        |color: Color| format!("<g id=\"men-{}\" {}></g>", color.letter(), drawing::paint(color));
    let [white, black] = Color::BOTH.map(men);
    board.replace("</svg>", &format!("<defs>{symbols}</defs>\n{white}\n{black}\n</svg>"))
}

struct Replay<'a> {
    journal: &'a Journal,
    most: usize,
}

impl Task for Replay<'_> {
    type Output = Result<Vec<Value>, ViewerError>;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output {
        let of_one = |played: Result<PlayedGame, JournalError>| {
            let played = played?;
            replay(rules, &played).map_err(|reason| ViewerError::Game {
                pair: played.pair,
                game: played.game,
                reason,
            })
        };
        self.journal.games().take(self.most).map(of_one).collect()
    }
}

/// One game: who played, how it ended, the men at its beginning, and for each ply the move, what it
/// changes, and the score.
///
/// Men are numbers: twice the place of the kind in `kinds`, and one more if black. What changes is a
/// list of places in `squares`, each followed by the man that stands there now, -1 for none.
fn replay<B: Bitboard>(rules: &Ruleset<B>, played: &PlayedGame) -> Result<Value, String> {
    let Opening { fen, moves, .. } = &played.opening;
    let mut position = rules.position(fen).map_err(|error| error.to_string())?;
    let black_begins = position.turn() == Color::Black;
    let mut men = vec![-1; rules.game().board.len()];
    let begin = changes(&mut men, &placement(rules, &position));
    let mut plies = Vec::new();
    let scores = std::iter::repeat_n(None, moves.len()).chain(played.scores.iter().copied());
    for (text, score) in moves.iter().chain(&played.moves).zip(scores) {
        let mv = rules
            .move_named(&position, text)
            .ok_or_else(|| format!("\"{text}\" is not legal in \"{}\"", position.fen(rules)))?;
        position = position.play(rules, mv);
        plies.push(json!([text, changes(&mut men, &placement(rules, &position)), score]));
    }
    Ok(json!({
        "pair": played.pair,
        "game": played.game,
        "white": played.white,
        "black": played.black,
        "result": played.result.word(),
        "reason": played.reason.words(),
        "detail": played.detail,
        "opening": moves.len(),
        "blackBegins": black_begins,
        "men": begin,
        "plies": plies,
    }))
}

/// Makes men those that stand there now: the places that differ, each followed by its man.
fn changes(men: &mut Vec<i64>, now: &[i64]) -> Vec<i64> {
    let differ = (0..).zip(men.iter().zip(now)).filter(|(_, (before, after))| before != after);
    let list = differ.flat_map(|(square, (_, &man))| [square, man]).collect();
    men.clear();
    men.extend_from_slice(now);
    list
}

/// The man of each square, -1 for none.
fn placement<B: Bitboard>(rules: &Ruleset<B>, position: &Position<B>) -> Vec<i64> {
    let setup = position.setup(rules);
    let man = |square| {
        setup
            .at(square)
            .map_or(-1, |man| 2 * man.kind.index() as i64 + i64::from(man.color == Color::Black))
    };
    rules.game().board.squares().map(man).collect()
}
