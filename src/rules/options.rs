//! `[options]`: the switches in which editions of a game differ.
//!
//! | option | values | what it says |
//! |---|---|---|
//! | `KIND_double` | `none` `start` `first` `any` | the double step forward: never; from the squares where the kind starts; while the man itself has not moved, which the FEN records; always |
//! | `KIND_promo` | list of kinds, or `{ to, zone, from_rank, optional }` | what it promotes to; where (`zone`, or `from_rank` = a rank or `"last"`); whether it may decline |
//! | `KIND_min` | number | the least length of its slides, or of its leg behind the elbow |
//! | `KIND_jump` | flag | the royal piece's jump while unmoved |
//! | `jump_path` | `virtual` `static` `unchecked` | how the squares passed by the jump are judged |
//! | `succession` | flag | a mated royal piece may change places with a successor |
//! | `KIND` | `jump` `chu` | whether the kind has a second step, as the Lion of Chu Shogi has |
//! | `lion_trade_law` | `false` | Chu Shogi's law about trading Lions, which no game here has |
//! | `swap_when` | `never` `check` `check_or_stalemate` | when the only royal man may once change places with another man |
//! | `citadel_exchange` | flag | the highest royal man may once put a lower one into the enemy's citadel |
//! | `pop_relocation` | `may` `must` | whether a pawn that waits on its last rank must be relocated |
//! | `pop_targets` | `units` `pieces` | whether pawns count among the men a relocation attacks |
//! | `pop_king_target` | flag | whether royal men do |
//! | `pop_second` | `remove` `wait` | what happens to a man on the square of a transfer |
//! | `stalemate` | `draw` `loss` | what it means to have no move |
//! | `repetition` | `fide` `none` | draws by repetition and the fifty-move rule |
//! | `array` | name of a start | which of `[starts]` is the usual one |
//! | `symmetry` | `mirror` `rotate` | how White's zones and moves map to Black's |
//!
//! `KIND` is the name of a kind of the file: `pawn_double`, `prince_promo`, `king_jump`.

use std::cell::RefCell;

use super::document::{Node, Value};
use super::read::Double;
use super::{Game, Origin, VariantError};

/// The options of a file, which notes which of them were asked for.
pub(super) struct Options<'n> {
    node: Option<&'n Node>,
    used: RefCell<Vec<String>>,
    file: Node,
}

impl<'n> Options<'n> {
    pub(super) fn read(node: Option<&'n Node>) -> Result<Self, VariantError> {
        if let Some(node) = node {
            node.table("options")?;
        }
        let origin = Origin { file: String::new(), line: 0 };
        let file = Node { origin, value: Value::Table(Vec::new()) };
        Ok(Self { node, used: RefCell::default(), file })
    }

    /// The options' place in the file, for errors.
    pub(super) fn node_or_file(&self) -> &Node {
        self.node.unwrap_or(&self.file)
    }

    fn get(&self, name: &str) -> Option<(&'n Node, String)> {
        self.used.borrow_mut().push(name.to_owned());
        Some((self.node?.get(name)?, format!("options.{name}")))
    }

    pub(super) fn word<T: Copy>(
        &self,
        name: &str,
        words: &[(&str, T)],
    ) -> Result<Option<T>, VariantError> {
        self.get(name).map(|(node, key)| node.word(&key, words)).transpose()
    }

    pub(super) fn flag(&self, name: &str) -> Result<Option<bool>, VariantError> {
        self.get(name).map(|(node, key)| node.flag(&key)).transpose()
    }

    pub(super) fn text(&self, name: &str) -> Result<Option<(&'n Node, &'n str)>, VariantError> {
        self.get(name).map(|(node, key)| Ok((node, node.text(&key)?))).transpose()
    }

    pub(super) fn double_step(&self, kind: &str) -> Result<Option<Double>, VariantError> {
        let words = [
            ("none", Double::None),
            ("start", Double::Start),
            ("first", Double::First),
            ("any", Double::Any),
        ];
        self.word(&format!("{kind}_double"), &words)
    }

    pub(super) fn minimum(&self, kind: &str) -> Result<Option<u8>, VariantError> {
        let Some((node, key)) = self.get(&format!("{kind}_min")) else { return Ok(None) };
        match node.integer(&key)? {
            steps @ 1..=15 => Ok(Some(steps as u8)),
            steps => Err(node.error(&key, format!("{steps}: expected 1 to 15 steps"))),
        }
    }

    pub(super) fn promotion(&self, kind: &str) -> Option<(&'n Node, String)> {
        self.get(&format!("{kind}_promo"))
    }

    pub(super) fn second_step(&self, kind: &str) -> Result<Option<bool>, VariantError> {
        self.word(kind, &[("jump", false), ("chu", true)])
    }

    pub(super) fn jump(&self, kind: &str) -> Result<Option<(&'n Node, bool)>, VariantError> {
        self.get(&format!("{kind}_jump"))
            .map(|(node, key)| Ok((node, node.flag(&key)?)))
            .transpose()
    }

    /// Refuses options that nothing asked for.
    pub(super) fn all_used(&self, game: &Game) -> Result<(), VariantError> {
        let Some(node) = self.node else { return Ok(()) };
        if self.flag("lion_trade_law")? == Some(true) {
            let value = node.get("lion_trade_law").unwrap_or(node);
            return Err(value.error("options.lion_trade_law", "only false is supported"));
        }
        let used = self.used.borrow();
        for (name, value) in node.table("options")? {
            if !used.contains(name) {
                let kinds: Vec<_> = game.kinds.iter().map(|kind| kind.name.as_str()).collect();
                let reason = format!(
                    "unknown option; expected jump_path, succession, stalemate, repetition, array, \
                     symmetry, lion_trade_law, swap_when, citadel_exchange, pop_relocation, \
                     pop_targets, pop_king_target, pop_second, or one of {}, alone or with _double, \
                     _promo, _min or _jump behind it",
                    kinds.join(", ")
                );
                return Err(value.error(&format!("options.{name}"), reason));
            }
        }
        Ok(())
    }
}
