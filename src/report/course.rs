//! [`Course`]: how a run of two players went, pair by pair.

use serde::Serialize;

use crate::arena::TestPlan;
use crate::rating::{AdjustedElo, Bounds, Estimate, Results, Sprt, Strength, Verdict};

/// The most points that are kept.
const POINTS: usize = 400;

/// How a match or a test went, told of the first player.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Course {
    /// Some moments in order, the last one included.
    pub(super) points: Vec<CoursePoint>,
    /// The test, if there is one.
    pub(super) test: Option<TestSummary>,
}

/// A moment.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CoursePoint {
    /// How many pairs were finished.
    pub pairs: u64,
    /// The difference in Elo by then. Null in JSON where it is infinite.
    pub elo: Estimate,
    /// The logarithm of the likelihood ratio of the test by then.
    pub log_likelihood_ratio: Option<f64>,
}

/// How a sequential test stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TestSummary {
    /// The test.
    #[serde(flatten)]
    pub test: Sprt,
    /// Where it ends.
    #[serde(flatten)]
    pub bounds: Bounds,
    /// The logarithm of the likelihood ratio when the test ended, or by now.
    pub llr: f64,
    /// The same after all pairs, those included that were being played when the test ended.
    pub final_llr: f64,
    /// What the test said when a bound was first met, pairs in the order of their numbers.
    pub verdict: Option<Verdict>,
    /// How often the first player got 0, 1/2, 1, 3/2 and 2 points in a pair by then.
    pub stopped_at: Option<[u64; 5]>,
    /// The difference, corrected for the test having stopped at a moment of its own choice; of the
    /// pairs up to the decision.
    pub adjusted: Option<AdjustedElo>,
}

impl TestSummary {
    /// After how many pairs the test ended.
    pub fn decided_after(&self) -> Option<u64> {
        self.stopped_at.map(|counts| counts.iter().sum())
    }
}

impl Course {
    /// The course of pairs in which the first player got so many half points, 0 to 4, in order.
    ///
    /// Of the first `settled` of them no pair before is being played still; the test looks at no
    /// others, or it would depend on which games are short.
    pub(super) fn of(pairs: &[usize], settled: usize, plan: Option<&TestPlan>) -> Self {
        let test = plan.and_then(|plan| plan.sprt().ok());
        let mut counts = [0; 5];
        let mut points = Vec::new();
        let mut decision = None;
        let mut in_order = [0; 5];
        let every = pairs.len().div_ceil(POINTS).max(1);
        for (&half_points, number) in pairs.iter().zip(1..) {
            counts[half_points] += 1;
            let results = Results::Pairs(counts);
            let ratio = test.map(|test| test.log_likelihood_ratio(&results));
            if number <= settled {
                in_order = counts;
            }
            if let (Some(test), Some(ratio), None, true) =
                (test, ratio, decision, number <= settled)
            {
                let verdict = test.verdict(ratio);
                decision = (verdict != Verdict::Continue).then_some((verdict, counts));
            }
            if number % every == 0 || number == pairs.len() {
                let Some(strength) = Strength::of(&results) else { continue };
                points.push(CoursePoint {
                    pairs: number as u64,
                    elo: strength.elo,
                    log_likelihood_ratio: ratio,
                });
            }
        }
        let test = test.map(|test| {
            let stopped_at = decision.map(|(_, counts)| counts);
            let looked_at = Results::Pairs(stopped_at.unwrap_or(in_order));
            TestSummary {
                test,
                bounds: test.bounds(),
                llr: test.log_likelihood_ratio(&looked_at),
                final_llr: test.log_likelihood_ratio(&Results::Pairs(counts)),
                verdict: decision.map(|(verdict, _)| verdict),
                stopped_at,
                adjusted: AdjustedElo::of(&test, &looked_at),
            }
        });
        Self { points, test }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rating::EloScale;

    const PLAN: TestPlan =
        TestPlan { elo0: 0.0, elo1: 30.0, alpha: 0.05, beta: 0.05, scale: EloScale::Normalized };

    #[test]
    fn a_decision_stays() {
        // Won until the test passes, then lost for as long again.
        let won = Course::of(&[4, 3].repeat(200), 400, Some(&PLAN)).test.unwrap();
        let after = won.decided_after().unwrap();
        assert_eq!(won.verdict, Some(Verdict::Pass));
        let mut pairs = [4, 3].repeat(200)[..after as usize].to_vec();
        pairs.extend([0, 1].repeat(after as usize));
        let both = Course::of(&pairs, pairs.len(), Some(&PLAN)).test.unwrap();
        assert_eq!((both.verdict, both.decided_after()), (Some(Verdict::Pass), Some(after)));
        assert_eq!((both.adjusted, both.llr), (won.adjusted, won.llr));
        assert!(both.llr >= both.bounds.upper && both.final_llr < both.bounds.upper);
    }

    #[test]
    fn pairs_behind_a_gap_decide_nothing() {
        let pairs = [4, 3].repeat(200);
        let after = Course::of(&pairs, 400, Some(&PLAN)).test.unwrap().decided_after().unwrap();
        let before = Course::of(&pairs, after as usize - 1, Some(&PLAN)).test.unwrap();
        assert_eq!((before.verdict, before.stopped_at), (None, None));
        assert!(before.llr < before.bounds.upper && before.final_llr >= before.bounds.upper);
    }

    #[test]
    fn few_points_are_kept_and_the_last_always() {
        let course = Course::of(&[0, 2, 4].repeat(1001), 3003, None);
        assert!(course.points.len() <= POINTS + 1, "{}", course.points.len());
        assert_eq!(course.points.last().unwrap().pairs, 3003);
        assert_eq!(Course::of(&[], 0, Some(&PLAN)).test.unwrap().verdict, None);
    }
}
