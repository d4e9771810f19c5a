//! [`Theirs`]: another program as a player.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::player::{Deed, Table, Trouble, Turn};
use super::{CommandPlan, Failure, PlayProtocol, Timeouts};
use crate::compare::{Notation, Translator};
use crate::external::{Answer, Cecp, ExternalError, Limits, Said, Thought, TimeControl, Uci};
use crate::geometry::Bitboard;
use crate::pieces::Color;
use crate::position::Setup;
use crate::rules::Game;

/// How much longer than its time a program is waited for, so that one that is a little late is not
/// killed. It has lost all the same.
const LATE: Duration = Duration::from_secs(1);

/// Another program as a player. Its process is kept from game to game, and started again after it
/// has failed.
#[derive(Debug)]
pub(super) struct Theirs {
    plan: CommandPlan,
    translator: Translator,
    timeouts: Timeouts,
    stop: Arc<AtomicBool>,
    client: Option<Client>,
}

#[derive(Debug)]
enum Client {
    Uci(Uci),
    Cecp(Cecp, Option<String>),
}

impl Theirs {
    /// A program that is started when it is needed.
    ///
    /// # Errors
    /// With a sentence about letters that cannot be.
    pub(super) fn new(
        game: &Game,
        plan: &CommandPlan,
        timeouts: Timeouts,
        stop: Arc<AtomicBool>,
    ) -> Result<Self, String> {
        let notation = Notation {
            letters: plan.letters.clone(),
            rank_offset: plan.rank_offset,
            fen_rank_offset: plan.rank_offset,
            outermost_castling: false,
        };
        let translator = Translator::new(game, notation)?;
        Ok(Self { plan: plan.clone(), translator, timeouts, stop, client: None })
    }

    /// The command that starts it.
    pub(super) fn command(&self) -> &str {
        &self.plan.command
    }

    /// Starts it, tells it the game, and returns what it calls itself.
    ///
    /// # Errors
    /// When it does not start, or does not know the game.
    pub(super) fn start(&mut self) -> Result<Option<String>, ExternalError> {
        let answer = seconds(self.timeouts.start);
        let limits = Limits { answer, stop: Arc::clone(&self.stop) };
        let name = self.translator.theirs().name.clone();
        let told = self.plan.variant.as_deref();
        match self.plan.protocol {
            PlayProtocol::Uci => {
                let mut uci = Uci::start(&self.plan.command, limits)?;
                for (option, value) in &self.plan.options {
                    uci.set_option(option, value);
                }
                let game = told.or_else(|| uci.has_option(VARIANT).then_some(&name));
                if let Some(game) = game {
                    if told.is_none() && !uci.offers(VARIANT, game) && self.plan.options.is_empty()
                    {
                        return Err(uci.refuse(&format!("it does not offer {VARIANT} {game}")));
                    }
                    uci.set_option(VARIANT, game);
                }
                uci.is_ready()?;
                uci.position(None, &[]);
                let ours = self.translator.theirs().start();
                match uci.shown_fen()? {
                    Some(theirs) if !is_same_board(&theirs, ours) => {
                        let reason =
                            format!("it starts from \"{theirs}\", and ours from \"{ours}\"");
                        return Err(uci.refuse(&reason));
                    }
                    _ => {}
                }
                let name = uci.name().to_owned();
                self.client = Some(Client::Uci(uci));
                Ok((!name.is_empty()).then_some(name))
            }
            PlayProtocol::Cecp => {
                let mut cecp = Cecp::start(&self.plan.command, limits)?;
                for (option, value) in &self.plan.options {
                    cecp.set_option(option, value)?;
                }
                let known = cecp.features().has_variant(&name).then_some(name);
                let game = told.map(str::to_owned).or(known);
                if let Some(game) = &game {
                    cecp.variant(game)?;
                }
                let calls_itself = cecp.features().name().map(str::to_owned);
                self.client = Some(Client::Cecp(cecp, game));
                Ok(calls_itself)
            }
        }
    }

    pub(super) fn new_game<B: Bitboard>(&mut self, table: &Table<'_, B>) -> Result<(), Trouble> {
        if self.client.is_none()
            && let Err(error) = self.start()
        {
            self.client = None;
            return Err(trouble(&error, Failure::Start));
        }
        let patience = seconds(self.timeouts.new_game);
        let start = start_of(table);
        let is_usual = start.fen(table.rules.game()) == table.rules.game().start();
        let fen = self.fen(&start);
        let result = match &mut self.client {
            Some(Client::Uci(uci)) => {
                uci.wait_for(patience);
                uci.new_game()
            }
            Some(Client::Cecp(cecp, game)) => {
                cecp.wait_for(patience);
                let fen = (!is_usual).then_some(fen.as_str());
                cecp.new_game(game.as_deref(), fen, &table.time)
            }
            None => Ok(()),
        };
        result.map_err(|error| {
            self.client = None;
            trouble(&error, Failure::Start)
        })
    }

    pub(super) fn turn<B: Bitboard>(&mut self, table: &Table<'_, B>) -> Result<Turn, Trouble> {
        let position = table.record.position();
        let mover = position.turn();
        let setup = position.setup(table.rules);
        let moves: Vec<String> =
            table.moves.iter().map(|text| self.translator.write(text)).collect();
        let fen = self.fen(&start_of(table));
        let (patience, has_clock) = match table.time {
            TimeControl::Nodes(_) | TimeControl::Depth(_) => (seconds(self.timeouts.answer), false),
            TimeControl::Movetime(time) => (time + table.margin + LATE, true),
            TimeControl::Clock { left, .. } => (left[mover.index()] + table.margin + LATE, true),
        };
        let begin = Instant::now();
        let answer = match &mut self.client {
            Some(Client::Uci(uci)) => {
                uci.wait_for(patience);
                uci.position(Some(&fen), &moves);
                uci.go(&table.time)
            }
            Some(Client::Cecp(cecp, _)) => {
                cecp.wait_for(patience);
                cecp.go(&moves, mover == Color::White, &table.time)
            }
            None => return Err(Trouble::Failed(Failure::Start, "it does not run".to_owned())),
        };
        let time = begin.elapsed();
        match answer {
            Ok(Answer { said, thought }) => {
                Ok(Turn { deed: self.deed(table, &setup, said), thought, time })
            }
            Err(ExternalError::Timeout { .. }) if has_clock => {
                // Whoever does not stop when the flag has fallen may never do.
                self.client = None;
                Ok(Turn { deed: Deed::Nothing, thought: Thought::default(), time })
            }
            Err(error) => {
                self.client = None;
                Err(trouble(&error, Failure::Crash))
            }
        }
    }

    fn deed<B: Bitboard>(&self, table: &Table<'_, B>, setup: &Setup, said: Said) -> Deed {
        match said {
            Said::Resigns => Deed::Resigns,
            Said::Claim(line) => Deed::Claim(line),
            Said::Rubbish(line) => Deed::Rubbish(line),
            Said::Move(text) => {
                let ours = self.translator.read(setup, &text);
                let position = table.record.position();
                let find = |name: &str| table.rules.move_named(position, name);
                match (ours.as_deref().and_then(find).or_else(|| find(&text)), ours) {
                    (Some(mv), _) => Deed::Move(mv),
                    (None, Some(_)) => Deed::Illegal(text),
                    (None, None) => Deed::Rubbish(text),
                }
            }
        }
    }

    /// A position as the program reads it, with its clocks.
    fn fen(&self, setup: &Setup) -> String {
        let fen = self.translator.fen(setup);
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        format!("{} {} {}", fields.join(" "), setup.halfmove, setup.fullmove)
    }
}

/// The option of UCI that chooses a game.
const VARIANT: &str = "UCI_Variant";

/// Where a game began.
fn start_of<B: Bitboard>(table: &Table<'_, B>) -> Setup {
    let game = table.rules.game();
    Setup::parse(game, table.fen).unwrap_or_else(|_| table.rules.start().setup(table.rules))
}

/// Whether two FENs agree in board and side to move.
fn is_same_board(theirs: &str, ours: &str) -> bool {
    theirs.split_whitespace().take(2).eq(ours.split_whitespace().take(2))
}

fn seconds(count: u32) -> Duration {
    Duration::from_secs(count.into())
}

/// What an error of a program means for the game.
fn trouble(error: &ExternalError, otherwise: Failure) -> Trouble {
    match error {
        ExternalError::Interrupted { .. } => Trouble::Interrupted,
        ExternalError::Timeout { .. } => Trouble::Failed(Failure::Stall, error.to_string()),
        ExternalError::Died { .. } => Trouble::Failed(Failure::Crash, error.to_string()),
        _ => Trouble::Failed(otherwise, error.to_string()),
    }
}
