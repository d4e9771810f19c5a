//! [`Notation`]: how another program writes positions and moves.

use crate::geometry::Square;
use crate::position::Setup;
use crate::rules::{Castling, Game};

/// How another program's writing differs from ours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notation {
    /// Names of kinds and the program's letters for them, `("camel", "J")`; kinds that are not
    /// named have our letters.
    pub letters: Vec<(String, String)>,
    /// What is added to our number of a rank to have theirs in a move: -1 where ranks begin with 0.
    pub rank_offset: i32,
    /// The same in the en passant field of a FEN.
    pub fen_rank_offset: i32,
    /// Whether the program takes a right to castle for that of the outermost partner on the rank,
    /// so that positions with another one further out cannot be told to it.
    pub outermost_castling: bool,
}

/// A game as another program writes it: [`Notation`] checked against the kinds of the game.
#[derive(Clone, Debug)]
pub struct Translator {
    /// The game with the program's letters.
    theirs: Game,
    /// Our letters, in the order of the kinds.
    ours: Vec<String>,
    notation: Notation,
}

/// Two squares of a move as they are written, and what stands behind them.
struct Leg<'t> {
    from: (char, i32),
    to: (char, i32),
    rest: &'t str,
}

impl Translator {
    /// The notation of a program for a game.
    ///
    /// # Errors
    /// With a sentence about a kind that the game does not have, or a letter that cannot be.
    pub fn new(game: &Game, notation: Notation) -> Result<Self, String> {
        let mut theirs = game.clone();
        for (name, letter) in &notation.letters {
            let kind = game.kind_named(name).ok_or_else(|| {
                let names: Vec<&str> = game.kinds.iter().map(|kind| kind.name.as_str()).collect();
                format!("\"{name}\" is no kind of this game; the kinds are {}", names.join(", "))
            })?;
            let is_letter = letter.len() == 1 && letter.chars().all(|c| c.is_ascii_alphabetic());
            if !is_letter {
                return Err(format!("\"{letter}\" for {name}: expected one letter"));
            }
            theirs.kinds[kind.index()].letter = letter.to_ascii_uppercase();
        }
        for (index, kind) in theirs.kinds.iter().enumerate() {
            let twin = theirs.kinds[..index].iter().find(|other| other.letter == kind.letter);
            if let Some(twin) = twin {
                let (a, b, letter) = (&twin.name, &kind.name, &kind.letter);
                return Err(format!("{a} and {b} would both be written \"{letter}\""));
            }
        }
        let starts: Vec<String> = game
            .starts
            .iter()
            .map(|start| Setup::parse(game, &start.fen).map(|setup| setup.fen(&theirs)))
            .collect::<Result<_, _>>()
            .map_err(|error| error.to_string())?;
        for (start, fen) in theirs.starts.iter_mut().zip(starts) {
            start.fen = fen;
        }
        let ours = game.kinds.iter().map(|kind| kind.letter.clone()).collect();
        Ok(Self { theirs, ours, notation })
    }

    /// The game with the program's letters.
    pub fn theirs(&self) -> &Game {
        &self.theirs
    }

    /// The FEN that the program reads for a position. The clocks are reset: they change no move.
    pub fn fen(&self, setup: &Setup) -> String {
        let fresh = Setup { halfmove: 0, fullmove: 1, ..setup.clone() };
        let fen = fresh.fen(&self.theirs);
        let Some(square) = setup.en_passant.filter(|_| self.notation.fen_rank_offset != 0) else {
            return fen;
        };
        let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
        fields[3] = self.square(square);
        fields.join(" ")
    }

    fn square(&self, square: Square) -> String {
        let name = self.theirs.board.name(square);
        let (file, rank) = name.split_at(1);
        let rank: i32 = rank.parse().unwrap_or_default();
        format!("{file}{}", rank + self.notation.fen_rank_offset)
    }

    /// The position without the rights that cannot be told to the program.
    #[must_use]
    pub fn sayable(&self, setup: &Setup) -> Setup {
        let mut said = setup.clone();
        for castling in self.theirs.castlings.iter().filter(|_| self.notation.outermost_castling) {
            if self.has_partner_beyond(castling, setup) {
                said.rights &= !(1 << castling.right);
            }
        }
        said
    }

    /// Whether a man like the partner of a castling stands further out on its rank.
    fn has_partner_beyond(&self, castling: &Castling, setup: &Setup) -> bool {
        let board = &self.theirs.board;
        let (king, rook) = (castling.king.0, castling.rook.0);
        let outward = |square: Square| {
            board.rank(square) == board.rank(rook)
                && if king < rook { square > rook } else { square < rook }
        };
        let partner = setup.at(rook);
        partner.is_some()
            && board.rectangle().any(|square| outward(square) && setup.at(square) == partner)
    }

    /// A move of the program's in our notation, legal or not; `None` if it is none that can be
    /// read.
    ///
    /// Read are `e2e4`, `e2-e4`, `Ng1xf3`, `b10a11q`, `b7-b8=Q`, `b7b8(Q)`, `O-O`, and castling as
    /// a move of the king, or onto its partner.
    pub fn read(&self, setup: &Setup, text: &str) -> Option<String> {
        let text = text.trim().trim_end_matches(['+', '#', '!', '?']);
        match text.to_ascii_uppercase().as_str() {
            "O-O" | "0-0" => return self.castling(setup, true),
            "O-O-O" | "0-0-0" => return self.castling(setup, false),
            _ => {}
        }
        let mut legs: Vec<String> = Vec::new();
        let mut promotion = String::new();
        for part in text.split(',') {
            let leg = leg(part)?;
            let [from, to] = [leg.from, leg.to]
                .map(|(file, rank)| format!("{file}{}", rank - self.notation.rank_offset));
            promotion = self.promotion(leg.rest)?;
            legs.push(match self.onto_partner(setup, &from, &to) {
                Some(target) => from + &target,
                None => from + &to,
            });
        }
        Some(legs.join(",") + &promotion)
    }

    /// A move of ours as the program reads it. Castling is a move of the king.
    pub fn write(&self, text: &str) -> String {
        let mut said = Vec::new();
        for part in text.split(',') {
            let Some(leg) = leg(part) else { return text.to_owned() };
            let [from, to] = [leg.from, leg.to]
                .map(|(file, rank)| format!("{file}{}", rank + self.notation.rank_offset));
            let letter = leg.rest.to_uppercase();
            let kind = self.ours.iter().position(|ours| *ours == letter);
            let theirs = kind.map_or(letter.as_str(), |kind| &self.theirs.kinds[kind].letter);
            said.push(from + &to + &theirs.to_lowercase());
        }
        said.join(",")
    }

    /// The letter of ours that stands for what a promotion says.
    fn promotion(&self, text: &str) -> Option<String> {
        let letter: String =
            text.chars().filter(|c| !matches!(c, '=' | '(' | ')' | '/' | '-')).collect();
        if letter.is_empty() {
            return Some(letter);
        }
        if !letter.starts_with(|c: char| c.is_ascii_alphabetic())
            || letter.contains(char::is_whitespace)
        {
            return None;
        }
        let kind = self.theirs.kind_of_letter(&letter.to_ascii_uppercase());
        // What is no letter of the game stays as it is: such a move is none of ours.
        let ours = kind.map_or(letter, |kind| self.ours[kind.index()].clone());
        Some(ours.to_lowercase())
    }

    fn castling(&self, setup: &Setup, towards_high_files: bool) -> Option<String> {
        let castlings = self.theirs.castlings.iter().filter(|c| c.color == setup.turn);
        let mut wanted = castlings.filter(|c| (c.rook.0 > c.king.0) == towards_high_files);
        let (from, to) = wanted.next()?.king;
        let name = |square| self.theirs.board.name(square);
        Some(name(from) + &name(to))
    }

    /// The target of the royal piece where a move onto its partner means castling.
    fn onto_partner(&self, setup: &Setup, from: &str, to: &str) -> Option<String> {
        let board = &self.theirs.board;
        let (from, to) = (board.parse(from)?, board.parse(to)?);
        let mover = setup.at(from)?;
        let onto_own = setup.at(to).is_some_and(|man| man.color == mover.color);
        let is_royal = self.theirs.kind(mover.kind).royal.is_some();
        if !onto_own || !is_royal || self.theirs.succession {
            return None;
        }
        let castlings = self.theirs.castlings.iter().filter(|c| c.color == setup.turn);
        let mut meant = castlings.filter(|c| c.king.0 == from && c.rook.0 == to);
        Some(board.name(meant.next()?.king.1))
    }
}

/// Reads two squares, perhaps with the letter of a piece before them.
fn leg(text: &str) -> Option<Leg<'_>> {
    let (from, rest) = match square(text) {
        Some(found) => found,
        None => square(text.get(text.chars().next()?.len_utf8()..)?)?,
    };
    let rest = rest.strip_prefix(['-', 'x', ':']).unwrap_or(rest);
    let (to, rest) = square(rest)?;
    Some(Leg { from, to, rest })
}

/// Reads a small letter and a number, which may be no square of the board.
fn square(text: &str) -> Option<((char, i32), &str)> {
    let file = text.chars().next().filter(char::is_ascii_lowercase)?;
    let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
    let rank = text[1..=digits].parse().ok()?;
    Some(((file, rank), &text[1 + digits..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules;

    fn translator(game: &Game, letters: &[(&str, &str)], rank_offset: i32) -> Translator {
        let owned = |&(name, letter): &(&str, &str)| (name.to_owned(), letter.to_owned());
        let letters = letters.iter().map(owned).collect();
        let fen_rank_offset = rank_offset;
        let notation = Notation { letters, rank_offset, fen_rank_offset, outermost_castling: true };
        Translator::new(game, notation).unwrap()
    }

    fn built_in() -> Vec<Game> {
        rules::library::names().map(|name| rules::load(name).unwrap()).collect()
    }

    /// The built-in game that castles on the smallest board, and one with many kinds.
    fn games() -> (Game, Game) {
        let games = built_in();
        let castles = |game: &&Game| !game.castlings.is_empty();
        let small = games.iter().filter(castles).min_by_key(|game| game.board.len()).unwrap();
        let wide = games.iter().find(|game| game.kind_named("eagle").is_some()).unwrap();
        (small.clone(), wide.clone())
    }

    #[test]
    fn moves_of_all_styles() {
        let (game, _) = games();
        let fen = "r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let setup = Setup::parse(&game, fen).unwrap();
        let translator = translator(&game, &[], 0);
        let read = |text: &str| translator.read(&setup, text).unwrap_or_default();
        for (text, expected) in [
            ("e1e2", "e1e2"),
            ("Ke1-e2", "e1e2"),
            ("b7xa8N", "b7a8n"),
            ("b7-b8=Q+", "b7b8q"),
            ("b7b8(r)", "b7b8r"),
            ("b7b8x", "b7b8x"),
            ("O-O", "e1g1"),
            ("O-O-O", "e1c1"),
            ("e1h1", "e1g1"),
            ("e1a1", "e1c1"),
            ("a1a0", "a1a0"),
            ("nonsense", ""),
            ("e4", ""),
            ("", ""),
            ("é1e2", ""),
            ("total:", ""),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn letters_and_ranks_of_others() {
        let (_, game) = games();
        let setup = Setup::parse(&game, game.start()).unwrap();
        let translator = translator(&game, &[("camel", "J"), ("eagle", "H")], -1);
        assert!(translator.fen(&setup).starts_with("e1j1c1c1j1e/rnbhqkqhbnr/"));
        assert_eq!(translator.read(&setup, "e2e4").as_deref(), Some("e3e5"));
        assert_eq!(translator.read(&setup, "a9a10h").as_deref(), Some("a10a11g"));
        assert_eq!(translator.write("a10a11g"), "a9a10h");
        assert_eq!(translator.write("e3e5"), "e2e4");
        assert_eq!(translator.write("e5e6,e6f7"), "e4e5,e5f6");
        let mut passed = setup;
        passed.en_passant = game.board.parse("e4");
        assert!(translator.fen(&passed).ends_with(" e3 0 1"));
    }

    #[test]
    fn letters_that_cannot_be() {
        let (game, _) = games();
        for (name, letter, word) in
            [("camel", "J", "no kind"), ("queen", "R", "both"), ("queen", "QQ", "one letter")]
        {
            let letters = vec![(name.to_owned(), letter.to_owned())];
            let error = Translator::new(&game, Notation { letters, ..Notation::default() });
            assert!(error.unwrap_err().contains(word), "{name}={letter}");
        }
    }

    #[test]
    fn rights_that_cannot_be_told() {
        // Rooks that castle stand on files b and i of ten, which leaves room further out.
        let game = built_in()
            .into_iter()
            .find(|game| game.board.files() == 10 && !game.castlings.is_empty())
            .unwrap();
        let translator = translator(&game, &[], 0);
        for (fen, rights) in [
            ("10/1r3k2r1/10/10/10/10/10/10/1R3K2R1/10 w KQkq - 0 1", "KQkq"),
            ("10/1r3k2r1/10/10/10/10/10/10/RR3K2R1/10 w KQkq - 0 1", "Kkq"),
            ("10/1r3k2rr/10/10/10/10/10/10/1R3K2R1/10 w KQkq - 0 1", "KQq"),
            ("10/rr3k2rr/10/10/10/10/10/10/RR3K2RR/10 w KQkq - 0 1", "-"),
            // Another man, or one of the other side, is not taken for the partner.
            ("10/Rr3k2rN/10/10/10/10/10/10/nR3K2Rr/10 w KQkq - 0 1", "KQkq"),
        ] {
            let setup = Setup::parse(&game, fen).unwrap();
            let said = translator.fen(&translator.sayable(&setup));
            assert_eq!(said, fen.replace("KQkq", rights));
            let all_told = Translator::new(&game, Notation::default()).unwrap();
            assert_eq!(all_told.sayable(&setup), setup, "{fen}");
        }
    }
}
