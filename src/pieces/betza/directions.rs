//! What direction letters leave of the moves of an atom, and how a later leg turns.

use crate::geometry::Offset;

/// The eight directions clockwise from straight ahead; a turn of 45 degrees is one place.
const COMPASS: [Offset; 8] = [
    Offset::new(0, 1),
    Offset::new(1, 1),
    Offset::new(1, 0),
    Offset::new(1, -1),
    Offset::new(0, -1),
    Offset::new(-1, -1),
    Offset::new(-1, 0),
    Offset::new(-1, 1),
];

/// All offsets of a base leap, every reflection once.
pub(super) fn reflections((a, b): (i8, i8)) -> Vec<Offset> {
    let mut all = Vec::new();
    for (file, rank) in [(a, b), (b, a)] {
        for offset in [
            Offset::new(file, rank),
            Offset::new(-file, rank),
            Offset::new(file, -rank),
            Offset::new(-file, -rank),
        ] {
            if !all.contains(&offset) {
                all.push(offset);
            }
        }
    }
    all
}

/// The offsets that a row of direction letters leaves of all reflections of an atom, or `None`
/// when the letters mean nothing there.
pub(super) fn directed(all: Vec<Offset>, letters: &str) -> Option<Vec<Offset>> {
    if letters.is_empty() {
        return Some(all);
    }
    let oblique = all.len() == 8;
    let orthogonal = all[0].file == 0 || all[0].rank == 0;
    let half = |letter: char, o: Offset| match letter {
        'f' => o.rank > 0,
        'b' => o.rank < 0,
        'l' => o.file < 0,
        'r' => o.file > 0,
        'v' => o.rank != 0 && (!oblique || o.rank.abs() > o.file.abs()),
        _ => o.file != 0 && (!oblique || o.file.abs() > o.rank.abs()),
    };
    let letters: Vec<char> = letters.chars().collect();
    let mut kept = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let (first, second) = (letters[at], letters.get(at + 1).copied());
        let vertical = matches!(first, 'f' | 'b');
        let paired = |o: Offset| -> Option<bool> {
            let second = second?;
            match (oblique, orthogonal) {
                (true, _) if vertical && second == first => {
                    Some(half(first, o) && o.rank.abs() > o.file.abs())
                }
                (true, _) if vertical && second == 's' => {
                    Some(half(first, o) && o.file.abs() > o.rank.abs())
                }
                (false, false) if vertical && matches!(second, 'l' | 'r' | 's') => {
                    Some(half(first, o) && half(second, o))
                }
                _ => None,
            }
        };
        let is_pair = paired(all[0]).is_some();
        let before = kept.len();
        for &offset in &all {
            let keep = paired(offset).unwrap_or_else(|| half(first, offset));
            if keep && !kept.contains(&offset) {
                kept.push(offset);
            }
        }
        if kept.len() == before && kept.is_empty() {
            return None;
        }
        at += if is_pair { 2 } else { 1 };
    }
    Some(kept)
}

/// The directions that a later leg may take behind `previous`.
pub(super) fn turned(previous: Offset, letters: &str) -> Option<Vec<Offset>> {
    let at = COMPASS.iter().position(|&direction| direction == previous)?;
    let turns: &[usize] = match letters {
        "f" => &[0],
        "fr" => &[1],
        "fl" => &[7],
        "fs" | "fq" => &[1, 7],
        "r" => &[2],
        "l" => &[6],
        "s" => &[2, 6],
        "br" => &[3],
        "bl" => &[5],
        "bs" => &[3, 5],
        _ => return None,
    };
    let mut directions: Vec<Offset> = turns.iter().map(|turn| COMPASS[(at + turn) % 8]).collect();
    if letters == "fq" {
        directions.retain(|direction| direction.file == 0);
    }
    Some(directions)
}
