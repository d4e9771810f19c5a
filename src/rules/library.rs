//! The variant files built into the program: the one place where games are named.

/// The variant used where none is asked for.
pub const DEFAULT: &str = "wild-tamerlane";

/// Chess as everybody plays it, which some protocols call by a name of their own.
pub const ORTHODOX: &str = "chess";

/// Name and text of every built-in file, in the order in which they are listed.
pub const FILES: &[(&str, &str)] = &[
    ("wild-tamerlane", include_str!("../../data/variants/wild-tamerlane.toml")),
    ("wild-tamerlane-hcf", include_str!("../../data/variants/wild-tamerlane-hcf.toml")),
    ("tamerlane2", include_str!("../../data/variants/tamerlane2.toml")),
    ("tamerlane2-2000", include_str!("../../data/variants/tamerlane2-2000.toml")),
    ("tamerlane2-2021", include_str!("../../data/variants/tamerlane2-2021.toml")),
    ("timurid", include_str!("../../data/variants/timurid.toml")),
    ("wild-timurid", include_str!("../../data/variants/wild-timurid.toml")),
    ("wild-babur", include_str!("../../data/variants/wild-babur.toml")),
    ("wild-babur-jump", include_str!("../../data/variants/wild-babur-jump.toml")),
    ("metamachy", include_str!("../../data/variants/metamachy.toml")),
    ("tamerlane-historic", include_str!("../../data/variants/tamerlane-historic.toml")),
    ("timurid-jocly", include_str!("../../data/variants/timurid-jocly.toml")),
    ("wild-timurid-jocly", include_str!("../../data/variants/wild-timurid-jocly.toml")),
    ("wild-babur-jocly", include_str!("../../data/variants/wild-babur-jocly.toml")),
    ("chess", include_str!("../../data/variants/chess.toml")),
    ("shako", include_str!("../../data/variants/shako.toml")),
];

/// The text of a built-in file.
pub fn text(name: &str) -> Option<&'static str> {
    FILES.iter().find(|(known, _)| *known == name).map(|&(_, text)| text)
}

/// The names of all built-in files.
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|&(name, _)| name)
}
