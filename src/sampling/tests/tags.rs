//! Tags: every rare rule occurs, and is recognised.

use super::*;

/// Every tag that the rules allow occurs among some samples, and no other.
#[derive(Clone, Copy)]
struct Occurs;

impl Task for Occurs {
    type Output = ();

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) {
        let name = &rules.game().name;
        let mut counts = [0; Tag::ALL.len()];
        for sample in Sampler::new(rules, 1).take(900) {
            assert_sound(rules, &sample.position, sample.source.name());
            for tag in Tags::of(rules, &sample.position).iter() {
                counts[tag as usize] += 1;
            }
        }
        for tag in Tag::ALL {
            let occurs = counts[tag as usize] > 0;
            assert_eq!(occurs, tag.applies(rules.game()), "{name}: {tag}");
        }
    }
}

#[test]
fn every_tag_that_the_rules_allow_occurs() {
    for_each(PLAYED.iter(), Occurs);
}

/// Ruleset, FEN, its tags.
const KNOWN: &[(&str, &str, &str)] = &[
    (
        "wild-tamerlane",
        "6r4/11/11/11/11/11/11/11/11/5K5/k10 w K - 0 1",
        "jump-available jump-refused",
    ),
    ("tamerlane2", "10k/11/11/11/11/2I1I5r/11/11/11/10r/K2r7 w - - 0 1", "check succession"),
    (
        "tamerlane2",
        "10k/11/11/11/11/4I5r/11/11/11/10r/K2r7 w - - 0 1",
        "check succession-refused checkmate",
    ),
    // A Prince and a pawn to be captured en passant, and a pawn two squares from promotion.
    (
        "timurid",
        "11k/12/12/4iP6/12/12/12/12/12/12/5K6/12 w - e10 0 1",
        "en-passant-legal en-passant-piece",
    ),
    (
        "timurid",
        "11k/12/12/12/12/12/12/4Pp6/12/12/5K6/12 w - f6 0 1",
        "en-passant-legal en-passant-away",
    ),
    (
        "timurid",
        "11k/12/3P8/12/12/12/12/12/12/12/5K6/12 w - - 0 1",
        "pawn-promotion double-step-promotion",
    ),
    // A Lion among pawns; pinned by a rook beside it; and between a Cannon and its King.
    (
        "wild-babur",
        "11k/12/12/12/12/12/4pp6/4L7/12/12/5K6/12 w - - 0 1",
        "two-leg-capture double-capture igui pass",
    ),
    (
        "wild-babur",
        "11k/12/12/12/12/12/12/12/5r6/5L6/5K6/12 w - - 0 1",
        "pinned-man two-leg-capture igui pass",
    ),
    (
        "wild-babur",
        "11k/12/5c6/12/12/12/12/5p6/6L5/12/5K6/12 w - - 0 1",
        "check two-leg-capture igui second-step-refused pass-refused",
    ),
];

/// The same for games with citadels.
const KNOWN_HISTORIC: &[(&str, &str)] = &[
    // A waiting pawn: g6 attacks two men; b9 one that cannot move; pinned, it stays.
    ("2P8/5k5/11/5n1t3/11/11/11/11/5K5/11 w - -- 0 1", "waiting-pawn relocation"),
    (
        "wn8P/n10/11/11/5k5/11/11/11/5K5/11 w - -- 0 1",
        "waiting-pawn relocation relocation-immobile",
    ),
    (
        "r1P1K6/11/11/5n1d3/5k5/11/11/11/11/11 w - -- 0 1",
        "pinned-man waiting-pawn waiting-pawn-attacked relocation-refused",
    ),
    // The second arrival, with nobody, a knight, or the King on f3; then the same a move later.
    ("11/2P'2k5/11/11/11/11/11/11/5K5/11 w - -- 0 1", "second-arrival transfer"),
    ("11/2P'2k5/11/11/11/11/11/5n5/5K5/11 w - -- 0 1", "second-arrival transfer transfer-onto"),
    ("11/2P'2k5/11/11/11/11/11/5K5/11/11 w - -- 0 1", "second-arrival second-arrival-blocked"),
    ("2P'8/5k5/11/11/11/11/11/11/5K5/11 w - -- 0 1", "waiting-pawn delayed-transfer"),
    ("2P'8/5k5/11/11/11/11/11/5K5/11/11 w - -- 0 1", "waiting-pawn delayed-transfer-refused"),
    ("11/2P''2k5/11/11/11/11/11/11/5K5/11 w - -- 0 1", "pawn-promotion crowning"),
    // The swap: with a knight, or with nobody, for the knight is attacked.
    ("5r5/k10/11/11/11/N10/11/11/5K5/11 w S -- 0 1", "check swap-in-check"),
    ("5r5/k10/11/11/11/N9r/11/11/5K5/11 w S -- 0 1", "check swap-refused"),
    // Two royal men, either of which can be captured.
    ("11/11/k10/11/11/R6i3/11/6N4/5K5/11 w - -- 0 1", "royal-capture royal-capture-check"),
    // Beside citadels and in them.
    ("11/K10/11/11/11/5k5/11/11/11/11 w - -- 0 1", "citadel-entry"),
    (
        "11/K10/11/11/11/5k5/2I8/11/11/11 w X -- 0 1",
        "several-royals citadel-entry citadel-exchange",
    ),
    ("11/I10/11/11/11/5k5/11/11/11/5K5 w - -- 0 1", "several-royals citadel-refused"),
    ("11/11/11/11/11/5k5/11/11/10A/11 w - -- 0 1", "own-citadel"),
    ("11/11/11/11/11/5k5/11/11/11/11 w - A- 0 1", "out-of-citadel sole-royal-in-citadel"),
    ("11/11/11/11/11/5k5/11/11/11/5K5 w - -I 0 1", "several-royals out-of-citadel"),
    ("11/11/11/11/11/5k5/11/11/11/11 w - -I 0 1", "citadel-draw"),
    ("11/11/11/5k5/11/5K5/11/11/11/R10 b - -- 0 1", ""),
];

struct TagsOf(&'static str);

impl Task for TagsOf {
    type Output = String;

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> String {
        Tags::of(rules, &rules.position(self.0).unwrap()).to_string()
    }
}

#[test]
fn tags_of_known_positions() {
    let historic = KNOWN_HISTORIC.iter().map(|&(fen, tags)| ("tamerlane-historic", fen, tags));
    let mut wrong = Vec::new();
    for (name, fen, expected) in KNOWN.iter().copied().chain(historic) {
        let tags = variant(name).dispatch(TagsOf(fen));
        if tags != expected {
            wrong.push(format!("{name} {fen}: {tags}, expected {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn sets_of_tags() {
    let set: Tags = [Tag::Stalemate, Tag::Check].into_iter().collect();
    assert_eq!(set.to_string(), "check stalemate");
    assert_eq!((set | [Tag::Igui].into_iter().collect()).iter().count(), 3);
    assert_eq!(set.without([Tag::Check].into_iter().collect()).to_string(), "stalemate");
    assert!(Tags::default().is_empty() && !set.is_empty());
    for (index, tag) in Tag::ALL.into_iter().enumerate() {
        assert_eq!(tag as usize, index, "{tag}");
    }
}
