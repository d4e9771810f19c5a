//! Checks, pins and what hoppers see.

use crate::geometry::Bitboard;
use crate::pieces::Color;
use crate::sampling::draft::Draft;
use crate::sampling::lines::{Line, Way};

/// A man of theirs that goes a given way towards our royal piece, one of our men between.
pub(in crate::sampling) fn pin<B: Bitboard>(draft: &mut Draft<'_, B>, way: Way) -> Option<()> {
    let royal = draft.place_royals()?;
    let (us, them) = (draft.us(), draft.them());
    let line = draft.point(them, royal, |line| line.way == way && !line.between.is_empty())?;
    draft.interpose(&line, &[us])?;
    Some(())
}

/// A hopper of theirs on a line to our royal piece, with so many men of either side between.
pub(in crate::sampling) fn screens<B: Bitboard>(
    draft: &mut Draft<'_, B>,
    screens: usize,
) -> Option<()> {
    let royal = draft.place_royals()?;
    let them = draft.them();
    let line = draft
        .point(them, royal, |line| line.way == Way::Hop && line.between.len() >= screens.max(1))?;
    let owners: Vec<Color> = (0..screens).map(|_| draft.side()).collect();
    draft.interpose(&line, &owners)?;
    Some(())
}

/// So many men of theirs that attack our royal piece, each its own way.
pub(in crate::sampling) fn checks<B: Bitboard>(
    draft: &mut Draft<'_, B>,
    checkers: usize,
    wanted: impl Fn(&Line) -> bool,
) -> Option<()> {
    let royal = draft.place_royals()?;
    let them = draft.them();
    for _ in 0..checkers {
        draft.aim(them, royal, &wanted)?;
    }
    let position = draft.position()?;
    (draft.rules.checkers(&position).count() as usize >= checkers).then_some(())
}

/// A man of ours that looks at their royal piece, and another of ours that would open its line,
/// leave its two screens, or become its screen.
pub(in crate::sampling) fn discovered_check<B: Bitboard>(draft: &mut Draft<'_, B>) -> Option<()> {
    draft.place_royals()?;
    let (us, them) = (draft.us(), draft.them());
    let royal = draft.royal(them)?;
    let line = draft.point(us, royal, |line| {
        !line.between.is_empty() && matches!(line.way, Way::Slide | Way::Bend | Way::Hop)
    })?;
    if line.way != Way::Hop {
        draft.interpose(&line, &[us])?;
    } else if line.between.len() >= 2 && draft.random.chance(1, 2) {
        let other = draft.side();
        draft.interpose(&line, &[us, other])?;
    } else {
        // The screen is still to come: one of ours that can go to the line.
        let index = draft.random.below(line.between.len());
        let onto = line.between[index];
        draft.interpose(&line, &[])?;
        let comes = |other: &Line| other.quiet && !other.between.contains(&royal);
        draft.aim(us, onto, comes)?;
    }
    Some(())
}
