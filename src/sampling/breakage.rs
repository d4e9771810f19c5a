//! [`broken_fen`] and [`broken_variant`]: texts spoilt at random.

use super::Random;

/// Characters that a reader may not be ready for, besides those that stand in the text already.
const STRANGE: &str =
    "\0\t\n\r \"'\\/-+.,=[]{}#019akzAKZ~\u{7f}éß\u{301}٣\u{200b}\u{feff}Ⅷ♔𝔎\u{10ffff}";

/// Numbers at and beyond what any counter holds.
const NUMBERS: &str = "0 00 1 12 16 17 64 100 127 128 129 192 193 255 256 257 32767 65536 \
    2147483648 4294967295 4294967296 9223372036854775807 9223372036854775808 \
    18446744073709551616 340282366920938463463374607431768211456 \
    99999999999999999999999999999999999999999999999999 -1 -9223372036854775808 1e9 0x10 1_000 ٣";

/// A FEN with one to three things changed: characters, fields, ranks, numbers. It may happen to
/// be a FEN still.
///
/// ```
/// use tamerlane::sampling::{Random, broken_fen};
/// use tamerlane::{position::Setup, rules};
/// let game = rules::load("chess").unwrap();
/// let mut random = Random::new(5);
/// let refused = (0..100)
///     .filter(|_| Setup::parse(&game, &broken_fen(game.start(), &mut random)).is_err())
///     .count();
/// assert!(refused > 50);
/// ```
pub fn broken_fen(fen: &str, random: &mut Random) -> String {
    let mut text = fen.to_owned();
    for _ in 0..random.within(1..=3) {
        text = match random.below(12) {
            0..4 => spoil_character(&text, random),
            4 | 5 => spoil_item(&text, " ", random),
            6 | 7 => spoil_item(&text, "/", random),
            8 | 9 => spoil_number(&text, random),
            10 => spoil_field(&text, random),
            _ => spoil_whole(&text, random),
        };
    }
    text
}

/// Values of variant files, put where they may not belong; between bars and line ends.
const VALUES: &str = r#"true|false|[]|{}|""|1|-1|1.5|"none"|"all"|"last"|"start"|"first"|"any"
"mirror"|"rotate"|"virtual"|"static"|"KAimN"|"cpQcpNN"|"FyafsF"|"yafsafyaf"|"[F?fsR]"
"fmWfceFifmnD"|"ranks 2-last"|"rank 0"|"corners"|"file a"|["king"]|["pawn"]|["queen", "queen"]
{ to = ["pawn"], zone = "all" }|1979-05-27|[[1], [2]]|'''x'''|"\u0000"|2|3|"chu"|"jump"|"must"
"may"|"units"|"pieces"|"remove"|"wait"|"check"|"check_or_stalemate"|"never"|"white"|"black"|"l2"
{ wait = true, becomes = "pawn" }|{ wait = true, becomes = "king" }|{ wait = true }
{ transfer_to_home_of = "king", becomes = "rook" }|{ to = ["king"] }|{ to = ["prince"] }
[{ square = "z9", owner = "black", beside = "a1 a2" }]|[{ square = "a1", owner = "white" }]"#;

/// Keys of variant files, put where they may not belong.
const KEYS: &str = "name title extends remove board files ranks start starts kinds castling \
    options letter move royal pawn successor home right king partner symmetry array succession \
    jump_path pawn_double pawn_promo king_jump king_double pawn_min queen_min zone from_rank \
    optional citadels square owner beside own_citadel last_rank wait becomes transfer_to_home_of \
    rook queen prince lion swap_when citadel_exchange pop_relocation pop_targets pop_king_target \
    pop_second lion_trade_law \"\"";

/// The text of a variant file with a few things changed: values, movement strings, numbers, keys,
/// lines, characters. It may happen to be a variant file still.
pub fn broken_variant(text: &str, random: &mut Random) -> String {
    let mut text = text.to_owned();
    // One thing changed mostly gets far into a reader, several seldom do.
    let times = if random.chance(2, 3) { 1 } else { random.within(2..=4) };
    for _ in 0..times {
        text = match random.below(16) {
            0..5 => spoil_string(&text, random),
            5..9 => spoil_value(&text, random),
            9..12 => spoil_number(&text, random),
            12 => spoil_key(&text, random),
            13 => spoil_item(&text, "\n", random),
            14 => spoil_character(&text, random),
            _ => spoil_whole(&text, random),
        };
    }
    text
}

/// One of the items of a list.
fn item<'t>(list: &'t str, separator: char, random: &mut Random) -> &'t str {
    let items: Vec<&str> = list.split(separator).collect();
    random.choose(&items).copied().unwrap_or_default()
}

/// One of the characters of a text.
fn character(text: &str, random: &mut Random) -> Option<char> {
    let characters: Vec<char> = text.chars().collect();
    random.choose(&characters).copied()
}

/// A character dropped, doubled, replaced, put in, or exchanged with the next.
fn spoil_character(text: &str, random: &mut Random) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let put = match random.below(3) {
        0 => random.choose(&characters).copied(),
        _ => character(STRANGE, random),
    };
    let (Some(put), false) = (put, characters.is_empty()) else { return text.to_owned() };
    let at = random.below(characters.len());
    match random.below(6) {
        0 => {
            characters.remove(at);
        }
        1 => characters.insert(at, characters[at]),
        2 => characters.insert(at, put),
        3 if at + 1 < characters.len() => characters.swap(at, at + 1),
        4 => {
            // The other case is the other side, or another kind of right.
            let swapped: Vec<char> = if characters[at].is_uppercase() {
                characters[at].to_lowercase().collect()
            } else {
                characters[at].to_uppercase().collect()
            };
            characters.splice(at..=at, swapped);
        }
        _ => characters[at] = put,
    }
    characters.into_iter().collect()
}

/// Of the items between separators one dropped, doubled, emptied, repeated often, put elsewhere,
/// or exchanged with another.
fn spoil_item(text: &str, separator: &str, random: &mut Random) -> String {
    let mut items: Vec<String> = text.split(separator).map(str::to_owned).collect();
    let (at, other) = (random.below(items.len()), random.below(items.len()));
    match random.below(7) {
        0 => {
            items.remove(at);
        }
        1 => items.insert(at, items[at].clone()),
        2 => items[at].clear(),
        3 => {
            let times = random.within(2..=40);
            items[at] = items[at].repeat(times);
        }
        4 => {
            let copy = items[other].clone();
            items[at] = copy;
        }
        5 => items.insert(other, String::new()),
        _ => items.swap(at, other),
    }
    items.join(separator)
}

/// A number replaced by another small one, or by one too large, too small or written strangely.
fn spoil_number(text: &str, random: &mut Random) -> String {
    let is_start = |at: usize| {
        let before = text[..at].chars().next_back();
        !before.is_some_and(|c| c.is_ascii_digit())
    };
    let starts: Vec<usize> = text
        .char_indices()
        .filter(|&(at, c)| c.is_ascii_digit() && is_start(at))
        .map(|(at, _)| at)
        .collect();
    let Some(&start) = random.choose(&starts) else { return text.to_owned() };
    let number = if random.chance(1, 2) {
        item(NUMBERS, ' ', random).to_owned()
    } else {
        random.below(20).to_string()
    };
    let end = text[start..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |n| start + n);
    format!("{}{number}{}", &text[..start], &text[end..])
}

/// Fields of FENs, put where they may not belong.
const FIELDS: &str = " - -- A- -a Ii aA --- S SXsx sX P' w b W wb K KQkq Kk EGeg kK KK a1 e3 a0 k12 z9 é3 e 3 8/8 11 +1 0 1 \
    99999 100000 4294967296 \u{feff} ♔";

/// A whole field of a FEN replaced by something that may belong to another.
fn spoil_field(fen: &str, random: &mut Random) -> String {
    let mut fields: Vec<&str> = fen.split(' ').collect();
    let at = random.below(fields.len());
    fields[at] = item(FIELDS, ' ', random);
    fields.join(" ")
}

/// The text emptied, blanked, cut off, doubled, turned round, or wrapped in blanks.
fn spoil_whole(text: &str, random: &mut Random) -> String {
    let count = text.chars().count();
    match random.below(7) {
        0 => String::new(),
        1 => " \t\r\n ".to_owned(),
        2 => text.chars().take(random.below(count + 1)).collect(),
        3 => text.chars().skip(random.below(count + 1)).collect(),
        4 => format!("{text}{text}"),
        5 => text.chars().rev().collect(),
        _ => format!("\u{a0} {text}\n\n\t"),
    }
}

/// What stands behind an equals sign replaced, mostly by something of the same type.
fn spoil_value(text: &str, random: &mut Random) -> String {
    spoil_assignment(text, random, |key, value, random| {
        let any = random.chance(1, 4);
        let first = |word: &str| word.trim_start().chars().next();
        let words: Vec<&str> =
            VALUES.split(['|', '\n']).filter(|word| any || first(word) == first(value)).collect();
        let other = random.choose(&words).copied().unwrap_or(value);
        format!("{key}= {other}")
    })
}

/// What stands before an equals sign replaced.
fn spoil_key(text: &str, random: &mut Random) -> String {
    spoil_assignment(text, random, |_, value, random| {
        format!("{} ={value}", item(KEYS, ' ', random))
    })
}

fn spoil_assignment(
    text: &str,
    random: &mut Random,
    change: impl Fn(&str, &str, &mut Random) -> String,
) -> String {
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let assignments: Vec<usize> = (0..lines.len()).filter(|&n| lines[n].contains('=')).collect();
    if let Some(&at) = random.choose(&assignments)
        && let Some((key, value)) = lines[at].split_once('=')
    {
        lines[at] = change(key, value, random);
    }
    lines.join("\n")
}

/// What movement strings are made of.
const LETTERS: &str = "WFDNAHCLZGKRBQfblrvsmceinpayq0129[]?-/ ";

/// Characters of a quoted string changed, such as a movement or a FEN.
fn spoil_string(text: &str, random: &mut Random) -> String {
    let mut parts: Vec<String> = text.split('"').map(str::to_owned).collect();
    if parts.len() < 2 {
        return text.to_owned();
    }
    // Every second part stands between quotes.
    let at = 2 * random.below(parts.len() / 2) + 1;
    let mut characters: Vec<char> = parts[at].chars().collect();
    for _ in 0..random.within(1..=3) {
        let place = random.below(characters.len() + 1);
        let Some(letter) = character(LETTERS, random) else { break };
        match random.below(3) {
            0 if place < characters.len() => {
                characters.remove(place);
            }
            1 if place < characters.len() => characters[place] = letter,
            _ => characters.insert(place, letter),
        }
    }
    parts[at] = characters.into_iter().collect();
    parts.join("\"")
}
