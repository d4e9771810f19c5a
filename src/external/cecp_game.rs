//! A program that speaks CECP as a player of whole games.

use std::time::Duration;

use super::ExternalError;
use super::answer::{Answer, Said, Thought, TimeControl};
use super::cecp::Cecp;

impl Cecp {
    /// Begins a game: at the program's own start position, or at another. The clock is told too.
    ///
    /// # Errors
    /// When it does not answer, or does not understand.
    pub fn new_game(
        &mut self,
        variant: Option<&str>,
        fen: Option<&str>,
        time: &TimeControl,
    ) -> Result<(), ExternalError> {
        self.process.send("new");
        if let Some(variant) = variant {
            self.process.send_also(&format!("variant {variant}"));
        }
        for line in ["force", "easy", "post"] {
            self.process.send_also(line);
        }
        for line in clock_lines(time) {
            self.process.send_also(&line);
        }
        if let Some(fen) = fen {
            if !self.features.has_setboard() {
                return Err(self.process.refused("it has no feature setboard"));
            }
            self.process.send_also(&format!("setboard {fen}"));
        }
        self.told = 0;
        self.accepted()
    }

    /// Has it think after some moves of the game, and waits for what it says. The moves are in its
    /// own notation, from the start of the game on, its own among them; `white` says whether it
    /// moves for White.
    ///
    /// # Errors
    /// When it does not answer in time, or has ended.
    pub fn go(
        &mut self,
        moves: &[String],
        white: bool,
        time: &TimeControl,
    ) -> Result<Answer, ExternalError> {
        let mut thought = Thought::default();
        // What it has said since it last moved, such as that the game is over.
        while let Some(line) = self.process.take_line() {
            if let Some(said) = not_a_move(&line, white) {
                return Ok(Answer { said, thought });
            }
        }
        self.process.send("force");
        let word = if self.features.has_usermove() { "usermove " } else { "" };
        for mv in &moves[self.told.min(moves.len())..] {
            self.process.send_also(&format!("{word}{mv}"));
        }
        let left = match *time {
            TimeControl::Clock { left: [first, second], .. } if white => [first, second],
            TimeControl::Clock { left: [first, second], .. } => [second, first],
            _ => [FOREVER; 2],
        };
        let [ours, others] = left.map(|left| (left.as_millis() / 10).max(1));
        self.process.send_also(&format!("time {ours}"));
        self.process.send_also(&format!("otim {others}"));
        self.process.send_also("go");
        loop {
            let line = self.process.read()?;
            if let Some(said) = said(&line, white) {
                if matches!(said, Said::Move(_)) {
                    // Its own move it knows.
                    self.told = moves.len() + 1;
                    self.process.send_also("force");
                }
                return Ok(Answer { said, thought });
            }
            thought.note_post(&line);
        }
    }
}

/// What the clocks show where nobody looks at them.
const FOREVER: Duration = Duration::from_hours(10);

/// How the clock is told before a game. There is no word for a limit of positions.
fn clock_lines(time: &TimeControl) -> Vec<String> {
    match *time {
        TimeControl::Nodes(_) => vec!["level 0 600 0".to_owned()],
        TimeControl::Depth(depth) => vec!["level 0 600 0".to_owned(), format!("sd {depth}")],
        TimeControl::Movetime(time) => vec![format!("st {}", seconds(time))],
        TimeControl::Clock { base, increment, .. } => {
            let minutes = base.as_secs() / 60;
            let rest = base.as_secs() % 60;
            let adds = seconds(increment[0].max(increment[1]));
            vec![format!("level 0 {minutes}:{rest:02} {adds}")]
        }
    }
}

/// Seconds as most programs read them: whole where they are.
fn seconds(time: Duration) -> String {
    if time.subsec_nanos() == 0 {
        return time.as_secs().to_string();
    }
    time.as_secs_f64().to_string()
}

/// What a line of an answer says; `None` for thoughts and notes.
fn said(line: &str, white: bool) -> Option<Said> {
    let line = line.trim();
    if let Some(mv) = line.strip_prefix("move") {
        // Not "moves": that is a note.
        if mv.is_empty() || mv.starts_with(char::is_whitespace) {
            let mv = mv.trim();
            return Some(if mv.is_empty() {
                Said::Rubbish(line.to_owned())
            } else {
                Said::Move(mv.to_owned())
            });
        }
    }
    not_a_move(line, white)
}

/// A resignation or a claim.
fn not_a_move(line: &str, white: bool) -> Option<Said> {
    let line = line.trim();
    let lower = line.to_ascii_lowercase();
    let word = lower.split_whitespace().next()?;
    let lost = if white { "0-1" } else { "1-0" };
    match word {
        "resign" => Some(Said::Resigns),
        _ if word == lost && lower.contains("resign") => Some(Said::Resigns),
        "1-0" | "0-1" | "1/2-1/2" => Some(Said::Claim(line.to_owned())),
        _ if lower.starts_with("illegal move") => Some(Said::Claim(line.to_owned())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_answers() {
        assert_eq!(said("move e2e4", true), Some(Said::Move("e2e4".to_owned())));
        assert_eq!(said("move ", true), Some(Said::Rubbish("move".to_owned())));
        assert_eq!(said("resign", true), Some(Said::Resigns));
        assert_eq!(said("0-1 {White resigns}", true), Some(Said::Resigns));
        for claim in ["1-0 {Black resigns}", "1/2-1/2 {Draw by repetition}", "Illegal move: e2e4"] {
            assert_eq!(said(claim, true), Some(Said::Claim(claim.to_owned())), "{claim}");
        }
        for note in ["", " 7 12 5 500 e2e4", "# moves", "moves 3", "tellics say hello", "pong 3"] {
            assert_eq!(said(note, true), None, "{note}");
        }
    }

    #[test]
    fn clocks_are_told() {
        let clock = |base, adds| TimeControl::Clock {
            left: [Duration::ZERO; 2],
            increment: [Duration::from_millis(adds), Duration::ZERO],
            base: Duration::from_secs(base),
        };
        assert_eq!(clock_lines(&clock(90, 0)), ["level 0 1:30 0"]);
        assert_eq!(clock_lines(&clock(60, 500)), ["level 0 1:00 0.5"]);
        assert_eq!(clock_lines(&TimeControl::Movetime(Duration::from_secs(2))), ["st 2"]);
    }
}
