//! The letters of movement strings.

/// What a letter stands for before modifiers: base leap and whether it slides by itself.
pub(super) struct Atom {
    /// One of its leaps, the longer way first.
    pub(super) leap: (i8, i8),
    /// Whether it goes on without end by itself.
    pub(super) rides: bool,
}

/// What a capital stands for; `None` when it is no atom.
pub(super) fn atoms_of(letter: char) -> Option<Vec<Atom>> {
    let leap = |files, ranks| vec![Atom { leap: (files, ranks), rides: false }];
    let ride = |files, ranks| Atom { leap: (files, ranks), rides: true };
    Some(match letter {
        'W' => leap(1, 0),
        'F' => leap(1, 1),
        'D' => leap(2, 0),
        'N' => leap(2, 1),
        'A' => leap(2, 2),
        'H' => leap(3, 0),
        'C' | 'L' => leap(3, 1),
        'Z' => leap(3, 2),
        'G' => leap(3, 3),
        'R' => vec![ride(1, 0)],
        'B' => vec![ride(1, 1)],
        'K' => vec![Atom { leap: (1, 0), rides: false }, Atom { leap: (1, 1), rides: false }],
        'Q' => vec![ride(1, 0), ride(1, 1)],
        _ => return None,
    })
}
