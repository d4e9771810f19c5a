//! [`Features`]: what a program that speaks CECP says it can do.

use std::collections::BTreeMap;

/// What a program has said in lines `feature name="value" other=1`. What it has not said is as the
/// protocol has it: it knows `ping`, we ask for that; it does not know the rest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Features {
    values: BTreeMap<String, String>,
}

impl Features {
    /// Takes note of a line; whether it was one of features.
    pub(super) fn note(&mut self, line: &str) -> bool {
        let Some(mut rest) = line.trim().strip_prefix("feature ") else { return false };
        while let Some((name, after)) = rest.split_once('=') {
            let (value, next) = match after.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
                None => after.split_once(' ').unwrap_or((after, "")),
            };
            // Of a feature that is said again, `option`, the last counts; none of those is asked for.
            self.values.insert(name.trim().to_owned(), value.to_owned());
            rest = next;
        }
        true
    }

    fn is_on(&self, name: &str) -> bool {
        self.values.get(name).is_some_and(|value| value == "1")
    }

    /// What the program calls itself.
    pub fn name(&self) -> Option<&str> {
        self.values.get("myname").map(String::as_str)
    }

    /// Whether it can be told a position.
    pub fn has_setboard(&self) -> bool {
        self.is_on("setboard")
    }

    /// Whether moves are told with a word before them.
    pub fn has_usermove(&self) -> bool {
        self.is_on("usermove")
    }

    /// Whether it has said that it knows a game.
    pub fn has_variant(&self, name: &str) -> bool {
        let known = self.values.get("variants").map_or("", String::as_str);
        known.split(',').any(|known| known.trim() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_features() {
        let mut features = Features::default();
        for line in [
            "feature ping=1 setboard=1 myname=\"My Engine 1.0\" done=0",
            "feature variants=\"normal,shako, other\" usermove=0 done=1",
        ] {
            assert!(features.note(line));
        }
        assert!(!features.note("pong 1"));
        assert_eq!(features.name(), Some("My Engine 1.0"));
        assert!(features.has_setboard() && !features.has_usermove());
        assert!(features.has_variant("other") && !features.has_variant("norm"));
        assert!(features.note("feature broken=\"no end") && features.note("feature ="));
    }
}
