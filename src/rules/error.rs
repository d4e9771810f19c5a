//! [`VariantError`]: what is wrong with a variant file, and where.

use std::fmt;

/// What is wrong with a variant file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantError {
    /// Where it is wrong.
    pub origin: Origin,
    /// The dotted path of the key concerned, empty when it is the file as a whole.
    pub key: String,
    /// What is wrong and what was expected.
    pub reason: String,
}

/// A place in a variant file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The path of the file, or the name of a built-in one.
    pub file: String,
    /// The line counted from 1, or 0 when no line is to blame.
    pub line: usize,
}

impl VariantError {
    pub(crate) fn new(origin: &Origin, key: &str, reason: impl Into<String>) -> Self {
        Self { origin: origin.clone(), key: key.to_owned(), reason: reason.into() }
    }
}

impl fmt::Display for VariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.origin.file.is_empty() {
            return f.write_str(&self.reason);
        }
        write!(f, "{}", self.origin.file)?;
        if self.origin.line > 0 {
            write!(f, ", line {}", self.origin.line)?;
        }
        if !self.key.is_empty() {
            write!(f, ", key \"{}\"", self.key)?;
        }
        write!(f, ": {}", self.reason)
    }
}

impl std::error::Error for VariantError {}
