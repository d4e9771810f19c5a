//! [`load`]: finds a variant file, joins it with the files it extends, and reads the result.

use std::path::{Path, PathBuf};

use super::document::Node;
use super::{Game, Origin, VariantError, library, read};

/// At most so many files extend each other in a row.
const MAX_EXTENDS: usize = 32;

/// Loads the rules of a game: a built-in one by its name, or a file by its path.
///
/// What ends in `.toml` or holds a path separator is a path; anything else is a name.
///
/// # Errors
/// When there is no such game or file, or when a file says something that cannot be.
pub fn load(name_or_path: &str) -> Result<Game, VariantError> {
    let source = Source::named(name_or_path, None)?;
    let node = resolve(&source, &source.read()?, &mut Vec::new())?;
    read::game(&node)
}

/// Reads the rules of a game from the text of a variant file; `file` is the path that errors name
/// and that paths in the text are seen from.
///
/// ```
/// let text = "name = \"amazons\"\nextends = \"chess\"\n[kinds.queen]\nmove = \"QN\"\n";
/// let game = tamerlane::rules::parse(text, "amazons.toml").unwrap();
/// assert_eq!(game.kind_named("queen").map(|kind| game.kind(kind).move_text.as_str()), Some("QN"));
///
/// let error = tamerlane::rules::parse("name = \"x\"\nextend = \"chess\"\n", "x.toml").unwrap_err();
/// assert_eq!(error.origin.line, 2);
/// ```
///
/// # Errors
/// When the text, or a file that it extends, says something that cannot be.
pub fn parse(text: &str, file: &str) -> Result<Game, VariantError> {
    let node = resolve(&Source::File(PathBuf::from(file)), text, &mut Vec::new())?;
    read::game(&node)
}

/// Where a variant file is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Source {
    BuiltIn(String),
    File(PathBuf),
}

impl Source {
    /// What a name or path means, seen from the file that says it.
    fn named(text: &str, from: Option<(&Self, &Node)>) -> Result<Self, VariantError> {
        if Path::new(text).extension().is_some_and(|e| e == "toml")
            || text.contains(std::path::is_separator)
        {
            let folder = match from {
                Some((Self::File(path), _)) => path.parent().unwrap_or(Path::new("")),
                _ => Path::new(""),
            };
            return Ok(Self::File(folder.join(text)));
        }
        if library::text(text).is_some() {
            return Ok(Self::BuiltIn(text.to_owned()));
        }
        let known: Vec<_> = library::names().collect();
        let reason = format!(
            "unknown variant \"{text}\"; expected a path ending in .toml or one of {}",
            known.join(", ")
        );
        Err(match from {
            Some((_, node)) => node.error("extends", reason),
            None => VariantError::new(&Origin { file: String::new(), line: 0 }, "", reason),
        })
    }

    /// Whether two sources are one and the same, however their paths are written.
    fn is_same(&self, other: &Self) -> bool {
        let resolved = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        match (self, other) {
            (Self::File(one), Self::File(two)) => resolved(one) == resolved(two),
            _ => self == other,
        }
    }

    fn name(&self) -> String {
        match self {
            Self::BuiltIn(name) => format!("{name}.toml (built in)"),
            Self::File(path) => path.display().to_string(),
        }
    }

    fn read(&self) -> Result<String, VariantError> {
        match self {
            Self::BuiltIn(name) => Ok(library::text(name).unwrap_or_default().to_owned()),
            Self::File(path) => std::fs::read_to_string(path).map_err(|error| {
                let origin = Origin { file: self.name(), line: 0 };
                VariantError::new(&origin, "", format!("cannot be read: {error}"))
            }),
        }
    }
}

/// The text of a file joined with everything it extends.
fn resolve(source: &Source, text: &str, open: &mut Vec<Source>) -> Result<Node, VariantError> {
    let mut own = Node::parse(text, &source.name())?;
    own.only("", read::KEYS)?;
    let Some(extends) = own.get("extends").cloned() else {
        return match own.get("remove") {
            Some(remove) => Err(remove.error("remove", "there is nothing to remove from")),
            None => Ok(own),
        };
    };
    let base = Source::named(extends.text("extends")?, Some((source, &extends)))?;
    open.push(source.clone());
    if open.iter().any(|source| source.is_same(&base)) {
        let chain: Vec<String> = open.iter().chain([&base]).map(Source::name).collect();
        return Err(extends.error("extends", format!("goes in a circle: {}", chain.join(" > "))));
    }
    if open.len() > MAX_EXTENDS {
        let reason = format!("more than {MAX_EXTENDS} files extend each other");
        return Err(extends.error("extends", reason));
    }
    let text = base.read()?;
    let mut node = resolve(&base, &text, open)?;
    // A name, a title and the like belong to the file that has them.
    for key in ["name", "title", "summary", "sources", "extends", "remove"] {
        node.remove(key);
    }
    if let Some(remove) = own.get("remove") {
        for path in remove.texts("remove")? {
            if !node.remove(&path) {
                return Err(remove.error("remove", format!("there is no \"{path}\" to remove")));
            }
        }
    }
    own.remove("remove");
    node.overlay(own);
    Ok(node)
}
