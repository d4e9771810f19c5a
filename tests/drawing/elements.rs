//! A reader for the part of XML that the pictures use.

use std::collections::BTreeMap;

/// An element of a document: its name and its attributes.
#[derive(Debug)]
pub(super) struct Element {
    pub(super) name: String,
    pub(super) attributes: BTreeMap<String, String>,
}

/// The elements of a well-formed document in their order. Panics where it is not well-formed: the
/// part of XML that the pictures use, and nothing else, passes.
pub(super) fn elements(text: &str) -> Vec<Element> {
    let mut found = Vec::new();
    let mut open: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        check_text(&rest[..start]);
        let end = rest.find('>').unwrap_or_else(|| panic!("no end: {rest}"));
        let (tag, after) = (&rest[start + 1..end], &rest[end + 1..]);
        rest = after;
        assert!(!tag.contains('<'), "{tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
            continue;
        }
        let (tag, closed) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, mut list) = tag.split_once(' ').unwrap_or((tag, ""));
        assert!(name.bytes().all(|b| b.is_ascii_alphabetic()), "{name}");
        assert!(!open.is_empty() || found.is_empty(), "two roots");
        let mut attributes = BTreeMap::new();
        while !list.trim().is_empty() {
            let (key, value) = list.trim_start().split_once("=\"").unwrap();
            let (value, after) = value.split_once('"').unwrap();
            assert!(key.bytes().all(|b| b.is_ascii_alphabetic() || b == b'-'), "{key}");
            check_text(value);
            assert!(after.is_empty() || after.starts_with(' '), "{after}");
            assert!(attributes.insert(key.to_owned(), value.to_owned()).is_none(), "{key} twice");
            list = after;
        }
        if !closed {
            open.push(name.to_owned());
        }
        found.push(Element { name: name.to_owned(), attributes });
    }
    assert!(open.is_empty(), "not closed: {open:?}");
    assert_eq!(rest.trim(), "");
    found
}

fn check_text(text: &str) {
    for entity in text.split('&').skip(1) {
        assert!(["amp;", "lt;", "gt;"].iter().any(|known| entity.starts_with(known)), "{entity}");
    }
    assert!(!text.contains('>'), "{text}");
}
