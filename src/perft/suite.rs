//! Files of reference counts, read and checked.
//!
//! Two forms are read. *Blocks*, separated by blank lines, `#` starting a comment:
//!
//! ```text
//! variant wild-tamerlane
//! id start
//! fen startpos
//! perft 1 52
//! perft 2 2696
//! classes 2 captures 0 checks 0
//! ```
//!
//! `variant` holds until the next one. *EPD*, a line a position: `FEN ;D1 20 ;D2 400`, where a
//! `variant` line may come first.

use super::Classes;

/// A position with the counts it should have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The line of the file where it begins, counted from 1.
    pub line: usize,
    /// Its name, or its place among the positions of the file.
    pub id: String,
    /// The game, if the file says which.
    pub variant: Option<String>,
    /// The position; `"startpos"` for the game's start.
    pub fen: String,
    /// Depths and counts.
    pub perft: Vec<(u32, u128)>,
    /// Depths and the classes that are known there, by name.
    pub classes: Vec<(u32, Vec<(String, u64)>)>,
}

/// What is wrong with a file of counts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct SuiteError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong and what was expected.
    pub reason: String,
}

/// Reads a file of counts.
///
/// # Errors
/// With the first line that is in neither form.
pub fn parse(text: &str) -> Result<Vec<Case>, SuiteError> {
    let mut reader = Reader::default();
    // Some editors put a mark of byte order in front.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (index, raw) in text.lines().enumerate() {
        let line = index + 1;
        let content = raw.split('#').next().unwrap_or_default().trim();
        if content.is_empty() {
            // A line that is only a comment does not end a block.
            if raw.trim().is_empty() {
                reader.finish()?;
            }
            continue;
        }
        reader.line(line, content).map_err(|reason| SuiteError { line, reason })?;
    }
    reader.finish()?;
    Ok(reader.cases)
}

#[derive(Default)]
struct Reader {
    variant: Option<String>,
    open: Option<Case>,
    cases: Vec<Case>,
}

impl Reader {
    /// The block being read, begun at a line if there is none.
    fn block(&mut self, line: usize) -> &mut Case {
        let id = (self.cases.len() + 1).to_string();
        let variant = self.variant.clone();
        self.open.get_or_insert_with(|| Case {
            line,
            id,
            variant,
            fen: String::new(),
            perft: Vec::new(),
            classes: Vec::new(),
        })
    }

    fn line(&mut self, line: usize, content: &str) -> Result<(), String> {
        let (word, rest) = content.split_once(char::is_whitespace).unwrap_or((content, ""));
        let rest = rest.trim();
        match word {
            "variant" if rest.is_empty() => return Err("\"variant\" without a name".to_owned()),
            "variant" => {
                self.variant = Some(rest.to_owned());
                if let Some(open) = &mut self.open {
                    open.variant = Some(rest.to_owned());
                }
            }
            "id" => rest.clone_into(&mut self.block(line).id),
            "fen" => rest.clone_into(&mut self.block(line).fen),
            "perft" => {
                let entry = depth_and_count(rest)?;
                self.block(line).perft.push(entry);
            }
            "classes" => {
                let entry = depth_and_classes(rest)?;
                self.block(line).classes.push(entry);
            }
            _ if content.contains(";D") => {
                self.finish().map_err(|error| error.reason)?;
                let mut parts = content.split(";D");
                parts.next().unwrap_or_default().trim().clone_into(&mut self.block(line).fen);
                for part in parts {
                    let entry = depth_and_count(part.trim().trim_end_matches(';'))?;
                    self.block(line).perft.push(entry);
                }
                self.finish().map_err(|error| error.reason)?;
            }
            _ => {
                return Err(format!(
                    "\"{content}\": expected variant, id, fen, perft or classes, or a FEN with \
                     ;D1 and so on"
                ));
            }
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), SuiteError> {
        let Some(case) = self.open.take() else { return Ok(()) };
        let fail = |reason: &str| {
            Err(SuiteError { line: case.line, reason: format!("block \"{}\" {reason}", case.id) })
        };
        if case.fen.is_empty() {
            return fail("has no fen");
        }
        if case.perft.is_empty() && case.classes.is_empty() {
            return fail("has no perft");
        }
        self.cases.push(case);
        Ok(())
    }
}

fn depth_and_count(text: &str) -> Result<(u32, u128), String> {
    let mut words = text.split_whitespace();
    let entry = (|| {
        let depth = words.next()?.parse().ok().filter(|&depth| depth <= super::MAX_DEPTH)?;
        let count = words.next()?.replace(',', "").parse().ok()?;
        words.next().is_none().then_some((depth, count))
    })();
    entry.ok_or_else(|| format!("\"{text}\": expected a depth and a count, as in \"3 8902\""))
}

fn depth_and_classes(text: &str) -> Result<(u32, Vec<(String, u64)>), String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let expected = || {
        let names: Vec<_> = Classes::default().each().iter().map(|(name, _)| *name).collect();
        format!(
            "\"{text}\": expected a depth, then names and counts; names are {}",
            names.join(" ")
        )
    };
    let [depth, pairs @ ..] = words.as_slice() else { return Err(expected()) };
    let depth = depth.parse().map_err(|_| expected())?;
    let mut classes = Vec::new();
    for pair in pairs.chunks(2) {
        let [name, count] = pair else { return Err(expected()) };
        let known = Classes::default().each().iter().any(|(known, _)| known == name);
        let count = count.replace(',', "").parse().map_err(|_| expected())?;
        if !known {
            return Err(expected());
        }
        classes.push(((*name).to_owned(), count));
    }
    Ok((depth, classes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_and_epd_lines() {
        let text = "# counts\nvariant chess\nid start # the start\nfen startpos\nperft 1 20\n\
                    # more\nperft 2 400\nclasses 2 captures 0 checks 0\n\nfen 8/8 w - - 0 1\n\
                    perft 3 8,902\n\nk7/8 w - - ;D1 3 ;D2 9\n";
        let cases = parse(text).unwrap();
        assert_eq!(cases.len(), 3);
        assert_eq!(cases[0].id, "start");
        assert_eq!(cases[0].variant.as_deref(), Some("chess"));
        assert_eq!(cases[0].perft, [(1, 20), (2, 400)]);
        assert_eq!(cases[0].classes[0].1.len(), 2);
        assert_eq!((cases[1].line, cases[1].id.as_str()), (10, "2"));
        assert_eq!(cases[1].perft, [(3, 8902)]);
        assert_eq!(cases[2].fen, "k7/8 w - -");
        assert_eq!(cases[2].perft, [(1, 3), (2, 9)]);
        assert_eq!(cases[2].variant.as_deref(), Some("chess"));
    }

    #[test]
    fn bad_lines_are_named() {
        for (text, line) in [
            ("nonsense", 1),
            ("fen startpos\nperft x 20", 2),
            ("fen startpos\nperft 1", 2),
            ("fen startpos\nperft 65 1", 2),
            ("\nid a\nperft 1 20", 2),
            ("fen startpos\n\n", 1),
            ("fen startpos\nclasses 1 catches 2", 2),
            ("fen startpos\nclasses 1 captures", 2),
            ("variant", 1),
            ("8/8 w - - ;D1 x", 1),
        ] {
            assert_eq!(parse(text).unwrap_err().line, line, "{text}");
        }
    }
}
