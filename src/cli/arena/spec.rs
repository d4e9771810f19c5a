//! Players as they are written on the command line and in files.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, anyhow, bail};

use crate::arena::{CommandPlan, Limit, PlayProtocol, PlayerPlan, Program, ValuesPlan};
use crate::cli::analyse::parse_time;
use crate::cli::perft::parse_size;
use crate::rules::Game;
use crate::search::{ParameterError, Parameters};
use crate::values::PieceValues;

/// How much later than its time a player may answer, in milliseconds, where nobody says.
const MARGIN: u64 = 100;
/// The positions a move where nobody says how long a player may think.
const NODES: u64 = 10_000;
/// The size of a table where nobody says.
const HASH: u64 = 16 << 20;

/// What is said of a player: names and values, `engine` alone for our search.
#[derive(Clone, Debug, Default)]
pub(super) struct Spec {
    /// As it was written, for messages.
    text: String,
    words: BTreeMap<String, String>,
}

/// All names that are understood.
const NAMES: &[&str] = &[
    "engine",
    "name",
    "cmd",
    "protocol",
    "variant",
    "letters",
    "rank-offset",
    "values",
    "hash",
    "threads",
    "nodes",
    "depth",
    "movetime",
    "tc",
    "margin",
];
/// Of these a player has one.
const LIMITS: &[&str] = &["nodes", "depth", "movetime", "tc"];
/// What stands before the name of an option of another program.
const OPTION: &str = "option.";
/// What stands before the name of a parameter of our search.
const SEARCH: &str = "search.";

impl Spec {
    /// Reads `engine nodes=20000 values=a.toml` or `cmd="fairy-stockfish" protocol=uci`.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let words = shlex::split(text).ok_or("a quote is not closed")?;
        if words.is_empty() {
            return Err("it is empty; expected \"engine\" or cmd=\"...\"".to_owned());
        }
        let mut spec = Self { text: text.to_owned(), words: BTreeMap::new() };
        for word in words {
            let (name, value) = word.split_once('=').unwrap_or((&word, ""));
            spec.put(name, value)?;
        }
        Ok(spec)
    }

    /// Reads a file of tables `[[player]]`.
    pub(super) fn read_file(path: &Path) -> anyhow::Result<Vec<Self>> {
        let quoted = || format!("\"{}\"", path.display());
        let text = std::fs::read_to_string(path).with_context(quoted)?;
        let table: toml::Table = toml::from_str(&text)
            .map_err(|error| anyhow!("{}", error.to_string().replace('\n', " ")))
            .with_context(quoted)?;
        if let Some(other) = table.keys().find(|key| *key != "player") {
            bail!("{}: \"{other}\" is no part of it; expected tables [[player]]", quoted());
        }
        let players = table.get("player").and_then(toml::Value::as_array);
        let players = players.with_context(|| format!("{}: expected [[player]]", quoted()))?;
        let read = |(index, value): (usize, &toml::Value)| {
            let place = || format!("{}, player {}", quoted(), index + 1);
            let table = value.as_table().with_context(place)?;
            let mut spec = Self { text: place(), words: BTreeMap::new() };
            for (name, value) in table {
                spec.put_value(name, value)
                    .map_err(|reason| anyhow!(reason))
                    .with_context(place)?;
            }
            Ok(spec)
        };
        players.iter().enumerate().map(read).collect()
    }

    fn put_value(&mut self, name: &str, value: &toml::Value) -> Result<(), String> {
        match value {
            toml::Value::Table(table) => {
                for (inner, value) in table {
                    self.put_value(&format!("{name}.{inner}"), value)?;
                }
                Ok(())
            }
            toml::Value::String(text) => self.put(name, text),
            toml::Value::Boolean(true) if name == "engine" => self.put(name, ""),
            toml::Value::Integer(number) => self.put(name, &number.to_string()),
            toml::Value::Float(number) => self.put(name, &number.to_string()),
            toml::Value::Boolean(value) => self.put(name, &value.to_string()),
            _ => Err(format!("\"{name}\": expected a text or a number")),
        }
    }

    fn put(&mut self, name: &str, value: &str) -> Result<(), String> {
        let is_known =
            NAMES.contains(&name) || [OPTION, SEARCH].iter().any(|p| name.starts_with(p));
        if !is_known {
            let names = NAMES.join(", ");
            return Err(format!(
                "\"{name}\": expected one of {names}, option.NAME, or search.NAME"
            ));
        }
        if (name == "engine") != value.is_empty() {
            return Err(match name {
                "engine" => format!("\"engine={value}\": engine has no value"),
                _ => format!("\"{name}\" has no value; expected {name}=..."),
            });
        }
        if self.words.insert(name.to_owned(), value.to_owned()).is_some() {
            return Err(format!("\"{name}\" is said twice"));
        }
        Ok(())
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.words.get(name).map(String::as_str)
    }

    /// What is said of each player, for those that do not say otherwise.
    fn or(&self, each: &Self) -> Self {
        let mut whole = self.clone();
        let has_limit = LIMITS.iter().any(|name| self.words.contains_key(*name));
        for (name, value) in &each.words {
            if !(has_limit && LIMITS.contains(&name.as_str())) {
                whole.words.entry(name.clone()).or_insert_with(|| value.clone());
            }
        }
        whole
    }

    fn number<T: std::str::FromStr>(&self, name: &str, or: T) -> anyhow::Result<T> {
        let Some(text) = self.get(name) else { return Ok(or) };
        text.parse().ok().with_context(|| format!("\"{name}={text}\": expected a whole number"))
    }

    /// The player of a game.
    fn player(&self, game: &Game) -> anyhow::Result<PlayerPlan> {
        let is_engine = self.words.contains_key("engine");
        let program = match (is_engine, self.get("cmd")) {
            (true, None) => self.engine(game)?,
            (false, Some(command)) => Program::Command(self.command(command)?),
            _ => bail!("expected either \"engine\", our search, or cmd=\"...\", another program"),
        };
        let limit = self.limit()?;
        let is_cecp =
            matches!(&program, Program::Command(plan) if plan.protocol == PlayProtocol::Cecp);
        if is_cecp && matches!(limit, Limit::Nodes(_)) {
            bail!(
                "protocol=cecp has no word for a number of positions; expected depth, movetime or tc"
            );
        }
        let name = match (self.get("name"), self.get("values"), self.get("cmd")) {
            (Some(name), ..) => name.to_owned(),
            (None, Some(values), _) => stem(values),
            (None, None, Some(command)) => {
                stem(shlex::split(command).unwrap_or_default().first().map_or("", String::as_str))
            }
            (None, None, None) => "engine".to_owned(),
        };
        Ok(PlayerPlan { name, program, limit })
    }

    fn engine(&self, game: &Game) -> anyhow::Result<Program> {
        for name in ["protocol", "variant", "letters", "rank-offset"] {
            if self.words.contains_key(name) {
                bail!("\"{name}\" is said of other programs only, those with cmd=\"...\"");
            }
        }
        let values = match self.get("values") {
            None => None,
            Some(file) => {
                let text = std::fs::read_to_string(file)
                    .with_context(|| format!("\"{file}\" cannot be read"))?;
                PieceValues::parse(game, &text).with_context(|| format!("\"{file}\""))?;
                Some(ValuesPlan { file: file.to_owned(), text })
            }
        };
        let hash =
            |text: &str| parse_size(text).map_err(|error| anyhow!("\"hash={text}\": {error}"));
        let threads = self.number("threads", 1)?;
        if !(1..=crate::search::MAX_THREADS).contains(&threads) {
            bail!("\"threads={threads}\": expected 1 to {}", crate::search::MAX_THREADS);
        }
        let hash_bytes = self.get("hash").map_or(Ok(HASH), hash)?;
        Ok(Program::Engine { threads, hash_bytes, values, search: self.parameters()? })
    }

    /// What is said of the search's parameters.
    fn parameters(&self) -> anyhow::Result<BTreeMap<String, i32>> {
        let mut checked = Parameters::default();
        let mut search = BTreeMap::new();
        for (word, text) in &self.words {
            let Some(name) = word.strip_prefix(SEARCH) else { continue };
            let range = &Parameters::named(name)?.range;
            let value = text.parse().map_err(|_| ParameterError::Value {
                name: name.to_owned(),
                value: text.clone(),
                range: range.clone(),
            })?;
            checked.set(name, value)?;
            search.insert(name.to_owned(), value);
        }
        Ok(search)
    }

    fn command(&self, command: &str) -> anyhow::Result<CommandPlan> {
        let ours = |name: &&String| {
            ["values", "hash", "threads"].contains(&name.as_str()) || name.starts_with(SEARCH)
        };
        if let Some(name) = self.words.keys().find(ours) {
            bail!("\"{name}\" is said of our engine only; expected option.NAME=VALUE");
        }
        let protocol = match self.get("protocol") {
            None | Some("uci") => PlayProtocol::Uci,
            Some("cecp") => PlayProtocol::Cecp,
            Some(other) => bail!("\"protocol={other}\": expected uci or cecp"),
        };
        let pairs = |text: &str| {
            let pair = |pair: &str| {
                let (name, letter) = pair.split_once('=').or_else(|| pair.split_once(':'))?;
                Some((name.to_owned(), letter.to_owned()))
            };
            let pairs: Option<Vec<_>> = text.split(',').map(pair).collect();
            pairs.with_context(|| format!("\"letters={text}\": expected kind:letter,kind:letter"))
        };
        let option = |(name, value): (&String, &String)| {
            Some((name.strip_prefix(OPTION)?.to_owned(), value.clone()))
        };
        let options = self.words.iter().filter_map(option).collect();
        Ok(CommandPlan {
            command: command.to_owned(),
            protocol,
            variant: self.get("variant").map(str::to_owned),
            options,
            letters: self.get("letters").map_or_else(|| Ok(Vec::new()), pairs)?,
            rank_offset: self.number("rank-offset", 0)?,
        })
    }

    fn limit(&self) -> anyhow::Result<Limit> {
        let margin = self.number("margin", MARGIN)?;
        let said: Vec<&str> =
            LIMITS.iter().copied().filter(|name| self.get(name).is_some()).collect();
        let Some(&first) = said.first() else { return Ok(Limit::Nodes(NODES)) };
        if let Some(second) = said.get(1) {
            bail!("\"{first}\" and \"{second}\": expected one of {}", LIMITS.join(", "));
        }
        let text = self.get(first).unwrap_or_default();
        let wrong = |expected: &str| anyhow!("\"{first}={text}\": expected {expected}");
        match first {
            "nodes" => match text.parse() {
                Ok(nodes) if nodes > 0 => Ok(Limit::Nodes(nodes)),
                _ => Err(wrong("a number of positions")),
            },
            "depth" => match text.parse() {
                Ok(depth) if (1..=127).contains(&depth) => Ok(Limit::Depth(depth)),
                _ => Err(wrong("a number of plies from 1 to 127")),
            },
            "movetime" => {
                let time = parse_time(text).map_err(|expected| wrong(&expected[9..]))?;
                Ok(Limit::Movetime { milliseconds: time.as_millis() as u64, margin })
            }
            _ => {
                let (base, adds) = text.split_once('+').unwrap_or((text, "0"));
                let seconds =
                    |text: &str| text.parse::<f64>().ok().filter(|s| (0.0..1e6).contains(s));
                match (seconds(base), seconds(adds)) {
                    (Some(base), Some(adds)) if base > 0.0 => Ok(Limit::Clock {
                        milliseconds: (base * 1000.0).round() as u64,
                        increment: (adds * 1000.0).round() as u64,
                        margin,
                    }),
                    _ => Err(wrong("seconds, or seconds+seconds a move: 60+0.6")),
                }
            }
        }
    }
}

/// The name of a file without folder and ending.
fn stem(path: &str) -> String {
    let stem = Path::new(path).file_stem();
    stem.map_or_else(|| path.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

/// The players that are meant, each with a name of its own.
pub(super) fn players(
    game: &Game,
    specs: &[Spec],
    each: Option<&Spec>,
) -> anyhow::Result<Vec<PlayerPlan>> {
    let nothing = Spec::default();
    let mut players: Vec<PlayerPlan> = Vec::new();
    for spec in specs {
        let whole = spec.or(each.unwrap_or(&nothing));
        let mut player = whole.player(game).with_context(|| format!("player '{}'", spec.text))?;
        if player.name.chars().any(char::is_control) || player.name.trim().is_empty() {
            bail!("player '{}': its name must be readable", spec.text);
        }
        let taken = |name: &str| players.iter().any(|player| player.name == name);
        if taken(&player.name) {
            if spec.words.contains_key("name") {
                bail!("two players are called \"{}\"", player.name);
            }
            let numbered = (2..).map(|number| format!("{}-{number}", player.name));
            let free = numbered.clone().find(|name| !taken(name));
            player.name = free.unwrap_or_default();
        }
        players.push(player);
    }
    Ok(players)
}
