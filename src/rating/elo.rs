//! Elo and scores.

/// What a normalised Elo is a multiple of: 800 / ln 10, the slope of Elo at an even score.
///
/// Normalised Elo is this times the excess of the score over one half in standard deviations of one
/// game (M. Van den Bergh, Normalized Elo; the same number in fishtest and fastchess).
pub const NORMALIZED_ELO: f64 = 347.435_585_522_601_46;

/// The score, 0 to 1, that a difference in Elo gives: 1 / (1 + 10^(−elo/400)).
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The difference in Elo that gives a score; minus infinity at 0 or below, infinity at 1 or above.
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_score_are_inverse() {
        assert!((NORMALIZED_ELO - 800.0 / 10_f64.ln()).abs() < 1e-12);
        for elo in [-700.0, -3.5, 0.0, 12.25, 400.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
        assert!(elo_of_score(0.0) < f64::MIN && elo_of_score(1.1) > f64::MAX);
    }
}
