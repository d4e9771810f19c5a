//! [`Writer`]: a game as PGN.

use std::fmt::Write;

/// No line of moves is longer, in characters.
const WIDTH: usize = 80;

/// Puts a game together: tags first, then moves with comments, then the result.
#[derive(Debug, Default)]
pub struct Writer {
    text: String,
    /// The length of the last line.
    column: usize,
}

impl Writer {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Writes a tag.
    pub fn tag(&mut self, name: &str, value: &str) {
        let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "[{name} \"{value}\"]");
    }

    /// Ends the tags.
    pub fn begin_moves(&mut self) {
        self.text.push('\n');
        self.column = 0;
    }

    /// Writes a word of the moves: a number, a move, a result.
    pub fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if self.column > 0 && self.column + 1 + length > WIDTH {
            self.text.push('\n');
            self.column = 0;
        } else if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text += word;
        self.column += length;
    }

    /// Writes a comment.
    pub fn comment(&mut self, comment: &str) {
        let plain = |c: char| if c == '}' || c == '{' || c.is_control() { ' ' } else { c };
        let words: String = comment.chars().map(plain).collect();
        for word in format!("{{{}}}", words.trim()).split_whitespace() {
            self.word(word);
        }
    }

    /// The text, with an empty line at its end.
    pub fn finish(mut self, result: &str) -> String {
        self.word(result);
        self.text += "\n\n";
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_short_and_texts_harmless() {
        let mut writer = Writer::new();
        writer.tag("White", "a \"b\" \\ \n c");
        writer.begin_moves();
        for number in 1..40 {
            writer.word(&format!("{number}."));
            writer.word("e4");
            writer.comment("+0.35/12 } { 0.10s");
        }
        let text = writer.finish("1-0");
        assert!(text.starts_with("[White \"a \\\"b\\\" \\\\   c\"]\n\n1. e4 {+0.35/12"), "{text}");
        assert!(text.ends_with(" 1-0\n\n") || text.ends_with("\n1-0\n\n"));
        assert!(text.lines().all(|line| line.len() <= WIDTH));
    }
}
