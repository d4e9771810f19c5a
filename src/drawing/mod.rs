//! Games and positions for people: pictures of positions, diagrams of movements, and the rules of a
//! game in words.

mod glyph;
mod layout;
mod movement_diagram;
mod movement_words;
mod rules_page;
mod svg;
mod wording;

pub use glyph::{Glyph, glyph_names, paint};
pub use movement_diagram::{Mark, MovementDiagram};
pub use movement_words::movement_words;
pub use rules_page::{Topic, rules_json, rules_page, topics};
pub use svg::{SvgOptions, svg};
