//! Values in the words of other programs.

use std::fmt::Write;

use super::{Valuation, Worth};

/// What a rook is worth in Fairy-Stockfish, in the middle game and in the endgame (its `types.h`).
const FAIRY_STOCKFISH_ROOK: [f64; 2] = [1276.0, 1380.0];

/// `pieceValueMg` and `pieceValueEg` for a section of Fairy-Stockfish's `variants.ini`.
///
/// The program uses them in its evaluation only, not in its search.
pub fn fairy_stockfish(valuation: &Valuation) -> String {
    let line = |key: &str, phase: usize| {
        let of = |piece: &Worth| {
            let value = piece.phases.map_or(piece.value.value, |phases| phases[phase].value);
            let own = (value / super::ROOK * FAIRY_STOCKFISH_ROOK[phase]).round().max(0.0);
            format!("{}:{own}", piece.letter.to_lowercase())
        };
        let values: Vec<String> = valuation.pieces.iter().map(of).collect();
        format!("{key} = {}\n", values.join(" "))
    };
    format!(
        "# {}\n# In its own units, of which a rook has {} and {}. They change its evaluation, not its \
         search.\n{}{}",
        origin(valuation),
        FAIRY_STOCKFISH_ROOK[0],
        FAIRY_STOCKFISH_ROOK[1],
        line("pieceValueMg", 0),
        line("pieceValueEg", 1)
    )
}

/// The beginnings of piece lines of Fairy-Max's `fmax.ini`: letter and value, behind which the moves
/// stand.
pub fn fairy_max(valuation: &Valuation) -> String {
    let head = "Put in place of letter and value at the beginning of each piece line.";
    let mut text = format!("# {}\n# {head}\n", origin(valuation));
    for piece in &valuation.pieces {
        let _ =
            writeln!(text, "{}:{} # {}", piece.letter.to_lowercase(), piece.centipawns, piece.kind);
    }
    text
}

/// `Value:` lines for the pieces of a game file of Sjaak II.
pub fn sjaak(valuation: &Valuation) -> String {
    let mut text = format!("# {}\n", origin(valuation));
    for piece in &valuation.pieces {
        let _ = writeln!(text, "# {}\nValue: {}", piece.kind, piece.centipawns);
    }
    text
}

/// `value` entries for the piece types of a model file of Jocly.
pub fn jocly(valuation: &Valuation) -> String {
    let mut text = format!("// {}\n", origin(valuation));
    for piece in &valuation.pieces {
        let _ = writeln!(text, "value: {:.2}, // {}", piece.value.value, piece.kind);
    }
    text
}

/// The table that our search takes.
pub fn toml(valuation: &Valuation) -> String {
    let mut text =
        format!("# {}\nvariant = \"{}\"\n\n[kinds]\n", origin(valuation), valuation.variant);
    for piece in &valuation.pieces {
        let most = f64::from(crate::values::MAX_VALUE);
        let whole = |value: f64| (value * 100.0).round().clamp(0.0, most);
        let [early, late] = match piece.phases {
            Some(phases) => phases.map(|phase| whole(phase.value)),
            None => [whole(piece.value.value); 2],
        };
        let name = &piece.kind;
        let _ = writeln!(text, "{name} = {{ middlegame = {early}, endgame = {late} }}");
    }
    text
}

fn origin(valuation: &Valuation) -> String {
    let method = valuation.method.word();
    format!(
        "{}, values by {method}, {} games; {}",
        valuation.title, valuation.games, valuation.tool
    )
}
