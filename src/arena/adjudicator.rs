//! [`Adjudicator`]: ends games before the rules end them, where it was asked to.

use super::{Adjudication, Outcome, Reason};
use crate::pieces::Color;

/// Watches a game. Scores that a player does not tell, or tells only a bound of, break every row.
#[derive(Clone, Debug)]
pub(super) struct Adjudicator {
    rules: Adjudication,
    /// Plies in a row with scores near zero.
    even: u32,
    /// Who has been losing, and for how many plies in a row.
    losing: Option<(Color, u32)>,
}

/// A ply of a player, as the adjudicator sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlyScore {
    pub(super) mover: Color,
    /// For the mover.
    pub(super) score: Option<i32>,
    /// Whether it was a capture or a pawn move.
    pub(super) resets: bool,
    /// How many plies the game has with it, the opening's counted.
    pub(super) plies: u32,
    /// How many of them are the players'.
    pub(super) played: u32,
}

impl Adjudicator {
    pub(super) const fn new(rules: Adjudication) -> Self {
        Self { rules, even: 0, losing: None }
    }

    /// Takes note of a ply after which the rules let the game go on; whether it ends.
    pub(super) fn note(&mut self, ply: PlyScore) -> Option<(Outcome, Reason)> {
        if let Some(rule) = self.rules.resign {
            let loser = match ply.score {
                Some(score) if score <= -rule.score => Some(ply.mover),
                Some(score) if score >= rule.score => Some(!ply.mover),
                _ => None,
            };
            self.losing = loser.map(|loser| match self.losing {
                Some((before, plies)) if before == loser => (loser, plies + 1),
                _ => (loser, 1),
            });
            if let Some((loser, plies)) = self.losing
                && plies >= rule.plies
            {
                return Some((Outcome::lost_by(loser), Reason::ResignAdjudication));
            }
        }
        if let Some(rule) = self.rules.draw {
            let is_even = ply.score.is_some_and(|score| score.abs() <= rule.score);
            self.even = if is_even && !ply.resets { self.even + 1 } else { 0 };
            if ply.plies >= rule.from && self.even >= rule.plies {
                return Some((Outcome::Draw, Reason::DrawAdjudication));
            }
        }
        let is_capped = self.rules.cap.is_some_and(|cap| ply.played >= cap);
        is_capped.then_some((Outcome::Draw, Reason::MoveCap))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{DrawRule, ResignRule};
    use super::*;

    /// Plays scores, White's first, each for its mover; the ply after which it ends, and how.
    fn end(rules: Adjudication, scores: &[i32], resets: &[u32]) -> Option<(u32, Outcome, Reason)> {
        let mut adjudicator = Adjudicator::new(rules);
        let mut mover = Color::White;
        for (index, &score) in scores.iter().enumerate() {
            let ply = index as u32 + 1;
            let score = (score != UNKNOWN).then_some(score);
            let resets = resets.contains(&ply);
            let end =
                adjudicator.note(PlyScore { mover, score, resets, plies: ply + 4, played: ply });
            if let Some((outcome, reason)) = end {
                return Some((ply, outcome, reason));
            }
            mover = !mover;
        }
        None
    }

    const UNKNOWN: i32 = i32::MAX;

    #[test]
    fn draws() {
        let draw = Some(DrawRule { from: 10, plies: 4, score: 5 });
        let rules = Adjudication { draw, ..Adjudication::default() };
        let drawn = |ply| Some((ply, Outcome::Draw, Reason::DrawAdjudication));
        // The opening's four plies count for `from`.
        assert_eq!(end(rules, &[0; 20], &[]), drawn(6));
        assert_eq!(end(rules, &[0, 0, 0, 0, 6, 0, 0, -5, 5, 0], &[]), drawn(9));
        assert_eq!(end(rules, &[0; 20], &[5]), drawn(9));
        assert_eq!(end(rules, &[0, 0, 0, 0, 0, 9, 0, 0, UNKNOWN, 0, 0, 0], &[]), None);
    }

    #[test]
    fn resignations() {
        let resign = Some(ResignRule { plies: 4, score: 500 });
        let rules = Adjudication { resign, ..Adjudication::default() };
        let lost = |ply, outcome| Some((ply, outcome, Reason::ResignAdjudication));
        let white_loses = [-500, 500, -600, 700];
        assert_eq!(end(rules, &white_loses, &[]), lost(4, Outcome::Black));
        assert_eq!(end(rules, &[500, -500, 600, -700], &[]), lost(4, Outcome::White));
        // Both must agree: here each thinks that it wins.
        assert_eq!(end(rules, &[500; 12], &[]), None);
        assert_eq!(end(rules, &[-500, 500, -600, 499, -600, 600, UNKNOWN, 700], &[]), None);
    }

    #[test]
    fn caps() {
        let rules = Adjudication { cap: Some(3), ..Adjudication::default() };
        let capped = Some((3, Outcome::Draw, Reason::MoveCap));
        assert_eq!(end(rules, &[0, 900, 0, 0], &[]), capped);
        assert_eq!(end(Adjudication::default(), &[0; 500], &[]), None);
    }
}
