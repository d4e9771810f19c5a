//! The rules of a game beyond how its kinds move, in sentences under headings.

use crate::drawing::wording::{capitalised, joined, kind_name, one_of, with_article, zone};
use crate::geometry::Square;
use crate::pieces::{Color, Kind, KindSet};
use crate::rules::{Castling, Game, Jump, JumpPath, Repetition, Stage, Stalemate, SwapWhen};

/// What the rules say of one matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    /// The matter, "Castling".
    pub title: String,
    /// The rules, a sentence or a few each.
    pub rules: Vec<String>,
}

impl Topic {
    fn new(title: &str, rules: Vec<String>) -> Self {
        Self { title: title.to_owned(), rules }
    }
}

/// Everything that the rules of a game say besides how its kinds move, promote and are written.
/// What a game does not have is not mentioned.
pub fn topics(game: &Game) -> Vec<Topic> {
    let mut topics = vec![royal_men(game)];
    topics.extend(game.jump.as_ref().map(|jump| jumping(game, jump)));
    topics.extend(castling(game));
    topics.extend(en_passant(game));
    topics.extend(second_step(game));
    topics.extend(succession(game));
    topics.extend(swap(game));
    topics.extend(citadels(game));
    topics.extend(waiting(game));
    topics.push(endings(game));
    topics
}

/// The name of the royal kind of the highest rank.
fn highest_royal(game: &Game) -> String {
    let highest = game.all_kinds().find(|&kind| game.kind(kind).royal == Some(1));
    highest.map_or_else(|| "royal man".to_owned(), |kind| kind_name(game, kind))
}

fn royal_men(game: &Game) -> Topic {
    let mut royals: Vec<Kind> = game.royals().iter().collect();
    royals.sort_by_key(|&kind| game.kind(kind).royal);
    let names: Vec<String> = royals.iter().map(|&kind| kind_name(game, kind)).collect();
    let rules = match names.as_slice() {
        [only] => vec![format!(
            "The {only} is royal: each side has one, and no move may leave it attacked."
        )],
        _ => vec![
            format!("Royal are, from the highest to the lowest: {}.", joined(&names, "and")),
            "A side with several royal men is never in check: it may leave any of them attacked, \
             and they are captured like other men."
                .to_owned(),
            "The last royal man of a side, whichever it is, must not be left attacked.".to_owned(),
        ],
    };
    Topic::new(if names.len() > 1 { "Royal men" } else { "The royal man" }, rules)
}

fn jumping(game: &Game, jump: &Jump) -> Topic {
    let king = kind_name(game, jump.kind);
    let has = |near: i8, far: i8| {
        jump.offsets.iter().any(|offset| {
            let (file, rank) = (offset.file.abs(), offset.rank.abs());
            (file.min(rank), file.max(rank)) == (near, far)
        })
    };
    let shapes: Vec<String> = [
        (has(0, 2), "orthogonally"),
        (has(2, 2), "diagonally"),
        (has(1, 2), "one square one way and two the other"),
    ]
    .iter()
    .filter(|(has, _)| *has)
    .map(|(_, words)| (*words).to_owned())
    .collect();
    let which = match jump.offsets.len() {
        16 => "any of the sixteen squares".to_owned(),
        _ => "a square".to_owned(),
    };
    let mut rules = vec![
        format!(
            "As long as it has not moved, a {king} that is not in check may jump to {which} two \
             away: {}. Where it jumps to must be empty and not attacked.",
            joined(&shapes, "or"),
        ),
        "Men on the squares that it passes do not matter.".to_owned(),
    ];
    let passed = match (has(0, 2) || has(2, 2), has(1, 2)) {
        (true, true) => {
            "The square in the middle of the jump must not be attacked. A jump of two squares one \
             way and one the other passes either of the two squares that touch both its ends, and \
             one of them that is not attacked is enough"
        }
        (false, true) => {
            "The jump passes either of the two squares that touch both its ends, and one of them \
             that is not attacked is enough"
        }
        _ => "The square in the middle of the jump must not be attacked",
    };
    rules.push(match jump.path {
        JumpPath::Virtual => format!(
            "{passed}. A square passed counts as attacked if the {king} would be attacked there, \
             lifted from where it stands and put in place of whatever stands there."
        ),
        JumpPath::Static => format!(
            "{passed}. Squares passed are judged on the board as it is; one that an enemy man \
             holds counts as safe."
        ),
        JumpPath::Unchecked => "Squares passed may be attacked.".to_owned(),
    });
    Topic::new(&capitalised(&format!("{king}'s jump")), rules)
}

fn castling(game: &Game) -> Option<Topic> {
    let mut rules = Vec::new();
    let of = |color: Color| game.castlings.iter().filter(move |castling| castling.color == color);
    for (white, black) in of(Color::White).zip(of(Color::Black)) {
        let ways =
            |castling: &Castling| [castling.king, castling.rook].map(|way| way_text(game, way));
        let ([king, partner], [black_king, black_partner]) = (ways(white), ways(black));
        rules.push(format!(
            "The {} goes from {king} and the {} from {partner} (Black: {black_king} and \
             {black_partner}).",
            highest_royal(game),
            kind_name(game, white.partner),
        ));
    }
    if rules.is_empty() {
        return None;
    }
    rules.push(format!(
        "Neither man may have moved; all squares on their ways must be empty but for the two; and \
         no square that the {} leaves, passes or reaches may be attacked.",
        highest_royal(game),
    ));
    Some(Topic::new("Castling", rules))
}

/// "e1 to g1".
fn way_text(game: &Game, (from, to): (Square, Square)) -> String {
    format!("{} to {}", game.board.name(from), game.board.name(to))
}

/// The kinds of a game that something holds for.
fn kinds_with(game: &Game, wanted: impl Fn(Kind) -> bool) -> Vec<Kind> {
    game.all_kinds().filter(|&kind| wanted(kind)).collect()
}

fn en_passant(game: &Game) -> Option<Topic> {
    let victims = kinds_with(game, |kind| game.kind(kind).movement.double_step().is_some());
    if victims.is_empty() {
        return None;
    }
    let captors = kinds_with(game, |kind| game.kind(kind).movement.captures_en_passant());
    let victims = one_of(game, victims);
    let rule = if captors.is_empty() {
        format!("Nothing is captured en passant after a double step of {victims}.")
    } else {
        format!(
            "{} that has just made a double step may be captured by {} on the square that it \
             passed, in the very next move. Nothing else captures or is captured so.",
            capitalised(&victims),
            one_of(game, captors),
        )
    };
    Some(Topic::new("En passant", vec![rule]))
}

fn second_step(game: &Game) -> Option<Topic> {
    let kinds = kinds_with(game, |kind| game.kind(kind).second_step);
    let subject = capitalised(&one_of(game, kinds.iter().copied()));
    (!kinds.is_empty()).then(|| {
        Topic::new(
            "Second step",
            vec![
                format!(
                    "{subject} that captures on a neighbouring square may step on in the same \
                     move, to any neighbour of that square that is empty or holds an enemy man, \
                     capturing that too; or back to where it came from."
                ),
                "It may also step to an empty neighbouring square and back, which passes the turn \
                 and changes nothing on the board."
                    .to_owned(),
            ],
        )
    })
}

fn succession(game: &Game) -> Option<Topic> {
    let heirs = kinds_with(game, |kind| game.kind(kind).successor);
    game.succession.then(|| {
        Topic::new(
            "Succession",
            vec![
                format!(
                    "A {} that is in check while its side has no legal move may change places with \
                     {} of its side whose square is not attacked. That is a move like any other, \
                     and it may happen again.",
                    highest_royal(game),
                    one_of(game, heirs),
                ),
                "Out of check there is no succession, and none where another move is \
                 legal."
                    .to_owned(),
            ],
        )
    })
}

fn swap(game: &Game) -> Option<Topic> {
    let when = match game.swap? {
        SwapWhen::Check => "while it is in check",
        SwapWhen::CheckOrStalemate => "while it is in check or its side has no other legal move",
    };
    let king = highest_royal(game);
    Some(Topic::new(
        &capitalised(&format!("{king}'s swap")),
        vec![
            format!(
                "Once in the game a {king} that is the only royal man of its side may change \
                 places with a man of its side that is not royal, {when}. That man's square must \
                 not be attacked."
            ),
            "A pawn must not get to its last rank by it, and a pawn that waits there takes no part."
                .to_owned(),
        ],
    ))
}

fn citadels(game: &Game) -> Option<Topic> {
    if game.citadels.is_empty() {
        return None;
    }
    let mut rules = Vec::new();
    for (citadel, extra) in game.citadels.iter().zip(game.board.extra()) {
        let beside: Vec<String> =
            extra.neighbours.iter().map(|&square| game.board.name(square)).collect();
        rules.push(format!(
            "{} is {}'s citadel, a square beyond the edge that touches {}.",
            extra.name,
            citadel.owner.name(),
            joined(&beside, "and"),
        ));
    }
    rules.push(
        "Only royal men enter citadels, by a single step, and only empty ones; nothing attacks or \
         captures there."
            .to_owned(),
    );
    rules.push(
        "Into the enemy's citadel only the highest royal man that a side has left may step, and \
         the game is drawn by that."
            .to_owned(),
    );
    if game.citadel_exchange {
        let lower: KindSet =
            game.royals().iter().filter(|&kind| game.kind(kind).royal > Some(1)).collect();
        rules.push(format!(
            "Instead, once in the game, {} that enters may change places at once with {} of its \
             side that stands elsewhere: that one stays in the citadel, and the game goes on.",
            with_article(&highest_royal(game)),
            one_of(game, lower.iter()),
        ));
    }
    let residents = kinds_with(game, |kind| game.kind(kind).own_citadel);
    rules.push(if residents.is_empty() {
        "Nobody enters the citadel of his own side.".to_owned()
    } else {
        format!(
            "Into the citadel of its own side only {} may step; as long as it is there, no enemy \
             can enter.",
            one_of(game, residents),
        )
    });
    Some(Topic::new("Citadels", rules))
}

fn waiting(game: &Game) -> Option<Topic> {
    let mut rules = Vec::new();
    for kind in game.all_kinds() {
        let name = capitalised(&with_article(&kind_name(game, kind)));
        match &game.kind(kind).stage {
            Some(Stage::Wait { becomes }) => {
                rules.push(format!(
                    "{name} that reaches its last rank waits there: it does not move, attacks \
                     nothing, and cannot be captured."
                ));
                rules.push(relocation(game, *becomes));
            }
            Some(Stage::Transfer { becomes, to }) => {
                rules.push(transfer(game, &name, *becomes, &zone(game, to, "and")));
            }
            None => {}
        }
    }
    (!rules.is_empty()).then(|| Topic::new("Waiting pawns", rules))
}

fn relocation(game: &Game, becomes: Kind) -> String {
    let relocation = &game.relocation;
    let must = if relocation.must { " Where such a move is legal, no other is." } else { "" };
    let mut excluded = Vec::new();
    if !relocation.pawns_count {
        excluded.push("pawns".to_owned());
    }
    if !relocation.royals_count {
        excluded.push("royal men".to_owned());
    }
    let excluded = if excluded.is_empty() {
        String::new()
    } else {
        format!(" ({} do not count)", joined(&excluded, "and"))
    };
    format!(
        "Later it may be put, by a move of its side, on any square from which it attacks, as a \
         pawn, two enemy men at once, or one that then has no move of its own{excluded}.{must} A \
         man of either side on that square is removed; it cannot be a royal man or a waiting pawn. \
         The pawn is {} from then on.",
        with_article(&kind_name(game, becomes)),
    )
}

fn transfer(game: &Game, name: &str, becomes: Kind, to: &str) -> String {
    let becomes = with_article(&kind_name(game, becomes));
    if game.relocation.transfer_removes {
        format!(
            "{name} that reaches its last rank is transferred to {to} in the same move and becomes \
             {becomes}. A man of either side on that square is removed; if it is royal or a \
             waiting pawn, the pawn waits on the last rank, and may be transferred later."
        )
    } else {
        format!(
            "{name} that reaches its last rank is transferred to {to} in the same move and becomes \
             {becomes}. If somebody stands on that square, the pawn waits on the last rank, and \
             may be transferred later."
        )
    }
}

fn endings(game: &Game) -> Topic {
    let checked = if game.has_several_royals() { "whose last royal man is" } else { "that is" };
    let mut rules =
        vec![format!("Checkmate: a side {checked} in check and that has no legal move has lost.")];
    rules.push(
        match game.endings.stalemate {
            Stalemate::Draw => {
                "Stalemate: a side that is not in check and has no legal move draws."
            }
            Stalemate::Loss => {
                "Stalemate: a side that is not in check and has no legal move has lost too."
            }
        }
        .to_owned(),
    );
    if !game.citadels.is_empty() {
        rules.push(
            "Citadel: the game is drawn when the highest royal man of a side is in the enemy's \
             citadel."
                .to_owned(),
        );
    }
    match game.endings.repetition {
        Repetition::Fide => rules.extend([
            "Repetition: a draw may be claimed when a position occurs for the third time; the \
             fifth time draws by itself."
                .to_owned(),
            "Fifty moves: a draw may be claimed after fifty moves of each side without a capture \
             or the move of a pawn; seventy-five draw by themselves."
                .to_owned(),
        ]),
        Repetition::None => {
            rules.push("No draw by repetition, and none by a number of moves.".to_owned());
        }
    }
    Topic::new("Endings", rules)
}
