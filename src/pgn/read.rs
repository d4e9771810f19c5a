//! [`PgnReader`]: games of a PGN text, one after the other.

use std::io::{self, BufRead};

/// A game as it stands in a text: whether its moves are legal is not known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnGame {
    /// Names and values, in order.
    pub tags: Vec<(String, String)>,
    /// The moves of the main line, as they are written.
    pub moves: Vec<String>,
    /// Where the game begins in the text, in bytes.
    pub place: u64,
    /// The number of its first line, from 1.
    pub line: u64,
}

impl PgnGame {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// Reads games lazily: only one is in memory. Comments, variations and glyphs are passed over.
#[derive(Debug)]
pub struct PgnReader<R> {
    reader: R,
    place: u64,
    line: u64,
    /// A line that belongs to the next game, with where it began.
    ahead: Option<String>,
}

/// What is inside of what.
#[derive(Default)]
struct Nesting {
    in_comment: bool,
    variations: u32,
}

impl<R: BufRead> PgnReader<R> {
    /// Reads a text from its beginning.
    pub fn new(reader: R) -> Self {
        Self { reader, place: 0, line: 0, ahead: None }
    }

    /// The next line with its end; `None` at the end of the text.
    fn next_line(&mut self) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        if let Some(line) = self.ahead.take() {
            bytes = line.into_bytes();
        } else if self.reader.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        self.place += bytes.len() as u64;
        self.line += 1;
        // Old files are not always UTF-8; names alone suffer.
        Ok(Some(match String::from_utf8(bytes) {
            Ok(line) => line,
            Err(error) => {
                let line: String = error.into_bytes().into_iter().map(char::from).collect();
                line
            }
        }))
    }

    /// The next game; `None` at the end of the text.
    ///
    /// # Errors
    /// When the text cannot be read.
    pub fn next_game(&mut self) -> io::Result<Option<PgnGame>> {
        let mut game = PgnGame::default();
        let mut nesting = Nesting::default();
        let mut has_begun = false;
        let mut in_moves = false;
        loop {
            let (place, number) = (self.place, self.line + 1);
            let Some(line) = self.next_line()? else { break };
            let text = line.trim();
            let is_tag = text.starts_with('[') && !nesting.in_comment && nesting.variations == 0;
            if is_tag && in_moves {
                self.place = place;
                self.line = number - 1;
                self.ahead = Some(line);
                break;
            }
            if text.is_empty() || text.starts_with('%') {
                continue;
            }
            if !has_begun {
                (game.place, game.line) = (place, number);
                has_begun = true;
            }
            if is_tag {
                game.tags.extend(tag(text));
            } else {
                in_moves = true;
                if take_moves(text, &mut nesting, &mut game.moves) {
                    break;
                }
            }
        }
        Ok(has_begun.then_some(game))
    }
}

/// Reads `[Name "value"]`.
fn tag(line: &str) -> Option<(String, String)> {
    let inside = line.trim_start_matches('[').trim_end_matches(']').trim();
    let (name, value) = inside.split_once(char::is_whitespace)?;
    let value = value.trim().trim_start_matches('"');
    let value = value.strip_suffix('"').unwrap_or(value);
    Some((name.to_owned(), value.replace("\\\"", "\"").replace("\\\\", "\\")))
}

/// Reads moves of a line; whether the game ends there.
fn take_moves(line: &str, nesting: &mut Nesting, moves: &mut Vec<String>) -> bool {
    let mut word = String::new();
    let mut ended = false;
    let mut finish = |word: &mut String, variations: u32| {
        if variations == 0 && !word.is_empty() {
            match move_of(word) {
                Some(mv) => moves.push(mv.to_owned()),
                None => ended |= matches!(word.as_str(), "1-0" | "0-1" | "1/2-1/2" | "*"),
            }
        }
        word.clear();
    };
    for character in line.chars() {
        if nesting.in_comment {
            nesting.in_comment = character != '}';
            continue;
        }
        match character {
            '{' | ';' | '(' | ')' => {
                finish(&mut word, nesting.variations);
                match character {
                    '{' => nesting.in_comment = true,
                    '(' => nesting.variations += 1,
                    ')' => nesting.variations = nesting.variations.saturating_sub(1),
                    // The rest of the line is a comment.
                    _ => return ended,
                }
            }
            // Promotions are written `e8(Q)` by some; in brackets they would be variations.
            _ if character.is_whitespace() => finish(&mut word, nesting.variations),
            _ => word.push(character),
        }
    }
    finish(&mut word, nesting.variations);
    ended
}

/// The move in a word such as `e4`, `1.e4`, `1...e5`; none in `1.`, `$3` or `1-0`.
fn move_of(word: &str) -> Option<&str> {
    if word.starts_with('$') || matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*") {
        return None;
    }
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let after = &word[digits..];
    let mv = if after.starts_with('.') { after.trim_start_matches('.') } else { word };
    let is_number = !mv.is_empty() && mv.bytes().all(|byte| byte.is_ascii_digit());
    (!mv.is_empty() && !is_number).then_some(mv)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
[Event \"A \\\"quoted\\\" one\"]
[FEN \"8/8/8/8 w - - 0 1\"]

1. e4 {a comment ( with brackets} e5 2.Nf3 (2. f4 exf4 (2... d5) 3. Nf3) 2...Nc6 $1 ; more e6
3. Bb5 a6
{over
two lines} 4. O-O 1-0

% escaped
[Event \"Two\"]

1. e10e11q 0-0 *
1. d4 1/2-1/2
";

    fn games(text: &str) -> Vec<PgnGame> {
        let mut reader = PgnReader::new(text.as_bytes());
        std::iter::from_fn(|| reader.next_game().unwrap()).collect()
    }

    #[test]
    fn games_are_told_apart() {
        let games = games(TEXT);
        assert_eq!(games.len(), 3);
        assert_eq!(games[0].moves, ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O"]);
        assert_eq!(games[0].tag("Event"), Some("A \"quoted\" one"));
        assert_eq!(games[0].tag("FEN"), Some("8/8/8/8 w - - 0 1"));
        assert_eq!(games[1].moves, ["e10e11q", "0-0"]);
        assert_eq!(games[2].moves, ["d4"]);
        assert_eq!((games[0].line, games[1].line, games[2].line), (1, 10, 13));
        for game in &games {
            let rest = &TEXT[game.place as usize..];
            assert_eq!(games_moves(rest)[0], game.moves);
        }
    }

    fn games_moves(text: &str) -> Vec<Vec<String>> {
        games(text).into_iter().map(|game| game.moves).collect()
    }

    #[test]
    fn no_text_is_too_odd() {
        for text in ["", "\n\n", "[", "[]", "[a", "{", "(((", ")", "1. e4", "; x", "%", "\u{0}"] {
            for game in games(text) {
                assert!(game.moves.len() < 3, "{text}");
            }
        }
    }
}
