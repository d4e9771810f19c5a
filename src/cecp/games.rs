//! [`Games`]: which games can be chosen.

use super::notation::Notation;
use super::options::NORMAL;
use super::setup;
use crate::movegen::Variant;
use crate::position::Setup;
use crate::rules::{self, Game, library};

/// The built-in games that `XBoard` can show and the user's own.
#[derive(Clone, Debug)]
pub(super) struct Games {
    built_in: Vec<&'static str>,
    /// Names and paths.
    own: Vec<(String, String)>,
}

/// A game ready to be played.
pub(super) struct Chosen {
    pub(super) variant: Variant,
    pub(super) notation: Notation,
    /// What `XBoard` is told of it.
    pub(super) lines: Vec<String>,
}

/// How a game is told; an error says why it cannot be.
fn told(game: &Game) -> Result<(Notation, Vec<String>), String> {
    let refuse = |reason: String| format!("XBoard cannot show \"{}\": {reason}", game.name);
    let notation = Notation::new(game).map_err(refuse)?;
    let start = Setup::parse(game, game.start()).map_err(|error| error.to_string())?;
    let lines = setup::lines(game, &notation, &start).map_err(refuse)?;
    Ok((notation, lines))
}

impl Games {
    /// The built-in games that can be shown.
    pub(super) fn new() -> Self {
        let shown = |name: &&str| rules::load(name).is_ok_and(|game| told(&game).is_ok());
        Self { built_in: library::names().filter(shown).collect(), own: Vec::new() }
    }

    /// Adds the game of a file and returns its name.
    ///
    /// # Errors
    /// When the file cannot be read or `XBoard` not show the game.
    pub(super) fn add(&mut self, path: &str) -> Result<String, String> {
        let game = rules::load(path).map_err(|error| error.to_string())?;
        told(&game)?;
        if game.name == NORMAL || game.name.contains([' ', ',', '"']) {
            return Err(format!(
                "the game of \"{path}\" is called \"{}\"; give it another name",
                game.name
            ));
        }
        self.own.retain(|(name, _)| *name != game.name);
        self.own.push((game.name.clone(), path.to_owned()));
        Ok(game.name)
    }

    /// The names of all games.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let own = self.own.iter().map(|(name, _)| name.as_str());
        let built_in = self.built_in.iter().copied();
        own.chain(built_in.filter(|name| self.own.iter().all(|(own, _)| own != name)))
    }

    /// Loads a game by the protocol's name for it.
    ///
    /// # Errors
    /// When there is none of that name.
    pub(super) fn choose(&self, name: &str) -> Result<Chosen, String> {
        let ours = if name == NORMAL { library::ORTHODOX } else { name };
        let path = self.own.iter().find(|(own, _)| own == ours).map(|(_, path)| path.as_str());
        let known = path.is_some() || self.built_in.contains(&ours);
        if !known {
            return Err(format!("there is no game \"{name}\""));
        }
        let variant = Variant::load(path.unwrap_or(ours)).map_err(|error| error.to_string())?;
        let (notation, lines) = told(variant.game())?;
        // The GUI knows chess.
        let lines = if name == NORMAL { Vec::new() } else { lines };
        Ok(Chosen { variant, notation, lines })
    }
}
