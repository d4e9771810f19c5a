//! [`Parameters`]: the numbers that the search is tuned by.

use std::ops::RangeInclusive;

/// What is known of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What it says.
    pub meaning: &'static str,
    /// The numbers that it can be.
    pub range: RangeInclusive<i32>,
}

/// Why a parameter is not what it was to be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParameterError {
    /// There is none of the name.
    #[error("\"{0}\" is no parameter of the search; expected one of {names}", names = names())]
    Name(String),
    /// It cannot be that.
    #[error("\"{name}={value}\": expected a whole number from {} to {}", range.start(), range.end())]
    Value {
        /// Its name.
        name: String,
        /// What it was to be.
        value: String,
        /// What it can be.
        range: RangeInclusive<i32>,
    },
}

fn names() -> String {
    let names: Vec<&str> = Parameters::all().iter().map(|parameter| parameter.name).collect();
    names.join(", ")
}

macro_rules! parameters {
    ($($name:ident: $default:literal in $range:expr, $meaning:literal;)+) => {
        /// The numbers that the search is tuned by: margins in five-hundredths of a rook, and what else
        /// only games can tell. The search is right with any of them, but not equally strong.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Parameters {
            $(#[doc = $meaning] pub(super) $name: i32,)+
        }

        impl Default for Parameters {
            fn default() -> Self {
                Self { $($name: $default,)+ }
            }
        }

        const ALL: &[Parameter] = &[
            $(Parameter { name: stringify!($name), meaning: $meaning, range: $range },)+
        ];

        impl Parameters {
            fn place(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)+
                    _ => None,
                }
            }
        }
    };
}

parameters! {
    reverse_futility: 70 in 10..=400,
        "By how much for each ply left an evaluation must be above the window to end a node at once.";
    razoring: 180 in 40..=1000,
        "By how much for each ply left an evaluation must be below the window to leave captures only.";
    null_move: 150 in 30..=1000,
        "For how much above the window a null move is searched a ply less deep.";
    futility: 90 in 0..=600,
        "What a quiet move is expected to bring at most.";
    futility_per_ply: 80 in 10..=400,
        "What a quiet move is expected to bring at most for each ply left.";
    late_moves: 6 in 1..=40,
        "How many moves are tried near the end of the tree, besides two for the square of the plies left.";
    quiet_loss: 45 in 0..=400,
        "What a quiet move may lose in an exchange for each ply left.";
    capture_loss: 90 in 0..=800,
        "What a capture may lose in an exchange for each ply left.";
    bad_history: 3000 in 200..=16000,
        "How bad for each ply left the history of a quiet move is that is left out.";
    history_per_ply: 7000 in 500..=32000,
        "How much history is worth a ply of reduction.";
    reduction: 700 in 0..=3000,
        "What every late move is reduced by, in 1024ths of a ply.";
    reduction_slope: 440 in 50..=2000,
        "How much the product of the logarithms of depth and place reduces, in 1024ths of a ply.";
    capture_margin: 140 in 20..=800,
        "What a capture may bring besides what it takes.";
    expectation: 40 in 10..=600,
        "By how much an evaluation may differ from what the ply before it tells.";
    reply_depth: 0 in 0..=100,
        "The least depth at which the order of quiet moves asks what followed the move before.";
    follow_depth: 4 in 0..=100,
        "The least depth at which it asks what followed the move before that.";
    aspiration: 18 in 2..=400,
        "How far from the last score the window of the next depth reaches.";
}

impl Parameters {
    /// All parameters there are.
    pub const fn all() -> &'static [Parameter] {
        ALL
    }

    /// What is known of the parameter of a name.
    ///
    /// # Errors
    /// When there is none.
    pub fn named(name: &str) -> Result<&'static Parameter, ParameterError> {
        let named = ALL.iter().find(|parameter| parameter.name == name);
        named.ok_or_else(|| ParameterError::Name(name.to_owned()))
    }

    /// What a parameter is.
    ///
    /// # Errors
    /// When there is none of the name.
    pub fn get(mut self, name: &str) -> Result<i32, ParameterError> {
        self.place(name).map(|place| *place).ok_or_else(|| ParameterError::Name(name.to_owned()))
    }

    /// Makes a parameter another number.
    ///
    /// # Errors
    /// When there is none of the name, or it cannot be that.
    pub fn set(&mut self, name: &str, value: i32) -> Result<(), ParameterError> {
        let range = &Self::named(name)?.range;
        if !range.contains(&value) {
            let (name, value) = (name.to_owned(), value.to_string());
            return Err(ParameterError::Value { name, value, range: range.clone() });
        }
        if let Some(place) = self.place(name) {
            *place = value;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_set_by_name_and_within_their_ranges() {
        let mut parameters = Parameters::default();
        for known in Parameters::all() {
            assert!(known.range.contains(&parameters.get(known.name).unwrap()), "{}", known.name);
            for bound in [*known.range.start(), *known.range.end()] {
                parameters.set(known.name, bound).unwrap();
                assert_eq!(parameters.get(known.name).unwrap(), bound);
            }
            let error = parameters.set(known.name, known.range.end() + 1).unwrap_err();
            assert!(error.to_string().contains(known.name), "{error}");
            assert_eq!(parameters.get(known.name).unwrap(), *known.range.end());
        }
        let error = parameters.set("luck", 7).unwrap_err().to_string();
        assert!(error.contains("\"luck\"") && error.contains("razoring"), "{error}");
    }
}
