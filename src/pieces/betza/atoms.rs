//! The letters of movement strings.

/// The letters of the leaps, each with one of its ways, the longer side first.
const LEAPS: [(char, (i8, i8)); 9] = [
    ('W', (1, 0)),
    ('F', (1, 1)),
    ('D', (2, 0)),
    ('N', (2, 1)),
    ('A', (2, 2)),
    ('H', (3, 0)),
    ('C', (3, 1)),
    ('Z', (3, 2)),
    ('G', (3, 3)),
];

/// The letter of the leap of so many squares one way and so many the other, if it has one. Other
/// programs have the same letters.
pub(crate) fn leap_letter(one: u8, other: u8) -> Option<char> {
    let sides = (i16::from(one.max(other)), i16::from(one.min(other)));
    let known = LEAPS.iter().find(|&&(_, (far, near))| (i16::from(far), i16::from(near)) == sides);
    known.map(|&(letter, _)| letter)
}

/// What a letter stands for before modifiers: base leap and whether it slides by itself.
pub(super) struct Atom {
    /// One of its leaps, the longer way first.
    pub(super) leap: (i8, i8),
    /// Whether it goes on without end by itself.
    pub(super) rides: bool,
}

/// What a capital stands for; `None` when it is no atom.
pub(super) fn atoms_of(letter: char) -> Option<Vec<Atom>> {
    if let Some(&(_, leap)) = LEAPS.iter().find(|(known, _)| *known == letter) {
        return Some(vec![Atom { leap, rides: false }]);
    }
    let ride = |files, ranks| Atom { leap: (files, ranks), rides: true };
    Some(match letter {
        'L' => vec![Atom { leap: (3, 1), rides: false }],
        'R' => vec![ride(1, 0)],
        'B' => vec![ride(1, 1)],
        'K' => vec![Atom { leap: (1, 0), rides: false }, Atom { leap: (1, 1), rides: false }],
        'Q' => vec![ride(1, 0), ride(1, 1)],
        _ => return None,
    })
}
