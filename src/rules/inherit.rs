//! [`load`]: finds a variant file, joins it with the files it extends, and reads the result.

use std::path::{Path, PathBuf};

use super::document::Node;
use super::{Game, Origin, VariantError, library, read};

/// Loads the rules of a game: a built-in one by its name, or a file by its path.
///
/// What ends in `.toml` or holds a path separator is a path; anything else is a name.
///
/// # Errors
/// When there is no such game or file, or when a file says something that cannot be.
pub fn load(name_or_path: &str) -> Result<Game, VariantError> {
    let node = resolve(&Source::named(name_or_path, None)?, &mut Vec::new())?;
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

/// A file joined with everything it extends.
fn resolve(source: &Source, open: &mut Vec<Source>) -> Result<Node, VariantError> {
    let text = source.read()?;
    let mut own = Node::parse(&text, &source.name())?;
    own.only("", read::KEYS)?;
    let Some(extends) = own.get("extends").cloned() else {
        return match own.get("remove") {
            Some(remove) => Err(remove.error("remove", "there is nothing to remove from")),
            None => Ok(own),
        };
    };
    let base = Source::named(extends.text("extends")?, Some((source, &extends)))?;
    open.push(source.clone());
    if open.contains(&base) {
        let chain: Vec<String> = open.iter().chain([&base]).map(Source::name).collect();
        return Err(extends.error("extends", format!("goes in a circle: {}", chain.join(" > "))));
    }
    let mut node = resolve(&base, open)?;
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
