//! What the engine tells of itself: features and options; and what `option` says.

use super::games::Games;
use crate::rules::library;
use crate::search::MAX_LINES;

/// The most nodes that a move may be limited to.
pub(super) const MAX_NODES: u64 = 1_000_000_000_000;
/// The most time that may be kept for each move, in milliseconds.
pub(super) const MAX_OVERHEAD: u64 = 5_000;
/// The time kept for each move where nobody says otherwise, in milliseconds.
pub(super) const DEFAULT_OVERHEAD: u64 = 20;
/// The name of the option that keeps the engine to moves that the GUI can show.
pub(super) const ONLY_SHOWN: &str = "Only moves that XBoard can show";

/// The lines that answer `protover`.
pub(super) fn features(games: &Games) -> String {
    let mut lines = vec![
        "feature done=0".to_owned(),
        format!("feature myname=\"Tamerlane {}\"", env!("CARGO_PKG_VERSION")),
        variants(games),
        "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 \
         reuse=1 analyze=1 colors=0 ics=0 name=0 pause=0 nps=1 debug=1 memory=1 smp=1 exclude=0 \
         setscore=0 highlight=1"
            .to_owned(),
    ];
    let option = |text: String| format!("feature option=\"{text}\"");
    lines.extend(
        [
            format!("Nodes -spin 0 0 {MAX_NODES}"),
            format!("MultiPV -spin 1 1 {MAX_LINES}"),
            format!("Move Overhead -spin {DEFAULT_OVERHEAD} 0 {MAX_OVERHEAD}"),
            format!("{ONLY_SHOWN} -check 1"),
            "VariantPath -file ".to_owned(),
            "PieceValues -file ".to_owned(),
            "Clear Hash -button".to_owned(),
        ]
        .map(option),
    );
    lines.push("feature done=1".to_owned());
    lines.join("\n")
}

/// The feature that lists the games. Chess has a name of its own in this protocol.
pub(super) fn variants(games: &Games) -> String {
    let mut names = vec![NORMAL.to_owned()];
    names.extend(games.names().filter(|name| *name != library::ORTHODOX).map(str::to_owned));
    format!("feature variants=\"{}\"", names.join(","))
}

/// What the protocol calls chess.
pub(super) const NORMAL: &str = "normal";

/// Parts `NAME=VALUE`; the value is empty for a button.
pub(super) fn parse(text: &str) -> (&str, &str) {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    (name.trim(), value.trim())
}
