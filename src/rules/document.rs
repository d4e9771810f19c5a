//! [`Node`]: a variant file as a tree of values that know where they were written.
//!
//! The tree survives inheritance: a value taken over from another file still names that file and
//! its line, so that an error about it points at the text to change.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Origin, VariantError};

/// A value and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) origin: Origin,
    pub(crate) value: Value,
}

/// What a variant file may hold.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Text(String),
    Integer(i64),
    Flag(bool),
    List(Vec<Node>),
    /// In the order of the file.
    Table(Vec<(String, Node)>),
}

impl Node {
    /// Reads the text of a file; `file` is what errors call it.
    pub(crate) fn parse(text: &str, file: &str) -> Result<Self, VariantError> {
        let line_of = |offset: usize| text[..offset].matches('\n').count() + 1;
        let at = |offset| Origin { file: file.to_owned(), line: line_of(offset) };
        let table = DeTable::parse(text).map_err(|error| {
            let origin = error.span().map_or(Origin { file: file.to_owned(), line: 0 }, |span| {
                at(span.start.min(text.len()))
            });
            VariantError::new(&origin, "", format!("not TOML: {}", error.message().trim_end()))
        })?;
        let value = from_table(table.get_ref(), &at)?;
        Ok(Self { origin: Origin { file: file.to_owned(), line: 0 }, value })
    }

    pub(crate) fn error(&self, key: &str, reason: impl Into<String>) -> VariantError {
        VariantError::new(&self.origin, key, reason)
    }

    /// The entries of a table.
    pub(crate) fn table(&self, key: &str) -> Result<&[(String, Self)], VariantError> {
        match &self.value {
            Value::Table(entries) => Ok(entries),
            other => Err(self.error(key, format!("expected a table, found {}", other.name()))),
        }
    }

    pub(crate) fn text(&self, key: &str) -> Result<&str, VariantError> {
        match &self.value {
            Value::Text(text) => Ok(text),
            other => Err(self.error(key, format!("expected a string, found {}", other.name()))),
        }
    }

    pub(crate) fn integer(&self, key: &str) -> Result<i64, VariantError> {
        match &self.value {
            Value::Integer(number) => Ok(*number),
            other => Err(self.error(key, format!("expected a number, found {}", other.name()))),
        }
    }

    pub(crate) fn flag(&self, key: &str) -> Result<bool, VariantError> {
        match &self.value {
            Value::Flag(flag) => Ok(*flag),
            other => {
                Err(self.error(key, format!("expected true or false, found {}", other.name())))
            }
        }
    }

    pub(crate) fn list(&self, key: &str) -> Result<&[Self], VariantError> {
        match &self.value {
            Value::List(items) => Ok(items),
            other => Err(self.error(key, format!("expected a list, found {}", other.name()))),
        }
    }

    pub(crate) fn texts(&self, key: &str) -> Result<Vec<String>, VariantError> {
        self.list(key)?.iter().map(|item| item.text(key).map(str::to_owned)).collect()
    }

    /// One of a few words, by what each stands for.
    pub(crate) fn word<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Result<T, VariantError> {
        let text = self.text(key)?;
        words.iter().find(|(word, _)| *word == text).map(|&(_, meaning)| meaning).ok_or_else(|| {
            let known: Vec<_> = words.iter().map(|(word, _)| format!("\"{word}\"")).collect();
            self.error(key, format!("\"{text}\" is none of {}", known.join(", ")))
        })
    }

    /// The entry of a table, or `None`; `None` too when this is no table.
    pub(crate) fn get(&self, name: &str) -> Option<&Self> {
        match &self.value {
            Value::Table(entries) => {
                entries.iter().find(|(key, _)| key == name).map(|(_, node)| node)
            }
            _ => None,
        }
    }

    /// Refuses entries of a table that nothing reads.
    pub(crate) fn only(&self, key: &str, known: &[&str]) -> Result<(), VariantError> {
        for (name, node) in self.table(key)? {
            if !known.contains(&name.as_str()) {
                let path = join(key, name);
                return Err(
                    node.error(&path, format!("unknown key; expected one of {}", known.join(", ")))
                );
            }
        }
        Ok(())
    }

    /// Lays `newer` over this: tables join entry by entry, anything else is replaced.
    pub(crate) fn overlay(&mut self, newer: Self) {
        match (&mut self.value, newer.value) {
            (Value::Table(old), Value::Table(new)) => {
                for (name, node) in new {
                    match old.iter_mut().find(|(key, _)| *key == name) {
                        Some((_, entry)) => entry.overlay(node),
                        None => old.push((name, node)),
                    }
                }
            }
            (old, new) => *old = new,
        }
        self.origin = newer.origin;
    }

    /// Takes the entry of a dotted path out; whether there was one.
    pub(crate) fn remove(&mut self, path: &str) -> bool {
        let Value::Table(entries) = &mut self.value else { return false };
        if let Some((first, rest)) = path.split_once('.') {
            let inner = entries.iter_mut().find(|(key, _)| key == first);
            return inner.is_some_and(|(_, node)| node.remove(rest));
        }
        let before = entries.len();
        entries.retain(|(key, _)| key != path);
        entries.len() < before
    }
}

impl Value {
    const fn name(&self) -> &'static str {
        match self {
            Self::Text(_) => "a string",
            Self::Integer(_) => "a number",
            Self::Flag(_) => "true or false",
            Self::List(_) => "a list",
            Self::Table(_) => "a table",
        }
    }
}

/// The dotted path of an entry.
pub(crate) fn join(key: &str, name: &str) -> String {
    if key.is_empty() { name.to_owned() } else { format!("{key}.{name}") }
}

fn from_table(table: &DeTable<'_>, at: &impl Fn(usize) -> Origin) -> Result<Value, VariantError> {
    let mut entries = Vec::new();
    for (key, value) in table {
        entries.push((key.span().start, key.get_ref().to_string(), from_value(value, at)?));
    }
    entries.sort_by_key(|(offset, _, _)| *offset);
    Ok(Value::Table(entries.into_iter().map(|(_, name, node)| (name, node)).collect()))
}

fn from_value(
    value: &Spanned<DeValue<'_>>,
    at: &impl Fn(usize) -> Origin,
) -> Result<Node, VariantError> {
    let origin = at(value.span().start);
    let value = match value.get_ref() {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Boolean(flag) => Value::Flag(*flag),
        DeValue::Integer(number) => {
            let parsed = i64::from_str_radix(number.as_str(), number.radix()).map_err(|_| {
                VariantError::new(&origin, "", format!("{} is too large", number.as_str()))
            })?;
            Value::Integer(parsed)
        }
        DeValue::Array(items) => {
            Value::List(items.iter().map(|item| from_value(item, at)).collect::<Result<_, _>>()?)
        }
        DeValue::Table(table) => from_table(table, at)?,
        DeValue::Float(_) | DeValue::Datetime(_) => {
            return Err(VariantError::new(
                &origin,
                "",
                "expected a string, a whole number, true, false, a list or a table",
            ));
        }
    };
    Ok(Node { origin, value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_keep_their_order_and_lines() {
        let node = Node::parse("b = 1\n\n[a]\nz = \"x\"\ny = [true]\n", "f.toml").unwrap();
        let names: Vec<_> = node.table("").unwrap().iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["b", "a"]);
        let a = node.get("a").unwrap();
        assert_eq!(a.get("z").unwrap().origin.line, 4);
        assert_eq!(a.get("y").unwrap().origin.line, 5);
        let error = a.only("a", &["z"]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "f.toml, line 5, key \"a.y\": unknown key; expected one of z"
        );
    }

    #[test]
    fn overlays_join_tables_and_replace_values() {
        let mut base = Node::parse("[k]\na = 1\nb = 2\n", "base").unwrap();
        base.overlay(Node::parse("\n\n[k]\nb = 3\n[l]\nc = 4\n", "new").unwrap());
        let k = base.get("k").unwrap();
        assert_eq!(k.get("a").unwrap().integer("").unwrap(), 1);
        assert_eq!(k.get("b").unwrap().integer("").unwrap(), 3);
        assert_eq!(k.get("b").unwrap().origin, Origin { file: "new".into(), line: 4 });
        assert!(base.remove("k.a"));
        assert!(!base.remove("k.a"));
        assert!(base.get("k").unwrap().get("a").is_none());
    }

    #[test]
    fn bad_toml_names_the_line() {
        let error = Node::parse("a = 1\nb = = 2\n", "f.toml").unwrap_err();
        assert_eq!(error.origin.line, 2, "{error}");
        assert!(Node::parse("a = 1.5", "f").is_err());
        assert!(Node::parse("a = 99999999999999999999", "f").is_err());
    }
}
