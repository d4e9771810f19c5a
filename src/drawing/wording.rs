//! Names, numbers and sets of squares as words.

use crate::geometry::{Square, file_letter};
use crate::pieces::{Color, Kind};
use crate::rules::{Game, Zone};

/// The name of a kind as people write it: "war engine".
pub(super) fn kind_name(game: &Game, kind: Kind) -> String {
    game.kind(kind).name.replace('-', " ")
}

/// "a rook", "an elephant".
pub(super) fn with_article(noun: &str) -> String {
    let article =
        if noun.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']) { "an" } else { "a" };
    format!("{article} {noun}")
}

/// "a rook, a knight or an elephant".
pub(super) fn one_of(game: &Game, kinds: impl IntoIterator<Item = Kind>) -> String {
    let names: Vec<_> =
        kinds.into_iter().map(|kind| with_article(&kind_name(game, kind))).collect();
    joined(&names, "or")
}

/// "a, b and c".
pub(super) fn joined(items: &[String], word: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// With a capital.
pub(super) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// "two" for 2; figures from thirteen on.
pub(super) fn number(count: u8) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS.get(usize::from(count)).map_or_else(|| count.to_string(), |&word| word.to_owned())
}

/// "second" for 2.
pub(super) fn ordinal(place: u8) -> String {
    const WORDS: [&str; 9] =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];
    let word = usize::from(place).checked_sub(1).and_then(|index| WORDS.get(index));
    word.map_or_else(|| format!("{place}th"), |&word| word.to_owned())
}

/// "one square", "three squares".
pub(super) fn squares(count: u8) -> String {
    format!("{} square{}", number(count), if count == 1 { "" } else { "s" })
}

/// The squares of a zone, White's, and Black's too where the words differ: "the last rank", "a11
/// and k11 (Black: a1 and k1)". The word joins the last two.
pub(super) fn zone(game: &Game, zone: &Zone, word: &str) -> String {
    let [white, black] = Color::BOTH.map(|color| set(game, color, zone.of(color), word));
    if white == black { white } else { format!("{white} (Black: {black})") }
}

/// Squares of a side as briefly as can be: whole ranks, then whole files, then single squares.
fn set(game: &Game, color: Color, squares: &[Square], word: &str) -> String {
    let board = &game.board;
    if squares.is_empty() {
        return "no square".to_owned();
    }
    if squares.len() == board.rectangle_len() && squares.iter().all(|&s| board.in_rectangle(s)) {
        return "any square".to_owned();
    }
    let holds = |file, rank| {
        board.square(i16::from(file), i16::from(rank)).is_some_and(|s| squares.contains(&s))
    };
    let (files, ranks) = (board.files(), board.ranks());
    let whole_ranks: Vec<u8> =
        (0..ranks).filter(|&rank| (0..files).all(|file| holds(file, rank))).collect();
    let whole_files: Vec<u8> =
        (0..files).filter(|&file| (0..ranks).all(|rank| holds(file, rank))).collect();
    let mut words: Vec<String> = runs(&whole_ranks)
        .into_iter()
        .map(|(from, to)| rank_words(game, color, from, to))
        .collect();
    words.extend(whole_files.iter().map(|&file| format!("the {}-file", file_letter(file))));
    let told = |square: Square| {
        board.rank(square).is_some_and(|rank| whole_ranks.contains(&rank))
            || board.file(square).is_some_and(|file| whole_files.contains(&file))
    };
    words.extend(squares.iter().filter(|&&s| !told(s)).map(|&s| board.name(s)));
    joined(&words, word)
}

/// The ranks from one to another, counted from 0.
fn rank_words(game: &Game, color: Color, from: u8, to: u8) -> String {
    let last = match color {
        Color::White => game.board.ranks() - 1,
        Color::Black => 0,
    };
    match to - from {
        0 if from == last => "the last rank".to_owned(),
        0 => format!("rank {}", from + 1),
        _ => format!("ranks {} to {}", from + 1, to + 1),
    }
}

/// Numbers in order as runs, each with its first and its last.
fn runs(numbers: &[u8]) -> Vec<(u8, u8)> {
    let mut runs: Vec<(u8, u8)> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules;

    #[test]
    fn zones_are_told_briefly() {
        let game = rules::load("wild-tamerlane").unwrap();
        let told = |text: &str| {
            let read = Zone::parse(text, &game.board, game.symmetry).unwrap();
            zone(&game, &read, "and")
        };
        assert_eq!(told("last rank"), "the last rank");
        assert_eq!(told("ranks 9-11"), "ranks 9 to 11 (Black: ranks 1 to 3)");
        assert_eq!(told("corners"), "a11 and k11 (Black: a1 and k1)");
        assert_eq!(told("rank 3, d9 e9"), "rank 3, d9 and e9 (Black: rank 9, d3 and e3)");
        assert_eq!(told("file c"), "the c-file");
        let both = "rank 1 and the last rank (Black: the last rank and rank 11)";
        assert_eq!(told("rank 1, last rank"), both);
        assert_eq!(told("all"), "any square");
        assert_eq!(told("none"), "no square");
    }

    #[test]
    fn nouns_and_numbers() {
        assert_eq!(with_article("elephant"), "an elephant");
        assert_eq!(with_article("rook"), "a rook");
        assert_eq!(squares(1), "one square");
        assert_eq!(squares(12), "twelve squares");
        assert_eq!(number(13), "13");
        let items = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(joined(&items, "or"), "a, b or c");
        assert_eq!(capitalised("king's jump"), "King's jump");
    }
}
