//! The kinds of a game in groups that move alike, each with what is to be said of it.

use crate::drawing::wording::{kind_name, one_of, ordinal, zone};
use crate::drawing::{MovementDiagram, movement_words};
use crate::pieces::Kind;
use crate::rules::{Game, Stage};

/// Kinds that move alike.
pub(super) struct Group {
    pub(super) kinds: Vec<Kind>,
    /// Of the first of them.
    pub(super) diagram: MovementDiagram,
    pub(super) words: String,
}

/// All kinds in the order of the game, those that move like an earlier one put beside it.
pub(super) fn groups(game: &Game) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for kind in game.all_kinds() {
        let words = movement_words(game, kind);
        match groups.iter_mut().find(|group| moves_alike(game, group, kind, &words)) {
            Some(group) => group.kinds.push(kind),
            None => groups.push(Group {
                kinds: vec![kind],
                diagram: MovementDiagram::new(game, kind),
                words,
            }),
        }
    }
    groups
}

fn moves_alike(game: &Game, group: &Group, kind: Kind, words: &str) -> bool {
    let first = group.kinds[0];
    let jumps = |kind: Kind| game.jump.as_ref().is_some_and(|jump| jump.kind == kind);
    let (one, other) = (game.kind(first), game.kind(kind));
    one.movement == other.movement
        && one.second_step == other.second_step
        && jumps(first) == jumps(kind)
        && group.words == words
}

/// What the rules say of a kind besides how it moves: clauses without full stops.
pub(super) fn notes(game: &Game, kind: Kind) -> Vec<String> {
    let rules = game.kind(kind);
    let mut notes = Vec::new();
    match rules.royal {
        Some(1) if game.has_several_royals() => notes.push("royal, the highest".to_owned()),
        Some(rank) if game.has_several_royals() => {
            notes.push(format!("royal, the {} highest", ordinal(rank)));
        }
        Some(_) => notes.push("royal".to_owned()),
        None => {}
    }
    notes.extend(promotion_words(game, kind));
    match &rules.stage {
        Some(Stage::Wait { .. }) => notes.push("waits on the last rank".to_owned()),
        Some(Stage::Transfer { to, .. }) => {
            notes.push(format!("from the last rank transferred to {}", zone(game, to, "and")));
        }
        None => {}
    }
    if rules.second_step {
        notes.push("has a second step".to_owned());
    }
    if game.jump.as_ref().is_some_and(|jump| jump.kind == kind) {
        notes.push("jumps while unmoved".to_owned());
    }
    if game.succession && rules.successor {
        notes.push("can succeed".to_owned());
    }
    notes
}

/// What becomes of a kind where: "promotes to a queen or an eagle on the last rank".
pub(super) fn promotion_words(game: &Game, kind: Kind) -> Option<String> {
    let promotion = game.kind(kind).promotion.as_ref()?;
    let verb = if promotion.optional { "may promote" } else { "promotes" };
    let to = one_of(game, promotion.to.iter().copied());
    Some(format!("{verb} to {to} on {}", zone(game, &promotion.zone, "and")))
}

/// A kind's name and what is to be said of it: "prince: may promote to a queen on the last rank".
pub(super) fn headline(game: &Game, kind: Kind) -> String {
    let notes = notes(game, kind);
    let name = kind_name(game, kind);
    if notes.is_empty() { name } else { format!("{name}: {}", notes.join("; ")) }
}
