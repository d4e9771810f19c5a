//! Short algebraic notation.

use crate::geometry::Bitboard;
use crate::movegen::Status;
use crate::position::{Action, Move, Position};
use crate::rules::Ruleset;

/// The letter that is left out.
const PAWN: &str = "P";

impl<B: Bitboard> Ruleset<B> {
    /// A legal move in short algebraic notation, with `+` or `#` where it gives check or mate.
    pub fn san(&self, position: &Position<B>, mv: Move) -> String {
        let legal = self.legal_moves(position);
        let mut text = self.plain_san(position, &legal, mv);
        match self.status(&position.play(self, mv)) {
            Status::Check => text.push('+'),
            Status::Checkmate => text.push('#'),
            Status::Ongoing | Status::Stalemate | Status::CitadelDraw => {}
        }
        text
    }

    /// The legal move that a text means: short algebraic notation, more or less exact, or engine
    /// notation.
    pub fn move_written(&self, position: &Position<B>, text: &str) -> Option<Move> {
        if let Some(mv) = self.move_named(position, text) {
            return Some(mv);
        }
        let bare = bare(text);
        let legal = self.legal_moves(position);
        let mut same =
            legal.iter().filter(|&&mv| bare == self::bare(&self.plain_san(position, &legal, mv)));
        if let Some(&mv) = same.next() {
            return Some(mv);
        }
        // More exact than need be: `Ng1f3`, `e2e4`.
        let long = bare.trim_start_matches(|c: char| c.is_ascii_uppercase()).to_lowercase();
        self.move_named(position, &long)
    }

    /// The move without what it gives.
    fn plain_san(&self, position: &Position<B>, legal: &[Move], mv: Move) -> String {
        let game = self.game();
        match mv.action {
            Action::Castle => {
                let mut castlings = game.castlings.iter();
                let own = castlings.find(|castling| castling.king == (mv.from, mv.to));
                match own.map(|castling| castling.rook.0 > castling.king.0) {
                    Some(true) => "O-O".to_owned(),
                    Some(false) => "O-O-O".to_owned(),
                    None => mv.text(game),
                }
            }
            Action::Step | Action::DoubleStep | Action::EnPassant | Action::Jump => {
                self.step_san(position, legal, mv)
            }
            _ => mv.text(game),
        }
    }

    fn step_san(&self, position: &Position<B>, legal: &[Move], mv: Move) -> String {
        let game = self.game();
        let board = &game.board;
        let Some(mover) = position.at(mv.from) else { return mv.text(game) };
        let letter = game.kind(mover.kind).letter.as_str();
        let is_pawn = letter == PAWN;
        let captures = mv.action == Action::EnPassant || position.at(mv.to).is_some();
        let is_like = |other: &&Move| {
            other.to == mv.to
                && other.from != mv.from
                && other.promotion() == mv.promotion()
                && position.at(other.from).is_some_and(|man| man.kind == mover.kind)
        };
        let others: Vec<&Move> = legal.iter().filter(is_like).collect();
        let from = board.name(mv.from);
        let (file, rank) = from.split_at(1);
        let shares_file = others.iter().any(|other| board.file(other.from) == board.file(mv.from));
        let shares_rank = others.iter().any(|other| board.rank(other.from) == board.rank(mv.from));
        let origin = match (others.is_empty(), shares_file, shares_rank) {
            (true, ..) if is_pawn && captures => file,
            (true, ..) => "",
            (false, false, _) => file,
            (false, true, false) if !is_pawn => rank,
            _ => &from,
        };
        let mut text = String::new();
        if !is_pawn {
            text += letter;
        }
        text += origin;
        if captures {
            text.push('x');
        }
        text += &board.name(mv.to);
        if let Some(kind) = mv.promotion() {
            text.push('=');
            text += &game.kind(kind).letter;
        }
        text
    }
}

/// A move without signs that some write and others do not.
fn bare(text: &str) -> String {
    let text = text.replace('0', "O");
    let is_castling = text.trim_end_matches(['+', '#', '!', '?']).chars().all(|c| "O-".contains(c));
    let keeps = |c: &char| !"x:=+#!?()".contains(*c) && (is_castling || *c != '-');
    if is_castling { text.chars().filter(keeps).collect() } else { unzeroed(&text, keeps) }
}

/// Ranks have zeros: `a10`.
fn unzeroed(text: &str, keeps: impl Fn(&char) -> bool) -> String {
    text.replace('O', "0").chars().filter(keeps).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::{Task, Variant};
    use crate::rules::library;
    use crate::sampling::Sampler;

    struct Texts<'a>(&'a str, &'a [&'a str]);

    impl Task for Texts<'_> {
        type Output = Vec<String>;
        fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Vec<String> {
            let position = rules.position(self.0).unwrap();
            let named = |text: &&str| {
                let mv = rules.move_named(&position, text).unwrap_or_else(|| panic!("{text}"));
                rules.san(&position, mv)
            };
            self.1.iter().map(named).collect()
        }
    }

    fn texts(game: &str, fen: &str, moves: &[&str]) -> Vec<String> {
        Variant::load(game).unwrap().dispatch(Texts(fen, moves))
    }

    #[test]
    fn moves_of_a_game_that_everybody_knows() {
        let game = "chess";
        let fen = "r3k2r/1P6/8/3pP3/8/8/N6r/R3K2R w KQkq d6 0 1";
        let moves = ["e1g1", "e1c1", "e5d6", "e5e6", "b7a8q", "b7b8n", "a2c1", "h1h2", "a1b1"];
        let expected = ["O-O", "O-O-O", "exd6", "e6", "bxa8=Q+", "b8=N", "Nc1", "Rxh2", "Rb1"];
        assert_eq!(texts(game, fen, &moves), expected);
        let fen = "7k/8/8/R7/8/8/1N3N2/R3K3 w - - 0 1";
        let expected = ["R1a3", "R5a3", "Nbd1", "Nfd1", "Nbd3", "Rd1"];
        let moves = ["a1a3", "a5a3", "b2d1", "f2d1", "b2d3", "a1d1"];
        assert_eq!(texts(game, fen, &moves), expected);
        let fen = "7k/8/8/1Q1Q4/8/1Q6/8/7K w - - 0 1";
        let expected = ["Qb5d3", "Q3d3", "Qdd3"];
        assert_eq!(texts(game, fen, &["b5d3", "b3d3", "d5d3"]), expected);
        let fen = "k7/8/1K6/8/8/8/8/7R w - - 0 1";
        assert_eq!(texts(game, fen, &["h1h8"]), ["Rh8#"]);
    }

    /// What is written is read back, in every game, and no two moves are written alike.
    struct ReadBack;

    impl Task for ReadBack {
        type Output = usize;
        fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> usize {
            let mut moves = 0;
            for sample in Sampler::new(rules, 7).take(60) {
                let position = sample.position;
                for mv in rules.legal_moves(&position) {
                    let text = rules.san(&position, mv);
                    let fen = position.fen(rules);
                    assert_eq!(rules.move_written(&position, &text), Some(mv), "{text} in {fen}");
                    moves += 1;
                }
            }
            moves
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        for name in library::names() {
            let moves = Variant::load(name).unwrap().dispatch(ReadBack);
            assert!(moves > 500, "{name}: {moves}");
        }
    }

    struct Read<'a>(&'a str, &'a str);

    impl Task for Read<'_> {
        type Output = Option<String>;
        fn run<B: Bitboard>(self, rules: &Ruleset<B>) -> Self::Output {
            let position = rules.position(self.0).unwrap();
            Some(rules.move_written(&position, self.1)?.text(rules.game()))
        }
    }

    #[test]
    fn other_ways_of_writing() {
        let game = "chess";
        let fen = "r3k2r/1P6/8/3pP3/8/8/N6r/R3K2R w KQkq d6 0 1";
        for (text, expected) in [
            ("O-O", Some("e1g1")),
            ("0-0-0", Some("e1c1")),
            ("O-O+!", Some("e1g1")),
            ("ed6", Some("e5d6")),
            ("e5xd6", Some("e5d6")),
            ("bxa8Q", Some("b7a8q")),
            ("b8(N)", Some("b7b8n")),
            ("Na2c1", Some("a2c1")),
            ("e1g1", Some("e1g1")),
            ("Nc3", Some("a2c3")),
            ("Nf3", None),
            ("", None),
            ("O", None),
            ("O-O-O-O", None),
        ] {
            let found = Variant::load(game).unwrap().dispatch(Read(fen, text));
            assert_eq!(found.as_deref(), expected, "{text}");
        }
    }
}
