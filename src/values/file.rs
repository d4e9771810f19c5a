//! Piece values as text: TOML or JSON, read and written.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{KindValue, MAX_VALUE, PieceValues};
use crate::rules::Game;

/// Why a text is no table of piece values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ValuesError {
    /// It is neither TOML nor JSON of the right shape.
    #[error("piece values: {0}")]
    Syntax(String),
    /// It names a kind that the game does not have.
    #[error("piece values: {game} has no kind \"{kind}\"; it has {known}")]
    UnknownKind {
        /// The name of the game.
        game: String,
        /// The name in the text.
        kind: String,
        /// The names of the game's kinds.
        known: String,
    },
    /// A value is out of range.
    #[error("piece values: \"{kind}\" has the value {value}; expected 0 to {MAX_VALUE}")]
    Range {
        /// The name of the kind.
        kind: String,
        /// Its value.
        value: i32,
    },
}

/// The shape of the text.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// Which game the values were written for; told, not checked, for values travel.
    #[serde(rename = "variant")]
    _variant: Option<String>,
    kinds: BTreeMap<String, KindValue>,
}

impl PieceValues {
    /// Reads values from TOML or JSON; kinds that the text leaves out keep those of
    /// [`PieceValues::of_mobility`].
    ///
    /// ```
    /// use tamerlane::{rules, values::PieceValues};
    /// let game = rules::load("wild-tamerlane").unwrap();
    /// let text = "[kinds]\ncannon = { middlegame = 400, endgame = 250 }";
    /// let values = PieceValues::parse(&game, text).unwrap();
    /// assert_eq!(values.of(game.kind_named("cannon").unwrap()).endgame, 250);
    /// ```
    ///
    /// # Errors
    /// When the text has another shape, names a kind that the game does not have, or a value is out
    /// of range.
    pub fn parse(game: &Game, text: &str) -> Result<Self, ValuesError> {
        let file: File = if text.trim_start().starts_with('{') {
            serde_json::from_str(text).map_err(|error| ValuesError::Syntax(error.to_string()))?
        } else {
            toml::from_str(text).map_err(|error| ValuesError::Syntax(one_line(&error)))?
        };
        let mut values = Self::of_mobility(game);
        for (name, value) in file.kinds {
            let Some(kind) = game.kind_named(&name) else {
                let known: Vec<&str> = game.kinds.iter().map(|kind| kind.name.as_str()).collect();
                return Err(ValuesError::UnknownKind {
                    game: game.name.clone(),
                    kind: name,
                    known: known.join(", "),
                });
            };
            for number in [value.middlegame, value.endgame] {
                if !(0..=MAX_VALUE).contains(&number) {
                    return Err(ValuesError::Range { kind: name, value: number });
                }
            }
            values.kinds[kind.index()] = value;
        }
        Ok(values)
    }

    /// The table as TOML, fit to be read again.
    pub fn toml(&self, game: &Game) -> String {
        let mut text = format!("variant = \"{}\"\n\n[kinds]\n", game.name);
        for (kind, value) in game.kinds.iter().zip(&self.kinds) {
            let KindValue { middlegame, endgame } = value;
            let name = &kind.name;
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name} = {{ middlegame = {middlegame}, endgame = {endgame} }}");
        }
        text
    }

    /// The table as JSON, fit to be read again.
    pub fn json(&self, game: &Game) -> Value {
        let kinds = game.kinds.iter().zip(&self.kinds);
        let kinds: Map<String, Value> =
            kinds.map(|(kind, value)| (kind.name.clone(), json!(value))).collect();
        json!({ "variant": game.name, "kinds": kinds })
    }
}

/// What is wrong with a TOML text, and where, in one line.
fn one_line(error: &toml::de::Error) -> String {
    error.to_string().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules;

    #[test]
    fn both_forms_are_read_back() {
        for name in rules::library::names() {
            let game = rules::load(name).unwrap();
            let mut values = PieceValues::of_mobility(&game);
            values.kinds[0] = KindValue { middlegame: 1, endgame: 2 };
            assert_eq!(PieceValues::parse(&game, &values.toml(&game)).unwrap(), values);
            assert_eq!(PieceValues::parse(&game, &values.json(&game).to_string()).unwrap(), values);
        }
    }

    #[test]
    fn what_cannot_be_is_refused_by_name() {
        let game = rules::load("chess").unwrap();
        let refuse = |text: &str| PieceValues::parse(&game, text).unwrap_err().to_string();
        let text = refuse("[kinds]\nqueeen = { middlegame = 1, endgame = 1 }");
        assert!(text.contains("\"queeen\"") && text.contains("queen,"), "{text}");
        let text = refuse("[kinds]\nqueen = { middlegame = 1, endgame = -1 }");
        assert!(text.contains("-1") && text.contains("queen"), "{text}");
        assert!(refuse("{\"kinds\": 5}").contains("kinds") || !refuse("{\"kinds\": 5}").is_empty());
        assert!(refuse("[kinds").starts_with("piece values: "));
        assert!(refuse("[kinds]\nqueen = { middlegame = 1 }").contains("endgame"));
    }
}
